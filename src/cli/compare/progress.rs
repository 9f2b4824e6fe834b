//! The progress bar of a comparison: what is running, what is left, and how long that may take.

use std::io::{self, IsTerminal};
use std::time::Duration;

use crate::bench::Job;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use super::super::output::visible;

/// A bar on a terminal, and nowhere else; gone when dropped.
pub(super) struct Bar(ProgressBar);

impl Bar {
    /// One for so many runs. It is hidden where log lines would run through it.
    pub(super) fn of(runs: usize) -> Self {
        let wanted = io::stderr().is_terminal() && log::max_level() <= log::LevelFilter::Warn;
        let target = if wanted { ProgressDrawTarget::stderr() } else { ProgressDrawTarget::hidden() };
        let bar = ProgressBar::with_draw_target(u64::try_from(runs).ok(), target);
        if wanted {
            if let Ok(style) =
                ProgressStyle::with_template("{spinner} {pos}/{len} {bar:20} {eta} left, now {wide_msg}")
            {
                bar.set_style(style);
            }
            bar.enable_steady_tick(Duration::from_millis(100));
        }
        Self(bar)
    }

    /// Tells what is being run.
    pub(super) fn begin(&self, job: &Job) {
        let text = format!("{}: {}", job.instance.name, job.configuration);
        log::info!("{text}, run {}", job.run);
        self.0.set_message(visible(&text).into_owned());
    }

    /// One run is done.
    pub(super) fn done(&self) {
        self.0.inc(1);
    }
}

impl Drop for Bar {
    fn drop(&mut self) {
        self.0.finish_and_clear();
    }
}
