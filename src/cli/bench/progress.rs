//! The progress bar of a suite: what is running, what is left, and how long that may take.

use crate::ordered::Map;
use std::io::{self, IsTerminal};
use std::time::Duration;

use crate::bench::{Job, Record};
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use super::super::output::visible;

/// A bar on a terminal, and nowhere else; gone when dropped.
pub(super) struct RunProgress {
    bar: ProgressBar,
    /// By their turns.
    running: Map<usize, String>,
}

impl RunProgress {
    /// One for so many runs that were made before, and so many that are left. It is hidden where log lines would run
    /// through it.
    pub(super) fn of(before: usize, left: usize) -> Self {
        let wanted = io::stderr().is_terminal() && log::max_level() <= log::LevelFilter::Warn;
        let target = if wanted { ProgressDrawTarget::stderr() } else { ProgressDrawTarget::hidden() };
        let bar = ProgressBar::with_draw_target(u64::try_from(before + left).ok(), target);
        if wanted {
            if let Ok(style) =
                ProgressStyle::with_template("{spinner} {pos}/{len} {bar:20} {eta} left, now {wide_msg}")
            {
                bar.set_style(style);
            }
            bar.set_position(u64::try_from(before).unwrap_or(0));
            // Runs that were made before tell nothing of the time that is left.
            bar.reset_eta();
            bar.enable_steady_tick(Duration::from_millis(100));
        }
        Self { bar, running: Map::new() }
    }

    /// A run begins.
    pub(super) fn begin(&mut self, turn: usize, job: &Job) {
        let text = format!("{} ({})", job.instance.name, job.configuration);
        log::info!("{text}, run {}: begun", job.run);
        self.running.insert(turn, text);
        self.show();
    }

    /// A run is over.
    pub(super) fn done(&mut self, turn: usize, record: &Record) {
        if let Some(text) = self.running.remove(&turn) {
            log::info!(
                "{text}, run {}: {}, {:.3} s",
                record.run,
                record.result_in_words(),
                record.wall_seconds
            );
        }
        self.bar.inc(1);
        self.show();
    }

    fn show(&self) {
        let running: Vec<&str> = self.running.values().map(String::as_str).collect();
        self.bar.set_message(visible(&running.join(" · ")).into_owned());
    }
}

impl Drop for RunProgress {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}
