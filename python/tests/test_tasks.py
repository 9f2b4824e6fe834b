"""Tasks that are built in Python."""

import itertools
import random

import pytest

import bmcplan
from bmcplan import Not, Task


def lamp():
    task = Task("lamp")
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
    assert (answer.kind, answer.metric, answer.name, answer.optimal, answer.cost) == ("task", "actions", "lamp", True, 5)
    assert bmcplan.certify(lamp(), tmp_path).certificate.missing is None
    missing = bmcplan.certify(lamp(), tmp_path, semantics="forall").certificate.missing
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
        (lambda: bmcplan.solve(task, metric="units"), "metric"),
    ]:
        with pytest.raises(bmcplan.ArgumentError, match=words):
            make()


def test_random_tasks_have_the_lengths_of_a_search_in_python():
    rng = random.Random(18)
    lengths = []
    for _ in range(150):
        task = Task()
        sizes = [rng.randint(2, 3) for _ in range(3)]
        variables = [task.variable(f"v{i}", range(size)) for i, size in enumerate(sizes)]

        def some(most):
            return {variables[i]: rng.randrange(sizes[i]) for i in rng.sample(range(3), rng.randint(0, most))}

        operators = [(some(2), some(2), [(some(1), some(2))]) for _ in range(5)]
        for number, (before, after, when) in enumerate(operators):
            task.operator(f"o{number}", before, after, when=when)
        goal = {variables[i]: rng.randrange(sizes[i]) for i in range(3)}
        task.goal(goal)
        expected = shortest(sizes, variables, operators, goal)
        for mode in ("search", "incremental"):
            answer = bmcplan.solve(task, mode=mode, max_horizon=30)
            assert answer.length == expected, mode
        lengths.append(expected)
    assert {0, 1, 2, None} <= set(lengths)


def shortest(sizes, variables, operators, goal):
    """The length of a shortest plan, by breadth-first search."""
    layer, seen = {(0,) * len(sizes)}, set()

    def holds(state, condition):
        return all(state[variable.number] == value for variable, value in condition.items())

    for depth in itertools.count():
        if any(holds(state, goal) for state in layer):
            return depth
        seen |= layer
        after = set()
        for state, (before, effects, when) in itertools.product(layer, operators):
            if not holds(state, before):
                continue
            changes = [effects] + [changes for condition, changes in when if holds(state, condition)]
            pairs = {(variable.number, value) for change in changes for variable, value in change.items()}
            new = dict(pairs)
            # Effects that contradict each other: the operator cannot be applied.
            if len(new) == len(pairs):
                after.add(tuple(new.get(i, value) for i, value in enumerate(state)))
        layer = after - seen
        if not layer:
            return None
