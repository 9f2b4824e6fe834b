//! The progress line, shown only on a terminal.

use std::io::{self, IsTerminal};
use std::time::Duration;

use crate::ask::{Heard, HeardPlan, Minimum};
use crate::prisoners::ScheduleProgress;
use crate::search::SearchProgress;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use super::report::Show;

pub(super) fn target() -> ProgressDrawTarget {
    let is_shown = io::stderr().is_terminal() && log::max_level() <= log::LevelFilter::Warn;
    if is_shown { ProgressDrawTarget::stderr() } else { ProgressDrawTarget::hidden() }
}

/// A bar over `n_problems`, hidden where moves alone are printed.
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
        Self { bar, conflicts: None }
    }

    pub(crate) fn hear(&mut self, heard: Heard, is_anytime: bool) {
        let message = match heard {
            Heard::Started(horizon) => {
                let conflicts = self.conflicts.map(|n| format!("{n} conflicts, ")).unwrap_or_default();
                format!("horizon {horizon}, {conflicts}")
            }
            Heard::Finished(attempt) => {
                self.conflicts =
                    attempt.conflicts.map(|n| n + self.conflicts.unwrap_or(0)).or(self.conflicts);
                return;
            }
            Heard::Confirming(horizon) => format!("confirming what is refuted up to horizon {horizon}, "),
            Heard::Searched(SearchProgress { states, .. }, Some(cost)) => {
                format!("no plan of cost {cost} or less, {states} states, ")
            }
            Heard::Searched(SearchProgress { depth, states, .. }, None) => {
                format!("depth {depth}, {states} states, ")
            }
            Heard::Cost(lower, Some(upper)) => format!("cost {lower} at least, {upper} at most, "),
            Heard::Cost(lower, None) => format!("cost {lower} at least, "),
            Heard::Plan(HeardPlan { problem, task, plan }) => {
                if is_anytime {
                    self.bar.println(match Minimum::of(&*problem, &task, &plan) {
                        Minimum::Steps(steps) => {
                            format!("a plan of {steps} steps; looking for a shorter one")
                        }
                        Minimum::Cost(cost) => format!("a plan of cost {cost}; looking for a cheaper one"),
                    });
                }
                return;
            }
            Heard::Certifying(Some(Minimum::Steps(steps))) => {
                format!("proving that no plan has fewer than {steps} steps, ")
            }
            Heard::Certifying(Some(Minimum::Cost(cost))) => {
                format!("proving that no plan costs less than {cost}, ")
            }
            Heard::Certifying(None) => "proving that there is no plan, ".to_owned(),
            Heard::Checking => "checking the certificate, ".to_owned(),
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
