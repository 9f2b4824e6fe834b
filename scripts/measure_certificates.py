#!/usr/bin/env python3
"""Measures what certificates of shortest plans cost, and prints a table in Markdown.

usage: scripts/measure_certificates.py [--binary PATH] [--runs 3] [--timeout 120] [BOARD[:METRIC] …]
       scripts/measure_certificates.py --makespans [--binary PATH] [--runs 3] [--timeout 120] [BOARD[:METRIC] | FILE,FILE …]

For each board, in CPU seconds, medians: --incremental alone; --certify with --incremental and without a mode, each with the proof, the
files and the check that follows, and their ratios to the first; `bmcplan verify`; check.py on the whole folder. And the sizes of proof and
formula. Without boards: those of the page.

With --makespans the same for least makespans, in both semantics, with --incremental: of boards, or of files with commas between them, such
as domain.pddl,problem.pddl.
Build first: cargo build --release
"""
import argparse, json, pathlib, resource, statistics, subprocess, sys, tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
BOARDS = ['sample02', 'sample23', 'prob40', 'sample9', 'sample1', 'sample04', 'large/9x9_4:slides', 'large/9x9_5:slides',
          'large/9x9_6:slides', 'large/12x12_7:slides']


def cpu(command, timeout):
    """The CPU seconds of a command, or None if it fails or takes too long; and what it prints."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=timeout)
    except subprocess.TimeoutExpired:
        return None, ''
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    taken = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return (taken, done.stdout) if done.returncode == 0 else (None, done.stdout + done.stderr)


def median(command, runs, timeout):
    taken = [cpu(command, timeout) for _ in range(runs)]
    if any(seconds is None for seconds, _ in taken):
        print('failed:', *command, taken[-1][1][-300:], file=sys.stderr)
        return None
    return statistics.median(seconds for seconds, _ in taken)


def row(board, options):
    name, _, metric = board.partition(':')
    problem = [str(ROOT / 'instances' / f'{name}.toml'), '--metric', metric or 'units']
    with tempfile.TemporaryDirectory() as folder:
        solve = [options.binary, 'rushhour', *problem, '--quiet']
        times = [median(command, options.runs, options.timeout) for command in [
            [*solve, '--incremental'], [*solve, '--incremental', '--certify', folder], [*solve, '--certify', folder],
            [options.binary, 'verify', folder], [sys.executable, f'{folder}/check.py', folder]]]
        sizes = [pathlib.Path(folder, file) for file in ('below.lrat', 'below.cnf')]
        sizes = [f'{path.stat().st_size / 1e6:.1f}' if path.exists() else '—' for path in sizes]
        plan = pathlib.Path(folder, 'plan.txt')
        length = sum(line.startswith('(') for line in plan.read_text().splitlines()) if plan.exists() else '—'
    shown = [f'{seconds:.2f}' if seconds is not None else '—' for seconds in times]
    ratios = [f'{time / times[0]:.1f}' if None not in (time, times[0]) else '—' for time in times[1:3]]
    by_mode = [cell for pair in zip(shown[1:3], ratios) for cell in pair]
    return [name.split('/')[-1], f'{length} {metric or "units"}', shown[0], *by_mode, *sizes, *shown[3:]]


def makespan_row(name, semantics, options):
    board, _, metric = name.partition(':')
    problem = name.split(',') if '.' in name else [str(ROOT / 'instances' / f'{board}.toml'), '--metric', metric or 'units']
    with tempfile.TemporaryDirectory() as folder:
        solve = [options.binary, 'solve' if len(problem) == 1 or '--metric' in problem else 'pddl', *problem, '--incremental', '--quiet',
                 '--semantics', semantics]
        times = [median(command, options.runs, options.timeout) for command in [
            solve, [*solve, '--certify', folder], [options.binary, 'verify', folder], [sys.executable, f'{folder}/check.py', folder]]]
        sizes = [pathlib.Path(folder, file) for file in ('below.lrat', 'below.cnf')]
        sizes = [f'{path.stat().st_size / 1e6:.1f}' if path.exists() else '—' for path in sizes]
        claim = pathlib.Path(folder, 'certificate.json')
        steps = json.loads(claim.read_text())['length'] if claim.exists() else '—'
    shown = [f'{seconds:.2f}' if seconds is not None else '—' for seconds in times]
    ratio = f'{times[1] / times[0]:.1f}' if None not in times[:2] else '—'
    return [pathlib.PurePath(problem[-1] if '.' in name else board).stem, f"{steps} {'∀' if semantics == 'forall' else '∃'}-steps", *shown[:2], ratio,
            *sizes, *shown[2:]]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('boards', nargs='*', default=BOARDS)
    parser.add_argument('--binary', default=str(ROOT / 'target/release/bmcplan'))
    parser.add_argument('--runs', type=int, default=3)
    parser.add_argument('--timeout', type=float, default=120)
    parser.add_argument('--makespans', action='store_true')
    options = parser.parse_args()
    if options.makespans:
        print('| problem | least makespan | solved, s | and certified, s | ratio | proof, MB | formula, MB | verify, s | check.py, s |')
        print('|---' * 9 + '|')
        for name in options.boards:
            for semantics in ('forall', 'exists'):
                print('| ' + ' | '.join(makespan_row(name, semantics, options)) + ' |', flush=True)
        return
    print('| board | shortest | --incremental, s | --incremental --certify, s | ratio | --certify alone, s | ratio | proof, MB | formula, MB '
          '| verify, s | check.py, s |')
    print('|---' * 11 + '|')
    for board in options.boards:
        print('| ' + ' | '.join(row(board, options)) + ' |', flush=True)


main()
