#!/usr/bin/env python3
"""Times bmcplan against clingo on Rush Hour boards and prints Markdown tables.

usage: scripts/compare_clingo.py [--runs 5] [--timeout 120] [--sets core,hardest,large,search] [--only NAME ...]
                                 [--boards FILE] [--hardest 20] [--peers DIR] [--configurations NAME ...]

All find and prove the shortest plan: bmcplan --incremental with varisat and with batsat, bmcplan as it comes (auto), and
clingo, horizon by horizon, in every configuration it ships, of which the best on this very board counts. Figures are
medians over the runs, in seconds of CPU time (user + system) of whole processes as the operating system accounts them,
run in turn. A run over --timeout seconds is the only one of its kind. In the first turn a configuration of clingo is
stopped at four times the best one so far; those that took more than half as long again as the best of that turn are not
run again. Ratios are clingo's time over bmcplan's: greater
than 1 is in favour of bmcplan; a time that is only known to be more than the timeout counts as the timeout.

Sets: core, boards of 6×6 in units; hardest, those of FILE with the longest shortest plans in slides, then units, in
both metrics (a line: slides, units, 36 characters, states); large, boards of 9×9 and 12×12 in slides; search, explicit
search alone, with the peak memory of the process.

DIR holds the peer: rush_hour.lp (a tuned multishot encoding) and rush_hour_facts.py (its facts from a board).
clingo is Debian's package `gringo` or PyPI's `clingo`. Without either, only bmcplan is timed.
Build first: cargo build --release
"""
import argparse, pathlib, statistics, sys

import measure

CORE = [f'{name}.toml' for name in ('sample02', 'sample03', 'sample04', 'sample05', 'sample1', 'sample2', 'sample3',
                                    'sample9', 'sample23', 'prob40')]
LARGE = [f'large/{name}.toml' for name in ('9x9_5', '9x9_6', '12x12_7')]
SEARCHES = [(f'{name}.toml', metric) for name in ('sample05', 'sample3', 'thinkfun/card29') for metric in ('units', 'slides')]
SEARCHES += [('large/9x9_4.toml', 'slides'), ('large/9x9_5.toml', 'slides')]
CONFIGURATIONS = ('trendy', 'handy', 'jumpy', 'auto', 'tweety', 'frumpy', 'crafty')
MODES = {solver: ['--incremental', '--solver', solver] for solver in ('varisat', 'batsat')} | {'auto': []}
# A configuration of clingo is stopped at this many times the best one, and run again up to so many times.
HOPELESS, CLOSE = 4, 1.5


def chosen(options):
    """The boards of the first table."""
    boards = [measure.instance(file, 'units') for file in CORE if 'core' in options.sets]
    if 'hardest' in options.sets:
        if not options.boards.exists():
            sys.exit(f'no {options.boards}: name a file of boards with --boards, or leave the set hardest out with --sets')
        boards += measure.hardest(options.boards, options.hardest)
    boards += [measure.instance(file, 'slides') for file in LARGE if 'large' in options.sets]
    return boards


def measured(board, options, peer):
    """The answers of every mode of bmcplan and every configuration of clingo."""
    ours, theirs = {mode: [] for mode in MODES}, {name: [] for name in options.configurations if peer}
    with measure.files(board, options.peers if peer else None) as (file, facts):
        for turn in range(options.runs):
            for mode, answers in ours.items():
                if not answers or answers[-1].length is not None:
                    answers.append(measure.bmcplan(file, board.metric, *MODES[mode], seconds=options.timeout))
            _, first = fastest({name: answers[:1] for name, answers in theirs.items()})
            for name, answers in theirs.items():
                _, best = fastest(theirs)
                enough = options.timeout if best is None else min(options.timeout, max(HOPELESS * best, 0.5))
                if turn == 0 or (first is not None and answers[0].length is not None
                                 and answers[0].seconds <= CLOSE * first):
                    answers.append(measure.clingo(facts, f'--configuration={name}', seconds=enough, peers=options.peers))
    measure.check(board, [answer for answers in [*ours.values(), *theirs.values()] for answer in answers])
    return ours, theirs


