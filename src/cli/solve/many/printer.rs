//! The lines of answers, in the order in which they are known or in that of the problems, under a progress bar.

use crate::ordered::Map;
use std::time::Instant;

use crate::stop::Stop;
use indicatif::ProgressBar;

use super::super::super::exit::Exit;
use super::super::super::failure::Failure;
use super::super::super::report::Show;
use super::super::super::{output, progress, terminal};
use super::super::config::SolveConfig;
use super::answer::OneOfMany;
use super::drawings::ManyDrawings;
use super::summary::ManySummary;

/// The output of a run over many problems.
pub(super) struct Printer {
    show: Show,
    is_ordered: bool,
    /// The number of the problem whose turn it is, if they are printed in order.
    next: usize,
    /// Answers that came before their turn.
    early: Map<usize, OneOfMany>,
    bar: ProgressBar,
    summary: ManySummary,
    drawings: ManyDrawings,
    begun: Instant,
}

impl Printer {
    /// For so many problems, with their pictures.
    pub(super) fn of(config: &SolveConfig, n_problems: usize, drawings: ManyDrawings) -> Self {
        Self {
            show: config.show,
            is_ordered: config.is_ordered,
            next: 0,
            early: Map::new(),
            bar: progress::bar(n_problems, config.show),
            summary: ManySummary::of(n_problems, config.settings.semantics(), config.hardest),
            drawings,
            begun: Instant::now(),
        }
    }

    /// Takes the answer for the problem of that number, and prints what has its turn.
    pub(super) fn hear(&mut self, index: usize, mut answer: OneOfMany, stop: &Stop) -> Result<(), Failure> {
        self.drawings.hear(index, &mut answer, stop)?;
        self.summary.count(&answer);
        self.bar.inc(1);
        if !self.is_ordered {
            return self.print(&answer);
        }
        self.early.insert(index, answer);
        while let Some(answer) = self.early.remove(&self.next) {
            self.print(&answer)?;
            self.next += 1;
        }
        Ok(())
    }

    fn print(&mut self, answer: &OneOfMany) -> Result<(), Failure> {
        self.bar.suspend(|| {
            if !matches!(self.show, Show::Json) {
                answer.warnings.iter().for_each(terminal::print_diagnostic);
            }
            if let Some(failure) = answer.failure.as_ref().filter(|_| self.show != Show::Json) {
                // Diagnostics have a place of their own.
                match failure {
                    Failure::Usage(why) => Failure::Usage(format!("{}: {why}", answer.place)).print(),
                    other => other.print(),
                };
            }
            if let Some(note) = &answer.note {
                terminal::print_error(note);
            }
            output::print(&answer.line).map(drop)
        })
    }

    /// Prints what is left, and the summary.
    pub(super) fn finish(mut self, stop: &Stop) -> Result<Exit, Failure> {
        self.drawings.finish(stop)?;
        self.bar.finish_and_clear();
        for answer in std::mem::take(&mut self.early).into_values() {
            self.print(&answer)?;
        }
        self.summary.warnings().for_each(|warning| terminal::print_error(&warning));
        let summary = self.summary.text(self.begun.elapsed());
        match self.show {
            Show::Text | Show::Frames => drop(output::print(&format!("\n{summary}"))?),
            Show::Json => terminal::print_error(summary.trim_end()),
            Show::Moves => {}
        }
        Ok(stop.reason().map_or_else(|| self.summary.exit(), Exit::from))
    }
}
