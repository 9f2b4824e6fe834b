#!/usr/bin/env python3
"""Measures how far the encodings of sliding-block puzzles get, and prints a Markdown table.

usage: scripts/sliding_horizons.py [--seconds 60] [--only NAME ...] [--metrics units moves] [--encodings NAME ...]
                                   [--solvers varisat] [--labellings shapes labelled] [--runs 1]

For every puzzle, metric, encoding, labelling and solver: the greatest horizon n such that "no plan within n moves" is
proved within that many seconds of CPU time (user + system of the process, which is interrupted then), one run after
the other; `solved n` where a shortest plan was found in that time. In parentheses the variables and clauses per step.
Explicit search solves all of these puzzles in less than a second; the table is about formulas.

Build first: cargo build --release
"""
import argparse, datetime, json, os, pathlib, platform, statistics, subprocess, sys

import measure

ROOT = pathlib.Path(__file__).resolve().parent.parent
BINARY = ROOT / 'target' / 'release' / 'bmcplan'


def run(options, *arguments):
    """The JSON answer of one run, interrupted when its CPU time is used up; None if the encoding has no such metric."""
    command = [options.binary, 'sliding', '--incremental', '--json', *arguments]
    done = measure.run(command, options.seconds)
    try:
        return json.loads(done.out)
    except json.JSONDecodeError:
        if 'does not describe' in done.err:
            return None
        sys.exit(f'{" ".join(map(str, command))}: exit code {done.code}: {done.err}')


def known_encodings(options):
    """The names that `--encoding` takes."""
    text = subprocess.run([options.binary, 'sliding', '-', '--encoding', '?'], capture_output=True, text=True).stderr
    return text.partition('[possible values: ')[2].partition(']')[0].split(', ')


def cell(answers):
    if None in answers:
        return '–'
    reached = [f"solved {a['length']}" if a['status'] == 'solved' else a['refuted'] for a in answers]
    numbers = [r for r in reached if isinstance(r, int)]
    horizons = max(1, len(answers[0]['horizons']))
    size = ', '.join(f"{(answers[0][key] or 0) / horizons:,.0f}" for key in ('variables', 'clauses'))
    if len(numbers) < len(reached):
        return str(next(r for r in reached if not isinstance(r, int)))
    return f"{statistics.median(numbers):g} ({size})"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('--seconds', type=float, default=60)
    parser.add_argument('--runs', type=int, default=1)
    parser.add_argument('--only', nargs='*', default=['klotski', 'quzzle', 'pennant'], help='puzzles')
    parser.add_argument('--metrics', nargs='*', default=['units', 'moves'])
    parser.add_argument('--encodings', nargs='*', default=None)
    parser.add_argument('--solvers', nargs='*', default=['varisat'])
    parser.add_argument('--labellings', nargs='*', default=['shapes', 'labelled'])
    parser.add_argument('--binary', type=pathlib.Path, default=BINARY)
    options = parser.parse_args()
    if not options.binary.exists():
        sys.exit(f'no {options.binary}: run cargo build --release first')
    print(f'{datetime.date.today()}, {platform.machine()}, {os.cpu_count()} cores, '
          f'{options.seconds:g} s of CPU time a run, medians of {options.runs}\n')
    columns = [(puzzle, metric) for puzzle in options.only for metric in options.metrics]
    print('| encoding | pieces | solver |' + ''.join(f' {puzzle}, {metric} |' for puzzle, metric in columns))
    print('|---|---|---|' + '---|' * len(columns))
    for encoding in options.encodings or known_encodings(options):
        for labelling in options.labellings:
            for solver in options.solvers:
                print(f'| {encoding} | {labelling} | {solver} |', end='', flush=True)
                for puzzle, metric in columns:
                    arguments = [ROOT / 'instances' / 'sliding' / f'{puzzle}.toml', '--metric', metric,
                                 '--encoding', encoding, '--solver', solver]
                    arguments += ['--labelled'] * (labelling == 'labelled')
                    print(f' {cell([run(options, *arguments) for _ in range(options.runs)])} |', end='', flush=True)
                print(flush=True)


main()
