"""Tasks that are built in Python."""

import heapq
import itertools
import json
import random
from decimal import Decimal
from fractions import Fraction
from pathlib import Path

import pytest

import bmcplan
from bmcplan import Not, Task


def lamp(**options):
    task = Task("lamp", **options)
    door = task.variable("door", ["closed", "open"])
    light = task.variable("light", ["off", "on"])
    ready = task.derived("ready", {door: "closed", light: "on"})
    task.operator("open", {door: "closed"}, {door: "open"})
    task.operator("close", {door: "open"}, {door: "closed"}, cost=3)
    task.operator("press", {}, {}, when=[({door: Not("closed")}, {light: "on"})])
    task.goal({ready: True})
    return task


def test_a_task_with_everything(tmp_path):
    answer = bmcplan.solve(lamp())
    assert answer.plan == ("open", "press", "close")
    assert (answer.kind, answer.metric, answer.name, answer.optimal, answer.cost) == ("task", "cost", "lamp", True, 5)
    of_length = lamp(metric="actions")
    answer = bmcplan.solve(of_length)
    assert (answer.metric, answer.length, answer.optimal, answer.cost) == ("actions", 3, True, 5)
    assert bmcplan.certify(of_length, tmp_path).certificate.missing is None
    missing = bmcplan.certify(of_length, tmp_path, semantics="forall").certificate.missing
    assert "problems from files" in missing
    assert bmcplan.verify(tmp_path).status == "certified"
    assert bmcplan.check(lamp(), ["open", "close"]).status == "wrong"
    assert bmcplan.draw(answer).startswith("<svg")
    assert bmcplan.explore(lamp()).states == 4


def test_mistakes_are_named():
    task = Task()
    door = task.variable("door", ["closed", "open"])
    other = Task().variable("window")
    like_it = Task().variable("door", ["ajar", "open"])
    task.operator("o", {}, {door: "open"})
    task.derived("stuck", {door: "closed"})
    for make, words in [
        (lambda: task.goal({door: "ajar"}), "closed, open"),
        (lambda: task.goal({other: True}), "not of this task"),
        (lambda: task.variable("x", []), "no values"),
        (lambda: task.variable("x", 3), "variable x: a list of values"),
        (lambda: task.variable("x", ["a", "a"]), "twice"),
        (lambda: task.operator("x", {}, {}, cost=-1), "cost"),
        (lambda: task.operator("x", {}, {}, cost=1.5), "whole number"),
        (lambda: task.operator("x", {}, {}, cost=True), "whole number"),
        (lambda: task.operator("x", {}, {}, cost="3"), "whole number"),
        (lambda: task.operator("x", {}, {}, cost=None), "whole number"),
        (lambda: task.operator("o", {}, {}), "operator o: there is one"),
        (lambda: task.variable("door", ["shut"]), "variable door: there is one"),
        (lambda: task.derived("stuck", {}), "derived variable stuck: there is one"),
        (lambda: task.operator(5, {}, {}), "is a string"),
        (lambda: task.goal({"door": "open"}), "a Variable is meant"),
        (lambda: task.goal({like_it: "open"}), "not of this task"),
        (lambda: task.goal({Task().derived("other"): True}), "of this task"),
        (lambda: task.goal({bmcplan.Derived("d", 0): True}), "of this task"),
        (lambda: task.operator("x", {}, {}, cost=2**63 + 1), "from 0 to 9223372036854775808"),
        (lambda: bmcplan.solve(task, metric="units"), "metric.*cost, actions"),
        (lambda: Task(metric="length"), "metric.*cost, actions"),
        (lambda: task.goal(None), "a condition is a dict"),
        (lambda: task.goal([door, "open"]), "a condition is a dict"),
        (lambda: task.derived("x", None), "a condition is a dict"),
        (lambda: task.operator("x", None, {}), "a condition is a dict"),
        (lambda: task.operator("x", {}, None), "operator x: effects are a dict"),
        (lambda: task.operator("x", {}, {}, when={door: "open"}), "operator x: when is a list of pairs"),
        (lambda: task.operator("x", {}, {}, when=[{door: "open"}]), "operator x: when is a list of pairs"),
        (lambda: task.operator("x", {}, {}, when=3), "operator x: when is a list of pairs"),
        (lambda: task.operator("x", {}, {}, when=[({door: "open"}, "open")]), "operator x: effects are a dict"),
        (lambda: bmcplan.solve(task.problem(), metric="cost"), "metric"),
    ]:
        with pytest.raises(bmcplan.ArgumentError, match=words):
            make()


