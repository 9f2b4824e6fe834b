//! Breadth-first search is the oracle: every encoding × at-most-one × solver × mode × metric gives the same
//! optimum, or the same "none", at every fixed horizon around it.

use crate::common::cases::cases;
use crate::common::{boards, tasks};
use bmcplan::encode::{Encoding, StepOptions, encodings};
use bmcplan::formula::AtMostOne;
use bmcplan::horizon::LemmaCopies;
use bmcplan::kinds::rush_hour::{self, Board, BoardMetric};
use bmcplan::plan::{Plan, validate};
use bmcplan::planner::{Mode, Options, Outcome, PlanList, PlanQuery, SearchHeuristic, Strategy};
use bmcplan::search::{SearchLimits, SearchOutcome, shortest_plan};
use bmcplan::solver::SolverKind;
use bmcplan::stop::Stop;
use bmcplan::task::{OperatorId, Task};
use itertools::{Itertools, iproduct};
use proptest::prelude::*;

use crate::common::ask::ask;
use crate::common::optimum::optimum;

/// The horizon for "none so far" on tasks without a plan.
const FAR: usize = 6;

/// Every mode of one cell of the table, against the optimum.
fn check_modes(task: &Task, optimum: Option<usize>, encoding: &dyn Encoding, options: &Options) {
    let run = |mode, max_horizon| ask(task, encoding, &Options { mode, max_horizon, ..options.clone() });
    let cell = format!(
        "{} {} {} {:?}",
        encoding.name(),
        options.step.at_most_one,
        options.solver,
        options.copy_lemmas
    );
    let climbed = run(Mode::Formula(Strategy::Incremental), Some(optimum.unwrap_or(FAR)));
    match (&climbed.outcome, optimum) {
        (Outcome::Solved { plan, states, optimal: true }, Some(optimum)) => {
            assert_eq!(plan.length(), optimum, "{cell}");
            assert_eq!(validate(task, plan).as_ref(), Ok(states), "{cell}");
            assert_eq!(climbed.refuted, optimum.checked_sub(1), "{cell}");
        }
        (Outcome::NoPlanWithin(FAR) | Outcome::Unsolvable, None) => {}
        other => panic!("{cell} incremental: {other:?}"),
    }
    let around = optimum.map_or(0..=2, |n| n.saturating_sub(2)..=n + 2);
    for horizon in around {
        let fixed = run(Mode::Formula(Strategy::Fixed(horizon)), None);
        let minimized = run(Mode::Formula(Strategy::Minimize(horizon)), None);
        match optimum {
            Some(optimum) if optimum <= horizon => {
                let Outcome::Solved { plan, optimal, .. } = &fixed.outcome else {
                    panic!("{cell} horizon {horizon}: {:?}", fixed.outcome)
                };
                assert!((optimum..=horizon).contains(&plan.length()), "{cell} horizon {horizon}");
                assert!(!optimal || plan.length() == optimum, "{cell} horizon {horizon}");
                let Outcome::Solved { plan, optimal: true, .. } = &minimized.outcome else {
                    panic!("{cell} minimize {horizon}: {:?}", minimized.outcome)
                };
                assert_eq!(plan.length(), optimum, "{cell} minimize {horizon}");
                assert_eq!(minimized.refuted, optimum.checked_sub(1), "{cell} minimize {horizon}");
            }
            Some(_) => {
                assert_eq!(fixed.outcome, Outcome::NoPlanWithin(horizon), "{cell}");
                assert_eq!(minimized.outcome, Outcome::NoPlanWithin(horizon), "{cell}");
            }
            None => {
                for outcome in [&fixed.outcome, &minimized.outcome] {
                    let none = matches!(outcome, Outcome::NoPlanWithin(n) if *n == horizon);
                    assert!(none || *outcome == Outcome::Unsolvable, "{cell} {horizon}: {outcome:?}");
                }
            }
        }
    }
}

