"""Cheapest plans: their oracle, options and check.

The oracle knows the cost of the cheapest way to each state (Bellman and Ford: all moves again until nothing gets better).
"""
import dataclasses, json
from fractions import Fraction

from . import boards, pddl, sas, sliding
from .checks import check_bound
from .planned import Planned, are_texts_apart


class Priced(Planned):
    """A board or a puzzle whose moves have costs: for each part of its state, that of a move of what stands there."""
    def __init__(self, puzzle, by_part, by_name):
        super().__init__()
        self.puzzle, self.by_part, self.by_name, self.start = puzzle, by_part, by_name, puzzle.start
        self.is_goal, self.replay = puzzle.is_goal, puzzle.replay

    def expand(self, state):
        for number, after in enumerate(self.puzzle.next(state)):
            # Names are not needed, only that moves are told apart.
            yield number, sum(cost for cost, one, other in zip(self.by_part, state, after) if one != other), after

    def cost_of(self, names):
        return sum(self.by_name[name.split(' ')[0]] for name in names)


def with_costs(rng, problem):
    """A board or a puzzle in TOML, with a table of costs in front; pieces that may stand in for each other cost the same."""
    puzzle = problem.puzzle
    if problem.command == 'rushhour':
        parts = [[car.name] for car in puzzle.cars]
    else:
        parts = puzzle.classes
    by_part = [rng.choice([0, 0, 1, 1, 2, 3, 8]) for _ in parts]
    by_name = {name: cost for names, cost in zip(parts, by_part) for name in names}
    listed = ', '.join(f'{json.dumps(name)} = {cost}' for name, cost in by_name.items() if cost != 1 or rng.random() < 0.3)
    problem.text = f'cost = {{ {listed} }}\n{problem.text}'
    return Priced(puzzle, by_part, by_name)


def draw_priced(rng):
    """A problem of any kind with costs, its moves with their costs, and the words that ask for a least cost."""
    maker = rng.choice([boards.draw, sliding.draw, pddl.draw, pddl.draw, sas.draw, sas.draw, sas.draw_crossroads])
    while True:
        problem = maker(rng, 300 if maker is sas.draw_crossroads else 200)
        if problem.may_cost or problem.name.endswith('.toml'):
            break
    metric = ['--metric', 'cost'] if problem.may_cost else problem.meaning
    return problem, problem.puzzle if problem.may_cost else with_costs(rng, problem), metric


def case(rng, lab):
    """Cheapest plans of a problem of any kind, with options at random."""
    problem, puzzle, metric = draw_priced(rng)
    problem.write(lab)
    costs = least_costs(puzzle, problem.space.depths)
    for _ in range(lab.asks * rng.randint(1, 4)):
        asked = draw(rng, costs)
        check(lab, problem, puzzle, asked, [problem.command, problem.name, *metric, *asked.words], costs)


@dataclasses.dataclass
class Costs:
    cost: Fraction | None       # of a cheapest plan; None if there is none
    length: int | None          # the fewest moves of a plan of that cost
    plans: int | None           # how many plans cost so much; None if they are endlessly many
    fewest: int                 # how many of these have so few moves


def least_costs(puzzle, states):
    """What cheapest plans there are, given all states that can be reached."""
    best = {puzzle.start: (Fraction(0), 0)}
    changed = True
    while changed:
        changed = False
        for state in states:
            if state in best:
                cost, length = best[state]
                for _, price, after in puzzle.moves(state):
                    way = (cost + price, length + 1)
                    if after not in best or way < best[after]:
                        best[after], changed = way, True
    goals = [state for state in states if puzzle.is_goal(state)]
    if not goals:
        return Costs(None, None, 0, 0)
    cost, length = min(best[state] for state in goals)
    ends = [state for state in goals if best[state][0] == cost]
    # Every part of a cheapest plan is a cheapest way to where it ends.
    into = {}
    for state in states:
        for name, price, after in puzzle.moves(state):
            if best[state][0] + price == best[after][0]:
                into.setdefault(after, []).append((name, state))
    plans = ways(puzzle, into, ends, len(states))
    fewest = sum(shortest(puzzle, into, best, state) for state in ends if best[state][1] == length)
    return Costs(cost, length, plans, fewest)


def ways(puzzle, into, ends, most):
    """How many ways lead from the start to these states; None if some of them go in a circle."""
    layer, found = {}, 0
    for state in ends:
        layer[state] = 1
    # Backwards, a move at a time: longer than there are states is a circle.
    for _ in range(most + 1):
        found += layer.get(puzzle.start, 0)
        before = {}
        for state, number in layer.items():
            for _, origin in set(into.get(state, [])):
                before[origin] = before.get(origin, 0) + number
        layer = before
        if not layer:
            return found
    return None


def shortest(puzzle, into, best, state, known=None):
    """How many ways of least cost and fewest moves lead to a state."""
    known = {} if known is None else known
    if state not in known:
        known[state] = 1 if best[state][1] == 0 else sum(
            shortest(puzzle, into, best, origin, known) for _, origin in set(into[state])
            if best[origin][1] + 1 == best[state][1])
    return known[state]


@dataclasses.dataclass
class Asked:
    mode: str
    words: list
    most: Fraction | None = None    # the greatest cost
    wanted: str | None = None       # all, count
    fewest: bool = False


