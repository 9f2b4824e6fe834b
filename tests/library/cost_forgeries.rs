//! Certificates of costs that claim too much are refused by both checkers.

use std::fs;
use std::path::Path;
use std::sync::Arc;

use bmcplan::encode::StepOptions;
use bmcplan::kinds::{Kinds, SAS, sas};
use bmcplan::plan::{Metric, Plan};
use bmcplan::problem::ProblemOptions;
use bmcplan::stop::Stop;
use bmcplan::task::{Fact, Operator, OperatorId, Task, TaskBuilder};
use bmcplan::text::Source;
use bmcplan_certify::{Claim, ClaimedPlans, write_certificate};
use bmcplan_verify::{
    CostFormula, EvidenceChoice, FORMULA, FileDigest, LANDMARKS, MANIFEST, Manifest, PLAN, Specification,
    TASK, VerifyError, verify,
};
use tempfile::TempDir;

use crate::checker::check_py;

/// A truck fetches a parcel from the other end of a road of three parts, of different lengths.
fn delivery() -> Task {
    let mut builder = TaskBuilder::default();
    let truck = builder.variable("truck", ["0", "1", "2", "3"], 0);
    let parcel = builder.variable("parcel", ["0", "1", "2", "3", "loaded"], 3);
    let fact = |var, value| Fact { var, value };
    for (place, cost) in [(0, 2), (1, 3), (2, 5)] {
        for (from, to) in [(place, place + 1), (place + 1, place)] {
            let drive =
                Operator::simple(format!("drive {from} {to}"), [fact(truck, from).into()], [fact(truck, to)]);
            builder.operator(Operator { cost, ..drive });
        }
    }
    for place in 0..4 {
        let there = fact(truck, place).into();
        let load = [there, fact(parcel, place).into()];
        builder.operator(Operator::simple(format!("load {place}"), load, [fact(parcel, 4)]));
        let unload = Operator::simple(
            format!("unload {place}"),
            [there, fact(parcel, 4).into()],
            [fact(parcel, place)],
        );
        builder.operator(Operator { cost: 0, ..unload });
    }
    builder.goal([fact(parcel, 0).into()]);
    builder.build().unwrap()
}

/// The plan of operators with these names.
fn plan(task: &Task, names: &[&str]) -> Plan {
    let id = |name: &&str| task.operators().iter().position(|operator| operator.name == **name).unwrap();
    Plan::sequential(names.iter().map(id).map(OperatorId::from_index))
}

const CHEAPEST: [&str; 8] =
    ["drive 0 1", "drive 1 2", "drive 2 3", "load 3", "drive 3 2", "drive 2 1", "drive 1 0", "unload 0"];

/// A certificate of the cheapest plan.
fn certificate(evidence: EvidenceChoice) -> TempDir {
    let task = delivery();
    let mut text = Vec::new();
    sas::write_task(&task, &mut text).unwrap();
    let (options, stop) = (ProblemOptions::default(), Stop::default());
    let sources = vec![Source::from_bytes("problem.sas", &text).unwrap()];
    let problem = SAS.read(&sources, &options, &stop).unwrap();
    let task = problem.task(None, &stop).unwrap();
    let claim = Claim {
        kind: &SAS,
        sources,
        options,
        goal: None,
        unit: problem.metric().to_owned(),
        cost_scale: 1,
        plan: Some(plan(&task, &CHEAPEST)),
        task: Arc::new(task),
        metric: Metric::Cost,
        plans: ClaimedPlans::One,
        step: StepOptions::default(),
        evidence,
        refutation: None,
    };
    let folder = tempfile::tempdir().unwrap();
    write_certificate(folder.path(), &claim, &stop).unwrap();
    folder
}

/// Changes the manifest, and writes down the digests of the files that are there.
fn seal(folder: &Path, change: impl FnOnce(&mut serde_json::Value)) {
    let mut manifest: serde_json::Value =
        serde_json::from_str(&fs::read_to_string(folder.join(MANIFEST)).unwrap()).unwrap();
    change(&mut manifest);
    for (name, digest) in manifest["files"].as_object_mut().unwrap() {
        *digest = serde_json::to_value(FileDigest::of(&folder.join(name)).unwrap()).unwrap();
    }
    fs::write(folder.join(MANIFEST), manifest.to_string()).unwrap();
}

