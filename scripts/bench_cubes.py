#!/usr/bin/env python3
"""Times --incremental on boards with one thread and with several that divide long horizons, and prints a table.

usage: scripts/bench_cubes.py [--threads 1 2] [--seed 8] [--boards 10] [--sides 13 14 15 16] [--least 10] [--most 60] [--runs 1]
                              [--options "--solver batsat"] [--binary PATH]

Boards are drawn by generate_boards.py, of one side after the other; nobody chooses them: the first ones count for which one thread
refutes some horizon in --least to --most seconds of CPU time. That horizon is the greatest that is asked for, so all runs end with a
refutation of the same horizon, or a plan of the same length; otherwise the script ends with an error.

For each board and number of threads: seconds on the clock and CPU seconds of all threads (medians of the runs, of whole processes). Runs of
different numbers of threads take turns, so that what else the machine does disturbs all alike. The last line has the geometric means of
how many times as fast as the first number of threads the others are. Needs the program (cargo build --release) and nothing else.
"""
import argparse, itertools, json, os, pathlib, re, shlex, statistics, subprocess, sys

import generate_boards
import measure

REFUTED = re.compile(r'horizon (\d+): Refuted, .*conflicts, ([\d.]+)s$')


def command(binary, file, board, more):
    return [str(binary), 'rushhour', str(file), '--metric', board.metric, '--incremental', *more]


def hard_horizon(binary, file, board, options):
    """The first horizon that takes one thread at least so long, if it takes at most so long; None if there is none."""
    line = command(binary, file, board, ['--threads', '1', '--cpu-timeout', str(3 * options.most), *options.options])
    found = subprocess.Popen(line, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, env=dict(os.environ, RUST_LOG='debug'))
    try:
        for text in found.stdout:
            refuted = REFUTED.search(text.strip())
            if refuted and options.least <= float(refuted[2]):
                return int(refuted[1]) if float(refuted[2]) <= options.most else None
        return None
    finally:
        found.kill()
        found.wait()


def timed(line):
    """Seconds on the clock, CPU seconds, and the answer."""
    done = measure.run(line)
    # 11: no plan of that many moves at most.
    if done.code not in (0, 11):
        measure.fail(line, done)
    answer = json.loads(done.out)
    return done.wall, done.seconds, (answer['status'], answer.get('length'), answer.get('refuted'))


def drawn(sides, seed):
    for number in itertools.count():
        for side in sides:
            yield generate_boards.boards(side, seed, 0.7, number + 1)[number]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('--threads', type=int, nargs='+', default=[1, 2])
    parser.add_argument('--seed', type=int, default=8)
    parser.add_argument('--boards', type=int, default=10)
    parser.add_argument('--sides', type=int, nargs='+', default=[13, 14, 15, 16])
    parser.add_argument('--least', type=float, default=10, metavar='SECONDS')
    parser.add_argument('--most', type=float, default=60, metavar='SECONDS')
    parser.add_argument('--runs', type=int, default=1)
    parser.add_argument('--options', type=shlex.split, default=[], help='more options of all runs, such as "--solver batsat"')
    parser.add_argument('--binary', type=pathlib.Path, default=measure.BINARY)
    options = parser.parse_args()
    print(f'{len(os.sched_getaffinity(0))} cores, load {os.getloadavg()[0]:.1f}\n')
    print('| board | horizon | ' + ' | '.join(f'{n} threads: seconds | CPU seconds' for n in options.threads) + ' | times as fast |')
    print('|---|---|' + '---|' * (2 * len(options.threads) + 1))
    ratios = {threads: [] for threads in options.threads[1:]}
    n_boards = 0
    for board in drawn(options.sides, options.seed):
        if n_boards == options.boards:
            break
        with measure.files(board) as (file, _):
            horizon = hard_horizon(options.binary, file, board, options)
            if horizon is None:
                continue
            n_boards += 1
            runs = {threads: [] for threads in options.threads}
            for _, threads in itertools.product(range(options.runs), options.threads):
                line = command(options.binary, file, board, ['--json', '--max-horizon', str(horizon), *options.options])
                runs[threads].append(timed([*line, '--threads', str(threads)]))
        answers = {run[2] for some in runs.values() for run in some}
        if len(answers) != 1:
            sys.exit(f'{board.name}: answers differ: {answers}')
        medians = {threads: [statistics.median(run[column] for run in some) for column in range(2)] for threads, some in runs.items()}
        first = medians[options.threads[0]][0]
        for threads in ratios:
            ratios[threads].append(first / medians[threads][0])
        cells = ' | '.join(f'{seconds:.1f} | {cpu:.1f}' for seconds, cpu in medians.values())
        fast = ', '.join(f'{some[-1]:.2f}' for some in ratios.values())
        print(f'| {board.name} | {horizon} | {cells} | {fast} |', flush=True)
    for threads, some in ratios.items():
        print(f'\n{threads} threads, geometric mean of {len(some)} boards: {statistics.geometric_mean(some):.2f}')


if __name__ == '__main__':
    main()
