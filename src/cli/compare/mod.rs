//! The command `compare`: a suite of one group that is made from flags.

mod args;
mod config;
mod instance;
mod log;
mod report;

use std::num::NonZeroUsize;

use crate::bench::run_log::Entry;
use crate::bench::{Runner, Suite, SuiteRow, random_order};
use crate::stop::Stop;

use super::bench::runs::{RunLoop, check, this_program};
use super::exit::Exit;
use super::failure::Failure;
use super::output;
use super::watch::{Limits, Watch};
pub(crate) use args::CompareArgs;
pub(crate) use config::{CompareConfig, interpret};
use instance::CompareInstance;
use log::LogOutput;

/// Runs the command.
pub(crate) fn run(config: &CompareConfig) -> Result<Exit, Failure> {
    let watch = Watch::start(&Limits::default());
    let runner = this_program()?;
    let instances = config.problems.iter().map(|problem| CompareInstance::read(problem, config, &watch.stop));
    let mut instances = instances.collect::<Result<Vec<CompareInstance>, Failure>>()?;
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
    log.finish()?;
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
    let Some(message) = not_started.first() else { return Ok(exit) };
    output::complain(&format!("error: {} runs were not made: {message}", not_started.len()));
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
/// mode for each instance. Returns these runs.
fn find_horizons(
    instances: &mut [CompareInstance],
    config: &CompareConfig,
    runner: &Runner,
    stop: &Stop,
) -> Result<Vec<Entry>, Failure> {
    let without = || instances.iter().filter(|instance| instance.needs_horizon());
    let probes: Vec<SuiteRow> = without().map(|instance| instance.probe(config)).collect();
    let suite = Suite::of("probes".to_owned(), &probes);
    let mut entries = Vec::new();
    make(&suite, config, runner, stop, |entry| {
        entries.push(entry);
        Ok(())
    })?;
    for instance in instances.iter_mut().filter(|instance| instance.needs_horizon()) {
        if let Some(entry) = entries.iter().find(|entry| entry.record.instance == instance.instance.name) {
            instance.take_horizon(&entry.record.result);
        }
    }
    Ok(entries)
}
