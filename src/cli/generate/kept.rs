//! The file of the puzzles that were found: a collection for the other commands, which a later run goes on with.

use std::collections::BTreeSet;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use crate::ask::{Fault, Input, ProblemText};
use crate::kinds::Contents;
use crate::stop::Stop;
use crate::workshop::{NewPuzzle, figure};

use super::super::failure::Failure;
use super::super::files;

/// The puzzles that were found, and the file that has them if there is one.
pub(super) struct KeptPuzzles {
    file: Option<PathBuf>,
    settings: String,
    /// The puzzles in the file.
    entries: String,
    pub(super) n_puzzles: usize,
    /// The number of the next attempt.
    pub(super) next: u64,
    /// The keys of the puzzles of an earlier run.
    pub(super) known: BTreeSet<String>,
}

const SETTINGS: &str = "# made by bmcplan generate: ";
const NEXT: &str = "# next attempt: ";

impl KeptPuzzles {
    /// The puzzles of an earlier run with these settings, if it goes on.
    pub(super) fn open(
        file: Option<PathBuf>,
        resume: bool,
        settings: String,
        start: &ProblemText,
        stop: &Stop,
    ) -> Result<Self, Failure> {
        let empty = Self {
            settings,
            entries: String::new(),
            n_puzzles: 0,
            next: 0,
            known: BTreeSet::new(),
            file: None,
        };
        let Some(path) = file else { return Ok(empty) };
        let refused = |what: &str| Failure::Usage(format!("--output {}: {what}", path.display()));
        let text = match fs::read_to_string(&path) {
            Ok(text) => text,
            Err(error) if error.kind() == io::ErrorKind::NotFound => String::new(),
            Err(error) => return Err(refused(&error.to_string())),
        };
        let mut lines = text.lines();
        let head = (
            lines.next().and_then(|line| line.strip_prefix(SETTINGS)),
            lines.next().and_then(|line| line.strip_prefix(NEXT)),
        );
        match head {
            (Some(_), Some(_)) if !resume => {
                Err(refused("it has puzzles of an earlier run: --resume goes on with them"))
            }
            (Some(of), Some(next)) if of == empty.settings => {
                let next = next.parse().map_err(|_| refused("the number of the next attempt is wrong"))?;
                let entries =
                    text.split_once("\n\n").map(|(_, entries)| entries.to_owned()).unwrap_or_default();
                let known = known(&path, start, stop)?;
                Ok(Self { entries, n_puzzles: known.len(), next, known, file: Some(path), ..empty })
            }
            (Some(of), Some(_)) => Err(refused(&format!("--resume: it was made with other arguments: {of}"))),
            _ if resume && !text.is_empty() => Err(refused("--resume: it was not made by this command")),
            _ => Ok(Self { file: Some(path), ..empty }),
        }
    }

    /// Is there a file?
    pub(super) fn has_file(&self) -> bool {
        self.file.is_some()
    }

    /// Adds a puzzle, and returns its number.
    pub(super) fn add(&mut self, puzzle: &NewPuzzle, next: u64) -> Result<usize, Failure> {
        self.n_puzzles += 1;
        let entry =
            format!("# {}\n[[problem]]\nid = \"{}\"\n{}\n", words(puzzle), self.n_puzzles, puzzle.text);
        self.entries += &entry;
        self.finish(next)?;
        Ok(self.n_puzzles)
    }

    /// Writes the file.
    pub(super) fn finish(&mut self, next: u64) -> Result<(), Failure> {
        let Some(path) = &self.file else { return Ok(()) };
        let Self { settings, entries, .. } = self;
        files::write(path, format!("{SETTINGS}{settings}\n{NEXT}{next}\n\n{entries}").as_bytes())
    }
}

/// The keys of the puzzles in a file.
fn known(path: &Path, start: &ProblemText, stop: &Stop) -> Result<BTreeSet<String>, Failure> {
    let Contents::Collection(all) = start.kinds.contents(Input::File(path.to_owned()).read_large()?)? else {
        return Ok(BTreeSet::new());
    };
    let mut known = BTreeSet::new();
    for entry in all.iter() {
        let problem = ProblemText { sources: vec![entry.source], ..start.clone() }
            .read(stop)
            .map_err(|error| Failure::from(Fault::from(error)))?;
        known.extend(problem.variants().and_then(|board| board.forms().into_iter().min()));
    }
    Ok(known)
}

/// `40 units, 3 shortest plans, 8120 positions`
pub(super) fn words(puzzle: &NewPuzzle) -> String {
    let value = |name: &str| figure(name).and_then(|figure| (figure.value)(&puzzle.rating));
    let value = |name: &str| value(name).map_or("?".to_owned(), |value| value.to_string());
    let plans = match &*value("plans") {
        "1" => "1 shortest plan".to_owned(),
        plans => format!("{plans} shortest plans"),
    };
    format!("{} {}, {plans}, {} positions", value("length"), puzzle.subject.problem.metric(), value("states"))
}
