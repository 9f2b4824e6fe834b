//! Random domains are domains, and worth to be planned in.

use proptest::prelude::*;
use proptest::strategy::ValueTree;
use proptest::test_runner::TestRunner;

use super::interpreter::PddlInterpreter;
use super::read_text;
use super::texts::{PddlText, arb_pddl};

proptest! {
    /// The meaning of a file depends on neither its order, nor upper case, nor comments.
    #[test]
    fn only_words_matter(text in arb_pddl()) {
        let PddlText { domain, problem } = &text;
        let other = PddlText {
            domain: problem.replace(')', ") ; ) (\n").replace("K", "k"),
            problem: domain.to_uppercase().replace("?", " ?"),
        };
        let (one, other) = (read_text(&text).problem, read_text(&other).problem);
        let known = |problem| {
            let interpreter = PddlInterpreter::new(problem);
            let initial = interpreter.initial();
            let steps = interpreter.steps(&initial).into_iter().map(|step| (step.name.to_lowercase(), step.cost, step.next));
            (steps.collect::<std::collections::BTreeSet<_>>(), interpreter.is_goal(&initial), interpreter.extended(&initial))
        };
        prop_assert_eq!(known(&one), known(&other));
    }
}

/// Problems without plans, or with plans of no step only, would test little.
#[test]
fn random_problems_have_plans() {
    let mut runner = TestRunner::deterministic();
    let (mut complete, mut solved, mut deep, mut derived, mut costs) = (0, 0, 0, 0, 0);
    for _ in 0..150 {
        let text = arb_pddl().new_tree(&mut runner).unwrap().current();
        let reading = read_text(&text);
        let interpreter = PddlInterpreter::new(&reading.problem);
        let explored = interpreter.explore(300);
        complete += usize::from(explored.complete);
        solved += usize::from(explored.optimum.is_some());
        deep += usize::from(explored.optimum.is_some_and(|optimum| 1 < optimum));
        derived += usize::from(explored.depths.keys().any(|state| interpreter.extended(state) != *state));
        costs += usize::from(interpreter.steps(&interpreter.initial()).iter().any(|step| step.cost != 0));
    }
    let found = format!("{complete} {solved} {deep} {derived} {costs}");
    assert!(100 <= complete && 90 <= solved && 20 <= deep && 30 <= derived && 30 <= costs, "{found}");
}
