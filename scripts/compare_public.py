#!/usr/bin/env python3
"""Counts the problems of public sets that bmcplan and other planners solve optimally, and prints Markdown tables by domain.

usage: scripts/compare_public.py hapori|ipc2023|core FOLDER [--results FILE] [--every N] [--offset K] [--only REGEX]
                                 [--known] [--seconds 30] [--memory 8192] [--jobs 2] [--wheel DIR]
                                 [--planners bmcplan,lmcut,blind,symk] [--quality 1,10,60]

FOLDER holds the files of a repository:
hapori      jendrikseipp/hapori: 7,202 problems, 3,869 of them with a known optimum. Usual: --every 24 --offset 7 (300),
            and --every 48 --offset 13 --known (79). The tables also say what its thirty planners solved, on its machines
ipc2023     ipc2023-classical/ipc2023-dataset: the optimal track, 7 x 20 problems. Usual: --only 'p0[13579]' (35)
core        core-challenge/2023result: 369 instances of the CoRe Challenge, shortest ways from one independent set of a graph to
            another, token by token, written as PDDL. Usual: --every 6 --offset 2. The tables also say what NU-ASP and PARIS
            solved, on its machines

The planners are bmcplan without a mode, A* with LM-cut and blind search of Fast Downward, and sym_bd() of SymK: see
compare_planners.py for their wheels. Limits are CPU seconds (user + system, all threads of a process together) of everything from
reading on, and megabytes. bmcplan runs two threads: the same CPU seconds are fewer on the clock than those of the others.

With --quality, no optimum is asked for, but how good plans are after so many seconds: IPC's score, the best known cost / cost, of
bmcplan with and without --first --anytime and of LAMA (the alias seq-sat-lama-2011), over the problems that are known to have a plan.
The best cost is the least one of hapori's planners (in half an hour) and of those here. Usual: hapori --every 180 --offset 5 (36)

Each run is a line of the file of --results. A run that is there is not repeated, unless the planner gave up under a smaller limit.
After the tables, a cost outside of what is known, or two planners that differ, is an error. Build first: cargo build --release
"""
import argparse, concurrent.futures, csv, dataclasses, json, math, pathlib, re, sys, tempfile

import compare_planners, measure
from measure import row, head

# Planners of hapori as the tables name them.
BEST = {'ipc2014-opt-symba1+default': 'SymBA*', 'ipc2018-opt-scorpion+default': 'Scorpion',
        'ipc2018-opt-delfi+h2-simpless-dks-celmcut': 'their LM-cut', 'ipc2018-opt-delfi+h2-simpless-dks-cpdbshc900': 'their iPDB',
        'ipc2018-opt-delfi+h2-simpless-dks-blind': 'their blind'}
SOLVERS = {'banbaralab2-shortest1': 'NU-ASP', 'ai-planning2-shortest1': 'PARIS'}
SEARCHES = {**compare_planners.SEARCHES, 'symk': 'sym_bd()'}


@dataclasses.dataclass
class Problem:
    name: str
    group: str                                      # its domain, a row of the table
    domain: pathlib.Path
    problem: pathlib.Path
    least: float = 0                                # its optimal cost is known to lie between these
    most: float = math.inf
    others: dict = dataclasses.field(default_factory=dict)  # seconds of planners in published data
    found: float = math.inf                         # the least cost of a plan that any planner found


def hapori(folder):
    data = folder / 'experiments/data/training-data-collect-eval'
    tables = (csv.DictReader((data / f'full-{name}.csv').open()) for name in ('opt-cost', 'opt-cpu_time', 'sat-cost'))
    for cost, seconds, found in zip(*tables):
        key = cost.pop('')
        assert key == seconds.pop('') == found.pop('')
        group, name = key.split(':')
        path = folder / 'benchmarks' / group
        known = {int(value) for value in cost.values() if value != '-'}
        others = {BEST.get(planner, planner): float(seconds[planner]) for planner in cost
                  if '-' not in (cost[planner], seconds[planner])}
        common = path / 'domain.pddl'
        yield Problem(key, group, common if common.exists() else path / f'domain-{name}', path / name,
                      min(known, default=0), max(known, default=math.inf), others,
                      min([*known, *(float(value) for value in found.values() if value != '-')], default=math.inf))


