//! The command `bench`: runs a suite, joins run logs, and reports on them.

mod config;
pub(crate) mod runs;

use std::path::{Path, PathBuf};
use std::{env, fs, io, process};

use clap::{Args as _, Command};
use itertools::Itertools as _;

use super::exit::Exit;
use super::failure::Failure;
use super::shared_args::described;
use super::{files, limiter, output, terminal};
use crate::ask::{Limits, Reading, VERSION};
use crate::kinds::Kinds;
use crate::stop::StopReason;
use crate::text::{MAX_INPUT_BYTES, Source};
use bmcplan_bench::plots::{cactus, scatter};
use bmcplan_bench::report::{ConfigurationScore, markdown, scores};
use bmcplan_bench::run_log::{Entry, Head, RunLog, RunLogError, RunLogWriter, merge};
use bmcplan_bench::{Abilities, Configuration, Instance, Suite, random_order, summaries, write_csv};
use config::{BenchAction, Scatter, SuiteRun};
use runs::{RunLoop, begin_session, check, this_program};

pub(crate) use config::{BenchConfig, config};

/// Seed of the order of runs: random, so that changes of the machine affect all alike; fixed, so that shards of a suite fit
/// together.
const SEED: u64 = 1;

const ABOUT: &str = "Run a suite of problems and configurations, and report on it";

const DESCRIPTION: &str = "\
Each run is a process and is logged when it ends, so that --resume can go on. Prints a report in Markdown. Unexpected answers and runs that \
contradict each other are errors. Suites are described in the documentation of the library, and instances/suite.toml is one.";

const EXAMPLES: &str = "\
  bmcplan bench instances/documents.toml         runs to documents.jsonl, and prints the report
  bmcplan bench instances/documents.toml --resume
  bmcplan bench instances/suite.toml --jobs 4 --out runs.jsonl
  bmcplan bench instances/suite.toml --shard 1/2 --out one.jsonl
  bmcplan bench --merge one.jsonl two.jsonl --out all.jsonl
  bmcplan bench --report all.jsonl --cactus cactus.svg
  bmcplan bench --report all.jsonl --csv all.csv
  bmcplan bench --report all.jsonl --scatter 'transition, pdr, varisat' search times.svg";

pub(crate) fn command() -> Command {
    let command = config::BenchArgs::augment_args(Command::new("bench"));
    described(command, ABOUT, DESCRIPTION, EXAMPLES)
}

/// Runs the command. `check` is whether the words of a command line solve a problem of these kinds, and why not.
pub(crate) fn run(
    config: &BenchConfig,
    kinds: &Kinds,
    check: &dyn Fn(&[String]) -> Result<(), String>,
) -> Result<Exit, Failure> {
    match &config.action {
        BenchAction::Run(run) => make(run, config, kinds, check),
        BenchAction::Report(path) => report(&read(path)?, config, None),
        BenchAction::Merge(parts, out) => join(parts, out, config),
    }
}

fn read(path: &Path) -> Result<RunLog, Failure> {
    let log = RunLog::read(path).map_err(usage)?;
    warn_of_damage(&log, "left out");
    Ok(log)
}

/// Warns of repeated runs, and of a torn line, which is `left_out_or_cut_off`.
fn warn_of_damage(log: &RunLog, left_out_or_cut_off: &str) {
    let (place, repeated, torn) = (log.path.display(), log.repeated, log.torn);
    if repeated != 0 {
        output::print_error(&format!(
            "{place}: {repeated} lines have runs that are there already, and do not count; \
             bmcplan bench --merge {place} --out NEW.jsonl writes a file without them"
        ));
    }
    if torn != 0 {
        output::print_error(&format!(
            "{place}: the last line is torn; its {torn} bytes are {left_out_or_cut_off}"
        ));
    }
}

fn usage(error: RunLogError) -> Failure {
    Failure::Usage(error.to_string())
}

