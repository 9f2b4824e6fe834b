#!/usr/bin/env python3
"""Times bmcplan against M. Fogleman's solver of Rush Hour boards, a search in C++, on a collection of small boards.

usage: scripts/compare_boards.py PEER [--boards FILE] [--runs 5] [--binary PATH]

PEER is a folder with the sources of his solver: `cpp/src` of the repository fogleman/rush. They are compiled (g++ -O3 -march=native,
with Boost's headers) with a main program that solves the boards of a file one after the other; bmcplan solves them in one process and
one thread, reading and validation of plans included. Both count slides, and have to come to the same lengths. Seconds are of CPU time
of whole processes, medians of the runs, which take turns. Without --boards: those without walls of the
collection of 297 in ../shared/data, if it is there. Build first: cargo build --release
"""
import argparse, json, pathlib, re, shutil, statistics, subprocess, sys, tempfile

import measure

MAIN = '''
#include <iostream>
#include "solver.h"
int main() {
    std::string text;
    while (std::cin >> text) {
        Board board(text);
        Solver solver;
        std::cout << solver.Solve(board).NumMoves() << std::endl;
    }
}
'''


def boards_of(file):
    """The boards of a collection: words of 36 characters with the red car A, and no walls."""
    words = (word for line in file.read_text().splitlines() if not line.startswith('%') for word in line.split())
    return [word for word in words if len(word) == 36 and 'A' in word and 'x' not in word]


def compiled(peer, folder):
    """The peer for boards of 6x6 cells."""
    for source in [*peer.glob('*.cpp'), *peer.glob('*.h')]:
        if source.name != 'main.cpp':
            shutil.copy(source, folder)
    config = folder / 'config.h'
    text, changed = re.subn(r'const int BoardSize = \d+;', 'const int BoardSize = 6;', config.read_text())
    if changed != 1:
        sys.exit(f'{peer}: no BoardSize in config.h')
    config.write_text(text)
    (folder / 'main.cpp').write_text(MAIN)
    program = folder / 'solver'
    subprocess.run(['g++', '-std=c++14', '-O3', '-march=native', '-DNDEBUG', '-w', '-o', program, *folder.glob('*.cpp')], check=True)
    return program


def theirs(program, file):
    done = measure.run(['sh', '-c', f'exec "{program}" < "{file}"'])
    return done.seconds, [int(line) for line in done.out.split()]


def ours(binary, file):
    command = [binary, 'rushhour', file, '--metric', 'slides', '--jobs', '1', '--jsonl']
    done = measure.run(command)
    if done.code != 0:
        measure.fail(command, done)
    answers = [json.loads(line) for line in done.out.splitlines()]
    return done.seconds, [answer['length'] for answer in answers if 'length' in answer]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('peer', type=pathlib.Path)
    parser.add_argument('--boards', type=pathlib.Path)
    parser.add_argument('--runs', type=int, default=5)
    parser.add_argument('--binary', type=pathlib.Path, default=measure.BINARY)
    options = parser.parse_args()
    file = options.boards or measure.COLLECTION
    if not file.exists():
        sys.exit(f'no {file}: --boards')
    boards = boards_of(file)
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        program = compiled(options.peer, folder)
        listed = folder / 'boards.txt'
        listed.write_text('\n'.join(boards) + '\n')
        mine, peer = [], []
        for _ in range(options.runs):
            mine.append(ours(options.binary, listed))
            peer.append(theirs(program, listed))
        if any(lengths != peer[0][1] for _, lengths in mine + peer):
            sys.exit('the lengths differ')
        one, other = (statistics.median(seconds for seconds, _ in runs) for runs in (mine, peer))
        measure.head('boards', 'bmcplan, a board', 'Fogleman, a board', 'Fogleman / bmcplan')
        measure.row(len(boards), f'{1000 * one / len(boards):.2f} ms', f'{1000 * other / len(boards):.2f} ms', f'{other / one:.1f}')


if __name__ == '__main__':
    main()
