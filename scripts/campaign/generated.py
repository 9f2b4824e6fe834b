"""New boards by chance have the figures that are said."""
import json, tomllib

from .boards import Board, Car
from .hardest import from_goals
from .space import explore

MOST_STATES = 20_000


def case(rng, lab):
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
