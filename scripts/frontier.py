#!/usr/bin/env python3
"""Tells up to which size boards are proved by search, by bmcplan's formulas and by clingo; prints a Markdown table.

usage: scripts/frontier.py [--sides 6 7 8 9 10 11 12 13 14 16] [--boards 5] [--limit 300] [--memory 8000]
                           [--seed 7] [--fill 0.7] [--peers DIR]

For every size that many boards of scripts/generate_boards.py, the same ones in every run, in slides: `bmcplan --search`,
`bmcplan --incremental` (varisat) and clingo (--configuration=trendy) on a tuned encoding each have to give a shortest plan
and prove it within --limit seconds of CPU time and --memory megabytes of resident memory, which are watched from outside
alike for all. A cell tells how many boards were proved, their median of CPU time, and what stopped the others. Who proved
nothing at two sizes in a row is not asked again (–). Every run is made once. Build first: cargo build --release
"""
import argparse, pathlib, statistics, sys

import generate_boards, measure

SEARCH, SAT, CLINGO = 'search', 'varisat', 'clingo, trendy'


def ask(who, file, facts, options):
    limits = {'seconds': options.limit, 'megabytes': options.memory}
    if who == CLINGO:
        return measure.clingo(facts, '--configuration=trendy', peers=options.peers, **limits)
    return measure.bmcplan(file, 'slides', '--search' if who == SEARCH else '--incremental', **limits)


def cell(answers):
    proved = [answer.seconds for answer in answers if answer.length is not None]
    stopped = [answer.over for answer in answers if answer.length is None]
    told = [f'{len(proved)} of {len(answers)}']
    told += [f'{statistics.median(proved):.2f} s'] if proved else []
    told += [f'{stopped.count(limit)} out of {limit}' for limit in ('time', 'memory') if limit in stopped]
    return ', '.join(told)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('--sides', type=int, nargs='*', default=[6, 7, 8, 9, 10, 11, 12, 13, 14, 16])
    parser.add_argument('--boards', type=int, default=5, help='of each size')
    parser.add_argument('--limit', type=float, default=300, help='seconds of CPU time for each run')
    parser.add_argument('--memory', type=float, default=8000, help='megabytes for each run')
    parser.add_argument('--seed', type=int, default=7)
    parser.add_argument('--fill', type=float, default=0.7)
    parser.add_argument('--peers', type=pathlib.Path, default=measure.PEERS)
    options = parser.parse_args()
    measure.need_bmcplan()
    everybody = [SEARCH, SAT] + [CLINGO] * measure.has_clingo(options.peers)
    measure.machine(f'{options.limit:g} s of CPU time and {options.memory:g} MB a run',
                    f'{options.boards} boards a size, seed {options.seed}, fill {options.fill:g}')
    measure.head('side', 'slides', *everybody)
    in_vain = dict.fromkeys(everybody, 0)
    for side in options.sides:
        boards = generate_boards.boards(side, options.seed, options.fill, options.boards)
        asked = [who for who in everybody if in_vain[who] < 2]
        answers = {who: [] for who in everybody}
        lengths = []
        for board in boards:
            with measure.files(board, options.peers if CLINGO in asked else None) as (file, facts):
                mine = {who: ask(who, file, facts, options) for who in asked}
            length = measure.check(board, mine.values())
            lengths.append('?' if length is None else str(length))
            for who, answer in mine.items():
                answers[who].append(answer)
                seconds = measure.seconds_cell(answer.seconds if answer.length is not None else None, options.limit)
                print(f'{board.name}: {who}: {answer.over or seconds}', file=sys.stderr)
        for who in asked:
            in_vain[who] = 0 if any(answer.length is not None for answer in answers[who]) else in_vain[who] + 1
        measure.row(side, ', '.join(lengths), *(cell(answers[who]) if who in asked else '–' for who in everybody))


if __name__ == '__main__':
    main()
