"""What `harden` says of all positions: the hardest ones, dead ends, and how many shortest plans each has."""
import tomllib

from . import boards, pddl, sas, sliding
from .kinds import kind_of


def case(rng, lab):
    problem = rng.choice([boards.draw, boards.draw, sliding.draw, pddl.draw, sas.draw])(rng, 400)
    problem.write(lab)
    puzzle, space = problem.puzzle, problem.space
    distances, plans = from_goals(puzzle, space.depths)
    top, unique = rng.choice([1, 1, 3, 10]), rng.random() < 0.3
    words = ['harden', problem.name, *problem.meaning, *kind_of(rng, problem), '--top', top, *(['--unique'] if unique else [])]
    lab.oracle = f'distances up to {max(distances.values(), default=None)}, given {distances.get(puzzle.start)}'
    answer = lab.answer(words, 0 if puzzle.start in distances else 10)
    if answer is None:
        return
    found = {key: answer[key] for key in ('states', 'dead_ends', 'given')}
    wanted = {'states': space.states, 'dead_ends': space.states - len(distances), 'given': distances.get(puzzle.start)}
    lab.expect(found == wanted, f'{found}, not {wanted}')
    lengths = [distances[state] for state in distances if not unique or plans[state] == 1]
    lengths.sort(reverse=True)
    told = [position['length'] for position in answer['positions']]
    lab.expect(told == lengths[:top], f'lengths {told}, not {lengths[:top]}')
    pairs = {(distances[state], plans[state]) for state in distances}
    for position in answer['positions']:
        known = (position['length'], int(position['plans']))
        lab.expect(position['exact'] is True and known in pairs, f'no position has {known[0]} moves and {known[1]} plans')
        if problem.command == 'rushhour':
            state = state_in(puzzle, position['text'])
            right = state in distances and (distances[state], plans[state]) == known
            lab.expect(right, f'{known}, not {distances.get(state)}: {position["text"]}')


def from_goals(puzzle, states):
    """How far each state is from a goal, where there is a way, and how many shortest plans begin there."""
    before = {}
    for state in states:
        if not puzzle.is_end(state):
            for after in puzzle.next(state):
                before.setdefault(after, []).append(state)
    distances = {state: 0 for state in states if puzzle.is_goal(state)}
    plans = dict.fromkeys(distances, 1)
    order = list(distances)
    for state in order:
        for origin in before.get(state, []):
            if origin not in distances:
                distances[origin] = distances[state] + 1
                plans[origin] = 0
                order.append(origin)
            if distances[origin] == distances[state] + 1:
                plans[origin] += plans[state]
    return distances, plans


def state_in(board, text):
    """The positions of a board's cars in another one in TOML, drawn or listed."""
    firsts = first_cells(tomllib.loads(text))
    return tuple(firsts[car.name][1 if car.across else 0] for car in board.cars)


def first_cells(data):
    """Row and column, from 0, of each car's first cell."""
    if 'board' not in data:
        return {car['name']: (car['row'] - 1, car['column'] - 1) for car in data['car']}
    found = {}
    for row, line in enumerate(data['board'].split('\n')):
        for column, name in enumerate(line):
            if name not in '.#':
                found.setdefault(name, (row, column))
    return found
