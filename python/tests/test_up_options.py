"""Options of the engine for unified-planning: settings of `solve`, which `params=` takes."""

from fractions import Fraction

import pytest

pytest.importorskip("unified_planning")

from unified_planning.engines import PlanGenerationResultStatus as Status
from unified_planning.environment import get_environment
from unified_planning.model import metrics
from unified_planning.shortcuts import AnytimePlanner, BoolType, Fluent, InstantaneousAction, OneshotPlanner, Problem

import bmcplan.up

get_environment().credits_stream = None


def test_a_greatest_cost_is_in_the_unit_of_the_problem():
    done = Fluent("done", BoolType())
    problem = Problem("two costs")
    problem.add_fluent(done, default_initial_value=False)
    dear, cheap = InstantaneousAction("dear"), InstantaneousAction("cheap")
    for action in (dear, cheap):
        action.add_effect(done, True)
        problem.add_action(action)
    problem.add_goal(done)
    problem.add_quality_metric(metrics.MinimizeActionCosts({dear: Fraction(5, 2), cheap: Fraction(7, 3)}))
    for most, status in [
        (3, Status.SOLVED_OPTIMALLY), ("2.4", Status.SOLVED_OPTIMALLY), (2.4, Status.SOLVED_OPTIMALLY),
        (Fraction(7, 3), Status.SOLVED_OPTIMALLY), (2, Status.UNSOLVABLE_INCOMPLETELY), ("2.33", Status.UNSOLVABLE_INCOMPLETELY),
        (0, Status.UNSOLVABLE_INCOMPLETELY),
    ]:  # fmt: skip
        with OneshotPlanner(name="bmcplan", params={"max_cost": most}) as planner:
            result = planner.solve(problem)
        with AnytimePlanner(name="bmcplan", params={"max_cost": most}) as planner:
            last = list(planner.get_solutions(problem))[-1]
        assert result.status == last.status == status, most
        assert result.plan is None or result.metrics["cost"] == last.metrics["cost"] == "7/3"
    for wrong in (-1, "much", True, [3], Fraction(-1, 2)):
        with pytest.raises(bmcplan.ArgumentError, match="max_cost: a cost is meant"):
            with OneshotPlanner(name="bmcplan", params={"max_cost": wrong}) as planner:
                planner.solve(problem)


def with_lamp(problem, name):
    """Adds a lamp that has to be lit, and gives the action that lights it."""
    lamp = Fluent(name, BoolType())
    problem.add_fluent(lamp, default_initial_value=False)
    action = InstantaneousAction(f"light {name}")
    action.add_effect(lamp, True)
    problem.add_action(action)
    problem.add_goal(lamp)
    return action


def test_a_greatest_cost_of_more_parts_than_are_compared_refutes_nothing():
    problem = Problem("dear")
    costs = {}
    for name, cost in (("one", 2**63), ("two", 2**63), ("three", 1)):
        costs[with_lamp(problem, name)] = cost
    problem.add_quality_metric(metrics.MinimizeActionCosts(costs))
    for mode in ("search", "incremental"):
        with pytest.raises(bmcplan.ArgumentError, match="such sums are not compared"):
            with OneshotPlanner(name="bmcplan", params={"mode": mode, "max_cost": 10**30}) as planner:
                planner.solve(problem)
    costs.update(dict.fromkeys(list(costs)[:2], Fraction(1, 2**62)))
    for most, status in [(1000, Status.SOLVED_OPTIMALLY), (Fraction(1, 2), Status.UNSOLVABLE_INCOMPLETELY)]:
        problem.clear_quality_metrics()
        problem.add_quality_metric(metrics.MinimizeActionCosts(costs))
        with OneshotPlanner(name="bmcplan", params={"max_cost": most}) as planner:
            assert planner.solve(problem).status == status


@pytest.mark.parametrize("of_each", [Fraction(1, 10), 0.1, 1, 0, 2**63, Fraction(1, 2**62)])
def test_costs_that_are_all_the_same_have_a_greatest_one_too(of_each):
    problem = Problem("two lamps")
    for name in ("one", "other"):
        with_lamp(problem, name)
    problem.add_quality_metric(metrics.MinimizeActionCosts({action: of_each for action in problem.actions}))

    def status(**options):
        with OneshotPlanner(name="bmcplan", params=options) as planner:
            found = planner.solve(problem).status
        with AnytimePlanner(name="bmcplan", params=options) as planner:
            assert list(planner.get_solutions(problem))[-1].status == found
        return found

    cost = 2 * Fraction(of_each)
    for most in (cost, cost + Fraction(1, 30), float(cost), 2**64):
        assert status(max_cost=most) == Status.SOLVED_OPTIMALLY
    if of_each:
        assert status(max_cost=cost * Fraction(29, 30)) == status(max_cost=0) == Status.UNSOLVABLE_INCOMPLETELY
        assert status(max_cost=2**63 * cost) == status(max_cost="1" + 60 * "0") == Status.SOLVED_OPTIMALLY
        for option, wrong in [("max_horizon", 2), ("semantics", "forall")]:
            with pytest.raises(bmcplan.ArgumentError, match=f"^{option}"):
                status(max_cost=cost, **{option: wrong})
    for wrong in (-1, "much", True, [3], Fraction(-1, 2)):
        with pytest.raises(bmcplan.ArgumentError, match="max_cost: a cost is meant"):
            status(max_cost=wrong)


def test_the_smaller_of_two_timeouts_counts():
    done = Fluent("done", BoolType())
    problem = Problem("at once")
    problem.add_fluent(done, default_initial_value=False)
    act = InstantaneousAction("act")
    act.add_effect(done, True)
    problem.add_action(act)
    problem.add_goal(done)
    for of_engine, of_call, status in [
        (0, None, Status.TIMEOUT), (0, 60, Status.TIMEOUT), (60, 0, Status.TIMEOUT), (60, None, Status.SOLVED_SATISFICING),
    ]:  # fmt: skip
        with OneshotPlanner(name="bmcplan", params={"timeout": of_engine}) as planner:
            assert planner.solve(problem, timeout=of_call).status == status
        with AnytimePlanner(name="bmcplan", params={"timeout": of_engine}) as planner:
            assert list(planner.get_solutions(problem, timeout=of_call))[-1].status == status
    with pytest.raises(bmcplan.ArgumentError, match="timeout: seconds are meant"):
        with OneshotPlanner(name="bmcplan", params={"timeout": "1"}) as planner:
            planner.solve(problem, timeout=60)


def test_unknown_options_are_refused_when_the_engine_is_made():
    for name, words in [("tiemout", "no parameter tiemout; is timeout meant\\? There are: .*timeout"), ("zzz", "no parameter zzz. There are")]:
        for form in (OneshotPlanner, AnytimePlanner):
            with pytest.raises(bmcplan.ArgumentError, match=words):
                form(name="bmcplan", params={name: 3})
