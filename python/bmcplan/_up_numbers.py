"""Numbers of unified-planning that no action changes: their exact values, for costs and for conditions."""

from __future__ import annotations

import operator
from fractions import Fraction
from itertools import product
from math import prod
from operator import itemgetter
from typing import Any, Callable, Dict, Iterator, List, Optional, Sequence, Tuple, Union

from unified_planning.exceptions import UPUnsupportedProblemTypeError, UPUsageError
from unified_planning.model import FNode, Fluent, Parameter, Type, Variable
from unified_planning.model import Problem as UpProblem

MOST_VALUES = 1_000_000
"""No table has more values, and no parameter."""

Declared = Union[Parameter, Variable]

Objects = Tuple[Any, ...]
"""Objects, and whole numbers for parameters that are numbers."""


Exact = Union[int, Fraction]

Value = Callable[[Objects], Exact]


class NoValueError(Exception):
    """Why an expression has no value for certain objects: what follows on its name."""


class Numbers:
    """The values of expressions of numbers, of fluents that no action changes, and of parameters."""

    def __init__(self, problem: UpProblem) -> None:
        self._problem = problem
        self._static = problem.get_static_fluents()
        self._initial: Dict[Tuple[Fluent, Objects], FNode] = {}
        for atom, value in problem.explicit_initial_values.items():
            if not atom.fluent().type.is_bool_type() and all(of.is_object_exp() for of in atom.args):
                self._initial[atom.fluent(), tuple(of.object() for of in atom.args)] = value

    def domain(self, of: Type) -> Sequence[Any]:
        """The objects of a type, or the numbers of one with bounds; raises UPUnsupportedProblemTypeError for other types and too many numbers."""
        if of.is_user_type():
            return list(self._problem.objects(of))
        if not of.is_int_type() or None in (of.lower_bound, of.upper_bound):
            raise UPUnsupportedProblemTypeError(f"a parameter is of type {of}, which has neither objects nor whole numbers with bounds")
        numbers = range(of.lower_bound, of.upper_bound + 1)
        if MOST_VALUES < of.upper_bound - of.lower_bound + 1:
            raise UPUnsupportedProblemTypeError(f"a parameter is of type {of}, which has more than {MOST_VALUES:,} values")
        return numbers

    def all_objects(self, what: str, parameters: Sequence[Declared]) -> Iterator[Objects]:
        """All objects of these parameters; raises UPUnsupportedProblemTypeError if there are too many.

        what: the cost or the condition that depends on them
        """
        domains = [self.domain(of.type) for of in parameters]
        if MOST_VALUES < prod(map(len, domains)):
            raise UPUnsupportedProblemTypeError(f"{what} has more than {MOST_VALUES:,} values")
        return product(*domains)

    def value(self, what: str, node: FNode, parameters: Sequence[Declared]) -> Value:
        """The value of an expression, by the objects of these parameters. It raises NoValueError for objects for which there is none.

        Raises UPUnsupportedProblemTypeError for anything but static numbers, and UPUsageError for a fluent that was never added to the problem.
        """
        if node.is_int_constant() or node.is_real_constant():
            constant: Exact = node.constant_value()
            return lambda objects: constant
        if node.is_parameter_exp() and node.type.is_int_type():
            return itemgetter(parameters.index(node.parameter()))
        if node.is_fluent_exp():
            return self._fluent(what, node, parameters)
        parts = [self.value(what, part, parameters) for part in node.args]
        if node.is_plus():
            return lambda objects: sum(part(objects) for part in parts)
        if node.is_minus():
            return lambda objects: parts[0](objects) - parts[1](objects)
        if node.is_times():
            return lambda objects: prod(part(objects) for part in parts)
        if node.is_div():

            def quotient(objects: Objects) -> Exact:
                divisor = parts[1](objects)
                if not divisor:
                    raise NoValueError(f"depends on {node}, a division by 0")
                return Fraction(parts[0](objects)) / divisor

            return quotient
        raise UPUnsupportedProblemTypeError(f"{what} is {node}, which has no value that bmcplan knows")

    def true_of(self, node: FNode, parameters: Sequence[Declared]) -> List[Objects]:
        """The objects for which a comparison holds; raises UPUnsupportedProblemTypeError if a side of it has no value for some."""
        what = f"the condition {node}"
        one, other = (self.value(what, part, parameters) for part in node.args)
        compare = operator.eq if node.is_equals() else operator.lt if node.is_lt() else operator.le
        try:
            return [objects for objects in self.all_objects(what, parameters) if compare(one(objects), other(objects))]
        except NoValueError as error:
            raise UPUnsupportedProblemTypeError(f"{what} {error}") from None

    def _fluent(self, what: str, node: FNode, parameters: Sequence[Declared]) -> Value:
        fluent, known = node.fluent(), dict[Objects, Fraction]()
        arguments = [_object(what, of, parameters) for of in node.args]

        def initial(objects: Objects) -> Exact:
            call = tuple(argument(objects) for argument in arguments)
            value = known.get(call)
            if value is None:
                value = known[call] = self._initial_value(what, fluent, call)
            return value

        return initial

    def _initial_value(self, what: str, fluent: Fluent, objects: Objects) -> Fraction:
        if fluent not in self._problem.fluents:
            raise UPUsageError(f"{what} depends on {fluent.name}, which was never added to the problem")
        if fluent not in self._static:
            raise UPUnsupportedProblemTypeError(f"{what} depends on {fluent.name}, which actions change")
        value = self._initial.get((fluent, objects), self._problem.fluents_defaults.get(fluent))
        value = None if value is None else simplified(what, value)
        if value is None or not (value.is_int_constant() or value.is_real_constant()):
            call = f"{fluent.name}({', '.join(getattr(of, 'name', str(of)) for of in objects)})"
            raise NoValueError(f"depends on {call}, " + ("which has no initial value" if value is None else f"whose initial value is {value}"))
        return Fraction(value.constant_value())


def simplified(what: str, node: FNode) -> FNode:
    try:
        return node.simplify()
    except ZeroDivisionError:
        raise UPUnsupportedProblemTypeError(f"{what} depends on {node}, a division by 0") from None


def mentioned(node: FNode) -> List[Declared]:
    """The parameters and variables of an expression, each once."""

    def all_of(node: FNode) -> Iterator[Declared]:
        of = declared(node)
        if of is not None:
            yield of
        for part in node.args:
            yield from all_of(part)

    return list(dict.fromkeys(all_of(node)))


def declared(node: FNode) -> Optional[Declared]:
    """The parameter or variable that an expression is, if it is one."""
    if node.is_parameter_exp():
        return node.parameter()
    return node.variable() if node.is_variable_exp() else None


def _object(what: str, node: FNode, parameters: Sequence[Declared]) -> Callable[[Objects], Any]:
    """The object that an argument is, by the objects of the parameters."""
    if node.is_object_exp():
        constant = node.object()
        return lambda objects: constant
    of = declared(node)
    if of in parameters:
        return itemgetter(parameters.index(of))
    raise UPUnsupportedProblemTypeError(f"{what} depends on {node}, which is no parameter and no object")
