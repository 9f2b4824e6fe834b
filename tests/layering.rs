//! The order of the house, where the dependencies of crates do not say it: what crates stand on, files that import each other in a
//! circle, modules of one crate that must not know each other, names with two meanings, pages that are too long.

#![allow(clippy::unwrap_used)]

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use itertools::Itertools as _;

/// The crates that a crate of this workspace stands on, itself included.
fn tree(arguments: &[&str]) -> BTreeSet<String> {
    versions(arguments).into_iter().map(|(name, _)| name).collect()
}

/// The same with their versions.
fn versions(arguments: &[&str]) -> BTreeSet<(String, String)> {
    let mut cargo = Command::new(env!("CARGO"));
    cargo.args(["tree", "--offline", "--locked", "--edges", "normal", "--prefix", "none"]).args(arguments);
    let output = cargo.current_dir(env!("CARGO_MANIFEST_DIR")).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let tree = String::from_utf8(output.stdout).unwrap();
    let version = |line: &str| line.split(' ').take(2).map(str::to_owned).collect_tuple();
    tree.lines().filter_map(version).collect()
}

/// The page about the library says how many crates of others a feature brings.
#[test]
fn crates_are_counted_on_the_page() {
    let page = include_str!("../docs/library.md");
    let rows = page.lines().map(|line| line.trim_matches(['|', ' ']).split(" | ").collect_vec());
    let counted =
        rows.filter_map(|cells| Some((cells[0].trim_matches('`'), cells.get(2)?.parse::<usize>().ok()?)));
    let counted = counted.collect_vec();
    assert_eq!(counted.len(), 8, "{counted:?}");
    for (feature, count) in counted {
        let feature = if feature == "none" { "" } else { feature };
        let all = versions(&["--package", "bmcplan", "--no-default-features", "--features", feature]);
        let others = all.iter().filter(|(name, _)| !name.starts_with("bmcplan")).count();
        assert_eq!(others, count, "with feature '{feature}'");
    }
}

/// Longer pages are not read.
#[test]
fn pages_are_short() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let pages = fs::read_dir(root.join("docs")).unwrap().map(|entry| (entry.unwrap().path(), 150));
    for (page, most) in pages.chain([(root.join("README.md"), 120)]) {
        if page.extension().is_some_and(|extension| extension == "md") {
            let lines = fs::read_to_string(&page).unwrap().lines().count();
            assert!(lines <= most, "{}: {lines} lines, {most} at most", page.display());
        }
    }
}

#[test]
fn the_library_without_features_stands_on_few_crates() {
    let crates = tree(&["--package", "bmcplan", "--no-default-features"]);
    assert!(crates.len() <= 56, "{} crates: {crates:?}", crates.len());
}

/// What a certificate says is checked by code that cannot have made it.
#[test]
fn the_checker_stands_on_no_solver_no_encoding_and_no_planner() {
    let crates = tree(&["--package", "bmcplan-verify"]);
    let own = crates.iter().filter(|name| name.starts_with("bmcplan")).map(String::as_str).collect_vec();
    let known = ["base", "draw", "formula", "kinds", "task", "verify"].map(|name| format!("bmcplan-{name}"));
    assert_eq!(own, known);
    let solvers = ["varisat", "batsat", "cadical", "libloading"];
    assert!(solvers.iter().all(|solver| !crates.contains(*solver)), "{crates:?}");
}

