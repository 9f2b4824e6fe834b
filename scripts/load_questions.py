"""The questions that scripts/load.py asks, in Python and on the command line, and the parts of answers that are the same every time."""
import hashlib, json, pathlib, random, signal, subprocess, threading

ROOT = pathlib.Path(__file__).resolve().parent.parent
INSTANCES = ROOT / 'instances'
REFUSED = '../tests/inputs/a-parenthesis-too-few.kif'
CARD, LARGE, KLOTSKI = (str(INSTANCES / file) for file in ('thinkfun/card02.toml', 'large/9x9_5.toml', 'sliding/klotski.toml'))
TINY, TINY_PLAN = '..B.XXB.........', ['B down 1', 'B down 1', 'X right 1', 'X right 1']

# Asked in Python and on the command line: a file of instances/, and settings.
BOTH = [
    ('sample02.toml', {}),
    ('sample02.toml', {'metric': 'slides', 'mode': 'incremental'}),
    ('sample02.toml', {'mode': 'search', 'count': True}),
    ('sample01.toml', {'mode': 'incremental', 'threads': 2}),
    ('sample03.toml', {'mode': 'search', 'certify': 'c'}),
    ('thinkfun/card02.toml', {'metric': 'slides', 'mode': 'incremental', 'certify': 'c'}),
    ('thinkfun/card05.toml', {'count': True, 'certify': 'c'}),
    ('thinkfun/card02.toml', {'mode': 'fixed', 'horizon': 5}),
    ('thinkfun/card40.toml', {'mode': 'incremental', 'solver': 'batsat', 'metric': 'slides'}),
    ('sample1.toml', {'mode': 'first'}),
    ('large/9x9_5.toml', {'metric': 'slides', 'mode': 'search', 'memory': 30}),
    ('large/9x9_6.toml', {'metric': 'slides', 'mode': 'search', 'disk': 'd', 'timeout': 1}),
    ('sliding/klotski.toml', {'metric': 'moves', 'mode': 'search'}),
    ('sliding/klotski.toml', {'mode': 'incremental', 'timeout': 0.5}),
    ('sliding/ma.toml', {'metric': 'moves', 'mode': 'search', 'disk': 'd'}),
    ('sliding/stuck.toml', {}),
    ('gdl/hanoi.kif', {'mode': 'incremental'}),
    ('gdl/wolf-goat-cabbage.kif', {'mode': 'search', 'all': True, 'limit': 5}),
    ('gdl/eight-puzzle.kif', {}),
    ('gdl/buttons-and-lights.kif', {'goal': 'max', 'cpu_timeout': 600}),
    ('pddl/errands/problem.pddl', {'certify': 'c'}),
    ('pddl/trolley/problem.pddl', {'mode': 'incremental', 'semantics': 'forall'}),
    ('pddl/trolley/problem.pddl', {}),
    ('pddl/dominoes/problem.pddl', {'mode': 'pdr', 'certify': 'c'}),
    ('pddl/circuit/problem.pddl', {'mode': 'anytime', 'certify': 'c'}),
    ('costs/heavy.toml', {'certify': 'c'}),
    ('costs/heavy.toml', {'max_cost': 12}),
    ('../tests/fuzz_corpus/sas/toll', {'kind': 'sas'}),
    (REFUSED, {}),
    ('sample02.toml', {'solver': 'nobody'}),
]


class Enough(Exception):
    """Raised by a callback."""


def lamp(bmcplan):
    task = bmcplan.Task('lamp')
    door, light = task.variable('door', ['closed', 'open']), task.variable('lamp', ['off', 'on'])
    task.operator('open', {door: 'closed'}, {door: 'open'})
    task.operator('press', {}, {}, when=[({door: 'open'}, {light: 'on'})])
    task.goal({light: 'on'})
    return bmcplan.solve(task, mode='search').plan


def heard(bmcplan):
    events = []
    bmcplan.solve(CARD, mode='incremental', metric='slides', progress=lambda event: events.append(event['event']))
    return sorted(set(events))


def refuse(event):
    raise Enough


def one_plan(bmcplan):
    from bmcplan._anytime import plans_and_answer
    plans = plans_and_answer(bmcplan.read(INSTANCES / 'large/9x9_6.toml', metric='slides'), {'mode': 'anytime'})
    next(plans)
    plans.close()


