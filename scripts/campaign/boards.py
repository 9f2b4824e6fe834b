"""Rush Hour: random boards, their rules, and the three formats that they are written in."""
import dataclasses, json

from .problem import Problem
from .space import explore, far_from_goal


@dataclasses.dataclass
class Car:
    name: str
    length: int
    across: bool    # moves along its row
    row: int
    column: int


class Board:
    """A state is the position of each car along its lane."""
    def __init__(self, rows, columns, cars, walls, red, goal, slides):
        self.rows, self.columns, self.cars, self.walls = rows, columns, cars, walls
        self.red, self.goal, self.slides = red, goal, slides
        self.start = tuple(car.column if car.across else car.row for car in cars)
        self.masks = [[self.mask(self.cells(car, at)) for at in range(self.lane(car) - car.length + 1)]
                      for car in cars]
        self.wall_mask = self.mask(walls)

    def lane(self, car):
        return self.columns if car.across else self.rows

    @staticmethod
    def cells(car, at):
        return [(car.row, at + k) if car.across else (at + k, car.column) for k in range(car.length)]

    def mask(self, cells):
        return sum(1 << (row * self.columns + column) for row, column in cells)

    def is_goal(self, state):
        return state[self.red] == self.goal

    def is_end(self, _):
        return False

    def changes(self, state):
        """The moves: a car, and where it goes."""
        taken = self.wall_mask
        for masks, at in zip(self.masks, state):
            taken |= masks[at]
        found = []
        for car, (masks, at) in enumerate(zip(self.masks, state)):
            others = taken & ~masks[at]
            for step in (-1, 1):
                to = at + step
                while 0 <= to < len(masks) and not masks[to] & others:
                    found.append((car, to))
                    if not self.slides:
                        break
                    to += step
        return found

    def can(self, state, change):
        """Whether a move is possible that was, or was not, in another state in which its car stands as here."""
        return change in self.changes(state)

    @staticmethod
    def after(state, change):
        car, to = change
        return state[:car] + (to,) + state[car + 1:]

    def next(self, state):
        return [self.after(state, change) for change in self.changes(state)]

    def name(self, state, change):
        car, to = change
        by = to - state[car]
        words = ('left', 'right') if self.cars[car].across else ('up', 'down')
        return f'{self.cars[car].name} {words[0 < by]} {abs(by)}'

    def replay(self, names):
        """What is wrong with a plan, if anything."""
        state = self.start
        for number, name in enumerate(names, 1):
            named = {self.name(state, change): change for change in self.changes(state)}
            if name not in named:
                return f'move {number}, {name!r}, is not possible'
            state = self.after(state, named[name])
        return None if self.is_goal(state) else 'the plan does not end in a goal state'


def rows_of(board):
    """The board in characters; None where they cannot say it."""
    if board.rows == 1 or any(len(car.name) != 1 or car.length == 1 for car in board.cars):
        return None
    grid = [['.'] * board.columns for _ in range(board.rows)]
    for row, column in board.walls:
        grid[row][column] = '#'
    for car, at in zip(board.cars, board.start):
        for row, column in board.cells(car, at):
            grid[row][column] = car.name
    return ''.join(''.join(row) + '\n' for row in grid)


def goal_line(board):
    key = 'column' if board.cars[board.red].across else 'row'
    return f'goal = {{ {key} = {board.goal + 1} }}\n'


def toml(board, rng):
    """TOML, drawn or listed."""
    red = board.cars[board.red]
    head = f'red = {json.dumps(red.name)}\n' + goal_line(board)
    drawn = rows_of(board)
    if drawn is not None and rng.random() < 0.4:
        return f'{head}board = """\n{drawn}"""\n'
    walls = ', '.join(f'[{row + 1}, {column + 1}]' for row, column in board.walls)
    text = f'{head}rows = {board.rows}\ncolumns = {board.columns}\nwalls = [{walls}]\n'
    for car in board.cars:
        way = rng.choice(['h', 'horizontal'] if car.across else ['v', 'vertical'])
        text += (f'[[car]]\nname = {json.dumps(car.name)}\nlength = {car.length}\norientation = "{way}"\n'
                 f'row = {car.row + 1}\ncolumn = {car.column + 1}\n')
    return text


