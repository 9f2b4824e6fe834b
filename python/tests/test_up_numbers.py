"""Conditions on numbers that no action changes, and parameters that are numbers, in the engine for unified-planning."""

import random
from fractions import Fraction
from itertools import product

import pytest

up = pytest.importorskip("unified_planning")

from unified_planning.engines import PlanGenerationResultStatus as Status
from unified_planning.engines import UPSequentialSimulator
from unified_planning.engines.plan_validator import SequentialPlanValidator
from unified_planning.environment import get_environment
from unified_planning.exceptions import UPUnsupportedProblemTypeError, UPUsageError
from unified_planning.model import metrics
from unified_planning.plans import ActionInstance, SequentialPlan
from unified_planning.shortcuts import (
    GE, GT, LE, LT, And, BoolType, Compiler, CompilationKind, Div, Equals, Exists, Fluent, Forall, InstantaneousAction, Int, IntType, Minus,
    Not, OneshotPlanner, Or, PlanValidator, Plus, Problem, RealType, Times, UserType, Variable,
)  # fmt: skip

import bmcplan.up

get_environment().credits_stream = None


def climbing():
    """Places of levels: a climb of at most `by` levels and at least one, which costs as much; one place has a level of its own."""
    problem, place = Problem("climbing"), UserType("place")
    at, level = Fluent("at", BoolType(), of=place), Fluent("level", IntType(0, 9), of=place)
    problem.add_fluent(at, default_initial_value=False)
    problem.add_fluent(level, default_initial_value=4)
    start, _, top = (problem.add_object(name, place) for name in ("start", "middle", "top"))
    problem.set_initial_value(level(start), 1)
    problem.set_initial_value(level(top), 6)
    problem.set_initial_value(at(start), True)
    climb = InstantaneousAction("climb", here=place, there=place, by=IntType(-1, 3))
    climb.add_precondition(at(climb.here))
    climb.add_precondition(Equals(level(climb.there), Plus(level(climb.here), climb.by)))
    climb.add_precondition(GT(climb.by, 0))
    climb.add_effect(at(climb.here), False)
    climb.add_effect(at(climb.there), True)
    problem.add_action(climb)
    problem.add_goal(at(top))
    problem.add_quality_metric(metrics.MinimizeActionCosts({climb: Times(climb.by, climb.by)}))
    return problem


def solved(problem, **params):
    with OneshotPlanner(name="bmcplan", problem_kind=problem.kind, params=params) as planner:
        return planner.solve(problem, timeout=60)


def test_plans_have_numbers_as_parameters():
    problem = climbing()
    result = solved(problem)
    assert result.status == Status.SOLVED_OPTIMALLY and result.metrics["cost"] == str(9 + 4)
    assert [tuple(map(str, step.actual_parameters)) for step in result.plan.actions] == [("start", "middle", "3"), ("middle", "top", "2")]
    assert all(step.actual_parameters[2].is_int_constant() for step in result.plan.actions)
    for form in (PlanValidator(name="bmcplan"), SequentialPlanValidator()):
        assert form.validate(problem, result.plan)
    climb, (start, middle, top) = problem.action("climb"), problem.all_objects
    for other in ([(start, middle, 2)], [(start, top, 3)], []):
        plan = SequentialPlan([ActionInstance(climb, get_environment().expression_manager.auto_promote(list(of))) for of in other])
        assert not PlanValidator(name="bmcplan").validate(problem, plan)


def test_an_object_may_be_called_like_a_number():
    problem = climbing()
    problem.add_object("3", problem.user_type("place"))
    assert [str(step.actual_parameters[2]) for step in solved(problem).plan.actions] == ["3", "2"]


def test_numbers_are_compared_exactly():
    """Ten times 1/10 are 1, and the double 0.1 is more than 1/10."""
    for tenth, is_one in [(Fraction(1, 10), True), (0.1, False)]:
        problem = Problem("exact")
        share = problem.add_fluent("share", RealType(), default_initial_value=tenth)
        problem.add_goal(Equals(Times(share, 10), 1))
        assert (solved(problem).status == Status.SOLVED_SATISFICING) == is_one