def test_names_of_operators_are_exact():
    task = Task()
    switch = task.variable("switch", ["off", "on"])
    task.operator("go", {}, {switch: "on"})
    task.goal({switch: "on"})
    assert bmcplan.check(task, ["go"]).status == "valid"
    for name in ("Go", " go", "(go)", "1: go", "go ; at once"):
        assert bmcplan.check(task, [name]).fault == "name", name
    task.operator(" go", {switch: "on"}, {switch: "off"})
    assert bmcplan.check(task, ["go", " go", "go"]).status == "valid"


def drawn(rng, n_operators, prices):
    """A random task of three variables: with it their sizes, the operators, the costs of these, and the goal."""
    task = Task()
    sizes = [rng.randint(2, 3) for _ in range(3)]
    variables = [task.variable(f"v{i}", range(size)) for i, size in enumerate(sizes)]

    def some(most):
        return {variables[i]: rng.randrange(sizes[i]) for i in rng.sample(range(3), rng.randint(0, most))}

    operators = [(some(2), some(2), [(some(1), some(2))]) for _ in range(n_operators)]
    costs = [rng.choice(prices) for _ in operators]
    for number, ((before, after, when), cost) in enumerate(zip(operators, costs)):
        task.operator(f"o{number}", before, after, when=when, cost=cost)
    goal = {variables[i]: rng.randrange(sizes[i]) for i in range(3)}
    task.goal(goal)
    return task, sizes, operators, costs, goal


def test_random_tasks_have_the_lengths_of_a_search_in_python():
    rng = random.Random(18)
    lengths = []
    for _ in range(150):
        task, sizes, operators, _, goal = drawn(rng, 5, [1])
        expected = shortest(sizes, operators, goal)
        for mode in ("search", "incremental"):
            answer = bmcplan.solve(task, mode=mode, max_horizon=30)
            assert answer.length == expected, mode
        lengths.append(expected)
    assert {0, 1, 2, None} <= set(lengths)


def test_random_tasks_have_the_costs_of_a_search_in_python():
    rng = random.Random(37)
    found = set()
    for _ in range(150):
        task, sizes, operators, costs, goal = drawn(rng, 6, [0, 1, 1, 2, 3, 10, 2**40])
        expected = cheapest(sizes, operators, costs, goal)
        for settings in ({"mode": "search"}, {"mode": "search", "heuristic": "lmcut"}, {}, {"mode": "anytime"}):
            answer = task.problem("cost").solve(**settings)
            assert (answer.cost, answer.metric, answer.unit) == (expected, "cost", "actions"), settings
            assert answer.status == ("unsolvable" if expected is None else "solved")
            if expected is not None:
                check = bmcplan.check(task, answer, metric="cost", optimal=True)
                assert answer.optimal and (check.cost, check.optimal, check.cheaper) == (expected, True, None)
                assert bmcplan.Answer.of_json(answer.to_json()) == answer
        found.add(expected)
        if expected:
            less = task.problem("cost").solve(max_cost=expected - 1)
            assert (less.status, less.plan, less.refuted_below) == ("no_plan_within_cost", None, expected - 1)
    assert {None, 0, 1, 2} <= found and 2**40 < max(cost for cost in found if cost is not None)


def cheapest(sizes, operators, costs, goal):
    """The least cost of a plan, by Dijkstra's algorithm."""
    queue, settled = [(0, (0,) * len(sizes))], set()
    while queue:
        cost, state = heapq.heappop(queue)
        if state in settled:
            continue
        settled.add(state)
        if holds(state, goal):
            return cost
        for operator, more in zip(operators, costs):
            after = successor(state, operator)
            if after is not None:
                heapq.heappush(queue, (cost + more, after))
    return None


def detour(dear=10, **options):
    """One dear operator, or two ways of two cheap ones."""
    task = Task("detour", **options)
    place = task.variable("place", ["home", "left", "right", "shop"])
    task.operator("fly", {place: "home"}, {place: "shop"}, cost=dear)
    for side in ("left", "right"):
        task.operator(f"go {side}", {place: "home"}, {place: side}, cost=3)
        task.operator(f"go on {side}", {place: side}, {place: "shop"}, cost=2)
    task.goal({place: "shop"})
    return task


