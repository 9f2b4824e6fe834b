//! The output of `bench`: the report, plots, and errors for answers that cannot be true.

use crate::bench::plots::{cactus, scatter};
use crate::bench::report::{ConfigurationScore, markdown, scores};
use crate::bench::run_log::{Entry, RunLog};
use crate::stop::StopReason;

use super::super::exit::Exit;
use super::super::failure::Failure;
use super::super::output;
use super::config::{BenchConfig, Scatter};
use super::runs::check;

/// Prints the report, draws the plots, and checks the answers.
pub(super) fn print(
    log: &RunLog,
    config: &BenchConfig,
    stopped: Option<StopReason>,
) -> Result<Exit, Failure> {
    output::print(&markdown(log))?;
    draw(log, config, stopped)
}

/// Checks the answers, and draws the plots.
pub(super) fn draw(log: &RunLog, config: &BenchConfig, stopped: Option<StopReason>) -> Result<Exit, Failure> {
    let entries: Vec<&Entry> = log.runs().collect();
    let (scores, name) = (scores(&entries), &log.head.suite.name);
    // First, so that a wrong name of a configuration hides nothing.
    let exit = check(&entries, stopped);
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
