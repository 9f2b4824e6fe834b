"""Problems of unified-planning as problems of bmcplan: from model objects to schemas, without any text."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from math import floor
from re import fullmatch
from typing import Any, Dict, Iterable, List, Optional, Sequence, Tuple, Union

from unified_planning.exceptions import UPUnsupportedProblemTypeError, UPUsageError
from unified_planning.model import AbstractProblem, Action, Effect, FNode, Fluent, Parameter, Variable
from unified_planning.plans import ActionInstance, SequentialPlan

from ._keywords import cost_text
from ._problem import Problem
from ._results import Number
from ._up_costs import Costs, Objects
from ._up_known import Wanted, wanted

Json = Any
"""A formula as nested lists, as the native part reads it."""

TRUE: Json = {"and": []}
FALSE: Json = {"or": []}

_GREATEST_LIMIT = 2**64 - 1
"""No limit of costs is greater, in the parts in which they are compared."""


class Converted:
    """A problem of unified-planning, and its plans back and forth. Names are kept, unless there are blanks in them.

    `max_cost` is a greatest cost in the problem's own unit; then costs are compared, also where all actions cost the same.

    Raises UPUnsupportedProblemTypeError if there is anything in the problem that bmcplan does not know, UPUsageError if a type, a fluent, an
    object or a parameter is used that is not there, and ArgumentError if `max_cost` is of a type that costs are not of.
    """

    def __init__(self, problem: AbstractProblem, *, max_cost: object = None) -> None:
        self.wanted, self._costs = wanted(problem)
        self.max_cost = max_cost
        """The greatest cost as the converted problem has costs, rounded down; what is no cost is as it was given."""
        self.is_cut = False
        """True if the greatest cost was too great for this, so that there may be dearer plans that it allows."""
        if self._costs is not None and max_cost is not None:
            self._limit_cost(self._costs, max_cost)
        self._up = problem
        self._types = _Known("type", {None: 0, **{of: number + 1 for number, of in enumerate(problem.user_types)}})
        self._objects = _Known("object", {of: number for number, of in enumerate(problem.all_objects)})
        are_bool = [of for of in problem.fluents if of.type.is_bool_type()]
        self._fluents = _Known("fluent", {of: number for number, of in enumerate(are_bool)})
        self._action_names = _names([action.name for action in problem.actions])
        self._object_names = _names([of.name for of in problem.all_objects])
        self._actions = dict(zip(self._action_names, problem.actions))
        self._named_objects = dict(zip(self._object_names, problem.all_objects))
        self.problem = Problem._of("lifted", problem.name or "problem", self._description())

    def cost(self, length: int, cost: Optional[Number]) -> Optional[Fraction]:
        """The cost of a plan in the problem's own unit; None if its metric has no costs.

        length, cost: of the plan in the converted problem, whose costs are whole numbers of parts of that unit
        """
        if self._costs is None:
            return None
        of_each = self._costs.of_each
        if of_each is not None:
            return length * of_each
        return None if cost is None else Fraction(cost) / self._costs.scale

    def _limit_cost(self, costs: Costs, max_cost: object) -> None:
        exact = max_cost if isinstance(max_cost, Fraction) else cost_text(max_cost)
        if isinstance(exact, str) and fullmatch(r"[0-9]+([.][0-9]*)?", exact) is None:
            return
        if self.wanted is Wanted.EVERY_IS_BEST and 0 <= Fraction(exact):
            self.max_cost = None
            return
        limit = Fraction(exact)
        if isinstance(max_cost, float):
            # Costs that are floats count as their binary digits in unified-planning: 0.1 is a little more than 1/10.
            limit = max(limit, Fraction(max_cost))
        parts = floor(limit * costs.parts)
        self.wanted = Wanted.CHEAPEST
        self.max_cost = min(parts, _GREATEST_LIMIT)
        self.is_cut = _GREATEST_LIMIT < parts

    def plan(self, moves: Sequence[str]) -> SequentialPlan:
        """The plan with these moves, which are called as in the converted problem."""
        instances = []
        for move in moves:
            name, *arguments = move.split(" ")
            expressions = self._up.environment.expression_manager
            objects = tuple(expressions.ObjectExp(self._named_objects[argument]) for argument in arguments)
            instances.append(ActionInstance(self._actions[name], objects))
        return SequentialPlan(instances, self._up.environment)

    def moves(self, plan: SequentialPlan) -> List[str]:
        """What the moves of a plan are called in the converted problem.

        Raises UPUsageError if an action or an object is not the problem's.
        """
        names = {action: name for name, action in self._actions.items()}
        objects = {of: name for name, of in self._named_objects.items()}
        try:
            return [
                " ".join([names[step.action], *(objects[argument.object()] for argument in step.actual_parameters)])
                for step in plan.actions
            ]
        except KeyError as error:
            raise UPUsageError(f"{error.args[0]} of the plan is not of the problem") from None

    def _description(self) -> Json:
        problem = self._up
        goal = _Scope(self)
        goals = {"and": [goal.formula(part) for part in problem.goals]}
        functions, costs = self._cost_parts()
        return {
            "name": problem.name or "problem",
            "types": [("object", []), *((of.name, [self._types[of.father]]) for of in problem.user_types)],
            "objects": [
                (name, [self._types[of.type]]) for name, of in zip(self._object_names, problem.all_objects)
            ],
            "predicates": [self._predicate(fluent) for fluent in self._fluents],
            "functions": functions,
            "actions": [
                {**self._action(name, action), "costs": costs.get(action, [])} for name, action in self._actions.items()
            ],
            "initial": self._initial(),
            "goal": goals,
            "n_goal_variables": goal.n_variables,
            "minimises_cost": self.wanted is Wanted.CHEAPEST,
        }

    def _cost_parts(self) -> Tuple[List[Json], Dict[Action, List[Json]]]:
        """The tables of costs, and the parts of the cost of each action; none where costs are not compared."""
        functions: List[Json] = []
        parts: Dict[Action, List[Json]] = {}
        if self._costs is None or self.wanted is not Wanted.CHEAPEST:
            return functions, parts
        parts_of_unit = self._costs.parts
        for action, tables in self._costs.of.items():
            parts[action] = []
            for table in tables:
                if table.constant is not None:
                    parts[action].append({"number": int(parts_of_unit * table.constant)})
                    continue
                values = [(self._numbers(objects), int(parts_of_unit * value)) for objects, value in table.values.items()]
                faults = [(self._numbers(objects), why) for objects, why in table.faults.items()]
                # Parameters are the first variables of an action.
                parts[action].append({"function": (len(functions), table.parameters)})
                name = f"the cost of {action.name}"
                functions.append({"name": name, "arity": len(table.parameters), "values": values, "faults": faults})
        return functions, parts

    def _numbers(self, objects: Objects) -> List[int]:
        return [self._objects[of] for of in objects]

    def _predicate(self, fluent: Fluent) -> Json:
        of_types = enumerate(fluent.signature)
        return (fluent.name, [(number, of.name, [self._types[of.type]]) for number, of in of_types])

    def _action(self, name: str, action: Action) -> Json:
        scope = _Scope(self)
        parameters = [scope.declare(of) for of in action.parameters]
        precondition = {"and": [scope.formula(part) for part in action.preconditions]}
        effects = [part for effect in action.effects for part in scope.effects(effect)]
        return {
            "name": name,
            "parameters": parameters,
            "n_variables": scope.n_variables,
            "precondition": precondition,
            "effects": effects,
        }

    def _initial(self) -> Json:
        """What holds at the start: what is said, and all atoms of fluents that hold by default where nothing is said."""
        problem = self._up
        said = problem.explicit_initial_values
        declared = set(problem.fluents)
        for atom in said:
            if atom.fluent() not in declared:
                raise _never_added("fluent", atom.fluent())
            for of in atom.args:
                if of.is_object_exp() and of.object() not in self._objects:
                    raise _never_added("object", of.object())
        true = [atom for atom, value in said.items() if atom.fluent() in self._fluents and value.is_true()]
        found = [(self._fluents[atom.fluent()], [self._objects[of.object()] for of in atom.args]) for atom in true]
        for fluent, default in problem.fluents_defaults.items():
            if fluent in self._fluents and default.is_true():
                for objects in product(*(list(problem.objects(of.type)) for of in fluent.signature)):
                    if fluent(*objects) not in said:
                        found.append((self._fluents[fluent], [self._objects[of] for of in objects]))
        return found


class _Known(Dict[Any, int]):
    """The numbers of a problem's types, fluents or objects; asking for another one raises UPUsageError."""

    def __init__(self, what: str, numbers: Dict[Any, int]) -> None:
        super().__init__(numbers)
        self._what = what

    def __missing__(self, key: Any) -> int:
        raise _never_added(self._what, key)