def draw(rng, costs):
    """Options where least cost is asked for."""
    modes = {'auto': [], 'search': ['--search'], 'lmcut': ['--search', '--heuristic', 'lmcut'],
             'patterns': ['--search', '--heuristic', 'patterns'], 'incremental': ['--incremental'],
             'first': ['--first'], 'anytime': ['--first', '--anytime']}
    mode = rng.choice([name for name in modes if costs.cost is not None or name in ('auto', 'search', 'lmcut', 'patterns')])
    asked = Asked(mode, list(modes[mode]))
    if rng.random() < 0.25:
        usual = costs.cost if costs.cost is not None else rng.randint(0, 9)
        asked.most = max(Fraction(0), usual + Fraction(rng.choice(['-1', '-0.5', '0', '0', '0.25', '3'])))
        asked.words += ['--max-cost', f'{float(asked.most):.2f}' if asked.most.denominator != 1 else int(asked.most)]
    if mode in ('auto', 'search') and rng.random() < 0.5:
        asked.fewest = rng.random() < 0.5
        n_plans = costs.fewest if asked.fewest else costs.plans
        few = n_plans is None or n_plans <= 1000
        asked.wanted = rng.choice(['all', 'count']) if few else None
        asked.words += [f'--{asked.wanted}'] if few else []
        asked.words += ['--fewest'] if few and asked.fewest else []
    elif mode in ('lmcut', 'incremental') and rng.random() < 0.4:
        asked.words += ['--threads', rng.randint(1, 3)] if mode == 'lmcut' else ['--solver', 'batsat']
    return asked


def check(lab, problem, puzzle, asked, words, costs):
    """Runs the program and compares its answer with the oracle's."""
    n_plans = costs.fewest if asked.fewest else costs.plans
    within = costs.cost is not None and (asked.most is None or costs.cost <= asked.most)
    lab.oracle = str(costs)
    if asked.wanted is not None and within and n_plans is None:
        ran = lab.run(*words)
        lab.expect(ran.code == 2 and 'endlessly many' in ran.err, f'exit code {ran.code}, and there are endlessly many')
        return
    answer = lab.answer(words, {0} if within else {10} if costs.cost is None and asked.most is None else {10, 11})
    if answer is None:
        return
    lab.expect((answer['metric'], answer['unit']) == ('cost', problem.metric), 'metric or unit')
    check_bound(lab, answer, costs.cost)
    below = answer.get('refuted_below')
    if below is not None and costs.cost is not None:
        lab.expect(Fraction(str(below)) < costs.cost, f'refuted up to {below}, but there is {costs.cost}')
    if not within:
        none = answer['status'] == 'unsolvable'
        lab.expect(none or answer['status'] == 'no_plan_within_cost', f'status {answer["status"]}')
        lab.expect(not none or costs.cost is None, f'unsolvable, but there is a plan of cost {costs.cost}')
        return
    check_plan(lab, puzzle, asked, answer, costs)
    if asked.wanted is not None:
        found = answer['count']
        lab.expect(int(found) == n_plans and answer['complete'] is True, f'count {found}, but there are {n_plans}')
    if asked.wanted == 'all':
        n_texts = len({*map(tuple, answer['plans'])})
        lab.expect(len(answer['plans']) == n_plans and (n_texts == n_plans or not are_texts_apart(puzzle)), 'the list of plans')
        for plan in answer['plans']:
            fault = puzzle.replay(plan) or (None if spent(puzzle, plan) == costs.cost else 'not a cheapest plan')
            if not lab.expect(fault is None, f'{fault}: {plan}'):
                break


def check_plan(lab, puzzle, asked, answer, costs):
    plan, cost = answer['plan'], Fraction(str(answer['cost']))
    fault = puzzle.replay(plan)
    if not lab.expect(fault is None, f'{fault}: {plan}'):
        return
    # A first plan may have the dearer one of two operators of one name.
    least = spent(puzzle, plan)
    is_dearer = least < cost and not answer['optimal'] and not are_texts_apart(puzzle)
    lab.expect(least == cost or is_dearer, f'cost {cost}, but the plan costs {least}')
    lab.expect(asked.most is None or cost <= asked.most, f'cost {cost} of at most {asked.most}')
    lab.expect(answer['optimal'] is True or asked.mode == 'first', 'not optimal')
    if answer['optimal']:
        # A first plan need not have the fewest moves.
        wanted = (costs.cost, costs.length if asked.mode != 'first' else len(plan))
        lab.expect((cost, len(plan)) == wanted, f'cost and length {cost}, {len(plan)}, not {wanted}')
    lab.expect(costs.cost <= cost and len(plan) == answer['length'], f'cost {cost}, but least is {costs.cost}')


def spent(puzzle, names):
    """The least that a plan of these names may cost, as operators of one name may differ."""
    if isinstance(puzzle, Priced):
        return puzzle.cost_of(names)
    ways = {puzzle.start: Fraction(0)}
    for name in names:
        after = {}
        for state, cost in ways.items():
            for known, price, reached in puzzle.tries(state):
                if known == name:
                    after[reached] = min(after.get(reached, cost + price), cost + price)
        ways = after
    return min((cost for state, cost in ways.items() if puzzle.is_goal(state)), default=None)
