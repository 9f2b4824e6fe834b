//! Benchmarks: what is recorded, summed up, expected, drawn and kept.

mod records;
mod reports;
mod run_logs;
#[cfg(unix)]
mod runs;

use bmcplan_bench::{Configuration, Record, RunOutcome};
use bmcplan_sat::figures::Figures;

/// A record with nothing in it but a result.
fn record(encoding: &str, mode: &str, result: RunOutcome) -> Record {
    Record {
        instance: "board.toml".to_owned(),
        kind: "rushhour".to_owned(),
        configuration: Configuration {
            encoding: Some(encoding.to_owned()),
            mode: Some(mode.to_owned()),
            ..Configuration::default()
        },
        run: 1,
        seed: None,
        result,
        trusted: None,
        refuted: None,
        refuted_cost: None,
        proved_by: None,
        open_goals: Vec::new(),
        certificate: None,
        horizon: None,
        figures: Figures::default(),
        cpu_seconds: None,
        wall_seconds: 0.25,
        memory_mb: None,
        horizons: Vec::new(),
        version: "1".to_owned(),
    }
}

fn solved(steps: usize, optimal: bool) -> RunOutcome {
    RunOutcome::Solved { length: Some(steps), steps: Some(steps), cost: None, optimal, cut_short_by: None }
}