/// What is in a `Cargo.toml` and in no code takes time to build, and says that a crate knows what it does not.
#[test]
fn every_dependency_is_used() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let crates = fs::read_dir(root.join("crates")).unwrap().map(|entry| entry.unwrap().path());
    for folder in crates.chain([root.to_owned(), root.join("python")]) {
        let manifest: toml::Table = fs::read_to_string(folder.join("Cargo.toml")).unwrap().parse().unwrap();
        let on_systems = manifest.get("target").and_then(toml::Value::as_table).into_iter().flatten();
        let tables = on_systems.filter_map(|(_, table)| table.get("dependencies"));
        let names = tables.chain(manifest.get("dependencies")).filter_map(toml::Value::as_table);
        let paths = rust_files(&folder.join("src"));
        let code = paths.iter().map(|path| fs::read_to_string(path).unwrap()).collect_vec();
        for name in names.flat_map(toml::Table::keys) {
            // A macro of `base` makes error types.
            if name == "thiserror" && code.iter().any(|text| text.contains("chosen_by_name!")) {
                continue;
            }
            let name = name.replace('-', "_");
            let is_used = |text: &String| {
                text.match_indices(&name).any(|(at, _)| {
                    let after = text[at + name.len()..].chars().next();
                    !after.is_some_and(|after| after.is_alphanumeric() || after == '_')
                })
            };
            assert!(code.iter().any(is_used), "{} does not use {name}", folder.display());
        }
    }
}

/// Modules that know nothing of others in their crate.
const APART: &[(&str, &str, &[&str])] = &[
    ("base", "stop", &["child", "folders", "text"]),
    ("task", "plan", &["heuristic"]),
    ("sat", "encode", &["horizon", "solver"]),
    ("sat", "solver", &["encode", "horizon"]),
    ("kinds", "datalog", &["fdr", "problem"]),
    ("kinds", "problem", &["datalog", "fdr", "gdl", "pddl", "rush_hour", "sas", "sliding_block"]),
];

#[test]
fn modules_that_are_apart_do_not_import_each_other() {
    let imports = Imports::of(&files());
    for (name, module, others) in APART {
        let from =
            imports.files.iter().filter(|(from, _)| from.starts_with(&[*name, *module].map(str::to_owned)));
        let (from, to): (Vec<_>, Vec<_>) = from.unzip();
        assert!(!from.is_empty(), "{name} has no {module}");
        let is_other =
            |to: &&Module| to[0] == *name && to.get(1).is_some_and(|to| others.contains(&to.as_str()));
        let wrong = to.into_iter().flatten().filter(is_other).map(|to| to.join("/")).collect_vec();
        assert!(wrong.is_empty(), "{name}/{module} imports {wrong:?}");
    }
}

/// A module behind its crate, such as `["sat", "encode", "unroll"]`.
type Module = Vec<String>;

/// A file of the crate.
struct File {
    module: Module,
    /// All of it, without its tests.
    text: String,
    /// The code that is compiled into the library, without comments.
    code: String,
}

/// A path that some code names: `a::b as c` has the alias `c`.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Named {
    path: Vec<String>,
    alias: Option<String>,
    /// True for `pub use`.
    public: bool,
}

/// The source files of all crates, but for tests.
fn files() -> Vec<File> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let crates = fs::read_dir(root.join("crates")).unwrap().map(|entry| entry.unwrap().path());
    let crates = crates.map(|path| (path.file_name().unwrap().to_owned(), path)).sorted();
    let crates = crates.chain([("bmcplan".into(), root.to_owned())]);
    of_crates(crates)
}

