//! The certificate of an answer: written, checked, and said in a line.

use std::sync::mpsc;

use crate::answer::certified;
use crate::certificate::{EvidenceChoice, EvidenceKind};
use crate::certify::{CertificatePlace, ClaimedPlans, ProblemClaim};
use crate::planner::{Outcome, PlanQuery};

use super::super::certificate;
use super::super::failure::Failure;
use super::super::problem_args::ProblemText;
use super::super::progress::ProgressLine;
use super::super::report::by;
use super::super::watch::Watch;
use super::super::worker::{Stage, WorkEnd, listen};
use super::config::SolveConfig;
use super::solved::Solved;
use crate::answer::Certified;

/// Writes the certificate of a shortest plan, or of that there is none, and checks it; `line` shows how far that is.
pub(super) fn certify(
    place: &CertificatePlace,
    config: &SolveConfig,
    text: &ProblemText,
    solved: &Solved,
    watch: &Watch,
    line: &ProgressLine,
) -> Result<Certified, Failure> {
    let missing = |why: &str| Ok(Certified::missing(why));
    let (plan, task) = match (&solved.report.outcome, solved.task()) {
        (Outcome::Solved { plan, optimal: true, .. }, Some(task)) if solved.is_best() => {
            (Some(plan.clone()), task)
        }
        (Outcome::Unsolvable, Some(task)) => (None, task),
        (Outcome::Solved { .. } | Outcome::Unsolvable, _) => {
            return missing("the plan is not known to be shortest");
        }
        (Outcome::NoPlanWithin(_) | Outcome::Stopped(_), _) => return missing("no plan was found"),
    };
    let wanted = config.options.wanted;
    let list = match (wanted, &plan, &solved.report.list) {
        (PlanQuery::One, ..) | (_, None, _) => None,
        (PlanQuery::All(_), _, Some(list)) if list.has_all() => Some(list.clone()),
        (PlanQuery::Count, _, Some(list)) if list.exact => Some(list.clone()),
        _ => return missing("not all shortest plans are known"),
    };
    line.show_certifying(plan.as_ref().map(|plan| plan.makespan()));
    let step = config.options.step.clone();
    // Layers are of single moves.
    let shares_steps = plan.is_some() && step.semantics.is_parallel();
    let counts = wanted == PlanQuery::Count;
    let evidence = if shares_steps { EvidenceKind::Proof } else { config.evidence.of(text.kind, counts) };
    let is_open = config.evidence == EvidenceChoice::Auto && !counts && !shares_steps;
    certificate::put(place, |folder| {
        let (folder, named) = (folder.to_path_buf(), place.named().to_path_buf());
        let (text, goal, stop) = (text.clone(), solved.goal(), watch.stop.clone());
        let refutation = solved.report.refutation.clone();
        let (sender, written) = mpsc::channel();
        let work = move || {
            let claim = ProblemClaim {
                kind: text.kind,
                sources: &text.sources,
                options: &text.options,
                goal,
                metric: text.metric(),
                task: &task,
                plan: plan.as_ref(),
                step: &step,
                plans: match &list {
                    None => ClaimedPlans::One,
                    Some(list) if wanted == PlanQuery::Count => ClaimedPlans::Count(list.count),
                    Some(list) => ClaimedPlans::All(&list.plans),
                },
                evidence,
                note: None,
                refutation: refutation.as_deref(),
            };
            // Nobody listens any more once the answer is out.
            certified(&folder, &claim, is_open, &text.kinds, &stop, || sender.send(()).unwrap_or(()))
                .map_err(|fault| Failure::of_certificate(fault, &named))
        };
        let hear = |()| {
            line.show_checking();
            Stage::Confirming
        };
        match listen(Stage::Confirming, work, &written, watch, hear) {
            WorkEnd::Stopped(reason, _) | WorkEnd::Result(Err(Failure::Stopped { reason, .. })) => {
                missing(by(reason))
            }
            WorkEnd::Result(result) => result,
        }
    })
}