def ipc2023(folder):
    bounds = json.loads((folder / 'bounds.json').read_text())
    for file in sorted((folder / 'opt').glob('*/p??.pddl')):
        group, common = file.parent.name, file.with_name('domain.pddl')
        domain = common if common.exists() else file.with_name(f'domain_{file.name}')
        yield Problem(f'{group}:{file.name}', group, domain, file, *bounds.get(f'opt/{group}/{file.name}', ()))


def core(folder):
    solver = folder / 'docs/solver'
    for file in sorted((solver / 'benchmark/2022benchmark/benchmark').glob('*/*.dat')):
        graphs = [path for path in file.parent.glob('*.col') if file.name.startswith(f'{path.stem}_')]
        graph = max(graphs, default=file.with_suffix('.col'))
        problem = Problem(f'{file.parent.name}:{file.stem}', file.parent.name, graph, file)
        log = solver / 'log' / file.parent.relative_to(solver) / f'{graph.name}{file.name}.shortest-cpu-'
        for name, title in SOLVERS.items():
            answer = pathlib.Path(f'{log}{name}.time1800.log')
            text = answer.read_text(errors='replace') if answer.exists() else ''
            if re.search('^a (YES|NO)', text, re.M):
                problem.others[title] = float(re.search(r'User time \(seconds\): ([\d.]+)', text)[1])
            if sets := len(re.findall(r'^a \d', text, re.M)):
                # Their plans need not be shortest.
                problem.most = min(2 * (sets - 1), problem.most)
            elif re.search('^a NO', text, re.M):
                problem.least = math.inf
        yield problem


def tokens(graph, sets, folder):
    """Writes an instance as PDDL: to move a token is to take it and to put it."""
    edges = [line.split()[1:] for line in graph.read_text().splitlines() if line.startswith('e')]
    start, goal = (line.split()[1:] for line in sets.read_text().splitlines() if line[:1] in ('s', 't'))
    next_to = {}
    for one, other in edges:
        next_to.setdefault(one, set()).add(other)
        next_to.setdefault(other, set()).add(one)
    vertices = sorted({*next_to, *start, *goal}, key=int)
    facts = lambda names: ' '.join(f'(token{name})' for name in names)
    domain, problem = folder / 'domain.pddl', folder / 'problem.pddl'
    with domain.open('w') as file:
        print('(define (domain tokens) (:requirements :strips :negative-preconditions)\n'
              f'(:predicates (held) {facts(vertices)})', file=file)
        for name in vertices:
            free = ' '.join(f'(not (token{other}))' for other in [name, *sorted(next_to.get(name, ()), key=int)])
            print(f'(:action take{name} :precondition (and (token{name}) (not (held)))\n:effect (and (held) (not (token{name}))))\n'
                  f'(:action put{name} :precondition (and (held) {free})\n:effect (and (token{name}) (not (held))))', file=file)
        print(')', file=file)
    goal = f'(and (not (held)) {facts(goal)})'
    problem.write_text(f'(define (problem move) (:domain tokens) (:init {facts(start)}) (:goal {goal}))\n')
    return domain, problem


def bmcplan(domain, problem, limits):
    """Cost, seconds, and the proof, or why there is no answer."""
    seconds, megabytes = limits
    command = [measure.BINARY, 'pddl', domain, problem, '--json', '--cpu-timeout', seconds, '--memory', megabytes]
    done = measure.run(command, seconds + 5, megabytes * 1.25)
    if done.code not in (0, 10, 12):
        return None, done.seconds, done.over or f'exit code {done.code}: {done.err.strip()[-300:]}'
    answer = json.loads(done.out)
    if done.code == 10:
        return 'unsolvable', done.seconds, answer['proved_by']
    cost = answer['length'] if answer['metric'] == 'actions' else answer['cost']
    return (cost, done.seconds, answer['proved_by']) if answer['optimal'] else (None, done.seconds, answer['stopped_by'])


def peer(name, wheel):
    """The same of Fast Downward or SymK."""
    wheel = compare_planners.FastDownward(wheel, *(('up_symk', 'symk', ('-m', 'translate')) if name == 'symk' else ()))
    return lambda domain, problem, limits: (*wheel.cost(SEARCHES[name], domain, problem, limits), None)


