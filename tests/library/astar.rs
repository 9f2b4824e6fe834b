//! LM-cut and A* against the distances of a simple breadth-first search.

use bmcplan::encode::Transition;
use bmcplan::plan::{Metric, validate};
use bmcplan::stop::{Stop, StopReason};
use bmcplan::task::{Effect, Fact, Literal, Operator, Task, TaskBuilder, VarId};
use bmcplan_planner::{Mode, Options, Outcome, ProofSource, SearchHeuristic};
use bmcplan_search::{
    BestPlans, PruningTrial, SearchLimits, SearchOutcome, SearchProgress, SearchReport, best_plan,
};
use bmcplan_task::heuristic::LmCut;
use proptest::collection::vec;
use proptest::prelude::*;

use crate::common::ask::ask;
use crate::common::cases::cases;
use crate::common::cheapest::cheapest;

fn astar(
    task: &Task,
    limits: &SearchLimits,
    stop: &Stop,
    progress: &mut dyn FnMut(SearchProgress),
) -> SearchReport {
    let by = bmcplan_search::SearchHeuristic::LmCut;
    best_plan(task, Metric::Actions, BestPlans::Cheapest, by, limits, stop, progress).first
}

fn solve(task: &Task, limits: SearchLimits) -> (SearchOutcome, Option<usize>) {
    let report = astar(task, &limits, &Stop::default(), &mut |_| {});
    (report.outcome, report.refuted)
}

fn distance(task: &Task) -> Option<u64> {
    LmCut::of(task, Metric::Actions, &Stop::default())
        .unwrap()
        .distance(task.initial().values(), &Stop::default())
        .unwrap()
}

/// Switches, all of which must be on.
fn switches(n: usize) -> TaskBuilder {
    let mut builder = TaskBuilder::default();
    for index in 0..n {
        let var = builder.variable(format!("switch {index}"), ["off", "on"], 0);
        builder.goal([Fact { var, value: 1 }.into()]);
    }
    builder
}

#[test]
fn independent_goals_add_up() {
    let mut builder = switches(9);
    let task = builder.clone().build().unwrap();
    for var in task.variable_ids() {
        builder.operator(Operator::simple(
            "switch",
            [Fact { var, value: 0 }.into()],
            [Fact { var, value: 1 }],
        ));
    }
    assert_eq!(distance(&builder.build().unwrap()), Some(9));
    assert_eq!(distance(&task), None);
}

/// An operator with conditional effects for all is counted once.
#[test]
fn conditional_effects_of_an_operator_are_counted_once() {
    let mut builder = switches(3);
    let vars: Vec<_> = builder.clone().build().unwrap().variable_ids().collect();
    let effects = vars.iter().map(|var| Effect {
        condition: vec![Fact { var: *var, value: 0 }.into()],
        fact: Fact { var: *var, value: 1 },
    });
    builder.operator(Operator { effects: effects.collect(), ..Operator::simple("all", [], []) });
    assert_eq!(distance(&builder.build().unwrap()), Some(1));
}

/// A derived variable is false where no rule of it holds: here when all switches are on.
#[test]
fn a_derived_variable_takes_as_many_operators_as_its_rules_to_be_false() {
    let mut builder = TaskBuilder::default();
    let vars: Vec<_> = (0..4).map(|i| builder.variable(format!("switch {i}"), ["off", "on"], 0)).collect();
    let some_off = vars.iter().map(|var| vec![Fact { var: *var, value: 0 }.into()]);
    let dark = builder.derived("dark", some_off.collect());
    for var in vars {
        builder.operator(Operator::simple("switch", [], [Fact { var, value: 1 }]));
    }
    builder.goal([!Literal::from(dark)]);
    assert_eq!(distance(&builder.build().unwrap()), Some(4));
}

#[test]
fn limits_stop_it() {
    let mut builder = TaskBuilder::default();
    let vars: Vec<_> = (0..12)
        .map(|i| builder.variable(format!("v{i}"), (0..8).map(|value| value.to_string()), 0))
        .collect();
    // A counter advances when the counter before is at its end, which then goes back to its start.
    for (index, var) in vars.iter().enumerate() {
        let before = index.checked_sub(1).map(|before| vars[before]);
        for value in 0..7 {
            let asked = before.map(|var| Literal::from(Fact { var, value: 7 }));
            let precondition = asked.into_iter().chain([Fact { var: *var, value }.into()]);
            let reset = before.map(|var| Fact { var, value: 0 });
            let effects = reset.into_iter().chain([Fact { var: *var, value: value + 1 }]);
            builder.operator(Operator::simple("turn", precondition, effects));
        }
    }
    builder.goal([Fact { var: vars[11], value: 7 }.into()]);
    let task = builder.build().unwrap();
    let nothing = SearchLimits { memory_bytes: Some(0), ..SearchLimits::default() };
    assert_eq!(solve(&task, nothing), (SearchOutcome::Stopped(StopReason::Memory), Some(0)));
    let limits = SearchLimits { memory_bytes: Some(200_000), ..SearchLimits::default() };
    let report = astar(&task, &limits, &Stop::default(), &mut |_| {});
    assert_eq!(report.outcome, SearchOutcome::Stopped(StopReason::Memory));
    assert!(report.memory_bytes <= 200_000 && 1_000 < report.states, "{report:?}");
    assert!(Some(25) < report.refuted, "{report:?}");
    let stop = Stop::default();
    stop.raise(StopReason::Interrupt);
    let report = astar(&task, &SearchLimits::default(), &stop, &mut |_| {});
    assert_eq!((report.outcome, report.refuted), (SearchOutcome::Stopped(StopReason::Interrupt), Some(0)));
    let stop = Stop::default();
    let mut layers = Vec::new();
    let report = astar(&task, &SearchLimits::default(), &stop, &mut |progress| {
        layers.push(progress.depth);
        if 5 < layers.len() {
            stop.raise(StopReason::Timeout);
        }
    });
    assert_eq!(report.outcome, SearchOutcome::Stopped(StopReason::Timeout));
    assert!(layers.is_sorted() && report.refuted == layers.last().copied(), "{layers:?} {report:?}");
}