/// The files of crates, given by name and folder.
fn of_crates(crates: impl IntoIterator<Item = (std::ffi::OsString, PathBuf)>) -> Vec<File> {
    let of_crate = |(name, path): (std::ffi::OsString, PathBuf)| {
        let src = path.join("src");
        let paths = rust_files(&src).into_iter().filter(|path| !path.ends_with("tests.rs"));
        let file = |path: PathBuf| {
            let module = Path::new(&name).join(path.strip_prefix(&src).unwrap());
            File::of(&module, &fs::read_to_string(&path).unwrap())
        };
        paths.map(file).collect_vec()
    };
    crates.into_iter().flat_map(of_crate).collect()
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
    fn of(path: &Path, text: &str) -> Self {
        let mut module: Module =
            path.with_extension("").iter().map(|part| part.to_str().unwrap().to_owned()).collect();
        if module.last().is_some_and(|last| last == "mod" || last == "lib") {
            module.pop();
        }
        let library = text.split("\n#[cfg(test)]").next().unwrap_or("");
        let code = library.lines().map(|line| line.split("//").next().unwrap_or("")).join("\n");
        Self { module, text: library.to_owned(), code }
    }

    fn name(&self) -> String {
        self.module.join("/")
    }

    /// The paths that it names: those of its `use` declarations, and those in the code that begin with `crate` or `super`.
    fn named(&self) -> Vec<Named> {
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

/// Where a name leads to: a module, and what is meant inside it.
type Target = (Module, Option<String>);

/// The imports of files, re-exports followed.
struct Imports {
    /// For each module, the names that it has from elsewhere.
    names: BTreeMap<Module, BTreeMap<String, Target>>,
    /// For each module, those that define what it names.
    files: BTreeMap<Module, BTreeSet<Module>>,
}

impl Imports {
    fn of(files: &[File]) -> Self {
        let named: BTreeMap<Module, Vec<Named>> =
            files.iter().map(|file| (file.module.clone(), file.named())).collect();
        let mut names: BTreeMap<Module, BTreeMap<String, Target>> = BTreeMap::new();
        for (module, paths) in &named {
            for path in paths {
                if let Some((to, inside)) = resolve(&named, module, &path.path) {
                    let known = path
                        .alias
                        .clone()
                        .or(inside.clone())
                        .unwrap_or_else(|| path.path.last().unwrap().clone());
                    names.entry(module.clone()).or_default().insert(known, (to, inside));
                }
            }
        }
        let mut imports = Self { names, files: BTreeMap::new() };
        for (module, paths) in &named {
            let leads_to = paths.iter().filter_map(|path| {
                let (to, inside) = resolve(&named, module, &path.path)?;
                let to = imports.origin(to, inside);
                (to != *module && to != ["bmcplan"] && !(path.public && to.starts_with(module))).then_some(to)
            });
            let leads_to = leads_to.collect();
            imports.files.insert(module.clone(), leads_to);
        }
        imports
    }

    /// The module that defines a name, through re-exports.
    fn origin(&self, mut module: Module, mut name: Option<String>) -> Module {
        // Names that are handed on in a circle do not compile; a bound keeps this total all the same.
        for _ in 0..8 {
            let next = name.as_ref().and_then(|name| self.names.get(&module)?.get(name));
            match next {
                Some((to, inside)) if *to != module => (module, name) = (to.clone(), inside.clone()),
                _ => break,
            }
        }
        module
    }

    /// A shortest circle through a file.
    fn circle(&self, start: &Module) -> Option<Vec<Module>> {
        let mut ways = VecDeque::from([vec![start.clone()]]);
        let mut seen = BTreeSet::new();
        while let Some(way) = ways.pop_front() {
            for next in self.files.get(way.last()?).into_iter().flatten() {
                if next == start {
                    return Some(way);
                }
                if seen.insert(next.clone()) {
                    ways.push_back([&way[..], std::slice::from_ref(next)].concat());
                }
            }
        }
        None
    }
}

/// The module that a path names in a module, and the name inside it; none if it leads out of the crate.
fn resolve(modules: &BTreeMap<Module, Vec<Named>>, from: &Module, path: &[String]) -> Option<Target> {
    let (mut module, mut parts) = (from.clone(), path.iter().filter(|part| *part != "self").peekable());
    match parts.peek()?.as_str() {
        "crate" => {
            module.truncate(1);
            parts.next();
        }
        "super" => {
            while parts.next_if(|part| *part == "super").is_some() {
                module.pop();
            }
        }
        first if !modules.contains_key(&child(&module, first)) => return None,
        _ => {}
    }
    while let Some(part) = parts.next_if(|part| modules.contains_key(&child(&module, part))) {
        module.push(part.clone());
    }
    Some((module, parts.next().cloned()))
}

fn child(module: &[String], name: &str) -> Module {
    module.iter().cloned().chain([name.to_owned()]).collect()
}

#[test]
fn no_files_import_each_other_in_a_circle() {
    let imports = Imports::of(&files());
    let circles: BTreeSet<Vec<String>> = imports
        .files
        .keys()
        .filter_map(|module| imports.circle(module))
        .map(|circle| circle.iter().map(|module| module.join("/")).sorted().collect())
        .collect();
    assert!(
        circles.is_empty(),
        "files import each other:\n{}",
        circles.iter().map(|circle| circle.join(" ↔ ")).join("\n")
    );
}

#[test]
fn a_circle_through_a_re_export_is_found() {
    let file = |path: &str, text: &str| File::of(path.as_ref(), text);
    let files = [
        file("x/a/mod.rs", "mod b;\nmod c;\npub use b::B;\n"),
        file("x/a/b.rs", "use super::c::C;\n"),
        file("x/a/c.rs", "use crate::a::B;\n"),
        file("x/d.rs", "use crate::a::B as Bee;\nfn f() { crate::a::g() }\n"),
    ];
    let imports = Imports::of(&files);
    let circle = |name: &str| imports.circle(&name.split('/').map(str::to_owned).collect());
    assert_eq!(circle("x/a/b").unwrap().len(), 2);
    assert_eq!(circle("x/a/c").unwrap().len(), 2);
    assert_eq!(circle("x/a"), None);
    assert_eq!(circle("x/d"), None);
}

const KINDS: [&str; 5] = ["struct", "enum", "union", "trait", "type"];

/// The name of the type that a line defines; those inside of functions and implementations are indented and do not count.
fn defined(line: &str) -> Option<String> {
    let mut words = line.split(' ').skip_while(|word| word.starts_with("pub") || *word == "unsafe");
    let name = words.next().filter(|word| KINDS.contains(word)).and_then(|_| words.next())?;
    Some(name.chars().take_while(|character| character.is_alphanumeric() || *character == '_').collect())
}

#[test]
fn every_type_has_a_name_of_its_own_in_its_crate() {
    let mut places: BTreeMap<(String, String), BTreeSet<String>> = BTreeMap::new();
    for file in files() {
        let its_crate = file.module.first().cloned().unwrap_or_default();
        for name in file.code.lines().filter_map(defined) {
            places.entry((its_crate.clone(), name)).or_default().insert(file.name());
        }
    }
    let several = places.iter().filter(|(_, files)| 1 < files.len());
    let several = several.map(|((_, name), files)| format!("{name}: {}", files.iter().join(", "))).join("\n");
    assert!(several.is_empty(), "names with more than one meaning in a crate:\n{several}");
}

/// `Display` of an error is its message, and `Debug` shows what it is made of.
#[test]
fn errors_derive_debug() {
    let derives = |line: &str| line.starts_with("#[derive(") && line.contains("thiserror::Error");
    let files = files();
    let of_files =
        files.iter().flat_map(|file| file.code.lines().map(move |line| (file.name(), line.trim())));
    let errors: Vec<_> = of_files.filter(|(_, line)| derives(line)).collect();
    assert!(40 < errors.len());
    let wrong = errors.iter().filter(|(_, line)| !line.contains("Debug"));
    let wrong = wrong.map(|(file, line)| format!("{file}: {line}")).join("\n");
    assert!(wrong.is_empty(), "derive Debug for:\n{wrong}");
}

#[test]
fn definitions_are_recognised() {
    let of = |line: &str| defined(line).unwrap_or_default();
    assert_eq!(
        ["pub struct Task {", "enum A<T> {", "pub(super) trait B: C {", "type D = E;"].map(of),
        ["Task", "A", "B", "D"]
    );
    assert_eq!(["    type Err = X;", "fn struct_of() {", "impl A {", "use a::B;"].map(of), [""; 4]);
}

/// Kinds of problems are named only in their own crate, so a new one is one folder and one row.
#[test]
fn kinds_of_problems_are_named_in_their_table_only() {
    let words = ["rush_hour::", "sliding_block::", "gdl::", "RUSH_HOUR", "SLIDING_BLOCK", "GDL"];
    let others = files().into_iter().filter(|file| file.module.first().is_none_or(|room| room != "kinds"));
    let mentions = others.flat_map(|file| {
        let is_mention = |line: &&str| words.iter().any(|word| line.contains(word));
        file.code
            .lines()
            .filter(is_mention)
            .map(|line| format!("{}: {}", file.name(), line.trim()))
            .collect_vec()
    });
    let mentions = mentions.collect_vec();
    assert!(mentions.is_empty(), "{}", mentions.join("\n"));
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

/// Words that stand for mechanisms as people, or for a parameter that has a name.
const DIALECT: [&str; 6] = ["so many", "so much", "somebody", "nobody", "whoever", "one that is none"];

/// The name that a line defines, if it is a function, a field or a type; and whether it is a function.
fn item(line: &str) -> Option<(String, bool)> {
    let words = line.trim_start().split([' ', '(', ')']);
    let mut words = words.filter(|word| !["", "pub", "crate", "super", "const", "async"].contains(word));
    let first = words.next()?;
    let (name, is_function) = match first {
        "fn" => (words.next()?, true),
        "struct" | "enum" | "trait" | "type" => (words.next()?, false),
        _ => (first.strip_suffix([':', ','])?, false),
    };
    let letters = name.chars().take_while(|letter| letter.is_alphanumeric() || *letter == '_');
    Some((letters.collect(), is_function))
}

/// The faults of a file's comments, a line each.
fn faults_of_comments(text: &str) -> Vec<String> {
    let lines = text.lines().collect_vec();
    let comments = lines.iter().filter_map(|line| Some(line.split_once("//")?.1.to_lowercase()));
    let dialect = comments.filter(|comment| DIALECT.iter().any(|words| comment.contains(words)));
    let begins = |index: usize| {
        let is_doc = |line: &str| line.trim_start().starts_with("///");
        is_doc(lines[index]) && (index == 0 || !is_doc(lines[index - 1]))
    };
    let of_items = (0..lines.len()).filter(|index| begins(*index)).filter_map(|index| {
        let doc = lines[index].trim_start().strip_prefix("///")?.trim();
        let of_item = |line: &&&str| !line.trim_start().starts_with(['/', '#']);
        let (name, is_function) = item(lines[index..].iter().find(of_item)?)?;
        let first = doc.split(' ').next()?;
        let is_verb = first.ends_with('s')
            && !["As", "Is", "Has", "Does", "Was", "This", "Its", "Those"].contains(&first);
        let bare = |text: &str| {
            let text = text.to_lowercase().replace('_', " ");
            text.trim_start_matches("the ").trim_end_matches('.').to_owned()
        };
        let fault = match is_function {
            true if !is_verb => "does not begin with a verb",
            false if bare(doc) == bare(&name) => "only repeats the name",
            _ => return None,
        };
        Some(format!("{name}: \"{doc}\" {fault}"))
    });
    dialect.chain(of_items).collect()
}

/// Functions begin with a verb, and nothing only repeats a name (RFC 1574).
#[test]
fn comments_are_in_field_english() {
    let python = Path::new(env!("CARGO_MANIFEST_DIR")).join("python");
    let of_python = of_crates(python.exists().then(|| ("python".into(), python)));
    let faults = files().into_iter().chain(of_python).flat_map(|file| {
        let name = file.name();
        faults_of_comments(&file.text).into_iter().map(move |fault| format!("{name}: {fault}")).collect_vec()
    });
    let faults = faults.collect_vec();
    assert!(faults.is_empty(), "{} comments:\n{}", faults.len(), faults.join("\n"));
}

#[test]
fn faults_of_comments_are_found() {
    let text = "/// The timeout.\ntimeout: u8,\n/// The answer.\npub fn answer() {}\n/// Returns so many.\nfn a() {}\n";
    assert_eq!(faults_of_comments(text).len(), 3);
    assert_eq!(faults_of_comments("/// Seconds.\ntimeout: u8,\n/// Returns it.\nfn a() {}\n"), [""; 0]);
}
