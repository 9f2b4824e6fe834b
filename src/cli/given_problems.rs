//! The problems that were given: files, everything in folders, standard input, and what stands in collections.

use std::fmt;
use std::path::Path;
use std::sync::Arc;

use crate::kinds::Contents;
use crate::text::{self, Collection, CollectionEntry, Diagnostic, Source};
use itertools::Itertools as _;
use serde::Serialize;

use super::failure::Failure;
use super::files::Files;
use super::problem_args::{ProblemArgs, understood};
use super::terminal;
use crate::ask::Input;
use crate::ask::{FolderContents, ProblemText, Reading};

pub(crate) enum GivenProblems {
    One(ProblemText),
    Many(Vec<WaitingProblem>),
}

pub(crate) enum WaitingProblem {
    File(Vec<Source>),
    Entry(Arc<Collection>, usize),
    Unreadable(Diagnostic),
}

type NamedText<'a> = (Result<Source, Diagnostic>, Option<&'a str>);

#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub(crate) struct Place {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) id: Option<String>,
    /// Its name in its text; else its file's name without an extension.
    pub(crate) name: String,
    pub(crate) file: String,
    /// Its first line, if it is one of several in the file.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) line: Option<usize>,
}

/// An answer with the keys by which a script knows the problem again.
#[derive(Serialize)]
pub(crate) struct PlacedAnswer<'a, T> {
    #[serde(flatten)]
    pub(crate) place: &'a Place,
    #[serde(flatten)]
    pub(crate) answer: T,
}

impl GivenProblems {
    /// Reads what was given. `are_many`: a single problem counts as many, too; `files`: those that are written later.
    pub(crate) fn read(args: &ProblemArgs, are_many: bool, files: &Files) -> Result<Self, Failure> {
        let reading = &args.reading;
        let mut texts = Vec::new();
        for input in &args.inputs {
            match input {
                Input::File(path) if input.is_folder() => {
                    texts.extend(in_folder(path, reading).into_iter().map(|source| (source, None)));
                }
                input => texts.push((input.read_large(), input.entry())),
            }
        }
        let is_alone = args.inputs.len() == 1 && !args.inputs.iter().any(Input::is_folder);
        let whole: Vec<Source> = texts.iter().filter_map(|(source, _)| source.clone().ok()).collect();
        files.check_read(&whole)?;
        let is_pair = 1 < texts.len() && whole.len() == args.inputs.len() && reading.is_one_problem(&whole);
        if !are_many && is_pair {
            return Ok(Self::One(understood(reading, whole, files)?));
        }
        let mut problems = Vec::new();
        for together in reading.together(&texts, |(source, _)| source.as_ref().ok()) {
            match WaitingProblem::of(together, reading) {
                Ok(found) => problems.extend(found),
                Err(diagnostic) if is_alone => return Err(diagnostic.into()),
                Err(diagnostic) => problems.push(WaitingProblem::Unreadable(diagnostic)),
            }
        }
        match &*problems {
            [problem] if is_alone && !are_many => {
                Ok(Self::One(understood(reading, problem.sources()?, files)?))
            }
            _ => Ok(Self::Many(problems)),
        }
    }
}

impl WaitingProblem {
    fn of(texts: Vec<NamedText<'_>>, reading: &Reading) -> Result<Vec<Self>, Diagnostic> {
        let [(source, entry)] = &*texts else {
            let sources = texts.into_iter().map(|(source, _)| source).collect::<Result<_, _>>()?;
            return Ok(vec![Self::File(sources)]);
        };
        let collection = match (reading.kinds.contents(source.clone()?)?, entry) {
            (Contents::Problem(source), None) => return Ok(vec![Self::File(vec![source])]),
            (Contents::Problem(source), entry) => {
                return Ok(vec![Self::File(vec![reading.kinds.one(source, *entry)?])]);
            }
            (Contents::Collection(collection), _) => Arc::new(collection),
        };
        let places = match entry {
            Some(entry) => vec![collection.find(entry)?],
            None => (0..collection.len()).collect(),
        };
        Ok(places.into_iter().map(|index| Self::Entry(collection.clone(), index)).collect())
    }

    pub(crate) fn sources(&self) -> Result<Vec<Source>, Diagnostic> {
        match self {
            Self::File(sources) => Ok(sources.clone()),
            Self::Entry(collection, index) => match collection.get(*index) {
                Some(entry) => Ok(vec![entry.source]),
                None => Err(Diagnostic::without_text("the collection", "there are not so many problems")),
            },
            Self::Unreadable(diagnostic) => Err(diagnostic.clone()),
        }
    }

    pub(crate) fn place(&self) -> Place {
        let in_file = |file: &str| {
            let stem = Path::new(file).file_stem().unwrap_or_default();
            Place { id: None, name: stem.to_string_lossy().into_owned(), file: file.to_owned(), line: None }
        };
        let of = |source: &Source| {
            let place = in_file(source.name());
            Place { name: text::name(source).unwrap_or(place.name), ..place }
        };
        match self {
            Self::File(sources) => sources.last().map_or_else(|| in_file("the problem"), of),
            Self::Entry(collection, index) => match collection.get(*index) {
                Some(CollectionEntry { id, source }) => {
                    Place { id, line: Some(source.first_line()), ..of(&source) }
                }
                None => in_file("the collection"),
            },
            Self::Unreadable(diagnostic) => in_file(diagnostic.source_name()),
        }
    }
}

impl Place {
    pub(crate) fn title(&self) -> String {
        let stem = Path::new(&self.file).file_stem().unwrap_or_default().to_string_lossy();
        match (&self.id, self.line) {
            (Some(id), _) => id.clone(),
            (None, Some(line)) if self.name == stem => format!("{stem}:{line}"),
            (None, _) => self.name.clone(),
        }
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let line = self.line.map(|line| format!(":{line}")).unwrap_or_default();
        match &self.id {
            Some(id) => write!(f, "{id} ({}{line})", self.file),
            None => write!(f, "{}{line}", self.file),
        }
    }
}

/// The texts of a folder that look like problems; those of other files are named on standard error.
fn in_folder(path: &Path, reading: &Reading) -> Vec<Result<Source, Diagnostic>> {
    let FolderContents { problems, others } = match reading.in_folder(path) {
        Ok(found) => found,
        Err(diagnostic) => return vec![Err(diagnostic)],
    };
    if !others.is_empty() {
        let others = others.iter().map(|file| file.display()).join(", ");
        terminal::print_error(&format!("left out, as they look like no problems: {others}"));
    }
    if problems.is_empty() {
        let message = "there is no problem in this folder";
        return vec![Err(Diagnostic::without_text(&path.display().to_string(), message))];
    }
    problems.into_iter().map(Ok).collect()
}