/// Counters of ten places each, independent of each other.
fn counters(n: usize) -> TaskBuilder {
    let mut builder = TaskBuilder::default();
    for index in 0..n {
        let var = builder.variable(format!("v{index}"), (0..10).map(|value| value.to_string()), 0);
        for value in 0..9 {
            let to = Fact { var, value: value + 1 };
            builder.operator(Operator::simple("on", [Fact { var, value }.into()], [to]));
        }
        builder.goal([Fact { var, value: 9 }.into()]);
    }
    builder
}

/// Returns the cost of a cheapest plan by uniform-cost search, and the number of states found.
fn by_cost(task: &Task, trial: PruningTrial) -> (u128, u64) {
    let limits = SearchLimits { trial, ..SearchLimits::default() };
    let by = bmcplan_search::SearchHeuristic::Blind;
    let stop = &Stop::default();
    let report = best_plan(task, Metric::Cost, BestPlans::Cheapest, by, &limits, stop, &mut |_| {}).first;
    let SearchOutcome::Solved(plan) = &report.outcome else { panic!("{report:?}") };
    (plan.cost(task), report.states)
}

/// One order of a million is tried, unless an operator depends on the others, or time passes.
#[test]
fn stubborn_sets_try_one_counter_at_a_time() {
    let trial = PruningTrial::default();
    let never = PruningTrial { expansions: 1, percent: 101, ..trial };
    let task = counters(5).build().unwrap();
    assert_eq!(by_cost(&task, trial), (45, 46));
    assert_eq!(by_cost(&task, never), (45, 100_000));
    let mut builder = counters(4);
    let counters: Vec<VarId> = builder.clone().build().unwrap().variable_ids().collect();
    // Sets all of them to the last value at once, wherever the first is.
    let last = counters.iter().map(|var| Fact { var: *var, value: 9 });
    let effects =
        last.clone().map(|fact| Effect { condition: vec![last.clone().next().unwrap().into()], fact });
    builder.operator(Operator { cost: 2, effects: effects.collect(), ..Operator::simple("all", [], []) });
    let task = builder.build().unwrap();
    assert_eq!(by_cost(&task, trial).0, 11);
    assert_eq!(by_cost(&task, trial).0, by_cost(&task, never).0);
}

/// A hand goes round a dial: nothing else can happen, and few of its positions are stored. It stops at the goal.
#[test]
fn forced_moves_are_passed_through_up_to_the_goal() {
    let mut builder = TaskBuilder::default();
    let var = builder.variable("hand", (0..200).map(|value| value.to_string()), 0);
    let at = |value: u32| Fact { var, value: value % 200 };
    for value in 0..200 {
        let step = Operator::simple("step", [at(value).into()], [at(value + 1)]);
        builder.operator(Operator { cost: u64::from(value == 170), ..step });
    }
    let trial = PruningTrial { expansions: 1, percent: 101, forced_percent: 0 };
    for (goal, cost) in [(0_u32, 0), (1, 0), (66, 0), (150, 0), (199, 1)] {
        let mut builder = builder.clone();
        builder.goal([at(goal).into()]);
        let task = builder.build().unwrap();
        let (found, states) = by_cost(&task, trial);
        assert!(found == cost && states < 8, "{found}, {states} states to {goal}");
        assert!(
            goal == 0
                || by_cost(&task, PruningTrial { forced_percent: 101, ..trial }).1 == u64::from(goal) + 1
        );
    }
    builder.goal([at(3).into(), at(4).into()]);
    let (task, limits) = (builder.build().unwrap(), SearchLimits { trial, ..SearchLimits::default() });
    let by = bmcplan_search::SearchHeuristic::Blind;
    let stop = &Stop::default();
    let report = best_plan(&task, Metric::Cost, BestPlans::Cheapest, by, &limits, stop, &mut |_| {}).first;
    assert_eq!(report.outcome, SearchOutcome::Exhausted);
}

