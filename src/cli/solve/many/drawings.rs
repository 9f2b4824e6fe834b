//! Pictures of many plans: files for each problem, named after it, or for the hardest alone.

use crate::ordered::Set;
use std::path::Path;

use crate::draw::film::Film;
use crate::stop::Stop;

use super::super::super::failure::Failure;
use super::super::super::given_problems::{Place, WaitingProblem};
use super::super::super::pictures::{Pictures, in_file_name, in_file_name_again};
use super::super::config::SolveConfig;
use super::answer::{Hardness, OneOfMany};

/// The pictures of many problems.
pub(super) struct ManyDrawings {
    /// The pictures of each problem, by its number.
    pictures: Vec<Pictures>,
    /// The greatest number of plans that are drawn, if not all.
    most: Option<usize>,
    /// The hardest so far, which are drawn when all are known.
    hardest: Vec<(Hardness, usize, Film)>,
}

impl ManyDrawings {
    /// Of these problems. Every file has a name of its own.
    pub(super) fn of(config: &SolveConfig, problems: &[WaitingProblem]) -> Result<Self, Failure> {
        let mut pictures = Vec::new();
        if !config.pictures.is_empty() {
            config.pictures.check_for_many()?;
            // Files in folders were read, though nobody has named them.
            let mut files = config.files.clone();
            let read: Set<String> = problems.iter().map(|problem| problem.place().file).collect();
            read.iter().for_each(|file| files.reads("the problem", Path::new(file)));
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

    /// Draws the plan of the problem of that number, or keeps it.
    pub(super) fn hear(&mut self, index: usize, answer: &mut OneOfMany, stop: &Stop) -> Result<(), Failure> {
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

    /// Draws those that were kept.
    pub(super) fn finish(&mut self, stop: &Stop) -> Result<(), Failure> {
        let hardest = std::mem::take(&mut self.hardest);
        hardest.into_iter().try_for_each(|(_, index, film)| self.draw(index, film, stop))
    }

    fn draw(&self, index: usize, film: Film, stop: &Stop) -> Result<(), Failure> {
        self.pictures.get(index).map_or(Ok(()), |pictures| pictures.write(stop, || film))
    }
}

/// The name of the files of a problem: its id, or the name of its file, with its line there.
fn name(place: &Place) -> String {
    let stem = Path::new(&place.file).file_stem().unwrap_or_default().to_string_lossy();
    match (&place.id, place.line) {
        (Some(id), _) => id.clone(),
        (None, Some(line)) => format!("{stem}-{line}"),
        (None, None) => stem.into_owned(),
    }
}
