//! The rules by which texts are understood: as problems of one kind or of any, with these options.

use std::path::{Path, PathBuf};
use std::{fs, io};

use bmcplan_base::ordered::sort;
use bmcplan_base::text::{Diagnostic, Source};
use bmcplan_kinds::problem::{Kind, ProblemOptions, Recognition};
use bmcplan_kinds::{Contents, Kinds};

use super::fault::{Fault, OptionFault};
use super::input::Input;

/// The kind of a text, where it is known, and the options that it is read with.
#[derive(Debug, Clone, Default)]
pub struct Reading {
    /// The kinds that a problem may be of.
    pub kinds: Kinds,
    /// The kind; none if the text tells.
    pub kind: Option<&'static Kind>,
    /// The options that were given.
    pub options: ProblemOptions,
    /// Is there no answer if there are warnings?
    pub warnings_are_errors: bool,
}

/// An input, and what stands in it.
pub(super) type InputText = (Input, Result<Source, Diagnostic>);

impl Reading {
    /// Groups texts by problem. A part that several problems share, such as a domain, belongs to the problems behind it, up to the
    /// next part. If nothing is behind the first part, it belongs to those before it.
    pub(super) fn together(&self, texts: &[InputText]) -> Vec<Vec<InputText>> {
        let source = |index: usize| texts[index].1.as_ref().ok();
        let is_part = |index: &usize| source(*index).is_some_and(|source| self.is_part(source));
        let parts: Vec<usize> = (0..texts.len()).filter(is_part).collect();
        let part_of = |index: usize| {
            let part = *parts.iter().rfind(|part| **part < index).or(parts.first())?;
            self.is_whole(&[source(part)?.clone(), source(index)?.clone()]).then_some(part)
        };
        let whole = (0..texts.len()).filter(|index| !parts.contains(index));
        let mut all: Vec<(usize, Option<usize>)> = whole.map(|index| (index, part_of(index))).collect();
        // A part without a problem is a fault that its reader names.
        let is_left = |part: &&usize| all.iter().all(|(_, of)| of != &Some(**part));
        let left: Vec<usize> = parts.iter().filter(is_left).copied().collect();
        all.extend(left.into_iter().map(|part| (part, None)));
        sort(&mut all);
        let text = |index: usize| texts[index].clone();
        all.into_iter().map(|(index, part)| part.into_iter().chain([index]).map(text).collect()).collect()
    }

    fn is_part(&self, source: &Source) -> bool {
        let is_half = |kind: &Kind| (kind.recognise)(std::slice::from_ref(source)) == Recognition::Perhaps;
        self.possible().any(|kind| 1 < kind.max_files && is_half(kind))
    }

    fn is_whole(&self, sources: &[Source]) -> bool {
        self.possible().any(|kind| (kind.recognise)(sources) == Recognition::Certain)
    }

    /// Returns the kind that was given, or all.
    fn possible(&self) -> impl Iterator<Item = &'static Kind> {
        self.kinds.iter().filter(|kind| self.kind.is_none_or(|given| given.name == kind.name))
    }

    /// Checks whether a text is certainly a problem or several, with or without faults.
    fn looks_like_problems(&self, source: &Source) -> bool {
        self.is_whole(std::slice::from_ref(source))
            || matches!(self.kinds.contents(source.clone()), Ok(Contents::Collection(_)))
    }

    /// Checks that the options make sense for the kind, if it is known before anything is read.
    ///
    /// # Errors
    /// The first option that does not.
    pub fn check(&self) -> Result<(), Fault> {
        self.kind.map_or(Ok(()), |kind| self.complete(kind).map(drop))
    }

    /// Returns the options that were given, and the defaults of the others.
    pub(super) fn complete(&self, kind: &'static Kind) -> Result<ProblemOptions, Fault> {
        let refused = |error| Fault::Option(OptionFault { error, kind, is_guessed: self.kind.is_none() });
        kind.complete(&self.options).map_err(refused)
    }

    /// Returns the texts in a folder and its subfolders that look like problems, ordered by file name; and the other files that
    /// belong to no problem. Hidden files are left out.
    pub(super) fn in_folder(&self, folder: &Path) -> (Vec<InputText>, Vec<PathBuf>) {
        let refused = |message: &str| {
            let refusal = Diagnostic::without_text(&folder.display().to_string(), message);
            vec![(Input::File(folder.to_owned()), Err(refusal))]
        };
        let files = match files_in(folder) {
            Ok(files) => files,
            Err(error) => return (refused(&format!("cannot read the folder: {error}")), Vec::new()),
        };
        let (mut problems, mut others) = (Vec::new(), Vec::new());
        for file in files {
            // A pipe may never end.
            let text = file.is_file().then(|| Input::File(file.clone()).read_large());
            match text {
                Some(Ok(source)) if self.looks_like_problems(&source) => problems.push((file, source)),
                _ => others.push(file),
            }
        }
        // A file that belongs to a problem is read with it.
        let companion = |(_, source): &(PathBuf, Source)| {
            let kind = self.kinds.kind_of(std::slice::from_ref(source)).ok()?;
            (kind.companion)(source)
        };
        let companions: Vec<PathBuf> = problems.iter().filter_map(companion).collect();
        others.retain(|file| !companions.contains(file));
        problems.retain(|(file, _)| !companions.contains(file));
        if problems.is_empty() {
            return (refused("there is no problem in this folder"), others);
        }
        (problems.into_iter().map(|(file, source)| (Input::File(file), Ok(source))).collect(), others)
    }
}

/// Returns the files whose names do not begin with a dot.
fn files_in(folder: &Path) -> io::Result<Vec<PathBuf>> {
    let mut entries = fs::read_dir(folder)?.map(|entry| Ok(entry?.path())).collect::<io::Result<Vec<_>>>()?;
    entries.retain(|path| path.file_name().is_some_and(|name| !name.as_encoded_bytes().starts_with(b".")));
    sort(&mut entries);
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