def test_numbers_are_refused_by_name():
    level = Fluent("level", IntType(), of=UserType("place"))

    def problem_with(change):
        problem = climbing()
        problem.clear_quality_metrics()
        change(problem, problem.action("climb"))
        return problem

    def unknown(problem, climb):
        problem.add_fluent(Fluent("depth", RealType(), of=problem.user_type("place")))
        climb.add_precondition(LE(problem.fluent("depth")(climb.here), 3))

    def many(problem, climb):
        problem.add_objects([up.model.Object(f"p{number}", problem.user_type("place")) for number in range(500)])
        climb.add_precondition(LE(Plus(problem.fluent("level")(climb.here), problem.fluent("level")(climb.there), climb.by), 5))

    def long(problem, climb):
        problem.add_action(InstantaneousAction("wait", n=IntType(1, 10**9)))

    def changed(problem, climb):
        climb.add_effect(problem.fluent("level")(climb.here), 3)

    def divided(problem, climb):
        climb.add_precondition(LE(Div(1, climb.by), 1))

    for change, words, error in [
        (unknown, r"the condition \(depth\(here\) <= 3\) depends on depth\(start\), which has no initial value", UPUnsupportedProblemTypeError),
        (many, "the condition .* has more than 1,000,000 values", UPUnsupportedProblemTypeError),
        (long, r"of type integer\[1, 1000000000\], which has more than 1,000,000 values", UPUnsupportedProblemTypeError),
        (changed, "actions change the fluent level of type integer", UPUnsupportedProblemTypeError),
        (divided, r"the condition .* depends on \(1 / by\), a division by 0", UPUnsupportedProblemTypeError),
        (lambda problem, climb: problem.add_action(InstantaneousAction("wait", n=IntType(1))), "UNBOUNDED_INT_ACTION_PARAMETERS", UPUnsupportedProblemTypeError),
        (lambda problem, climb: problem.add_action(InstantaneousAction("wait", n=RealType(1, 2))), "REAL_ACTION_PARAMETERS", UPUnsupportedProblemTypeError),
        (lambda problem, climb: climb.add_precondition(LE(level(climb.here), 3)), "level, which was never added", UPUsageError),
        (lambda problem, climb: problem.add_goal(LE(climb.by, 3)), "by is used where there is no parameter", UPUsageError),
    ]:  # fmt: skip
        with pytest.raises(error, match=words):
            bmcplan.up.Converted(problem_with(change))


