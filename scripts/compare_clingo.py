#!/usr/bin/env python3
"""Times bmcplan against clingo on Rush Hour boards and prints a Markdown table.

usage: scripts/compare_clingo.py [--runs 5] [--peers DIR] [--only NAME ...]

Both find and prove the shortest plan, horizon by horizon, in one process. Figures are medians over the runs, in
seconds of CPU time (user + system) of whole processes as the operating system accounts them, run in turn
(bmcplan, clingo, bmcplan, clingo, …); conflicts where the solver tells them (batsat and clingo do); peak resident
memory, in which this script itself shows as a floor of some 16 MB. clingo runs twice: as it comes, and with
--configuration=trendy, the best of its configurations on these boards.

DIR holds the peer: rush_hour.lp (a tuned multishot encoding) and rush_hour_facts.py (its facts from a board).
clingo is Debian's package `gringo` or PyPI's `clingo`. Without either, only bmcplan is timed.
Build first: cargo build --release
"""
import argparse, datetime, json, os, pathlib, platform, shutil, statistics, subprocess, sys, tempfile, tomllib

import measure

ROOT = pathlib.Path(__file__).resolve().parent.parent
BINARY = ROOT / 'target' / 'release' / 'bmcplan'
ROWS = [(f'{name}.toml', 'units') for name in
        ('sample02', 'sample04', 'sample1', 'sample2', 'sample3', 'sample9', 'sample23', 'prob40')]
ROWS += [('large/9x9_6.toml', 'slides'), ('large/12x12_7.toml', 'slides')]
SEARCHES = [(f'{name}.toml', metric) for name in ('sample05', 'sample3', 'thinkfun/card29') for metric in ('units', 'slides')]
SEARCHES += [('large/9x9_4.toml', 'slides'), ('large/9x9_5.toml', 'slides')]


def board_text(path):
    """The rows of a board, as the peer's facts script reads them."""
    data = tomllib.loads(path.read_text())
    if 'board' in data:
        return data['board']
    grid = [['.'] * data['columns'] for _ in range(data['rows'])]
    letters = iter('BCDEFGHIJKLMNOPQRSTUVWYZ')
    for row, column in data.get('walls', []):
        grid[row - 1][column - 1] = 'x'
    for car in data['car']:
        letter = 'X' if car['name'] == 'r' else next(letters)
        down = car['orientation'].startswith('v')
        for k in range(car['length']):
            grid[car['row'] - 1 + k * down][car['column'] - 1 + k * (not down)] = letter
    return '\n'.join(map(''.join, grid)) + '\n'


def run(command, ok):
    """One run that has to end with one of these codes."""
    done = measure.run(command)
    if done.code not in ok:
        sys.exit(f'{" ".join(map(str, command))}: exit code {done.code}')
    return done


def bmcplan(file, metric, *options):
    command = [BINARY, 'rushhour', ROOT / 'instances' / file, '--metric', metric, '--json', *options]
    done = run(command, {0})
    answer = json.loads(done.out)
    conflicts = [attempt['conflicts'] for attempt in answer['horizons']]
    return {'seconds': done.seconds, 'megabytes': done.megabytes, 'length': answer['length'],
            'states': answer['states'],
            'conflicts': None if None in conflicts or not conflicts else sum(conflicts)}


def clingo(facts, encoding, *options):
    done = run(['clingo', facts, encoding, '--outf=2', '--stats', *options], {10, 30})
    answer = json.loads(done.out)
    conflicts = answer['Stats']['Core']['Conflicts']
    return {'seconds': done.seconds, 'megabytes': done.megabytes, 'length': answer['Calls'] - 1, 'conflicts': conflicts}


def median(results, key):
    values = [result[key] for result in results]
    return None if None in values or not values else statistics.median(values)


def cell(value, form):
    return '–' if value is None else format(value, form)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('--runs', type=int, default=5)
    parser.add_argument('--peers', type=pathlib.Path, default=ROOT.parent / 'shared' / 'peers')
    parser.add_argument('--only', nargs='*', default=None, help='only the boards with these names')
    options = parser.parse_args()
    if not BINARY.exists():
        sys.exit('no target/release/bmcplan: run cargo build --release first')
    wanted = lambda file: options.only is None or pathlib.Path(file).stem in options.only
    encoding, facts_script = options.peers / 'rush_hour.lp', options.peers / 'rush_hour_facts.py'
    peer = encoding.exists() and shutil.which('clingo')
    if not peer:
        print('no clingo, or no rush_hour.lp in --peers: only bmcplan is timed', file=sys.stderr)
    print(f'{datetime.date.today()}, {platform.machine()}, {os.cpu_count()} cores, medians of {options.runs} runs\n')

    print('| board | metric | optimum | varisat | batsat (conflicts) | clingo (conflicts) | clingo, trendy '
          '| varisat / clingo | varisat / trendy | memory varisat, clingo |')
    print('|---|---|---|---|---|---|---|---|---|---|')
    for file, metric in filter(lambda row: wanted(row[0]), ROWS):
        ours, other, theirs, trendy = [], [], [], []
        with tempfile.TemporaryDirectory() as folder:
            facts = pathlib.Path(folder) / 'facts.lp'
            if peer:
                board = pathlib.Path(folder) / 'board.txt'
                board.write_text(board_text(ROOT / 'instances' / file))
                facts.write_text(subprocess.check_output([sys.executable, facts_script, metric, board], text=True))
            for _ in range(options.runs):
                ours.append(bmcplan(file, metric, '--incremental'))
                if peer:
                    theirs.append(clingo(facts, encoding))
                other.append(bmcplan(file, metric, '--incremental', '--solver', 'batsat'))
                if peer:
                    trendy.append(clingo(facts, encoding, '--configuration=trendy'))
        lengths = {result['length'] for result in ours + other + theirs + trendy}
        if len(lengths) != 1:
            sys.exit(f'{file}: the lengths differ: {lengths}')
        mine = median(ours, 'seconds')
        peers = [median(results, 'seconds') for results in (theirs, trendy)]
        print(f"| {pathlib.Path(file).stem} | {metric} | {lengths.pop()} | {mine:.2f} s "
              f"| {median(other, 'seconds'):.2f} s ({cell(median(other, 'conflicts'), ',.0f')}) "
              f"| {cell(peers[0], '.2f')} s ({cell(median(theirs, 'conflicts'), ',.0f')}) | {cell(peers[1], '.2f')} s "
              f"| {cell(peers[0] and mine / peers[0], '.2f')} | {cell(peers[1] and mine / peers[1], '.2f')} "
              f"| {median(ours, 'megabytes'):.0f}, {cell(median(theirs, 'megabytes'), '.0f')} MB |", flush=True)

    print('\n| board | metric | optimum | search | states | states per second | memory, bytes per state |')
    print('|---|---|---|---|---|---|---|')
    for file, metric in filter(lambda row: wanted(row[0]), SEARCHES):
        results = [bmcplan(file, metric, '--search') for _ in range(options.runs)]
        states, seconds, megabytes = (median(results, key) for key in ('states', 'seconds', 'megabytes'))
        # On small boards the program itself is most of it.
        bytes_each = megabytes * 2**20 / states if 1e6 < states else None
        print(f"| {pathlib.Path(file).stem} | {metric} | {results[0]['length']} | {seconds:.3f} s | {states:,.0f} "
              f"| {states / seconds / 1e6:.2f} million | {cell(bytes_each, '.0f')} |", flush=True)


main()
