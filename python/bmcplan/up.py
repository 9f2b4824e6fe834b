"""An engine for unified-planning: `import bmcplan.up` adds it to the factory under the name `bmcplan`.

It plans for plan length or for action costs: `SOLVED_OPTIMALLY` says that every shorter length, or every lower cost, was refuted.
Problems that it does not know are refused, whoever chose the engine: UPUnsupportedProblemTypeError says what there is.
"""

from __future__ import annotations

import time
import warnings
from contextlib import closing
from difflib import get_close_matches
from fractions import Fraction
from typing import IO, Any, Callable, Dict, Iterator, Optional, Sequence

import unified_planning as up
from unified_planning.engines import (
    Credits,
    Engine,
    LogMessage,
    PlanGenerationResult,
    PlanGenerationResultStatus,
    ValidationResult,
    ValidationResultStatus,
)
from unified_planning.engines.mixins import AnytimePlannerMixin, OneshotPlannerMixin, PlanValidatorMixin
from unified_planning.engines.mixins.anytime_planner import AnytimeGuarantee
from unified_planning.engines.mixins.oneshot_planner import OptimalityGuarantee
from unified_planning.engines.plan_validator import SequentialPlanValidator
from unified_planning.engines.results import LogLevel
from unified_planning.environment import get_environment
from unified_planning.exceptions import UPUnsupportedProblemTypeError, UPUsageError
from unified_planning.model import AbstractProblem, ProblemKind
from unified_planning.plans import Plan, PlanKind, SequentialPlan

from . import __version__
from ._errors import ArgumentError, BmcplanError, InputError, InternalError, StoppedError
from ._keywords import check_timeout, settings_text
from ._problem import Answer, Problem
from ._results import Check, Number
from ._up_convert import Converted
from ._up_known import FEATURES, Wanted

NAME = "bmcplan"

_OPTIONS: Sequence[str] = getattr(Problem.solve, "__settings__")
"""The names of the engine's parameters."""

_LEAST = (Wanted.SHORTEST, Wanted.CHEAPEST)
"""Plans that have least of something."""

_STOPPED = {
    "timeout": PlanGenerationResultStatus.TIMEOUT,
    "cpu_timeout": PlanGenerationResultStatus.TIMEOUT,
    "memory": PlanGenerationResultStatus.MEMOUT,
}