def changed(bmcplan, folder):
    bmcplan.certify(CARD, folder / 'c', metric='slides')
    with open(folder / 'c/plan.txt', 'a') as file:
        file.write('; changed\n')
    return bmcplan.verify(folder / 'c')


def interrupted(bmcplan):
    # Only the main thread is interrupted; a timer does what Ctrl-C does.
    if threading.current_thread() is threading.main_thread():
        try:
            signal.setitimer(signal.ITIMER_REAL, random.uniform(0.05, 1))
            bmcplan.solve(KLOTSKI, mode='incremental', semantics='sequential')
        except KeyboardInterrupt:
            pass
    return 'interrupted'


PYTHON = {
    'explore': lambda bmcplan, folder: bmcplan.explore(CARD),
    'explore, memory': lambda bmcplan, folder: bmcplan.explore(LARGE, memory=30),
    'rate': lambda bmcplan, folder: bmcplan.rate(CARD),
    'explain': lambda bmcplan, folder: bmcplan.explain(CARD, smallest=True),
    'harden': lambda bmcplan, folder: bmcplan.harden(CARD, top=2),
    'generate': lambda bmcplan, folder: bmcplan.generate(figures={'length': '8..'}, seed=1, jobs=1),
    'plans': lambda bmcplan, folder: len(list(bmcplan.all_plans(INSTANCES / 'sample02.toml', limit=10))),
    'valid': lambda bmcplan, folder: bmcplan.check(TINY, TINY_PLAN, optimal=True),
    'wrong': lambda bmcplan, folder: bmcplan.check(TINY, TINY_PLAN[1:]),
    'pictures': lambda bmcplan, folder: [bmcplan.draw(bmcplan.solve(CARD, mode='search'), form) for form in ('svg', 'gif', 'png', 'html')],
    'export': lambda bmcplan, folder: [bmcplan.export(CARD, 'dimacs', horizon=9), bmcplan.export(CARD, 'sas')],
    'task': lambda bmcplan, folder: lamp(bmcplan),
    'schedules': lambda bmcplan, folder: bmcplan.count_schedules(days=2),
    'callback': lambda bmcplan, folder: heard(bmcplan),
    'callback that fails': lambda bmcplan, folder: bmcplan.solve(CARD, mode='incremental', progress=refuse),
    'stopped after a plan': lambda bmcplan, folder: one_plan(bmcplan),
    'changed certificate': changed,
    'interrupted': lambda bmcplan, folder: interrupted(bmcplan),
    'wrong text': lambda bmcplan, folder: bmcplan.solve('XX..\nAAA\n'),
    'no file': lambda bmcplan, folder: bmcplan.read_all([folder / 'nothing']),
    'wrong mode': lambda bmcplan, folder: bmcplan.solve(CARD, mode='quick'),
    'folder': lambda bmcplan, folder: [one.solve(mode='search').length for one in bmcplan.read_all(INSTANCES / 'thinkfun')],
}

# Command lines, one after the other in a folder.
LINES = {
    'drawn': [f'draw {CARD} --svg b.svg --png b.png'],
    'film': [f'solve {CARD} --search --json --gif b.gif --html b.html'],
    'explored on disk': [f'explore {CARD} --disk d --json'],
    'gone on with': [f'solve {LARGE} --search --disk d --timeout 1 --json', f'solve {LARGE} --search --disk d --resume --timeout 1 --json'],
    'lines': [f'solve {INSTANCES}/thinkfun --jsonl --jobs 2 --search'],
    'rated': [f'rate {CARD} --json'],
    'explained': [f'explain {CARD} --json'],
    'hardened': [f'harden {CARD} --json'],
    'generated': ['generate --length 8.. --count 1 --seed 1 --jobs 1 --output new.txt'],
    'exported': [f'export {CARD} --horizon 9 --output b.cnf'],
    'plan': [f'solve {CARD} --search --plan-out b.plan --json', f'check {CARD} b.plan --optimal --json'],
    'schedules': ['prisoners --days 2 --count --json'],
    'compared': [f'compare {CARD} --modes search,incremental --runs 1 --csv c.csv'],
    'wrong': ['solve nothing.toml', f'solve {CARD} --quick', f'solve {CARD} --svg no/b.svg', 'verify .', f'check {CARD} {CARD}'],
    'interrupted': [f'solve {KLOTSKI} --incremental -v'],
}

