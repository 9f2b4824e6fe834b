//! The files below `src` as text: their code without comments and tests, and the paths that they name.

use std::fs;
use std::path::{Path, PathBuf};

use itertools::Itertools as _;

/// A module, from the root of the crate, such as `["task", "ids"]`.
pub(crate) type Module = Vec<String>;

/// A file of the crate.
pub(crate) struct File {
    pub module: Module,
    /// All that stands in it.
    pub text: String,
    /// The code that is compiled into the library, without comments.
    pub code: String,
}

/// A path that some code names: `a::b as c` has the alias `c`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Named {
    pub path: Vec<String>,
    pub alias: Option<String>,
    /// True for `pub use`.
    pub public: bool,
}

/// All files of the crate but its tests.
pub(crate) fn files() -> Vec<File> {
    let src = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let paths = rust_files(&src).into_iter().filter(|path| !path.ends_with("tests.rs"));
    paths
        .map(|path| File::of(path.strip_prefix(&src).unwrap(), &fs::read_to_string(&path).unwrap()))
        .collect()
}

fn rust_files(folder: &Path) -> Vec<PathBuf> {
    let mut paths: Vec<_> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    let (folders, mut files): (Vec<_>, Vec<_>) = paths.into_iter().partition(|path| path.is_dir());
    files.retain(|path| path.extension().is_some_and(|extension| extension == "rs"));
    files.extend(folders.iter().flat_map(|folder| rust_files(folder)));
    files
}

impl File {
    pub(crate) fn of(path: &Path, text: &str) -> Self {
        let mut module: Module =
            path.with_extension("").iter().map(|part| part.to_str().unwrap().to_owned()).collect();
        if module.last().is_some_and(|last| last == "mod" || last == "lib") {
            module.pop();
        }
        let library = text.split("\n#[cfg(test)]").next().unwrap_or("");
        let code = library.lines().map(|line| line.split("//").next().unwrap_or("")).join("\n");
        Self { module, text: text.to_owned(), code }
    }

    pub(crate) fn name(&self) -> String {
        self.module.join("/")
    }

    /// The paths that it names: those of its `use` declarations, and those in the code that begin with `crate` or `super`.
    pub(crate) fn named(&self) -> Vec<Named> {
        let mut named = Vec::new();
        for statement in self.code.split(';') {
            let lines = statement.lines().collect_vec();
            let begin = lines.iter().rposition(|line| declaration(line).is_some());
            let (code, tree) = lines.split_at(begin.unwrap_or(lines.len()));
            named.extend(inline(&code.join("\n")));
            if let Some((first, rest)) = tree.split_first() {
                let (public, first) = declaration(first).unwrap();
                let tree: String = std::iter::once(&first).chain(rest).copied().collect();
                named.extend(expand(&tree).iter().map(|path| Named::of(path, public)));
            }
        }
        named
    }
}

impl Named {
    fn of(text: &str, public: bool) -> Self {
        let (path, alias) = text.split_once(" as ").unzip();
        let path = path.unwrap_or(text).split("::").map(|part| part.trim().to_owned()).collect();
        Self { path, alias: alias.map(|alias| alias.trim().to_owned()), public }
    }
}

/// The rest of a line that begins a `use` declaration, with true if that is public.
fn declaration(line: &str) -> Option<(bool, &str)> {
    let line = line.trim_start();
    let (visibility, rest) =
        if line.starts_with("pub") { line.split_once("use ")? } else { ("", line.strip_prefix("use ")?) };
    let visibility = visibility.trim_end();
    (visibility.is_empty() || visibility == "pub" || visibility.ends_with(')'))
        .then_some((!visibility.is_empty(), rest))
}

/// The paths of a tree such as `a::{b, c::{d, e}}`.
fn expand(tree: &str) -> Vec<String> {
    let tree = tree.trim();
    let Some((prefix, group)) = tree.strip_suffix('}').and_then(|tree| tree.split_once('{')) else {
        return vec![tree.to_owned()];
    };
    let mut depth = 0_i32;
    let parts = group.split(|character| {
        depth += i32::from(character == '{') - i32::from(character == '}');
        character == ',' && depth == 0
    });
    let paths = parts.filter(|part| !part.trim().is_empty()).flat_map(expand);
    paths.map(|path| format!("{prefix}{path}")).collect()
}

/// The paths in code that begin with `crate` or `super`.
fn inline(code: &str) -> Vec<Named> {
    let part_of_path = |character: char| character.is_alphanumeric() || "_:".contains(character);
    let words = code.split(|character| !part_of_path(character));
    let paths = words.filter(|word| word.starts_with("crate::") || word.starts_with("super::"));
    paths.map(|path| Named::of(path.trim_end_matches(':'), false)).collect()
}

#[test]
fn paths_are_found_in_declarations_and_in_code() {
    let text = "use crate::task::{Task, ids::{self, VarId as V}};\n// crate::cli\npub(crate) use x::Y;\nfn f() {\n    super::g();\n}\n";
    let file = File::of(Path::new("a/mod.rs"), text);
    assert_eq!(file.name(), "a");
    let named = file.named();
    let paths = named.iter().map(|named| named.path.join("::")).collect_vec();
    assert_eq!(
        paths,
        ["crate::task::Task", "crate::task::ids::self", "crate::task::ids::VarId", "x::Y", "super::g"]
    );
    assert_eq!(named.iter().map(|named| named.public).collect_vec(), [false, false, false, true, false]);
    assert_eq!(named[2].alias.as_deref(), Some("V"));
}
