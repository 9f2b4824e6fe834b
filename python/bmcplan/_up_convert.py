"""Problems of unified-planning as problems of bmcplan: from model objects to schemas, without any text."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from math import floor
from re import fullmatch
from typing import Any, Dict, Iterable, List, Optional, Sequence, Tuple

from unified_planning.exceptions import UPUnsupportedProblemTypeError, UPUsageError
from unified_planning.model import AbstractProblem, Action, Effect, FNode, Fluent, Variable
from unified_planning.plans import ActionInstance, SequentialPlan

from ._keywords import cost_text
from ._problem import Problem
from ._results import Number
from ._up_costs import Costs
from ._up_known import Wanted, wanted
from ._up_numbers import Declared, Numbers, Objects, declared, mentioned

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
        self._numbers = Numbers(problem)
        # Parameters that are numbers have types of their own, whose objects are numbers.
        of_numbers = {of.type for action in problem.actions for of in action.parameters if not of.type.is_user_type()}
        self._ranges = {of: self._numbers.domain(of) for of in sorted(of_numbers, key=str)}
        self._types = _Known("type", {of: number for number, of in enumerate([None, *problem.user_types, *self._ranges])})
        objects = [*problem.all_objects, *sorted(set().union(*self._ranges.values()))]
        self._objects = _Known("object", {of: number for number, of in enumerate(objects)})
        are_bool = [of for of in problem.fluents if of.type.is_bool_type()]
        self._fluents = _Known("fluent", {of: number for number, of in enumerate(are_bool)})
        self._action_names = _names([action.name for action in problem.actions])
        self._object_names = _names([str(of) for of in objects])
        self._conditions: Dict[FNode, Tuple[int, List[Objects]]] = {}
        """Conditions on numbers, as predicates with what they hold for at all times."""
        self._actions = dict(zip(self._action_names, problem.actions))
        self._named_objects = dict(zip(self._object_names, objects))
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
            objects = [self._named_objects[argument] for argument in arguments]
            instances.append(ActionInstance(self._actions[name], tuple(self._up.environment.expression_manager.auto_promote(objects))))
        return SequentialPlan(instances, self._up.environment)

    def moves(self, plan: SequentialPlan) -> List[str]:
        """What the moves of a plan are called in the converted problem.

        Raises UPUsageError if an action or an object is not the problem's.
        """
        names = {action: name for name, action in self._actions.items()}
        objects = {of: name for name, of in self._named_objects.items()}
        try:
            return [
                " ".join([names[step.action], *(objects[argument.object() if argument.is_object_exp() else argument.constant_value()] for argument in step.actual_parameters)])
                for step in plan.actions
            ]
        except KeyError as error:
            raise UPUsageError(f"{error.args[0]} of the plan is not of the problem") from None

    def _description(self) -> Json:
        problem = self._up
        goal = _Scope(self)
        goals = {"and": [goal.formula(part) for part in problem.goals]}
        functions, costs = self._cost_parts()
        actions = [{**self._action(name, action), "costs": costs.get(action, [])} for name, action in self._actions.items()]
        applied = len(self._fluents) + len(self._conditions)
        for made, action in zip(actions, self._up.actions):
            if self._costs is not None and action in self._costs.may_be_negative:
                # Grounding leaves out what changes nothing, and with it a cost below 0, which any number of these would add.
                made["effects"].append({"forall": [], "condition": None, "predicate": applied, "arguments": [], "holds": True})
        objects = [(name, self._types_of(of)) for name, of in self._named_objects.items()]
        conditions = [
            (f"condition {number}", [(at, of.name, [self._types[of.type]]) for at, of in enumerate(mentioned(node))])
            for node, (number, _) in self._conditions.items()
        ]
        return {
            "name": problem.name or "problem",
            "types": [
                ("object", []),
                *((of.name, [self._types[of.father]]) for of in problem.user_types),
                *((str(of), [0]) for of in self._ranges),
            ],
            "objects": objects,
            "predicates": [*map(self._predicate, self._fluents), *conditions, ("applied", [])],
            "functions": functions,
            "actions": actions,
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
                values = [(self._numbers_of(objects), int(parts_of_unit * value)) for objects, value in table.values.items()]
                faults = [(self._numbers_of(objects), why) for objects, why in table.faults.items()]
                # Parameters are the first variables of an action.
                parts[action].append({"function": (len(functions), table.parameters)})
                name = f"the cost of {action.name}"
                functions.append({"name": name, "arity": len(table.parameters), "values": values, "faults": faults})
        return functions, parts

    def _types_of(self, of: Any) -> List[int]:
        if isinstance(of, int):
            return [self._types[numbers] for numbers, values in self._ranges.items() if of in values]
        return [self._types[of.type]]

    def condition(self, node: FNode) -> int:
        """The predicate that holds for what a comparison of numbers holds for, of what it mentions."""
        if node not in self._conditions:
            true = self._numbers.true_of(node, mentioned(node))
            self._conditions[node] = (len(self._fluents) + len(self._conditions), true)
        return self._conditions[node][0]

    def _numbers_of(self, objects: Objects) -> List[int]:
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
                        found.append((self._fluents[fluent], self._numbers_of(objects)))
        for number, true in self._conditions.values():
            found.extend((number, self._numbers_of(objects)) for objects in true)
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
        self._numbers: Dict[Declared, int] = {}
        self.n_variables = 0

    def declare(self, added: Declared) -> Json:
        """A variable; it hides an equal one, of the same name and type."""
        name, of = added.name, added.type
        if not of.is_user_type() and isinstance(added, Variable):
            raise UPUnsupportedProblemTypeError(f"the variable {name} is of type {of}, and not of objects")
        number, self.n_variables = self.n_variables, self.n_variables + 1
        self._numbers[added] = number
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
        if node.is_le() or node.is_lt() or (node.is_equals() and not parts[0].type.is_user_type()):
            return {"atom": (self._of.condition(node), [self._number(of) for of in mentioned(node)])}
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
        used = declared(node)
        if used is None:
            raise UPUnsupportedProblemTypeError(f"the expression {node} is no object")
        return self._number(used)

    def _number(self, used: Declared) -> int:
        if used not in self._numbers:
            raise UPUsageError(f"{used} is used where there is no parameter or variable like it")
        return self._numbers[used]


def _names(names: Sequence[str]) -> List[str]:
    """The names, as they are if moves can be read again in which they are separated by blanks; else numbered."""
    if len(set(names)) < len(names) or any(name != "".join(name.split()) for name in names):
        return [f"{number}-{''.join(name.split())}" for number, name in enumerate(names)]
    return list(names)
