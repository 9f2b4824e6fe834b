//! Symbolic search against the oracle and uniform-cost search: the same measures, bounds that are never too great, and no plan where
//! there is none.

use bmcplan::plan::{Metric, Plan, validate};
use bmcplan::stop::{Stop, StopReason};
use bmcplan::task::Task;
use bmcplan_search::{BestPlans, SearchHeuristic, SearchLimits, SearchOutcome};
use bmcplan_symbolic::{News, SymbolicOutcome, SymbolicQuestion, best_plan};
use proptest::prelude::*;
use proptest::sample::select;

use crate::common::cases::cases;
use crate::common::cheapest::{cheapest, costs};
use crate::common::tasks::tasks;
use crate::sweep::problem::problems;

/// The cost and the number of operators of a best plan, as far as the question distinguishes them.
fn measure(question: &SymbolicQuestion, best: (u128, usize)) -> (u128, usize) {
    match (question.metric, question.fewest) {
        (Metric::Actions, _) | (Metric::Cost, true) => best,
        (Metric::Cost, false) => (best.0, 0),
    }
}

fn of_plan(task: &Task, question: &SymbolicQuestion, plan: &Plan) -> (u128, usize) {
    validate(task, plan).unwrap();
    measure(question, (question.metric.of_plan(task, plan), plan.length()))
}

/// Asks, and holds all news and the answer against the best measure; raises the flag after as many news.
fn check(
    task: &Task,
    question: &SymbolicQuestion,
    best: Option<(u128, usize)>,
    stop_after: Option<usize>,
) -> SymbolicOutcome {
    let (stop, mut n_news, mut bounds, mut plans) = (Stop::default(), 0, Vec::new(), Vec::new());
    let best = best.map(|best| measure(question, best));
    let outcome = best_plan(task, question, &stop, &mut |news| {
        n_news += 1;
        if stop_after == Some(n_news) {
            stop.raise(StopReason::Interrupt);
        }
        match news {
            News::Layer { refuted, memory_bytes } => {
                assert!(question.memory_bytes.is_none_or(|most| memory_bytes <= most.max(1 << 18)));
                bounds.push(refuted);
            }
            News::Plan(plan) => plans.push(of_plan(task, question, &plan)),
        }
    });
    assert!(bounds.is_sorted() && plans.is_sorted_by(|one, next| next < one), "{bounds:?} {plans:?}");
    let refuted = bounds.last().copied().flatten();
    if let Some(best) = best {
        assert!(refuted.is_none_or(|refuted| refuted < best.0) && plans.iter().all(|plan| best <= *plan));
    }
    let is_within = |measure: u128| question.most.is_none_or(|most| measure <= most.into());
    assert!(plans.iter().all(|plan| is_within(plan.0)));
    match &outcome {
        SymbolicOutcome::Solved(plan) => {
            assert_eq!(Some(of_plan(task, question, plan)), best);
            assert!(is_within(best.unwrap().0));
        }
        SymbolicOutcome::NoPlan => assert_eq!(best, None),
        SymbolicOutcome::LimitReached => {
            assert!(best.is_none_or(|best| !is_within(best.0)));
            assert!(question.most.map(u128::from) <= refuted);
        }
        SymbolicOutcome::Stopped(StopReason::Memory) => assert!(question.memory_bytes.is_some()),
        SymbolicOutcome::Stopped(reason) => {
            assert!(*reason == StopReason::Interrupt && stop_after.is_some_and(|after| after <= n_news));
        }
        SymbolicOutcome::TooLarge => panic!("a small task"),
    }
    outcome
}

fn questions() -> impl Strategy<Value = (SymbolicQuestion, Option<usize>)> {
    let memory = prop_oneof![8 => Just(None), 1 => select(&[0, 1 << 20]).prop_map(Some)];
    let stop_after = prop_oneof![8 => Just(None), 1 => (1..6_usize).prop_map(Some)];
    let most = prop_oneof![4 => Just(None), 1 => (0..20_u64).prop_map(Some)];
    (select(&Metric::ALL[..]), any::<bool>(), most, memory, stop_after).prop_map(
        |(metric, fewest, most, memory_bytes, stop_after)| {
            (
                SymbolicQuestion { metric, fewest: fewest && metric == Metric::Cost, most, memory_bytes },
                stop_after,
            )
        },
    )
}

proptest! {
    #![proptest_config(cases(48_000))]

    #[test]
    fn random_tasks(task in tasks().prop_flat_map(costs), (question, stop_after) in questions()) {
        let best = match question.metric {
            Metric::Cost => cheapest(&task),
            Metric::Actions => cheapest(&task.clone().with_unit_costs()),
        };
        check(&task, &question, best, stop_after);
    }
}

proptest! {
    #![proptest_config(ProptestConfig { max_global_rejects: 100_000, max_local_rejects: 1_000_000, ..cases(6_000) })]

    /// Boards, puzzles, games and PDDL.
    #[test]
    fn random_problems(problem in problems(), metric in select(&Metric::ALL[..])) {
        let task = &problem.task;
        let question = SymbolicQuestion { metric, fewest: false, most: None, memory_bytes: None };
        let best = problem.graph.rests(problem.core().0, metric)[0];
        check(task, &question, best, None);
        if problem.is_vast() {
            return Ok(());
        }
        let (limits, stop) = (SearchLimits::default(), Stop::default());
        let blind = SearchHeuristic::Blind;
        let by_cost =
            bmcplan_search::best_plan(task, metric, BestPlans::Cheapest, blind, &limits, &stop, &mut |_| {});
        match by_cost.first.outcome {
            SearchOutcome::Solved(plan) => {
                prop_assert_eq!(Some(metric.of_plan(task, &plan)), best.map(|best| best.0));
            }
            SearchOutcome::Exhausted => prop_assert_eq!(best, None),
            other => prop_assert_eq!(other, SearchOutcome::CostOverflow),
        }
    }
}
