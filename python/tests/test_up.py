"""The engine for unified-planning, on unified-planning's own problems, against other engines and its own validator."""

import cProfile
import heapq
import importlib.util
import os
import pstats
import random
import subprocess
import sys
import threading
import time
from fractions import Fraction

import pytest

up = pytest.importorskip("unified_planning")

from unified_planning.engines import PlanGenerationResultStatus as Status
from unified_planning.engines import ValidationResultStatus
from unified_planning.engines.plan_validator import SequentialPlanValidator
from unified_planning.environment import get_environment
from unified_planning.io import PDDLReader
from unified_planning.model import metrics
from unified_planning.shortcuts import (
    AnytimePlanner, BoolType, Equals, Exists, Fluent, Forall, Iff, Implies, Int, InstantaneousAction, IntType, Not, Object,
    OneshotPlanner, Or, PlanValidator, Problem, RealType, UserType, Variable,
)  # fmt: skip
import unified_planning.test
from unified_planning.test.examples import get_example_problems

import bmcplan.up

# The test cases are made to be run in their own folder. Those that are PDDL files are not in the package on PyPI.
sys.path.append(os.path.dirname(importlib.util.find_spec("up_test_cases").origin))
from up_test_cases.builtin.classical import basic_problems, metric_problems

get_environment().credits_stream = None
SUPPORTS = bmcplan.up.BmcplanEngine.supports
# Its number changes, which its kind does not say.
EXAMPLES = {name: case for name, case in get_example_problems().items() if SUPPORTS(case.problem.kind) and name != "basic_numeric"}
CASES = {
    f"{module.__name__}:{name}": case
    for module in (basic_problems, metric_problems)
    for name, case in module.get_test_cases().items()
    if SUPPORTS(case.problem.kind)
}


def validated(problem, plan):
    with SequentialPlanValidator() as validator:
        return validator.validate(problem, plan).status == ValidationResultStatus.VALID


def costs_of(problem, plan):
    """The cost of a plan by unified-planning's own validator, also where actions that can never be applied have no cost."""
    with SequentialPlanValidator() as validator:
        validator.skip_checks = True
        values = validator.validate(problem, plan).metric_evaluations
    return values[problem.quality_metrics[0]]


def cheapest_of_others(problem):
    """The costs of cheapest plans by other engines, as far as these are there and support the problem."""
    for name in ("fast-downward-opt", "symk-opt"):
        if name in get_environment().factory.engines:
            with OneshotPlanner(name=name) as other:
                if other.supports(problem.kind):
                    result = other.solve(problem)
                    assert result.status in (Status.SOLVED_OPTIMALLY, Status.UNSOLVABLE_PROVEN), (name, result)
                    yield None if result.plan is None else costs_of(problem, result.plan)


def with_length_metric(problem):
    problem = problem.clone()
    problem.clear_quality_metrics()
    problem.add_quality_metric(metrics.MinimizeSequentialPlanLength())
    return problem


def test_there_are_problems_to_test():
    assert 19 <= len(EXAMPLES) and 4 <= len(CASES)


@pytest.mark.parametrize("name", [*EXAMPLES, *CASES])
def test_every_supported_problem_of_unified_planning(name):
    case = EXAMPLES.get(name) or CASES[name]
    with OneshotPlanner(name="bmcplan") as planner:
        result = planner.solve(case.problem, timeout=30)
    if not case.solvable:
        assert result.status == Status.UNSOLVABLE_PROVEN and result.plan is None
        return
    assert result.status in (Status.SOLVED_SATISFICING, Status.SOLVED_OPTIMALLY)
    assert validated(case.problem, result.plan)
    with PlanValidator(name="bmcplan") as validator:
        assert validator.validate(case.problem, result.plan).status == ValidationResultStatus.VALID
        for plan in case.valid_plans:
            assert validator.validate(case.problem, plan).status == ValidationResultStatus.VALID
        for plan in case.invalid_plans:
            assert validator.validate(case.problem, plan).status == ValidationResultStatus.INVALID


