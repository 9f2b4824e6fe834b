"""State spaces: how many states can be reached, by how many transitions."""
from .kinds import any_problem, kind_of
from .planned import Planned


def case(rng, lab):
    """States, transitions, depth and goal states."""
    problem = any_problem(rng, 1500)
    problem.write(lab)
    counter = problem.command == 'gdl' and rng.random() < 0.7
    more = kind_of(rng, problem) + (['--counter'] if counter else [])
    answer = lab.answer(['explore', problem.name, *problem.meaning, *more], 0)
    space = problem.space
    lab.oracle = f'{space.states} states, {space.transitions} transitions, depth {space.depth}, {space.goals} goals'
    if answer is None:
        return
    found = {key: answer[key] for key in ('states', 'transitions', 'depth', 'goal_states')}
    if problem.command == 'gdl' and not counter:
        # A step counter is left out there, which only makes states fewer.
        lab.expect(found['states'] <= space.states, f'{found}')
        return
    wanted = {'states': space.states, 'transitions': space.transitions, 'depth': space.depth,
              'goal_states': space.goals}
    if isinstance(problem.puzzle, Planned):
        count = lambda moves: sum(len({(name, after) for name, _, after in moves(state)}) for state in space.depths)
        least, most = count(problem.puzzle.moves), count(problem.puzzle.tries)
        # An operator that changes nothing is a transition, unless it is left out before anything is searched, as in PDDL.
        counted = found.pop('transitions')
        lab.expect(least <= counted <= most if problem.command == 'pddl' else counted == most,
                   f'{counted} transitions, not {least} to {most}')
        del wanted['transitions']
    lab.expect(found == wanted, f'{found}, not {wanted}')
