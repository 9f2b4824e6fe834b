"""Bounds of the fewest steps of planning problems, by what moves do and not by how they are written."""
import itertools


def fewest(puzzle, most, in_any_order):
    """At least so many steps are needed; None if there is no plan, or if that is too much work.

    All moves of a step can be made in the state in which it begins. They can be made in every order with the same end, or, if not
    `in_any_order`, in one of the orders. A step of the program is always one of these.
    """
    layer, seen, steps, work = {puzzle.start}, {puzzle.start}, 0, 0
    while layer:
        if any(map(puzzle.is_goal, layer)):
            return steps
        after = set()
        for state in layer:
            names = list(dict.fromkeys(name for name, _, _ in puzzle.moves(state)))
            ends = {frozenset(): {state}}
            while ends:
                larger = {}
                for chosen, states in ends.items():
                    after |= states
                    for name in names:
                        work += 1
                        more = chosen | {name}
                        if name not in chosen and more not in larger:
                            larger[more] = ends_of(puzzle, more, ends, in_any_order)
                if most < work:
                    return None
                ends = {chosen: states for chosen, states in larger.items() if states}
        layer = after - seen
        seen |= layer
        steps += 1
    return None


def ends_of(puzzle, chosen, smaller, in_any_order):
    """The states in which moves end that share a step; none if they cannot."""
    found = set()
    for last in chosen:
        before = smaller.get(chosen - {last}, set())
        reached = [puzzle.follow(state, [last]) for state in before]
        if in_any_order and (not before or not all(reached)):
            return set()
        found |= set().union(*reached)
    return found if not in_any_order or len(found) == 1 else set()


def is_step(puzzle, state, names):
    """True if moves can be made in every order, with the same end. Operators of one name have several; with some of them it has to be so.
    A move may change nothing where others have done it before."""
    return bool(set.intersection(*(puzzle.follow(state, order, may_stay=True) for order in itertools.permutations(names))))
