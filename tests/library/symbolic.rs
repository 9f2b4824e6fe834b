//! Symbolic search against the oracle and uniform-cost search: the same measures, bounds that are never too great, and no plan where
//! there is none. All best plans, and all states, against the oracle that walks through every state.

use bmcplan::plan::{Metric, Plan, validate};
use bmcplan::stop::{Stop, StopReason};
use bmcplan::task::{OperatorId, Task};
use bmcplan_search::{BestPlans, Counter, SearchHeuristic, SearchLimits, SearchOutcome, StateSpace};
use bmcplan_symbolic::{News, SymbolicOutcome, SymbolicQuestion, best_plan};
use proptest::prelude::*;
use proptest::sample::select;

use crate::common::cases::cases;
use crate::common::cheapest::{cheapest, costs};
use crate::common::tasks::tasks;
use crate::sweep::graph::Plans;
use crate::sweep::problem::{Problem, problems};
use crate::sweep::question::MANY;

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
        SymbolicOutcome::Endless => assert!(question.metric == Metric::Cost && !question.fewest),
        SymbolicOutcome::Solved(plan) | SymbolicOutcome::All { first: plan, .. } => {
            assert_eq!(question.list.is_none(), matches!(outcome, SymbolicOutcome::Solved(_)));
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
    let list = prop_oneof![2 => Just(None), 1 => select(&[0, 1, 5]).prop_map(Some)];
    (select(&Metric::ALL[..]), any::<bool>(), most, list, memory, stop_after).prop_map(
        |(metric, fewest, most, list, memory_bytes, stop_after)| {
            let fewest = fewest && metric == Metric::Cost;
            (SymbolicQuestion { metric, fewest, most, list, memory_bytes }, stop_after)
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
        let question = SymbolicQuestion { metric, fewest: false, most: None, list: None, memory_bytes: None };
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

/// The number and the first of all best plans, and the numbers of states, transitions and goal states.
fn check_counts(problem: &Problem, metric: Metric, fewest: bool, left_out: bool) {
    if problem.is_vast() {
        return;
    }
    let ((core, before), task) = (problem.core(), &problem.task);
    let most = usize::try_from(MANY).unwrap();
    let question = SymbolicQuestion { metric, fewest, most: None, list: Some(most), memory_bytes: None };
    match best_plan(task, &question, &Stop::default(), &mut |_| {}) {
        SymbolicOutcome::All { plans, count, .. } => {
            let Plans::Some(number) = problem.graph.n_plans(core, metric, fewest) else { panic!("endless") };
            assert_eq!(count, number);
            if number.is_none_or(|number| MANY < number) {
                assert_eq!(plans.len(), most);
                return;
            }
            let own = |id: OperatorId| OperatorId::from_index(id.index() - before);
            let listed: Vec<Vec<_>> = plans.iter().map(|plan| plan.operators().map(own).collect()).collect();
            assert_eq!(listed, problem.graph.plans(core, metric, fewest));
        }
        SymbolicOutcome::Endless => {
            assert!(matches!(problem.graph.n_plans(core, metric, fewest), Plans::Endless));
        }
        other => {
            assert_eq!(other, SymbolicOutcome::NoPlan);
            assert_eq!(problem.graph.shortest(), None);
        }
    }
    let stop = &Stop::default();
    let clock = task.clock().filter(|_| left_out);
    let space = bmcplan_symbolic::explore(task, clock, usize::MAX, stop, &mut |_, _| {}).unwrap();
    let counter = if left_out { Counter::LeftOut } else { Counter::Kept };
    let limits = SearchLimits { counter, ..SearchLimits::default() };
    let one_by_one = bmcplan_search::explore(task, &limits, stop, &mut |_| {}).unwrap();
    let of_all = |space: StateSpace| [space.states, space.transitions, space.goal_states].map(u128::from);
    assert_eq!([space.states, space.transitions, space.goal_states], of_all(one_by_one));
    assert_eq!(space.depth, one_by_one.depth);
    if !left_out {
        assert_eq!(one_by_one, problem.graph_of_task().space(task));
    }
}

proptest! {
    #![proptest_config(ProptestConfig { max_global_rejects: 100_000, max_local_rejects: 1_000_000, ..cases(6_000) })]

    #[test]
    fn counts_of_random_problems(
        problem in problems(),
        metric in select(&Metric::ALL[..]),
        fewest in any::<bool>(),
        left_out in any::<bool>(),
    ) {
        check_counts(&problem, metric, fewest && metric == Metric::Cost, left_out);
    }

    /// Zero costs, and cycles of them.
    #[test]
    fn counts_of_random_tasks(
        task in tasks().prop_flat_map(costs),
        metric in select(&Metric::ALL[..]),
        fewest in any::<bool>(),
        left_out in any::<bool>(),
    ) {
        check_counts(&Problem::of_task(task), metric, fewest && metric == Metric::Cost, left_out);
    }
}
