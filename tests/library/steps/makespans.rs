//! Random tasks and boards: every mode proves the same makespan as the reference, and its plans keep the semantics.

use crate::common::cases::cases;
use bmcplan::encode::{Encoding, Operators, Semantics, StepOptions};
use bmcplan::horizon::HorizonSchedule;
use bmcplan::kinds::rush_hour::{self, BoardMetric};
use bmcplan::plan::{Plan, validate};
use bmcplan::planner::{LowerBound, Mode, Options, Outcome, Strategy};
use bmcplan::solver::SolverKind;
use bmcplan::stop::Stop;
use bmcplan::task::{Effect, Fact, Operator, OperatorId, State, Task, TaskBuilder};
use itertools::Itertools;
use proptest::prelude::*;

use super::reference::{is_small, makespan};
use super::{PARALLEL, options};
use crate::common::alike::tasks_with_alike;
use crate::common::ask::ask;
use crate::common::{boards, tasks};

/// A horizon that stands for "none so far" on tasks without a plan.
const FAR: usize = 5;

/// The order in which the operators of a step are run.
pub(crate) fn order(task: &Task, semantics: Semantics) -> Vec<OperatorId> {
    let system = Operators
        .encode(task, &StepOptions { semantics, ..StepOptions::default() }, &Stop::default())
        .unwrap();
    system.operators().iter().map(|(id, _)| *id).collect()
}

fn run(task: &Task, state: &State, operators: &[OperatorId]) -> Option<State> {
    operators.iter().try_fold(state.clone(), |state, id| task.extend(&state).successor(*id).ok())
}

/// Checks every step of the plan: its operators are applicable at its start, in the orders that the semantics asks for.
fn check_steps(task: &Task, semantics: Semantics, plan: &Plan, states: &[State]) {
    assert_eq!(validate(task, plan).unwrap(), states);
    assert!(states.windows(2).all(|pair| task.clock().is_some() || pair[0] != pair[1]), "an idle operator");
    let order = order(task, semantics);
    let mut passed = 0;
    for operators in plan.steps() {
        let start = &states[passed];
        passed += operators.len();
        assert!(!operators.is_empty() && (task.clock().is_none() || operators.len() == 1));
        for id in operators {
            assert!(task.extend(start).successor(*id).is_ok(), "not applicable at the start of the step");
        }
        let place = |id: &OperatorId| order.iter().position(|other| other == id);
        assert!(operators.iter().is_sorted_by_key(place), "out of order");
        if semantics == Semantics::ForAll && operators.len() <= 4 {
            for other in operators.iter().copied().permutations(operators.len()) {
                assert_eq!(run(task, start, &other).as_ref(), Some(&states[passed]), "another order");
            }
        }
    }
}

/// The answers of all modes, against the makespan of the reference.
fn check_modes(task: &Task, semantics: Semantics, expected: Option<usize>) {
    let base = options(semantics, Mode::Auto);
    let max_horizon = Some(expected.unwrap_or(FAR));
    let around = expected.unwrap_or(FAR);
    let ramp = || "ramp:1.5".parse::<HorizonSchedule>().unwrap();
    let cells = [
        Options { mode: Mode::Formula(Strategy::Incremental), max_horizon, ..base.clone() },
        Options {
            mode: Mode::Formula(Strategy::Incremental),
            max_horizon,
            solver: SolverKind::ALL[1].clone(),
            ..base.clone()
        },
        Options { mode: Mode::Search, max_horizon, ..base.clone() },
        Options { max_horizon, ..base.clone() },
        // The search gets no memory, so formulas answer.
        Options { max_horizon, search_memory: Some(0), ..base.clone() },
        Options {
            mode: Mode::Formula(Strategy::Incremental),
            max_horizon,
            schedule: ramp(),
            lower_bound: LowerBound::HMax,
            ..base.clone()
        },
        Options { mode: Mode::Formula(Strategy::Minimize(around + 2)), ..base.clone() },
        Options { mode: Mode::Formula(Strategy::Fixed(around)), ..base.clone() },
        Options { mode: Mode::Formula(Strategy::Fixed(around + 2)), ..base.clone() },
    ];
    for options in &cells {
        let report = ask(task, &Operators, options);
        let cell = format!("{semantics} {:?} {:?}", options.mode, options.schedule);
        match (&report.outcome, expected) {
            (Outcome::Solved { plan, states, optimal }, Some(expected)) => {
                check_steps(task, semantics, plan, states);
                if matches!(options.mode, Mode::Formula(Strategy::Fixed(_))) {
                    assert!(plan.makespan() <= around + 2, "{cell}");
                    assert!(!optimal || plan.makespan() == expected, "{cell}");
                } else {
                    assert!(optimal, "{cell}");
                    assert_eq!(plan.makespan(), expected, "{cell}");
                    assert_eq!(report.refuted, expected.checked_sub(1), "{cell}");
                }
            }
            (Outcome::NoPlanWithin(_) | Outcome::Unsolvable, None) => {}
            other => panic!("{cell}: {other:?}"),
        }
    }
    if let Some(shorter) = expected.and_then(|expected| expected.checked_sub(1)) {
        let none = ask(task, &Operators, &Options { mode: Mode::Formula(Strategy::Fixed(shorter)), ..base });
        assert_eq!(none.outcome, Outcome::NoPlanWithin(shorter), "{semantics}");
    }
}