/// The door is used before it is locked, although to lock it is all that its goal takes.
#[test]
fn what_an_operator_disables_is_tried_first() {
    let mut builder = switches(2);
    let [locked, through] = [0, 1].map(|index| Fact { var: VarId::from_index(index), value: 1 });
    let open = Literal::from(Fact { value: 0, ..locked });
    builder.operator(Operator::simple("lock", [open], [locked]));
    builder.operator(Operator::simple("pass", [open], [through]));
    assert_eq!(by_cost(&builder.build().unwrap(), PruningTrial::default()).0, 2);
}

/// Tasks with few operators, most of which have nothing to do with each other: some with negative or conditional literals, and
/// with cost 0.
fn sparse_tasks() -> impl Strategy<Value = Task> {
    vec(2..=3_u32, 2..=5).prop_flat_map(|sizes| {
        let n = sizes.len();
        let fact = move || (0..n, 0..3_u32);
        let effect = (fact(), prop::option::weighted(0.15, fact()));
        let precondition = vec((fact(), prop::bool::weighted(0.85)), 0..=2);
        let operator = (precondition, vec(effect, 1..=2), 0..=3_u64);
        (Just(sizes), vec(operator, 4..=14), vec(prop::option::weighted(0.8, 0..3_u32), n))
            .prop_map(|(sizes, operators, goal)| build(&sizes, operators, goal))
    })
}

type DraftFact = (usize, u32);
type DraftOperator = (Vec<(DraftFact, bool)>, Vec<(DraftFact, Option<DraftFact>)>, u64);

fn build(sizes: &[u32], operators: Vec<DraftOperator>, goal: Vec<Option<u32>>) -> Task {
    let mut builder = TaskBuilder::default();
    let vars: Vec<VarId> = (0..)
        .zip(sizes)
        .map(|(i, size)| builder.variable(format!("v{i}"), (0..*size).map(|value| value.to_string()), 0))
        .collect();
    let fact = |(var, value): DraftFact| Fact { var: vars[var], value: value % sizes[var] };
    for (precondition, mut effects, cost) in operators {
        // Every other one moves what it requires first.
        if cost % 2 == 0
            && let Some(((var, _), _)) = precondition.first()
        {
            effects[0].0.0 = *var;
        }
        let literal = |(asked, positive)| Literal { positive, ..Literal::from(fact(asked)) };
        let precondition: Vec<Literal> = precondition.into_iter().map(literal).collect();
        let effect = |(made, condition): (DraftFact, Option<DraftFact>)| Effect {
            condition: condition.into_iter().map(|asked| fact(asked).into()).collect(),
            fact: fact(made),
        };
        let effects = effects.into_iter().map(effect).collect();
        builder.operator(Operator { cost, effects, ..Operator::simple("o", precondition, []) });
    }
    let asked = goal.into_iter().enumerate().filter_map(|(var, value)| Some((var, value?)));
    builder.goal(asked.map(|asked| fact(asked).into()));
    builder.build().unwrap()
}

proptest! {
    #![proptest_config(cases(24_000))]

    /// Stubborn sets, forced moves, and landmarks that are handed on leave a best plan, with symmetries and without.
    #[test]
    fn a_best_plan_is_left(task in sparse_tasks(), orbits: bool) {
        let stop = &Stop::default();
        let best = cheapest(&task);
        for (by, expansions, percent, forced_percent) in [
            (bmcplan_search::SearchHeuristic::Blind, 1, 0, 0),
            (bmcplan_search::SearchHeuristic::Blind, 1, 101, 0),
            (bmcplan_search::SearchHeuristic::Patterns, 1, 101, 0),
            (bmcplan_search::SearchHeuristic::LmCut, 1, 0, 101),
            (bmcplan_search::SearchHeuristic::LmCut, 5, 101, 0),
        ] {
            let trial = PruningTrial { expansions, percent, forced_percent };
            let limits = SearchLimits { trial, orbits, ..SearchLimits::default() };
            let which = BestPlans::CheapestAndShortest;
            let report = best_plan(&task, Metric::Cost, which, by, &limits, stop, &mut |_| {}).first;
            match report.outcome {
                SearchOutcome::Solved(plan) => {
                    validate(&task, &plan).unwrap();
                    prop_assert_eq!(Some((plan.cost(&task), plan.length())), best);
                }
                outcome => prop_assert_eq!((outcome, best), (SearchOutcome::Exhausted, None)),
            }
        }
    }
}

/// Independent counters: a trillion states, and an exact lower bound.
#[test]
fn an_exact_bound_answers_where_no_other_search_does_and_says_who_proved_it() {
    let task = counters(12).build().unwrap();
    let options = Options { heuristic: SearchHeuristic::LmCut, ..Options::default() };
    for mode in [Mode::Search, Mode::Auto] {
        let report = ask(&task, &Transition, &Options { mode, ..options.clone() });
        let Outcome::Solved { plan, optimal: true, .. } = &report.outcome else { panic!("{report:?}") };
        assert_eq!((plan.length(), report.refuted), (108, Some(107)));
        assert!(mode == Mode::Auto || report.proved_by == Some(ProofSource::AStar));
    }
}
