"""Plans that somebody wrote: `check` accepts right ones and refuses others, and knows whether they are shortest or cheapest."""
from fractions import Fraction

from . import cheapest
from .boards import Board
from .kinds import any_problem, kind_of
from .planned import Planned


def case(rng, lab):
    """A plan of the program, changed in several ways."""
    while True:
        problem = any_problem(rng, 200)
        if problem.space.length is not None and problem.space.length <= 20:
            break
    problem.write(lab)
    least, words = problem.space.length, [problem.name, *problem.meaning, *kind_of(rng, problem)]
    costs = None
    # Of operators of one name the program takes any that can be applied, at whatever cost.
    if problem.may_cost and problem.puzzle.has_names_apart() and rng.random() < 0.6:
        words = [problem.name, '--metric', 'cost', *kind_of(rng, problem)]
        costs = cheapest.least_costs(problem.puzzle, problem.space.depths)
        least = costs.cost
    lab.oracle = f'least {least}'
    answer = lab.answer(['solve', *words, *rng.choice([['--search'], ['--first'], []])], 0)
    if answer is None:
        return
    known = known_names(problem, answer['plan'])
    plans = [answer['plan'], *(changed(rng, answer['plan'], known) for _ in range(5))]
    for plan in plans:
        replay(rng, lab, problem, words, plan, least, costs is not None)


def known_names(problem, plan):
    """Names of moves, of the plan and of some others."""
    if isinstance(problem.puzzle, Planned):
        return sorted({name for state in problem.space.depths for name, _, _ in problem.puzzle.tries(state)})
    return plan or ['X right 1']


def changed(rng, plan, known):
    """A plan with a step less, more, or other than it was; or without its end."""
    plan = list(plan)
    at = rng.randint(0, len(plan))
    kind = rng.choice(['cut', 'drop', 'longer', 'other', 'exchange'])
    if kind == 'cut':
        return plan[:at]
    if kind == 'longer' or not plan:
        return [*plan[:at], rng.choice(known or ['nothing']), *plan[at:]]
    at = rng.randrange(len(plan))
    if kind == 'drop':
        return plan[:at] + plan[at + 1:]
    other = rng.randrange(len(plan))
    if kind == 'exchange':
        plan[at], plan[other] = plan[other], plan[at]
    else:
        plan[at] = rng.choice(known)
    return plan


def drives_off(board, plan):
    """Does the plan end with a slide of the red car off the board, by at most its length?"""
    words, red = (plan or [''])[-1].split(' '), board.cars[board.red]
    way_out = {0: ['left', 'up'], board.lane(red) - red.length: ['right', 'down']}.get(board.goal, [None, None])[0 if red.across else 1]
    if not board.slides or words[:-1] != [red.name, way_out]:
        return False
    cells = int(words[-1])
    return any(board.replay([*plan[:-1], f'{red.name} {way_out} {to}']) is None for to in range(max(1, cells - red.length), cells))


def replay(rng, lab, problem, words, plan, least, is_cost):
    """Has a plan checked, in one of the forms in which it can be written."""
    lines = [f'({name})' if isinstance(problem.puzzle, Planned) and rng.random() < 0.3 else name for name in plan]
    lab.write('plan', ''.join(line + '\n' for line in lines) or '; no step\n')
    optimal = rng.random() < 0.6
    ran = lab.run('check', *words[:1], 'plan', *words[1:], '--json', *(['--optimal'] if optimal else []))
    planned = isinstance(problem.puzzle, Planned)
    fault = problem.puzzle.replay(plan, may_stay=True) if planned else problem.puzzle.replay(plan)
    if isinstance(problem.puzzle, Board) and fault is not None and drives_off(problem.puzzle, plan):
        fault = None
    spent = len(plan)
    if is_cost and fault is None:
        spent = cheapest.spent(problem.puzzle, plan)
    is_best = fault is None and spent == least
    wanted = 0 if fault is None and (is_best or not optimal) else 20
    lab.oracle = f'fault {fault}, {spent} of at least {least}: {plan}'
    if not lab.expect(ran.code == wanted, f'exit code {ran.code}, not {wanted}: {ran.err[:200]}'):
        return
    found = ran.json()
    lab.expect(found['status'] == ('valid' if fault is None else 'wrong'), f'status {found["status"]}')
    if fault is not None:
        lab.expect(found['reason'], 'no reason')
        return
    lab.expect(found['length'] == len(plan), f'length {found["length"]}')
    if is_cost:
        lab.expect(Fraction(str(found['cost'])) == spent, f'cost {found["cost"]}, not {spent}')
    if optimal:
        lab.expect(found['optimal'] is is_best, f'optimal {found["optimal"]}')
        better = found.get('cheaper') if is_cost else found['shorter']
        right = better is None if is_best else least <= Fraction(str(better)) < spent
        lab.expect(right, f'a better plan of {better}, and {least} is least of {spent}')
