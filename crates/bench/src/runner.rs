//! The runner: starts the program in its own process, with limits and JSON output, and turns its report into a record.

use std::io;
use std::path::{Path, PathBuf};
use std::process::{self, Command, Stdio};
use std::time::Duration;

use bmcplan_ask::{Answer, Limits, Status};
use bmcplan_base::child::{self, ChildLimits, CutOff, EndedChild};
use bmcplan_base::stop::{Stop, StopReason};
use bmcplan_sat::figures::seconds;
use bmcplan_task::plan::Metric;

use super::configuration::Configuration;
use super::contradictions::Expected;
use super::record::{CertificateRecord, Record, RunOutcome};

/// Program that solves the problems.
#[derive(Debug, Clone)]
pub struct Runner {
    /// Path of the program.
    pub path: PathBuf,
    /// Version, for records of runs that print no report.
    pub version: String,
}

/// A problem.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Instance {
    /// Name in records.
    pub name: String,
    /// Kind of problem, which is also the name of the command that solves it.
    pub kind: String,
    /// Arguments after the command: a file, or options.
    pub arguments: Vec<String>,
}

impl Instance {
    /// Makes an instance that consists of options of its command. Each option is a pair of its long name without dashes and its
    /// value. The value of a flag is empty.
    pub fn of_options(kind: &str, options: &[(String, String)]) -> Self {
        let words = options.iter().map(|(name, value)| format!("{name} {value}").trim_end().to_owned());
        let name = [kind.to_owned()].into_iter().chain(words).collect::<Vec<String>>().join(", ");
        let arguments = options.iter().flat_map(|(name, value)| [format!("--{name}"), value.clone()]);
        let arguments = arguments.filter(|argument| !argument.is_empty()).collect();
        Self { name, kind: kind.to_owned(), arguments }
    }
}

/// A planned run.
#[derive(Debug, Clone, PartialEq)]
pub struct Planned {
    /// Problem.
    pub instance: Instance,
    /// How the problem is solved.
    pub configuration: Configuration,
    /// Number of the run within this instance and configuration, from 1.
    pub run: usize,
    /// Time and memory that the run may take.
    pub limits: Limits,
    /// Right answer, if known.
    pub expected: Option<Expected>,
}

impl Planned {
    fn arguments(&self, certificate: Option<&Path>) -> Vec<String> {
        let mut arguments = vec![self.instance.kind.clone()];
        arguments.extend(self.instance.arguments.iter().cloned());
        arguments.extend(self.configuration.arguments(self.run));
        if let Some(folder) = certificate {
            arguments.extend(["--certify".to_owned(), folder.display().to_string()]);
        }
        arguments.extend(["--json".to_owned(), "--end-with-parent".to_owned(), process::id().to_string()]);
        let seconds = |time: Duration| time.as_secs_f64().to_string();
        let limits = [
            ("--timeout", self.limits.timeout.map(seconds)),
            ("--cpu-timeout", self.limits.cpu_timeout.map(seconds)),
            ("--memory", self.limits.megabytes().map(|megabytes| megabytes.to_string())),
        ];
        for (option, limit) in limits {
            arguments.extend(limit.into_iter().flat_map(|limit| [option.to_owned(), limit]));
        }
        arguments
    }
}

impl Runner {
    /// Makes the run. If the system cannot start the program, the result is [`RunOutcome::NotStarted`].
    ///
    /// Fails if it was stopped, since there is nothing to record.
    pub fn run(&self, planned: &Planned, stop: &Stop) -> Result<Record, StopReason> {
        let folder = planned.configuration.certifies().then(tempfile::tempdir).transpose();
        let ended = folder.and_then(|folder| {
            // A killed program leaves files next to the certificate. They are deleted with the folder.
            let certificate = folder.as_ref().map(|folder| folder.path().join("certificate"));
            let arguments = planned.arguments(certificate.as_deref());
            run(&self.path, &arguments, planned.limits.timeout, stop)
        });
        match ended {
            Ok(EndedChild { cut_off: Some(CutOff::Stopped(reason)), .. }) => Err(reason),
            Ok(ended) => {
                let text = std::str::from_utf8(&ended.output).ok();
                let answer = text.and_then(|text| serde_json::from_str(text).ok()).unwrap_or_default();
                Ok(self.record(planned, outcome_of(&answer, &ended), answer, Some(&ended)))
            }
            Err(error) => {
                let result = RunOutcome::NotStarted { message: error.to_string() };
                Ok(self.record(planned, result, Answer::default(), None))
            }
        }
    }

