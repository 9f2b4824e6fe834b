//! Answers of every mode on random problems against the interpreter: whether there is a plan, how long a shortest one is, and
//! whether the interpreter can follow the plan, in every order where steps are shared.

use bmcplan::encode::{Operators, Semantics, StepOptions, encodings};
use bmcplan::kinds::pddl::PddlProblem;
use bmcplan::plan::Plan;
use bmcplan::planner::{Mode, Options, Outcome, SearchHeuristic, Strategy};
use bmcplan::solver::SolverKind;
use bmcplan::task::{OperatorId, Task};
use itertools::Itertools;
use proptest::prelude::*;

use super::interpreter::{PddlInterpreter, PddlState};
use super::read_text;
use super::task::task;
use super::texts::arb_pddl;
use crate::common::ask::ask;
use crate::common::cases::cases;
use crate::steps::PARALLEL;
use crate::steps::reference::{is_small, makespan};
use crate::sweep::claims::order;

/// Longer plans are left to the modes that prove by themselves that there is none.
const MAX_HORIZON: usize = 4;

/// Steps of more operators are followed in one order only.
const MAX_REORDERED: usize = 4;

fn with(mode: Mode) -> Options {
    Options { mode, ..Options::default() }
}

fn incremental(semantics: Semantics) -> Options {
    let mut options = with(Mode::Formula(Strategy::Incremental));
    options.max_horizon = Some(MAX_HORIZON);
    options.step.semantics = semantics;
    options
}

/// The state after the actions, if the interpreter can do them.
fn after(
    interpreter: &PddlInterpreter<'_>,
    task: &Task,
    state: &PddlState,
    operators: &[OperatorId],
) -> Option<PddlState> {
    operators.iter().try_fold(state.clone(), |state, id| {
        let steps = interpreter.steps(&state);
        steps.into_iter().find(|step| step.name == task.operator(*id).name).map(|step| step.next)
    })
}

/// The interpreter can do what the plan says, and reaches the goal.
fn check_plan(interpreter: &PddlInterpreter<'_>, task: &Task, plan: &Plan, semantics: Semantics, what: &str) {
    let mut state = interpreter.initial();
    for operators in plan.steps() {
        let next = after(interpreter, task, &state, operators);
        if semantics == Semantics::ForAll && operators.len() <= MAX_REORDERED {
            for other in operators.iter().copied().permutations(operators.len()) {
                assert_eq!(after(interpreter, task, &state, &other), next, "{what}: another order");
            }
        }
        state = next.unwrap_or_else(|| panic!("{what}: the interpreter cannot do it"));
    }
    assert!(interpreter.is_goal(&state), "{what}: no goal");
}

/// Modes that prove by themselves that there is no plan.
fn complete_modes() -> Vec<Options> {
    let lmcut = Options { heuristic: SearchHeuristic::LmCut, ..with(Mode::Search) };
    let pdr = SolverKind::ALL
        .iter()
        .map(|solver| Options { solver: solver.clone(), ..with(Mode::Formula(Strategy::Pdr)) });
    [with(Mode::Search), lmcut, with(Mode::Auto)].into_iter().chain(pdr).collect()
}

/// Modes that need a bound on the horizon; true if their plans are shortest.
fn bounded_modes() -> [(Options, bool); 4] {
    let bounded = |mode| Options { max_horizon: Some(MAX_HORIZON), ..with(mode) };
    // Without memory, the search leaves the answer to formulas.
    let by_formulas = Options { search_memory: Some(1), ..bounded(Mode::Auto) };
    [
        (incremental(Semantics::Sequential), true),
        (by_formulas, true),
        (bounded(Mode::Anytime), false),
        (bounded(Mode::Formula(Strategy::First)), false),
    ]
}

fn check_sequential(interpreter: &PddlInterpreter<'_>, task: &Task, optimum: Option<usize>) {
    let is_far = optimum.is_none_or(|optimum| MAX_HORIZON < optimum);
    for encoding in encodings() {
        let complete = complete_modes().into_iter().map(|options| (options, true));
        for (options, is_shortest) in complete.chain(bounded_modes()) {
            let what = format!("{:?} {} by {}", options.mode, options.heuristic, encoding.name());
            let report = ask(task, &*encoding, &options);
            let is_bounded = options.max_horizon.is_some();
            match (&report.outcome, optimum) {
                (Outcome::Solved { plan, optimal, .. }, Some(optimum)) => {
                    check_plan(interpreter, task, plan, Semantics::Sequential, &what);
                    assert!(*optimal || !is_shortest, "{what}");
                    let is_right = plan.length() == optimum || (!optimal && optimum < plan.length());
                    assert!(is_right, "{what}: {} instead of {optimum}", plan.length());
                    assert!(report.refuted.is_none_or(|refuted| refuted < optimum), "{what}");
                }
                (Outcome::Unsolvable, None) => {}
                (Outcome::NoPlanWithin(MAX_HORIZON), _) if is_bounded && is_far => {}
                (other, _) => panic!("{what}: {other:?}, not {optimum:?}"),
            }
        }
    }
    if let Some(optimum) = optimum {
        let report = ask(task, &Operators, &with(Mode::Anytime));
        let Outcome::Solved { plan, optimal: true, .. } = &report.outcome else { panic!("{report:?}") };
        assert_eq!(plan.length(), optimum, "anytime");
        check_plan(interpreter, task, plan, Semantics::Sequential, "anytime");
    }
}

fn check_parallel(interpreter: &PddlInterpreter<'_>, task: &Task, optimum: Option<usize>) {
    let mut longer = optimum;
    for semantics in PARALLEL {
        let what = semantics.name();
        let order = (semantics == Semantics::Exists)
            .then(|| order(task, &StepOptions { semantics, ..StepOptions::default() }));
        let expected =
            is_small(task).then(|| makespan(task, &|situation| situation.undisturbed(order.as_deref())));
        match (ask(task, &Operators, &incremental(semantics)).outcome, optimum) {
            (Outcome::Solved { plan, optimal: true, .. }, Some(_)) => {
                check_plan(interpreter, task, &plan, semantics, what);
                assert!(expected.is_none_or(|expected| expected == Some(plan.makespan())), "{what}");
                assert!(Some(plan.makespan()) <= longer && optimum <= Some(plan.length()), "{what}");
                longer = Some(plan.makespan());
            }
            (Outcome::Unsolvable | Outcome::NoPlanWithin(MAX_HORIZON), None) => {}
            (Outcome::NoPlanWithin(MAX_HORIZON), Some(_)) if Some(MAX_HORIZON) < longer => {
                assert!(expected.is_none_or(|expected| Some(MAX_HORIZON) < expected), "{what}");
            }
            (other, _) => panic!("{what}: {other:?}, not {optimum:?}"),
        }
    }
}

fn check(problem: &PddlProblem) {
    let interpreter = PddlInterpreter::new(problem);
    let explored = interpreter.explore(600);
    if explored.complete {
        let task = task(problem);
        check_sequential(&interpreter, &task, explored.optimum);
        check_parallel(&interpreter, &task, explored.optimum);
    }
}

proptest! {
    #![proptest_config(cases(400))]

    #[test]
    fn every_mode_answers_as_the_interpreter(text in arb_pddl()) {
        check(&read_text(&text).problem);
    }
}
