//! A session for the head of a run log: date, machine, commit and versions of solvers.

use std::collections::BTreeMap;
use std::fs;
use std::num::NonZeroUsize;
use std::path::Path;
use std::time::SystemTime;

use crate::bench::run_log::{BenchSession, Machine};
use crate::bench::{Runner, Suite, first_line};
use crate::solver::SolverKind;
use crate::stop::Stop;

/// A session that begins now. Once `stop` is raised, no program is asked for its version any more.
pub(crate) fn begin(
    suite: &Suite,
    at_a_time: NonZeroUsize,
    shard: Option<String>,
    runner: &Runner,
    stop: &Stop,
) -> BenchSession {
    BenchSession {
        date: humantime::format_rfc3339_seconds(SystemTime::now()).to_string(),
        commit: commit(&runner.path, stop),
        shard,
        at_a_time,
        machine: Machine::here(),
        solvers: solvers(suite, stop),
    }
}

/// The commit that the build was given, or else that of the checkout in whose folder the program is: so it is after
/// `cargo build`. Changes that are not committed are marked.
fn commit(program: &Path, stop: &Stop) -> Option<String> {
    if let Some(commit) = option_env!("BMCPLAN_COMMIT") {
        return Some(commit.to_owned());
    }
    let git = |arguments: &[&str]| {
        let folder = program.parent()?.to_str()?;
        first_line(Path::new("git"), &[&["-C", folder], arguments].concat(), stop)
    };
    let manifest = Path::new(&git(&["rev-parse", "--show-toplevel"])?).join("Cargo.toml");
    // The program may be in somebody's home, which may be a checkout, too.
    let is_ours = fs::read_to_string(manifest).is_ok_and(|text| text.contains("name = \"bmcplan\""));
    is_ours.then(|| git(&["describe", "--always", "--dirty", "--abbrev=40", "--exclude=*"]))?
}

fn solvers(suite: &Suite, stop: &Stop) -> BTreeMap<String, Option<String>> {
    let mut solvers = BTreeMap::new();
    for planned in &suite.planned {
        let configuration = &planned.job.configuration;
        let kind = match &configuration.solver {
            Some(name) => match name.parse::<SolverKind>() {
                Ok(kind) => kind,
                Err(_) => continue,
            },
            None if configuration.mode.as_deref() == Some("search") => continue,
            None => SolverKind::default(),
        };
        solvers.entry(kind.to_string()).or_insert_with(|| version(&kind, stop));
    }
    solvers
}

fn version(kind: &SolverKind, stop: &Stop) -> Option<String> {
    match kind {
        SolverKind::Command(line) => first_line(Path::new(line.program()), &["--version"], stop),
        other => other.version(),
    }
}
