//! Instances of a group: files, patterns of files, and problems given by numbers.

use std::fs;
use std::path::Path;

use toml::{Spanned, Table, Value};

use bmcplan_ask::{Input, NamedProblem, Reading};
use bmcplan_base::text::{Diagnostic, Source, Span};

use super::super::runner::Instance;
use super::values::{check_writes_nothing, option};
use super::{Abilities, hash_of_texts};

#[derive(Debug, Clone)]
pub(super) struct FoundInstance {
    pub(super) instance: Instance,
    /// Hash of the file; for problems given by numbers, the numbers.
    pub(super) content: String,
    /// True if the instance is in a file, false if it is given by numbers.
    pub(super) in_file: bool,
    pub(super) span: Span,
}

pub(super) fn find(
    source: &Source,
    folder: &Path,
    kind: Option<&Spanned<String>>,
    list: &Spanned<Vec<Spanned<Value>>>,
    abilities: Abilities<'_>,
) -> Result<Vec<FoundInstance>, Diagnostic> {
    let mut all: Vec<FoundInstance> = Vec::new();
    let kind_name = kind.map(|kind| kind.get_ref().as_str());
    let kind_of_all = kind_name.and_then(|name| abilities.reading.kinds.named(name));
    let reading = Reading { kind: kind_of_all, ..abilities.reading.clone() };
    for entry in list.get_ref() {
        let files = NamedFiles { source, span: entry.span(), folder, kind: kind_name, reading: &reading };
        let found = match entry.get_ref() {
            Value::String(pattern) => {
                let names = files.matching(pattern)?;
                let found = names.iter().map(|name| files.named(name)).collect::<Result<Vec<_>, _>>()?;
                found.into_iter().flatten().collect()
            }
            Value::Array(names) => {
                let names: Option<Vec<&str>> = names.iter().map(Value::as_str).collect();
                let names = names.filter(|names| 1 < names.len());
                vec![files.together(&names.ok_or_else(|| no_instance(source, entry.span()))?)?]
            }
            Value::Table(numbers) => vec![of_numbers(source, kind, numbers, entry.span())?],
            _ => return Err(no_instance(source, entry.span())),
        };
        for one in found {
            if !all.iter().any(|other| other.instance == one.instance) {
                all.push(one);
            }
        }
    }
    if all.is_empty() {
        return Err(Diagnostic::new(source, "there are no instances")
            .at(list.span(), "here")
            .help("name files, relative to this one, or patterns such as \"thinkfun/*.toml\""));
    }
    Ok(all)
}

fn no_instance(source: &Source, span: Span) -> Diagnostic {
    Diagnostic::new(source, "this is not an instance").at(span, "here").help(
        "give the path of a file, relative to this one, or a list of two that are one problem, or (with a kind such as \"prisoners\") options of its command: \
         { days = 6 }",
    )
}

/// Files named at a place in a suite, relative to its folder.
struct NamedFiles<'a> {
    source: &'a Source,
    span: Span,
    folder: &'a Path,
    /// Kind of problem, if known.
    kind: Option<&'a str>,
    reading: &'a Reading,
}

