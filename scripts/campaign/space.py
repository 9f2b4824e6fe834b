"""The oracle of all planning problems: breadth-first search, layer by layer, over all that can be reached.

A puzzle has `start`, `next(state)` (the states after each of its moves, one entry a move), `is_goal(state)` and
`is_end(state)` (nothing is done any more in such a state).
"""
import dataclasses


@dataclasses.dataclass
class Space:
    length: int | None      # of a shortest plan; None if there is none
    plans: int              # how many shortest plans there are
    states: int
    transitions: int
    depth: int              # the greatest distance from the start
    goals: int              # goal states
    depths: dict            # of each state


def explore(puzzle, most, known_next=None):
    """All that can be reached; None if it is more than so many states. What comes after a state is kept in a table."""
    known_next = {} if known_next is None else known_next
    layer, depths = {puzzle.start: 1}, {puzzle.start: 0}
    length, plans, transitions, goals, depth = None, 0, 0, 0, 0
    while layer:
        for state, ways in layer.items():
            if puzzle.is_goal(state):
                goals += 1
                if length is None or length == depth:
                    length, plans = depth, plans + ways
        after = {}
        for state, ways in layer.items():
            if puzzle.is_end(state):
                continue
            if state not in known_next:
                known_next[state] = puzzle.next(state)
            for successor in known_next[state]:
                transitions += 1
                known = depths.get(successor)
                if known is None:
                    depths[successor] = depth + 1
                    if most < len(depths):
                        return None
                    after[successor] = ways
                elif known == depth + 1:
                    after[successor] += ways
        if after:
            depth += 1
        layer = after
    return Space(length, plans, len(depths), transitions, depth, goals, depths)


def far_from_goal(puzzle, rng, most):
    """A state from which it is often far to a goal, of all that can be reached, and the table of what comes after each;
    None if there are more states than that. Every move must have one that takes it back.
    """
    known_next = {}
    space = explore(puzzle, most, known_next)
    if space is None:
        return None
    distances = {state: 0 for state in space.depths if puzzle.is_goal(state)}
    layer = list(distances)
    for state in layer:
        for successor in known_next[state]:
            if successor not in distances:
                distances[successor] = distances[state] + 1
                layer.append(successor)
    by_distance = layer or list(space.depths)
    first = int(len(by_distance) * rng.choice([0, 0.6, 0.95, 0.98]))
    return rng.choice(by_distance[first:]), known_next


def makespan(puzzle, most, in_any_order):
    """The fewest steps that moves share, by all sets of moves of every state; None if that is too much work.

    `puzzle.changes(state)` are the moves as pairs of a piece and where it goes, `puzzle.can(state, change)` says
    whether one is possible, `puzzle.after(state, change)` where it leads. Moves share a step if all are possible at its
    start and they can be made in any order, or, if not `in_any_order`, in one of the orders.
    """
    layer, seen, steps, work = {puzzle.start}, {puzzle.start}, 0, 0
    while layer:
        if any(puzzle.is_goal(state) for state in layer):
            return steps
        after = set()
        for state in layer:
            changes = puzzle.changes(state)
            # Whether the one may come before the other.
            before = {(a, b): a[0] != b[0] and puzzle.can(puzzle.after(state, a), b)
                      for a in changes for b in changes if a != b}
            sets = [((), state)]
            for change in changes:
                for chosen, reached in list(sets):
                    if any(other[0] == change[0] for other in chosen):
                        continue
                    if in_any_order and not all(before[a, change] and before[change, a] for a in chosen):
                        continue
                    more = (*chosen, change)
                    if not in_any_order and not orderable(more, before):
                        continue
                    sets.append((more, puzzle.after(reached, change)))
                    work += 1
                    if most < work:
                        return None
            after.update(reached for _, reached in sets)
        layer = after - seen
        seen |= layer
        steps += 1
    return None


def orderable(changes, before):
    """Whether there is an order in which no change makes a later one impossible."""
    left = list(changes)
    while left:
        first = next((a for a in left if all(a == b or before[a, b] for b in left)), None)
        if first is None:
            return False
        left.remove(first)
    return True
