"""Answers: frozen dataclasses whose fields are the keys of the JSON that the command line prints.

`to_dict()` and `to_json()` give that object again; `str()` is a line that says what is known, and one that says more.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, field, fields
from typing import TYPE_CHECKING, Any, ClassVar, Dict, FrozenSet, Iterable, Mapping, Optional, Tuple, Type, TypeVar, Union

if TYPE_CHECKING:
    from decimal import Decimal

    from ._problem import Problem

_R = TypeVar("_R", bound="Result")

Number = Union[int, "Decimal"]
"""A cost, exactly: whole, or with decimals."""

_LONGEST_LINE = 120
"""No `repr()` of a result is longer."""

_EXACT_DIGITS = 15
"""Numbers of so many digits are exact for whoever reads JSON; costs with more are strings there."""


def frozen(value: Any) -> Any:
    """Lists as tuples, so that what is frozen stays as it is."""
    return tuple(map(frozen, value)) if isinstance(value, list) else value


def _make(cls: Type[_R], found: Dict[str, Any]) -> _R:
    known = {of.name: of for of in fields(cls)}  # type: ignore[arg-type]
    given = {key: frozen(value) for key, value in found.items() if key in known}
    for key, value in given.items():
        if known[key].metadata.get("is_cost"):
            given[key] = number(value)
    return cls(**given)


def _parts(cls: Type[_R], found: Optional[Iterable[Dict[str, Any]]]) -> Tuple[_R, ...]:
    return tuple(_make(cls, part) for part in found or ())


def number(value: Union[int, float, str, "Decimal", None]) -> Optional[Number]:
    """A cost as JSON has it: a number, or a string of digits."""
    if value is None or isinstance(value, int):
        return value
    text = value if isinstance(value, str) else repr(value)
    if text.isdigit():
        return int(text)
    from decimal import Decimal

    exact = value if isinstance(value, Decimal) else Decimal(text)
    whole = int(exact)
    return whole if whole == exact else exact


def _plain_cost(cost: Optional[Number]) -> Union[int, float, str, None]:
    """A cost in JSON, as the command line has it."""
    if cost is None:
        return None
    text = f"{cost:f}" if not isinstance(cost, int) else str(cost)
    if _EXACT_DIGITS < len(text):
        return text
    return cost if isinstance(cost, int) else float(cost)


def _of_cost() -> Any:
    """The field of a cost."""
    return field(default=None, metadata={"is_cost": True})


def _of_question() -> Any:
    """The field of something that was asked, which is no key of this part of JSON."""
    return field(default=None, repr=False, compare=False, metadata={"is_key": False})


def _asked(found: Dict[str, Any]) -> Dict[str, Any]:
    """The options with which a problem was read; of JSON from elsewhere, the metric in which it counts moves."""
    metric = found["metric"]
    return found.get("options") or ({} if metric == "cost" else {"metric": metric})


def _read_again(text: Optional[str], kind: Any, options: Optional[Mapping[str, Any]]) -> Problem:
    """The problem of a text that was found, with the options with which the first one was read."""
    from ._errors import ArgumentError
    from ._problem import Problem

    if text is None:
        raise ArgumentError(f"problem: a position of a problem of kind {kind} has no text")
    asked = options or {}
    return Problem(text, kind=kind, metric=asked.get("metric"), goal=asked.get("goal"), labelled="labelled" in asked)


def _plain(value: Any) -> Any:
    """What JSON has: dicts, lists, strings and numbers."""
    if isinstance(value, Result):
        return value.to_dict()
    if isinstance(value, tuple):
        return [_plain(part) for part in value]
    # As the command line has it: greater numbers would lose digits elsewhere.
    return str(value) if isinstance(value, int) and 2**53 < value else value


def _number(count: int, what: str) -> str:
    """A number of things, such as `1 state`, `2 states` or `3 units`."""
    plural = what if what.endswith("s") else f"{what}s"
    return f"{count:,} {plural[:-1] if count == 1 else plural}"


def _cost(cost: Optional[Number]) -> str:
    return "" if cost is None else f"{cost:,}" if isinstance(cost, int) else f"{cost:,f}"


class Result:
    """What results have in common."""

    _LEFT_OUT: ClassVar[FrozenSet[str]] = frozenset()
    """The keys that are not there where there is nothing to say."""

    @classmethod
    def of_json(cls: Type[_R], text: str) -> _R:
        """The result that stands in JSON, such as the command line prints."""
        return cls._of_json(text)

    @classmethod
    def _of_json(cls: Type[_R], text: str, **more: Any) -> _R:
        """The same with more values for its fields."""
        found: Dict[str, Any] = {**more, **json.loads(text)}
        cls._read(found)
        return _make(cls, found)

    @classmethod
    def _read(cls, found: Dict[str, Any]) -> None:
        """Makes results of the parts of JSON that are more than plain values."""
        if "warnings" in found:
            found["warnings"] = _parts(Slip, found["warnings"])

    def _line(self) -> str:
        """A line that says what is known: the first one of `str()`, or the fields."""
        if type(self).__str__ is not object.__str__:
            return str(self).partition("\n")[0]
        known = ((of.name, getattr(self, of.name)) for of in fields(self))  # type: ignore[arg-type]
        return ", ".join(f"{name}={value!r}" for name, value in known if value is not None)

    def __repr__(self) -> str:
        line = f"<bmcplan.{type(self).__name__} {self._line()}"
        return f"{line}>" if len(line) < _LONGEST_LINE else f"{line[: _LONGEST_LINE - 2]}…>"

    def _repr_pretty_(self, printer: Any, cycle: bool) -> None:
        """What is shown where HTML is not: all lines of `str()`, or one within a list."""
        printer.text(repr(self) if cycle or 1 < len(printer.stack) or type(self).__str__ is object.__str__ else str(self))

    def _repr_html_(self) -> str:
        from ._show import table

        return table(self)

    def to_dict(self) -> Dict[str, Any]:
        """The object that the command line prints with `--json`, as plain dicts and lists."""
        keys = [of for of in fields(self) if of.metadata.get("is_key", True)]  # type: ignore[arg-type]
        found = {of.name: getattr(self, of.name) for of in keys}
        found.update((of.name, _plain_cost(found[of.name])) for of in keys if of.metadata.get("is_cost"))
        return {
            key: _plain(value)
            for key, value in found.items()
            if not (key in self._LEFT_OUT and value in (None, ()))
        }

    def to_json(self, *, indent: Union[int, str, None] = None) -> str:
        """The same as text."""
        return json.dumps(self.to_dict(), indent=indent, ensure_ascii=False)


@dataclass(frozen=True, repr=False)
class Move(Result):
    """A move in parts; what a kind of problem does not have is None."""

    name: str
    piece: Optional[str] = None
    direction: Optional[str] = None
    cells: Optional[int] = None
    path: Optional[Tuple[Tuple[int, int], ...]] = None


@dataclass(frozen=True, repr=False)
class Horizon(Result):
    """One question to the solver: is there a plan of so many steps?"""

    horizon: int
    result: str
    seconds: float
    conflicts: Optional[int] = None


@dataclass(frozen=True, repr=False)
class Slip(Result):
    """What is most likely a slip in a problem; or in the arguments, such as one that had no effect."""

    _LEFT_OUT = frozenset({"file", "line", "column"})
    message: str
    file: Optional[str] = None
    line: Optional[int] = None
    column: Optional[int] = None


@dataclass(frozen=True, repr=False)
class Certificate(Result):
    """A certificate that was written and checked; or in `missing`, why there is none."""

    _LEFT_OUT = frozenset({"folder", "evidence", "proof_bytes", "making_seconds", "checking_seconds", "missing"})
    folder: Optional[str] = None
    evidence: Optional[str] = None
    proof_bytes: Optional[int] = None
    making_seconds: Optional[float] = None
    checking_seconds: Optional[float] = None
    missing: Optional[str] = None

    def __str__(self) -> str:
        if self.missing is not None:
            return f"no certificate\n{self.missing}"
        size = f" of {self.proof_bytes:,} bytes" if self.proof_bytes else ""
        return f"certified, in {self.folder}\n{self.evidence}{size}"


@dataclass(frozen=True, repr=False)
class Findings(Result):
    """The keys of the answer to a problem.

    `status` is solved, unsolvable, no_plan_within_horizon, no_plan_within_cost or stopped. Where costs are minimised, `metric` is
    cost; `unit` is the unit of `length`. No plan costs less than `lower_bound`, or has fewer steps; `gap` is what the plan has more.
    Costs are whole numbers, or `decimal.Decimal`. `stopped_by` is the limit that was reached: timeout, cpu_timeout, memory, disk or
    interrupt.

    `cpu_seconds` is what all threads of this process took since the call, and the solver programs that it started; calls in other
    threads at the same time count, too. `memory_mb` is how far the greatest memory of the process exceeds that at the start of the
    call; None if the process had needed as much before, since then nothing is known.
    """

    _LEFT_OUT = frozenset({
        "id", "line", "refuted_below", "certificate", "frames", "steps", "seed", "trusted", "warnings",
    })  # fmt: skip

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
    unit: Optional[str] = None
    cost: Optional[Number] = _of_cost()
    refuted_below: Optional[Number] = _of_cost()
    certificate: Optional[Certificate] = None
    makespan: Optional[int] = None
    lower_bound: Optional[Number] = _of_cost()
    gap: Optional[Number] = _of_cost()
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
    seed: Optional[int] = None
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
    id: Optional[str] = None
    line: Optional[int] = None

    @classmethod
    def _read(cls, found: Dict[str, Any]) -> None:
        super()._read(found)
        if found.get("moves") is not None:
            found["moves"] = _parts(Move, found["moves"])
        found["horizons"] = _parts(Horizon, found.get("horizons"))
        if found.get("certificate") is not None:
            found["certificate"] = _make(Certificate, found["certificate"])
        if found.get("count") is not None:
            found["count"] = int(found["count"])

    def to_dict(self) -> Dict[str, Any]:
        """The object that the command line prints with `--json`, as plain dicts and lists."""
        found = super().to_dict()
        return {key: found[key] for key in sorted(found, key=_KEYS.index)}

    def __str__(self) -> str:
        how = "" if self.mode is None else f" ({self.mode}, {_seconds(self.seconds)})"
        return f"{self.name}: {self._of_goal(self._known())}{how}\n{self._more()}"

    def _of_goal(self, known: str) -> str:
        """The same with the value of the goal, and with the better values that are open."""
        if self.goal is None:
            return known
        *first, last = map(str, self.open_goals or (self.goal,))
        values = f"{', '.join(first)} or {last}" if first else last
        if self.status == "no_plan_within_horizon":
            return f"goal {values}: {known}"
        if self.status == "solved" and self.open_goals:
            return f"goal {self.goal}: {known}; longer plays may be worth {values}"
        return f"goal {self.goal}: {known}" + (f"; plays may be worth {values}" if first else "")

    def _known(self) -> str:
        if self.status == "unsolvable":
            return f"no plan of any length, proved by {self.proved_by}"
        if self.metric == "cost":
            return self._known_of_costs()
        refuted = "nothing refuted" if self.refuted is None else f"every length up to {self.refuted} refuted"
        if self.status == "no_plan_within_horizon":
            return f"no plan within the horizon: {refuted}"
        if self.length is None:
            return f"stopped by {self.stopped_by}: {refuted}"
        length = _number(self.length, self.metric)
        if self.cost is not None:
            length += f", cost {_cost(self.cost)}"
        is_parallel = self.semantics in ("forall", "exists") and self.steps is not None
        if is_parallel:
            length = f"makespan {self.makespan} ({length})"
        # A shortest play is not the best while a better value of the goal is open.
        is_refuted = (-1 if self.refuted is None else self.refuted) + 1 == self.makespan
        if not self.optimal and not (self.open_goals and is_refuted):
            return f"{length}, perhaps not the least" if is_parallel else f"{length}, perhaps not shortest"
        return f"{length}; every smaller makespan refuted" if is_parallel else f"{length}, shortest"

    def _known_of_costs(self) -> str:
        """The same where costs are minimised."""
        refuted = "nothing refuted" if self.refuted_below is None else f"no plan of cost {_cost(self.refuted_below)} or less"
        if self.status == "no_plan_within_cost":
            return refuted
        if self.length is None:
            return f"stopped by {self.stopped_by}: {refuted}"
        how = "cheapest" if self.optimal else "perhaps not cheapest"
        return f"cost {_cost(self.cost)}, {how}; {_number(self.length, self.unit or 'moves')}"

    def _more(self) -> str:
        if self.count is not None:
            plans = _number(self.count, f"{'cheapest' if self.metric == 'cost' else 'shortest'} plan")
            return plans if self.complete else f"{plans} or more"
        if self.plan is None:
            return self.stopped_by or "no plan"
        more = "" if len(self.plan) <= _MOVES_SHOWN else f", and {len(self.plan) - _MOVES_SHOWN} more"
        return (", ".join(self.plan[:_MOVES_SHOWN]) or "nothing has to be done") + more


_MOVES_SHOWN = 12
"""So many moves of a plan are on the line that `str()` has for it."""

_KEYS = (
    "id", "kind", "name", "file", "line", "status", "metric", "unit", "goal", "open_goals", "length", "cost", "certificate",
    "makespan", "lower_bound", "gap", "optimal", "refuted", "refuted_below", "proved_by", "plan", "steps", "moves", "frames", "plans",
    "count", "complete", "mode", "schedule", "encoding", "semantics", "solver", "seed", "trusted", "horizons", "variables", "clauses", "literals",
    "formula_bytes", "states", "build_seconds", "solver_seconds", "conflicts", "seconds", "wall_seconds", "cpu_seconds",
    "memory_mb", "stopped_by", "warnings", "version",
)  # fmt: skip
"""The keys of an answer, in their order."""


def _seconds(seconds: Optional[float]) -> str:
    return f"{seconds or 0:.2f} s"


@dataclass(frozen=True, repr=False)
class Exploration(Result):
    """The size of a state space. `status` is complete or stopped; `stopped_by` names the limit."""

    _LEFT_OUT = frozenset({"warnings"})

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
    stopped_by: Optional[str]
    version: str
    warnings: Tuple[Slip, ...] = ()

    @classmethod
    def _read(cls, found: Dict[str, Any]) -> None:
        super()._read(found)
        # Beyond 2^53 they are texts of digits.
        found.update({key: int(found[key]) for key in ("states", "transitions", "goal_states")})

    def __str__(self) -> str:
        states = _number(self.states, "state")
        known = states if self.status == "complete" else f"{states} or more: it was stopped"
        more = (_number(self.transitions, "transition"), f"depth {self.depth}", _number(self.goal_states, "goal state"))
        return f"{self.name}: {known} ({_seconds(self.seconds)})\n{', '.join(more)}"


@dataclass(frozen=True, repr=False)
class Position(Result):
    """A position far from a goal. `text` is the problem begun there, if its kind has such a text; `plans` is the number of best plans
    (where costs are minimised, of the cheapest ones of fewest moves), known if all positions were seen, and less than 2**64 - 1. If they
    were not, `exact` is false, and `length` is an upper bound."""

    length: int
    cost: Optional[Number] = field(metadata={"is_cost": True})
    exact: bool
    plans: Optional[int]
    text: Optional[str]
    shown: str
    kind: Optional[str] = _of_question()
    options: Optional[Mapping[str, Optional[str]]] = _of_question()

    @property
    def problem(self) -> Problem:
        """It as a problem, read as the first one was; raises ArgumentError if its kind has no text of it."""
        return _read_again(self.text, self.kind, self.options)

    def _line(self) -> str:
        cost = "" if self.cost is None else f"cost {_cost(self.cost)}, "
        return f"{cost}{_number(self.length, (self.options or {}).get('metric') or 'moves')} from a goal"

    def __str__(self) -> str:
        return self.shown


@dataclass(frozen=True, repr=False)
class Hardest(Result):
    """The positions farthest from a goal. `status` is complete or stopped; `given` is the length from the position that was given."""

    _LEFT_OUT = frozenset({"warnings"})

    kind: str
    name: str
    file: Optional[str]
    status: str
    metric: str
    states: int
    dead_ends: Optional[int]
    given: Optional[int]
    positions: Tuple[Position, ...]
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
        for part in found["positions"]:
            part["plans"] = None if part["plans"] is None else int(part["plans"])
            part.update(kind=found["kind"], options=_asked(found))
        found["positions"] = _parts(Position, found["positions"])

    def __str__(self) -> str:
        if not self.positions:
            return f"{self.name}: no position ({_seconds(self.seconds)})"
        first, end = self.positions[0], "" if self.status == "complete" else ", of those that were seen"
        return f"{self.name}: {first.length} from a goal{end} ({_seconds(self.seconds)})\n{first.shown}"


@dataclass(frozen=True, repr=False)
class Element(Result):
    """A part of a problem that can be left out. `kind` is piece, wall, goal or condition."""

    kind: str
    name: str

    def __str__(self) -> str:
        return f"{self.kind} {self.name}"


@dataclass(frozen=True, repr=False)
class KeptElement(Element):
    """An element that is kept. `length` or `cost` is the least without it, given the others, if it is known."""

    length: Optional[int]
    cost: Optional[Number] = field(metadata={"is_cost": True})


@dataclass(frozen=True, repr=False)
class Explanation(Result):
    """A set of elements with which alone the least length is the same. `sentence` says so in words. `text` is the problem with these
    alone, if its kind has such a text. `minimal` and `smallest` are true where that is known."""

    kept: Tuple[KeptElement, ...]
    scenery: Tuple[Element, ...]
    sentence: str
    minimal: bool
    smallest: bool
    text: Optional[str]
    shown: Optional[str]

    def __str__(self) -> str:
        kept = ", ".join(map(str, self.kept)) or "no element"
        return f"{self.sentence}\n{kept}"


@dataclass(frozen=True, repr=False)
class Explained(Result):
    """The sets of elements that explain the least length or cost. `status` is complete or stopped; `all` says that there are no other minimal
    sets, or with `smallest` no others with as few elements; `at_least` is a lower bound on the size of a set. `blocked` maps a piece to those that stand in
    its way at the start, in every best plan."""

    _LEFT_OUT = frozenset({"certificate", "warnings"})

    kind: str
    name: str
    file: Optional[str]
    status: str
    metric: str
    solvable: bool
    length: Optional[int]
    cost: Optional[Number] = field(metadata={"is_cost": True})
    elements: Tuple[Element, ...]
    sets: Tuple[Explanation, ...]
    all: bool
    at_least: Optional[int]
    blocked: Optional[Dict[str, Tuple[str, ...]]]
    solved: Optional[int]
    seconds: float
    wall_seconds: float
    cpu_seconds: Optional[float]
    memory_mb: Optional[float]
    stopped_by: Optional[str]
    version: str
    certificate: Optional[Certificate] = None
    warnings: Tuple[Slip, ...] = ()

    @classmethod
    def _read(cls, found: Dict[str, Any]) -> None:
        super()._read(found)
        for part in found["sets"]:
            part["kept"], part["scenery"] = _parts(KeptElement, part["kept"]), _parts(Element, part["scenery"])
        found["blocked"] = found["blocked"] and {one["piece"]: tuple(one["by"]) for one in found["blocked"]}
        found["sets"], found["elements"] = _parts(Explanation, found["sets"]), _parts(Element, found["elements"])

    def __str__(self) -> str:
        sentence, _, kept = str(self.sets[0]).partition("\n")
        return f"{self.name}: {sentence} ({_seconds(self.seconds)})\n{kept}"


def _rate(found: Dict[str, Any]) -> None:
    """Makes numbers of the figures of a rating."""
    figures = found["figures"]
    figures["plans"] = None if figures["plans"] is None else int(figures["plans"])
    figures["cost"] = number(figures["cost"])
    found["distances"] = found["distances"] and tuple((distance, count) for distance, count in found["distances"])


@dataclass(frozen=True, repr=False)
class Rating(Result):
    """How hard a problem is for people. `status` is solved, unsolvable, or stopped if not everything is known.

    `figures` has the value of each figure by its name, None where it is not known or does not exist; `distances` the numbers of
    positions at each distance from a goal.
    """

    _LEFT_OUT = frozenset({"warnings"})

    kind: str
    name: str
    file: Optional[str]
    status: str
    metric: str
    figures: Mapping[str, Optional[Number]]
    distances: Optional[Tuple[Tuple[int, int], ...]]
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
        _rate(found)

    def __str__(self) -> str:
        known = ", ".join(f"{name} {value}" for name, value in self.figures.items() if value is not None)
        return f"{self.name}: {known} ({_seconds(self.seconds)})"


@dataclass(frozen=True, repr=False)
class Puzzle(Result):
    """A new puzzle. `text` is a file of its kind; `figures` and `distances` are those of a `Rating`."""

    id: str
    text: str
    kind: str
    status: str
    metric: str
    figures: Mapping[str, Optional[Number]]
    distances: Optional[Tuple[Tuple[int, int], ...]]

    options: Optional[Mapping[str, Optional[str]]] = _of_question()

    @property
    def problem(self) -> Problem:
        """It as a problem, read as the first one was."""
        return _read_again(self.text, self.kind, self.options)

    def _line(self) -> str:
        length = self.figures["length"]
        return self.id if length is None else f"{self.id}: {_number(int(length), 'moves' if self.metric == 'cost' else self.metric)}"

    def __str__(self) -> str:
        return self.text


@dataclass(frozen=True, repr=False)
class Generated(Result):
    """New puzzles. The same `seed` gives them again. If there are fewer than were asked for, `complete` is false; `refused` says how many attempts each filter refused, `same`
    how many gave a puzzle that was known, and `stopped_by` which limit ended it, if one did."""

    puzzles: Tuple[Puzzle, ...]
    attempts: int
    seed: int
    refused: Mapping[str, int]
    complete: bool
    stopped_by: Optional[str]

    @classmethod
    def _read(cls, found: Dict[str, Any]) -> None:
        for part in found["puzzles"]:
            _rate(part)
            part["options"] = _asked({**found, **part})
        found["puzzles"] = _parts(Puzzle, found["puzzles"])

    def __str__(self) -> str:
        return f"{_number(len(self.puzzles), 'puzzle')} in {_number(self.attempts, 'attempt')}"


@dataclass(frozen=True, repr=False)
class Check(Result):
    """A plan that was replayed by the rules. `status` is valid or wrong.

    `fault` is what is wrong: name (there is no such move), move (it cannot be made there) or goal (it is not reached).
    `optimal` is known where that was asked for: no plan is better. So are `shortest` and the length of a plan that is `shorter`, or
    where costs are minimised, the cost of a plan that is `cheaper`. It is true in a condition if the plan is valid, optimal or not.
    """

    _LEFT_OUT = frozenset({"plan", "cost", "cheaper", "warnings"})

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
    shortest: Optional[bool]
    shorter: Optional[int]
    stopped_by: Optional[str]
    version: str
    optimal: Optional[bool] = None
    cost: Optional[Number] = _of_cost()
    cheaper: Optional[Number] = _of_cost()

    def __bool__(self) -> bool:
        return self.status == "valid"

    def __str__(self) -> str:
        if self.length is None:
            return f"{self.name}: wrong\n{self.reason}"
        cost = "" if self.cost is None else f"cost {_cost(self.cost)}, "
        goal = "" if self.goal is None else f", goal {self.goal}"
        return f"{self.name}: valid\n{cost}{_number(self.length, 'moves' if self.metric == 'cost' else self.metric)}{goal}"


@dataclass(frozen=True, repr=False)
class Verification(Result):
    """A certificate that was checked. `status` is certified or wrong, `sentence` the whole claim; `cost` is there if no plan is cheaper.
    It is true in a condition if it is certified."""

    _LEFT_OUT = frozenset({"unit", "semantics", "goal", "cost"})
    status: str
    claim: Optional[str]
    sentence: Optional[str]
    evidence: Optional[str]
    metric: Optional[str]
    length: Optional[int]
    count: Optional[str]
    checked: Tuple[str, ...]
    believed: Tuple[str, ...]
    reason: Optional[str]
    version: str
    unit: Optional[str] = None
    semantics: Optional[str] = None
    goal: Optional[int] = None
    cost: Optional[Number] = _of_cost()

    def __bool__(self) -> bool:
        return self.status == "certified"

    def __str__(self) -> str:
        if not self:
            return f"{self.status}\n{self.reason}"
        how = "recomputed" if self.evidence == "recount" else "certified"
        return f"{how}: {self.sentence}\nchecked: {'; '.join(self.checked)}"