class BmcplanEngine(Engine, OneshotPlannerMixin, AnytimePlannerMixin, PlanValidatorMixin):
    """Plans of least length or least cost, first plans, ever better plans, and validation.

    `mode`, `solver`, `memory` and the other options are those of `bmcplan.Problem.solve`. Without a mode, a plan of any
    length is looked for (`first`), or where the metric asks for it, a shortest or a cheapest one (`auto`).
    """

    def __init__(self, **options: Any) -> None:
        Engine.__init__(self)
        OneshotPlannerMixin.__init__(self)
        AnytimePlannerMixin.__init__(self)
        PlanValidatorMixin.__init__(self)
        for name in options:
            if name not in _OPTIONS:
                nearest = get_close_matches(name, _OPTIONS, 1)
                meant = f"; is {nearest[0]} meant?" if nearest else "."
                raise ArgumentError(f"params: bmcplan has no parameter {name}{meant} There are: {', '.join(_OPTIONS)}")
        self._options = options

    @property
    def name(self) -> str:
        return NAME

    @staticmethod
    def supported_kind() -> ProblemKind:
        kind = ProblemKind(version=2)
        for group, features in FEATURES.items():
            for feature in features:
                getattr(kind, f"set_{group}")(feature)
        return kind

    @staticmethod
    def supports(problem_kind: ProblemKind) -> bool:
        return bool(problem_kind <= BmcplanEngine.supported_kind())

    @staticmethod
    def supports_plan(plan_kind: PlanKind) -> bool:
        return bool(plan_kind == PlanKind.SEQUENTIAL_PLAN)

    @staticmethod
    def satisfies(optimality_guarantee: OptimalityGuarantee) -> bool:
        return optimality_guarantee in (OptimalityGuarantee.SATISFICING, OptimalityGuarantee.SOLVED_OPTIMALLY)

    @staticmethod
    def ensures(anytime_guarantee: AnytimeGuarantee) -> bool:
        return bool(anytime_guarantee == AnytimeGuarantee.INCREASING_QUALITY)

    @staticmethod
    def get_credits(**kwargs: Any) -> Credits:
        return Credits(
            f"bmcplan {__version__}",
            "the authors of bmcplan",
            "",
            "",
            "MIT or Apache-2.0",
            "Shortest and cheapest plans by incremental SAT solving and explicit search",
            "Finds plans of least length or least cost and proves that no plan is better.",
        )

    def _solve(
        self,
        problem: AbstractProblem,
        heuristic: Optional[Callable[[Any], Optional[float]]] = None,
        timeout: Optional[float] = None,
        output_stream: Optional[IO[str]] = None,
    ) -> PlanGenerationResult:
        if heuristic is not None:
            warnings.warn("bmcplan has no use for a heuristic from elsewhere", UserWarning)
        if output_stream is not None:
            warnings.warn("bmcplan prints nothing", UserWarning)
        deadline = _Deadline(timeout, self._options.get("timeout"))
        try:
            converted = self._converted(problem)
            mode = "auto" if converted.wanted in _LEAST else "first"
            answer = converted.problem.solve(**self._settings(converted, mode, deadline))
        except BmcplanError as error:
            return _failed(error)
        return _result(converted, answer)

    def _get_solutions(
        self,
        problem: AbstractProblem,
        timeout: Optional[float] = None,
        output_stream: Optional[IO[str]] = None,
    ) -> Iterator[PlanGenerationResult]:
        """A first plan, then better ones as they are found, and at last the best, with what is known of it."""
        if output_stream is not None:
            warnings.warn("bmcplan prints nothing", UserWarning)
        deadline = _Deadline(timeout, self._options.get("timeout"))
        try:
            converted = self._converted(problem)
            asked = settings_text(Problem.solve, self._settings(converted, "anytime", deadline))
            best: Optional[Number] = None
            with closing(converted.problem._improve(asked)) as found:
                for is_last, answer in found:
                    if is_last:
                        yield _result(converted, answer)
                        return
                    plan = answer.plan or ()
                    measure = answer.cost if converted.wanted is Wanted.CHEAPEST else len(plan)
                    # Where moves share steps, a plan of fewer steps may have more moves.
                    if measure is not None and (best is None or measure < best):
                        best = measure
                        status = PlanGenerationResultStatus.INTERMEDIATE
                        metrics = _cost_metric(converted, len(plan), answer.cost)
                        yield PlanGenerationResult(status, converted.plan(plan), NAME, metrics=metrics)
        except BmcplanError as error:
            yield _failed(error)

    def _converted(self, problem: AbstractProblem) -> Converted:
        return Converted(problem, max_cost=self._options.get("max_cost"))

    def _settings(self, converted: Converted, mode: str, deadline: _Deadline) -> Dict[str, Any]:
        """The options, or this mode without one, with what is left of the time, and the greatest cost of the converted problem."""
        return {"mode": mode, **self._options, "timeout": deadline.rest(), "max_cost": converted.max_cost}

    def _validate(self, problem: AbstractProblem, plan: Plan) -> ValidationResult:
        if not isinstance(plan, SequentialPlan):
            raise UPUsageError(f"bmcplan validates plans of the class SequentialPlan, and this one is a {type(plan).__name__}")
        converted = Converted(problem)
        try:
            check = converted.problem.check(converted.moves(plan))
        except UPUsageError:
            return _validated_elsewhere(problem, plan)
        except InputError as error:
            raise UPUnsupportedProblemTypeError(error.message) from None
        if check.status == "valid":
            values = _metric_values(problem, converted, check)
            return ValidationResult(ValidationResultStatus.VALID, NAME, [], metric_evaluations=values)
        # The fault in the words of the problem, which those of bmcplan's variables are not. An action that is never applicable is no move.
        found = _validated_elsewhere(problem, plan)
        if found.status == ValidationResultStatus.VALID and check.fault != "name":
            raise InternalError(f"bmcplan finds a fault where unified-planning finds none: {check.reason}")
        return found


