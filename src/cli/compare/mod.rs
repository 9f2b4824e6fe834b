//! The command `compare`: a suite of one group that is made from flags, and run as `bench` runs its suites.

mod config;
mod instance;

use bmcplan_base::ordered::sort_by_key;
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::time::Duration;

use crate::ask::{Limits, VERSION};
use crate::kinds::Kinds;
use crate::stop::Stop;
use bmcplan_bench::report::ProblemSection;
use bmcplan_bench::run_log::{Entry, Head};
use bmcplan_bench::{
    Planned, Record, Runner, Suite, SuiteRow, TableStyle, plots, random_order, summaries, write_csv,
};
use clap::builder::{PossibleValue, PossibleValuesParser};
use clap::{Args as _, Command};
use humantime::format_duration;
use itertools::Itertools as _;

use super::bench::runs::{RunLoop, begin_session, check, this_program};
use super::exit::Exit;
use super::failure::Failure;
use super::problem_args::{GoalArg, Scope, encoding_value};
use super::report::json_line;
use super::shared_args::{described, with_examples};
use super::{files, limiter, output};
pub(crate) use config::{CompareConfig, config};
use instance::CompareInstance;

const ABOUT: &str = "Solve problems in several ways and compare what that takes";

const DESCRIPTION: &str = "\
Runs every combination of encoding, mode and solver that suits a problem several times, in processes of their own and in random order. \
Prints medians. Runs that contradict each other are an error. CPU seconds are those of all threads and processes.";

const EXAMPLES: &str = "\
  bmcplan compare instances/sample02.toml        all encodings: fixed, incremental, minimize
  bmcplan compare board.toml --encodings paper-v1,paper-v2 --modes incremental --runs 9
  bmcplan compare board.toml --solvers varisat,batsat --plot times.svg
  bmcplan compare a.toml b.toml c.toml --encodings v1,v2 --modes fixed --plot figure6.svg
  bmcplan compare board.toml --solvers cmd:'kissat -q' --modes fixed --horizon 40
  bmcplan compare a.toml b.toml --modes search,incremental,pdr --timeout 10 --memory 2000
  bmcplan compare board.toml --semantics sequential,forall,exists --modes incremental
  bmcplan compare board.toml --modes incremental --reduce none --reduce relevance,order
  bmcplan compare prisoners --days 6 --symmetries none,strong
  bmcplan compare game.kif --modes incremental --schedules linear,ramp:1.5
  bmcplan compare board.toml --markdown --csv rows.csv --json runs.jsonl";

const ABOUT_SCHEDULES: &str = "Find a schedule of prisoners, schoolgirls or golfers in several ways";

const EXAMPLES_OF_SCHEDULES: &str = "\
  bmcplan compare prisoners                      all encodings, each with three symmetry breakings
  bmcplan compare prisoners --design kirkman --encodings pairs --symmetries none,strong --runs 9
  bmcplan compare prisoners --prisoners 16 --row 4 --days 10 --solvers varisat,batsat";

pub(crate) fn command(kinds: &Kinds) -> Command {
    let scope = Scope::Any(kinds.clone());
    let command = config::CompareFiles::augment_args(Command::new("compare"));
    let command =
        scope.add_texts_to(scope.add_options_to(command, GoalArg::ValueOrBest), GoalArg::ValueOrBest);
    let command = config::CompareArgs::augment_args(command);
    let encodings = scope.encodings().into_iter().map(encoding_value);
    let parser = PossibleValuesParser::new([PossibleValue::new(config::ALL)].into_iter().chain(encodings));
    let command = command.mut_arg("encodings", |encodings| encodings.value_parser(parser));
    let schedules = config::CompareSchedulesArgs::augment_args(Command::new("prisoners"));
    let schedules = with_examples(schedules.about(ABOUT_SCHEDULES), EXAMPLES_OF_SCHEDULES);
    let command = command
        .subcommand(schedules)
        .subcommand_help_heading("Other than files")
        .subcommand_value_name("prisoners …")
        .disable_help_subcommand(true)
        .args_conflicts_with_subcommands(true)
        .subcommand_negates_reqs(true);
    described(command, ABOUT, DESCRIPTION, EXAMPLES)
}