def _never_added(what: str, key: Any) -> UPUsageError:
    return UPUsageError(f"the {what} {getattr(key, 'name', key)} is used, but it was never added to the problem")


class _Scope:
    """Parameters and variables of an action or a goal, which may have the same names, and the formulas in which they stand."""

    def __init__(self, converted: Converted) -> None:
        self._of = converted
        self._numbers: Dict[Union[Parameter, Variable], int] = {}
        self.n_variables = 0

    def declare(self, declared: Union[Parameter, Variable]) -> Json:
        """A variable; it hides an equal one, of the same name and type."""
        name, of = declared.name, declared.type
        if not of.is_user_type():
            raise UPUnsupportedProblemTypeError(f"the parameter {name} is of type {of}, and not of objects")
        number, self.n_variables = self.n_variables, self.n_variables + 1
        self._numbers[declared] = number
        return (number, name, [self._of._types[of]])

    def formula(self, node: FNode) -> Json:
        """A condition."""
        parts = node.args
        if node.is_bool_constant():
            return TRUE if node.is_true() else FALSE
        if node.is_fluent_exp():
            return {"atom": (self._of._fluents[node.fluent()], [self._term(part) for part in parts])}
        if node.is_not():
            return {"not": self.formula(parts[0])}
        if node.is_and():
            return {"and": [self.formula(part) for part in parts]}
        if node.is_or():
            return {"or": [self.formula(part) for part in parts]}
        if node.is_implies():
            return {"or": [{"not": self.formula(parts[0])}, self.formula(parts[1])]}
        if node.is_iff():
            both = {"and": [self.formula(part) for part in parts]}
            neither = {"and": [{"not": self.formula(part)} for part in parts]}
            return {"or": [both, neither]}
        if node.is_equals():
            return {"equal": (self._term(parts[0]), self._term(parts[1]))}
        if node.is_exists() or node.is_forall():
            declared, formula = self._within(node.variables(), lambda: self.formula(parts[0]))
            return {"exists" if node.is_exists() else "forall": (declared, formula)}
        raise UPUnsupportedProblemTypeError(f"the expression {node} is no condition that bmcplan knows")

    def effects(self, effect: Effect) -> List[Json]:
        """What an effect changes: a value that is a condition makes the fluent true where it holds, else false."""
        if not effect.is_assignment():
            raise UPUnsupportedProblemTypeError(f"the effect {effect} is no assignment")

        def parts() -> List[Json]:
            condition = self.formula(effect.condition)
            value, fluent = effect.value, effect.fluent
            found: List[Json] = []
            for holds in (True, False):
                if value.is_bool_constant():
                    if value.is_true() != holds:
                        continue
                    when = [condition]
                else:
                    when = [condition, self.formula(value) if holds else {"not": self.formula(value)}]
                arguments = [self._term(part) for part in fluent.args]
                predicate = self._of._fluents[fluent.fluent()]
                is_always = when == [TRUE]
                found.append({
                    "condition": None if is_always else {"and": when},
                    "predicate": predicate,
                    "arguments": arguments,
                    "holds": holds,
                })  # fmt: skip
            return found

        declared, found = self._within(effect.forall, parts)
        return [{"forall": declared, **part} for part in found]

    def _within(self, variables: Iterable[Variable], make: Any) -> Tuple[Json, Any]:
        """The result of a function where these variables are declared; afterwards those that they hid are there again."""
        outside = dict(self._numbers)
        declared = [self.declare(of) for of in variables]
        made = make()
        self._numbers = outside
        return declared, made

    def _term(self, node: FNode) -> int:
        if node.is_object_exp():
            return -1 - self._of._objects[node.object()]
        if node.is_parameter_exp() or node.is_variable_exp():
            used = node.parameter() if node.is_parameter_exp() else node.variable()
            if used not in self._numbers:
                raise UPUsageError(f"{used} is used where there is no parameter or variable like it")
            return self._numbers[used]
        raise UPUnsupportedProblemTypeError(f"the expression {node} is no object")


def _names(names: Sequence[str]) -> List[str]:
    """The names, as they are if moves can be read again in which they are separated by blanks; else numbered."""
    if any(name != "".join(name.split()) for name in names):
        return [f"{number}-{''.join(name.split())}" for number, name in enumerate(names)]
    return list(names)
