"""What the rules of planning problems share, be they of PDDL or of SAS files: moves with names and costs.

`expand(state)` gives a name, a cost and the state after it for each operator that can be applied.
"""


class Planned:
    def __init__(self):
        self.known = {}

    def tries(self, state):
        """All that can be done in a state, also what changes nothing."""
        if state not in self.known:
            self.known[state] = list(dict.fromkeys(self.expand(state)))
        return self.known[state]

    def moves(self, state):
        """What changes something: no plan of the program has anything else."""
        return [move for move in self.tries(state) if move[2] != state]

    def has_names_apart(self):
        """True if no two operators have one name."""
        return True

    def next(self, state):
        # Operators of one name that lead to one state are cases of one action.
        return [after for _, after in dict.fromkeys((name, after) for name, _, after in self.moves(state))]

    def is_end(self, _):
        return False

    def follow(self, state, names, may_stay=False):
        """All states in which a sequence of names may end; operators of one name may lead to several."""
        states = {state}
        for name in names:
            states = {after for state in states for known, _, after in self.tries(state)
                      if known == name and (may_stay or after != state)}
        return states

    def replay(self, names, may_stay=False):
        """What is wrong with a plan, if anything."""
        states = {self.start}
        for number, name in enumerate(names, 1):
            states = set().union(*(self.follow(state, [name], may_stay) for state in states))
            if not states:
                return f'step {number}, {name!r}, is not possible'
        return None if any(map(self.is_goal, states)) else 'the plan does not end in a goal state'


def are_texts_apart(puzzle):
    """True unless plans of different operators may have the same names."""
    return not isinstance(puzzle, Planned) or puzzle.has_names_apart()