def fastest(theirs):
    """The configuration of the least median of those run most often, and that; nothing if no run came to its end."""
    often = max(map(len, theirs.values()), default=0)
    medians = [(measure.median(answers), name) for name, answers in theirs.items() if len(answers) == often]
    seconds, name = min((pair for pair in medians if pair[0] is not None), default=(None, None))
    return name, seconds


def ratio(mine, peer, timeout):
    """Clingo's time over ours, and how it is told; nothing where neither came to its end."""
    if mine is None and peer is None:
        return None, '–'
    known = '' if mine is not None and peer is not None else 'more than ' if peer is None else 'less than '
    value = (timeout if peer is None else peer) / (timeout if mine is None else mine)
    return value, f'{known}{value:.2f}'


def compare(options, peer):
    modes = list(MODES)
    theirs = ['clingo at its best', *(f'clingo / {mode}' for mode in modes)] if peer else []
    measure.head('board', 'metric', 'optimum', *modes, *theirs)
    ratios = {mode: [] for mode in modes}
    for board in chosen(options):
        if options.only is not None and board.name not in options.only:
            continue
        ours, others = measured(board, options, peer)
        medians = {mode: measure.median(answers) for mode, answers in ours.items()}
        cells = [measure.seconds_cell(medians[mode], options.timeout) for mode in modes]
        if peer:
            name, seconds = fastest(others)
            cells.append(measure.seconds_cell(seconds, options.timeout) + (f' ({name})' if name else ''))
            for mode in modes:
                value, told = ratio(medians[mode], seconds, options.timeout)
                cells.append(told)
                ratios[mode] += [(value, f'{board.name}, {board.metric}')] if value is not None else []
        measure.row(board.name, board.metric, board.optimum, *cells)
    if not any(ratios.values()):
        return
    print('\nClingo at its best over bmcplan, geometric mean and worst: ' + '; '.join(
        f'{mode} {statistics.geometric_mean(value for value, _ in found):.2f}, {min(found)[0]:.2f} ({min(found)[1]})'
        for mode, found in ratios.items() if found) + '.')


def search(options):
    measure.head('board', 'metric', 'optimum', 'search', 'states', 'states per second', 'memory, bytes per state')
    for file, metric in SEARCHES:
        board = measure.instance(file, metric)
        if options.only is not None and board.name not in options.only:
            continue
        with measure.files(board) as (path, _):
            answers = [measure.bmcplan(path, metric, '--search') for _ in range(options.runs)]
        measure.check(board, answers)
        seconds, states = measure.median(answers), answers[0].states
        megabytes = statistics.median(answer.megabytes for answer in answers)
        # On small boards the program itself is most of it.
        each = f'{megabytes * 2**20 / states:.0f}' if 1e6 < states else '–'
        measure.row(board.name, metric, board.optimum, f'{seconds:.3f} s', f'{states:,}',
                    f'{states / seconds / 1e6:.2f} million', each)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('--runs', type=int, default=5)
    parser.add_argument('--timeout', type=float, default=120, help='seconds of CPU time for each run')
    parser.add_argument('--sets', default='core,hardest,large,search', type=lambda names: names.split(','))
    parser.add_argument('--configurations', nargs='*', choices=CONFIGURATIONS, default=CONFIGURATIONS, help='of clingo')
    parser.add_argument('--only', nargs='*', default=None, help='only the boards with these names')
    parser.add_argument('--boards', type=pathlib.Path, default=measure.COLLECTION, help='boards for the set hardest')
    parser.add_argument('--hardest', type=int, default=20, help='how many boards of that file')
    parser.add_argument('--peers', type=pathlib.Path, default=measure.PEERS)
    options = parser.parse_args()
    unknown = set(options.sets) - {'core', 'hardest', 'large', 'search'}
    if unknown:
        parser.error(f'--sets: no set is called {", ".join(sorted(unknown))}')
    measure.need_bmcplan()
    peer = measure.has_clingo(options.peers)
    measure.machine(f'medians of {options.runs} runs', f'at most {options.timeout:g} s of CPU time a run')
    if set(options.sets) != {'search'}:
        compare(options, peer)
    if 'search' in options.sets:
        search(options)


if __name__ == '__main__':
    main()