fn check_task(task: &Task) {
    let sequential = makespan(task, &|situation| {
        let single = |set: &u32| set.count_ones() == 1;
        situation.undisturbed(None).into_iter().filter(single).collect()
    });
    let in_all_orders = makespan(task, &|situation| situation.orderable(true));
    let in_some_order = makespan(task, &|situation| situation.orderable(false));
    let [for_all, exists] = PARALLEL.map(|semantics| {
        let order = order(task, semantics);
        let order = (semantics == Semantics::Exists && task.clock().is_none()).then_some(order);
        let expected = makespan(task, &|situation| situation.undisturbed(order.as_deref()));
        check_modes(task, semantics, expected);
        expected
    });
    let reached = [sequential, for_all, exists, in_all_orders, in_some_order];
    assert!(reached.iter().map(Option::is_some).all_equal(), "{reached:?}");
    assert!(in_all_orders <= for_all && for_all <= sequential, "{reached:?}");
    assert!(in_some_order <= exists && exists <= for_all, "{reached:?}");
}

/// The same task with at most so many operators.
pub(crate) fn with_operators(task: &Task, n: usize) -> Task {
    let mut builder = TaskBuilder::default();
    for (var, (variable, initial)) in
        task.variable_ids().zip(task.variables().iter().zip(task.initial().values()))
    {
        match task.clock().filter(|clock| clock.var == var) {
            Some(clock) => builder.clock(&variable.name, &variable.values, clock.loop_to),
            None => builder.variable(&variable.name, &variable.values, *initial),
        };
    }
    for derived in task.derived() {
        builder.derived(&derived.name, derived.rules.clone());
    }
    for operator in task.operators().iter().take(n) {
        builder.operator(operator.clone());
    }
    builder.goal(task.goal().iter().copied());
    builder.build().unwrap()
}

/// The same task with a player who has to be in one of two places for each operator, and goes to the other one.
fn with_player(task: &Task) -> Task {
    let mut builder = tasks::variables_of(task);
    let player = builder.variable("player", ["here", "there"], 0);
    for (operator, here) in task.operators().iter().zip([0, 1].into_iter().cycle()) {
        for from in [here, 1 - here].into_iter().take(1 + operator.effects.len() % 2) {
            let mut operator = operator.clone();
            operator.precondition.push(Fact { var: player, value: from }.into());
            let fact = Fact { var: player, value: 1 - from };
            operator.effects.push(Effect { condition: Vec::new(), fact });
            builder.operator(operator);
        }
    }
    builder.goal(task.goal().iter().copied());
    builder.build().unwrap()
}

proptest! {
    #![proptest_config(ProptestConfig { max_global_rejects: 10_000, ..cases(500) })]

    #[test]
    fn random_tasks(task in tasks::tasks(), n in 4..20_usize) {
        let task = with_operators(&task, n);
        prop_assume!(is_small(&task));
        check_task(&task);
    }

    #[test]
    fn objects_that_are_alike(task in tasks_with_alike()) {
        prop_assume!(is_small(&task));
        check_task(&task);
    }

    /// Without a mode, these are searched as tasks with steps of one operator.
    #[test]
    fn a_player_who_moves_in_every_step(task in tasks::tasks(), n in 4..20_usize) {
        prop_assume!(task.clock().is_none());
        let task = with_player(&with_operators(&task, n));
        prop_assume!(is_small(&task));
        prop_assume!(task.bottleneck(&Stop::default()).is_some());
        check_task(&task);
    }

    #[test]
    fn random_games_against_time(task in tasks::tasks(), n in 4..12_usize, deadline in 1..5_u32) {
        prop_assume!(task.clock().is_none());
        let task = tasks::with_deadline(&with_operators(&task, n), deadline);
        prop_assume!(is_small(&task));
        check_task(&task);
    }

    #[test]
    fn random_boards(board in boards::arb_board()) {
        for metric in BoardMetric::ALL {
            let task = rush_hour::task(&board, metric, &Stop::default()).unwrap();
            prop_assume!(is_small(&task));
            check_task(&task);
        }
    }
}

/// Two objects are alike, but their operators disable each other in a ring, so that the order, whatever it is, puts one of
/// them first: then only one of two pairs that are each other's image may share an ∃-step.
#[test]
fn an_order_that_a_symmetry_does_not_keep() {
    for listed in (0..4).permutations(4) {
        let mut builder = TaskBuilder::default();
        let made = ["made 0", "made 1"].map(|name| builder.variable(name, ["no", "yes"], 0));
        let used = ["used 0", "used 1"].map(|name| builder.variable(name, ["no", "yes"], 0));
        let [no, yes] = [0, 1].map(|value| move |var| Fact { var, value });
        let end = builder.variable("end", ["no", "yes"], 0);
        for copy in 0..2 {
            let both = [yes(made[copy]).into(), yes(used[copy]).into()];
            builder.operator(Operator::simple("end", both, [yes(end)]));
        }
        for (kind, copy) in listed.iter().map(|number| (number / 2, number % 2)) {
            let other = 1 - copy;
            builder.operator(match kind {
                0 => Operator::simple("make", [no(used[copy]).into()], [yes(made[other])]),
                _ => Operator::simple("use", [no(made[copy]).into()], [yes(used[copy])]),
            });
        }
        builder.goal([yes(end).into()]);
        let task = builder.build().unwrap();
        assert_eq!(task.symmetries(1 << 20, &Stop::default()).len(), 1);
        check_task(&task);
    }
}
