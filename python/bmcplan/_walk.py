"""Walks through the state space of a problem, move by move, by the rules that all answers are checked by."""

from __future__ import annotations

from typing import Dict, Iterator, List, Mapping, NamedTuple, Optional, Sequence, Tuple

from ._errors import ArgumentError
from ._inputs import name_of, shown
from ._native import Problem as NativeProblem
from ._native import Space

_MOST_NAMED = 20
"""The most moves that a message names."""


class _Names(NamedTuple):
    """The variables in their order, each with the names of its values."""

    number: Dict[str, int]
    values: Tuple[Tuple[str, ...], ...]


class State(Mapping[str, str]):
    """A state: its variables with their values, as a dict that can be hashed. Equal states have equal values."""

    __slots__ = ("_names", "_numbers")

    def __init__(self, names: _Names, numbers: Sequence[int]) -> None:
        self._names = names
        self._numbers = tuple(numbers)

    def __getitem__(self, variable: str) -> str:
        number = self._names.number[variable]
        return self._names.values[number][self._numbers[number]]

    def __iter__(self) -> Iterator[str]:
        return iter(self._names.number)

    def __len__(self) -> int:
        return len(self._names.number)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, State):
            return NotImplemented
        return self._numbers == other._numbers and self.is_like(other)

    def __hash__(self) -> int:
        return hash(self._numbers)

    def __repr__(self) -> str:
        return f"State({shown(dict(self))})"

    def is_like(self, other: State) -> bool:
        """Has it the same variables with the same values to choose from?"""
        return self._names is other._names or self._names == other._names


class Walked:
    """What a problem has for walks."""

    _native: NativeProblem
    _walked: Optional[Tuple[Space, State]] = None

    def _space(self) -> Tuple[Space, State]:
        """The state space, made when it is first asked for, and its initial state."""
        if self._walked is None:
            space = self._native.space()
            variables = space.variables()
            number = {name: number for number, (name, _) in enumerate(variables)}
            names = _Names(number, tuple(tuple(values) for _, values in variables))
            self._walked = space, State(names, space.initial())
        return self._walked

    @property
    def initial(self) -> State:
        """The initial state."""
        return self._space()[1]

    def moves(self, state: State) -> Dict[str, State]:
        """The moves that can be made in a state, each with the state that it leads to.

        Moves are called as the operators are. Of two that share a name here and lead to different states, the second has ` (2)` behind it.
        """
        space = self._space_of(state)
        found: Dict[str, State] = {}
        called: Dict[str, List[State]] = {}
        for name, numbers in space.moves(state._numbers):
            then, others = State(state._names, numbers), called.setdefault(name, [])
            if then not in others:
                others.append(then)
                found[name if len(others) == 1 else f"{name} ({len(others)})"] = then
        return found

    def apply(self, state: State, move: str) -> State:
        """The state that a move leads to; raises ArgumentError if it cannot be made in this state."""
        name_of("move", move)
        moves = self.moves(state)
        if move not in moves:
            names = ", ".join(list(moves)[:_MOST_NAMED]) + (", …" if _MOST_NAMED < len(moves) else "")
            raise ArgumentError(f"move: {shown(move)} cannot be made here; there are: {names or 'none'}")
        return moves[move]

    def is_goal(self, state: State) -> bool:
        """True if the goal holds in a state."""
        return self._space_of(state).is_goal(state._numbers)

    def _space_of(self, state: State) -> Space:
        space, initial = self._space()
        if not isinstance(state, State):
            raise ArgumentError(f"state: a State is meant, such as `problem.initial`, not {shown(state)}")
        if not state.is_like(initial):
            raise ArgumentError("state: it is a state of another problem")
        return space
