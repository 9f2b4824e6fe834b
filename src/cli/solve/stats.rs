//! Figures as text in groups: formula, solver, horizons, search, times, memory.

use crate::horizon::{Attempt, HorizonAnswer};
use itertools::Itertools as _;

use crate::ask::Solution;
use bmcplan_sat::figures::ProcessFigures;

pub(super) fn text(solved: &Solution) -> String {
    let ProcessFigures { cpu_seconds, memory_mb } = ProcessFigures::now();
    groups(solved, cpu_seconds, memory_mb.map(|megabytes| format!("{megabytes:.1} MB at most")))
}

/// Returns the same without what is measured of the whole process, in which other problems are solved, too.
pub(super) fn of_one(solved: &Solution) -> String {
    groups(solved, None, None)
}

fn groups(solved: &Solution, cpu_seconds: Option<f64>, memory: Option<String>) -> String {
    let (report, figures) = (&solved.report, &solved.report.figures);
    let size = [
        (figures.variables, "variables"),
        (figures.clauses, "clauses"),
        (figures.literals, "literals"),
        (figures.formula_bytes, "bytes"),
    ];
    let size = size.into_iter().filter_map(|(number, name)| Some(format!("{} {name}", number?))).join(", ");
    let encoding = report.encoding(solved.encoding);
    let was_asked = encoding.is_some();
    let seconds = |number: Option<f64>, name: &str| Some(format!("{:.3} s {name}", number?));
    let times = [
        seconds(Some(report.elapsed.as_secs_f64()), "by the clock on the wall"),
        seconds(cpu_seconds, "on processors"),
        seconds(figures.build_seconds, "of these building the formula"),
        seconds(figures.solver_seconds, "in the solver"),
    ];
    let groups = [
        ("formula", (!size.is_empty()).then(|| format!("{}: {size}", encoding.unwrap_or(solved.encoding)))),
        (
            "same as",
            report.same_formula.map(|other| format!("{other}: no action changes one known value alone")),
        ),
        (
            "solver",
            was_asked.then(|| {
                format!("{}{}", report.solver(&solved.options.solver), conflicts(figures.conflicts))
            }),
        ),
        ("horizons", (!report.attempts.is_empty()).then(|| horizons(&report.attempts))),
        ("search", figures.states.map(|states| format!("{states} states"))),
        ("proved by", report.proved_by.as_ref().map(ToString::to_string)),
        ("times", Some(times.into_iter().flatten().join(", "))),
        ("memory", memory),
    ];
    groups.into_iter().filter_map(|(name, text)| Some(format!("{name:9}  {}\n", text?))).join("")
}

fn conflicts(conflicts: Option<u64>) -> String {
    conflicts.map(|conflicts| format!(": {conflicts} conflicts")).unwrap_or_default()
}

/// Formats as `24 tried: 23 refuted (0 to 38), 1 reached (39)`.
fn horizons(attempts: &[Attempt]) -> String {
    let of = |answer: HorizonAnswer, name: &str| {
        let horizons =
            attempts.iter().filter(|attempt| attempt.answer == answer).map(|attempt| attempt.horizon);
        let horizons = horizons.sorted().collect_vec();
        let range = match &*horizons {
            [] => return None,
            [one] => one.to_string(),
            [first, .., last] => format!("{first} to {last}"),
        };
        Some(format!("{} {name} ({range})", horizons.len()))
    };
    let answers = [
        of(HorizonAnswer::Refuted, "refuted"),
        of(HorizonAnswer::Reached, "reached"),
        of(HorizonAnswer::Stopped, "stopped"),
    ];
    format!("{} tried: {}", attempts.len(), answers.into_iter().flatten().join(", "))
}
