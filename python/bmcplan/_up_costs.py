"""Costs of actions in unified-planning: rational numbers that depend on objects, as whole numbers and tables of these.

A cost is a sum. Each summand becomes a number, or a table with its value for all objects of the parameters that it mentions; so
differences and products of fluents need no rules of their own. All costs are multiplied by the least number that makes them whole.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from math import lcm, prod
from typing import Any, Dict, Iterator, List, NamedTuple, Optional, Sequence, Tuple

from unified_planning.exceptions import UPUnsupportedProblemTypeError, UPUsageError
from unified_planning.model import Action, FNode, Fluent, Parameter
from unified_planning.model import Problem as UpProblem
from unified_planning.model.metrics import MinimizeActionCosts

GREATEST_COST = 2**63
"""No action may cost more, in multiples of the unit that makes all costs whole."""

_MOST_VALUES = 1_000_000
"""No table has more values."""

Objects = Tuple[Any, ...]


class Table(NamedTuple):
    """The values of a summand for all objects of the parameters that it mentions, which are numbers; of none, a number.

    Objects without a value are in `faults`, with the reason. It matters only if an action with these objects can be applied.
    """

    parameters: Tuple[int, ...]
    values: Dict[Objects, Fraction]
    faults: Dict[Objects, str]

    @property
    def constant(self) -> Optional[Fraction]:
        """The number, if it is one."""
        return None if self.parameters else self.values.get(())


class _NoValueError(Exception):
    """Why an action with certain objects has no cost: what follows on "the cost of" it."""


class Costs:
    """The costs of the actions of a problem, each a sum of tables.

    Raises UPUnsupportedProblemTypeError for actions without a cost, for costs that change, and for unknown expressions; UPUsageError for a
    parameter, a fluent or an action that is not there.
    """

    def __init__(self, problem: UpProblem, metric: MinimizeActionCosts) -> None:
        actions = set(problem.actions)
        for action in metric.costs:
            if action not in actions:
                raise UPUsageError(f"the metric has a cost of the action {action.name}, which was never added to the problem as it is there")
            # The key itself may be found by chance, though it has another hash by now; otherwise the default would be taken.
            if action.clone() not in metric.costs:
                raise UPUsageError(f"the action {action.name} was changed after the metric was made, which does not find its cost any more")
        self._problem = problem
        self._static = problem.get_static_fluents()
        self._initial: Dict[Tuple[Fluent, Objects], FNode] = {}
        for atom, value in problem.explicit_initial_values.items():
            if not atom.fluent().type.is_bool_type() and all(of.is_object_exp() for of in atom.args):
                self._initial[atom.fluent(), tuple(of.object() for of in atom.args)] = value
        self.of: Dict[Action, List[Table]] = {action: self._tables(action, metric) for action in problem.actions}
        tables = [table for tables in self.of.values() for table in tables]
        self.scale: int = lcm(*(value.denominator for table in tables for value in table.values.values()))
        """The number of parts of the problem's unit: costs are whole numbers of these."""
        for action, own in self.of.items():
            most = self.scale * sum((max(table.values.values(), default=Fraction(0)) for table in own), Fraction(0))
            if GREATEST_COST < most:
                words = f"the action {action.name} may cost {most}, more than {GREATEST_COST}"
                if self.scale != 1:
                    words += f", in parts of 1/{self.scale}; a float such as 0.1 has many binary digits, Fraction('0.1') has not"
                raise _refused(words)

    @property
    def of_each(self) -> Optional[Fraction]:
        """The cost of every action, if all have the same constant cost."""
        found = {_constant(tables) for tables in self.of.values()} or {Fraction(0)}
        return found.pop() if len(found) == 1 else None

    @property
    def parts(self) -> Fraction:
        """The number of parts of the problem's unit in which costs are compared: the scale, or where all actions cost the same, one in which
        each costs 1, so that any number of them can be added up."""
        return 1 / self.of_each if self.of_each else Fraction(self.scale)

    def _tables(self, action: Action, metric: MinimizeActionCosts) -> List[Table]:
        cost = metric.get_action_cost(action)
        if cost is None:
            raise _refused(
                f"the action {action.name} has no cost; each is to have one, and MinimizeActionCosts takes a default"
            )
        cost = _simplified(action, cost)
        tables = [self._table(action, cost, part) for part in _summands(cost)]
        if any(value < 0 for table in tables for value in table.values.values()):
            # What is taken away from the rest.
            whole = self._table(action, cost, cost)
            negative = {objects: value for objects, value in whole.values.items() if value < 0}
            for objects, value in negative.items():
                del whole.values[objects]
                whole.faults[objects] = f"is {value}, less than 0: {cost}"
            tables = [whole]
        constant = sum((table.constant for table in tables if table.constant is not None), Fraction(0))
        others = [table for table in tables if table.constant is None]
        return [Table((), {(): constant}, {}), *others] if constant or not others else others

    def _table(self, action: Action, cost: FNode, part: FNode) -> Table:
        mentioned = set(_parameters(part))
        for of in mentioned.difference(action.parameters):
            raise UPUsageError(f"the cost of {action.name} depends on {of}, which is no parameter of this action")
        numbers = [number for number, of in enumerate(action.parameters) if of in mentioned]
        parameters = [action.parameters[number] for number in numbers]
        for of in parameters:
            if not of.type.is_user_type():
                raise _refused(f"the cost of {action.name} depends on {of.name} of type {of.type}, which is no object")
        domains = [list(self._problem.objects(of.type)) for of in parameters]
        if _MOST_VALUES < prod(map(len, domains)):
            raise _refused(f"the cost of {action.name} has more than {_MOST_VALUES:,} values: {cost}")
        table = Table(tuple(numbers), {}, {})
        for objects in product(*domains):
            try:
                table.values[objects] = self._value(action, part, dict(zip(parameters, objects)))
            except _NoValueError as error:
                table.faults[objects] = str(error)
        return table

    def _value(self, action: Action, node: FNode, objects: Dict[Parameter, Any]) -> Fraction:
        if node.is_int_constant() or node.is_real_constant():
            return Fraction(node.constant_value())
        if node.is_fluent_exp():
            return self._initial_value(action, node.fluent(), tuple(_object(action, of, objects) for of in node.args))
        parts = [self._value(action, part, objects) for part in node.args]
        if node.is_plus():
            return sum(parts, Fraction(0))
        if node.is_minus():
            return parts[0] - parts[1]
        if node.is_times():
            return prod(parts, start=Fraction(1))
        if node.is_div():
            if not parts[1]:
                raise _NoValueError(f"depends on {node}, a division by 0")
            return parts[0] / parts[1]
        raise _refused(f"the cost of {action.name} is {node}, which has no value that bmcplan knows")

    def _initial_value(self, action: Action, fluent: Fluent, objects: Objects) -> Fraction:
        if fluent not in self._problem.fluents:
            raise UPUsageError(f"the cost of {action.name} depends on {fluent.name}, which was never added to the problem")
        if fluent not in self._static:
            raise _refused(f"the cost of {action.name} depends on {fluent.name}, which actions change")
        value = self._initial.get((fluent, objects), self._problem.fluents_defaults.get(fluent))
        value = None if value is None else _simplified(action, value)
        if value is None or not (value.is_int_constant() or value.is_real_constant()):
            call = f"{fluent.name}({', '.join(of.name for of in objects)})"
            raise _NoValueError(f"depends on {call}, " + ("which has no initial value" if value is None else f"whose initial value is {value}"))
        return Fraction(value.constant_value())


def _summands(node: FNode) -> Iterator[FNode]:
    if not node.is_plus():
        yield node
        return
    for part in node.args:
        yield from _summands(part)


def _simplified(action: Action, node: FNode) -> FNode:
    try:
        return node.simplify()
    except ZeroDivisionError:
        raise _refused(f"the cost of {action.name} depends on {node}, a division by 0") from None


def _parameters(node: FNode) -> Iterator[Parameter]:
    """The parameters that are mentioned."""
    if node.is_parameter_exp():
        yield node.parameter()
    for part in node.args:
        yield from _parameters(part)


def _object(action: Action, node: FNode, objects: Dict[Parameter, Any]) -> Any:
    if node.is_object_exp():
        return node.object()
    if node.is_parameter_exp():
        return objects[node.parameter()]
    raise _refused(f"the cost of {action.name} depends on {node}, which is no parameter and no object")


def _constant(tables: Sequence[Table]) -> Optional[Fraction]:
    return tables[0].constant if len(tables) == 1 else None


def _refused(words: str) -> UPUnsupportedProblemTypeError:
    return UPUnsupportedProblemTypeError(words)
