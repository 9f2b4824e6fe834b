//! The problems that were given: files, everything in folders, standard input, and what stands in collections.

use std::fmt;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::kinds::Contents;
use crate::text::{self, Collection, CollectionEntry, Diagnostic, Source};
use serde::Serialize;

use super::super::super::failure::Failure;
use super::super::super::files::Files;
use super::super::super::input::Input;
use super::super::super::problem_args::{ProblemArgs, Understanding};
use super::super::super::terminal;
use crate::ask::ProblemText;

/// The problems that a command was given to solve.
pub(crate) enum GivenProblems {
    One(ProblemText),
    /// In the order in which they were named.
    Many(Vec<WaitingProblem>),
}

/// One of many problems, before its turn.
pub(crate) enum WaitingProblem {
    /// In a file, or in two.
    File(Vec<Source>),
    Entry(Arc<Collection>, usize),
    /// A file that cannot be read.
    Unreadable(Diagnostic),
}

/// A text, and the name of a problem in it.
type NamedText<'a> = (Result<Source, Diagnostic>, Option<&'a str>);

/// Where a problem stands, and what it is called there.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub(super) struct Place {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) id: Option<String>,
    /// Its name in its text; else its file's name without an extension.
    pub(super) name: String,
    pub(super) file: String,
    /// Its first line, if it is one of several in the file.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) line: Option<usize>,
}

impl GivenProblems {
    /// Reads what was given. `are_many`: a single problem counts as many, too; `files`: those that are written later.
    pub(crate) fn read(args: &ProblemArgs, are_many: bool, files: &Files) -> Result<Self, Failure> {
        let understanding = &args.understanding;
        let mut texts = Vec::new();
        for input in &args.inputs {
            match input {
                Input::File(path) if input.is_folder() => {
                    texts.extend(in_folder(path, understanding).into_iter().map(|source| (source, None)));
                }
                input => texts.push((input.read_large(), input.entry())),
            }
        }
        let is_alone = args.inputs.len() == 1 && !args.inputs.iter().any(Input::is_folder);
        let whole: Vec<Source> = texts.iter().filter_map(|(source, _)| source.clone().ok()).collect();
        files.check_read(&whole)?;
        let is_pair =
            1 < texts.len() && whole.len() == args.inputs.len() && understanding.is_one_problem(&whole);
        if !are_many && is_pair {
            return Ok(Self::One(understanding.apply(whole, files)?));
        }
        let mut problems = Vec::new();
        for together in understanding.together(&texts, |(source, _)| source.as_ref().ok()) {
            match WaitingProblem::of(together, understanding) {
                Ok(found) => problems.extend(found),
                Err(diagnostic) if is_alone => return Err(diagnostic.into()),
                Err(diagnostic) => problems.push(WaitingProblem::Unreadable(diagnostic)),
            }
        }
        match &*problems {
            [problem] if is_alone && !are_many => {
                Ok(Self::One(understanding.apply(problem.sources()?, files)?))
            }
            _ => Ok(Self::Many(problems)),
        }
    }
}

impl WaitingProblem {
    /// Those in a text, or in two that are one problem; where one is named, that.
    fn of(texts: Vec<NamedText<'_>>, understanding: &Understanding) -> Result<Vec<Self>, Diagnostic> {
        let [(source, entry)] = &*texts else {
            let sources = texts.into_iter().map(|(source, _)| source).collect::<Result<_, _>>()?;
            return Ok(vec![Self::File(sources)]);
        };
        let collection = match (understanding.kinds().contents(source.clone()?)?, entry) {
            (Contents::Problem(source), None) => return Ok(vec![Self::File(vec![source])]),
            (Contents::Problem(source), entry) => {
                return Ok(vec![Self::File(vec![understanding.kinds().one(source, *entry)?])]);
            }
            (Contents::Collection(collection), _) => Arc::new(collection),
        };
        let places = match entry {
            Some(entry) => vec![collection.find(entry)?],
            None => (0..collection.len()).collect(),
        };
        Ok(places.into_iter().map(|index| Self::Entry(collection.clone(), index)).collect())
    }

    /// Its texts.
    pub(super) fn sources(&self) -> Result<Vec<Source>, Diagnostic> {
        match self {
            Self::File(sources) => Ok(sources.clone()),
            Self::Entry(collection, index) => match collection.get(*index) {
                Some(entry) => Ok(vec![entry.source]),
                None => Err(Diagnostic::without_text("the collection", "there are not so many problems")),
            },
            Self::Unreadable(diagnostic) => Err(diagnostic.clone()),
        }
    }

    /// Where it stands.
    pub(super) fn place(&self) -> Place {
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

impl fmt::Display for Place {
    /// `60 2332 (boards.txt:7)`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let line = self.line.map(|line| format!(":{line}")).unwrap_or_default();
        match &self.id {
            Some(id) => write!(f, "{id} ({}{line})", self.file),
            None => write!(f, "{}{line}", self.file),
        }
    }
}

/// What looks like a problem or like several, of all files in a folder and in the folders in it, by their names.
fn in_folder(path: &Path, understanding: &Understanding) -> Vec<Result<Source, Diagnostic>> {
    let files = match files_in(path) {
        Ok(files) => files,
        Err(error) => {
            let message = format!("cannot read the folder: {error}");
            return vec![Err(Diagnostic::without_text(&path.display().to_string(), message))];
        }
    };
    let (mut sources, mut others) = (Vec::new(), Vec::new());
    for file in files {
        // Of a pipe nobody may ever write the end.
        let text = file.is_file().then(|| Input::File(file.clone()).read_large());
        match text {
            Some(Ok(source)) if understanding.looks_like_problems(&source) => sources.push(Ok(source)),
            _ => others.push(file.display().to_string()),
        }
    }
    // A file that belongs to a problem is read with it.
    let companion = |source: &Source| {
        let kind = understanding.kinds().kind_of(std::slice::from_ref(source)).ok()?;
        (kind.companion)(source)
    };
    let companions: Vec<PathBuf> = sources.iter().flatten().filter_map(companion).collect();
    others.retain(|file| !companions.contains(&PathBuf::from(file)));
    if !others.is_empty() {
        terminal::print_error(&format!("left out, as they look like no problems: {}", others.join(", ")));
    }
    if sources.is_empty() {
        let message = "there is no problem in this folder";
        return vec![Err(Diagnostic::without_text(&path.display().to_string(), message))];
    }
    sources
}

/// The files whose names do not begin with a dot.
fn files_in(folder: &Path) -> io::Result<Vec<PathBuf>> {
    let mut entries = fs::read_dir(folder)?.map(|entry| Ok(entry?.path())).collect::<io::Result<Vec<_>>>()?;
    entries.retain(|path| path.file_name().is_some_and(|name| !name.as_encoded_bytes().starts_with(b".")));
    entries.sort();
    let mut files = Vec::new();
    for entry in entries {
        if entry.is_dir() && !entry.is_symlink() {
            files.extend(files_in(&entry)?);
        } else {
            files.push(entry);
        }
    }
    Ok(files)
}