class Drawn:
    """A random problem with numbers: places that are visited, with values of two sorts."""

    def __init__(self, rng):
        self.rng, self.problem = rng, Problem("drawn")
        self.place = UserType("place")
        visited = Fluent("visited", BoolType(), of=self.place)
        self.problem.add_fluent(visited, default_initial_value=False)
        self.numbers = [Fluent("whole", IntType(), of=self.place), Fluent("real", RealType(), of=self.place), Fluent("single", IntType())]
        for fluent in self.numbers:
            self.problem.add_fluent(fluent, default_initial_value=self.number(fluent.type))
        places = [self.problem.add_object(f"p{number}", self.place) for number in range(3)]
        for fluent, of in product(self.numbers[:2], places):
            if rng.random() < 0.7:
                self.problem.set_initial_value(fluent(of), self.number(fluent.type))
        actions = []
        for name in ("one", "two"):
            integers = {"n": IntType(*sorted((rng.randint(-2, 2), rng.randint(-2, 2))))} if rng.random() < 0.6 else {}
            action = InstantaneousAction(name, here=self.place, there=self.place, **integers)
            scope = [action.here, action.there]
            numbers = [action.parameter("n")] if integers else []
            action.add_precondition(self.condition(scope, numbers))
            if rng.random() < 0.5:
                action.add_precondition(visited(action.here) if rng.random() < 0.5 else Not(visited(action.there)))
            action.add_effect(visited(action.there), True, self.condition(scope, numbers) if rng.random() < 0.4 else True)
            if rng.random() < 0.4:
                action.add_effect(visited(action.here), self.condition(scope, numbers))
            actions.append(action)
        self.problem.add_actions(actions)
        if rng.random() < 0.5:
            cost = {action: Plus(action.parameter("n"), 3) if len(action.parameters) == 3 else Int(rng.randint(0, 4)) for action in actions}
            self.problem.add_quality_metric(metrics.MinimizeActionCosts(cost))
        else:
            self.problem.add_quality_metric(metrics.MinimizeSequentialPlanLength())
        for of in rng.sample(places, 2):
            self.problem.add_goal(visited(of) if rng.random() < 0.8 else Not(visited(of)))
        variable = Variable("some", self.place)
        form = rng.choice([Exists, Forall])
        self.problem.add_goal(form(Or(visited(variable), self.condition([variable], [])), variable))

    def number(self, of):
        return self.rng.randint(-3, 3) if of.is_int_type() else Fraction(self.rng.randint(-9, 9), self.rng.choice([1, 2, 3]))

    def expression(self, scope, numbers, depth=1):
        rng = self.rng
        if depth and rng.random() < 0.4:
            return rng.choice([Plus, Minus, Times])(self.expression(scope, numbers, 0), self.expression(scope, numbers, 0))
        fluent = rng.choice(self.numbers)
        fluents = [fluent(rng.choice(scope))] if fluent.signature else [fluent()]
        return rng.choice([*fluents, *fluents, *numbers, *numbers, Int(rng.randint(-3, 3))])

    def condition(self, scope, numbers):
        rng = self.rng
        made = [
            rng.choice([LE, LT, GE, GT, Equals])(self.expression(scope, numbers), self.expression(scope, numbers)) for _ in range(2)
        ]
        return rng.choice([made[0], made[0], Not(made[0]), And(made), Or(made)])


def least(problem):
    """The least value of the metric, by unified-planning's simulator of the problem that its own compiler grounds; None without a plan."""
    with Compiler(compilation_kind=CompilationKind.GROUNDING, problem_kind=problem.kind) as compiler:
        grounded = compiler.compile(problem, CompilationKind.GROUNDING).problem
    metric = grounded.quality_metrics[0]
    with UPSequentialSimulator(grounded) as simulator:
        start = simulator.get_initial_state()
        atoms = [atom for atom in grounded.initial_values if atom.type.is_bool_type()]
        key = lambda state: tuple(state.get_value(atom).bool_constant_value() for atom in atoms)  # noqa: E731
        known, states = {key(start): Fraction(0)}, {key(start): start}
        open_states, closed = {key(start)}, set()
        while open_states:
            here = min(open_states, key=known.__getitem__)
            open_states.remove(here)
            closed.add(here)
            if simulator.is_goal(states[here]):
                return known[here]
            for action in grounded.actions:
                after = simulator.apply(states[here], action, ())
                if after is None or key(after) in closed:
                    continue
                price = Fraction(metric.get_action_cost(action).simplify().constant_value()) if metric.is_minimize_action_costs() else 1
                if key(after) not in known or known[here] + price < known[key(after)]:
                    known[key(after)], states[key(after)] = known[here] + price, after
                    open_states.add(key(after))
        return None


def test_random_problems_with_numbers_have_plans_as_good_as_a_search_has():
    rng = random.Random(56)
    found = []
    for _ in range(60):
        problem = Drawn(rng).problem
        wanted = least(problem)
        result = solved(problem)
        found.append(wanted)
        if wanted is None:
            assert result.status == Status.UNSOLVABLE_PROVEN, problem
            continue
        assert result.status == Status.SOLVED_OPTIMALLY, problem
        value = SequentialPlanValidator().validate(problem, result.plan).metric_evaluations[problem.quality_metrics[0]]
        assert value == wanted, problem
        assert PlanValidator(name="bmcplan").validate(problem, result.plan)
    assert 10 <= found.count(None) and 1 <= found.count(0) and 20 <= sum(map(bool, found))
