"""Limits of time that come at any moment: what is claimed in spite of them has to be true, be it a plan or that there is none better."""
from fractions import Fraction

from . import cheapest, options
from .kinds import any_problem, kind_of
from .planned import are_texts_apart

# Exit codes: a plan, none, none within the bound, nothing known.
CODES = {0, 10, 11, 12}


def case(rng, lab):
    """Shortest or cheapest plans, and checks of plans, each with a moment to go."""
    problem, puzzle, metric = cheapest.draw_priced(rng) if rng.random() < 0.6 else (any_problem(rng, 200), None, None)
    problem.write(lab)
    costs = cheapest.least_costs(puzzle, problem.space.depths) if puzzle else None
    least = costs.cost if costs else problem.space.length
    lab.oracle = f'least {least}'
    meaning = metric if puzzle else problem.meaning
    for _ in range(lab.asks * rng.randint(1, 4)):
        moment = ['--timeout', f'{rng.choice([0, 1, 2, 4, 6, 8, 10, 12, 15, 30])}ms']
        if least is not None and rng.random() < 0.2:
            check(rng, lab, problem, puzzle, meaning, least, moment)
            continue
        if costs:
            asked = cheapest.draw(rng, costs)
            # Formulas find plans that are too dear on the way to the cheapest.
            if least is not None and 1 <= least and rng.random() < 0.5:
                most = least - rng.randint(0, 1)
                asked = cheapest.Asked('incremental', ['--incremental', '--max-cost', f'{float(most):.2f}'], most)
            bound, n_plans = asked.most, costs.fewest if asked.fewest else costs.plans
        else:
            asked = options.draw(rng, problem, problem.space.length, problem.space.plans, may_share_steps=False)
            bound, n_plans = asked.bound, problem.space.plans
        words = [problem.command, problem.name, *meaning, *asked.words, *moment]
        if asked.wanted is not None and n_plans is None:
            continue
        answer = lab.answer(words, CODES)
        if answer is not None:
            claims(lab, puzzle or problem.puzzle, costs is not None, answer, least, bound, n_plans)


def claims(lab, puzzle, is_cost, answer, least, bound, n_plans):
    """The claims of an answer have to be true, whenever the limit came."""
    status, refuted = answer['status'], answer.get('refuted_below' if is_cost else 'refuted')
    lab.expect(refuted is None or least is None or Fraction(str(refuted)) < least, f'refuted {refuted}, but there is {least}')
    if status == 'solved':
        fault = puzzle.replay(answer['plan'])
        if not lab.expect(fault is None and least is not None, f'{fault}: {answer["plan"]}'):
            return
        measure = Fraction(str(answer['cost'])) if is_cost else len(answer['plan'])
        if is_cost:
            spent = cheapest.spent(puzzle, answer['plan'])
            right = spent == measure or spent < measure and not answer['optimal'] and not are_texts_apart(puzzle)
            lab.expect(right, f'cost {measure}, but the plan costs {spent}')
        lab.expect(bound is None or measure <= bound, f'{measure} of at most {bound}')
        lab.expect(not answer['optimal'] or measure == least, f'{measure} is optimal, but there is {least}')
        if answer['complete'] is True:
            lab.expect(int(answer['count']) == n_plans, f'count {answer["count"]}, but there are {n_plans}')
        lab.expect(answer['plans'] is None or len(answer['plans']) <= n_plans, 'too many plans')
    elif status == 'unsolvable':
        lab.expect(least is None, f'unsolvable, but there is {least}')
    elif status.startswith('no_plan_within'):
        lab.expect(bound is not None and (least is None or bound < least), f'none within {bound}, but there is {least}')
    else:
        lab.expect(status == 'stopped' and answer['stopped_by'] == 'timeout', f'status {status}')


def check(rng, lab, problem, puzzle, meaning, least, moment):
    """A plan that may not be best: whether it is, or that the limit left it open."""
    words = [problem.name, *meaning, *kind_of(rng, problem)]
    answer = lab.answer(['solve', *words, '--first'], {0})
    if answer is None:
        return
    spent = cheapest.spent(puzzle, answer['plan']) if puzzle else len(answer['plan'])
    lab.write('plan', ''.join(name + '\n' for name in answer['plan']) or '; no step\n')
    ran = lab.run('check', *words[:1], 'plan', *words[1:], '--optimal', '--json', *moment)
    if not lab.expect(ran.code in (0, 12, 20), f'exit code {ran.code}: {ran.err[:200]}') or ran.code == 12:
        return
    found = ran.json()
    right = {True: spent == least, False: least < spent, None: found.get('stopped_by') == 'timeout'}[found['optimal']]
    lab.expect(found['status'] == 'valid' and right, f'{found["status"]}, optimal {found["optimal"]}: {spent} of at least {least}')