@pytest.mark.parametrize("name", list(EXAMPLES))
def test_shortest_plans_are_as_long_as_those_of_others(name):
    """Fast Downward and pyperplan minimise the number of actions, too, where no action has a cost."""
    problem = with_length_metric(EXAMPLES[name].problem)
    with OneshotPlanner(problem_kind=problem.kind, name="bmcplan") as planner:
        result = planner.solve(problem, timeout=30)
    if not EXAMPLES[name].solvable:
        assert result.status == Status.UNSOLVABLE_PROVEN
        return
    assert result.status == Status.SOLVED_OPTIMALLY and validated(problem, result.plan)
    others = []
    for engine, params in [("pyperplan", {"search": "bfs"}), ("fast-downward-opt", {})]:
        if engine in get_environment().factory.engines:
            with OneshotPlanner(name=engine, params=params) as other:
                if other.supports(problem.kind):
                    others.append(len(other.solve(problem).plan.actions))
    assert set(others) <= {len(result.plan.actions)}
    if not others:
        pytest.skip("no other engine supports it")


def pddl_problems():
    """The problems in unified-planning's own PDDL files that are of a supported kind."""
    folder = os.path.join(os.path.dirname(up.test.__file__), "pddl")
    for name in sorted(os.listdir(folder)):
        files = [os.path.join(folder, name, part) for part in ("domain.pddl", "problem.pddl")]
        if not all(map(os.path.isfile, files)):
            continue
        try:
            problem = PDDLReader().parse_problem(*files)
        except Exception:  # Files that unified-planning itself cannot read, or only with packages that are not there.
            continue
        if SUPPORTS(problem.kind):
            yield name, problem


def test_pddl_problems_of_unified_planning():
    solved = []
    for name, problem in pddl_problems():
        # Cheapest plans of some of them take long.
        result = OneshotPlanner(name="bmcplan", params={"mode": "first"}).solve(problem, timeout=60)
        assert validated(problem, result.plan), name
        solved.append(name)
    assert {"depot", "miconic"} <= set(solved)


def corridor(length):
    place = UserType("place")
    at, free = Fluent("at", BoolType(), of=place), Fluent("free", BoolType(), of=place)
    places = [Object(f"p{number}", place) for number in range(length)]
    next_to = Fluent("next to", BoolType(), one=place, other=place)
    problem = Problem("corridor")
    problem.add_fluent(at, default_initial_value=False)
    problem.add_fluent(next_to, default_initial_value=False)
    problem.add_fluent(free, default_initial_value=True)
    problem.add_objects(places)
    move = InstantaneousAction("move", a=place, b=place)
    a, b = move.parameter("a"), move.parameter("b")
    for condition in (at(a), next_to(a, b), free(b), Not(Equals(a, b))):
        move.add_precondition(condition)
    move.add_effect(at(a), False)
    move.add_effect(at(b), True)
    problem.add_action(move)
    for one, other in zip(places, places[1:]):
        problem.set_initial_value(next_to(one, other), True)
    problem.set_initial_value(at(places[0]), True)
    problem.add_goal(at(places[-1]))
    return problem, free, places


def test_statuses_are_told_apart():
    problem, free, places = corridor(8)
    with OneshotPlanner(name="bmcplan") as planner:
        assert planner.solve(problem).status == Status.SOLVED_SATISFICING
        assert planner.solve(problem, timeout=0).status == Status.TIMEOUT
        shortest = planner.solve(with_length_metric(problem))
        assert (shortest.status, len(shortest.plan.actions)) == (Status.SOLVED_OPTIMALLY, 7)
        problem.set_initial_value(free(places[3]), False)
        assert planner.solve(problem).status == Status.UNSOLVABLE_PROVEN
    with OneshotPlanner(name="bmcplan", params={"mode": "incremental", "semantics": "exists"}) as planner:
        assert planner.solve(with_length_metric(corridor(4)[0])).status == Status.SOLVED_SATISFICING
    with OneshotPlanner(name="bmcplan", params={"mode": "incremental", "max_horizon": 3}) as planner:
        assert planner.solve(corridor(8)[0]).status == Status.UNSOLVABLE_INCOMPLETELY
    with OneshotPlanner(name="bmcplan", params={"mode": "incremental", "memory_bytes": 1000}) as planner:
        assert planner.solve(corridor(30)[0]).status == Status.MEMOUT
    with pytest.raises(bmcplan.ArgumentError, match="incremental"):
        with OneshotPlanner(name="bmcplan", params={"mode": "quick"}) as planner:
            planner.solve(problem)


