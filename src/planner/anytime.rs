//! The mode `anytime`: a first plan, then shorter ones until a shortest is proved.
//!
//! After the first plan, only shorter ones are asked for. If there is none, the first is a shortest one;
//! if that is not found out in time, the best plan so far is the answer.

use super::auto;
use super::error::InternalError;
use super::first::first;
use super::options::{Mode, Options};
use super::report::{Outcome, Progress, Report};
use crate::encode::Encoding;
use crate::figures::Figures;
use crate::horizon::Strategy;
use crate::stop::Stop;
use crate::task::Task;

/// Finds a plan and asks for shorter ones.
pub(super) fn anytime(
    task: &Task,
    encoding: &dyn Encoding,
    options: &Options,
    stop: &Stop,
    observer: &mut dyn FnMut(Progress<'_>),
) -> Result<Report, InternalError> {
    let found = first(
        task,
        encoding,
        &Options { mode: Mode::Formula(Strategy::First), ..options.clone() },
        stop,
        observer,
    )?;
    let Outcome::Solved { plan, optimal: false, .. } = &found.outcome else { return Ok(found) };
    log::info!("a first plan: {} moves in {} steps", plan.length(), plan.makespan());
    let Some(shorter) = plan.makespan().checked_sub(1) else { return Ok(proved(found)) };
    let greatest = options.max_horizon.map_or(shorter, |greatest| greatest.min(shorter));
    let options = &Options { mode: Mode::Auto, max_horizon: Some(greatest), ..options.clone() };
    observer(Progress::Plan(plan));
    let better = auto::run(task, encoding, options, stop, observer)?;
    let mut attempts = found.attempts.clone();
    attempts.extend(better.attempts.iter().cloned());
    let refuted = found.refuted.max(better.refuted);
    let proved_by =
        if found.refuted < better.refuted { better.proved_by.clone() } else { found.proved_by.clone() };
    let figures = Figures { states: better.figures.states, ..found.figures };
    let of_first = Report {
        refuted,
        proved_by,
        trusted: better.trusted.clone(),
        attempts: attempts.clone(),
        figures,
        ..found
    };
    Ok(match better.outcome {
        Outcome::Solved { .. } => Report { refuted, attempts, ..better },
        Outcome::NoPlanWithin(_) | Outcome::Unsolvable if greatest == shorter => {
            proved(Report { refuted: Some(shorter), proved_by: better.proved_by, ..of_first })
        }
        Outcome::Stopped(reason) => Report { stopped: Some(reason), ..of_first },
        Outcome::NoPlanWithin(_) | Outcome::Unsolvable => of_first,
    })
}

/// The same plan, which is a shortest one.
fn proved(report: Report) -> Report {
    match report.outcome {
        Outcome::Solved { plan, states, .. } => {
            Report { outcome: Outcome::Solved { plan, states, optimal: true }, ..report }
        }
        _ => report,
    }
}