def best_cost(options):
    """The cost of the best plan of bmcplan at each limit, each in a run of its own."""
    def run(domain, problem, limits, megabytes):
        costs = []
        for seconds in limits:
            answer, _ = compare_planners.bmcplan(domain, problem, options, (seconds, megabytes))
            is_solved = answer is not None and answer['status'] == 'solved'
            costs.append((answer['length'] if answer['metric'] == 'actions' else answer['cost']) if is_solved else None)
        return costs
    return run


def lama(wheel):
    """The same of LAMA, from the times in its log."""
    driver = compare_planners.FastDownward(wheel).search.parents[3] / 'fast-downward.py'

    def run(domain, problem, limits, megabytes):
        with tempfile.TemporaryDirectory() as folder:
            plan, sas = (pathlib.Path(folder) / name for name in ('plan', 'sas'))
            options = ['--plan-file', plan, '--sas-file', sas, '--alias', 'seq-sat-lama-2011']
            limited = ['--overall-time-limit', f'{max(limits):g}s', '--overall-memory-limit', f'{megabytes}M']
            log = measure.run([sys.executable, driver, *limited, *options, domain, problem]).out
        before = sum(float(done) for done in re.findall(r'^Done! \[([\d.]+)s CPU', log, re.M))
        plans = [(before + float(time), int(cost)) for time, cost in re.findall(r'\[t=([\d.]+)s,.*\] Plan cost: (\d+)', log)]
        return [min((cost for time, cost in plans if time <= seconds), default=None) for seconds in limits]
    return run


def quality(problems, args, results):
    """Runs what is not in the results, and prints the scores by problem and their sums."""
    planners = {'--first --anytime': best_cost(['--first', '--anytime']), 'no mode': best_cost([]), 'LAMA': lama(args.wheel)}

    def solve(problem, name):
        costs = planners[name](problem.domain, problem.problem, args.quality, args.memory)
        return {'problem': problem.name, 'planner': name, 'limits': args.quality, 'costs': costs}

    def is_open(key):
        return key not in results or results[key]['limits'] != args.quality

    open_runs = [(problem, name) for problem in problems for name in planners if is_open((problem.name, name))]
    with args.results.open('a') as file, concurrent.futures.ThreadPoolExecutor(args.jobs) as pool:
        for run in pool.map(lambda pair: solve(*pair), open_runs):
            results[run['problem'], run['planner']] = run
            print(json.dumps(run), file=file, flush=True)
    head('problem', 'best known', *(f'{name}, {seconds:g} s' for name in planners for seconds in args.quality))
    sums = [0] * len(planners) * len(args.quality)
    for problem in problems:
        costs = [cost for name in planners for cost in results[problem.name, name]['costs']]
        best = min([problem.found, *(cost for cost in costs if cost is not None)])
        scores = [0 if cost is None else best / cost if cost else 1 for cost in costs]
        sums = [sum(pair) for pair in zip(sums, scores)]
        row(problem.name, f'{best:g}', *(f'{score:.2f} ({cost})' if cost is not None else '—' for cost, score in zip(costs, scores)))
    row('sum', len(problems), *(f'{score:.2f}' for score in sums))


def solve(problem, name, planner, limits):
    """One run, as a line of the results."""
    with tempfile.TemporaryDirectory() as folder:
        files = problem.domain, problem.problem
        if problem.domain.suffix == '.col':
            files = tokens(*files, pathlib.Path(folder))
        cost, seconds, note = planner(*files, limits)
    return {'problem': problem.name, 'planner': name, 'limit': limits[0], 'cost': cost, 'seconds': round(seconds, 2), 'note': note}


def check(problem, runs):
    """What is wrong: a cost outside of what is known, or planners that differ."""
    costs = {math.inf if run['cost'] == 'unsolvable' else run['cost'] for run in runs if run['cost'] is not None}
    if len(costs) <= 1 and all(problem.least <= cost <= problem.most for cost in costs):
        return []
    answers = ', '.join(f'{run["planner"]} {run["cost"]}' for run in runs)
    return [f'{problem.name}: wrong: {answers}; known: {problem.least} to {problem.most}']


