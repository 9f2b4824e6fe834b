#!/usr/bin/env python3
"""Times breadth-first search in memory and on disk, each in one thread, and prints a table with the room that states take on the disk.

usage: scripts/bench_disk.py [--runs 3] [--binary PATH] [--folder FOLDER] [--size MB] [--timeout SECONDS] [--disk-only] [--boards NAME ...]

For each board: the states of complete layers, CPU seconds of whole processes (median of the runs) and states per second of them, seconds on
the clock, the greatest resident set, bytes of layers per state, and the greatest size of the folder. The length of the plan must be the same on
disk as in memory; otherwise the script ends with an error. The folder is for searches and is made below FOLDER; nothing is left in it. Needs
the program (cargo build --release) and nothing else.
"""
import argparse, json, pathlib, statistics, sys, tempfile, threading

import measure

# Name: a file in instances/, metric, and what is done.
SEARCH, EXPLORE = ['rushhour', '--search'], ['explore']
BOARDS = {
    '9x9_5': ('large/9x9_5.toml', 'units', SEARCH),
    '9x9_5 slides': ('large/9x9_5.toml', 'slides', SEARCH),
    '9x9_6 slides': ('large/9x9_6.toml', 'slides', SEARCH),
    # More than memory holds.
    '9x9_6 slides, explored': ('large/9x9_6.toml', 'slides', EXPLORE),
}


class Watch(threading.Thread):
    """Looks at a folder ten times a second: its greatest size, and the layers that its manifest names."""

    def __init__(self, folder):
        super().__init__(daemon=True)
        self.folder, self.most, self.layers, self.over = folder, 0, [], threading.Event()

    def run(self):
        while not self.over.wait(0.1):
            size = 0
            for path in self.folder.glob('*.run'):
                try:
                    size += path.stat().st_size
                except FileNotFoundError:
                    pass
            self.most = max(self.most, size)
            try:
                text = (self.folder / 'search.json').read_text()
                self.layers = json.loads(text.split('\n')[1])['layers']
            except FileNotFoundError:
                pass

    def figures(self):
        """The states of complete layers, their bytes per state, and the greatest number of megabytes of all files."""
        self.over.set()
        self.join()
        states, size = (sum(layer['size'][key] for layer in self.layers) for key in ('records', 'bytes'))
        return states, size / max(states, 1), self.most / 1e6


def timed(binary, file, metric, what, more):
    command = [binary, *what, measure.ROOT / 'instances' / file, '--metric', metric, '--json', *more]
    done = measure.run(command)
    # 12: stopped by a limit.
    if done.code not in (0, 10, 12):
        measure.fail(command, done)
    return done.wall, done.seconds, done.megabytes, json.loads(done.out)


def row(name, how, states, runs, room):
    seconds, cpu, megabytes = (statistics.median(run[column] for run in runs) for column in range(3))
    stopped = ' (stopped)' if runs[0][3]['status'] == 'stopped' else ''
    print(f'| {name}{stopped} | {how} | {states} | {cpu:.2f} | {states / cpu / 1e6:.2f} | {seconds:.2f} | {megabytes:.0f} | {room} |',
          flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('--runs', type=int, default=3)
    parser.add_argument('--binary', type=pathlib.Path, default=measure.BINARY)
    parser.add_argument('--folder', type=pathlib.Path, default=None, help='on the disk to be measured')
    parser.add_argument('--size', type=int, default=10_000, metavar='MB', help='the most that a search may write')
    parser.add_argument('--timeout', type=float, default=None, metavar='SECONDS', help='for each run; none by default')
    parser.add_argument('--disk-only', action='store_true', help='for boards whose states are more than memory holds')
    parser.add_argument('--boards', nargs='+', choices=BOARDS, default=['9x9_5', '9x9_5 slides'])
    options = parser.parse_args()
    limit = ['--timeout', options.timeout] if options.timeout else []
    print('| board | states in | complete layers | CPU seconds | million states/s | seconds | MB of memory | bytes a state, MB on disk |')
    print('|---|---|---|---|---|---|---|---|')
    for name in options.boards:
        in_memory, on_disk = [], []
        for _ in range(options.runs):
            if not options.disk_only:
                in_memory.append(timed(options.binary, *BOARDS[name], ['--threads', 1, *limit]))
            with tempfile.TemporaryDirectory(dir=options.folder) as folder:
                place = pathlib.Path(folder) / 'search'
                watch = Watch(place)
                watch.start()
                on_disk.append(timed(options.binary, *BOARDS[name], ['--disk', f'{place}:{options.size}', *limit]))
                states, bytes_each, most = watch.figures()
        answers = [[run[3]['status'], run[3].get('length')] for run in in_memory + on_disk]
        if any(answer != answers[0] for answer in answers):
            sys.exit(f'{name}: answers differ: {answers}')
        if in_memory:
            row(name, 'memory', in_memory[0][3]['states'], in_memory, '')
        row(name, 'files', states, on_disk, f'{bytes_each:.2f}, {most:.0f}')


if __name__ == '__main__':
    main()
