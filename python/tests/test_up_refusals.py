"""What the engine for unified-planning does not know is refused, in every mode, whoever chose the engine."""

import re
import warnings
from fractions import Fraction

import pytest

up = pytest.importorskip("unified_planning")

from unified_planning.engines import CompilationKind
from unified_planning.engines import PlanGenerationResultStatus as Status
from unified_planning.engines import ValidationResultStatus
from unified_planning.environment import get_environment
from unified_planning.exceptions import UPUnsupportedProblemTypeError, UPUsageError
from unified_planning.model import ContingentProblem, Process, SensingAction
from unified_planning.model import metrics as of
from unified_planning.plans import ActionInstance, PartialOrderPlan, PlanKind, SequentialPlan
from unified_planning.shortcuts import (
    Always, AnytimePlanner, BoolType, Compiler, Div, Equals, Event, Exists, Fluent, GlobalStartTiming, InstantaneousAction, Int, IntType,
    Not, Object, OneshotPlanner, PlanValidator, Plus, Problem, RealType, Sometime, Times, UserType, Variable,
)  # fmt: skip
from unified_planning.test.examples import get_example_problems

import bmcplan.up
from bmcplan.up import BmcplanEngine

get_environment().credits_stream = None

EXAMPLES = {
    name: case
    for name, case in get_example_problems().items()
    if name == "basic_numeric" or not BmcplanEngine.supports(case.problem.kind)
}


def two_ways():
    """One dear action, or two cheap ones."""
    problem = Problem("two ways")
    half, done = Fluent("half", BoolType()), Fluent("done", BoolType())
    for fluent in (half, done):
        problem.add_fluent(fluent, default_initial_value=False)
    jump, first, second = (InstantaneousAction(name) for name in ("jump", "first", "second"))
    jump.add_effect(done, True)
    first.add_effect(half, True)
    second.add_precondition(half)
    second.add_effect(done, True)
    problem.add_actions([jump, first, second])
    problem.add_goal(done)
    return problem


def asked(problem, plan):
    """Every way in which the engine can be asked, with and without unified-planning's own checks."""
    for skip_checks in (False, True):
        for form in (OneshotPlanner, AnytimePlanner, PlanValidator):
            with warnings.catch_warnings(), form(name="bmcplan") as engine:
                warnings.simplefilter("ignore")
                engine.skip_checks = skip_checks
                if form is OneshotPlanner:
                    yield lambda: engine.solve(problem)
                elif form is AnytimePlanner:
                    yield lambda: list(engine.get_solutions(problem))
                else:
                    yield lambda: engine.validate(problem, plan)
    yield lambda: bmcplan.up.Converted(problem)


def refused(problem, words, plan=None):
    for ask in asked(problem, SequentialPlan([ActionInstance(problem.action("jump"))]) if plan is None else plan):
        with pytest.raises(UPUnsupportedProblemTypeError, match=words):
            ask()


@pytest.mark.parametrize("name", list(EXAMPLES))
def test_every_problem_of_another_kind_is_refused(name):
    refused(EXAMPLES[name].problem, None, SequentialPlan([]))


def test_there_are_problems_of_many_other_kinds():
    assert 30 < len(EXAMPLES)


@pytest.mark.parametrize(("of", "compilers"), [
    ("robot_fluent_of_user_type", ["USERTYPE_FLUENTS_REMOVING"]), ("robot_loader_weak_bridge", ["STATE_INVARIANTS_REMOVING"]),
    ("robot_real_constants", []), ("basic_undef_bool", []),
])  # fmt: skip
def test_a_refusal_names_the_compiler_that_helps(of, compilers):
    problem = EXAMPLES[of].problem
    with pytest.raises(UPUnsupportedProblemTypeError) as refusal:
        bmcplan.up.Converted(problem)
    named = re.findall(r"compilation_kind=CompilationKind[.](\w+)\) of unified-planning removes", str(refusal.value))
    assert named == compilers
    for kind in map(CompilationKind.__getitem__, compilers):
        with Compiler(problem_kind=problem.kind, compilation_kind=kind) as compiler:
            problem = compiler.compile(problem, kind).problem
    if compilers:
        with OneshotPlanner(name="bmcplan") as planner:
            assert planner.solve(problem).status == Status.SOLVED_SATISFICING


def costs(problem, jump, first, second, **more):
    found = {problem.action("jump"): jump, problem.action("first"): first, problem.action("second"): second}
    return of.MinimizeActionCosts({action: cost for action, cost in found.items() if cost is not None}, **more)


