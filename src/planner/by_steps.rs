//! Answers by explicit search over steps of several operators, those that the formulas have.

use super::by_search::outcome_of;
use super::error::InternalError;
use super::options::{Mode, Options};
use super::proof::ProofSource;
use super::report::{Outcome, Progress, Report};
use crate::encode::{Encoding, Semantics, StepOptions, TransitionSystem};
use crate::figures::Figures;
use crate::search::{self, Counter, SearchLimits, StepOrders};
use crate::stop::{Stop, StopReason};
use crate::task::{OperatorId, Task};

/// Searches with so much memory at most.
pub(super) fn by_steps(
    task: &Task,
    options: &Options,
    orders: &StepOrders,
    memory_bytes: Option<usize>,
    stop: &Stop,
    observer: &mut dyn FnMut(Progress<'_>),
) -> Result<Report, InternalError> {
    let limits = SearchLimits { max_depth: options.max_horizon, memory_bytes, counter: Counter::Kept };
    let progress = &mut |progress| observer(Progress::Search(progress));
    let searched = search::shortest_steps(task, orders, &limits, stop, progress);
    let (states, refuted) = (searched.states, searched.refuted);
    let outcome = outcome_of(task, searched, None)?;
    let figures = Figures { states: Some(states), ..Figures::default() };
    let is_proof = refuted.is_some() || outcome == Outcome::Unsolvable;
    let proved_by = is_proof.then_some(ProofSource::Search);
    Ok(Report { refuted, proved_by, figures, ..Report::of(outcome, Mode::Search) })
}

/// The steps that formulas of a task without a clock have where several operators share a step.
pub(super) fn step_orders(
    task: &Task,
    encoding: &dyn Encoding,
    step: &StepOptions,
    stop: &Stop,
) -> Result<(StepOrders, Option<KnownStep>), StopReason> {
    let relevant = task.relevant_operators(stop);
    let takes_part = |id: &OperatorId| relevant[id.index()];
    if step.semantics != Semantics::Exists {
        return Ok((StepOrders::All(task.operator_ids().filter(takes_part).collect()), None));
    }
    let system = encoding.describe(task, step, stop)?;
    let order = system.operators().iter().map(|(id, _)| *id).filter(takes_part).collect();
    Ok((StepOrders::Listed(order), Some(KnownStep { system, name: encoding.name() })))
}

/// A step that was described once, for whoever describes it again.
pub(super) struct KnownStep {
    system: TransitionSystem,
    name: &'static str,
}

impl Encoding for KnownStep {
    fn name(&self) -> &'static str {
        self.name
    }

    fn semantics(&self) -> &'static [Semantics] {
        &[Semantics::Exists]
    }

    fn describe(&self, _: &Task, _: &StepOptions, _: &Stop) -> Result<TransitionSystem, StopReason> {
        Ok(self.system.clone())
    }
}
