//! The progress line, shown only on a terminal.

use std::io::{self, IsTerminal};
use std::sync::Arc;
use std::time::Duration;

use crate::ask::{Cost, Event, Minimum};
use crate::prisoners::ScheduleProgress;
use crate::problem::Problem;
use crate::search::SearchProgress;
use crate::task::Task;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use super::report::Show;

pub(super) fn target() -> ProgressDrawTarget {
    let is_shown = io::stderr().is_terminal() && log::max_level() <= log::LevelFilter::Warn;
    if is_shown { ProgressDrawTarget::stderr() } else { ProgressDrawTarget::hidden() }
}

/// Builds a bar over `n_problems`, hidden where moves alone are printed.
pub(crate) fn bar(n_problems: usize, show: Show) -> ProgressBar {
    let target = if show == Show::Moves { ProgressDrawTarget::hidden() } else { target() };
    let bar = ProgressBar::with_draw_target(u64::try_from(n_problems).ok(), target);
    if let Ok(style) = ProgressStyle::with_template("{wide_bar} {pos}/{len}, {msg}{elapsed}, {eta} to go") {
        bar.set_style(style);
    }
    bar
}

pub(crate) struct ProgressLine {
    bar: ProgressBar,
    conflicts: Option<u64>,
    task: Option<Arc<Task>>,
    /// Are plans told that need not be the best?
    pub(crate) reports_plans: bool,
}

impl ProgressLine {
    pub(crate) fn of(show: Show) -> Self {
        let is_wanted = matches!(show, Show::Text | Show::Frames);
        let target = if is_wanted { target() } else { ProgressDrawTarget::hidden() };
        let bar = ProgressBar::with_draw_target(None, target);
        if !bar.is_hidden() {
            if let Ok(style) = ProgressStyle::with_template("{spinner} {msg}{elapsed}") {
                bar.set_style(style);
            }
            bar.enable_steady_tick(Duration::from_millis(100));
        }
        Self { bar, conflicts: None, task: None, reports_plans: false }
    }

    /// Shows news of a run about a problem.
    pub(crate) fn on_event(&mut self, event: Event, problem: &dyn Problem) {
        let cost = |parts| Cost::of(parts, problem.cost_scale());
        let message = match event {
            Event::Built(task) => {
                self.task = Some(task);
                return;
            }
            Event::Started(horizon) => {
                let conflicts = self.conflicts.map(|n| format!("{n} conflicts, ")).unwrap_or_default();
                format!("horizon {horizon}, {conflicts}")
            }
            Event::Finished(attempt) => {
                self.conflicts =
                    attempt.conflicts.map(|n| n + self.conflicts.unwrap_or(0)).or(self.conflicts);
                return;
            }
            Event::Confirming(horizon) => format!("confirming what is refuted up to horizon {horizon}, "),
            Event::Searched(SearchProgress { refuted_cost: Some(refuted), states, .. }) => {
                format!("no plan of cost {} or less, {states} states, ", cost(refuted.into()))
            }
            Event::Searched(SearchProgress { depth, states, .. }) => {
                format!("depth {depth}, {states} states, ")
            }
            Event::Cost { lower, upper: Some(upper) } => {
                format!("cost {} at least, {} at most, ", cost(lower), cost(upper))
            }
            Event::Cost { lower, upper: None } => format!("cost {} at least, ", cost(lower)),
            Event::Plan(plan) => {
                if let (true, Some(task)) = (self.reports_plans, &self.task) {
                    let metric = problem.minimises().in_task(task);
                    self.bar.println(match Minimum::of(metric, problem.cost_scale(), task, &plan) {
                        Minimum::Steps(steps) => {
                            format!("a plan of {steps} steps; looking for a shorter one")
                        }
                        Minimum::Cost(cost) => format!("a plan of cost {cost}; looking for a cheaper one"),
                    });
                }
                return;
            }
            Event::Spent(_) => return,
            Event::Certifying(Some(Minimum::Steps(steps))) => {
                format!("proving that no plan has fewer than {steps} steps, ")
            }
            Event::Certifying(Some(Minimum::Cost(cost))) => {
                format!("proving that no plan costs less than {cost}, ")
            }
            Event::Certifying(None) => "proving that there is no plan, ".to_owned(),
            Event::Checking => "checking the certificate, ".to_owned(),
        };
        self.bar.set_message(message);
    }

    pub(crate) fn show_schedules(&mut self, progress: ScheduleProgress) {
        self.bar.set_message(match progress {
            ScheduleProgress::Found(count) => format!("{count} found, "),
            ScheduleProgress::Confirmed(count) => {
                format!("confirming that there are no more: {count} found again, ")
            }
        });
    }
}

impl Drop for ProgressLine {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}