fn make(
    run: &SuiteRun,
    config: &BenchConfig,
    kinds: &Kinds,
    check: &dyn Fn(&[String]) -> Result<(), String>,
) -> Result<Exit, Failure> {
    let source = Source::open(&run.suite)?;
    let folder = run.suite.parent().unwrap_or(Path::new(""));
    let check =
        |instance: &Instance, configuration: &Configuration| check_run(kinds, check, instance, configuration);
    let reading = &Reading { kinds: kinds.clone(), ..Reading::default() };
    let suite = Suite::read(&source, folder, Abilities { reading, check: &check })?;
    suite.warnings.iter().for_each(terminal::print_diagnostic);
    let mut files = config.files();
    for path in suite.instance_files() {
        files.problem(&kinds.with_companion(vec![Source::open_at_most(&path, MAX_INPUT_BYTES)?])?);
    }
    files.check()?;
    let limiter = limiter::start(&Limits::default());
    let runner = this_program()?;
    let shard = run.shard.map(|shard| format!("{}/{}", shard.part, shard.of));
    let session = begin_session(&suite, run.at_a_time, shard, &runner, &limiter.stop);
    let head = Head::of(&suite, VERSION, session);
    let (mut writer, before) = if run.resume {
        RunLogWriter::resume(&run.out, &head).map_err(usage)?
    } else {
        (RunLogWriter::create(&run.out, &head).map_err(usage)?, None)
    };
    if let Some(before) = &before {
        warn_of_damage(before, "cut off");
    }
    let is_here = |turn: usize| run.shard.is_none_or(|shard| shard.has(turn));
    let is_left = |place: usize| before.as_ref().is_none_or(|log| !log.entries.contains_key(&(place + 1)));
    let order = random_order(suite.planned.len(), SEED).into_iter().enumerate();
    let mine: Vec<usize> = order.filter(|(turn, _)| is_here(*turn)).map(|(_, place)| place).collect();
    let places: Vec<usize> = mine.iter().copied().filter(|place| is_left(*place)).collect();
    let made_before = mine.len() - places.len();
    let runs = RunLoop { suite: &suite, places: &places, made_before, at_a_time: run.at_a_time };
    let not_started = runs.make(&runner, &limiter.stop, &mut |entry| writer.add(&entry).map_err(usage))?;
    drop(writer);
    let log = RunLog::read(&run.out).map_err(usage)?;
    let file = run.out.display();
    let stopped = limiter.stop.reason();
    if let Some(reason) = stopped {
        let made = mine.iter().filter(|place| log.entries.contains_key(&(*place + 1))).count();
        let all = mine.len();
        output::print_error(&format!(
            "{reason}: {made} of {all} runs are in {file}; --resume goes on with them"
        ));
    }
    let exit = report(&log, config, stopped)?;
    let Some(message) = not_started.first().filter(|_| stopped.is_none()) else { return Ok(exit) };
    let number = not_started.len();
    output::print_error(&format!(
        "error: {number} runs were not made: {message}\n--resume makes them and adds them to {file}"
    ));
    Ok(if exit == Exit::Internal { exit } else { Exit::Usage })
}

fn join(parts: &[PathBuf], out: &Path, config: &BenchConfig) -> Result<Exit, Failure> {
    if fs::symlink_metadata(out).is_ok() {
        let cause = io::Error::new(io::ErrorKind::AlreadyExists, "there is such a file already");
        return Err(Failure::Output { place: output::place(Some(out)), cause });
    }
    let logs = parts.iter().map(|part| read(part)).collect::<Result<Vec<RunLog>, Failure>>()?;
    let text = merge(&logs).map_err(usage)?;
    files::write(out, text.as_bytes())?;
    let log = read(out)?;
    let (there, all) = (log.entries.len(), log.head.suite.runs);
    output::print_error(&format!("{}: {there} of {all} runs from {} files", out.display(), parts.len()));
    draw(&log, config, None)
}

const PRISONERS: &str = "prisoners";

/// Refuses an instance that this program cannot run in a configuration; `check` refuses words of a command line that solve no problem.
fn check_run(
    kinds: &Kinds,
    check: &dyn Fn(&[String]) -> Result<(), String>,
    instance: &Instance,
    configuration: &Configuration,
) -> Result<(), String> {
    let kinds = kinds.iter().map(|kind| kind.name).chain([PRISONERS]).collect_vec();
    if !kinds.contains(&&*instance.kind) {
        return Err(format!("there is no kind `{}`; there are {}", instance.kind, kinds.join(", ")));
    }
    let words = ["bmcplan".to_owned(), instance.kind.clone()].into_iter();
    let words = words.chain(instance.arguments.iter().cloned()).chain(configuration.arguments(1));
    // Each run has a folder of its own, where the system has those that are temporary.
    let folder = env::temp_dir().join(format!("bmcplan-{}", process::id())).display().to_string();
    let certify = configuration.certifies().then(|| ["--certify".to_owned(), folder]);
    let others = certify.into_iter().flatten().chain(["--json".to_owned()]);
    check(&words.chain(others).collect_vec())
}

fn report(log: &RunLog, config: &BenchConfig, stopped: Option<StopReason>) -> Result<Exit, Failure> {
    output::print(&markdown(log))?;
    draw(log, config, stopped)
}

fn draw(log: &RunLog, config: &BenchConfig, stopped: Option<StopReason>) -> Result<Exit, Failure> {
    let entries: Vec<&Entry> = log.runs().collect();
    let (scores, name) = (scores(&entries), &log.head.suite.name);
    // First, so that a wrong name of a configuration hides nothing.
    let exit = check(&entries, stopped);
    if let Some(path) = &config.csv {
        let mut text = Vec::new();
        write_csv(&summaries(entries.iter().map(|entry| &entry.record)), &mut text)
            .map_err(|error| Failure::Usage(format!("--csv {}: {error}", path.display())))?;
        files::write(path, &text)?;
    }
    if let Some(file) = &config.cactus {
        file.write(&cactus(&format!("{name}: answers"), &scores))?;
    }
    if let Some(Scatter { names: [across, upright], file }) = &config.scatter {
        let named = |name: &str| {
            ConfigurationScore::named(&scores, name)
                .map_err(|error| Failure::Usage(format!("--scatter: {error}")))
        };
        file.write(&scatter(&format!("{name}: times"), named(across)?, named(upright)?))?;
    }
    Ok(exit)
}
