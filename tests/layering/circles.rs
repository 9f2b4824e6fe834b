//! No two files import each other in a circle.
//!
//! A file imports the files that define what it names: re-exports are followed to where a name comes from, and a module
//! that hands on what its own files define does not import them.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use itertools::Itertools as _;

use crate::source::{File, Module, Named, files};

/// Where a name leads to: a module, and what is meant inside it.
type Target = (Module, Option<String>);

/// The imports of files, re-exports followed.
pub(crate) struct Imports {
    /// For each module, the names that it has from elsewhere.
    names: BTreeMap<Module, BTreeMap<String, Target>>,
    /// For each module, those that define what it names.
    pub files: BTreeMap<Module, BTreeSet<Module>>,
}

impl Imports {
    pub(crate) fn of(files: &[File]) -> Self {
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
                (to != *module && !to.is_empty() && !(path.public && to.starts_with(module))).then_some(to)
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
            module.clear();
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
        file("a/mod.rs", "mod b;\nmod c;\npub use b::B;\n"),
        file("a/b.rs", "use super::c::C;\n"),
        file("a/c.rs", "use crate::a::B;\n"),
        file("d.rs", "use crate::a::B as Bee;\nfn f() { crate::a::g() }\n"),
    ];
    let imports = Imports::of(&files);
    let circle = |name: &str| imports.circle(&name.split('/').map(str::to_owned).collect());
    assert_eq!(circle("a/b").unwrap().len(), 2);
    assert_eq!(circle("a/c").unwrap().len(), 2);
    assert_eq!(circle("a"), None);
    assert_eq!(circle("d"), None);
}
