"""The check of an answer of a command that solves against the oracle's."""
from fractions import Fraction

from . import sharing, steps
from .planned import Planned, are_texts_apart
from .space import makespan


def check(lab, rng, problem, asked, words, length, plans):
    """Runs the program and compares its answer with the oracle's."""
    style = rng.random()
    if style < 0.1:
        return check_text(lab, problem, asked, words, length)
    answer = lab.answer(words, {0, 10, 11})
    if answer is None:
        return None
    lab.oracle = f'length {length}, {plans} shortest plans'
    lab.expect(answer['kind'] == problem.command and answer['metric'] == problem.metric, 'kind or metric')
    if asked.semantics != 'sequential':
        check_steps(lab, problem, asked, answer, length)
        return answer
    refuted = answer['refuted']
    check_bound(lab, answer, length)
    lab.expect(refuted is None or length is None or refuted < length, f'refuted {refuted}, but there is {length}')
    if answer['status'] == 'solved':
        check_solved(lab, problem, asked, answer, length, plans)
    elif answer['status'] == 'unsolvable':
        lab.expect(length is None, f'unsolvable, but there is a plan of {length}')
    else:
        lab.expect(answer['status'] == 'no_plan_within_horizon', f'status {answer["status"]}')
        below = asked.bound is not None and (length is None or asked.bound < length)
        if lab.expect(below, f'no plan within {asked.bound}, but there is one of {length}'):
            lab.expect(refuted is not None and asked.bound <= refuted, f'refuted {refuted} of {asked.bound}')
    return answer


def check_bound(lab, answer, least):
    """The lower bound is at most what is least, and the gap is 0 exactly where the plan is the best."""
    bound, gap = answer['lower_bound'], answer['gap']
    lab.expect(None in (bound, least) or Fraction(str(bound)) <= least, f'lower bound {bound}, but there is {least}')
    lab.expect((gap == 0) is answer['optimal'], f'gap {gap}, optimal {answer["optimal"]}')


def check_solved(lab, problem, asked, answer, length, plans):
    """A plan that is one, of the right length, and as many as there are."""
    plan = answer['plan']
    if not lab.expect(length is not None, 'a plan where there is none'):
        return
    fault = problem.puzzle.replay(plan)
    lab.expect(fault is None, f'{fault}: {plan}')
    lab.expect(len(plan) == answer['length'] == answer['makespan'], 'lengths that differ')
    lab.expect(asked.bound is None or len(plan) <= asked.bound, f'a plan of {len(plan)} moves')
    if asked.mode not in ('horizon', 'first'):
        lab.expect(answer['optimal'] is True, 'not optimal')
    if answer['optimal']:
        lab.expect(len(plan) == length, f'{len(plan)} is optimal, but there is {length}')
        lab.expect(answer['refuted'] == (length - 1 if length else None), f'refuted {answer["refuted"]}')
    listed, count, complete = answer['plans'], answer['count'], answer['complete']
    # Beyond 2^53 it is a string.
    count = count if count is None else int(count)
    lab.expect((listed is not None) == (asked.wanted == 'all'), 'plans')
    lab.expect((complete is not None) == (asked.wanted is not None), 'complete')
    if asked.wanted == 'count':
        lab.expect(count == plans and complete is True, f'count {count}, complete {complete}, but there are {plans}')
    if asked.wanted == 'all':
        # It says whether `count` is that of all, of which more may be known than are listed.
        lab.expect(complete is True or asked.limit < plans, f'complete {complete} of {plans} with limit {asked.limit}')
        lab.expect(len(listed) == min(plans, asked.limit), f'{len(listed)} listed of {plans}')
        right = count == plans if complete else len(listed) <= count <= plans
        lab.expect(right, f'count {count}, complete {complete}, but there are {plans}')
        lab.expect(not are_texts_apart(problem.puzzle) or len({tuple(plan) for plan in listed}) == len(listed), 'a plan is listed twice')
        for plan in listed:
            fault = problem.puzzle.replay(plan) or (None if len(plan) == length else 'not a shortest plan')
            if not lab.expect(fault is None, f'{fault}: {plan}'):
                break


