"""Names in problems of unified-planning: parameters, variables and actions may have any, also the same ones."""

import itertools
import random

import pytest

pytest.importorskip("unified_planning")

from unified_planning.engines import PlanGenerationResultStatus as Status
from unified_planning.engines import ValidationResultStatus
from unified_planning.engines.plan_validator import SequentialPlanValidator
from unified_planning.environment import get_environment
from unified_planning.exceptions import UPTypeError
from unified_planning.plans import ActionInstance, SequentialPlan
from unified_planning.shortcuts import (
    And, BoolType, Equals, Exists, Fluent, Forall, InstantaneousAction, MinimizeSequentialPlanLength, Not, OneshotPlanner, Or,
    PlanValidator, Problem, UserType, Variable,
)  # fmt: skip

import bmcplan.up

get_environment().credits_stream = None


def solved(problem):
    with OneshotPlanner(name="bmcplan") as planner:
        return planner.solve(problem)


def both_validate(problem, action, *objects):
    """The word on a plan of one action, which is that of unified-planning's own validator."""
    plan = SequentialPlan([ActionInstance(action, objects)])
    with PlanValidator(name="bmcplan") as validator, SequentialPlanValidator() as other:
        found, expected = validator.validate(problem, plan), other.validate(problem, plan)
    assert found.status == expected.status
    return found.status == ValidationResultStatus.VALID


def two_things():
    thing = UserType("thing")
    on, done = Fluent("on", BoolType(), of=thing), Fluent("done", BoolType())
    problem = Problem("two things")
    for fluent in (on, done):
        problem.add_fluent(fluent, default_initial_value=False)
    problem.add_quality_metric(MinimizeSequentialPlanLength())
    one, other = (problem.add_object(name, thing) for name in ("one", "other"))
    action = InstantaneousAction("act", x=thing)
    problem.add_action(action)
    return problem, action, Variable("x", thing), (one, other)


def test_a_variable_does_not_hide_a_parameter_of_its_name():
    problem, act, x, (one, other) = two_things()
    on, done = problem.fluent("on"), problem.fluent("done")
    problem.set_initial_value(on(one), True)
    act.add_precondition(Exists(And(on(x), Not(Equals(x, act.x))), x))
    act.add_effect(done, True)
    problem.add_goal(done)
    result = solved(problem)
    assert (result.status, len(result.plan.actions)) == (Status.SOLVED_OPTIMALLY, 1)
    assert both_validate(problem, act, other) and not both_validate(problem, act, one)

    problem, act, x, (one, other) = two_things()
    on, done = problem.fluent("on"), problem.fluent("done")
    act.add_precondition(Forall(Or(on(x), Equals(x, act.x)), x))
    act.add_effect(done, True)
    problem.add_goal(done)
    assert solved(problem).status == Status.UNSOLVABLE_PROVEN and not both_validate(problem, act, one)

    problem, act, x, (one, other) = two_things()
    on = problem.fluent("on")
    act.add_effect(on(x), True, Equals(x, act.x), forall=[x])
    problem.add_goal(And(on(one), on(other)))
    result = solved(problem)
    assert (result.status, len(result.plan.actions)) == (Status.SOLVED_OPTIMALLY, 2)
    assert not both_validate(problem, act, one)


def test_variables_of_one_name_and_different_types_are_different():
    thing = UserType("thing")
    small = UserType("small", thing)
    on, done = Fluent("on", BoolType(), of=thing), Fluent("done", BoolType())
    problem = Problem("two types")
    for fluent in (on, done):
        problem.add_fluent(fluent, default_initial_value=False)
    one = problem.add_object("one", thing)
    problem.add_object("other", small)
    problem.set_initial_value(on(one), True)
    great, little = Variable("v", thing), Variable("v", small)
    act = InstantaneousAction("act")
    act.add_precondition(Exists(Exists(And(on(great), Not(Equals(great, little))), little), great))
    act.add_effect(done, True)
    problem.add_action(act)
    problem.add_goal(done)
    problem.add_quality_metric(MinimizeSequentialPlanLength())
    assert solved(problem).status == Status.SOLVED_OPTIMALLY and both_validate(problem, act)


