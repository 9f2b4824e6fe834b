"""The problems of unified-planning that bmcplan knows, as a list: everything else is refused before it is converted.

unified-planning asks for the kind of a problem only where it chooses the engine itself, so each conversion asks again.
"""

from __future__ import annotations

from enum import Enum

from unified_planning.exceptions import UPUnsupportedProblemTypeError
from unified_planning.model import AbstractProblem, InstantaneousAction
from unified_planning.model import Problem as UpProblem
from unified_planning.model.metrics import MinimizeActionCosts, MinimizeSequentialPlanLength, PlanQualityMetric

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
    "quality_metrics": ["PLAN_LENGTH"],
}  # fmt: skip
"""What a problem may have, whatever its numbers are."""

_OF_COSTS = {"ACTIONS_COST", "INT_NUMBERS_IN_ACTIONS_COST", "REAL_NUMBERS_IN_ACTIONS_COST"}
"""What it has with the metric of costs, which is looked at number by number."""

_WHAT_THERE_IS = (
    "bmcplan minimises the number of actions: MinimizeSequentialPlanLength, or MinimizeActionCosts where all actions "
    "have the same constant cost; without a metric, any plan will do"
)


class Wanted(Enum):
    """The plans that the metric of a problem asks for."""

    ANY = "any plan: there is no metric"
    SHORTEST = "a plan of fewest actions"
    EVERY_IS_BEST = "any plan: each is optimal, since no action costs anything"


def wanted(problem: AbstractProblem) -> Wanted:
    """The plans that a problem asks for; raises UPUnsupportedProblemTypeError for what is not on the list."""
    if type(problem) is not UpProblem:
        raise UPUnsupportedProblemTypeError(
            f"bmcplan knows problems of the class Problem itself, and this one is a {type(problem).__name__}"
        )
    for action in problem.actions:
        if type(action) is not InstantaneousAction:
            raise UPUnsupportedProblemTypeError(
                f"the action {action.name} is a {type(action).__name__}, and bmcplan knows InstantaneousAction alone"
            )
    metrics = problem.quality_metrics
    if 1 < len(metrics):
        raise UPUnsupportedProblemTypeError(f"there are {len(metrics)} metrics at once; {_WHAT_THERE_IS}")
    found = _of_metric(problem, metrics[0]) if metrics else Wanted.ANY
    known = {feature for features in FEATURES.values() for feature in features} | _OF_COSTS
    unknown = sorted(problem.kind.features - known)
    if unknown:
        raise UPUnsupportedProblemTypeError(
            f"the problem has what bmcplan does not know: {', '.join(unknown)}; it knows {', '.join(sorted(known))}"
        )
    for fluent in problem.fluents:
        if not fluent.type.is_bool_type():
            raise UPUnsupportedProblemTypeError(f"the fluent {fluent.name} is of type {fluent.type}, and not bool")
    for value in (*problem.explicit_initial_values.values(), *problem.fluents_defaults.values()):
        if not value.is_bool_constant():
            raise UPUnsupportedProblemTypeError(f"the initial value {value} is not true or false")
    return found


def _of_metric(problem: UpProblem, metric: PlanQualityMetric) -> Wanted:
    if type(metric) is MinimizeSequentialPlanLength:
        return Wanted.SHORTEST
    if type(metric) is not MinimizeActionCosts:
        raise UPUnsupportedProblemTypeError(f"the metric is {type(metric).__name__} ({metric}); {_WHAT_THERE_IS}")
    costs = []
    for action in problem.actions:
        cost = metric.get_action_cost(action)
        if cost is None:
            raise UPUnsupportedProblemTypeError(f"the action {action.name} has no cost; {_WHAT_THERE_IS}")
        cost = cost.simplify()
        if not (cost.is_int_constant() or cost.is_real_constant()):
            raise UPUnsupportedProblemTypeError(f"the action {action.name} costs {cost}, no constant; {_WHAT_THERE_IS}")
        costs.append((cost.constant_value(), action.name))
    if not costs:
        return Wanted.SHORTEST
    (least, cheap), (greatest, dear) = min(costs), max(costs)
    if least != greatest:
        words = f"{cheap} costs {least} and {dear} costs {greatest}"
        raise UPUnsupportedProblemTypeError(f"the costs of actions differ: {words}; {_WHAT_THERE_IS}")
    if least < 0:
        raise UPUnsupportedProblemTypeError(f"every action costs {least}, less than nothing; {_WHAT_THERE_IS}")
    return Wanted.SHORTEST if least else Wanted.EVERY_IS_BEST