def test_metrics_that_it_does_not_minimise_are_refused():
    fuel = Fluent("fuel", IntType())
    for make, words in [
        (lambda _: of.MinimizeMakespan(), "MinimizeMakespan.*MinimizeActionCosts"),
        (lambda _: of.MinimizeExpressionOnFinalState(Plus(fuel, 0)), "MinimizeExpressionOnFinalState"),
        (lambda _: of.MaximizeExpressionOnFinalState(Int(1)), "MaximizeExpressionOnFinalState"),
        (lambda problem: of.Oversubscription({problem.fluent("half")(): 5}), "Oversubscription"),
    ]:
        problem = two_ways()
        problem.add_quality_metric(make(problem))
        refused(problem, words)
    problem = two_ways()
    for _ in range(2):
        problem.add_quality_metric(of.MinimizeSequentialPlanLength())
    refused(problem, "2 metrics")


def test_costs_that_cannot_be_added_up_are_refused():
    level = Fluent("level", IntType())

    def changing(problem):
        problem.add_fluent(level, default_initial_value=1)
        problem.action("first").add_increase_effect(level, 1)
        return costs(problem, level, 1, 1)

    def divided_by_nothing(problem):
        problem.add_fluent(level, default_initial_value=1)
        return costs(problem, Div(1, Times(0, level)), 1, 1)

    for make, words in [
        (lambda problem: costs(problem, None, 1, 1), "jump has no cost.*takes a default"),
        (lambda problem: costs(problem, 2**63 + 1, 1, 1), "jump may cost 9223372036854775809, more than"),
        (lambda problem: costs(problem, 2**62, Fraction(1, 3), 1), "more than 9223372036854775808, in parts of 1/3"),
        (lambda problem: costs(problem, 1000, 0.1, 1), r"Fraction\('0.1'\)"),
        (changing, "jump depends on level, which actions change"),
        (divided_by_nothing, "a division by 0"),
    ]:
        problem = two_ways()
        problem.add_quality_metric(make(problem))
        refused(problem, words)


def gates(toll_of_north, cost, can_pass):
    """A gate whose toll makes a faulty cost, and which is open or not, and another gate."""
    problem, gate = two_ways(), UserType("gate")
    north, south = (problem.add_object(name, gate) for name in ("north", "south"))
    toll = problem.add_fluent(Fluent("toll", RealType(), of=gate))
    is_open = problem.add_fluent(Fluent("open", BoolType(), of=gate), default_initial_value=can_pass)
    problem.set_initial_value(toll(south), 1)
    if toll_of_north is not None:
        problem.set_initial_value(toll(north), toll_of_north)
    through = InstantaneousAction("through", by=gate)
    through.add_precondition(is_open(through.by))
    through.add_effect(problem.fluent("half"), True)
    problem.add_action(through)
    problem.add_quality_metric(of.MinimizeActionCosts({through: cost(toll(through.by))}, Int(1)))
    return problem


def test_faulty_costs_are_refused_where_an_action_can_be_applied():
    for toll, cost, words in [
        (None, lambda toll: toll, r"through north depends on toll\(north\), which has no initial value"),
        (None, lambda toll: Plus(toll, 1), r"through north depends on toll\(north\), which has no initial value"),
        (-1, lambda toll: Plus(toll, Fraction(1, 2)), r"through north is -1/2, less than 0: \(toll\(by\) \+ 1/2\)"),
        (0, lambda toll: Div(1, toll), r"through north depends on \(1 / toll\(by\)\), a division by 0"),
    ]:
        for ask in list(asked(gates(toll, cost, can_pass=True), SequentialPlan([])))[:-1]:
            with pytest.raises(UPUnsupportedProblemTypeError, match=f"the cost of {words}"):
                ask()
        for ask in list(asked(gates(toll, cost, can_pass=False), SequentialPlan([]))):
            result = ask()
            if isinstance(getattr(result, "status", None), Status):
                assert (result.status, result.metrics["cost"]) == (Status.SOLVED_OPTIMALLY, "1")


def test_a_constant_cost_below_0_is_refused_where_the_action_can_be_applied():
    level = Fluent("level", IntType())
    for made in (lambda _: Int(-1), lambda problem: Plus(problem.add_fluent(level, default_initial_value=-2)(), 1)):
        for can_jump in (True, False):
            problem = two_ways()
            if not can_jump:
                problem.action("jump").add_precondition(problem.add_fluent("never", default_initial_value=False))
            problem.add_quality_metric(costs(problem, made(problem), 1, 2))
            for ask in list(asked(problem, SequentialPlan([])))[:-1]:
                if can_jump:
                    with pytest.raises(UPUnsupportedProblemTypeError, match="the cost of jump is -1, less than 0"):
                        ask()
                else:
                    ask()