def check_steps(lab, problem, asked, answer, length):
    """Moves that share steps: a plan, and as few steps as there can be."""
    least, most = bounds(problem, asked.semantics == 'forall', length)
    lab.oracle = f'makespan {least} to {most}, length {length}'
    refuted = answer['refuted']
    check_bound(lab, answer, most)
    lab.expect(refuted is None or most is None or refuted < most, f'refuted {refuted}, but there is {most}')
    if answer['status'] == 'solved':
        if not lab.expect(length is not None, 'a plan where there is none'):
            return
        fault = problem.puzzle.replay(answer['plan'])
        lab.expect(fault is None, f'{fault}: {answer["plan"]}')
        if asked.semantics == 'forall' and isinstance(problem.puzzle, Planned):
            check_orders(lab, problem.puzzle, answer['steps'])
        lab.expect(length <= len(answer['plan']) == answer['length'], 'lengths that differ')
        makes = answer['makespan']
        lab.expect(least <= makes, f'makespan {makes} below {least}')
        lab.expect(not answer['optimal'] or makes <= most, f'makespan {makes}, but there is {most}')
        lab.expect(asked.bound is None or makes <= asked.bound, f'makespan {makes} of {asked.bound}')
        lab.expect(answer['optimal'] or asked.mode in ('horizon', 'first'), 'not optimal')
    elif answer['status'] == 'unsolvable':
        lab.expect(length is None, f'unsolvable, but there is a plan of {length}')
    else:
        below = asked.bound is not None and (most is None or asked.bound < most)
        lab.expect(below, f'no plan within {asked.bound} steps, but there is one of {most}')


def bounds(problem, in_any_order, length):
    """The fewest steps, at least and at most; None for both if there is no plan."""
    if length is None:
        return None, None
    least, most = min(length, 1), length
    if isinstance(problem.puzzle, Planned):
        # Moves are told apart by their names there.
        found = steps.fewest(problem.puzzle, 20_000, in_any_order) if problem.puzzle.has_names_apart() else None
        least = least if found is None else found
        if problem.command == 'sas':
            # As operators are written; what fits in any order fits in the one that the program has chosen.
            upper = sharing.fewest(problem.puzzle, None, 20_000)
            most = most if upper is None else upper
        return least, most
    if problem.exact_steps and problem.space.states <= 150:
        exact = makespan(problem.puzzle, 20_000, in_any_order)
        least = exact if exact is not None else least
        # A step that fits in any order fits in the order that the program has chosen; so the order is no matter.
        upper = makespan(problem.puzzle, 20_000, in_any_order=True)
        most = upper if upper is not None else most
    return least, most


def check_orders(lab, puzzle, shared):
    """The moves of each step can be made in every order."""
    state = puzzle.start
    for names in shared:
        right = 4 < len(names) or steps.is_step(puzzle, state, names)
        lab.expect(right, f'a step whose order matters: {names}')
        states = puzzle.follow(state, names)
        if len(states) != 1:
            break
        state = min(states)


def check_text(lab, problem, asked, words, length):
    """The answer for people: its exit code, and the plan if it stands alone."""
    ran = lab.run(*words, '--quiet')
    solved = length is not None and (asked.bound is None or length <= asked.bound)
    if asked.semantics != 'sequential':
        solved = ran.code == 0 and length is not None
    wanted = {0} if solved else {11} if length is not None else {10, 11} if asked.bound is not None else {10}
    if asked.semantics != 'sequential' and length is not None:
        wanted = {0, 11}
    lab.oracle = f'length {length}'
    if lab.expect(ran.code in wanted, f'exit code {ran.code}, not {sorted(wanted)}') and ran.code == 0:
        if asked.wanted is None:
            fault = problem.puzzle.replay(ran.out.splitlines())
            lab.expect(fault is None, f'{fault}: {ran.out}')
