"""What is known about a problem before any plan is looked for."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Dict, Optional, Tuple

from ._results import Number, Result, Slip, _make, _of_cost, _parts


@dataclass(frozen=True, repr=False)
class VariableFacts(Result):
    """A variable with its values, the first of them in time, and those that it never has. It may keep its value for ever."""

    name: str
    values: Tuple[str, ...]
    initial: str
    unreachable: Tuple[str, ...]
    is_static: bool


@dataclass(frozen=True, repr=False)
class GoalFact(Result):
    """A part of the goal, and the step before which it does not hold; None if it never holds."""

    fact: str
    not_before: Optional[int]


@dataclass(frozen=True, repr=False)
class RelaxedDistances(Result):
    """Distances of the goal where nothing becomes false. h^max and LM-cut are lower bounds, h^FF is an estimate; None: out of reach."""

    hmax: Optional[int] = None
    lmcut: Optional[Number] = _of_cost()
    hff: Optional[int] = None


@dataclass(frozen=True, repr=False)
class Facts(Result):
    """What encodings and heuristics start from. Everything listed is true; not everything that is true is listed."""

    _LEFT_OUT = frozenset({"warnings"})

    kind: str
    name: str
    file: Optional[str]
    status: str
    metric: str
    variables: Tuple[VariableFacts, ...]
    derived: Tuple[str, ...]
    operators: int
    unreachable_operators: int
    irrelevant_operators: int
    goals: Tuple[GoalFact, ...]
    mutexes: int
    mutex_pairs: Tuple[Tuple[str, str], ...]
    landmarks: Tuple[Tuple[str, ...], ...]
    symmetries: Tuple[Tuple[Tuple[str, str], ...], ...]
    distances: RelaxedDistances
    seconds: float
    wall_seconds: float
    cpu_seconds: Optional[float]
    memory_mb: Optional[float]
    stopped_by: Optional[str]
    version: str
    warnings: Tuple[Slip, ...] = ()

    @classmethod
    def _read(cls, found: Dict[str, Any]) -> None:
        super()._read(found)
        found["variables"] = _parts(VariableFacts, found["variables"])
        found["goals"] = _parts(GoalFact, found["goals"])
        found["distances"] = _make(RelaxedDistances, found["distances"])

    def __str__(self) -> str:
        static = sum(variable.is_static for variable in self.variables)
        distances = self.distances
        known = f"{len(self.variables)} variables, {static} static; {self.operators} operators, {self.unreachable_operators} never applicable"
        more = f"{self.mutexes:,} mutexes, {len(self.landmarks)} landmarks, {len(self.symmetries)} symmetries"
        return f"{self.name}: {known}\n{more}; h^max {distances.hmax}, LM-cut {distances.lmcut}, h^FF {distances.hff}"
