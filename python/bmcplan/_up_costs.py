"""Costs of actions in unified-planning: rational numbers that depend on objects, as whole numbers and tables of these.

A cost is a sum. Each summand becomes a number, or a table with its value for all objects of the parameters that it mentions; so
differences and products of fluents need no rules of their own. All costs are multiplied by the least number that makes them whole.
"""

from __future__ import annotations

from fractions import Fraction
from math import lcm
from typing import Dict, Iterator, List, NamedTuple, Optional, Sequence, Set, Tuple

from unified_planning.exceptions import UPUnsupportedProblemTypeError, UPUsageError
from unified_planning.model import Action, FNode
from unified_planning.model import Problem as UpProblem
from unified_planning.model.metrics import MinimizeActionCosts

from ._up_numbers import NoValueError, Numbers, Objects, mentioned, simplified

GREATEST_COST = 2**63
"""No action may cost more, in multiples of the unit that makes all costs whole."""


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
        self._numbers = Numbers(problem)
        self.may_be_negative: Set[Action] = set()
        """The actions that cost less than 0 for some objects."""
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
        cost = simplified(f"the cost of {action.name}", cost)
        tables = [self._table(action, cost, part) for part in _summands(cost)]
        if any(value < 0 for table in tables for value in table.values.values()):
            # What is taken away from the rest.
            whole = self._table(action, cost, cost)
            self.may_be_negative.add(action)
            negative = {objects: value for objects, value in whole.values.items() if value < 0}
            for objects, value in negative.items():
                del whole.values[objects]
                whole.faults[objects] = f"is {value}, less than 0: {cost}"
            tables = [whole]
        constant = sum((table.constant for table in tables if table.constant is not None), Fraction(0))
        others = [table for table in tables if table.constant is None]
        return [Table((), {(): constant}, {}), *others] if constant or not others else others

    def _table(self, action: Action, cost: FNode, part: FNode) -> Table:
        what, of_part = f"the cost of {action.name}", mentioned(part)
        for of in set(of_part).difference(action.parameters):
            raise UPUsageError(f"{what} depends on {of}, which is no parameter of this action")
        numbers = [number for number, of in enumerate(action.parameters) if of in of_part]
        parameters = [action.parameters[number] for number in numbers]
        table, value = Table(tuple(numbers), {}, {}), self._numbers.value(what, part, parameters)
        for objects in self._numbers.all_objects(what, parameters):
            try:
                table.values[objects] = Fraction(value(objects))
            except NoValueError as error:
                table.faults[objects] = str(error)
        return table


def _summands(node: FNode) -> Iterator[FNode]:
    if not node.is_plus():
        yield node
        return
    for part in node.args:
        yield from _summands(part)


def _constant(tables: Sequence[Table]) -> Optional[Fraction]:
    return tables[0].constant if len(tables) == 1 else None


def _refused(words: str) -> UPUnsupportedProblemTypeError:
    return UPUnsupportedProblemTypeError(words)
