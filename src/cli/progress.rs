//! The progress line, shown only on a terminal.

use std::io::{self, IsTerminal};
use std::time::Duration;

use crate::ask::{Cost, Heard, HeardPlan, Minimum};
use crate::prisoners;
use crate::search;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use super::report::Show;

/// A bar over so many problems. It is hidden where log lines would run through it, and where moves alone are printed.
pub(crate) fn bar(n_problems: usize, show: Show) -> ProgressBar {
    let is_shown =
        show != Show::Moves && io::stderr().is_terminal() && log::max_level() <= log::LevelFilter::Warn;
    let target = if is_shown { ProgressDrawTarget::stderr() } else { ProgressDrawTarget::hidden() };
    let bar = ProgressBar::with_draw_target(u64::try_from(n_problems).ok(), target);
    if let Ok(style) = ProgressStyle::with_template("{wide_bar} {pos}/{len}, {msg}{elapsed}, {eta} to go") {
        bar.set_style(style);
    }
    bar
}

/// A line that shows where a run is; gone when dropped.
pub(crate) struct ProgressLine {
    bar: ProgressBar,
    conflicts: Option<u64>,
}

impl ProgressLine {
    /// A line for a run that is shown like this. It is hidden where log lines would run through it.
    pub(crate) fn of(show: Show) -> Self {
        let wanted = matches!(show, Show::Text | Show::Frames)
            && io::stderr().is_terminal()
            && log::max_level() <= log::LevelFilter::Warn;
        let target = if wanted { ProgressDrawTarget::stderr() } else { ProgressDrawTarget::hidden() };
        let bar = ProgressBar::with_draw_target(None, target);
        if wanted {
            if let Ok(style) = ProgressStyle::with_template("{spinner} {msg}{elapsed}") {
                bar.set_style(style);
            }
            bar.enable_steady_tick(Duration::from_millis(100));
        }
        Self { bar, conflicts: None }
    }

    /// Shows news of a run. Where a shortest plan is looked for, longer ones are no news.
    pub(crate) fn hear(&mut self, heard: Heard, is_anytime: bool) {
        match heard {
            Heard::Started(horizon) => self.show_started(horizon),
            Heard::Finished(attempt) => self.add_conflicts(attempt.conflicts),
            Heard::Confirming(horizon) => self.show_confirming(horizon),
            Heard::Searched(progress, refuted) => self.show_search(progress, refuted),
            Heard::Cost(lower, upper) => self.show_cost(lower, upper),
            Heard::Plan(HeardPlan { problem, task, plan }) if is_anytime => {
                self.show_plan(Minimum::of(&*problem, &task, &plan));
            }
            Heard::Plan(_) => {}
            Heard::Certifying(least) => self.show_certifying(least),
            Heard::Checking => self.show_checking(),
        }
    }

    /// Shows that a horizon is tried.
    fn show_started(&self, horizon: usize) {
        let conflicts = self.conflicts.map(|n| format!("{n} conflicts, ")).unwrap_or_default();
        self.bar.set_message(format!("horizon {horizon}, {conflicts}"));
    }

    /// Adds the conflicts of a horizon, where the solver counts them.
    fn add_conflicts(&mut self, conflicts: Option<u64>) {
        self.conflicts = conflicts.map(|n| n + self.conflicts.unwrap_or(0)).or(self.conflicts);
    }

    /// Shows that refutations are confirmed.
    fn show_confirming(&self, horizon: usize) {
        self.bar.set_message(format!("confirming what is refuted up to horizon {horizon}, "));
    }

    /// Shows what the cheapest plan costs at least, and at most.
    fn show_cost(&self, lower: Cost, upper: Option<Cost>) {
        self.bar.set_message(match upper {
            Some(upper) => format!("cost {lower} at least, {upper} at most, "),
            None => format!("cost {lower} at least, "),
        });
    }

    /// Shows that there is such a plan.
    fn show_plan(&self, measure: Minimum) {
        self.bar.println(match measure {
            Minimum::Steps(steps) => format!("a plan of {steps} steps; looking for a shorter one"),
            Minimum::Cost(cost) => format!("a plan of cost {cost}; looking for a cheaper one"),
        });
    }

    /// Shows that a proof is made that no plan has less than this, or, if there is none, that there is none.
    fn show_certifying(&self, least: Option<Minimum>) {
        self.bar.set_message(match least {
            Some(Minimum::Steps(steps)) => format!("proving that no plan has fewer than {steps} steps, "),
            Some(Minimum::Cost(cost)) => format!("proving that no plan costs less than {cost}, "),
            None => "proving that there is no plan, ".to_owned(),
        });
    }

    /// Shows that a certificate is checked.
    fn show_checking(&self) {
        self.bar.set_message("checking the certificate, ");
    }

    /// Shows how many schedules were found.
    pub(crate) fn show_schedules(&mut self, progress: prisoners::ScheduleProgress) {
        self.bar.set_message(match progress {
            prisoners::ScheduleProgress::Found(count) => format!("{count} found, "),
            prisoners::ScheduleProgress::Confirmed(count) => {
                format!("confirming that there are no more: {count} found again, ")
            }
        });
    }

    /// Shows how an explicit search gets on.
    pub(crate) fn show_search(&mut self, progress: search::SearchProgress, refuted: Option<Cost>) {
        let search::SearchProgress { depth, states, .. } = progress;
        self.bar.set_message(match refuted {
            Some(cost) => format!("no plan of cost {cost} or less, {states} states, "),
            None => format!("depth {depth}, {states} states, "),
        });
    }
}

impl Drop for ProgressLine {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}
