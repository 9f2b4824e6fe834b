"""Walks through the state space by hand, and what is known of a problem before any plan is looked for."""

import json
import pickle
import subprocess
import sys
from collections import deque

import pytest

import bmcplan


def shortest(problem):
    """The distance of the nearest goal and the number of states, by breadth-first search."""
    distance, queue, nearest = {problem.initial: 0}, deque([problem.initial]), None
    while queue:
        state = queue.popleft()
        if nearest is None and problem.is_goal(state):
            nearest = distance[state]
        for then in problem.moves(state).values():
            if then not in distance:
                distance[then] = distance[state] + 1
                queue.append(then)
    return nearest, len(distance)


@pytest.mark.parametrize("name", ["sample02.toml", "pddl/suitcase/problem.pddl"])
def test_a_search_by_hand_finds_what_the_library_finds(name, instances):
    problem = bmcplan.read(instances / name)
    nearest, states = shortest(problem)
    assert nearest == problem.solve(mode="search").length
    assert states == problem.explore().states


def test_derived_variables_and_conditional_effects_are_obeyed():
    task = bmcplan.Task("lamp")
    door, lamp = task.variable("door", ["closed", "open"]), task.variable("lamp", ["off", "on"])
    dark = task.derived("private and lit", {door: "closed", lamp: "on"})
    task.operator("open", {door: "closed"}, {door: "open"})
    task.operator("close", {door: "open"}, {door: "closed"})
    task.operator("press", {}, {}, when=[({door: "open"}, {lamp: "on"})])
    task.goal({dark: True})
    problem = task.problem()
    state = problem.initial
    assert dict(state) == {"door": "closed", "lamp": "off"} and len(state) == 2 and "door" in state
    assert set(problem.moves(state)) == {"open", "press"} and problem.apply(state, "press") == state
    for move in ("open", "press", "close"):
        assert not problem.is_goal(state)
        state = problem.apply(state, move)
    assert problem.is_goal(state) and state["lamp"] == "on" and hash(state) != hash(problem.initial)
    assert repr(state) == "State({'door': 'closed', 'lamp': 'on'})"
    assert pickle.loads(pickle.dumps(state)) == state


def test_moves_are_those_of_plans(instances):
    for name in ("sample02.toml", "pddl/suitcase/problem.pddl", "costs/errands/problem.pddl"):
        if not (instances / name).exists():
            continue
        problem = bmcplan.read(instances / name)
        state, plan = problem.initial, problem.solve().plan
        for move in plan:
            state = problem.apply(state, move)
        assert problem.is_goal(state)


def test_cases_of_an_action_are_one_move():
    domain = (
        "(define (domain d) (:requirements :adl) (:predicates (a) (b) (done))"
        " (:action act :parameters () :precondition (or (a) (b)) :effect (done))"
        " (:action no :parameters () :effect (not (a))) (:action nor :parameters () :effect (not (b))))"
    )
    problem = bmcplan.read((domain, "(define (problem p) (:domain d) (:init (a) (b)) (:goal (and (done) (a) (b))))"))
    assert sorted(problem.moves(problem.initial)) == ["act", "no", "nor"]


def test_of_two_moves_of_one_name_the_second_has_a_number():
    operator = "begin_operator\ngo\n0\n1\n0 0 0 {}\n1\nend_operator\n"
    problem = bmcplan.read(
        "begin_version\n3\nend_version\nbegin_metric\n0\nend_metric\n1\nbegin_variable\nat\n-1\n3\nhome\neast\nwest\nend_variable\n"
        "0\nbegin_state\n0\nend_state\nbegin_goal\n1\n0 2\nend_goal\n2\n" + operator.format(1) + operator.format(2) + "0\n",
        kind="sas",
    )
    assert {name: then["at"] for name, then in problem.moves(problem.initial).items()} == {"go": "east", "go (2)": "west"}


def test_moves_of_one_name_are_told_apart(instances):
    problem = bmcplan.read(instances / "sliding" / "klotski.toml", metric="units")
    assert len(set(problem.moves(problem.initial).values())) == len(problem.moves(problem.initial)) > 1
    state, plan = problem.initial, []
    for _ in range(5):
        move, state = next(iter(problem.moves(state).items()))
        plan.append(move)
    check = problem.check(plan)
    assert check.fault == "goal", check


def test_what_is_no_state_or_move_is_refused(instances):
    problem, other = bmcplan.read("XX..........####"), bmcplan.read("..B.XXB.........")
    with pytest.raises(bmcplan.ArgumentError, match="move: 'fly' cannot be made here; there are: X right 1"):
        problem.apply(problem.initial, "fly")
    with pytest.raises(bmcplan.ArgumentError, match="state: it is a state of another problem"):
        problem.moves(other.initial)
    with pytest.raises(bmcplan.ArgumentError, match="state: a State is meant"):
        problem.is_goal({"X": "1"})
    tasks = [bmcplan.Task(), bmcplan.Task()]
    for task, name in zip(tasks, ("door", "lamp")):
        task.variable(name)
    assert tasks[0].problem().initial != tasks[1].problem().initial
    assert problem.initial == bmcplan.read("XX..........####").initial != other.initial


def test_facts_are_those_of_the_command_line(instances):
    file = instances / "pddl" / "trolley" / "problem.pddl"
    facts = bmcplan.facts(file)
    command = [sys.executable, "-m", "bmcplan", "facts", str(file), "--json"]
    printed = json.loads(subprocess.run(command, capture_output=True, text=True).stdout)
    own = facts.to_dict()
    for key in ("seconds", "wall_seconds", "cpu_seconds", "memory_mb"):
        own.pop(key), printed.pop(key)
    assert own == printed
    assert list(own) == list(printed)
    assert facts.distances.hmax == 5 and facts.distances.lmcut == 11 and str(facts).count("\n") == 1
    assert bmcplan.Facts.of_json(facts.to_json()) == facts and hash(facts)
