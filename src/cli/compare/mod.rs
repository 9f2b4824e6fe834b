//! The command `compare`: a suite of one group that is made from flags.

mod args;
mod config;
mod instance;
mod log;
mod report;

use std::num::NonZeroUsize;

use crate::bench::run_log::Entry;
use crate::bench::{Runner, Suite, SuiteRow, random_order};
use crate::kinds::Kinds;
use crate::stop::Stop;
use clap::builder::PossibleValuesParser;
use clap::{Args as _, Command};

use super::bench::runs::{RunLoop, check, this_program};
use super::exit::Exit;
use super::failure::Failure;
use super::output;
use super::problem_args::{GoalArg, Scope};
use super::shared_args::with_examples;
use super::watch;
use crate::ask::Limits;
pub(crate) use config::{CompareConfig, config};
use instance::CompareInstance;
use log::LogOutput;

const ABOUT: &str = "Solve problems in several ways and put what that takes side by side";

const DESCRIPTION: &str = "\
Every combination of encoding, mode and solver that makes sense for a problem is run several times, each time in a process of \
its own, in random order. Prints medians of what the runs took and what came of them. Two runs that contradict each other are an \
error. CPU seconds are those of all threads and processes, from the start of the process to its end; seconds of building, which is \
writing the formula, and of the solver are a part of them. The formula is measured as DIMACS text.";

const EXAMPLES: &str = "\
  bmcplan compare instances/sample02.toml        all encodings: fixed, incremental, minimize
  bmcplan compare board.toml --encodings paper-v1,paper-v2 --modes incremental --runs 9
  bmcplan compare board.toml --solvers varisat,batsat --plot times.svg
  bmcplan compare board.toml --solvers cmd:'kissat -q' --modes fixed --horizon 40
  bmcplan compare a.toml b.toml --modes search,incremental,pdr --timeout 10 --memory 2000
  bmcplan compare board.toml --semantics sequential,forall,exists --modes incremental
  bmcplan compare board.toml --modes incremental --reduce none --reduce relevance,order --lower-bound hmax,none
  bmcplan compare prisoners --days 6 --symmetries none,strong
  bmcplan compare game.kif --modes incremental --schedules linear,ramp:1.5
  bmcplan compare board.toml --markdown --csv rows.csv --json runs.jsonl";

const ABOUT_SCHEDULES: &str = "Find a schedule of prisoners, schoolgirls or golfers in several ways";

const EXAMPLES_OF_SCHEDULES: &str = "\
  bmcplan compare prisoners                      all encodings, each with three symmetry breakings
  bmcplan compare prisoners --design kirkman --encodings pairs --symmetries none,strong --runs 9
  bmcplan compare prisoners --prisoners 16 --row 4 --days 10 --solvers varisat,batsat";

/// The command.
pub(crate) fn command(kinds: &Kinds) -> Command {
    let scope = Scope::Any(kinds.clone());
    let command = args::CompareFiles::augment_args(Command::new("compare"));
    let command = scope.add_texts_to(scope.add_options_to(command, GoalArg::Value), GoalArg::Value);
    let command = args::CompareArgs::augment_args(command);
    let encodings = [args::ALL].into_iter().chain(scope.encodings());
    let parser = PossibleValuesParser::new(encodings);
    let command = command.mut_arg("encodings", |encodings| encodings.value_parser(parser));
    let schedules = args::CompareSchedulesArgs::augment_args(Command::new("prisoners"));
    let schedules = with_examples(schedules.about(ABOUT_SCHEDULES), EXAMPLES_OF_SCHEDULES);
    let command = command
        .subcommand(schedules)
        .subcommand_help_heading("Other than files")
        .subcommand_value_name("prisoners …")
        .disable_help_subcommand(true)
        .args_conflicts_with_subcommands(true)
        .subcommand_negates_reqs(true);
    with_examples(command.about(ABOUT).long_about(format!("{ABOUT}\n\n{DESCRIPTION}")), EXAMPLES)
}

/// Runs the command.
pub(crate) fn run(config: &CompareConfig) -> Result<Exit, Failure> {
    let watch = watch::start(&Limits::default());
    let runner = this_program()?;
    let mut instances = CompareInstance::all(config, &watch)?;
    let mut entries = find_horizons(&mut instances, config, &runner, &watch.stop)?;
    let n_probes = entries.len();
    let rows: Vec<SuiteRow> = instances.iter().flat_map(|instance| instance.rows(config)).collect();
    let points: Vec<SuiteRow> = match config.outputs.plot {
        Some(_) => instances.iter().flat_map(|instance| instance.points(config)).collect(),
        None => Vec::new(),
    };
    let suite = Suite::of("compare".to_owned(), &[rows, points.clone()].concat());
    let mut log = LogOutput::open(config, &suite, &runner, &watch.stop)?;
    let not_started = make(&suite, config, &runner, &watch.stop, |entry| {
        log.add(&entry)?;
        entries.push(entry);
        Ok(())
    })?;
    // Files of an earlier comparison are worth more than files without a run.
    if n_probes < entries.len() {
        log.finish()?;
    }
    entries[n_probes..].sort_by_key(|entry| entry.job);
    let is_point = |entry: &&Entry| {
        let Entry { record, .. } = entry;
        points
            .iter()
            .any(|row| (&row.instance.name, &row.configuration) == (&record.instance, &record.configuration))
    };
    let (of_plot, of_table): (Vec<&Entry>, Vec<&Entry>) = entries[n_probes..].iter().partition(is_point);
    report::write(config, &instances, &of_table, &of_plot)?;
    let exit = check(&entries.iter().collect::<Vec<_>>(), watch.stop.reason());
    if entries.len() == n_probes && not_started.is_empty() && exit == Exit::Solved {
        output::print_error("error: nothing was measured: no combination of these makes sense for a problem");
        return Ok(Exit::Usage);
    }
    let Some(message) = not_started.first() else { return Ok(exit) };
    output::print_error(&format!("error: {} runs were not made: {message}", not_started.len()));
    Ok(if exit == Exit::Solved { Exit::Usage } else { exit })
}

/// Makes all runs of a suite one by one in random order.
fn make(
    suite: &Suite,
    config: &CompareConfig,
    runner: &Runner,
    stop: &Stop,
    add: impl FnMut(Entry) -> Result<(), Failure>,
) -> Result<Vec<String>, Failure> {
    let places = random_order(suite.planned.len(), config.seed);
    let runs = RunLoop { suite, places: &places, made_before: 0, at_a_time: NonZeroUsize::MIN };
    runs.make(runner, stop, add)
}

/// Finds the horizon of the modes that need one, where none is given: the length of a shortest plan, by one run without a
/// mode for each instance and semantics. Returns these runs.
fn find_horizons(
    instances: &mut [CompareInstance],
    config: &CompareConfig,
    runner: &Runner,
    stop: &Stop,
) -> Result<Vec<Entry>, Failure> {
    let probes: Vec<SuiteRow> = instances.iter().flat_map(|instance| instance.probes(config)).collect();
    let suite = Suite::of("probes".to_owned(), &probes);
    let mut entries = Vec::new();
    make(&suite, config, runner, stop, |entry| {
        entries.push(entry);
        Ok(())
    })?;
    for instance in instances.iter_mut() {
        let name = instance.instance.name.clone();
        let its = entries.iter().filter(|entry| entry.record.instance == name);
        its.for_each(|entry| instance.take_horizon(&entry.record));
    }
    Ok(entries)
}
