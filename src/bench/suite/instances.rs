//! The instances of a group: files, patterns of files, and problems that are numbers.

use std::fs;
use std::path::Path;

use toml::{Spanned, Table, Value};

use super::super::runner::Instance;
use super::values::{check_writes_nothing, option};
use super::{Abilities, hash_of_texts};
use crate::text::{Diagnostic, MAX_INPUT_BYTES, Source, Span};

#[derive(Debug, Clone)]
pub(super) struct FoundInstance {
    pub(super) instance: Instance,
    /// A hash of the file; of numbers, the numbers themselves.
    pub(super) content: String,
    /// Is the instance in a file? If not, it is numbers.
    pub(super) in_file: bool,
    pub(super) span: Span,
}

pub(super) fn find(
    source: &Source,
    folder: &Path,
    kind: Option<&Spanned<String>>,
    list: &Spanned<Vec<Spanned<Value>>>,
    abilities: &dyn Abilities,
) -> Result<Vec<FoundInstance>, Diagnostic> {
    let mut all: Vec<FoundInstance> = Vec::new();
    for entry in list.get_ref() {
        let found = match entry.get_ref() {
            Value::String(pattern) => files(source, folder, kind, pattern, entry.span(), abilities)?,
            Value::Array(names) => vec![in_files(source, folder, kind, names, entry.span(), abilities)?],
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
    Diagnostic::new(source, "this is no instance").at(span, "here").help(
        "give the path of a file, relative to this one, or a list of two that are one problem, or (with a kind such as \"prisoners\") options of its command: \
         { days = 6 }",
    )
}

fn files(
    source: &Source,
    folder: &Path,
    kind: Option<&Spanned<String>>,
    pattern: &str,
    span: Span,
    abilities: &dyn Abilities,
) -> Result<Vec<FoundInstance>, Diagnostic> {
    let refusal = |message: String| Diagnostic::new(source, message).at(span.clone(), "here");
    let mut names: Vec<String> = Vec::new();
    if pattern.contains(['*', '?', '[']) {
        let root = glob::Pattern::escape(&folder.to_string_lossy());
        let whole = Path::new(&root).join(pattern).to_string_lossy().into_owned();
        let paths = glob::glob(&whole).map_err(|error| {
            refusal(format!("this is no pattern: {}", error.msg))
                .help("for a bracket itself, write [[] or []]")
        })?;
        for path in paths {
            let path = path.map_err(|error| {
                refusal(error.to_string()).help("check the permissions of the folders that the pattern names")
            })?;
            if path.is_file() {
                names.push(name_of(&path, folder));
            }
        }
        if names.is_empty() {
            return Err(
                refusal("no file has such a name".to_owned()).help("paths are relative to the suite's file")
            );
        }
    } else {
        names.push(pattern.to_owned());
    }
    let file = |name: String| {
        let path = folder.join(&name);
        let text = text(source, &path, &span)?;
        let kind = kind.map_or_else(|| abilities.kind_of(&text), |kind| kind.get_ref().clone());
        let content = hash_of_texts(&abilities.texts(text)?);
        Ok(FoundInstance {
            instance: Instance::in_file(name, kind, &path),
            content,
            in_file: true,
            span: span.clone(),
        })
    };
    names.into_iter().map(file).collect()
}

fn text(source: &Source, path: &Path, span: &Span) -> Result<Source, Diagnostic> {
    let refusal = |message: String| Diagnostic::new(source, message).at(span.clone(), "here");
    if fs::metadata(path).is_ok_and(|found| !found.is_file() && !found.is_dir()) {
        return Err(refusal(format!("{}: this is a pipe or a device", path.display()))
            .help("every run reads its problem anew; name a file"));
    }
    // The reader's complaint would point at a file that cannot be read; this one points at the file's name.
    Source::open_at_most(path, MAX_INPUT_BYTES).map_err(|error| {
        refusal(format!("{}: {}", path.display(), error.message()))
            .help("paths are relative to the suite's file")
    })
}

fn in_files(
    source: &Source,
    folder: &Path,
    kind: Option<&Spanned<String>>,
    names: &[Value],
    span: Span,
    abilities: &dyn Abilities,
) -> Result<FoundInstance, Diagnostic> {
    let names: Option<Vec<&str>> = names.iter().map(Value::as_str).collect();
    let names = names.filter(|names| 1 < names.len()).ok_or_else(|| no_instance(source, span.clone()))?;
    let file = |name: &&str| text(source, &folder.join(name), &span);
    let texts = names.iter().map(file).collect::<Result<Vec<Source>, Diagnostic>>()?;
    let (Some(name), Some(last)) = (names.last(), texts.last()) else {
        return Err(no_instance(source, span));
    };
    let kind = kind.map_or_else(|| abilities.kind_of(last), |kind| kind.get_ref().clone());
    let one = |name: &&str| Instance::in_file(String::new(), String::new(), &folder.join(name)).arguments;
    let arguments = names.iter().flat_map(one).collect();
    Ok(FoundInstance {
        instance: Instance { name: (*name).to_owned(), kind, arguments },
        content: hash_of_texts(&texts),
        in_file: true,
        span,
    })
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
