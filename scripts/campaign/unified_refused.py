"""Things that the engine for unified-planning does not know, each added to a problem that it knows otherwise."""
from unified_planning.model import metrics
from unified_planning.shortcuts import (
    GE, Always, DurativeAction, Equals, Fluent, GlobalEndTiming, GlobalStartTiming, InstantaneousAction, Int, IntType, Not, Or,
    SimulatedEffect,
)


def number(drawn):
    fluent = Fluent(drawn.name(), IntType(0, 5))
    drawn.problem.add_fluent(fluent, default_initial_value=1)
    return fluent


def fact(drawn):
    fluent = Fluent(drawn.name())
    drawn.problem.add_fluent(fluent, default_initial_value=False)
    return fluent()


def measured_by(drawn, *all_of_them):
    drawn.problem.clear_quality_metrics()
    for metric in all_of_them:
        drawn.problem.add_quality_metric(metric)


def cost_of_first(drawn, cost, default=None):
    measured_by(drawn, metrics.MinimizeActionCosts({drawn.actions[0]: cost}, default=default))


def a_condition_on_a_number_that_changes(drawn):
    fluent = number(drawn)
    drawn.actions[0].add_effect(fluent, 2)
    drawn.problem.add_goal(GE(fluent, 1))


def a_number_that_grows(drawn):
    drawn.actions[0].add_increase_effect(number(drawn), 1)


def makespan(drawn):
    measured_by(drawn, metrics.MinimizeMakespan())


def two_metrics(drawn):
    measured_by(drawn, metrics.MinimizeSequentialPlanLength(), metrics.MinimizeActionCosts({}, Int(1)))


def oversubscription(drawn):
    measured_by(drawn, metrics.Oversubscription({fact(drawn): 5}))


def a_value_at_the_end(drawn):
    measured_by(drawn, metrics.MinimizeExpressionOnFinalState(number(drawn)()))


def a_constraint_on_trajectories(drawn):
    drawn.problem.add_trajectory_constraint(Always(Not(fact(drawn))))


def a_timed_goal(drawn):
    drawn.problem.add_timed_goal(GlobalEndTiming(), fact(drawn))


def a_timed_effect(drawn):
    drawn.problem.add_timed_effect(GlobalStartTiming(5), fact(drawn), True)


def an_action_that_takes_time(drawn):
    action = DurativeAction(drawn.name())
    action.set_fixed_duration(1)
    drawn.problem.add_action(action)


def a_parameter_that_is_any_number(drawn):
    drawn.problem.add_action(InstantaneousAction(drawn.name(), n=IntType(0)))


def a_fluent_that_is_an_object(drawn):
    of = drawn.types[0]
    some = next(iter(drawn.problem.objects(of)), None) or drawn.problem.add_object(drawn.name(), of)
    fluent = Fluent(drawn.name(), of)
    drawn.problem.add_fluent(fluent, default_initial_value=some)
    drawn.problem.add_goal(Equals(fluent(), some))


def simulated_effects(drawn):
    drawn.actions[0].set_simulated_effect(SimulatedEffect([fact(drawn)], lambda *_: [Or()]))


def a_negative_cost(drawn):
    """Of an action that can always be applied and changes nothing."""
    action = InstantaneousAction(drawn.name())
    drawn.problem.add_action(action)
    measured_by(drawn, metrics.MinimizeActionCosts({action: Int(-1)}, default=Int(1)))


def a_cost_that_is_missing(drawn):
    drawn.problem.add_action(InstantaneousAction(drawn.name()))
    cost_of_first(drawn, Int(3))


def a_cost_that_changes(drawn):
    fluent = number(drawn)
    drawn.actions[0].add_effect(fluent, 2)
    cost_of_first(drawn, fluent(), Int(1))


REFUSED = [
    a_condition_on_a_number_that_changes, a_number_that_grows, makespan, two_metrics, oversubscription, a_value_at_the_end,
    a_constraint_on_trajectories, a_timed_goal, a_timed_effect, an_action_that_takes_time, a_parameter_that_is_any_number,
    a_fluent_that_is_an_object, simulated_effects, a_negative_cost, a_cost_that_is_missing, a_cost_that_changes,
]
