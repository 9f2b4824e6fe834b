"""The problems of unified-planning that bmcplan knows, as a list: everything else is refused before it is converted.

unified-planning asks for the kind of a problem only where it chooses the engine itself, so each conversion asks again.
"""

from __future__ import annotations

from enum import Enum
from typing import Dict, List, Optional, Tuple

from unified_planning.exceptions import UPUnsupportedProblemTypeError
from unified_planning.model import AbstractProblem, InstantaneousAction
from unified_planning.model import Problem as UpProblem
from unified_planning.model.metrics import MinimizeActionCosts, MinimizeSequentialPlanLength

from ._up_costs import Costs

FEATURES = {
    "problem_class": ["ACTION_BASED"],
    "typing": ["FLAT_TYPING", "HIERARCHICAL_TYPING"],
    "conditions_kind": [
        "NEGATIVE_CONDITIONS", "DISJUNCTIVE_CONDITIONS", "EQUALITIES", "EXISTENTIAL_CONDITIONS", "UNIVERSAL_CONDITIONS",
    ],
    "effects_kind": [
        "CONDITIONAL_EFFECTS", "FORALL_EFFECTS", "STATIC_FLUENTS_IN_BOOLEAN_ASSIGNMENTS",
        "FLUENTS_IN_BOOLEAN_ASSIGNMENTS",
    ],
    "quality_metrics": ["PLAN_LENGTH", "ACTIONS_COST"],
    "actions_cost_kind": [
        "STATIC_FLUENTS_IN_ACTIONS_COST", "INT_NUMBERS_IN_ACTIONS_COST", "REAL_NUMBERS_IN_ACTIONS_COST",
    ],
    # Numbers that no action changes. unified-planning has no features of their own for these, so that others are refused by name.
    "problem_type": ["SIMPLE_NUMERIC_PLANNING", "GENERAL_NUMERIC_PLANNING"],
    "fluents_type": ["INT_FLUENTS", "REAL_FLUENTS"],
    "numbers": ["BOUNDED_TYPES"],
    "parameters": ["BOUNDED_INT_ACTION_PARAMETERS"],
    # Costs of actions that can never be applied.
    "initial_state": ["UNDEFINED_INITIAL_NUMERIC"],
}  # fmt: skip
"""The features that a problem may have. Costs and conditions on numbers are looked at number by number."""

_REMOVED_BY = {
    "OBJECT_FLUENTS": "USERTYPE_FLUENTS_REMOVING",
    "STATE_INVARIANTS": "STATE_INVARIANTS_REMOVING",
}
"""The kinds of compilation by which unified-planning removes other features."""

_WHAT_THERE_IS = (
    "bmcplan minimises the number of actions (MinimizeSequentialPlanLength) or their costs (MinimizeActionCosts); without a "
    "metric, any plan will do"
)


class Wanted(Enum):
    """The plans that the metric of a problem asks for."""

    ANY = "any plan: there is no metric"
    SHORTEST = "a plan of fewest actions"
    CHEAPEST = "a plan of least cost"
    EVERY_IS_BEST = "any plan: each is optimal, since no action costs anything"


def wanted(problem: AbstractProblem) -> Tuple[Wanted, Optional[Costs]]:
    """The plans that a problem asks for, and the costs of its actions if its metric has them.

    Raises UPUnsupportedProblemTypeError for everything that is not on the list.
    """
    if type(problem) is not UpProblem:
        raise UPUnsupportedProblemTypeError(
            f"bmcplan knows problems of the class Problem itself, and this one is a {type(problem).__name__}"
        )
    for action in problem.actions:
        if type(action) is not InstantaneousAction:
            raise UPUnsupportedProblemTypeError(
                f"the action {action.name} is a {type(action).__name__}, and bmcplan knows InstantaneousAction alone"
            )
    found, costs = _of_metric(problem)
    known = {feature for features in FEATURES.values() for feature in features}
    unknown = sorted(problem.kind.features - known)
    if unknown:
        raise UPUnsupportedProblemTypeError(
            f"the problem has what bmcplan does not know: {', '.join(unknown)}; {_compilers(unknown)}"
            f"it knows {', '.join(sorted(known))}"
        )
    others = [fluent for fluent in problem.fluents if not fluent.type.is_bool_type()]
    static = problem.get_static_fluents() if others else set()
    for fluent in others:
        if fluent not in static:
            raise UPUnsupportedProblemTypeError(
                f"actions change the fluent {fluent.name} of type {fluent.type}; numbers that bmcplan knows stay as they are"
            )
    said = [(atom.fluent(), value) for atom, value in problem.explicit_initial_values.items()]
    for fluent, value in (*said, *problem.fluents_defaults.items()):
        if fluent not in others and not value.is_bool_constant():
            raise UPUnsupportedProblemTypeError(f"the initial value {value} is not true or false")
    return found, costs


def _compilers(unknown: List[str]) -> str:
    """The compilers of unified-planning that remove unknown features."""
    found: Dict[str, List[str]] = {}
    for feature in unknown:
        if feature in _REMOVED_BY:
            found.setdefault(_REMOVED_BY[feature], []).append(feature)
    words = [
        f"Compiler(problem_kind=problem.kind, compilation_kind=CompilationKind.{compiler}) of unified-planning removes {', '.join(features)}; "
        for compiler, features in found.items()
    ]
    return "".join(words)


def _of_metric(problem: UpProblem) -> Tuple[Wanted, Optional[Costs]]:
    metrics = problem.quality_metrics
    if not metrics:
        return Wanted.ANY, None
    if 1 < len(metrics):
        raise UPUnsupportedProblemTypeError(f"there are {len(metrics)} metrics at once; {_WHAT_THERE_IS}")
    metric = metrics[0]
    if type(metric) is MinimizeSequentialPlanLength:
        return Wanted.SHORTEST, None
    if type(metric) is not MinimizeActionCosts:
        raise UPUnsupportedProblemTypeError(f"the metric is {type(metric).__name__} ({metric}); {_WHAT_THERE_IS}")
    costs = Costs(problem, metric)
    of_each = costs.of_each
    if of_each is None:
        return Wanted.CHEAPEST, costs
    return Wanted.SHORTEST if of_each else Wanted.EVERY_IS_BEST, costs
