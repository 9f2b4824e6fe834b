//! Where a proof would be too large, a recount takes its place.

use std::path::Path;
use std::sync::Arc;

use bmcplan::encode::StepOptions;
use bmcplan::kinds::{Kinds, RUSH_HOUR};
use bmcplan::plan::Metric;
use bmcplan::problem::ProblemOptions;
use bmcplan::stop::Stop;
use bmcplan::text::Source;
use bmcplan_certify::{Claim, ClaimedPlans, write_certificate};
use bmcplan_planner::{Options, Outcome, solve};
use bmcplan_verify::{CertifiedClaim, EvidenceChoice, EvidenceKind, verify};

#[test]
fn a_recount_takes_the_place_of_a_proof_that_is_too_large() {
    let sources = [Source::open(Path::new("instances/sample02.toml")).unwrap()];
    let (options, stop) = (ProblemOptions::default(), Stop::default());
    let problem = RUSH_HOUR.read(&sources, &options, &stop).unwrap();
    let task = Arc::new(problem.task(None, &stop).unwrap());
    let encoding = bmcplan::encode::Transition;
    let report = solve(&task, &encoding, &Options::default(), &stop, &mut |_| {}).unwrap();
    let Outcome::Solved { plan, optimal: true, .. } = report.outcome else { panic!("there is a plan") };
    for (memory, expected) in [(None, EvidenceKind::Proof), (Some(100_000), EvidenceKind::Recount)] {
        let folder = tempfile::tempdir().unwrap();
        let claim = Claim {
            kind: &RUSH_HOUR,
            sources: sources.to_vec(),
            options: options.clone(),
            goal: None,
            unit: problem.metric().to_owned(),
            cost_scale: 1,
            task: task.clone(),
            plan: Some(plan.clone()),
            metric: Metric::Actions,
            plans: ClaimedPlans::One,
            step: StepOptions::default(),
            evidence: EvidenceChoice::Auto,
            refutation: None,
        };
        let (_, evidence) = write_certificate(folder.path(), &claim, &Stop::within(memory)).unwrap();
        assert_eq!(evidence, expected);
        let manifest = verify(folder.path(), &Kinds::default(), &stop).unwrap().manifest;
        assert_eq!((manifest.evidence, manifest.claim), (expected, CertifiedClaim::Shortest));
        assert_eq!(manifest.note.is_some(), memory.is_some());
        assert_eq!(manifest.states.is_some(), memory.is_some());
        assert_eq!(folder.path().join("below.lrat").exists(), memory.is_none());
    }
}
