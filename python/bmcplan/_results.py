"""Answers: frozen dataclasses whose fields are the keys of the JSON that the command line prints."""

from __future__ import annotations

import json
from dataclasses import dataclass, field, fields
from typing import TYPE_CHECKING, Any, Dict, Optional, Tuple, Type, TypeVar

if TYPE_CHECKING:
    from ._problem import Problem

_R = TypeVar("_R")


def _frozen(value: Any) -> Any:
    """Lists as tuples, so that what is frozen stays as it is."""
    return tuple(map(_frozen, value)) if isinstance(value, list) else value


def _make(cls: Type[_R], found: Dict[str, Any], **more: Any) -> _R:
    known = {of.name for of in fields(cls)}  # type: ignore[arg-type]
    return cls(**{key: _frozen(value) for key, value in found.items() if key in known}, **more)


@dataclass(frozen=True)
class Move:
    """A move in parts; what a kind of problem does not have is None."""

    name: str
    piece: Optional[str] = None
    direction: Optional[str] = None
    cells: Optional[int] = None
    path: Optional[Tuple[Tuple[int, int], ...]] = None


@dataclass(frozen=True)
class Horizon:
    """One question to the solver: is there a plan of so many steps?"""

    horizon: int
    result: str
    seconds: float
    conflicts: Optional[int] = None


@dataclass(frozen=True)
class Slip:
    """What is most likely a slip in a problem; or in the arguments, such as one that had no effect."""

    message: str
    file: Optional[str] = None
    line: Optional[int] = None
    column: Optional[int] = None


@dataclass(frozen=True)
class Certificate:
    """A certificate that was written and checked; or in `missing`, why there is none."""

    folder: Optional[str] = None
    evidence: Optional[str] = None
    proof_bytes: Optional[int] = None
    making_seconds: Optional[float] = None
    checking_seconds: Optional[float] = None
    missing: Optional[str] = None

    @classmethod
    def of_json(cls, text: str) -> Certificate:
        """The certificate that stands in JSON."""
        return _make(cls, json.loads(text))


@dataclass(frozen=True)
class Answer:
    """The answer to a problem. `status` is solved, unsolvable, no_plan_within_horizon or stopped."""

    kind: str
    name: str
    status: str
    metric: str
    plan: Optional[Tuple[str, ...]]
    refuted: Optional[int]
    stopped_by: Optional[str]
    version: str
    file: Optional[str] = None
    goal: Optional[int] = None
    open_goals: Optional[Tuple[int, ...]] = None
    length: Optional[int] = None
    cost: Optional[int] = None
    certificate: Optional[Certificate] = None
    makespan: Optional[int] = None
    optimal: bool = False
    proved_by: Optional[str] = None
    steps: Optional[Tuple[Tuple[str, ...], ...]] = None
    moves: Optional[Tuple[Move, ...]] = None
    frames: Optional[Tuple[str, ...]] = None
    plans: Optional[Tuple[Tuple[str, ...], ...]] = None
    count: Optional[int] = None
    complete: Optional[bool] = None
    mode: Optional[str] = None
    schedule: Optional[str] = None
    encoding: Optional[str] = None
    semantics: Optional[str] = None
    solver: Optional[str] = None
    trusted: Optional[str] = None
    horizons: Tuple[Horizon, ...] = ()
    variables: Optional[int] = None
    clauses: Optional[int] = None
    literals: Optional[int] = None
    formula_bytes: Optional[int] = None
    states: Optional[int] = None
    build_seconds: Optional[float] = None
    solver_seconds: Optional[float] = None
    conflicts: Optional[int] = None
    seconds: Optional[float] = None
    wall_seconds: Optional[float] = None
    cpu_seconds: Optional[float] = None
    memory_mb: Optional[float] = None
    warnings: Tuple[Slip, ...] = ()
    problem: Optional[Problem] = field(default=None, repr=False, compare=False)

    @classmethod
    def of_json(cls, text: str, problem: Optional[Problem] = None) -> Answer:
        """The answer that stands in JSON, such as the command line prints."""
        found: Dict[str, Any] = json.loads(text)

        def parts(key: str, of: Type[_R]) -> Tuple[_R, ...]:
            return tuple(_make(of, part) for part in found.get(key) or ())

        if found.get("moves") is not None:
            found["moves"] = parts("moves", Move)
        found["horizons"] = parts("horizons", Horizon)
        found["warnings"] = parts("warnings", Slip)
        if found.get("certificate") is not None:
            found["certificate"] = _make(Certificate, found["certificate"])
        if found.get("count") is not None:
            found["count"] = int(found["count"])
        return _make(cls, found, problem=problem)

    def _repr_html_(self) -> Optional[str]:
        """The plan as a player, or the start alone where there is no plan."""
        if self.problem is None:
            return None
        from html import escape

        page = escape(self.problem.draw("html", plan=self), quote=True)
        style = "width:100%;height:560px;border:0"
        return f'<iframe sandbox="allow-scripts" style="{style}" srcdoc="{page}"></iframe>'


@dataclass(frozen=True)
class Exploration:
    """The size of a state space. `status` is complete or stopped."""

    kind: str
    name: str
    file: Optional[str]
    status: str
    metric: str
    without_counter: bool
    states: int
    transitions: int
    depth: int
    goal_states: int
    seconds: float
    wall_seconds: float
    cpu_seconds: Optional[float]
    memory_mb: Optional[float]
    version: str
    warnings: Tuple[Slip, ...] = ()

    @classmethod
    def of_json(cls, text: str) -> Exploration:
        """The exploration that stands in JSON."""
        found = json.loads(text)
        found["warnings"] = tuple(_make(Slip, part) for part in found.get("warnings") or ())
        return _make(cls, found)


@dataclass(frozen=True)
class Check:
    """A plan that was replayed by the rules. `status` is valid or wrong.

    `fault` is what is wrong: name (there is no such move), move (it cannot be made there) or goal (it is not reached).
    """

    kind: str
    name: str
    file: Optional[str]
    status: str
    metric: str
    goal: Optional[int]
    length: Optional[int]
    step: Optional[int]
    reason: Optional[str]
    fault: Optional[str]
    version: str

    @classmethod
    def of_json(cls, text: str) -> Check:
        """The check that stands in JSON."""
        return _make(cls, json.loads(text))


@dataclass(frozen=True)
class Verification:
    """A certificate that was checked. `status` is certified or wrong."""

    status: str
    claim: Optional[str]
    evidence: Optional[str]
    metric: Optional[str]
    length: Optional[int]
    count: Optional[str]
    checked: Tuple[str, ...]
    believed: Tuple[str, ...]
    reason: Optional[str]
    version: str

    @classmethod
    def of_json(cls, text: str) -> Verification:
        """The verification that stands in JSON."""
        return _make(cls, json.loads(text))