pub(crate) fn run(config: &CompareConfig) -> Result<Exit, Failure> {
    let limiter = limiter::start(&Limits::default());
    let runner = this_program()?;
    let mut instances = CompareInstance::all(config, &limiter)?;
    // The modes that need a horizon have the length of a shortest plan where none is given.
    let probes: Vec<SuiteRow> = instances.iter().flat_map(|instance| instance.probes(config)).collect();
    let n_runs = instances.iter().map(|instance| instance.most_runs(config)).sum::<usize>() + probes.len();
    if 1 < n_runs {
        output::print_error(&bound(n_runs, &config.limits()));
    }
    let suite = Suite::of("probes".to_owned(), &probes);
    let (probes, _) = make(&suite, &|_| true, config, &runner, &limiter.stop, &mut |_| Ok(()))?;
    for Entry { record, .. } in &probes {
        let its = instances.iter_mut().filter(|it| it.instance.name == record.instance);
        its.for_each(|instance| instance.take_horizon(record, config));
    }
    let rows: Vec<SuiteRow> = instances.iter().flat_map(|instance| instance.rows(config)).collect();
    let suite = Suite::of("compare".to_owned(), &rows);
    let mut log = String::new();
    if config.args.json.is_some() {
        let session = begin_session(&suite, NonZeroUsize::MIN, None, &runner, &limiter.stop);
        log = json_line(&Head::of(&suite, VERSION, session))?;
    }
    let is_printed = config.prints_log();
    if is_printed {
        output::print(&log)?;
    }
    let (mut entries, mut not_started) = (Vec::new(), Vec::new());
    // Problem by problem, so that what is interrupted has left whole tables.
    for (number, instance) in instances.iter().enumerate() {
        let is_its = |planned: &Planned| planned.instance.name == instance.instance.name;
        let (made, failed) = make(&suite, &is_its, config, &runner, &limiter.stop, &mut |entry| {
            let line = json_line(entry)?;
            if is_printed {
                output::print(&line)?;
            }
            log.push_str(&line);
            Ok(())
        })?;
        let is_new = !made.is_empty();
        entries.extend(made);
        not_started.extend(failed);
        sort_by_key(&mut entries, |entry: &Entry| entry.job);
        if !is_printed {
            let apart = if number == 0 { "" } else { "\n" };
            output::print(&format!("{apart}{}", section(instance, &entries, config)))?;
        }
        let is_last = number + 1 == instances.len();
        if is_new || is_last && !entries.is_empty() {
            write(config, &entries, &log, is_last)?;
        }
    }
    let exit = check(&probes.iter().chain(&entries).collect_vec(), limiter.stop.reason());
    if entries.is_empty() && not_started.is_empty() && exit == Exit::Solved {
        // Tables have the notes below them.
        let notes = instances.iter().filter(|_| is_printed).flat_map(|instance| &instance.notes);
        notes.for_each(|note| output::print_error(note));
        output::print_error("error: nothing was measured: no combination of these makes sense for a problem");
        return Ok(Exit::Usage);
    }
    let Some(message) = not_started.first() else { return Ok(exit) };
    output::print_error(&format!("error: {} runs were not made: {message}", not_started.len()));
    Ok(if exit == Exit::Solved { Exit::Usage } else { exit })
}

/// Says how long a comparison may take.
fn bound(n_runs: usize, limits: &Limits) -> String {
    let all = |one: Duration| one.saturating_mul(u32::try_from(n_runs).unwrap_or(u32::MAX));
    let words = |one: Duration, of: &str| {
        format!(
            "{n_runs} runs, each of at most {}{of}: at most {}",
            format_duration(one),
            format_duration(all(one))
        )
    };
    match (limits.timeout, limits.cpu_timeout) {
        (Some(timeout), _) => words(timeout, ""),
        (None, Some(cpu)) => words(cpu, " of CPU time"),
        (None, None) => format!("{n_runs} runs"),
    }
}

/// Makes some runs of a suite one by one in random order; `add` is given each. Returns them, and the messages of those that could not be
/// started.
fn make(
    suite: &Suite,
    is_chosen: &dyn Fn(&Planned) -> bool,
    config: &CompareConfig,
    runner: &Runner,
    stop: &Stop,
    add: &mut dyn FnMut(&Entry) -> Result<(), Failure>,
) -> Result<(Vec<Entry>, Vec<String>), Failure> {
    let mut places = random_order(suite.planned.len(), config.args.seed.unwrap_or(1));
    places.retain(|place| is_chosen(&suite.planned[*place]));
    let runs = RunLoop { suite, places: &places, made_before: 0, at_a_time: NonZeroUsize::MIN };
    let mut entries = Vec::new();
    let not_started = runs.make(runner, stop, &mut |entry| {
        add(&entry)?;
        entries.push(entry);
        Ok(())
    })?;
    Ok((entries, not_started))
}

/// Writes the files; before the last problem those that can be replaced.
fn write(config: &CompareConfig, entries: &[Entry], log: &str, is_last: bool) -> Result<(), Failure> {
    let is_due = |path: &&PathBuf| is_last || files::is_replaced(path);
    if let Some(path) = config.args.json.as_ref().filter(|_| !config.prints_log()).filter(is_due) {
        files::write(path, log.as_bytes())?;
    }
    if let Some(path) = config.args.csv.as_ref().filter(is_due) {
        let mut text = Vec::new();
        write_csv(&summaries(entries.iter().map(|entry| &entry.record)), &mut text)
            .map_err(|error| Failure::Usage(format!("--csv {}: {error}", path.display())))?;
        files::write(path, &text)?;
    }
    if let Some(file) = config.plot.as_ref().filter(|_| config.args.plot.iter().any(|path| is_due(&path))) {
        let records: Vec<Record> = entries.iter().map(|entry| entry.record.clone()).collect();
        file.write(&plots::comparison(&records))?;
    }
    Ok(())
}

fn section(instance: &CompareInstance, entries: &[Entry], config: &CompareConfig) -> String {
    let is_its = |entry: &&Entry| entry.record.instance == instance.instance.name;
    ProblemSection {
        instance: &instance.instance.name,
        kind: &instance.instance.kind,
        metric: instance.metric.as_deref(),
        entries: entries.iter().filter(is_its).collect(),
        notes: instance.notes.clone(),
    }
    .text(if config.args.markdown { TableStyle::Markdown } else { TableStyle::Terminal })
}