/// The modes that take no encoding, against the optimum.
fn check_search(task: &Task, optimum: Option<usize>) {
    let blind = SearchHeuristic::Blind;
    for (mode, heuristic) in
        [(Mode::Search, blind), (Mode::Search, SearchHeuristic::LmCut), (Mode::Auto, blind)]
    {
        let report = ask(task, &*encodings()[0], &Options { mode, heuristic, ..Options::default() });
        match (report.outcome, optimum) {
            (Outcome::Solved { plan, optimal: true, .. }, Some(optimum)) => {
                assert_eq!(plan.length(), optimum, "{mode:?}");
            }
            (Outcome::Unsolvable, None) => {}
            other => panic!("{mode:?}: {other:?}"),
        }
    }
}

/// The length up to which lists of plans are compared; longer lists are compared by their number, and lists of formulas not at
/// all.
const MANY: usize = 60;

/// Every mode lists the same shortest plans.
fn check_lists(task: &Task, optimum: usize, encodings: &[Box<dyn Encoding>]) {
    let run = |encoding: &dyn Encoding, mode, solver: &SolverKind, wanted| {
        let (max_horizon, solver) = (Some(optimum), solver.clone());
        ask(task, encoding, &Options { mode, solver, wanted, max_horizon, ..Options::default() })
            .list
            .unwrap()
    };
    let searched = run(&*encodings[0], Mode::Search, &SolverKind::default(), PlanQuery::All(MANY));
    let count = run(&*encodings[0], Mode::Search, &SolverKind::default(), PlanQuery::Count).count.unwrap();
    assert_eq!(searched.exact, count <= MANY as u128);
    assert_eq!(searched.plans.len() as u128, count.min(MANY as u128));
    assert!(searched.plans.iter().all(|plan| plan.length() == optimum) && searched.plans.iter().all_unique());
    if (MANY as u128) < count {
        return;
    }
    let sorted = |list: PlanList| {
        list.plans.into_iter().map(|plan| plan.operators().collect::<Vec<_>>()).sorted().collect_vec()
    };
    let expected = sorted(searched);
    for (encoding, solver) in iproduct!(encodings, SolverKind::ALL) {
        for mode in [Mode::Formula(Strategy::Incremental), Mode::Formula(Strategy::Minimize(optimum + 1))] {
            let cell = format!("{} {solver} {mode:?}", encoding.name());
            let counted = run(&**encoding, mode, solver, PlanQuery::Count);
            assert_eq!((counted.count, counted.exact), (Some(count), true), "{cell}");
            let listed = run(&**encoding, mode, solver, PlanQuery::All(MANY + 1));
            assert_eq!((listed.count, listed.exact), (Some(count), true), "{cell}");
            assert_eq!(sorted(listed), expected, "{cell}");
            let one = run(&**encoding, mode, solver, PlanQuery::All(1));
            assert_eq!(one.plans.len(), 1, "{cell}");
        }
    }
}

/// In every mode a list is complete from the number of all shortest plans on, and its count is its length.
fn check_limits(task: &Task, optimum: usize, encodings: &[Box<dyn Encoding>]) {
    let run = |encoding: &dyn Encoding, mode, wanted| {
        ask(task, encoding, &Options { mode, wanted, max_horizon: Some(optimum), ..Options::default() })
    };
    let counted = run(&*encodings[0], Mode::Search, PlanQuery::Count);
    assert_eq!(counted.is_complete(PlanQuery::Count), Some(true));
    let Some(count) = counted.list.and_then(|list| usize::try_from(list.count?).ok()) else { return };
    if MANY < count {
        return;
    }
    let modes = [
        Mode::Search,
        Mode::Auto,
        Mode::Formula(Strategy::Incremental),
        Mode::Formula(Strategy::Minimize(optimum + 1)),
        Mode::Formula(Strategy::Pdr),
    ]
    .into_iter();
    for (mode, encoding) in modes.zip(encodings.iter().cycle()) {
        for limit in [count - 1, count, count + 1] {
            let wanted = PlanQuery::All(limit);
            let report = run(&**encoding, mode, wanted);
            let cell = format!("{} {mode:?}: {limit} of {count}", encoding.name());
            assert_eq!(report.is_complete(wanted), Some(count <= limit), "{cell}");
            let list = report.list.unwrap();
            assert_eq!(list.plans.len(), limit.min(count), "{cell}");
            assert_eq!((list.count, list.exact), (Some(limit.min(count) as u128), count <= limit), "{cell}");
        }
    }
}