def test_a_cost_below_0_is_refused_of_an_action_that_changes_nothing():
    """No plan would be cheapest."""
    for can_wait in (True, False):
        problem, wait = two_ways(), InstantaneousAction("wait")
        wait.add_precondition(problem.add_fluent("idle", default_initial_value=can_wait))
        problem.add_action(wait)
        problem.add_quality_metric(of.MinimizeActionCosts({wait: Int(-1)}, default=Int(1)))
        for ask in list(asked(problem, SequentialPlan([])))[:-1]:
            if can_wait:
                with pytest.raises(UPUnsupportedProblemTypeError, match="the cost of wait is -1, less than 0"):
                    ask()
            else:
                ask()


def test_what_was_never_added_is_named():
    gate, door = UserType("gate"), UserType("door")
    shut, lost, level = Fluent("shut", BoolType(), of=gate), Fluent("lost"), Fluent("level", IntType(), of=gate)
    far, stranger = Object("far", gate), InstantaneousAction("stranger", of=gate, it=gate)
    ajar = Variable("ajar", door)

    def with_gates():
        problem = two_ways()
        problem.add_fluent(shut, default_initial_value=False)
        problem.add_object("near", gate)
        swing = InstantaneousAction("swing", of=gate)
        swing.add_effect(shut(swing.of), True)
        problem.add_action(swing)
        return problem, swing

    for add, words in [
        (lambda problem, swing: problem.add_goal(shut(far)), "the object far is used"),
        (lambda problem, swing: problem.add_goal(lost), "the fluent lost is used"),
        (lambda problem, swing: swing.add_effect(lost, True), "the fluent lost is used"),
        (lambda problem, swing: swing.add_effect(shut(far), True), "the object far is used"),
        (lambda problem, swing: swing.add_precondition(Not(Equals(far, swing.of))), "the object far is used"),
        (lambda problem, swing: problem.set_initial_value(shut(far), True), "the object far is used"),
        (lambda problem, swing: problem.set_initial_value(shut(far), False), "the object far is used"),
        (lambda problem, swing: problem.set_initial_value(lost, True), "the fluent lost is used"),
        (lambda problem, swing: problem.set_initial_value(Fluent("half", BoolType(), of=gate)(far), True), "the fluent half is used"),
        (lambda problem, swing: swing.add_precondition(Exists(Equals(ajar, ajar), ajar)), "the type door is used"),
        (lambda problem, swing: swing.add_precondition(shut(stranger.it)), "gate it is used where there is no parameter"),
        (lambda problem, swing: problem.add_quality_metric(of.MinimizeActionCosts({swing: level(swing.of)}, Int(1))), "level, which was never"),
        (lambda problem, swing: problem.add_quality_metric(of.MinimizeActionCosts({swing: level(stranger.it)}, Int(1))), "no parameter of this"),
    ]:
        problem, swing = with_gates()
        add(problem, swing)
        for ask in asked(problem, SequentialPlan([])):
            with pytest.raises(UPUsageError, match=words):
                ask()


def test_costs_of_actions_that_are_others_by_now_are_refused():
    def changed(problem):
        metric = costs(problem, 10, 1, 1, default=Int(1))
        problem.action("jump").add_effect(problem.fluent("half"), True)
        return metric

    def before(problem):
        jump = problem.action("jump").clone()
        problem.action("jump").add_effect(problem.fluent("half"), True)
        return of.MinimizeActionCosts({jump: Int(10)}, Int(1))

    for make, words in [
        (changed, "the action jump was changed after the metric was made"),
        (before, "a cost of the action jump, which was never added"),
        (lambda problem: of.MinimizeActionCosts({InstantaneousAction("other"): Int(10)}, Int(1)), "a cost of the action other, which was never"),
    ]:
        problem = two_ways()
        problem.add_quality_metric(make(problem))
        for ask in asked(problem, SequentialPlan([])):
            with pytest.raises(UPUsageError, match=words):
                ask()