    fn record(
        &self,
        planned: &Planned,
        result: RunOutcome,
        answer: Answer,
        ended: Option<&EndedChild>,
    ) -> Record {
        Record {
            instance: planned.instance.name.clone(),
            kind: planned.instance.kind.clone(),
            configuration: planned.configuration.clone(),
            run: planned.run,
            seed: planned.configuration.seed(planned.run),
            result,
            refuted: answer.refuted,
            refuted_cost: answer.refuted_below,
            proved_by: answer.proved_by,
            horizon: answer.horizons.iter().map(|tried| tried.horizon).max(),
            figures: answer.figures,
            trusted: answer.trusted,
            cpu_seconds: ended.map(|process| process.cpu.as_secs_f64()),
            wall_seconds: ended.map_or(0.0, |process| seconds(process.wall)),
            memory_mb: ended.map(|process| megabytes(process.memory)),
            version: if answer.run.version.is_empty() { self.version.clone() } else { answer.run.version },
            horizons: answer.horizons,
            open_goals: answer.open_goals.unwrap_or_default(),
            certificate: answer.certificate.map(CertificateRecord::from),
        }
    }
}

/// Time that a program has to end by itself, after its limit and after the request to end.
const GRACE_PERIOD: Duration = Duration::from_secs(1);

pub(super) fn run(
    program: &Path,
    arguments: &[String],
    timeout: Option<Duration>,
    stop: &Stop,
) -> io::Result<EndedChild> {
    let mut command = Command::new(program);
    // Standard error holds only messages.
    command.args(arguments).stdin(Stdio::null()).env_remove("RUST_LOG").env("NO_COLOR", "1");
    let timeout = timeout.and_then(|timeout| timeout.checked_add(GRACE_PERIOD));
    let limits = ChildLimits { timeout, grace_period: Some(GRACE_PERIOD), ..ChildLimits::default() };
    child::run(&mut command, &limits, stop)
}

fn megabytes(bytes: u64) -> f64 {
    u32::try_from(bytes / 1000).map_or(f64::INFINITY, f64::from) / 1000.0
}

fn outcome_of(answer: &Answer, process: &EndedChild) -> RunOutcome {
    match (answer.status, answer.run.stopped_by.as_deref()) {
        (Status::Solved, _) => {
            let (length, steps, optimal) = (answer.length, answer.makespan, answer.optimal);
            let cost = answer.cost.filter(|_| answer.metric == Metric::Cost.name());
            // A list of the requested length is complete, even if a limit was reached afterwards: the program has succeeded.
            let is_cut_short = answer.complete == Some(false) && !process.status.success();
            let cut_short_by = answer.run.stopped_by.clone().filter(|_| is_cut_short);
            RunOutcome::Solved { length, steps, cost, optimal, cut_short_by }
        }
        (Status::Unsolvable, _) => RunOutcome::Unsolvable,
        (Status::NoPlanWithinHorizon, _) if let Some(horizon) = answer.refuted => {
            RunOutcome::NoPlanWithin { horizon }
        }
        (Status::NoPlanWithinCost, _) if let Some(cost) = answer.refuted_below => {
            RunOutcome::NoPlanAtCost { cost }
        }
        (_, Some("timeout" | "cpu_timeout")) => RunOutcome::OutOfTime,
        (_, Some("memory")) => RunOutcome::OutOfMemory,
        _ if process.cut_off == Some(CutOff::Overran) => RunOutcome::OutOfTime,
        _ => failed(process),
    }
}

const MAX_MESSAGE_LENGTH: usize = 300;

fn failed(process: &EndedChild) -> RunOutcome {
    let stderr = String::from_utf8_lossy(&process.stderr);
    // The allocator's message before it aborts.
    if stderr.contains("memory allocation of ") {
        return RunOutcome::OutOfMemory;
    }
    let mut lines = stderr.lines().map(str::trim).filter(|line| !line.is_empty());
    let message: String = match lines.next() {
        Some(line) => line.chars().take(MAX_MESSAGE_LENGTH).collect(),
        None => process.status.to_string(),
    };
    RunOutcome::Failed { message, exit_code: process.status.code() }
}

const TIMEOUT: Duration = Duration::from_secs(1);

/// Returns the first line that a program prints. `None` if it fails, prints nothing or runs longer than a second, or if `stop`
/// is raised.
pub fn first_line(program: &Path, arguments: &[&str], stop: &Stop) -> Option<String> {
    if stop.is_raised() {
        return None;
    }
    let arguments: Vec<String> = arguments.iter().map(|argument| (*argument).to_owned()).collect();
    let ended = run(program, &arguments, Some(TIMEOUT), stop).ok()?;
    let output = String::from_utf8_lossy(&ended.output);
    let line = output.lines().map(str::trim).find(|line| !line.is_empty())?;
    (ended.status.success() && ended.cut_off.is_none())
        .then(|| line.chars().filter(|c| !c.is_control()).take(80).collect())
}