def test_the_factory_finds_it_for_optimal_plans():
    problem = with_length_metric(corridor(4)[0])
    assert "bmcplan" in get_environment().factory.engines
    with OneshotPlanner(name="bmcplan", optimality_guarantee="SOLVED_OPTIMALLY") as planner:
        assert planner.solve(problem).status == Status.SOLVED_OPTIMALLY


def test_costs_and_numbers_are_not_supported():
    examples = get_example_problems()
    for name in ("counter", "robot_fluent_of_user_type", "matchcellar"):
        assert not SUPPORTS(examples[name].problem.kind), name


def has_costs(problem):
    return any(metric.is_minimize_action_costs() for metric in problem.quality_metrics)


@pytest.mark.parametrize("name", [name for name, case in {**EXAMPLES, **CASES}.items() if has_costs(case.problem)])
def test_cheapest_plans_cost_what_those_of_others_do(name):
    problem = (EXAMPLES.get(name) or CASES[name]).problem
    with OneshotPlanner(name="bmcplan", problem_kind=problem.kind) as planner:
        result = planner.solve(problem, timeout=60)
    assert result.status == Status.SOLVED_OPTIMALLY
    cost = costs_of(problem, result.plan)
    assert result.metrics["cost"] == str(Fraction(cost)) and set(cheapest_of_others(problem)) <= {cost}


def roads(rng, n_places, cost, *, types=(IntType(), IntType()), only_roads=False):
    """Places with a toll and roads with a length, both static fluents; `cost` makes the cost of a drive of them.

    only_roads: where there is no road, there is no length either
    """
    place = UserType("place")
    at, road = Fluent("at", BoolType(), of=place), Fluent("road", BoolType(), one=place, other=place)
    length, toll = Fluent("length", types[0], one=place, other=place), Fluent("toll", types[1], of=place)
    problem = Problem("roads")
    places = [problem.add_object(f"p{number}", place) for number in range(n_places)]
    for fluent in (at, road):
        problem.add_fluent(fluent, default_initial_value=False)
    problem.add_fluent(length, default_initial_value=None if only_roads else rng.randint(1, 9))
    problem.add_fluent(toll, default_initial_value=0)
    drive, fly = (InstantaneousAction(name, here=place, there=place) for name in ("drive", "fly"))
    drive.add_precondition(road(drive.here, drive.there))
    for action in (drive, fly):
        action.add_precondition(at(action.here))
        action.add_precondition(Not(Equals(action.here, action.there)))
        action.add_effect(at(action.here), False)
        action.add_effect(at(action.there), True)
        problem.add_action(action)
    number = (lambda: Fraction(rng.randint(0, 30), rng.choice([1, 2, 3, 10]))) if types[0].is_real_type() else (
        lambda: rng.randint(0, 30)
    )
    for one in places:
        problem.set_initial_value(toll(one), number())
        for other in rng.sample(places, 2):
            if one != other:
                problem.set_initial_value(road(one, other), True)
                if only_roads or rng.random() < 0.8:
                    problem.set_initial_value(length(one, other), number())
    problem.set_initial_value(at(places[0]), True)
    problem.add_goal(at(places[-1]))
    of_drive = cost(length(drive.here, drive.there), toll(drive.here), toll(drive.there))
    problem.add_quality_metric(metrics.MinimizeActionCosts({drive: of_drive}, default=Int(60)))

    def value(expression):
        return Fraction(problem.initial_value(expression).constant_value())

    def drives(one, other):
        return cost(value(length(one, other)), value(toll(one)), value(toll(other)))

    # Dijkstra's algorithm, without this package.
    names = {one.name: one for one in places}
    queue, settled = [(Fraction(0), places[0].name)], set()
    while queue:
        least, name = heapq.heappop(queue)
        if name == places[-1].name:
            return problem, least
        if name in settled:
            continue
        settled.add(name)
        for other in places:
            heapq.heappush(queue, (least + 60, other.name))
            if problem.initial_value(road(names[name], other)).is_true():
                heapq.heappush(queue, (least + drives(names[name], other), other.name))