def test_different_costs_are_added_up():
    for given, best, cost in [
        ((100, 1, 1), ["first", "second"], 2),
        ((2, 1, 2), ["jump"], 2),
        ((0.5, 0.25, Fraction("0.2")), ["first", "second"], Fraction(9, 20)),
        ((None, 0, 0), ["first", "second"], 0),
        ((2**63, 2**62, 2**62 - 1), ["first", "second"], 2**63 - 1),
        ((Fraction(1, 3), Fraction(1, 7), Fraction(1, 6)), ["first", "second"], Fraction(13, 42)),
    ]:
        problem = two_ways()
        metric = costs(problem, *given, default=Int(7))
        problem.add_quality_metric(metric)
        assert BmcplanEngine.supports(problem.kind)
        plan = SequentialPlan([ActionInstance(problem.action(name)) for name in best])
        for ask in asked(problem, plan):
            result = ask()
            if isinstance(result, list):
                result = result[-1]
            if isinstance(getattr(result, "status", None), Status):
                assert (result.status, result.metrics["cost"]) == (Status.SOLVED_OPTIMALLY, str(cost))
                assert [step.action.name for step in result.plan.actions] == best
            elif isinstance(getattr(result, "status", None), ValidationResultStatus):
                assert result.metric_evaluations == {metric: cost}


def test_numbers_that_nothing_depends_on_do_no_harm():
    problem = two_ways()
    problem.add_fluent("level", RealType(), default_initial_value=0)
    with OneshotPlanner(name="bmcplan") as planner:
        assert planner.solve(problem).status == Status.SOLVED_SATISFICING


def test_equal_costs_are_lengths():
    for given in [(1, 1, 1), (7, 7, 7), (0.5, 0.5, 0.5), (None, None, None), (7, None, 7)]:
        problem = two_ways()
        problem.add_quality_metric(costs(problem, *given, default=Int(7)))
        for ask in asked(problem, SequentialPlan([])):
            result = ask()
            if isinstance(result, list):
                result = result[-1]
            if isinstance(getattr(result, "status", None), Status):
                assert result.status == Status.SOLVED_OPTIMALLY
                assert [step.action.name for step in result.plan.actions] == ["jump"]
                assert result.metrics["cost"] == str(Fraction(7 if given[0] is None else given[0]))


def test_every_plan_is_optimal_where_nothing_costs_anything():
    problem = two_ways()
    problem.add_quality_metric(costs(problem, 0, 0, 0))
    with OneshotPlanner(name="bmcplan", params={"semantics": "exists", "mode": "incremental"}) as planner:
        planner.skip_checks = True
        assert planner.solve(problem).status == Status.SOLVED_OPTIMALLY


def test_what_a_plan_has_to_obey_is_not_dropped():
    def constrained(add):
        problem = two_ways()
        add(problem, problem.fluent("half"), problem.fluent("done"))
        return problem

    event = Event("event")
    process = Process("process")
    for add, words in [
        (lambda problem, half, done: problem.add_trajectory_constraint(Sometime(half)), "TRAJECTORY_CONSTRAINTS"),
        (lambda problem, half, done: problem.add_state_invariant(Not(done)), "STATE_INVARIANTS"),
        (lambda problem, half, done: problem.add_trajectory_constraint(Always(half)), "STATE_INVARIANTS"),
        (lambda problem, half, done: problem.add_timed_goal(GlobalStartTiming(5), half()), "TIMED_GOALS"),
        (lambda problem, half, done: problem.add_timed_effect(GlobalStartTiming(5), half, True), "TIMED_EFFECTS"),
        (lambda problem, half, done: problem.add_event(event), "EVENTS"),
        (lambda problem, half, done: problem.add_process(process), "PROCESSES"),
        (lambda problem, half, done: problem.add_fluent("unknown", BoolType()), "UNDEFINED_INITIAL_SYMBOLIC"),
        (lambda problem, half, done: problem.set_initial_value(half, done), "no|not"),
        (lambda problem, half, done: problem.add_action(SensingAction("look")), "SensingAction"),
    ]:
        refused(constrained(add), words)


def test_problems_of_other_classes_are_refused():
    class Stranger(Problem):
        """A problem with something of its own."""

    for make in (Stranger, ContingentProblem):
        refused(make("other"), make.__name__, SequentialPlan([]))


def test_plans_of_other_problems_are_not_valid():
    problem, other = two_ways(), Problem("other")
    done = problem.fluent("done")
    other.add_fluent(done, default_initial_value=False)
    jump = InstantaneousAction("jump")
    jump.add_precondition(done)
    with PlanValidator(name="bmcplan") as validator:
        assert validator.validate(problem, SequentialPlan([ActionInstance(problem.action("jump"))]))
        of_another = SequentialPlan([ActionInstance(jump)])
        assert validator.validate(problem, of_another).status == ValidationResultStatus.INVALID
        validator.skip_checks = True
        with pytest.raises(UPUsageError, match="SequentialPlan"):
            validator.validate(problem, PartialOrderPlan({}))
        assert not BmcplanEngine.supports_plan(PlanKind.PARTIAL_ORDER_PLAN)
