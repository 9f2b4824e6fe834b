//! Plots of records as SVG: panels of bars, lines or points, one below the other.

mod bars;
mod comparison;
mod lines;
mod panel;
mod scale;
mod scatter;
mod svg;

pub use bars::{PlotBar, bars};
pub use comparison::comparison;
pub use lines::{PlotLine, lines};
pub use panel::{Panel, figure};
pub use scatter::{ScatterPoint, points};

#[cfg(test)]
mod tests {
    use super::super::record::tests::record;
    use super::super::record::{HorizonRecord, Record, RunOutcome};
    use super::*;

    fn with_times(mode: &str, cpu: f64, horizons: &[(usize, &str)]) -> Record {
        let solved = RunOutcome::Solved { length: Some(2), steps: Some(2), optimal: true };
        let mut record = record("transition", mode, solved);
        record.cpu_seconds = Some(cpu);
        (record.figures.build_seconds, record.figures.solver_seconds) = (Some(0.5), Some(1.5));
        let tried = |&(horizon, result): &(usize, &str)| HorizonRecord {
            horizon,
            result: result.to_owned(),
            seconds: 0.5,
            conflicts: None,
        };
        record.horizons = horizons.iter().map(tried).collect();
        record
    }

    fn fixed(horizon: usize) -> Record {
        let mut record = with_times("fixed", 1.0, &[(horizon, "refuted")]);
        record.configuration.given_horizon = Some(horizon);
        record
    }

    #[test]
    fn a_comparison_has_bars_and_lines() {
        let incremental = with_times("incremental", 1.0, &[(0, "refuted"), (2, "reached"), (1, "refuted")]);
        let mut late = record("paper-v1", "incremental", RunOutcome::OutOfTime);
        late.cpu_seconds = Some(2.0);
        let drawn = comparison(&[incremental, fixed(2), late], &[fixed(0), fixed(1)]);
        for part in [
            "<title>Comparison of configurations</title>",
            ">transition, incremental</text>",
            ">transition, fixed 2</text>",
            ">transition, fixed</text>",
            ">2.00 s, out of time</text>",
            ">board.toml: horizon against time</text>",
        ] {
            assert!(drawn.contains(part), "{part} is not in {drawn}");
        }
        // A line each and its sample in the legend; three fixed horizons, and two on the way up to the goal.
        assert_eq!((drawn.matches("<polyline").count(), drawn.matches("<circle").count()), (4, 5));
        // One row is not answered.
        assert_eq!(drawn.matches("class=\"line-c1\" stroke-dasharray=\"4 3\"").count(), 1);
    }

    #[test]
    fn lines_differ_by_colour_and_by_pattern() {
        let line = |name: usize| PlotLine { name: name.to_string(), points: vec![(0.0, 1.0), (39.0, 2.0)] };
        let drawn = figure("t", &[lines("t", ("x", "y"), &(0..28).map(line).collect::<Vec<_>>())]);
        let looks = drawn.lines().filter(|line| line.starts_with("<polyline"));
        let looks: Vec<&str> = looks.map(|line| line.split_once("class=").unwrap().1).collect();
        let different: std::collections::BTreeSet<&str> = looks.iter().copied().collect();
        // Each line has a sample in the legend.
        assert_eq!((looks.len(), different.len()), (56, 28));
        for tick in ["0", "10", "20", "30"] {
            assert!(drawn.contains(&format!(">{tick}</text>")), "{drawn}");
        }
    }

    #[test]
    fn nothing_has_a_figure_too() {
        assert!(comparison(&[], &[]).ends_with("</svg>\n"));
        let unknown = comparison(&[record("transition", "pdr", RunOutcome::OutOfMemory)], &[]);
        assert!(unknown.ends_with("</svg>\n") && !unknown.contains("<polyline"));
    }
}
