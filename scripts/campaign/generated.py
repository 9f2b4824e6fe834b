"""New boards: those made by chance have the figures that are said, and those of a size are all that are interesting."""
import functools, json, tomllib

from .boards import Board, Car
from .hardest import from_goals
from .space import explore

MOST_STATES = 20_000


def case(rng, lab):
    (all_of_a_size if rng.random() < 0.3 else by_chance)(rng, lab)


def by_chance(rng, lab):
    metric, size = rng.choice(['units', 'slides']), rng.choice([3, 4, 4, 5])
    least = rng.randint(1, 4) if size == 3 else rng.randint(2, 7)
    most = least + rng.randint(0, 6)
    unique = rng.random() < 0.2
    words = ['generate', '--size', size, '--metric', metric, '--length', f'{least}..{most}', '--walls', rng.choice([0, 0, 1, 2]),
             '--count', rng.randint(1, 3), '--seed', rng.randint(0, 10**6), '--steps', rng.choice([20, 60]), '--patience', 20,
             *(['--unique'] if unique else [])]
    found = []
    for jobs in (1, 2):
        ran = lab.run(*words, '--jobs', jobs, '--json')
        lab.expect(ran.code in (0, 12), f'exit code {ran.code}: {ran.err[:200]}')
        found.append([json.loads(line) for line in ran.out.splitlines()])
    texts = [[puzzle['text'] for puzzle in puzzles] for puzzles in found]
    lab.expect(texts[0] == texts[1], 'two jobs make other puzzles than one')
    lab.expect(len(set(texts[0])) == len(texts[0]), 'a puzzle comes twice')
    for puzzle in found[0]:
        board = read(puzzle['text'], metric == 'slides')
        space = explore(board, MOST_STATES)
        if space is None:
            continue
        distances, _ = from_goals(board, space.depths)
        figures = {name: puzzle['figures'][name] for name in ('length', 'plans', 'states', 'dead-ends', 'farthest', metric)}
        wanted = {'length': space.length, 'plans': space.plans, 'states': space.states,
                  'dead-ends': space.states - len(distances), 'farthest': max(distances.values()), metric: space.length}
        lab.oracle = str(wanted)
        lab.expect({name: int(value) for name, value in figures.items()} == wanted, f'{figures}, not {wanted}: {puzzle["text"]}')
        lab.expect(least <= space.length <= most and (not unique or space.plans == 1), f'{wanted} was not asked for')
        needless = [car.name for car in board.cars[1:] if without(board, car) == space.length]
        lab.expect(not needless, f'the length needs no {needless}: {puzzle["text"]}')


def read(text, slides):
    """A board that is drawn, with the red car X, which leaves on the right."""
    rows = tomllib.loads(text)['board'].split() if text.startswith('board') else text.split()
    cells = {}
    for row, line in enumerate(rows):
        for column, name in enumerate(line):
            cells.setdefault(name, []).append((row, column))
    walls = cells.pop('#', [])
    cells.pop('.', None)
    cars = [Car(name, len(of), of[0][0] == of[-1][0], *of[0]) for name, of in sorted(cells.items(), key=lambda car: car[0] != 'X')]
    return Board(len(rows), len(rows[0]), cars, walls, 0, len(rows[0]) - cars[0].length, slides)


def without(board, car):
    """The length without a car, if that is not too much work."""
    cars = [other for other in board.cars if other is not car]
    space = explore(Board(board.rows, board.columns, cars, board.walls, 0, board.goal, board.slides), MOST_STATES)
    return space and space.length


def all_of_a_size(rng, lab):
    size = rng.choice([3, 4])
    row = rng.randint(1, size)
    words = ['generate', '--exhaustive', '--size', size, '--exit-row', row, '--jsonl', '--jobs', rng.randint(1, 3)]
    n_parts = rng.choice([1, 1, 3])
    found = []
    for part in range(1, n_parts + 1):
        ran = lab.run(*words, *(['--shard', f'{part}/{n_parts}'] if 1 < n_parts else []))
        lab.expect(ran.code == 0, f'exit code {ran.code}: {ran.err[:200]}')
        found += [json.loads(line) for line in ran.out.splitlines()]
    wanted = interesting(size, row - 1)
    lab.oracle = f'{len(wanted)} boards'
    told = sorted((key_of(read(board['board'], slides=True)), board['length'], board['states'], board['cars']) for board in found)
    lab.expect(told == wanted, f'{len(told)} boards, not {len(wanted)}, or others')
    lab.expect(len({board['id'] for board in found}) == len(found), 'an id is there twice')


def key_of(board):
    """The cars of a board, whatever their names are."""
    return tuple(sorted((car.across, car.row, car.column, car.length) for car in board.cars))


@functools.cache
def interesting(size, row):
    """All interesting boards, as docs/workshop.md defines them, by trying all boards."""
    kept, seen = [], set()
    for red_column in range(size - 1):
        red = Car('X', 2, True, row, red_column)
        others = [Car('', length, across, r, c) for across in (True, False) for length in (2, 3)
                  for r in range(size) for c in range(size) if (c if across else r) + length <= size and not (across and r == row)]
        for cars in placed(others, set(Board.cells(red, red.column)), size):
            board = board_of(size, [red, *cars])
            if key_of(board) in seen:
                continue
            space = explore(board, MOST_STATES)
            cluster = [board_of(size, [moved(car, at) for car, at in zip(board.cars, state)]) for state in space.depths]
            seen.update(map(key_of, cluster))
            distances, _ = from_goals(board, space.depths)
            farthest = max(distances.values(), default=0)
            if farthest == 0:
                continue
            hardest = min((other for other, state in zip(cluster, space.depths) if distances[state] == farthest), key=number_of)
            if all(without(hardest, car) not in (farthest, None) for car in hardest.cars[1:]):
                kept.append((key_of(hardest), farthest, space.states, len(hardest.cars)))
    return sorted(kept)


def placed(cars, taken, size):
    """All sets of these cars that fit, and fill no lane."""
    yield []
    for at, car in enumerate(cars):
        cells = set(Board.cells(car, car.column if car.across else car.row))
        if not cells & taken:
            for more in placed(cars[at + 1:], taken | cells, size):
                lane = sum(other.length for other in [car, *more] if other.across == car.across
                           and (other.row == car.row if car.across else other.column == car.column))
                if lane < size:
                    yield [car, *more]


def board_of(size, cars):
    return Board(size, size, cars, [], 0, size - 2, slides=True)


def moved(car, at):
    return Car(car.name, car.length, car.across, *((car.row, at) if car.across else (at, car.column)))


def number_of(board):
    """The horizontal cells as a number, then the vertical ones."""
    cells = {True: 0, False: 0}
    for car, at in zip(board.cars, board.start):
        cells[car.across] |= board.mask(board.cells(car, at))
    return cells[True], cells[False]