def facts(board, first):
    """Facts of the ASP document, version 1 or 2."""
    text = f'grid(1..{board.rows},1..{board.columns}).\n'
    for car, at in zip(board.cars, board.start):
        way = 'h' if car.across else 'v'
        if first:
            text += f'car({car.name},{car.length},{way}). position(0,{car.name},{car.row + 1},{car.column + 1}).\n'
        else:
            lane, cells = (car.row if car.across else car.column) + 1, range(at + 1, at + 1 + car.length)
            text += f'position(0,{car.name},{way},{lane},{",".join(map(str, cells))}).\n'
    for number, (row, column) in enumerate(board.walls):
        if first:
            text += f'car(block{number},1,h). position(0..l-1,block{number},{row + 1},{column + 1}).\n'
            text += f'not_free(0..l-1,{row + 1},{column + 1}).\n'
        else:
            text += f'no({row + 1},{column + 1}).\n'
    return text


def draw(rng, most_states=1000):
    """A random board of at most so many states, with everything that can be reached from it."""
    # Boards on which hardly anything can move are the most likely ones.
    least = rng.choice([1, 20, 60, 120])
    while True:
        board = draft(rng)
        found = board and far_from_goal(board, rng, most_states)
        if found and least <= len(found[1]):
            break
        least = max(1, least - 1)
    board.start, known_next = found
    for car, at in zip(board.cars, board.start):
        car.row, car.column = (car.row, at) if car.across else (at, car.column)
    space = explore(board, most_states, known_next)
    name, text = written(board, rng)
    metric = 'slides' if board.slides else 'units'
    meaning = ['--metric', metric] if board.slides or rng.random() < 0.5 else []
    encodings = ['transition', 'operators', 'strips'] + ([] if board.slides else ['paper-v1', 'paper-v2'])
    return Problem('rushhour', metric, name, text, meaning, board, space, encodings, exact_steps=True)


def draft(rng):
    """A random board; None if nothing came of it."""
    rows, columns = (rng.choice([1, 2, 3, 4, 4, 5, 5, 6, 6]) for _ in range(2))
    cars, taken, walls = [], set(), []
    names = iter('XBCDEFGHIJKLMN')
    for _ in range(rng.randint(1, rows * columns)):
        across, length = rng.random() < 0.5, rng.choice([1, 2, 2, 2, 2, 2, 3, 3, 4])
        car = Car('', length, across, rng.randrange(rows), rng.randrange(columns))
        cells = set(Board.cells(car, car.column if across else car.row))
        if all(row < rows and column < columns for row, column in cells) and not cells & taken and len(cars) < 12:
            taken |= cells
            car.name = next(names)
            cars.append(car)
    if not cars:
        return None
    for _ in range(rng.choice([0, 0, 1, 1, 2, 4])):
        cell = (rng.randrange(rows), rng.randrange(columns))
        if cell not in taken:
            taken.add(cell)
            walls.append(cell)
    last = (columns if cars[0].across else rows) - cars[0].length
    goal = last if rng.random() < 0.7 else rng.randint(0, last)
    return Board(rows, columns, cars, walls, 0, goal, slides=rng.random() < 0.5)


def written(board, rng):
    """The board in one of the formats that can say it: the name of the file, and its text. Cars get other names."""
    red = board.cars[0]
    at_end = board.goal == (board.columns if red.across else board.rows) - red.length
    form = rng.random()
    if form < 0.35 and at_end:
        # Version 2 has no cars of a single cell.
        first = any(car.length == 1 for car in board.cars) or rng.random() < 0.5
        for number, car in enumerate(board.cars):
            car.name = f'c{number}' if number else 'r' if first else 'a'
        return 'board.lp', facts(board, first)
    drawn = rows_of(board)
    if form < 0.7 and drawn is not None and at_end:
        return 'board.txt', drawn
    if rng.random() < 0.5:
        for number, car in enumerate(board.cars):
            car.name = rng.choice(['car', 'é', 'b', 'X-']) + str(number)
    return 'board.toml', toml(board, rng)
