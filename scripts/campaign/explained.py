"""What `explain` says of the parts that force the length of a plan, against all sets of parts of small boards and puzzles."""
import copy, itertools

from . import boards, sliding
from .kinds import kind_of
from .space import explore

MOST_PARTS, MOST_STATES = 6, 3000


def case(rng, lab):
    while True:
        problem = rng.choice([boards.draw, sliding.draw])(rng, 150)
        parts = parts_of(problem)
        if len(parts) <= MOST_PARTS:
            lengths = lengths_of_all(problem, parts)
            if lengths is not None:
                break
    problem.write(lab)
    length, kept_by = problem.space.length, lambda found: tuple(sorted((part['kind'], part['name']) for part in found))
    enough = {kept for kept, found in lengths.items() if found == length}
    minimal = {kept for kept in enough if not any(set(other) < set(kept) for other in enough)}
    smallest = min(map(len, minimal))
    lab.oracle = f'length {length}, minimal sets {sorted(minimal)}'
    wanted = rng.choice([[], ['--smallest'], ['--all', 99], ['--smallest', '--all', 99]])
    words = ['explain', problem.name, *problem.meaning, *kind_of(rng, problem), *wanted]
    answer = lab.answer(words, 10 if length is None else 0)
    if answer is None:
        return
    lab.expect((answer['length'], answer['solvable']) == (length, length is not None), f'length {answer["length"]}, not {length}')
    lab.expect(kept_by(answer['elements']) == tuple(sorted(parts)), f'elements {answer["elements"]}')
    found = [kept_by(part_set['kept']) for part_set in answer['sets']]
    lab.expect(len(set(found)) == len(found), 'a set is there twice')
    for kept, part_set in zip(found, answer['sets']):
        lab.expect(part_set['minimal'] is True and kept in minimal, f'{kept} is not minimal')
        lab.expect(set(kept) | set(kept_by(part_set['scenery'])) == set(parts), f'scenery of {kept}')
        for part in part_set['kept']:
            without = lengths.get(tuple(other for other in kept if other != (part['kind'], part['name'])), 'no such set')
            lab.expect(part['length'] == without, f'{part["length"]} without {part["name"]}, not {without}')
        lab.expect(not part_set['smallest'] or len(kept) == smallest, f'{kept} is smallest, but there is one of {smallest}')
    if '--smallest' in wanted:
        lab.expect(answer['at_least'] == smallest == len(found[0]), f'at least {answer["at_least"]}, not {smallest}')
    asked = {kept for kept in minimal if '--smallest' not in wanted or len(kept) == smallest}
    lab.expect(not answer['all'] or set(found) == asked, f'{len(found)} sets are all, but there are {len(asked)}')
    lab.expect('--all' not in wanted or answer['all'] is True, 'not all')


def parts_of(problem):
    """The parts that may be left out: walls, and pieces that no goal is about."""
    puzzle = problem.puzzle
    walls = [('wall', f'{row + 1},{column + 1}') for row, column in puzzle.walls]
    if problem.command == 'rushhour':
        return [('piece', car.name) for at, car in enumerate(puzzle.cars) if at != puzzle.red] + walls
    # A goal of one of several that are interchangeable is about all of them.
    free = [letter for members in puzzle.classes if not puzzle.goals.keys() & set(members) for letter in members]
    return [('piece', letter) for letter in free] + walls


def lengths_of_all(problem, parts):
    """The length with each set of parts, in order; None if a part of the problem has too many states."""
    found = {}
    for n in range(len(parts) + 1):
        for kept in itertools.combinations(sorted(parts), n):
            space = explore(reduced(problem, kept), MOST_STATES)
            if space is None:
                return None
            found[kept] = space.length
    return found


def reduced(problem, kept):
    """The puzzle with these parts alone."""
    puzzle = problem.puzzle
    walls = [cell for cell in puzzle.walls if ('wall', f'{cell[0] + 1},{cell[1] + 1}') in kept]
    if problem.command == 'rushhour':
        red = puzzle.cars[puzzle.red]
        cars = [copy.copy(car) for car in puzzle.cars if car is red or ('piece', car.name) in kept]
        at = [car.name for car in cars].index(red.name)
        return boards.Board(puzzle.rows, puzzle.columns, cars, walls, at, puzzle.goal, puzzle.slides)
    pieces = {letter: cells for letter, cells in puzzle.pieces.items() if ('piece', letter) in kept
              or ('piece', letter) not in parts_of(problem)}
    groups = [[letter for letter in group if letter in pieces] for group in puzzle.groups]
    return sliding.Puzzle(puzzle.rows, puzzle.columns, walls, pieces, puzzle.goals, [group for group in groups if group],
                          puzzle.metric, puzzle.labelled)
