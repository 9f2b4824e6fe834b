//! One harness for all options: a problem is drawn, then one question with a value for each option; it is asked, and every claim of the
//! answer is held against an oracle that knows nothing but the task's own semantics. So any two options meet.

pub(crate) mod claims;
mod formulas;
pub(crate) mod graph;
pub(crate) mod knowledge;
pub(crate) mod problem;
#[cfg(feature = "varisat")]
pub(crate) mod proofs;
pub(crate) mod question;
mod searches;

use bmcplan::encode::{Reduction, Reductions, Semantics, StepOptions, Transition};
use bmcplan::formula::AtMostOne;
use bmcplan::solver::SolverKind;
use bmcplan::task::Task;
use bmcplan_planner::{Mode, Options, Outcome, Strategy as Horizons};
use proptest::prelude::*;
use proptest::sample::{Index, select};
use proptest::strategy::ValueTree as _;
use proptest::test_runner::TestRunner;

use crate::common::ask::ask;
use crate::common::cases::cases;
use crate::steps::reference::makespan;
use problem::{Problem, problems, slides};
use question::questions;

/// Configures `all` cases, although many of the problems drawn are too large.
fn drawn(all: u32) -> ProptestConfig {
    ProptestConfig { max_global_rejects: 100_000, max_local_rejects: 1_000_000, ..cases(all) }
}

/// A problem that is small enough for steps of several operators.
fn small_problems() -> impl Strategy<Value = Problem> {
    problems().prop_filter("small", |problem| problem.is_small && problem.task.clock().is_none())
}

/// One of the semantics in which operators share steps, with the default reductions.
#[cfg(feature = "varisat")]
fn parallel() -> impl Strategy<Value = StepOptions> {
    let semantics = select(&[Semantics::ForAll, Semantics::Exists]);
    semantics.prop_map(|semantics| StepOptions { semantics, ..StepOptions::default() })
}

proptest! {
    #![proptest_config(drawn(24_000))]

    #[test]
    fn answers(problem in problems(), question in questions()) {
        claims::check(&problem, &question);
    }
}

proptest! {
    #![proptest_config(drawn(12_000))]

    #[test]
    fn searches_find_what_there_is(problem in problems(), search in searches::searches()) {
        search.check(&problem);
    }
}

proptest! {
    #![proptest_config(drawn(4_000))]

    #[test]
    fn bounds_are_never_too_great(problem in problems()) {
        let (core, _) = problem.core();
        knowledge::check_bounds(core, &problem.graph);
    }
}

proptest! {
    #![proptest_config(drawn(2_000))]

    #[test]
    fn estimates_and_landmarks_are_what_they_say(problem in problems()) {
        let (core, _) = problem.core();
        knowledge::check_estimates(core, &problem.graph);
        knowledge::check_landmarks(core, &problem.graph);
    }
}

proptest! {
    #![proptest_config(drawn(1_200))]

    #[test]
    fn mutexes_and_symmetries_hold(problem in problems()) {
        let (core, _) = problem.core();
        knowledge::check_mutex_pairs(core, &problem.graph);
        knowledge::check_mutex_pairs(&knowledge::without_mutexes(core), &problem.graph);
        knowledge::check_symmetries(core);
    }
}

proptest! {
    #![proptest_config(drawn(2_000))]

    #[test]
    fn nothing_is_lost_without_what_is_irrelevant(problem in problems()) {
        let (core, _) = problem.core();
        knowledge::check_relevance(core, &problem.graph);
    }
}

proptest! {
    #![proptest_config(drawn(500))]

    /// Steps of several operators lie between those of one and those of all that could run in some order.
    #[test]
    fn more_may_share_a_step_in_some_order_than_in_all(problem in small_problems()) {
        let (task, _) = problem.core();
        let in_all_orders = makespan(task, &|situation| situation.orderable(true));
        let in_some_order = makespan(task, &|situation| situation.orderable(false));
        let [for_all, exists] = [Semantics::ForAll, Semantics::Exists].map(|semantics| {
            claims::fewest_steps(&problem, &StepOptions { semantics, ..StepOptions::default() })
        });
        let reached = [problem.graph.shortest(), for_all, exists, in_all_orders, in_some_order];
        prop_assert!(reached.iter().all(|steps| steps.is_some() == for_all.is_some()), "{:?}", reached);
        prop_assert!(in_all_orders <= for_all && for_all <= problem.graph.shortest(), "{:?}", reached);
        prop_assert!(in_some_order <= exists && exists <= for_all, "{:?}", reached);
    }
}

proptest! {
    #![proptest_config(drawn(800))]

    #[test]
    fn formulas_have_models_from_the_shortest_length_on(
        problem in problems(),
        encoding: Index,
        reductions in question::arb_reductions(),
        at_most_one in select(&AtMostOne::ALL[..]),
    ) {
        // Time may be the use of a step.
        let reductions = if problem.task.clock().is_some() { Reductions::NONE } else { reductions };
        let step = StepOptions { reductions, at_most_one, ..StepOptions::default() };
        let encodings = problem.encodings();
        formulas::check(&problem, &**encoding.get(&encodings), &step);
    }
}

proptest! {
    #![proptest_config(drawn(600))]

    /// Slides may seem to be exchangeable where one sweeps along where the other ends. More such boards are in `answers`.
    #[test]
    fn one_order_of_slides_is_left(problem in slides(), reductions in question::arb_reductions()) {
        let horizon = problem.graph.shortest().unwrap();
        let reductions = reductions.with(Reduction::Order);
        let options = Options {
            mode: Mode::Formula(Horizons::Fixed(horizon)),
            solver: SolverKind::Batsat,
            step: StepOptions { reductions, ..StepOptions::default() },
            ..Options::default()
        };
        let outcome = ask(&problem.task, &Transition, &options).outcome;
        prop_assert!(matches!(outcome, Outcome::Solved { .. }), "{:?} within {}", outcome, horizon);
    }
}

#[cfg(feature = "varisat")]
proptest! {
    #![proptest_config(drawn(800))]

    #[test]
    fn shorter_plans_are_refuted(problem in problems().prop_filter("proofs", Problem::has_proofs)) {
        proofs::check_lengths(&problem);
        proofs::check_no_plan(&problem.task, problem.graph.shortest());
    }

    #[test]
    fn smaller_makespans_are_refuted(
        problem in small_problems().prop_filter("proofs", Problem::has_proofs),
        step in parallel(),
    ) {
        proofs::check_makespans(&problem, &step);
    }
}

/// The number of draws about a task by hand.
const ABOUT_ONE: usize = 40;

/// Asks many questions about a task by hand.
pub(crate) fn ask_about(task: &Task) {
    let problem = Problem::of_task(task.clone());
    let mut runner = TestRunner::deterministic();
    for _ in 0..ABOUT_ONE {
        claims::check(&problem, &questions().new_tree(&mut runner).unwrap().current());
    }
}

/// Searches in a task by hand in many ways.
pub(crate) fn search_in(task: &Task) {
    let problem = Problem::of_task(task.clone());
    let mut runner = TestRunner::deterministic();
    for _ in 0..ABOUT_ONE {
        searches::searches().new_tree(&mut runner).unwrap().current().check(&problem);
    }
}