def test_tasks_with_costs_ask_for_cheapest_plans():
    answer = bmcplan.solve(detour())
    assert (answer.cost, answer.length, answer.optimal, answer.refuted_below) == (5, 2, True, 4)
    assert (answer.metric, answer.unit, answer.lower_bound, answer.gap) == ("cost", "actions", 5, 0)
    first, second = str(answer).split("\n")
    assert first.startswith("detour: cost 5, cheapest; 2 actions (") and second.startswith("go ")
    assert detour().problem().metric == "cost" and detour(metric="actions").problem().metric == "actions"
    for shortest in (bmcplan.solve(detour(), metric="actions"), bmcplan.solve(detour(metric="actions"))):
        assert (shortest.metric, shortest.plan, shortest.cost) == ("actions", ("fly",), 10)
        assert (shortest.unit, shortest.lower_bound, shortest.gap, shortest.to_dict()["unit"]) == ("actions", 1, 0, "actions")
    assert bmcplan.count_plans(detour()) == 2 and bmcplan.count_plans(detour(), metric="actions") == 1
    assert {plan[0] for plan in bmcplan.all_plans(detour())} == {"go left", "go right"}
    # Costs of 1 are numbers of actions.
    plain = detour(dear=1, metric="cost")
    assert (bmcplan.solve(plain).cost, bmcplan.solve(plain).metric) == (1, "cost")


def test_fewest_of_the_cheapest_plans():
    assert bmcplan.count_plans(detour(dear=5)) == 3
    assert bmcplan.count_plans(detour(dear=5), fewest=True) == 1
    assert list(bmcplan.all_plans(detour(dear=5), fewest=True)) == [("fly",)]
    counted = bmcplan.solve(detour(dear=5), count=True)
    assert str(counted).split("\n")[1] == "3 cheapest plans"
    # Two ways around a circle that costs nothing.
    task = Task("circle")
    place = task.variable("place", range(3))
    for one, other, cost in [(0, 1, 0), (1, 0, 0), (0, 2, 1), (1, 2, 1)]:
        task.operator(f"{one} to {other}", {place: one}, {place: other}, cost=cost)
    task.goal({place: 2})
    assert (bmcplan.solve(task).cost, bmcplan.count_plans(task, fewest=True)) == (1, 1)
    with pytest.raises(bmcplan.ArgumentError, match="there are endlessly many cheapest plans.*; fewest=True asks for"):
        bmcplan.count_plans(task)
    with pytest.raises(bmcplan.ArgumentError, match="fewest.*shortest plans are asked for"):
        bmcplan.count_plans(detour(metric="actions"), fewest=True)
    assert bmcplan.solve(detour(dear=5), fewest=True).plan == ("fly",)


def test_a_greatest_cost():
    for enough in (5, 5.5, "5", "5.9", Decimal("5.0"), Fraction(16, 3)):
        assert bmcplan.solve(detour(), max_cost=enough).cost == 5, enough
    for less in (4, 4.9, "4", Decimal("4.99"), Fraction(14, 3), 0):
        answer = bmcplan.solve(detour(), max_cost=less)
        assert (answer.status, answer.refuted_below, answer.plan) == ("no_plan_within_cost", int(float(less)), None), less
        assert f"no plan of cost {int(float(less))} or less" in str(answer)
        assert bmcplan.Answer.of_json(answer.to_json()) == answer
    for wrong in (-1, "x", float("nan"), float("inf"), True, [3], Fraction(-1, 2), Decimal("NaN")):
        with pytest.raises(bmcplan.ArgumentError, match="max_cost: a cost is meant, such as 37 or 3.5"):
            bmcplan.solve(detour(), max_cost=wrong)
    with pytest.raises(bmcplan.ArgumentError, match="max_cost is about costs"):
        bmcplan.solve(detour(metric="actions"), max_cost=7)
    for settings in ({"max_horizon": 3}, {"encoding": "operators"}, {"mode": "fixed", "horizon": 3}):
        with pytest.raises(bmcplan.ArgumentError, match="least cost is asked for"):
            bmcplan.solve(detour(), **settings)


def test_great_costs_are_exact():
    for great in (10**14, 10**15 - 1, 10**15, 2**53 - 1, 2**53 + 1, 2**63):
        task = detour(dear=great, metric="actions")
        answer = bmcplan.solve(task)
        assert answer.cost == great and bmcplan.Answer.of_json(answer.to_json()) == answer
        assert answer.to_dict()["cost"] == (great if great < 10**15 else str(great))
        assert json.loads(answer.to_json()) == answer.to_dict()
    task = Task("dear")
    switch = task.variable("switch", range(3))
    task.operator("one", {switch: 0}, {switch: 1}, cost=2**62)
    task.operator("two", {switch: 1}, {switch: 2}, cost=2**62 + 1)
    task.goal({switch: 2})
    answer = bmcplan.solve(task)
    assert (answer.cost, answer.refuted_below, answer.optimal) == (2**63 + 1, 2**63, True)
    assert answer.to_dict()["cost"] == str(2**63 + 1) and "cost 9,223,372,036,854,775,809, cheapest" in str(answer)