def tables(problems, planners, results, limit):
    """Prints what was solved within the limit, by domain, and what others solve that bmcplan does not."""
    def seconds(problem, name):
        run = results.get((problem.name, name))
        found = problem.others.get(name) if run is None else run['seconds'] if run['cost'] is not None else None
        return found if found is not None and found <= limit else None

    published = [name for name in (*BEST.values(), *SOLVERS.values()) if any(name in problem.others for problem in problems)]
    head('domain', 'problems', *planners, *published, *['all of theirs'][:len(published)])
    for group in [*sorted({problem.group for problem in problems}), None]:
        those = [problem for problem in problems if group in (problem.group, None)]
        counts = [sum(seconds(problem, name) is not None for problem in those) for name in (*planners, *published)]
        together = sum(any(took <= limit for took in problem.others.values()) for problem in those)
        row(group or 'sum', len(those), *counts, *[together][:len(published)])

    head('not solved by bmcplan', *planners, 'best of theirs', 'why')
    for problem in problems:
        theirs = min((pair for pair in problem.others.items() if pair[1] <= limit), key=lambda pair: pair[1], default=None)
        cells = [seconds(problem, name) for name in planners]
        run = results.get((problem.name, 'bmcplan'), {'note': 'not run'})
        is_refused = (run['note'] or '').startswith('exit code')
        if seconds(problem, 'bmcplan') is None and (theirs or is_refused or cells != [None] * len(cells)):
            row(problem.name, *('—' if cell is None else f'{cell:.2f} s' for cell in cells),
                f'{theirs[0]}: {theirs[1]:.2f} s' if theirs else '—', run['note'])


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('set', choices=SETS)
    parser.add_argument('folder', type=pathlib.Path)
    parser.add_argument('--results', default='results.jsonl', type=pathlib.Path)
    parser.add_argument('--only', default='', help='a regular expression of names, as DOMAIN:FILE')
    parser.add_argument('--every', default=1, type=int)
    parser.add_argument('--offset', default=0, type=int)
    parser.add_argument('--known', action='store_true', help='only problems with a known optimum')
    parser.add_argument('--seconds', default=30, type=float)
    parser.add_argument('--memory', default=8192, type=int)
    parser.add_argument('--jobs', default=2, type=int)
    parser.add_argument('--planners', default=['bmcplan', *SEARCHES], type=lambda text: text.split(','))
    parser.add_argument('--wheel', type=pathlib.Path)
    parser.add_argument('--quality', type=lambda text: [float(word) for word in text.split(',')], help='seconds, as 1,10,60')
    args = parser.parse_args()
    measure.need_bmcplan()
    problems = list(SETS[args.set](args.folder))[args.offset::args.every]
    problems = [problem for problem in problems
                if re.search(args.only, problem.name) and not (args.known and problem.most == math.inf)]
    absent = [problem for problem in problems if not (problem.domain.exists() and problem.problem.exists())]
    for problem in absent:
        problems.remove(problem)
        print(f'{problem.name} is left out: its files are not in the folder', file=sys.stderr)
    planners = {name: bmcplan if name == 'bmcplan' else peer(name, args.wheel) for name in args.planners}
    lines = args.results.read_text().splitlines() if args.results.exists() else []
    results = {(run['problem'], run['planner']): run for run in map(json.loads, lines)}
    limits = args.seconds, args.memory
    if args.quality:
        measure.machine(f'limits {args.memory} MB, {args.jobs} at a time')
        return quality([problem for problem in problems if problem.found < math.inf], args, results)

    def is_open(key):
        return key not in results or results[key]['cost'] is None and results[key]['limit'] < args.seconds

    with args.results.open('a') as file, concurrent.futures.ThreadPoolExecutor(args.jobs) as pool:
        runs = [pool.submit(solve, problem, name, planner, limits) for problem in problems for name, planner in planners.items()
                if is_open((problem.name, name))]
        for done in concurrent.futures.as_completed(runs):
            run = done.result()
            results[run['problem'], run['planner']] = run
            print(json.dumps(run), file=file, flush=True)

    measure.machine(f'limits {args.seconds:g} s of CPU time and {args.memory} MB, {args.jobs} at a time')
    tables(problems, args.planners, results, args.seconds)
    wrong = [text for problem in problems for text in check(problem, [run for key, run in results.items() if key[0] == problem.name])]
    sys.exit('\n'.join(wrong) or 0)


SETS = {'hapori': hapori, 'ipc2023': ipc2023, 'core': core}


if __name__ == '__main__':
    main()