COSTS = {
    "a fluent": (lambda length, here, there: length, ()),
    "a sum": (lambda length, here, there: length + there + 2, ()),
    "a product": (lambda length, here, there: length * 3 + here * there, ()),
    "a difference": (lambda length, here, there: 40 + length - here, ()),
    "a quotient": (lambda length, here, there: length / 7 + there, (RealType(), RealType())),
    "real numbers": (lambda length, here, there: length + there, (RealType(), RealType())),
}


@pytest.mark.parametrize("name", COSTS)
def test_costs_of_static_fluents(name):
    rng = random.Random(name)
    cost, types = COSTS[name]
    compared = 0
    for only_roads in 4 * [False, True]:
        problem, least = roads(rng, 7, cost, only_roads=only_roads, **({"types": types} if types else {}))
        for ask in ("one", "ever better"):
            if ask == "one":
                with OneshotPlanner(name="bmcplan", problem_kind=problem.kind, optimality_guarantee="SOLVED_OPTIMALLY") as planner:
                    found = [planner.solve(problem, timeout=60)]
            else:
                with AnytimePlanner(name="bmcplan") as planner:
                    found = list(planner.get_solutions(problem, timeout=60))
            values = [costs_of(problem, result.plan) for result in found]
            assert found[-1].status == Status.SOLVED_OPTIMALLY and values[-1] == least, (ask, values, least)
            assert [Fraction(result.metrics["cost"]) for result in found] == values
            earlier = values[:-1]
            assert earlier == sorted(set(earlier), reverse=True) and {result.status for result in found[:-1]} <= {Status.INTERMEDIATE}
        with PlanValidator(name="bmcplan") as validator:
            checked = validator.validate(problem, found[-1].plan)
        assert checked and checked.metric_evaluations == {problem.quality_metrics[0]: least}
        # Others read problems in PDDL, in which costs are numbers or fluents.
        if name == "a fluent" and compared < 3:
            others = list(cheapest_of_others(problem))
            assert set(others) <= {least}
            compared += 1


def test_errands_cost_what_they_do_elsewhere():
    """`minutes(home, home)` has no value, and there is no street from home to home."""
    folder = os.path.join(os.path.dirname(__file__), "../../instances/pddl/errands")
    problem = PDDLReader().parse_problem(os.path.join(folder, "domain.pddl"), os.path.join(folder, "problem.pddl"))
    with OneshotPlanner(name="bmcplan", problem_kind=problem.kind) as planner:
        result = planner.solve(problem, timeout=60)
    assert result.status == Status.SOLVED_OPTIMALLY
    assert {costs_of(problem, result.plan), *cheapest_of_others(problem)} == {30}


def test_limits_of_cheapest_plans():
    problem, least = roads(random.Random(5), 7, COSTS["a sum"][0])
    with OneshotPlanner(name="bmcplan", params={"max_cost": int(least) - 1}) as planner:
        assert planner.solve(problem).status == Status.UNSOLVABLE_INCOMPLETELY
        assert planner.solve(problem, timeout=0).status == Status.TIMEOUT
    with OneshotPlanner(name="bmcplan", params={"mode": "first"}) as planner:
        assert planner.solve(problem).status == Status.SOLVED_SATISFICING
    problem.clear_goals()
    problem.add_goal(Not(Or(problem.fluent("at")(of) for of in problem.all_objects)))
    with OneshotPlanner(name="bmcplan") as planner:
        assert planner.solve(problem).status == Status.UNSOLVABLE_PROVEN
    with pytest.raises(bmcplan.ArgumentError, match="least cost is asked for"):
        with OneshotPlanner(name="bmcplan", params={"encoding": "operators"}) as planner:
            planner.solve(problem)


