"""Random problems of any kind."""
from . import boards, games, pddl, sas, sliding

PUZZLES = [boards.draw, sliding.draw, games.draw]
PLANNING = [pddl.draw, sas.draw]


def any_problem(rng, most_states, of=(*PUZZLES, *PLANNING)):
    return rng.choice(of)(rng, most_states)


def kind_of(rng, problem):
    """The option --kind; a rule sheet is found out to be one if it begins with a parenthesis."""
    needed = problem.command == 'gdl' and not problem.text.startswith('(')
    return ['--kind', problem.command] if needed or rng.random() < 0.3 else []
