"""Planning tasks that are built in Python, variable by variable."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Dict, Iterable, List, Literal, Mapping, Optional, Tuple, Union

from . import _native
from ._errors import ArgumentError
from ._inputs import in_utf8, name_of, shown
from ._keywords import takes_settings
from ._problem import Answer, Problem, Progress
from ._results import _number
from ._settings import Settings

if TYPE_CHECKING:
    from typing_extensions import Unpack

Value = Union[str, int, bool]

TaskMetric = Literal["cost", "actions"]

_METRICS = ("cost", "actions")

_GREATEST_COST = 2**63
"""No operator costs more."""


@dataclass(frozen=True)
class Variable:
    """A variable of a task, with the names of its values."""

    name: str
    values: Tuple[str, ...]
    number: int

    def fact(self, value: Value) -> Tuple[int, int]:
        """The numbers of the variable and of one of its values."""
        text = _text(value)
        if text not in self.values:
            known = ", ".join(self.values)
            raise ArgumentError(f"variable {self.name}: it has no value `{text}`; there are: {known}")
        return (self.number, self.values.index(text))


@dataclass(frozen=True)
class Derived:
    """A derived variable: true exactly where one of its rules holds."""

    name: str
    number: int


Condition = Mapping[Union[Variable, Derived], object]
"""Variables and the values that they are to have; `Not(value)` for any other value, True or False for derived ones."""


@dataclass(frozen=True)
class Not:
    """Any value but this one."""

    value: Value


def _text(value: object) -> str:
    try:
        return str(value).lower() if isinstance(value, bool) else str(value)
    except ValueError:
        raise ArgumentError(f"the value of a variable is a text, a number, True or False, not {shown(value)}") from None


def _name(what: str, name: str) -> str:
    if not isinstance(name, str):
        raise ArgumentError(f"the name of {what} is a string, not {shown(name)}")
    return in_utf8(f"the name of {what}", name)


def _pairs(operator: str, when: object) -> List[Any]:
    """The pairs of a condition and effects; raises ArgumentError if there is anything else."""
    pairs = list(when) if isinstance(when, Iterable) and not isinstance(when, (str, Mapping)) else [None]
    if not all(isinstance(pair, (tuple, list)) and len(pair) == 2 for pair in pairs):
        raise ArgumentError(f"operator {operator}: when is a list of pairs of a condition and effects, not {shown(when)}")
    return pairs


def _new(what: str, name: str, known: Mapping[str, object]) -> None:
    """Raises ArgumentError if it is the name of another one: plans and conditions are read by names."""
    if _name(f"a {what}", name) in known:
        raise ArgumentError(f"{what} {name}: there is one of this name already")


def _metric(metric: Optional[str]) -> Optional[str]:
    if metric is not None and name_of("metric", metric) not in _METRICS:
        raise ArgumentError(f"metric: no metric of tasks is called `{metric}`; there are: {', '.join(_METRICS)}")
    return metric


class Task:
    """A planning task: variables, derived variables, operators with conditional effects, and a goal.

    metric: cost or actions: the measure that plans have least of. By default it is cost if an operator costs something other
        than 1, otherwise actions.

    >>> task = Task("lamp")
    >>> door = task.variable("door", ["closed", "open"])
    >>> lamp = task.variable("lamp", ["off", "on"])
    >>> task.operator("open", {door: "closed"}, {door: "open"})
    >>> task.operator("switch on", {door: "open"}, {lamp: "on"})
    >>> task.goal({lamp: "on"})
    >>> task.solve().plan
    ('open', 'switch on')
    """

    def __init__(self, name: str = "task", *, metric: Optional[TaskMetric] = None) -> None:
        self.name = _name("a task", name)
        self.metric = _metric(metric)
        self._variables: Dict[str, Tuple[Variable, int]] = {}
        self._derived: Dict[str, Tuple[Derived, List[List[object]]]] = {}
        self._operators: Dict[str, Dict[str, object]] = {}
        self._goal: List[object] = []

    def __repr__(self) -> str:
        counts = (_number(len(made), what) for made, what in ((self._variables, "variable"), (self._operators, "operator")))
        return f"<bmcplan.Task {self.name!r}, {', '.join(counts)}>"

    def variable(self, name: str, values: Iterable[Value] = (False, True), initial: Union[Value, None] = None) -> Variable:
        """Adds a variable with its values, of which the first is the initial one unless another is given."""
        _new("variable", name, self._variables)
        if not isinstance(values, Iterable):
            raise ArgumentError(f"variable {name}: a list of values is meant, not {shown(values)}")
        texts = tuple(map(_text, values))
        if not texts:
            raise ArgumentError(f"variable {name}: it has no values")
        if len(set(texts)) < len(texts):
            raise ArgumentError(f"variable {name}: a value is there twice")
        added = Variable(name, texts, len(self._variables))
        self._variables[name] = (added, 0 if initial is None else added.fact(initial)[1])
        return added

    def derived(self, name: str, *rules: Condition) -> Derived:
        """Adds a derived variable, true exactly where one of the rules holds; these may be about earlier ones.

        Variables, derived variables and operators have names of their own, each unlike the others of its sort.
        """
        _new("derived variable", name, self._derived)
        bodies = [self._literals(rule) for rule in rules]
        added = Derived(name, len(self._derived))
        self._derived[name] = (added, bodies)
        return added

    def operator(
        self,
        name: str,
        precondition: Condition,
        effects: Mapping[Variable, Value],
        *,
        when: Iterable[Tuple[Condition, Mapping[Variable, Value]]] = (),
        cost: int = 1,
    ) -> None:
        """Adds an operator; `when` has pairs of a condition and effects that take place only where it holds."""
        _new("operator", name, self._operators)
        if not isinstance(cost, int) or isinstance(cost, bool) or not 0 <= cost <= _GREATEST_COST:
            raise ArgumentError(f"operator {name}: a cost is a whole number from 0 to {_GREATEST_COST}, not {shown(cost)}")
        all_effects: List[object] = []
        for condition, changes in [({}, effects), *_pairs(name, when)]:
            literals = self._literals(condition)
            if not isinstance(changes, Mapping):
                raise ArgumentError(f"operator {name}: effects are a dict of variables and their values, not {shown(changes)}")
            all_effects.extend((literals, self._own(variable).fact(value)) for variable, value in changes.items())
        operator = {"name": name, "precondition": self._literals(precondition), "effects": all_effects, "cost": cost}
        self._operators[name] = operator

    def goal(self, condition: Condition) -> None:
        """Adds to the goal."""
        self._goal.extend(self._literals(condition))

    def problem(self, metric: Optional[str] = None) -> Problem:
        """The problem that this task is now; with another metric if one is given."""
        metric = _metric(metric) or self.metric
        has_costs = any(operator["cost"] != 1 for operator in self._operators.values())
        description = {
            "variables": [(of.name, of.values, initial) for of, initial in self._variables.values()],
            "derived": [(of.name, bodies) for of, bodies in self._derived.values()],
            "operators": list(self._operators.values()),
            "goal": self._goal,
            "minimises_cost": has_costs if metric is None else metric == "cost",
        }
        return Problem._of("task", self.name, description)

    @takes_settings()
    def solve(
        self,
        *,
        progress: Optional[Progress] = None,
        stop: Optional[_native.Stop] = None,
        metric: Optional[TaskMetric] = None,
        **settings: Unpack[Settings],
    ) -> Answer:
        """Solves the problem that this task is now: as `problem` and `Problem.solve`."""
        return self.problem(metric).solve(progress=progress, stop=stop, **settings)

    def _own(self, variable: Variable) -> Variable:
        if not isinstance(variable, Variable):
            raise ArgumentError(f"a Variable is meant, not {shown(variable)}")
        if variable.name not in self._variables or self._variables[variable.name][0] != variable:
            raise ArgumentError(f"variable {variable.name}: it is not of this task")
        return variable

    def _literals(self, condition: Condition) -> List[object]:
        literals: List[object] = []
        if not isinstance(condition, Mapping):
            raise ArgumentError(f"a condition is a dict of variables and the values that they are to have, not {shown(condition)}")
        for variable, value in condition.items():
            if isinstance(variable, Derived):
                is_own = variable.name in self._derived and self._derived[variable.name][0] == variable
                if not isinstance(value, bool) or not is_own:
                    raise ArgumentError(f"derived variable {variable.name}: True or False is meant, and one of this task")
                literals.append((True, variable.number, 0, value))
                continue
            is_not = isinstance(value, Not)
            of_value = value.value if isinstance(value, Not) else value
            number, index = self._own(variable).fact(of_value)  # type: ignore[arg-type]
            literals.append((False, number, index, not is_not))
        return literals