def test_ever_shorter_plans():
    problem = with_length_metric(corridor(10)[0])
    with AnytimePlanner(name="bmcplan", anytime_guarantee="INCREASING_QUALITY") as planner:
        found = list(planner.get_solutions(problem, timeout=60))
        assert list(planner.get_solutions(problem, timeout=0))[-1].status == Status.TIMEOUT
    lengths = [len(result.plan.actions) for result in found]
    assert lengths == sorted(lengths, reverse=True) and lengths[-1] == 9
    assert [result.status for result in found[:-1]] == [Status.INTERMEDIATE] * (len(found) - 1)
    assert found[-1].status == Status.SOLVED_OPTIMALLY


def deliveries(parcels):
    """Two trucks, and as many places as parcels; each parcel is to be brought to the next place."""
    place, thing = UserType("place"), UserType("thing")
    parcel, truck = UserType("parcel", thing), UserType("truck", thing)
    at, inside = Fluent("at", BoolType(), of=thing, place=place), Fluent("inside", BoolType(), of=parcel, truck=truck)
    problem = Problem("deliveries")
    problem.add_fluent(at, default_initial_value=False)
    problem.add_fluent(inside, default_initial_value=False)
    places = [problem.add_object(f"place{number}", place) for number in range(parcels)]
    trucks = [problem.add_object(f"truck{number}", truck) for number in range(2)]
    goods = [problem.add_object(f"parcel{number}", parcel) for number in range(parcels)]
    drive = InstantaneousAction("drive", truck=truck, here=place, there=place)
    drive.add_precondition(at(drive.truck, drive.here))
    drive.add_precondition(Not(Equals(drive.here, drive.there)))
    drive.add_effect(at(drive.truck, drive.here), False)
    drive.add_effect(at(drive.truck, drive.there), True)
    problem.add_action(drive)
    for name, loads in [("load", True), ("unload", False)]:
        action = InstantaneousAction(name, parcel=parcel, truck=truck, here=place)
        outside, within = at(action.parcel, action.here), inside(action.parcel, action.truck)
        action.add_precondition(at(action.truck, action.here))
        action.add_precondition(outside if loads else within)
        action.add_effect(outside, not loads)
        action.add_effect(within, loads)
        problem.add_action(action)
    for number, of in enumerate(goods):
        problem.set_initial_value(at(of, places[number]), True)
        problem.add_goal(at(of, places[(number + 1) % parcels]))
    for of in trucks:
        problem.set_initial_value(at(of, places[0]), True)
    return problem


def test_plans_come_as_they_are_found():
    problem = deliveries(7)
    with AnytimePlanner(name="bmcplan") as planner:
        *earlier, last = planner.get_solutions(problem, timeout=60)
    assert earlier and {result.status for result in earlier} == {Status.INTERMEDIATE}
    assert all(validated(problem, result.plan) for result in [*earlier, last])
    lengths = [len(result.plan.actions) for result in earlier]
    assert lengths == sorted(set(lengths), reverse=True) and len(last.plan.actions) <= lengths[-1]
    # Without the metric of plan length, nobody asked for a shortest plan.
    assert last.status == Status.SOLVED_SATISFICING


def test_whoever_stops_asking_ends_the_run():
    problem = deliveries(12)
    begun = time.monotonic()
    with AnytimePlanner(name="bmcplan") as planner:
        solutions = planner.get_solutions(problem)
        first = next(solutions)
        assert first.status == Status.INTERMEDIATE and validated(problem, first.plan)
        solutions.close()
    assert time.monotonic() - begun < 30
    assert "bmcplan" not in {thread.name for thread in threading.enumerate()}


