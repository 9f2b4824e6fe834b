//! The loop that makes the runs of a suite in processes of this program, with a progress display: `bench` and `compare`
//! share it.
//!
//! A run in its own process takes no memory from the others. Its CPU time is counted by the system. What is measured is what users
//! run.

use std::collections::BTreeMap;
use std::fs;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;
use std::time::{Duration, SystemTime};

use indicatif::{ProgressBar, ProgressStyle};

use super::super::exit::Exit;
use super::super::failure::Failure;
use super::super::output::{self, visible};
use super::super::progress::target;
use crate::ask::VERSION;
use crate::solver::SolverKind;
use crate::stop::{Stop, StopReason};
use bmcplan_base::ordered::Map;
use bmcplan_bench::report::{contradictions, unexpected};
use bmcplan_bench::run_log::{BenchSession, Entry, Machine};
use bmcplan_bench::{Planned, Record, RunEvent, RunOutcome, Runner, Suite, first_line, run_all};

/// The launcher of this program where its own file does not start it.
static LAUNCHER: OnceLock<PathBuf> = OnceLock::new();

/// Sets the program that starts runs instead of the running one.
pub(crate) fn launch_with(launcher: PathBuf) {
    let _ = LAUNCHER.set(launcher);
}

pub(crate) fn this_program() -> Result<Runner, Failure> {
    let own = || {
        std::env::current_exe()
            .map_err(|error| Failure::Usage(format!("this program does not know where it is: {error}")))
    };
    let path = LAUNCHER.get().cloned().map_or_else(own, Ok)?;
    Ok(Runner { path, version: VERSION.to_owned() })
}

pub(crate) struct RunLoop<'a> {
    pub(crate) suite: &'a Suite,
    /// Their places in the suite, in the order in which they are made.
    pub(crate) places: &'a [usize],
    pub(crate) made_before: usize,
    pub(crate) at_a_time: NonZeroUsize,
}

impl RunLoop<'_> {
    /// Makes them, or as many as there were before a stop; `add` is given each as soon as it is made. Returns the messages of
    /// those that could not be started, of which nothing is known.
    pub(crate) fn make(
        &self,
        runner: &Runner,
        stop: &Stop,
        add: &mut dyn FnMut(Entry) -> Result<(), Failure>,
    ) -> Result<Vec<String>, Failure> {
        let planned: Vec<&Planned> = self.places.iter().map(|place| &self.suite.planned[*place]).collect();
        let mut progress = RunProgress::of(self.made_before, planned.len());
        let mut not_started = Vec::new();
        run_all(runner, &planned, self.at_a_time, stop, |event| {
            match event {
                RunEvent::Started(turn) => progress.begin(turn, planned[turn]),
                RunEvent::Finished(turn, record) => {
                    progress.done(turn, &record);
                    match record.result {
                        RunOutcome::NotStarted { message } => not_started.push(message),
                        _ => add(Entry::of(self.places[turn] + 1, planned[turn], *record))?,
                    }
                }
            }
            Ok::<(), Failure>(())
        })?;
        Ok(not_started)
    }
}

/// Prints answers that are not the expected ones and answers that cannot be true, and chooses the exit code: that of the
/// worst that there is.
pub(crate) fn check(entries: &[&Entry], stopped: Option<StopReason>) -> Exit {
    let (wrong, unexpected) = (contradictions(entries), unexpected(entries));
    for (what, lines) in [("these cannot both be true", &wrong), ("another answer is expected", &unexpected)]
    {
        if !lines.is_empty() {
            output::print_error(&format!("error: {what}\n  {}", lines.join("\n  ")));
        }
    }
    let failed =
        |code: Option<u8>| entries.iter().any(|entry| entry.record.result.has_failed(code.map(i32::from)));
    if !wrong.is_empty() || failed(Some(Exit::Internal.code())) {
        Exit::Internal
    } else if !unexpected.is_empty() {
        Exit::Wrong
    } else if let Some(reason) = stopped {
        reason.into()
    } else if failed(None) {
        Exit::Usage
    } else {
        Exit::Solved
    }
}

pub(super) struct RunProgress {
    bar: ProgressBar,
    running: Map<usize, String>,
}

impl RunProgress {
    pub(super) fn of(before: usize, left: usize) -> Self {
        let bar = ProgressBar::with_draw_target(u64::try_from(before + left).ok(), target());
        if !bar.is_hidden() {
            if let Ok(style) =
                ProgressStyle::with_template("{spinner} {pos}/{len} {bar:20} {eta} left, now {wide_msg}")
            {
                bar.set_style(style);
            }
            bar.set_position(u64::try_from(before).unwrap_or(0));
            // Runs that were made before tell nothing of the time that is left.
            bar.reset_eta();
            bar.enable_steady_tick(Duration::from_millis(100));
        }
        Self { bar, running: Map::new() }
    }

    pub(super) fn begin(&mut self, turn: usize, planned: &Planned) {
        let text = format!("{} ({})", planned.instance.name, planned.configuration);
        log::info!("{text}, run {}: begun", planned.run);
        self.running.insert(turn, text);
        self.show();
    }

    pub(super) fn done(&mut self, turn: usize, record: &Record) {
        if let Some(text) = self.running.remove(&turn) {
            log::info!(
                "{text}, run {}: {}, {:.3} s",
                record.run,
                record.result_in_words(),
                record.wall_seconds
            );
        }
        self.bar.inc(1);
        self.show();
    }

    fn show(&self) {
        let running: Vec<&str> = self.running.values().map(String::as_str).collect();
        self.bar.set_message(visible(&running.join(" · ")).into_owned());
    }
}

impl Drop for RunProgress {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}

/// Builds a session that begins now. Once `stop` is raised, no program is asked for its version any more.
pub(crate) fn begin_session(
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

/// Returns the commit that the build was given, or else that of the checkout in whose folder the program is: so it is after
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
    // The program may be in a home directory that is a checkout, too.
    let is_ours = fs::read_to_string(manifest).is_ok_and(|text| text.contains("name = \"bmcplan\""));
    is_ours.then(|| git(&["describe", "--always", "--dirty", "--abbrev=40", "--exclude=*"]))?
}

fn solvers(suite: &Suite, stop: &Stop) -> BTreeMap<String, Option<String>> {
    let mut solvers = BTreeMap::new();
    for planned in &suite.planned {
        let configuration = &planned.configuration;
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