/// The verdicts of both checkers, as exit codes, with the reason of the first.
fn verdict(folder: &Path) -> (i32, String) {
    let (code, reason) = match verify(folder, &Kinds::default(), &Stop::default()) {
        Ok(verified) => (0, verified.manifest.sentence()),
        Err(VerifyError::Wrong(reason)) => (20, reason),
        Err(error) => (2, error.to_string()),
    };
    if let Some(said) = check_py(folder, ".") {
        let text = said.stdout + &said.stderr;
        assert_eq!(said.code, code, "{reason}\n{text}");
        let last = text.lines().last().unwrap_or_default();
        assert!(code != 0 || last.ends_with(&format!(": {reason}")), "{reason}\n{text}");
    }
    (code, reason)
}

/// What a forger does to a folder is refused with this code, for a reason that has these words.
fn refused(
    evidence: EvidenceChoice,
    code: i32,
    words: &str,
    forge: impl FnOnce(&Path, &mut serde_json::Value),
) {
    let folder = certificate(evidence);
    seal(folder.path(), |manifest| forge(folder.path(), manifest));
    let (found, reason) = verdict(folder.path());
    assert_eq!(found, code, "{words}: {reason}");
    assert!(reason.contains(words), "{words}: {reason}");
}

#[test]
fn the_cheapest_plan_is_certified() {
    let folder = certificate(EvidenceChoice::Proof);
    let claim = "cost 21, cheapest, by 8 actions; fewer of that cost are not excluded";
    assert_eq!(verdict(folder.path()), (0, claim.to_owned()));
    let verified = verify(folder.path(), &Kinds::default(), &Stop::default()).unwrap();
    let steps = verified.manifest.cost.unwrap().steps.unwrap();
    assert!(0 < steps);
    let n_sets = fs::read_to_string(folder.path().join(LANDMARKS)).unwrap().lines().count();
    assert!(0 < n_sets);
    let formula = format!(
        "{FORMULA} says that there is a plan of cost at most 20, of {steps} steps and a relaxed rest, with {n_sets} sets of landmarks"
    );
    assert!(verified.checked.contains(&formula), "{:?}", verified.checked);
    let folder = certificate(EvidenceChoice::Recount);
    let claim = "cost 21, cheapest, by 8 actions, and fewest of that cost";
    assert_eq!(verdict(folder.path()), (0, claim.to_owned()));
}

#[test]
fn other_costs_are_refused() {
    for evidence in [EvidenceChoice::Proof, EvidenceChoice::Recount] {
        for (total, code) in [("20", 20), ("22", 20), ("021", 2), ("-1", 2), ("", 2)] {
            refused(evidence, code, if code == 20 { "plan.txt costs 21" } else { "cost" }, |_, manifest| {
                manifest["cost"]["total"] = total.into();
            });
        }
        // Of an operator that the plan does not have, so that the plan costs the same.
        let words = "task.sas is not the task of problem.sas";
        let folder = certificate(evidence);
        let text = fs::read_to_string(folder.path().join(TASK)).unwrap();
        let (before, after) = text.split_once("load 0\n").unwrap();
        fs::write(
            folder.path().join(TASK),
            format!("{before}load 0\n{}", after.replacen("\n1\nend", "\n3\nend", 1)),
        )
        .unwrap();
        seal(folder.path(), |_| {});
        let found = verify(folder.path(), &Kinds::default(), &Stop::default()).map(|_| ());
        assert!(matches!(&found, Err(VerifyError::Wrong(why)) if why.contains(words)), "{found:?}");
    }
    // With the problem changed as well, the sums are others.
    refused(EvidenceChoice::Proof, 20, "below.cnf is not the formula", |folder, _| {
        let text = fs::read_to_string(folder.join(TASK)).unwrap();
        let (before, after) = text.split_once("load 0\n").unwrap();
        let changed = format!("{before}load 0\n{}", after.replacen("\n1\nend", "\n3\nend", 1));
        assert_ne!(text, changed);
        ["problem.sas", TASK].iter().for_each(|name| fs::write(folder.join(name), &changed).unwrap());
    });
}