def holds(problem, node, values, true):
    """Does a condition hold where these atoms are true? By the model's objects, not by names."""
    if node.is_not():
        return not holds(problem, node.arg(0), values, true)
    if node.is_and() or node.is_or():
        return (all if node.is_and() else any)(holds(problem, part, values, true) for part in node.args)
    if node.is_exists() or node.is_forall():
        of_each = itertools.product(*(list(problem.objects(of.type)) for of in node.variables()))
        found = (holds(problem, node.arg(0), {**values, **dict(zip(node.variables(), objects))}, true) for objects in of_each)
        return (any if node.is_exists() else all)(found)
    terms = [values[part.parameter() if part.is_parameter_exp() else part.variable()] for part in node.args]
    return terms[0] == terms[1] if node.is_equals() else terms[0] in true


def drawn(rng, known, variables, fluent, depth):
    """A condition about some of these parameters and variables, and those that it declares."""
    form = rng.choice(["atom", "equal", "not"] if depth == 0 else ["not", "and", "or", "exists", "forall", "exists", "forall"])
    if form in ("atom", "equal"):
        terms = [rng.choice(known) for _ in range(2)]
        return fluent(terms[0]) if form == "atom" else Equals(*terms)
    if form == "not":
        return Not(drawn(rng, known, variables, fluent, 0 if depth == 0 and rng.random() < 0.5 else max(depth - 1, 0)))
    if form in ("and", "or"):
        parts = [drawn(rng, known, variables, fluent, depth - 1) for _ in range(2)]
        return (And if form == "and" else Or)(*parts)
    declared = rng.sample(variables, rng.choice([1, 1, 2]))
    inner = drawn(rng, [*known, *declared, *declared], variables, fluent, depth - 1)
    return (Exists if form == "exists" else Forall)(inner, *declared)


def test_random_conditions_with_few_names_mean_what_their_variables_do():
    rng = random.Random(29)
    seen = []
    for _ in range(200):
        thing = UserType("thing")
        small = UserType("small", thing)
        on, done = Fluent("on", BoolType(), of=thing), Fluent("done", BoolType(), one=thing, other=thing)
        problem = Problem("few names")
        for fluent in (on, done):
            problem.add_fluent(fluent, default_initial_value=False)
        objects = [problem.add_object(name, of) for name, of in [("a", thing), ("b", small), ("c", small)]]
        true = set(rng.sample(objects, rng.randint(1, 2)))
        for one in true:
            problem.set_initial_value(on(one), True)
        act = InstantaneousAction("act", x=thing, y=thing)
        variables = [Variable(name, of) for name in ("x", "y") for of in (thing, small)]
        condition = drawn(rng, [act.x, act.y], variables, on, 3)
        act.add_precondition(condition)
        act.add_effect(done(act.x, act.y), True)
        problem.add_action(act)
        try:
            problem.kind
        except UPTypeError:  # Of a condition that unified-planning itself cannot simplify.
            continue
        converted = bmcplan.up.Converted(problem).problem
        for one, other in itertools.product(objects, repeat=2):
            expected = holds(problem, condition, {act.parameter("x"): one, act.parameter("y"): other}, true)
            found = converted.check([f"act {one.name} {other.name}"])
            assert (found.status == "valid") == expected, (condition, true, one, other, found)
            seen.append(expected)
    assert 1000 < len(seen) and set(seen) == {False, True}


@pytest.mark.parametrize("name", ["GO", "(go)", "go;now", "1:go", "3:go[2]"])
def test_an_action_that_is_never_applicable_is_not_another_one_of_nearly_its_name(name, tmp_path):
    done, never = Fluent("done", BoolType()), Fluent("never", BoolType())
    problem = Problem("two actions")
    for fluent in (done, never):
        problem.add_fluent(fluent, default_initial_value=False)
    go, other = InstantaneousAction("go"), InstantaneousAction(name)
    other.add_precondition(never)
    for action in (go, other):
        action.add_effect(done, True)
        problem.add_action(action)
    problem.add_goal(done)
    problem.add_quality_metric(MinimizeSequentialPlanLength())
    assert both_validate(problem, go) and not both_validate(problem, other)
    converted = bmcplan.up.Converted(problem)
    plan = converted.moves(SequentialPlan([ActionInstance(other)]))
    assert plan == [name]
    with pytest.raises(bmcplan.ArgumentError, match="there is no move"):
        converted.problem.certify(plan, tmp_path)
