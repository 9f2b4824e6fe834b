#!/usr/bin/env python3
"""Makes Rush Hour boards of N×N cells and prints them in TOML, as bmcplan reads them.

usage: scripts/generate_boards.py --side 14 [--seed 7] [--count 20] [--fill 0.7] [--out DIR]
                                  [--hardest K [--limit SECONDS] [--metric slides]]

A board begins solved: the red car at its exit, cars of two cells and a third of three cells wherever the dice put them,
until that part of the cells is taken. Then cars go at random for a long while. Cars can go back, so every board has a plan. Boards
whose red car is free to go at once do not count. The same side, seed, fill and number give the same board, always.

With --hardest, of the boards drawn only those with the longest shortest plans are kept, as far as bmcplan finds these
within --limit seconds of CPU time each; a board that takes longer is not kept, so that what is kept is known to be solved.
The boards are printed one after the other or, with --out, go to files of their own. Build first for --hardest.
"""
import argparse, itertools, pathlib, random, sys

import measure

# Moves of the walk for each cell: many times what a car needs to come from one end of its lane to the other.
WALK = 150
# Boards drawn in vain before the fill must be at fault.
PATIENCE = 1000


class Board:
    """Cars as [row, column, length, down], the red one first, and which cells are taken."""

    def __init__(self, side, fill, dice):
        self.side, self.cars, self.taken = side, [], set()
        self.place([(side - 1) // 2, side - 2, 2, False])
        for _ in range(100 * side * side):
            if fill * side * side <= len(self.taken):
                break
            length, down = dice.choice((2, 2, 3)), dice.random() < 0.5
            row, column = dice.randrange(side - (length - 1) * down), dice.randrange(side - (length - 1) * (not down))
            # A car beside the red one in its row would never let it pass.
            if down or row != self.cars[0][0]:
                self.place([row, column, length, down])

    def cells(self, car):
        row, column, length, down = car
        return [(row + k * down, column + k * (not down)) for k in range(length)]

    def place(self, car):
        if self.taken.isdisjoint(self.cells(car)):
            self.taken.update(self.cells(car))
            self.cars.append(car)

    def go(self, car, by):
        """One cell on (by is 1) or back (by is -1), if that cell is free."""
        cells = self.cells(car)
        moved = [car[0] + by * car[3], car[1] + by * (not car[3]), car[2], car[3]]
        new, old = (self.cells(moved)[-1], cells[0]) if by == 1 else (self.cells(moved)[0], cells[-1])
        if new in self.taken or not all(0 <= x < self.side for x in new):
            return False
        self.taken.remove(old)
        self.taken.add(new)
        car[:] = moved
        return True

    def walk(self, dice):
        """Every car now and then; the red one away from its exit more often than not."""
        for _ in range(WALK * self.side * self.side):
            number, by = dice.randrange(len(self.cars) + 3), dice.choice((-1, 1))
            car, by = (self.cars[number], by) if number < len(self.cars) else (self.cars[0], -1)
            while self.go(car, by) and 0.4 <= dice.random():
                pass

    def red_is_free(self):
        row, column, length, _ = self.cars[0]
        return self.taken.isdisjoint((row, x) for x in range(column + length, self.side))

    def toml(self):
        cars = [f'  {{ name = "{f"b{number}" if number else "r"}", length = {length}, '
                f'orientation = "{"v" if down else "h"}", row = {row + 1}, column = {column + 1} }},'
                for number, (row, column, length, down) in enumerate(self.cars)]
        return '\n'.join([f'rows = {self.side}', f'columns = {self.side}', 'red = "r"', 'car = [', *cars, ']', ''])


def boards(side, seed, fill, count, metric='slides'):
    """The boards of that kind, as measure.py knows boards; the number in a name tells which draw it was."""
    found, last = [], -1
    for number in itertools.count():
        if len(found) == count:
            return found
        if PATIENCE < number - last:
            sys.exit(f'no board of side {side} and fill {fill} in which the red car is not free to go')
        dice = random.Random(f'{side} {seed} {fill} {number}')
        board = Board(side, fill, dice)
        board.walk(dice)
        if not board.red_is_free():
            last = number
            found.append(measure.Board(f'{side}x{side}_{seed}_{number}', metric, board.toml()))


def hardest(drawn, count, limit):
    """Those of the longest shortest plans, with their lengths."""
    solved = []
    for board in drawn:
        with measure.files(board) as (file, _):
            answer = measure.bmcplan(file, board.metric, '--incremental', seconds=limit)
        print(f'{board.name}: {answer.length or "not within the limit"}', file=sys.stderr)
        if answer.length is not None:
            solved.append((answer.length, board))
    solved.sort(key=lambda pair: -pair[0])
    return solved[:count]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('--side', type=int, required=True)
    parser.add_argument('--seed', type=int, default=7)
    parser.add_argument('--count', type=int, default=1)
    parser.add_argument('--fill', type=float, default=0.7)
    parser.add_argument('--hardest', type=int, default=None, metavar='K')
    parser.add_argument('--limit', type=float, default=10, metavar='SECONDS')
    parser.add_argument('--metric', choices=('slides', 'units'), default='slides', help='what --hardest counts')
    parser.add_argument('--out', type=pathlib.Path, default=None, metavar='DIR')
    options = parser.parse_args()
    if options.side < 4:
        parser.error('--side: at least 4')
    drawn = boards(options.side, options.seed, options.fill, options.count, options.metric)
    kept = [(None, board) for board in drawn]
    if options.hardest is not None:
        measure.need_bmcplan()
        kept = hardest(drawn, options.hardest, options.limit)
    for length, board in kept:
        side, seed, number = board.name.replace('x', '_').split('_')[1:]
        told = f'# Board {number} of side {side}, seed {seed}, fill {options.fill:g} (scripts/generate_boards.py).\n'
        told += '' if length is None else f'# Shortest plan: {length} {options.metric}.\n'
        if options.out is None:
            print(told + '\n' + board.text)
        else:
            options.out.mkdir(parents=True, exist_ok=True)
            (options.out / f'{board.name}.toml').write_text(told + '\n' + board.text)


if __name__ == '__main__':
    main()