class _Deadline:
    """The moment by which an answer is to be there: the earliest of those after so many seconds."""

    def __init__(self, *seconds: Optional[float]) -> None:
        for given in seconds:
            check_timeout("timeout", given)
        least = min((given for given in seconds if given is not None), default=None)
        self._at = None if least is None else time.monotonic() + least

    def rest(self) -> Optional[float]:
        return None if self._at is None else max(0.0, self._at - time.monotonic())


def _validated_elsewhere(problem: AbstractProblem, plan: SequentialPlan) -> ValidationResult:
    """The word of unified-planning's own validator, for a problem that has only what bmcplan knows."""
    with SequentialPlanValidator() as validator:
        validator.skip_checks = True
        found: ValidationResult = validator.validate(problem, plan)
    found.engine_name = NAME
    return found


def _result(converted: Converted, answer: Answer) -> PlanGenerationResult:
    status = PlanGenerationResultStatus
    metrics = {} if answer.seconds is None else {"engine_internal_time": str(answer.seconds)}
    if answer.plan is not None:
        plan = converted.plan(answer.plan)
        metrics.update(_cost_metric(converted, len(answer.plan), answer.cost))
        # Where moves share steps, it is the number of steps that is least.
        is_least = answer.optimal and answer.semantics == "sequential"
        is_best = converted.wanted is Wanted.EVERY_IS_BEST or (converted.wanted in _LEAST and is_least)
        found = status.SOLVED_OPTIMALLY if is_best else status.SOLVED_SATISFICING
        return PlanGenerationResult(found, plan, NAME, metrics=metrics)
    if answer.status == "unsolvable":
        return PlanGenerationResult(status.UNSOLVABLE_PROVEN, None, NAME, metrics=metrics)
    if answer.status == "no_plan_within_cost" and converted.is_cut:
        raise ArgumentError("a cheapest plan costs 2^64 or more in the parts that make all costs whole, and such sums are not compared")
    if answer.status in ("no_plan_within_horizon", "no_plan_within_cost"):
        return PlanGenerationResult(status.UNSOLVABLE_INCOMPLETELY, None, NAME, metrics=metrics)
    return PlanGenerationResult(_STOPPED.get(answer.stopped_by or "", status.INTERNAL_ERROR), None, NAME, metrics=metrics)


def _metric_values(problem: AbstractProblem, converted: Converted, check: Check) -> Optional[Dict[Any, Fraction]]:
    """The value of the problem's metric for a plan that was checked."""
    if converted.wanted is Wanted.ANY or check.length is None:
        return None
    cost = converted.cost(check.length, check.cost)
    return {problem.quality_metrics[0]: Fraction(check.length) if cost is None else cost}


def _cost_metric(converted: Converted, length: int, cost: Optional[Number]) -> Dict[str, str]:
    """The cost of a plan in the problem's own unit, where its metric has costs: `37`, or a fraction such as `5/2`."""
    found = converted.cost(length, cost)
    return {} if found is None else {"cost": str(found)}


def _failed(error: BmcplanError) -> PlanGenerationResult:
    """A limit, or a fault; arguments that make no sense are the caller's affair."""
    if isinstance(error, StoppedError) and error.reason in _STOPPED:
        return PlanGenerationResult(_STOPPED[error.reason], None, NAME)
    if isinstance(error, InputError):
        raise UPUnsupportedProblemTypeError(error.message) from None
    if not isinstance(error, InternalError):
        raise error
    logs = [LogMessage(LogLevel.ERROR, str(error))]
    return PlanGenerationResult(PlanGenerationResultStatus.INTERNAL_ERROR, None, NAME, log_messages=logs)


def register(environment: Optional[up.environment.Environment] = None) -> None:
    """Adds the engine to the factory of an environment, of the global one if none is given."""
    factory = get_environment(environment).factory
    if NAME not in factory.engines:
        factory.add_engine(NAME, __name__, "BmcplanEngine")


register()
