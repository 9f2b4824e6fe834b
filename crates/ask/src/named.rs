//! The problems that inputs name: single ones, everything in folders, and what stands in collections. Each is recognised when its turn
//! comes.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use bmcplan_base::text::{self, Collection, CollectionEntry, Diagnostic, Source};
use bmcplan_kinds::Contents;

use super::input::Input;
use super::problem_text::ProblemPlace;
use super::reading::{InputText, Reading};

/// A problem that was named.
#[derive(Debug, Clone)]
pub struct NamedProblem {
    /// Its files or texts.
    pub inputs: Arc<[Input]>,
    found: Found,
}

#[derive(Debug, Clone)]
enum Found {
    Texts(Vec<Source>),
    Entry(Arc<Collection>, usize),
    Unreadable(Diagnostic),
}

impl NamedProblem {
    /// Returns all problems that inputs name, and the files of folders that look like none.
    pub fn all(inputs: &[Input], reading: &Reading) -> (Vec<Self>, Vec<PathBuf>) {
        let (mut texts, mut left_out) = (Vec::new(), Vec::new());
        for input in inputs {
            match input {
                Input::File(folder) if input.is_folder() => {
                    let (found, others) = reading.in_folder(folder);
                    texts.extend(found);
                    left_out.extend(others);
                }
                input => texts.push((input.clone(), input.read_large())),
            }
        }
        let named = reading.together(&texts).into_iter().flat_map(|texts| Self::of(texts, reading));
        (named.collect(), left_out)
    }

    /// Returns the one problem that stands in these inputs together.
    ///
    /// # Errors
    /// A text cannot be read, or has several problems and none is named.
    pub fn one(inputs: &[Input], reading: &Reading) -> Result<Self, Diagnostic> {
        let source = |input: &Input| reading.kinds.one(input.read_large()?, input.entry());
        let sources = inputs.iter().map(source).collect::<Result<_, _>>()?;
        Ok(Self { inputs: inputs.into(), found: Found::Texts(sources) })
    }

    fn of(texts: Vec<InputText>, reading: &Reading) -> Vec<Self> {
        let (inputs, sources): (Vec<Input>, Vec<_>) = texts.into_iter().unzip();
        let inputs: Arc<[Input]> = inputs.into();
        let found = Self::found(&inputs, sources, reading);
        let found = found.unwrap_or_else(|unreadable| vec![Found::Unreadable(unreadable)]);
        found.into_iter().map(|found| Self { inputs: inputs.clone(), found }).collect()
    }

    fn found(
        inputs: &[Input],
        sources: Vec<Result<Source, Diagnostic>>,
        reading: &Reading,
    ) -> Result<Vec<Found>, Diagnostic> {
        let sources = sources.into_iter().collect::<Result<Vec<_>, _>>()?;
        let ([input], [source]) = (inputs, &*sources) else { return Ok(vec![Found::Texts(sources)]) };
        let collection = match (reading.kinds.contents(source.clone())?, input.entry()) {
            (Contents::Problem(source), entry) => {
                let source = if entry.is_some() { reading.kinds.one(source, entry)? } else { source };
                return Ok(vec![Found::Texts(vec![source])]);
            }
            (Contents::Collection(collection), _) => Arc::new(collection),
        };
        let places = match input.entry() {
            Some(entry) => vec![collection.find(entry)?],
            None => (0..collection.len()).collect(),
        };
        Ok(places.into_iter().map(|index| Found::Entry(collection.clone(), index)).collect())
    }

    /// Returns its number in its collection, from 0, where that was named as a whole.
    pub fn entry(&self) -> Option<usize> {
        match (&self.found, &*self.inputs) {
            (Found::Entry(_, index), [input]) if input.entry().is_none() => Some(*index),
            _ => None,
        }
    }

    /// Returns the texts of its files, without one that belongs to them and was not named.
    ///
    /// # Errors
    /// They cannot be read.
    pub fn sources(&self) -> Result<Vec<Source>, Diagnostic> {
        match &self.found {
            Found::Texts(sources) => Ok(sources.clone()),
            Found::Entry(collection, index) => match collection.get(*index) {
                Some(entry) => Ok(vec![entry.source]),
                None => Err(Diagnostic::without_text("the collection", "there are not so many problems")),
            },
            Found::Unreadable(unreadable) => Err(unreadable.clone()),
        }
    }

    /// Returns its place among many: the name in its text, else that of its file; the file; in a collection its id and its first line.
    pub fn place(&self) -> ProblemPlace {
        let in_file = |file: &str| {
            let stem = Path::new(file).file_stem().unwrap_or_default().to_string_lossy();
            ProblemPlace { file: Some(file.to_owned()), ..ProblemPlace::called(&stem) }
        };
        let of = |source: &Source| {
            let place = in_file(source.name());
            ProblemPlace { name: text::name(source).unwrap_or(place.name), ..place }
        };
        match &self.found {
            Found::Texts(sources) => sources.last().map_or_else(|| in_file("the problem"), of),
            Found::Entry(collection, index) => match collection.get(*index) {
                Some(CollectionEntry { id, source }) => {
                    ProblemPlace { id, line: Some(source.first_line()), ..of(&source) }
                }
                None => in_file("the collection"),
            },
            Found::Unreadable(unreadable) => in_file(unreadable.source_name()),
        }
    }

    /// Inputs that name it alone, not its whole collection.
    pub fn inputs_alone(&self) -> Vec<Input> {
        let entry = |input: &Input, source: &Source| match input {
            Input::File(path) => Input::Entry { path: path.clone(), entry: source.first_line().to_string() },
            Input::Typed { option, .. } => {
                Input::Typed { option: option.clone(), text: source.text().to_owned() }
            }
            Input::Entry { .. } | Input::Stdin => input.clone(),
        };
        match (&self.found, &*self.inputs) {
            (Found::Entry(collection, index), [input]) if 1 < collection.len() => {
                collection.get(*index).map(|found| entry(input, &found.source)).into_iter().collect()
            }
            _ => self.inputs.to_vec(),
        }
    }
}
