"""Formulas and tasks that are exported: satisfiable exactly if there is a plan, or with the same shortest plans."""
from . import formulas, options
from .kinds import any_problem, kind_of


def case(rng, lab):
    """Formulas that are satisfiable exactly if there is a plan, or tasks."""
    if rng.random() < 0.3:
        export_task(rng, lab, any_problem(rng, 1000))
        return
    while True:
        problem = any_problem(rng, 40)
        if problem.space.length is None or problem.space.length <= 5:
            break
    problem.write(lab)
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
    problem.write(lab)
    form, domain = rng.choice([('sas', []), ('pddl', ['--domain', 'd.pddl'])])
    words = ['export', problem.name, *problem.meaning, *kind_of(rng, problem), '--format', form, *domain]
    lab.oracle = f'length {problem.space.length}'
    ran = lab.run(*words, '--output', f'written.{form}')
    if not lab.expect(ran.code == 0, f'exit code {ran.code}: {ran.err[:200]}'):
        return
    files = [*domain[1:], f'written.{form}']
    mode = rng.choice([[], ['--search'], ['--search', '--heuristic', 'lmcut'], ['--search', '--heuristic', 'patterns']])
    answer = lab.answer([rng.choice(['solve', form]), *files, *mode], {0, 10})
    if answer is not None:
        lab.expect(answer['kind'] == form and answer['length'] == problem.space.length, f'length {answer["length"]}')


def compare(lab, clauses, n_vars, assumptions, length, horizon):
    found = formulas.is_satisfiable(clauses, n_vars, assumptions)
    wanted = length is not None and length <= horizon
    lab.expect(found == wanted, f'satisfiable: {found} at horizon {horizon}, but length {length}')
