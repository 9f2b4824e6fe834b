"""Random options of a command that solves, and the check of its answer against the oracle."""
import dataclasses

from .space import makespan

# Encodings and what they know of --reduce.
REDUCTIONS = {'transition': ['relevance', 'order', 'repeats', 'mutexes'], 'operators': ['relevance', 'mutexes']}
AT_MOST_ONE = ['pairwise', 'ladder', 'product', 'commander']
SOLVERS = ['varisat', 'batsat']

# Beyond these, formulas take too long for a campaign of many cases.
LONGEST, MOST_STATES_PDR, MOST_LISTED = 20, 300, 60


@dataclasses.dataclass
class Asked:
    mode: str
    words: list
    bound: int | None = None        # the greatest horizon
    semantics: str = 'sequential'
    wanted: str | None = None       # all, count
    limit: int = 10000


def draw(rng, problem, length, plans, may_share_steps=True):
    """Options for a problem whose shortest plans have that length."""
    space = problem.space
    modes = ['auto', 'search', 'search', 'incremental', 'incremental', 'horizon', 'minimize', 'first', 'anytime']
    if space.states <= MOST_STATES_PDR:
        modes.append('pdr')
    if length is not None and LONGEST < length:
        modes = ['auto', 'search']
    asked = Asked(rng.choice(modes), [])
    usual = length if length is not None else rng.randint(0, 6)
    near = max(0, usual + rng.choice([-2, -1, 0, 0, 1, 2, 5]))
    if asked.mode in ('horizon', 'minimize'):
        asked.bound = near
        asked.words += [f'--{asked.mode}', near]
    elif asked.mode != 'auto':
        asked.words += ['--first', '--anytime'] if asked.mode == 'anytime' else [f'--{asked.mode}']
    if asked.mode in ('auto', 'search', 'incremental', 'pdr'):
        # Horizons have no end where there is no plan.
        if rng.random() < 0.25 or asked.mode == 'incremental' and length is None:
            asked.bound = near
            asked.words += ['--max-horizon', near]
    # Steps of several moves are what ends there, so that a plan may be longer.
    if asked.mode in ('first', 'anytime') and length is None:
        asked.bound = near
        asked.words += ['--max-horizon', near]
    if asked.mode in ('incremental', 'auto') and rng.random() < 0.5:
        schedule = rng.choice(['linear', 'ramp:1.15', 'ramp:2', 'parallel'])
        asked.words += ['--schedule', schedule]
        if schedule == 'parallel' and rng.random() < 0.5:
            asked.words += ['--threads', rng.randint(1, 3)]
    if may_share_steps and asked.mode not in ('search', 'auto', 'anytime') and rng.random() < 0.2:
        asked.semantics = rng.choice(['forall', 'exists'])
        asked.words += ['--semantics', asked.semantics]
    elif asked.mode not in ('horizon', 'first', 'anytime') and rng.random() < 0.35:
        few = plans <= (3000 if asked.mode == 'search' else MOST_LISTED)
        asked.wanted = rng.choice(['all', 'count'] if few else ['count'] if asked.mode == 'search' else [None])
        if asked.wanted is not None:
            asked.words.append(f'--{asked.wanted}')
        if asked.wanted == 'all' and rng.random() < 0.5:
            asked.limit = max(1, plans + rng.choice([-2, -1, 0, 0, 1, 5]))
            asked.words += ['--limit', asked.limit]
    asked.words += formula_words(rng, problem, asked)
    if asked.mode not in ('search', 'pdr') and rng.random() < 0.3:
        asked.words += ['--lower-bound', rng.choice(['none', 'hmax', 'lmcut'])]
    if asked.mode == 'search' and asked.wanted is None and rng.random() < 0.3:
        asked.words += ['--heuristic', 'lmcut']
    return asked


def formula_words(rng, problem, asked):
    """Options of the formula."""
    words = []
    shares_steps = asked.semantics != 'sequential' or asked.mode == 'first'
    encoding = 'operators' if shares_steps else problem.encodings[0]
    if not shares_steps and rng.random() < 0.6:
        encoding = rng.choice(problem.encodings)
        words += ['--encoding', encoding]
    if rng.random() < 0.4:
        words += ['--at-most-one', rng.choice(AT_MOST_ONE)]
    if asked.mode in ('auto', 'incremental', 'horizon', 'minimize', 'anytime') and rng.random() < 0.4:
        words += ['--copy-lemmas', rng.choice(['late', 'always', 'never'])]
    if asked.mode not in ('first', 'anytime') and rng.random() < 0.5:
        words += ['--solver', rng.choice(SOLVERS)]
    if rng.random() < 0.4:
        known = REDUCTIONS.get(encoding, [])
        chosen = rng.sample(known, rng.randint(0, len(known)))
        all_known = encoding == 'transition' and rng.random() < 0.2
        words += ['--reduce', 'all' if all_known else ','.join(chosen) or 'none']
    return words


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
        lab.expect(len({tuple(plan) for plan in listed}) == len(listed), 'a plan is listed twice')
        for plan in listed:
            fault = problem.puzzle.replay(plan) or (None if len(plan) == length else 'not a shortest plan')
            if not lab.expect(fault is None, f'{fault}: {plan}'):
                break


def check_steps(lab, problem, asked, answer, length):
    """Moves that share steps: a plan, and as few steps as there can be."""
    least = most = None     # bounds of the makespan
    if length is not None:
        least, most = min(length, 1), length
        if problem.exact_steps and problem.space.states <= 150:
            exact = makespan(problem.puzzle, 20_000, in_any_order=asked.semantics == 'forall')
            least = exact if exact is not None else least
            # What fits in any order fits in the order that the program has chosen; so the order is no matter.
            upper = makespan(problem.puzzle, 20_000, in_any_order=True)
            most = upper if upper is not None else most
    lab.oracle = f'makespan {least} to {most}, length {length}'
    refuted = answer['refuted']
    lab.expect(refuted is None or most is None or refuted < most, f'refuted {refuted}, but there is {most}')
    if answer['status'] == 'solved':
        if not lab.expect(length is not None, 'a plan where there is none'):
            return
        fault = problem.puzzle.replay(answer['plan'])
        lab.expect(fault is None, f'{fault}: {answer["plan"]}')
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