# Modes that are no option of that name.
MODES = {'auto': [], 'fixed': [], 'anytime': ['--first', '--anytime']}
# Of answers that have a plan, which depends on who is faster; of others, all but figures of the work.
SOLVED = ('status', 'metric', 'length', 'cost', 'optimal', 'count', 'complete')
CHANGES = {'seconds', 'build_seconds', 'solver_seconds', 'wall_seconds', 'cpu_seconds', 'memory_mb', 'solved', 'version', 'file', 'warnings'}


def kept(found):
    """The part of an answer that is the same every time."""
    if isinstance(found, (str, bytes)) and 100 < len(found):
        return hashlib.sha256(found if isinstance(found, bytes) else found.encode()).hexdigest()[:12]
    if isinstance(found, (list, tuple)):
        return [kept(part) for part in found]
    if not isinstance(found, dict):
        return found
    if found.get('status') == 'stopped':
        return {'status': 'stopped'}
    if 'stopped_by' in found and 'plan' in found and 'refuted' in found:
        evidence = (found.get('certificate') or {}).get('evidence')
        return {'evidence': evidence} | {key: found[key] for key in SOLVED if key in found}
    return {key: kept(value) for key, value in found.items() if key not in CHANGES}


def standing(folder):
    """The files in the folder, but a search on disk, with the digests of those that are the same every time."""
    files = sorted(file for file in folder.iterdir() if file.name != 'd')
    same = ('.svg', '.png', '.gif', '.cnf', '.plan', '.txt')
    return {file.name: hashlib.sha256(file.read_bytes()).hexdigest()[:12] if file.suffix in same else '' for file in files}


def in_place(settings, folder):
    return {name: str(folder / value) if name in ('certify', 'disk') else value for name, value in settings.items()}


def of_python():
    return [*range(len(BOTH)), *PYTHON]


def of_command_line():
    return [*range(len(BOTH)), *LINES]


def name(door, question):
    """The name of a question: that of one which both are asked is the same."""
    if isinstance(question, str):
        return f'{door}: {question}'
    file, settings = BOTH[question]
    return ' '.join([file, *(f'{name}={value}' for name, value in settings.items())])


def in_python(bmcplan, question, folder):
    """The answer in Python, and a fault that no answer may have."""
    try:
        if isinstance(question, str):
            found = PYTHON[question](bmcplan, folder)
        else:
            file, settings = BOTH[question]
            found = bmcplan.solve(INSTANCES / file, **in_place(settings, folder))
            if 'certify' in settings:
                return [kept(found.to_dict()), bmcplan.verify(folder / settings['certify']).status], None
    except bmcplan.StoppedError:
        return {'status': 'stopped'}, None
    except (bmcplan.InputError, bmcplan.ArgumentError, bmcplan.FileError):
        return 'refused', None
    except Enough:
        return 'enough', None
    except Exception as error:
        return None, repr(error)
    plain = lambda one: [plain(part) for part in one] if isinstance(one, (list, tuple)) else one.to_dict() if hasattr(one, 'to_dict') else one
    return kept(plain(found)), None


def on_command_line(lab, question):
    """The same on the command line."""
    if not isinstance(question, str):
        file, settings = BOTH[question]
        mode = settings.get('mode', 'auto')
        words = ['solve', INSTANCES / file, '--json', *MODES.get(mode, ['--' + mode])]
        for name, value in in_place(settings, lab.folder).items():
            if name != 'mode':
                words += ['--' + name.replace('_', '-'), *([] if value is True else [value])]
        ran = lab.run(*words)
        if ran.code == 2:
            return 'refused'
        found = kept(ran.json())
        return [found, lab.answer(['verify', lab.folder / 'c'], 0)['status']] if 'certify' in settings else found
    answers = []
    for line in LINES[question]:
        if question == 'interrupted':
            process = subprocess.Popen([lab.binary, *line.split()], cwd=lab.folder, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
            process.stderr.readline()
            process.send_signal(signal.SIGINT)
            process.communicate()
            answers.append(process.returncode)
            continue
        ran = lab.run(*line.split())
        objects = [json.loads(line) for line in ran.out.splitlines() if line.startswith('{')]
        answers.append([ran.code, *kept(sorted(objects, key=lambda found: found.get('name', '')))])
    return answers