def test_formulas_of_every_form():
    thing = UserType("thing")
    small = UserType("small", thing)
    on, lit = Fluent("on", BoolType(), of=thing), Fluent("lit", BoolType())
    problem = Problem("forms")
    problem.add_fluent(on, default_initial_value=False)
    problem.add_fluent(lit, default_initial_value=False)
    objects = [Object("a", small), Object("b", small), Object("c", thing)]
    problem.add_objects(objects)
    of, other = Variable("of", thing), Variable("of", small)
    press = InstantaneousAction("press", of=thing)
    press.add_precondition(Or(Not(on(press.of)), Forall(on(of), of)))
    press.add_precondition(Implies(lit, Exists(on(other), other)))
    press.add_effect(on(press.of), Not(on(press.of)))
    problem.add_action(press)
    copy = InstantaneousAction("copy")
    copy.add_effect(lit, Forall(on(other), other))
    copy.add_effect(on(of), True, lit, [of])
    problem.add_action(copy)
    problem.add_goal(Forall(Iff(on(of), lit), of))
    problem.add_goal(lit)
    result = OneshotPlanner(name="bmcplan").solve(with_length_metric(problem))
    assert result.status == Status.SOLVED_OPTIMALLY and validated(problem, result.plan)
    assert len(result.plan.actions) == 4


def test_plans_with_idle_actions_and_wrong_ones():
    problem, _, places = corridor(3)
    nothing = InstantaneousAction("nothing")
    problem.add_action(nothing)
    move = problem.action("move")
    steps = [up.plans.ActionInstance(move, tuple(map(up.shortcuts.ObjectExp, pair))) for pair in zip(places, places[1:])]
    idle = up.plans.ActionInstance(nothing)
    with PlanValidator(name="bmcplan") as validator:
        assert validator.validate(problem, up.plans.SequentialPlan([steps[0], idle, steps[1]]))
        short = validator.validate(problem, up.plans.SequentialPlan(steps[:1]))
        assert short.reason.name == "UNSATISFIED_GOALS"
        assert "Goals [at(" in short.log_messages[0].message
        wrong = validator.validate(problem, up.plans.SequentialPlan([steps[1]]))
        assert wrong.reason.name == "INAPPLICABLE_ACTION" and wrong.inapplicable_action == steps[1]
        assert "Preconditions [at(" in wrong.log_messages[0].message


def test_an_action_that_does_something_at_first_may_come_again():
    """It can be applied in two cases, and in the second it changes nothing."""
    lamp = Fluent("lamp")
    problem = Problem("lamp")
    problem.add_fluent(lamp, default_initial_value=True)
    off = InstantaneousAction("off")
    off.add_precondition(Iff(lamp, lamp))
    off.add_effect(lamp, False)
    problem.add_action(off)
    problem.add_goal(Not(lamp))
    plan = up.plans.SequentialPlan([up.plans.ActionInstance(off)] * 2)
    with PlanValidator(name="bmcplan") as validator:
        assert validator.validate(problem, plan)
    assert bmcplan.up.Converted(problem).problem.check(["off", "off"]).length == 2


def test_the_work_of_a_conversion_grows_as_its_operators():
    def n_calls(n_places):
        problem = corridor(n_places)[0]
        profile = cProfile.Profile()
        profile.runcall(lambda: bmcplan.up.Converted(problem).problem.check([]))
        return pstats.Stats(profile).total_calls

    assert n_calls(10_001) < 12 * n_calls(1_001)


def test_the_tests_of_unified_planning_itself():
    """Its own tests of planners, validators and compilers, with this engine before all others."""
    code = (
        "import sys, pytest, bmcplan.up\n"
        "from unified_planning.environment import get_environment\n"
        "factory = get_environment().factory\n"
        "factory.preference_list = ['bmcplan'] + [name for name in factory.preference_list if name != 'bmcplan']\n"
        "sys.exit(pytest.main(['-q', '-p', 'no:cacheprovider', '--pyargs', *sys.argv[1:]]))"
    )
    modules = (
        "planner", "plan_validator", "anytime", "factory", "replanner", "quantifier_remover",
        "conditional_effects_remover", "disjunctive_conditions_remover", "negative_conditions_remover",
    )  # fmt: skip
    names = [f"unified_planning.test.test_{module}" for module in modules]
    # test_robot asks for engines that know numbers in conditions, and its problem has one that changes.
    done = subprocess.run([sys.executable, "-c", code, "-k", "not test_robot or test_robot_", *names], capture_output=True, text=True)
    assert done.returncode == 0, done.stdout[-3000:]
    assert "passed" in done.stdout
