"""The categories of cases: each draws a problem, runs the program in some way, and compares."""
from . import asked_in_python, boards, certificates, cheapest, checked, checks, explained, explored, exports, games, generated
from . import hardest, hostile, limited, lists, options, pddl, prisoners, sas, sliding
from .lab import Unanswered


def solve(rng, lab, problem):
    """Answers to a problem, with options at random."""
    problem.write(lab)
    space = problem.space
    for _ in range(lab.asks * rng.randint(1, 4)):
        asked = options.draw(rng, problem, space.length, space.plans)
        words = [problem.command, problem.name, *problem.meaning, *asked.words]
        checks.check(lab, rng, problem, asked, words, space.length, space.plans)


def rush_hour(rng, lab):
    solve(rng, lab, boards.draw(rng))


def sliding_blocks(rng, lab):
    solve(rng, lab, sliding.draw(rng))


def gdl(rng, lab):
    problem = games.draw(rng)
    if rng.random() < 0.6:
        solve(rng, lab, problem)
    else:
        best_value(rng, lab, problem)


def planning_pddl(rng, lab):
    solve(rng, lab, pddl.draw(rng))


def planning_sas(rng, lab):
    solve(rng, lab, sas.draw(rng))


def best_value(rng, lab, problem):
    """`--goal max`: the best value that can be reached, with or without a greatest horizon."""
    problem.write(lab)
    spaces = games.spaces(problem)
    lengths = {value: space.length for value, space in spaces.items()}
    reachable = [value for value in problem.values if lengths[value] is not None]
    lab.oracle = f'shortest plays by value: {lengths}'
    best = reachable[0] if reachable else None
    length, plans = (spaces[best].length, spaces[best].plans) if reachable else (None, 0)
    asked = options.draw(rng, problem, length, plans, may_share_steps=False)
    if asked.mode == 'incremental' and asked.bound is None and best != problem.values[0]:
        # Better values that cannot be reached are refuted for ever.
        asked.bound = rng.randint(0, 6)
        asked.words += ['--max-horizon', asked.bound]
    words = ['gdl', problem.name, '--goal', 'max', *asked.words]
    if '--disk' in asked.words:
        # A folder holds the search for one value.
        lab.expect(lab.run(*words).code == 2, 'the best value is looked for in a folder')
        return
    if asked.bound is None:
        if best is not None:
            problem.puzzle.goal = best
            problem.space = spaces[best]
            answer = checks.check(lab, rng, problem, asked, words, length, plans)
            lab.expect(answer is None or answer['goal'] == best, f'goal {answer and answer["goal"]}, not {best}')
        else:
            # A sheet in which no rule can give a value at all is refused.
            lab.answer(words, {10}) if lab.run(*words, '--quiet').code != 2 else None
        return
    within = next((value for value in reachable if lengths[value] <= asked.bound), None)
    if within is None:
        answer_none(lab, words, reachable, asked.bound)
        return
    answer = lab.answer(words, 0)
    if answer is None or not lab.expect(answer['status'] == 'solved', f'status {answer["status"]}'):
        return
    lab.expect(answer['goal'] == within, f'goal {answer["goal"]}, not {within}')
    problem.puzzle.goal = within
    fault = problem.puzzle.replay(answer['plan'])
    lab.expect(fault is None, f'{fault}: {answer["plan"]}')
    lab.expect(lengths[within] <= len(answer['plan']) <= asked.bound, f'a play of {len(answer["plan"])} moves')
    if asked.mode != 'horizon':
        lab.expect(len(answer['plan']) == lengths[within], 'not a shortest play')
    if within != best:
        lab.expect(answer['optimal'] is False, f'optimal, but {best} is open')


def answer_none(lab, words, reachable, bound):
    """No value can be reached within a horizon."""
    ran = lab.run(*words, '--json')
    wanted = {11} if reachable else {2, 10, 11}
    if lab.expect(ran.code in wanted, f'exit code {ran.code}, not {sorted(wanted)}') and ran.code == 11:
        lab.expect(ran.json()['status'] == 'no_plan_within_horizon', f'status {ran.json()["status"]}')


# Each with its share of all cases.
CATEGORIES = {
    'rush hour': (rush_hour, 12), 'sliding blocks': (sliding_blocks, 10), 'games': (gdl, 12), 'pddl': (planning_pddl, 14),
    'sas files': (planning_sas, 12), 'cheapest plans': (cheapest.case, 12), 'certificates': (certificates.case, 6),
    'plans of others': (checked.case, 8), 'lists': (lists.case, 6), 'explain': (explained.case, 5), 'harden': (hardest.case, 5),
    'generate': (generated.case, 3), 'python': (asked_in_python.case, 4), 'unified-planning': (asked_in_python.unified, 3),
    'prisoners': (prisoners.case, 4), 'exports': (exports.case, 5), 'explore': (explored.case, 5), 'mutated inputs': (hostile.case, 5),
    'limits': (limited.case, 8),
}


def run(rng, lab, only=None):
    """Draws a category, unless one is given, and makes a case of it: its name, and what became of it."""
    names = list(CATEGORIES)
    name = only or rng.choices(names, [share for _, share in CATEGORIES.values()])[0]
    try:
        CATEGORIES[name][0](rng, lab)
    except Unanswered as late:
        return name, 'differs' if lab.differences else 'unanswered', str(late)
    return name, 'differs' if lab.differences else 'agrees', '; '.join(lab.notes) or None
