//! Seeds: another order of operators and of variables gives other plans and other formulas, and the same answers.

use std::collections::BTreeSet;

use bmcplan::{Answer, ExportFormat, Question};

/// Problems with several shortest plans, of all kinds.
const PROBLEMS: [&str; 8] = [
    "instances/sample02.toml",
    "instances/sliding/ma.toml",
    "instances/gdl/hanoi.kif",
    "instances/pddl/parcels/problem.pddl",
    "instances/pddl/trolley/problem.pddl",
    "instances/pddl/suitcase/problem.pddl",
    "instances/pddl/circuit/problem.pddl",
    // With a step counter.
    "instances/gdl/buttons-and-lights.kif",
];

const MODES: [&[(&str, &str)]; 10] = [
    &[],
    &[("mode", "search")],
    &[("mode", "search"), ("heuristic", "lmcut")],
    &[("mode", "search"), ("heuristic", "patterns")],
    &[("mode", "incremental")],
    &[("mode", "pdr")],
    &[("mode", "incremental"), ("encoding", "strips"), ("solver", "batsat")],
    &[("mode", "incremental"), ("semantics", "exists")],
    &[("mode", "anytime")],
    &[("mode", "first")],
];

fn question(file: &str, settings: &[(&str, &str)]) -> Question {
    settings
        .iter()
        .fold(Question::about(file), |question, (name, value)| question.setting(name, value).unwrap())
}

/// What a seed must not change. A first plan may have any length, and the moves of parallel steps any number.
fn answered(answer: &Answer, mode: &[(&str, &str)]) -> String {
    let Answer { status, optimal, length, makespan, .. } = answer;
    let cost = answer.cost.map(|cost| cost.to_string());
    match mode {
        [(_, "first")] => format!("{status:?}"),
        [_, ("semantics", _)] => format!("{status:?} {optimal} {makespan:?}"),
        _ if answer.metric == "cost" => format!("{status:?} {optimal} {cost:?}"),
        _ => format!("{status:?} {optimal} {length:?}"),
    }
}

#[test]
fn answers_are_the_same_with_every_seed() {
    let mut n_asked = 0;
    for file in PROBLEMS {
        // Formulas of sliding blocks take too long.
        let is_quick = |mode: &&&[(&str, &str)]| {
            !file.contains("sliding") || !matches!(mode.first(), Some((_, "incremental" | "pdr")))
        };
        for mode in MODES.iter().filter(is_quick) {
            // Formulas of costs have no settings of encodings and steps.
            let Ok(expected) = question(file, mode).ask() else { continue };
            for seed in ["1", "18446744073709551615"] {
                let answer = question(file, mode).setting("seed", seed).unwrap().ask().unwrap();
                let place = format!("{file} {mode:?} {seed}");
                assert_eq!(answer.seed.map(|seed| seed.to_string()).as_deref(), Some(seed));
                assert_eq!(answered(&answer, mode), answered(&expected, mode), "{place}");
                let plan = answer.plan.unwrap_or_default().join("\n");
                let checked = Question::about(file).check(&plan, false).unwrap();
                assert!(checked.length.is_some(), "{place}: {plan} {:?}", checked.reason);
                n_asked += 1;
            }
        }
    }
    assert!(60 < n_asked, "{n_asked}");
}

#[test]
fn plans_and_formulas_depend_on_the_seed() {
    let seeds = ["1", "2", "3", "4", "5"];
    for mode in [MODES[1], MODES[3]] {
        let plan =
            |seed: &&str| question(PROBLEMS[4], mode).setting("seed", seed).unwrap().ask().unwrap().plan;
        let plans: BTreeSet<_> = seeds.iter().map(plan).collect();
        assert!(1 < plans.len(), "{mode:?}: {plans:?}");
    }
    for encoding in ["transition", "operators", "strips", "paper-v1", "paper-v2"] {
        let unseeded = question(PROBLEMS[0], &[("horizon", "3"), ("encoding", encoding)]);
        let written = |seed: &str| {
            unseeded.clone().setting("seed", seed).unwrap().export(ExportFormat::Dimacs).unwrap()
        };
        let formulas: BTreeSet<String> = seeds.iter().map(|seed| written(seed)).collect();
        assert_eq!(formulas.len(), seeds.len(), "{encoding}");
        assert_eq!(written("7"), written("7"), "{encoding}");
        assert!(!formulas.contains(&unseeded.export(ExportFormat::Dimacs).unwrap()), "{encoding}");
    }
}

#[test]
fn what_rests_on_the_order_of_the_task_is_refused() {
    let refused = question(PROBLEMS[0], &[("seed", "1"), ("certify", "folder")]).ask().err().unwrap();
    assert!(refused.to_string().contains("certify"), "{refused}");
}
