//! The lines of answers, in the order in which they are known or in that of the problems, under a progress bar.

use std::time::Instant;

use indicatif::ProgressBar;

use super::super::super::exit::Exit;
use super::super::super::failure::Failure;
use super::super::super::pictures::{Pictures, in_file_name, in_file_name_again};
use super::super::super::report::Show;
use super::super::super::{output, progress, terminal};
use super::super::config::SolveConfig;
use super::answer::{BatchItem, Hardness};
use super::summary::ManySummary;
use crate::ask::{NamedProblem, ProblemPlace};
use crate::draw::film::Film;
use crate::stop::Stop;
use bmcplan_base::ordered::{Map, Set};

pub(super) struct Printer {
    show: Show,
    is_ordered: bool,
    /// The number of the problem whose turn it is, if they are printed in order.
    next: usize,
    early: Map<usize, BatchItem>,
    bar: ProgressBar,
    summary: ManySummary,
    drawings: ManyDrawings,
    begun: Instant,
}

impl Printer {
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

    pub(super) fn add(&mut self, index: usize, mut answer: BatchItem, stop: &Stop) -> Result<(), Failure> {
        self.drawings.add(index, &mut answer, stop)?;
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

    fn print(&mut self, answer: &BatchItem) -> Result<(), Failure> {
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

pub(super) struct ManyDrawings {
    pictures: Vec<Pictures>,
    most: Option<usize>,
    /// The hardest so far, which are drawn when all are known.
    hardest: Vec<(Hardness, usize, Film)>,
}

impl ManyDrawings {
    pub(super) fn of(config: &SolveConfig, problems: &[NamedProblem]) -> Result<Self, Failure> {
        let mut pictures = Vec::new();
        if !config.pictures.is_empty() {
            config.pictures.check_for_many()?;
            let files = config.files.with_problems(problems);
            // Some systems have one file for names that differ in case alone.
            let mut taken = Set::new();
            for problem in problems {
                let name = in_file_name(&name(&problem.place()));
                let again = (2..).map(|number| in_file_name_again(&name, number));
                let is_free = |name: &String| !taken.contains(&name.to_lowercase());
                let free = [name.clone()].into_iter().chain(again).find(is_free);
                let name = free.unwrap_or(name);
                pictures.push(config.pictures.of_problem(&name, &files)?);
                taken.insert(name.to_lowercase());
            }
        }
        Ok(Self { pictures, most: config.hardest, hardest: Vec::new() })
    }

    pub(super) fn add(&mut self, index: usize, answer: &mut BatchItem, stop: &Stop) -> Result<(), Failure> {
        let Some(film) = answer.film.take() else { return Ok(()) };
        let Some(most) = self.most else { return self.draw(index, film, stop) };
        let Some(hardness) = answer.hardness() else { return Ok(()) };
        let at = self.hardest.partition_point(|(other, ..)| hardness <= *other);
        if at < most {
            self.hardest.insert(at, (hardness, index, film));
            self.hardest.truncate(most);
        }
        Ok(())
    }

    pub(super) fn finish(&mut self, stop: &Stop) -> Result<(), Failure> {
        let hardest = std::mem::take(&mut self.hardest);
        hardest.into_iter().try_for_each(|(_, index, film)| self.draw(index, film, stop))
    }

    fn draw(&self, index: usize, film: Film, stop: &Stop) -> Result<(), Failure> {
        self.pictures.get(index).map_or(Ok(()), |pictures| pictures.write(stop, || film))
    }
}

/// Returns the name of the files of a problem: its id, or the name of its file, with its line there.
fn name(place: &ProblemPlace) -> String {
    match (&place.id, place.line) {
        (Some(id), _) => id.clone(),
        (None, Some(line)) => format!("{}-{line}", place.stem()),
        (None, None) => place.stem(),
    }
}
