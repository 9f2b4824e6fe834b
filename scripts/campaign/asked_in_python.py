"""The same questions asked through `import bmcplan` and on the command line have the same answers; unified-planning's problems, right ones."""
import functools, json, pathlib, subprocess

from . import options
from .kinds import any_problem

SCRIPT = '''
import json, sys, bmcplan
given = json.loads(sys.argv[1])
problem = given.pop("problem")
print(json.dumps(bmcplan.solve(problem, **given).to_dict(), default=str))
'''

# Keys that do not depend on who is faster.
KEYS = ['kind', 'status', 'metric', 'length', 'cost', 'optimal', 'refuted', 'refuted_below', 'count', 'complete', 'goal', 'version']


def case(rng, lab):
    """A problem of any kind, with options that are keywords there."""
    if lab.python is None:
        return
    problem = any_problem(rng, 200)
    problem.write(lab)
    asked = options.draw(rng, problem, problem.space.length, problem.space.plans)
    words, keywords = [], {'problem': problem.name if not problem.files else ['domain.pddl', problem.name]}
    rest = [*problem.meaning, *asked.words]
    while rest:
        word = rest.pop(0)
        value = str(rest.pop(0)) if rest and not str(rest[0]).startswith('--') else True
        words += [word] if value is True else [word, value]
        name = word[2:].replace('-', '_')
        if name in ('search', 'incremental', 'pdr', 'first', 'anytime') and value is True:
            keywords['mode'] = name
        elif name in ('horizon', 'minimize'):
            keywords |= {'mode': name, 'horizon': int(value)}
        else:
            keywords[name] = int(value) if value is not True and value.isdigit() else value
    if 'disk' in keywords:
        # The folder of a search that ended at its greatest horizon is left, to be gone on with.
        keywords['disk'] += '-of-python'
    told = lab.answer([problem.command, problem.name, *words], {0, 10, 11})
    ran = lab.process([str(lab.python), '-c', SCRIPT, json.dumps(keywords)], f'python: solve({keywords})')
    if not lab.expect(ran.code == 0, f'exit code {ran.code}: {ran.err.strip()[-300:]}') or told is None:
        return
    found = ran.json()
    keys = [key for key in KEYS if asked.mode not in ('horizon', 'first') or key not in ('length', 'optimal', 'refuted')]
    if asked.wanted == 'all' and None not in (found['plans'], told['plans']):
        lab.expect(sorted(map(tuple, found['plans'])) == sorted(map(tuple, told['plans'])) or not told['complete'], 'other plans')
    differing = {key: (told.get(key), found.get(key)) for key in keys if str(told.get(key)) != str(found.get(key))}
    lab.oracle = f'length {problem.space.length}'
    lab.expect(not differing, f'command line and Python: {differing}')
    if found['plan'] is not None and asked.semantics == 'sequential':
        fault = problem.puzzle.replay(list(found['plan']))
        lab.expect(fault is None, f'{fault}: {found["plan"]}')


@functools.cache
def has_unified_planning(python):
    return subprocess.run([str(python), '-c', 'import unified_planning'], capture_output=True).returncode == 0


def unified(rng, lab):
    """Problems of unified-planning, as unified_asked.py draws them, where it is installed."""
    if lab.python is None or not has_unified_planning(lab.python):
        lab.notes.append('there is no unified-planning')
        return
    seed, problems = rng.randrange(10**9), lab.asks * rng.randint(1, 2)
    words = [pathlib.Path(__file__).with_name('unified_asked.py'), seed, problems]
    ran = lab.process([str(lab.python), *map(str, words)], f'python unified_asked.py {seed} {problems}')
    if lab.expect(ran.code == 0, f'exit code {ran.code}: {ran.err.strip()[-300:]}'):
        told = ran.json()
        lab.runs += told['runs'] - 1
        for difference in told['differences']:
            lab.expect(False, difference)
