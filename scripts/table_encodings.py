#!/usr/bin/env python3
"""Times every encoding, schedule and solver on Rush Hour boards, and every other option alone; prints Markdown tables.

usage: scripts/table_encodings.py [--limit 60] [--runs 1] [--only NAME ...] [--tables product options]
                                  [--encodings …] [--schedules …] [--solvers …]

The first table has the product of encodings, schedules and solvers, with everything else as it comes; the second one has the
default settings and what each of the other options alone makes of them: reductions, lower bounds, clauses for at most
one move. Figures are seconds of CPU time (user + system, of all threads) of whole `bmcplan rushhour --incremental`, from
reading to proof; medians, and a run of more than --limit seconds is the only one of its kind. A dash: that encoding does not
describe that metric or does not know that reduction. Build first: cargo build --release
"""
import argparse

import measure

BOARDS = [measure.instance(f'{name}.toml', 'units') for name in ('sample02', 'sample04', 'sample23', 'sample9', 'prob40')]
BOARDS += [measure.instance(f'large/{name}.toml', 'slides') for name in ('9x9_5', '9x9_6', '12x12_7')]
ABLATION = [('--reduce', ('none', 'relevance', 'order', 'repeats', 'mutexes', 'relevance,order', 'relevance,mutexes', 'all')),
            ('--lower-bound', ('none', 'hmax')),
            ('--at-most-one', ('pairwise', 'ladder', 'product', 'commander'))]


def cell(board, options, *settings):
    answers = []
    with measure.files(board) as (file, _):
        while len(answers) < options.runs and (not answers or answers[-1].length is not None):
            try:
                answers.append(measure.bmcplan(file, board.metric, '--incremental', *settings, seconds=options.limit))
            except measure.Failed as failure:
                if failure.exit_code != 2:
                    raise
                return '–'
    measure.check(board, answers)
    return measure.seconds_cell(measure.median(answers), options.limit)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('--limit', type=float, default=60, help='seconds of CPU time for each run')
    parser.add_argument('--runs', type=int, default=1)
    parser.add_argument('--only', nargs='*', default=None, help='only the boards with these names')
    parser.add_argument('--tables', nargs='*', choices=('product', 'options'), default=['product', 'options'])
    parser.add_argument('--encodings', nargs='*', default=['transition', 'operators', 'paper-v1', 'paper-v2'])
    parser.add_argument('--schedules', nargs='*', default=['linear', 'ramp:1.15', 'parallel'])
    parser.add_argument('--solvers', nargs='*', default=['varisat', 'batsat'])
    options = parser.parse_args()
    measure.need_bmcplan()
    boards = [board for board in BOARDS if options.only is None or board.name in options.only]
    names = [f'{board.name}, {board.optimum} {board.metric}' for board in boards]
    measure.machine(f'medians of {options.runs}', f'at most {options.limit:g} s of CPU time a run')
    if 'product' in options.tables:
        measure.head('encoding', 'schedule', 'solver', *names)
        for encoding in options.encodings:
            for schedule in options.schedules:
                for solver in options.solvers:
                    settings = ['--encoding', encoding, '--schedule', schedule, '--solver', solver]
                    measure.row(encoding, schedule, solver, *(cell(board, options, *settings) for board in boards))
    if 'options' in options.tables:
        measure.head('setting', *names)
        measure.row('as it comes', *(cell(board, options) for board in boards))
        for option, values in ABLATION:
            for value in values:
                measure.row(f'`{option} {value}`', *(cell(board, options, option, value) for board in boards))


if __name__ == '__main__':
    main()