def test_plans_are_checked_for_their_cost():
    check = bmcplan.check(detour(), ["fly"], optimal=True)
    assert (check.metric, check.cost, check.optimal, check.cheaper, check.shorter) == ("cost", 10, False, 5, None)
    assert str(check) == "detour: valid\ncost 10, 1 move" and type(check).of_json(check.to_json()) == check
    best = bmcplan.check(detour(), ["go left", "go on left"], shortest=True)
    assert (best.optimal, best.shortest, best.cheaper) == (True, None, None)
    by_length = bmcplan.check(detour(), ["go left", "go on left"], metric="actions", optimal=True)
    assert (by_length.optimal, by_length.shortest, by_length.shorter, by_length.cost) == (False, False, 1, 5)
    assert bmcplan.check(detour(), ["fly"]).optimal is None


def test_progress_is_told_with_costs():
    told = []
    answer = bmcplan.solve(detour(), mode="anytime", progress=told.append)
    plans = [event for event in told if event["event"] == "plan"]
    assert answer.cost == 5 and plans
    costs = {"fly": 10, "go left": 3, "go right": 3, "go on left": 2, "go on right": 2}
    assert all(event["cost"] == sum(costs[move] for move in event["plan"]) for event in plans)
    searched = []
    bmcplan.solve(detour(), mode="search", progress=searched.append)
    assert all("depth" not in event and "refuted_below" in event for event in searched if event["event"] == "searched")


def test_costs_of_json():
    from bmcplan._results import number

    decimal = {"unit": "actions", "cost": 3.7, "refuted_below": 0.00001, "optimal": False, "length": 2, "mode": "search"}
    text = json.dumps({**bmcplan.solve(detour()).to_dict(), **decimal})
    answer = bmcplan.Answer.of_json(text)
    assert (answer.cost, answer.refuted_below) == (Decimal("3.7"), Decimal("0.00001"))
    assert "cost 3.7, perhaps not cheapest; 2 actions" in str(answer) and json.loads(answer.to_json()) == json.loads(text)
    assert number("1234567890123456.25") == Decimal("1234567890123456.25") and number("12.0") == 12
    assert [type(number(value)) for value in (3, 3.0, "3", None)] == [int, int, int, type(None)]


def holds(state, condition):
    return all(state[variable.number] == value for variable, value in condition.items())


def successor(state, operator):
    """The state after an operator; None if it cannot be applied."""
    before, effects, when = operator
    if not holds(state, before):
        return None
    changes = [effects] + [changes for condition, changes in when if holds(state, condition)]
    pairs = {(variable.number, value) for change in changes for variable, value in change.items()}
    new = dict(pairs)
    # Effects that contradict each other: the operator cannot be applied.
    return tuple(new.get(i, value) for i, value in enumerate(state)) if len(new) == len(pairs) else None


def shortest(sizes, operators, goal):
    """The length of a shortest plan, by breadth-first search."""
    layer, seen = {(0,) * len(sizes)}, set()
    for depth in itertools.count():
        if any(holds(state, goal) for state in layer):
            return depth
        seen |= layer
        layer = {successor(*pair) for pair in itertools.product(layer, operators)} - seen - {None}
        if not layer:
            return None


def test_a_plan_is_certified_in_the_metric_that_was_asked_for(tmp_path):
    path = Path(__file__).parents[2] / "instances" / "pddl" / "parcels" / "problem.pddl"
    cheapest, shortest = bmcplan.read(path), bmcplan.read(path, metric="actions")
    assert cheapest.certify(cheapest.solve(), tmp_path / "cost").missing is None
    verified = bmcplan.verify(tmp_path / "cost")
    assert (verified.status, verified.metric, str(verified.cost), verified.length) == ("certified", "cost", "11.5", 8)
    assert shortest.certify(shortest.solve(), tmp_path / "length").missing is None
    assert bmcplan.verify(tmp_path / "length").cost is None
    with pytest.raises(bmcplan.ArgumentError, match="costs less"):
        cheapest.certify(shortest.solve(), tmp_path / "none")
