#!/usr/bin/env python3
"""Measures how long schedules take in every encoding and symmetry breaking, and prints a Markdown table.

usage: scripts/prisoners.py [--seconds 600] [--runs 5] [--only 9/3/6 16/4/10 …] [--encodings …] [--symmetries …]
                            [--solvers varisat] [--count]

Seconds of CPU time (user + system) of whole processes, medians; a run that takes longer than --seconds is interrupted,
and then it is the only one of its kind. A problem is v/k/d: people, row, days; with a K before it, everyone in a row meets.
With --count, all schedules of 9/3/6 are counted with the default settings, and the greatest resident set is told.

Build first: cargo build --release
"""
import argparse, datetime, json, os, pathlib, platform, statistics, sys

import measure

ROOT = pathlib.Path(__file__).resolve().parent.parent
BINARY = ROOT / 'target' / 'release' / 'bmcplan'


def run(options, *arguments):
    """The JSON answer of one run, and the run."""
    done = measure.run([options.binary, 'prisoners', '--json', *arguments], options.seconds)
    return json.loads(done.out), done


def numbers(problem):
    people, row, days = problem.lstrip('K').split('/')
    design = ['--design', 'kirkman'] if problem.startswith('K') else []
    return [*design, '--prisoners', people, '--row', row, '--days', days]


def cell(options, *arguments):
    times = []
    for _ in range(options.runs):
        answer, done = run(options, *arguments)
        if answer['status'] != 'solved':
            return f'{answer["status"]}, {done.seconds:.0f} s'
        times.append(done.seconds)
        if 60 < done.seconds:
            break
    return f'{statistics.median(times):.3f} s'


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('--seconds', type=float, default=600)
    parser.add_argument('--runs', type=int, default=5)
    parser.add_argument('--only', nargs='*', default=['9/3/6', '16/4/10', '21/3/15', '33/3/24', 'K15/3/7'])
    parser.add_argument('--encodings', nargs='*', default=['pairs-counted', 'pairs', 'places'])
    parser.add_argument('--symmetries', nargs='*', default=['none', 'sound', 'strong'])
    parser.add_argument('--solvers', nargs='*', default=['varisat'])
    parser.add_argument('--count', action='store_true')
    parser.add_argument('--binary', type=pathlib.Path, default=BINARY)
    options = parser.parse_args()
    if not options.binary.exists():
        sys.exit(f'no {options.binary}: run cargo build --release first')
    print(f'{datetime.date.today()}, {platform.machine()}, {os.cpu_count()} cores, medians of {options.runs}, '
          f'{options.seconds:g} s of CPU time a run\n')
    if options.count:
        answer, done = run(options, '--count')
        print(f'{answer["count"]} schedules ({answer["status"]}): {done.seconds:.1f} s, {done.megabytes:.0f} MB')
        return
    print('| encoding | symmetry | solver |' + ''.join(f' {problem} |' for problem in options.only))
    print('|---|---|---|' + '---|' * len(options.only))
    for encoding in options.encodings:
        for symmetry in options.symmetries:
            for solver in options.solvers:
                print(f'| {encoding} | {symmetry} | {solver} |', end='', flush=True)
                for problem in options.only:
                    chosen = ['--encoding', encoding, '--symmetry', symmetry, '--solver', solver]
                    print(f' {cell(options, *numbers(problem), *chosen)} |', end='', flush=True)
                print(flush=True)


main()
