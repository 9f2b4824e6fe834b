//! What is not part of the repository: a shared library made of Debian's libcadical, solvers that are installed, and shared data.
//!
//! Whatever is not installed is left out, and that is said past the capture of the test harness; `.ci/run` installs it.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;
use std::{fs, process};

use bmcplan::solver::SolverKind;

use crate::skipped::skipped;

/// A folder of the shared data, which is not part of the repository.
pub(crate) fn shared_data(name: &str) -> Option<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/data").join(name);
    if !folder.is_dir() {
        skipped(&format!("{} is not there", folder.display()));
        return None;
    }
    Some(folder)
}

/// A shared library with the interface IPASIR; none if Debian's libcadical or a C++ compiler is not there.
pub(crate) fn ipasir_library() -> Option<&'static Path> {
    static LIBRARY: OnceLock<Option<PathBuf>> = OnceLock::new();
    LIBRARY.get_or_init(link).as_deref()
}

/// Debian has CaDiCaL as an archive only; all of it becomes a shared library.
fn link() -> Option<PathBuf> {
    let archive = Command::new("c++").arg("-print-file-name=libcadical.a").output().ok()?.stdout;
    let archive = PathBuf::from(String::from_utf8(archive).unwrap().trim());
    if !archive.is_absolute() {
        skipped("ipasir: the package libcadical-dev is not installed");
        return None;
    }
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR"));
    let (library, fresh) =
        (folder.join("libcadical.so"), folder.join(format!("libcadical.{}.so", process::id())));
    let linked = Command::new("c++")
        .args(["-shared", "-Wl,--whole-archive"])
        .arg(archive)
        .arg("-Wl,--no-whole-archive")
        .arg("-o")
        .arg(&fresh)
        .status();
    assert!(linked.unwrap().success());
    // In one step: another suite may be using it.
    fs::rename(fresh, &library).unwrap();
    Some(library)
}

/// All solvers that keep the whole contract: those built in, and a library if there is one.
pub(crate) fn incremental_solvers() -> Vec<SolverKind> {
    let library = ipasir_library().map(|path| SolverKind::Ipasir(path.to_owned()));
    SolverKind::ALL.iter().cloned().chain(library).collect()
}

/// The solvers among the installed programs that print as in the SAT competitions.
pub(crate) fn programs() -> Vec<SolverKind> {
    let known = ["picosat", "cadical -q", "kissat -q", "cryptominisat5"];
    let there: Vec<SolverKind> = known
        .iter()
        .map(|line| format!("cmd:{line}").parse::<SolverKind>().unwrap())
        .filter(|kind| kind.build(&Default::default()).is_ok())
        .collect();
    if there.is_empty() {
        skipped(&format!("cmd: none of these is installed: {}", known.join(", ")));
    }
    there
}