/// The plan drives back and forth at first, and everything but the proof is as it would be.
#[test]
fn a_dearer_plan_is_refused() {
    let dearer = |folder: &Path, manifest: &mut serde_json::Value| {
        let text = ["drive 0 1", "drive 1 0"].iter().chain(&CHEAPEST).map(|name| format!("({name})\n"));
        fs::write(folder.join(PLAN), text.collect::<String>()).unwrap();
        manifest["cost"]["total"] = "25".into();
        manifest["length"] = 10.into();
    };
    refused(EvidenceChoice::Recount, 20, "states can be reached", dearer);
    refused(EvidenceChoice::Recount, 20, "a goal", |folder, manifest| {
        dearer(folder, manifest);
        manifest["states"] = 1000.into();
    });
    refused(EvidenceChoice::Proof, 20, "below.cnf is not the formula", dearer);
    refused(EvidenceChoice::Proof, 20, "below.lrat", |folder, manifest| {
        dearer(folder, manifest);
        let about: Manifest = serde_json::from_value(manifest.clone()).unwrap();
        let task = delivery().affirmative().unwrap();
        let specification = Specification::of(&task);
        let formula = CostFormula::of(&task, &specification, about.cost.unwrap().steps.unwrap(), 24).unwrap();
        fs::write(folder.join(LANDMARKS), "").unwrap();
        formula.write(&task, &mut fs::File::create(folder.join(FORMULA)).unwrap()).unwrap();
    });
}

#[test]
fn other_formulas_are_refused() {
    let formula = "below.cnf is not the formula";
    for steps in [0, 1, 9] {
        refused(EvidenceChoice::Proof, 20, formula, |_, manifest| manifest["cost"]["steps"] = steps.into());
    }
    let landmarks = |folder: &Path, change: &dyn Fn(&str) -> String| {
        let text = fs::read_to_string(folder.join(LANDMARKS)).unwrap();
        fs::write(folder.join(LANDMARKS), change(&text)).unwrap();
    };
    for change in
        [&|text: &str| format!("1\n{text}"), &|text: &str| format!("{text}1 2\n"), &|_: &str| String::new()]
            as [&dyn Fn(&str) -> String; 3]
    {
        refused(EvidenceChoice::Proof, 20, formula, |folder, _| landmarks(folder, change));
    }
    for line in ["", "0\n", "2 1\n", "1 1\n", "1  2\n", "+1\n", "01\n", "99\n", "x\n", "1"] {
        let change = |text: &str| format!("{text}{}{line}", if line.is_empty() { "\n" } else { "" });
        refused(EvidenceChoice::Proof, 2, "not a set of facts", |folder, _| landmarks(folder, &change));
    }
}

#[test]
fn claims_that_make_no_sense_are_refused() {
    type Change = fn(&mut serde_json::Value);
    let changes: [Change; 9] = [
        |manifest| manifest["metric"] = "actions".into(),
        |manifest| manifest["claim"] = "shortest".into(),
        |manifest| manifest["claim"] = "dearest".into(),
        |manifest| manifest["cost"] = serde_json::Value::Null,
        |manifest| manifest["cost"]["steps"] = serde_json::Value::Null,
        |manifest| manifest["cost"]["steps"] = (-1).into(),
        |manifest| manifest["cost"]["operators"] = "cost".into(),
        |manifest| manifest["cost"]["unit"] = "euros".into(),
        |manifest| manifest["count"] = "1".into(),
    ];
    for change in changes {
        refused(EvidenceChoice::Proof, 2, "", |_, manifest| change(manifest));
    }
    refused(EvidenceChoice::Recount, 2, "", |_, manifest| manifest["cost"]["steps"] = 1.into());
}

/// Both checkers take the same numbers for too large.
#[test]
fn the_greatest_numbers_of_a_claim() {
    for (length, code, words) in [(1_000_000, 20, "1000000 are claimed"), (1_000_001, 2, "length")] {
        refused(EvidenceChoice::Proof, code, words, |_, manifest| manifest["length"] = length.into());
    }
    for (steps, code, words) in [(1_000_000, 20, "plan.txt costs 21"), (1_000_001, 2, "cost")] {
        refused(EvidenceChoice::Proof, code, words, |_, manifest| {
            manifest["cost"]["total"] = "20".into();
            manifest["cost"]["steps"] = steps.into();
        });
    }
    for (states, code, words) in [(10_000_000, 20, "states can be reached"), (10_000_001, 2, "at most")] {
        refused(EvidenceChoice::Recount, code, words, |_, manifest| manifest["states"] = states.into());
    }
}
