"""The categories of cases: each draws a problem, runs the program in some way, and compares."""
from . import boards, formulas, games, options, prisoners, sliding
from .lab import Unanswered


def solve(rng, lab, problem):
    """Answers to a problem, with options at random."""
    lab.write(problem.name, problem.text)
    space = problem.space
    for _ in range(rng.randint(1, 4)):
        asked = options.draw(rng, problem, space.length, space.plans)
        words = [problem.command, problem.name, *problem.meaning, *asked.words]
        options.check(lab, rng, problem, asked, words, space.length, space.plans)


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


def best_value(rng, lab, problem):
    """`--goal max`: the best value that can be reached, with or without a greatest horizon."""
    lab.write(problem.name, problem.text)
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
    if asked.bound is None:
        if best is not None:
            problem.puzzle.goal = best
            problem.space = spaces[best]
            answer = options.check(lab, rng, problem, asked, words, length, plans)
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


def any_problem(rng, most_states):
    return rng.choice([boards.draw, sliding.draw, games.draw])(rng, most_states)


def kind_of(rng, problem):
    """The option --kind; a rule sheet is found out to be one if it begins with a parenthesis."""
    needed = problem.command == 'gdl' and not problem.text.startswith('(')
    return ['--kind', problem.command] if needed or rng.random() < 0.3 else []


def explore(rng, lab):
    """States, transitions, depth and goal states."""
    problem = any_problem(rng, 1500)
    lab.write(problem.name, problem.text)
    counter = problem.command == 'gdl' and rng.random() < 0.7
    more = kind_of(rng, problem) + (['--counter'] if counter else [])
    answer = lab.answer(['explore', problem.name, *problem.meaning, *more], 0)
    space = problem.space
    lab.oracle = f'{space.states} states, {space.transitions} transitions, depth {space.depth}, {space.goals} goals'
    if answer is None:
        return
    found = {key: answer[key] for key in ('states', 'transitions', 'depth', 'goal_states')}
    if problem.command == 'gdl' and not counter:
        # A step counter is left out there, which only makes states fewer.
        lab.expect(found['states'] <= space.states, f'{found}')
        return
    wanted = {'states': space.states, 'transitions': space.transitions, 'depth': space.depth,
              'goal_states': space.goals}
    lab.expect(found == wanted, f'{found}, not {wanted}')


def export(rng, lab):
    """Formulas that are satisfiable exactly if there is a plan, or tasks."""
    if rng.random() < 0.3:
        export_task(rng, lab, any_problem(rng, 1000))
        return
    while True:
        problem = any_problem(rng, 40)
        if problem.space.length is None or problem.space.length <= 5:
            break
    lab.write(problem.name, problem.text)
    length = problem.space.length
    horizon = rng.randint(0, 4) if length is None else max(0, length + rng.choice([-1, -1, 0, 0, 1]))
    form = rng.choice(['dimacs', 'icnf', 'dimspec'])
    words = ['export', problem.name, *problem.meaning, *kind_of(rng, problem), '--format', form]
    words += ['--horizon', horizon] if form != 'dimspec' else []
    words += ['--encoding', rng.choice(problem.encodings)] if rng.random() < 0.7 else []
    words += ['--at-most-one', rng.choice(options.AT_MOST_ONE)] if rng.random() < 0.5 else []
    ran = lab.run(*words)
    lab.oracle = f'length {length}'
    if not lab.expect(ran.code == 0, f'exit code {ran.code}: {ran.err[:200]}'):
        return
    if form == 'icnf':
        n_vars, clauses, queries = formulas.icnf(ran.out)
        lab.expect(len(queries) == horizon + 1, f'{len(queries)} lines of assumptions')
        for at, (n_clauses, assumptions) in enumerate(queries):
            # All clauses first, as some readers want it, must give the same.
            taken = clauses if rng.random() < 0.3 else clauses[:n_clauses]
            compare(lab, taken, n_vars, assumptions, length, at)
        return
    n_vars, clauses = formulas.dimacs(ran.out) if form == 'dimacs' else formulas.dimspec(ran.out, horizon)
    compare(lab, clauses, n_vars, [], length, horizon)


