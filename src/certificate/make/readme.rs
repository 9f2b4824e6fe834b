//! The page of a certificate that says how its folder is checked.

use itertools::Itertools as _;

use super::claim::ProblemClaim;
use crate::certificate::{ClaimedCost, EvidenceKind, Manifest, SharedSteps, TASK};

const README: &str = include_str!("readme.txt");
const README_COST: &str = include_str!("readme_cost.txt");
const README_NO_PLAN: &str = include_str!("readme_no_plan.txt");
const README_RECOUNT: &str = include_str!("readme_recount.txt");
const README_ZERO: &str = include_str!("readme_zero.txt");

/// A cost of the task, as people read it.
fn cost_of(claim: &ProblemClaim<'_>, cost: u128) -> String {
    let total = cost.to_string();
    let scale = claim.cost_scale;
    ClaimedCost { total, scale, operators: String::new(), steps: None }.in_problem()
}

/// The page that says how the folder is checked.
pub(super) fn readme(claim: &ProblemClaim<'_>, manifest: &Manifest) -> String {
    let text = match (claim.evidence, claim.plan) {
        (EvidenceKind::Recount, Some(plan)) if let Some(cost) = claim.cost() => README_RECOUNT
            .replace(
                "CLAIM",
                "no planGOAL costs less than COST, and none of that cost has fewer METRIC than LENGTH",
            )
            .replace("STATES", "can be reached at a lower cost, or at that cost in fewer steps than LENGTH")
            .replace("COST", &cost_of(claim, cost))
            .replace("LENGTH", &plan.length().to_string()),
        (EvidenceKind::Recount, Some(plan)) => README_RECOUNT
            .replace("CLAIM", claim.plans.sentence())
            .replace("STATES", "can be reached in fewer than LENGTH steps")
            .replace("LENGTH", &plan.length().to_string()),
        (EvidenceKind::Recount, None) => README_RECOUNT
            .replace("CLAIM", "there is no plan of any lengthGOAL")
            .replace("STATES", "can be reached"),
        (EvidenceKind::Proof, Some(plan)) if let Some(cost) = claim.cost() => README_COST
            .replace("COST", &cost_of(claim, cost))
            .replace("BELOW", &cost.saturating_sub(1).to_string())
            .replace("LENGTH", &plan.length().to_string()),
        (EvidenceKind::Proof, Some(plan)) => README
            .replace("BELOW", &plan.makespan().saturating_sub(1).to_string())
            .replace("LENGTH", &plan.makespan().to_string()),
        (EvidenceKind::Proof, None) => README_NO_PLAN.to_owned(),
    };
    // Nothing is less than 0.
    let is_proved = manifest.files.keys().any(|name| name.ends_with(".lrat"));
    let text = if claim.evidence == EvidenceKind::Proof && !is_proved {
        let of_formulas = ["shorter plans:", "cheaper plans:"];
        let kept = text.lines().take_while(|line| !of_formulas.iter().any(|head| line.starts_with(head)));
        format!("{}\n{README_ZERO}", kept.format("\n"))
    } else {
        text
    };
    let option = match manifest.steps.as_ref().map(|steps| steps.semantics) {
        None => "",
        Some(SharedSteps::ForAll) => " --steps forall",
        Some(SharedSteps::Exists) => " --steps order.txt",
    };
    let name = manifest.steps.as_ref().map(|steps| steps.name(manifest.length.unwrap_or_default()));
    let steps = name.unwrap_or_else(|| claim.metric.to_owned());
    let flags = [(claim.is_one_row(), " --one-row"), (claim.options.has("labelled"), " --labelled")];
    let flags: String = flags.into_iter().filter(|(is_set, _)| *is_set).map(|(_, flag)| flag).collect();
    let text = text.replace("STEPS", &steps).replace("OPTION", &format!("{flags}{option}"));
    let text = text.replace("GOAL", &manifest.to_goal());
    let problem = manifest.problem.join(" ");
    let text = text.replace("READ", if claim.is_read_apart() { &problem } else { TASK });
    text.replace("PROBLEM", &(problem + &manifest.reading())).replace("METRIC", claim.metric)
}
