#!/usr/bin/env python3
"""Times breadth-first search, over steps of several moves too, and A* with 1, 2, 4, 8 and 16 threads, as far as there are cores, on one board or
problem after the other, and prints a table.

usage: scripts/bench_threads.py [--threads 1 2 4 8 16] [--runs 3] [--binary PATH] [--timeout SECONDS] [--boards NAME ...]

For each board and number of threads: seconds on the clock (median of the runs), states per second, how many times as fast as one
thread, CPU seconds of all threads, and the greatest resident set. Runs of different numbers of threads take turns, so that what
else the machine does disturbs all alike. Plan, number of states and refuted lengths must be the same for every number of
threads; otherwise the script ends with an error. Needs the program (cargo build --release), and for the planning problems the shared data.
"""
import argparse, json, os, pathlib, statistics, sys, tempfile

import generate_boards
import measure

A_STAR = ['--heuristic', 'lmcut']
FORALL, EXISTS = (['--semantics', semantics] for semantics in ('forall', 'exists'))
# Name: a file in instances/, or side, seed, fill and number of a board that generate_boards.py makes, or a folder of PDDL files; metric; more
# options.
BOARDS = {
    '9x9_5': ('large/9x9_5.toml', 'units', []),
    '9x9_5 slides': ('large/9x9_5.toml', 'slides', []),
    'made 10x10': ((10, 3, 0.75, 0), 'units', []),
    # All states of up to 14 units: 3 GB.
    'made 10x10, 14 units': ((10, 3, 0.75, 2), 'units', ['--max-horizon', '14']),
    'A* 9x9_4': ('large/9x9_4.toml', 'units', A_STAR),
    'A* zenotravel-p10': (measure.SHARED / 'pddl/ipc/zenotravel-p10', None, A_STAR),
    'A* sokoban-o11-06': (measure.SHARED / 'pddl/ipc/sokoban-o11-06', None, A_STAR),
    'forall psr-small-p25': (measure.SHARED / 'pddl/ipc/psr-small-p25', None, FORALL),
    'exists psr-small-p25': (measure.SHARED / 'pddl/ipc/psr-small-p25', None, EXISTS),
    # All states of up to 6 steps.
    'forall tpp-p07, 6 steps': (measure.SHARED / 'pddl/ipc/tpp-p07', None, [*FORALL, '--max-horizon', '6']),
}


def text_of(source):
    if isinstance(source, str):
        return (measure.ROOT / 'instances' / source).read_text()
    side, seed, fill, number = source
    return generate_boards.boards(side, seed, fill, number + 1)[number].text


def timed(binary, file, metric, options, threads, timeout):
    """Seconds on the clock, CPU seconds, megabytes, and the answer."""
    limit = ['--timeout', timeout] if timeout else []
    problem = ['rushhour', file, '--metric', metric] if metric else ['pddl', file]
    command = [binary, *problem, '--search', '--json', '--threads', threads, *limit, *options]
    done = measure.run(command)
    # 11: no plan of that many moves at most; 12: stopped by the limit.
    if done.code not in (0, 10, 11, 12):
        measure.fail(command, done)
    return done.wall, done.seconds, done.megabytes, json.loads(done.out)


def main():
    cores = len(os.sched_getaffinity(0))
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('--threads', type=int, nargs='+', default=[n for n in (1, 2, 4, 8, 16) if n <= cores])
    parser.add_argument('--runs', type=int, default=3)
    parser.add_argument('--binary', type=pathlib.Path, default=measure.BINARY)
    parser.add_argument('--timeout', type=float, default=None, metavar='SECONDS', help='for each run; none by default')
    parser.add_argument('--boards', nargs='+', choices=BOARDS, default=list(BOARDS))
    options = parser.parse_args()
    print(f'{cores} cores, load {os.getloadavg()[0]:.1f}\n')
    print('| board | states | threads | seconds | million states/s | speed-up | CPU seconds | MB |')
    print('|---|---|---|---|---|---|---|---|')
    for name in options.boards:
        source, metric, more = BOARDS[name]
        with tempfile.TemporaryDirectory() as folder:
            file = pathlib.Path(folder) / 'board.toml'
            if metric:
                file.write_text(text_of(source))
            elif not (file := source / 'problem.pddl').exists():
                print(f'{name}: {file} is not here', file=sys.stderr)
                continue
            runs = {threads: [] for threads in options.threads}
            for _ in range(options.runs):
                for threads in options.threads:
                    runs[threads].append(timed(options.binary, file, metric, more, threads, options.timeout))
        answers = [[run[3][key] for key in ('status', 'plan', 'states', 'refuted')] for some in runs.values() for run in some]
        stopped = any(answer[0] == 'stopped' for answer in answers)
        if not stopped and any(answer != answers[0] for answer in answers):
            sys.exit(f'{name}: answers differ')
        first = None
        for threads, some in runs.items():
            seconds, cpu, megabytes = (statistics.median(run[column] for run in some) for column in range(3))
            states = statistics.median(run[3]['states'] for run in some)
            rate = states / seconds
            first = first or rate
            print(f'| {name}{" (stopped)" if stopped else ""} | {states:.0f} | {threads} | {seconds:.2f} | {rate / 1e6:.2f} '
                  f'| {rate / first:.2f} | {cpu:.2f} | {megabytes:.0f} |', flush=True)


if __name__ == '__main__':
    main()