fn check_task(task: &Task, encodings: &[Box<dyn Encoding>]) {
    let optimum = optimum(task);
    check_search(task, optimum);
    if let Some(optimum) = optimum.filter(|optimum| *optimum <= 8) {
        check_lists(task, optimum, encodings);
        check_limits(task, optimum, encodings);
    }
    let copies = [LemmaCopies::Late, LemmaCopies::Always].into_iter().cycle();
    for ((encoding, at_most_one, solver), copy_lemmas) in
        iproduct!(encodings, AtMostOne::ALL, SolverKind::ALL).zip(copies)
    {
        check_modes(
            task,
            optimum,
            &**encoding,
            &Options {
                step: StepOptions { at_most_one, ..StepOptions::default() },
                solver: solver.clone(),
                copy_lemmas,
                ..Options::default()
            },
        );
    }
}

fn check_board(board: &Board) {
    for metric in BoardMetric::ALL {
        let task = rush_hour::task(board, metric, &Stop::default()).unwrap();
        check_task(&task, &rush_hour::encodings(board, metric));
    }
}

proptest! {
    #![proptest_config(cases(200))]

    #[test]
    fn random_tasks(task in tasks::tasks()) {
        check_task(&task, &encodings());
    }

    #[test]
    fn random_games_against_time(task in tasks::tasks(), deadline in 1..8_u32) {
        prop_assume!(task.clock().is_none());
        check_task(&tasks::with_deadline(&task, deadline), &encodings());
    }

    #[test]
    fn random_boards(board in boards::arb_board()) {
        check_board(&board);
    }

    /// Replacing, dropping or swapping an operator of a plan either leaves a plan or gives an error with place and reason.
    #[test]
    fn corrupted_plans(
        board in boards::arb_board(),
        place: prop::sample::Index,
        operator: prop::sample::Index,
    ) {
        let task = rush_hour::task(&board, BoardMetric::Units, &Stop::default()).unwrap();
        let found = shortest_plan(&task, &SearchLimits::default(), &Stop::default(), &mut |_| {});
        let SearchOutcome::Solved(plan) = found.outcome else { return Ok(()) };
        prop_assume!(plan.length() != 0);
        let operators: Vec<OperatorId> = plan.operators().collect();
        let place = place.index(operators.len());
        let mut dropped = operators.clone();
        dropped.remove(place);
        // One operator fewer than the shortest plan can never be a plan.
        let error = validate(&task, &Plan::sequential(dropped)).unwrap_err();
        prop_assert!(place <= error.step && error.step < operators.len(), "{}", error);
        let mut replaced = operators.clone();
        replaced[place] = OperatorId::from_index(operator.index(task.operators().len()));
        let accepted = validate(&task, &Plan::sequential(replaced.clone()));
        prop_assert_eq!(accepted.is_ok(), naive_replay(&task, &replaced));
        if let Err(error) = accepted {
            prop_assert!(place < error.step, "{}", error);
        }
    }
}

/// True if the operators lead to the goal, computed without the validator.
fn naive_replay(task: &Task, operators: &[OperatorId]) -> bool {
    let mut state = task.initial().clone();
    for id in operators {
        match task.extend(&state).successor(*id) {
            Ok(next) => state = next,
            Err(_) => return false,
        }
    }
    task.is_goal(&state)
}