impl NamedFiles<'_> {
    fn diagnostic(&self, message: String) -> Diagnostic {
        Diagnostic::new(self.source, message).at(self.span.clone(), "here")
    }

    /// Makes an error that points at the file's name in the suite. The reader's own error points at the unreadable file.
    fn unreadable(&self, error: &Diagnostic) -> Diagnostic {
        self.diagnostic(format!("{}: {}", error.source_name(), error.message()))
            .help("paths are relative to the suite's file")
    }

    fn matching(&self, pattern: &str) -> Result<Vec<String>, Diagnostic> {
        if !pattern.contains(['*', '?', '[']) {
            return Ok(vec![pattern.to_owned()]);
        }
        let mut names: Vec<String> = Vec::new();
        let root = glob::Pattern::escape(&self.folder.to_string_lossy());
        let whole = Path::new(&root).join(pattern).to_string_lossy().into_owned();
        let paths = glob::glob(&whole).map_err(|error| {
            self.diagnostic(format!("this is not a pattern: {}", error.msg))
                .help("for a bracket itself, write [[] or []]")
        })?;
        for path in paths {
            let path = path.map_err(|error| {
                self.diagnostic(error.to_string())
                    .help("check the permissions of the folders that the pattern names")
            })?;
            if path.is_file() {
                names.push(name_of(&path, self.folder));
            }
        }
        if names.is_empty() {
            let diagnostic = self.diagnostic("no file has such a name".to_owned());
            return Err(diagnostic.help("paths are relative to the suite's file"));
        }
        Ok(names)
    }

    fn input(&self, name: &str) -> Result<Input, Diagnostic> {
        let path = self.folder.join(name);
        // Standard input is for the command line only.
        let input = Input::of_problem(if path == Path::new("-") { Path::new(".").join(path) } else { path });
        let is_stream =
            |path: &Path| fs::metadata(path).is_ok_and(|found| !found.is_file() && !found.is_dir());
        match input.path().filter(|path| is_stream(path)) {
            Some(path) => Err(self
                .diagnostic(format!("{}: this is a pipe or a device", path.display()))
                .help("every run reads its problem anew; name a file")),
            None => Ok(input),
        }
    }

    /// Returns all problems of that name. A folder or collection gives each problem in it.
    fn named(&self, name: &str) -> Result<Vec<FoundInstance>, Diagnostic> {
        let input = self.input(name)?;
        let (named, _) = NamedProblem::all(std::slice::from_ref(&input), self.reading);
        let instance = |named: &NamedProblem| {
            let inputs = named.inputs_alone();
            let found = || inputs.last().and_then(Input::file).unwrap_or_default();
            let is_found = inputs != [input.clone()];
            let name = if is_found { name_of(Path::new(&found()), self.folder) } else { name.to_owned() };
            self.instance(name, &inputs, named)
        };
        named.iter().map(instance).collect()
    }

    /// Returns the problem in several files, named after the last one.
    fn together(&self, names: &[&str]) -> Result<FoundInstance, Diagnostic> {
        let inputs = names.iter().map(|name| self.input(name)).collect::<Result<Vec<_>, _>>()?;
        let named = NamedProblem::one(&inputs, self.reading).map_err(|error| self.unreadable(&error))?;
        self.instance(names.last().map(ToString::to_string).unwrap_or_default(), &inputs, &named)
    }

    fn instance(
        &self,
        name: String,
        inputs: &[Input],
        named: &NamedProblem,
    ) -> Result<FoundInstance, Diagnostic> {
        let texts = named.sources().map_err(|error| self.unreadable(&error))?;
        // An unrecognised text is rejected by the command that solves problems of any kind.
        let recognised =
            texts.last().and_then(|text| self.reading.kinds.kind_of(std::slice::from_ref(text)).ok());
        let kind = self.kind.unwrap_or(recognised.map_or("solve", |kind| kind.name)).to_owned();
        let arguments = inputs.iter().flat_map(Input::words).collect();
        Ok(FoundInstance {
            instance: Instance { name, kind, arguments },
            content: hash_of_texts(&self.reading.kinds.with_companion(texts)?),
            in_file: true,
            span: self.span.clone(),
        })
    }
}

fn name_of(path: &Path, folder: &Path) -> String {
    let inside = path.strip_prefix(folder).unwrap_or(path);
    let parts: Vec<_> = inside.iter().map(|part| part.to_string_lossy()).collect();
    if inside.is_absolute() { inside.display().to_string() } else { parts.join("/") }
}

fn of_numbers(
    source: &Source,
    kind: Option<&Spanned<String>>,
    numbers: &Table,
    span: Span,
) -> Result<FoundInstance, Diagnostic> {
    let Some(kind) = kind else {
        return Err(Diagnostic::new(source, "an instance without a file needs a kind")
            .at(span, "here")
            .help("name the command that solves it: kind = \"prisoners\""));
    };
    let mut options = Vec::new();
    for (name, value) in numbers {
        check_writes_nothing(source, name, span.clone())?;
        let Some(option) = option(name, value) else { return Err(no_instance(source, span)) };
        options.push(option);
    }
    let instance = Instance::of_options(kind.get_ref(), &options);
    Ok(FoundInstance { content: instance.name.clone(), instance, in_file: false, span })
}
