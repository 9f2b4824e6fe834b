//! The runner: the program in a process of its own, with limits and JSON output; its report becomes a record.

use std::io;
use std::path::{Path, PathBuf};
use std::process::{self, Command, Stdio};
use std::time::Duration;

use bmcplan_ask::{Answer, Limits};
use bmcplan_base::child::{self, ChildLimits, CutOff, EndedChild};
use bmcplan_base::stop::{Stop, StopReason};
use bmcplan_sat::figures::seconds;
use bmcplan_task::plan::Metric;

use super::agreement::Expected;
use super::configuration::Configuration;
use super::record::{CertificateRecord, Record, RunOutcome};

/// The program that solves the problems.
#[derive(Debug, Clone)]
pub struct Runner {
    /// The path of the program.
    pub path: PathBuf,
    /// The version, for records of runs that print no report.
    pub version: String,
}

/// A problem.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Instance {
    /// The name in records.
    pub name: String,
    /// The kind, which is the name of the command that solves it.
    pub kind: String,
    /// The arguments after the command: a file, or options.
    pub arguments: Vec<String>,
}

impl Instance {
    /// A problem that is options of its command, by their long names without dashes. An option that takes no value has an
    /// empty one.
    pub fn of_options(kind: &str, options: &[(String, String)]) -> Self {
        let words = options.iter().map(|(name, value)| format!("{name} {value}").trim_end().to_owned());
        let name = [kind.to_owned()].into_iter().chain(words).collect::<Vec<String>>().join(", ");
        let arguments = options.iter().flat_map(|(name, value)| [format!("--{name}"), value.clone()]);
        let arguments = arguments.filter(|argument| !argument.is_empty()).collect();
        Self { name, kind: kind.to_owned(), arguments }
    }
}

/// A run that is to be made.
#[derive(Debug, Clone, PartialEq)]
pub struct Planned {
    /// The problem.
    pub instance: Instance,
    /// The configuration.
    pub configuration: Configuration,
    /// The number of the run among those of this instance and configuration, from 1 on.
    pub run: usize,
    /// The limits; of memory, whole megabytes.
    pub limits: Limits,
    /// The right answer, if it is known.
    pub expected: Option<Expected>,
}

impl Planned {
    fn arguments(&self, certificate: Option<&Path>) -> Vec<String> {
        let mut arguments = vec![self.instance.kind.clone()];
        arguments.extend(self.instance.arguments.iter().cloned());
        arguments.extend(self.configuration.arguments());
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
    /// Makes the run. A program that the system cannot run is a result, too: [`RunOutcome::NotStarted`].
    /// Fails if it was stopped: then there is nothing to record.
    pub fn run(&self, planned: &Planned, stop: &Stop) -> Result<Record, StopReason> {
        let folder = planned.configuration.certifies().then(tempfile::tempdir).transpose();
        let ended = folder.and_then(|folder| {
            // Files that the program leaves beside the certificate when it is killed go with the folder.
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

/// The time for which a program may go on after its limit, and after being asked to end.
const PATIENCE: Duration = Duration::from_secs(1);

pub(super) fn run(
    program: &Path,
    arguments: &[String],
    timeout: Option<Duration>,
    stop: &Stop,
) -> io::Result<EndedChild> {
    let mut command = Command::new(program);
    // Standard error is for complaints alone.
    command.args(arguments).stdin(Stdio::null()).env_remove("RUST_LOG").env("NO_COLOR", "1");
    let timeout = timeout.and_then(|timeout| timeout.checked_add(PATIENCE));
    let limits = ChildLimits { timeout, patience: Some(PATIENCE), ..ChildLimits::default() };
    child::run(&mut command, &limits, stop)
}

fn megabytes(bytes: u64) -> f64 {
    u32::try_from(bytes / 1000).map_or(f64::INFINITY, f64::from) / 1000.0
}

fn outcome_of(answer: &Answer, process: &EndedChild) -> RunOutcome {
    match (&*answer.status, answer.run.stopped_by.as_deref()) {
        ("solved", _) => {
            let (length, steps, optimal) = (answer.length, answer.makespan, answer.optimal);
            let cost = answer.cost.filter(|_| answer.metric == Metric::Cost.name());
            // A list that is as long as was asked for is whole, whatever came then: the program has succeeded.
            let is_cut_short = answer.complete == Some(false) && !process.status.success();
            let cut_short_by = answer.run.stopped_by.clone().filter(|_| is_cut_short);
            RunOutcome::Solved { length, steps, cost, optimal, cut_short_by }
        }
        ("unsolvable", _) => RunOutcome::Unsolvable,
        ("no_plan_within_horizon", _) if let Some(horizon) = answer.refuted => {
            RunOutcome::NoPlanWithin { horizon }
        }
        ("no_plan_within_cost", _) if let Some(cost) = answer.refuted_below => {
            RunOutcome::NoPlanAtCost { cost }
        }
        (_, Some("timeout")) => RunOutcome::OutOfTime,
        (_, Some("memory")) => RunOutcome::OutOfMemory,
        _ if process.cut_off == Some(CutOff::Overran) => RunOutcome::OutOfTime,
        _ => failed(process),
    }
}

const LONGEST_MESSAGE: usize = 300;

fn failed(process: &EndedChild) -> RunOutcome {
    let complaints = String::from_utf8_lossy(&process.complaints);
    // The allocator's message before it aborts.
    if complaints.contains("memory allocation of ") {
        return RunOutcome::OutOfMemory;
    }
    let mut lines = complaints.lines().map(str::trim).filter(|line| !line.is_empty());
    let message: String = match lines.next() {
        Some(line) => line.chars().take(LONGEST_MESSAGE).collect(),
        None => process.status.to_string(),
    };
    RunOutcome::Failed { message, exit_code: process.status.code() }
}

const TIMEOUT: Duration = Duration::from_secs(1);

/// The first line that a program prints if it is run like this; none if it fails, prints nothing or takes its time, or if
/// `stop` is raised.
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