def export_task(rng, lab, problem):
    """A task for other planners, which is read again: the same shortest plans."""
    lab.write(problem.name, problem.text)
    form, domain = rng.choice([('sas', []), ('pddl', ['--domain', 'domain.pddl'])])
    words = ['export', problem.name, *problem.meaning, *kind_of(rng, problem), '--format', form, *domain]
    lab.oracle = f'length {problem.space.length}'
    ran = lab.run(*words, '--output', f'task.{form}')
    if not lab.expect(ran.code == 0, f'exit code {ran.code}: {ran.err[:200]}'):
        return
    files = [*domain[1:], f'task.{form}']
    mode = rng.choice([[], ['--search'], ['--search', '--heuristic', 'lmcut']])
    answer = lab.answer([rng.choice(['solve', form]), *files, *mode], {0, 10})
    if answer is not None:
        lab.expect(answer['kind'] == form and answer['length'] == problem.space.length, f'length {answer["length"]}')


def compare(lab, clauses, n_vars, assumptions, length, horizon):
    found = formulas.is_satisfiable(clauses, n_vars, assumptions)
    wanted = length is not None and length <= horizon
    lab.expect(found == wanted, f'satisfiable: {found} at horizon {horizon}, but length {length}')


def mutate(rng, data):
    """A few bytes changed, dropped, doubled or put in."""
    data = bytearray(data)
    words = [b'(', b')', b'"', b'=', b'[', b']', b'\n', b'\r', b'\x00', b'\xff', b'-1', b'99999999999999999999', b'?x',
             b'not', b'0..l-1', b'.', b'#', b'\xc3\xa9', b'%', b'}', b'"""']
    for _ in range(rng.randint(1, 5)):
        at = rng.randint(0, len(data))
        end = min(len(data), at + rng.randint(0, 8))
        kind = rng.random()
        if kind < 0.3:
            data[at:end] = b''
        elif kind < 0.6:
            data[at:at] = rng.choice(words)
        elif kind < 0.8:
            data[at:at + 1] = bytes([rng.randrange(256)])
        else:
            data[at:at] = data[at:end]
    return bytes(data)


def hostile(rng, lab):
    """Files with mistakes: whatever is made of them, the program ends as it says it does."""
    if rng.random() < 0.15:
        data = rng.choice([b'days = [[[1,2],[3,4]],[[1,3],[2,4]]]\n', b'meets = "everyone"\ndays = [[[1,2,3]]]\n'])
        lab.write('schedule.toml', mutate(rng, data))
        lab.expect(lab.run('prisoners', '--check', 'schedule.toml').code in (0, 2, 20), 'an exit code')
        return
    problem = any_problem(rng, 300)
    lab.write(problem.name, mutate(rng, problem.text.encode()))
    limits = ['--timeout', 2, '--memory', 1000]
    words = rng.choice([
        [problem.command, problem.name, *problem.meaning, '--search', '--json', *limits],
        [problem.command, problem.name, *problem.meaning, '--incremental', '--max-horizon', 4, *limits],
        ['explore', problem.name, *limits],
        ['export', problem.name, '--horizon', 2],
        # A file of another kind than the command's.
        [rng.choice(['rushhour', 'sliding', 'gdl']), problem.name, '--horizon', 2, *limits],
    ])
    ran = lab.run(*words)
    if ran.code == 2:
        lab.expect(ran.err.startswith('error'), f'a complaint that starts with {ran.err[:40]!r}')


# Each with its share of all cases.
CATEGORIES = {
    'rush hour': (rush_hour, 25), 'sliding blocks': (sliding_blocks, 20), 'games': (gdl, 25),
    'prisoners': (prisoners.case, 8), 'exports': (export, 8), 'explore': (explore, 7), 'mutated inputs': (hostile, 7),
}


def run(rng, lab):
    """Draws a category and makes a case of it: its name, and what became of it."""
    names = list(CATEGORIES)
    name = rng.choices(names, [share for _, share in CATEGORIES.values()])[0]
    try:
        CATEGORIES[name][0](rng, lab)
    except Unanswered as late:
        return name, 'differs' if lab.differences else 'unanswered', str(late)
    return name, 'differs' if lab.differences else 'agrees', None
