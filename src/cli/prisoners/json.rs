//! Schedules as JSON: one object on one line. The keys and their order are a promise to scripts.

use bmcplan::prisoners::{Impossible, Outcome, Problem, Schedule, Wanted};
use serde::Serialize;

use super::super::failure::Failure;
use super::super::json::{VERSION, line, seconds};
use super::super::lowprisoners::Design;
use super::{Answer, met};

/// Days × rows × members, numbered from 1.
type Days = Vec<Vec<Vec<usize>>>;

#[derive(Serialize)]
struct Solution<'a> {
    kind: &'static str,
    status: &'static str,
    design: &'a str,
    prisoners: usize,
    row: usize,
    days: usize,
    full: bool,
    schedule: Option<Days>,
    neighbours: Option<Vec<Vec<usize>>>,
    schedules: Option<Vec<Days>>,
    count: Option<u128>,
    complete: Option<bool>,
    count_any_order: Option<u128>,
    impossible_by: Option<&'static str>,
    encoding: Option<&'a str>,
    symmetry: Option<String>,
    solver: Option<String>,
    variables: Option<usize>,
    clauses: Option<usize>,
    conflicts: Option<u64>,
    seconds: f64,
    version: &'static str,
}

/// The object for an answer.
pub(super) fn answer(answer: &Answer<'_>) -> Result<String, Failure> {
    let (problem, options, report) = (answer.problem, answer.options, answer.report);
    let (status, schedules, impossible_by) = match &report.outcome {
        Outcome::Solved(schedules) => ("solved", schedules.as_slice(), None),
        Outcome::Impossible(Impossible::Counting) => ("unsolvable", &[][..], Some("counting")),
        Outcome::Impossible(Impossible::Refuted) => ("unsolvable", &[][..], Some("formula")),
        Outcome::Stopped(_) => ("stopped", &[][..], None),
    };
    let by_formula = impossible_by != Some("counting");
    let first = schedules.first();
    let orders = options.symmetry.orders(problem).filter(|_| report.complete && options.symmetry.is_sound());
    line(&Solution {
        kind: "prisoners",
        status,
        design: answer.design.name(),
        prisoners: problem.people(),
        row: problem.row(),
        days: problem.days(),
        full: problem.is_full(),
        schedule: first.map(numbered),
        neighbours: first.zip(answer.neighbours).map(|(found, person)| met(problem, found, person)),
        schedules: matches!(options.wanted, Wanted::All(_)).then(|| schedules.iter().map(numbered).collect()),
        count: report.count,
        complete: report.count.map(|_| report.complete),
        count_any_order: report.count.zip(orders).and_then(|(count, orders)| count.checked_mul(orders)),
        impossible_by,
        encoding: by_formula.then_some(options.encoding.name()),
        symmetry: by_formula.then(|| options.symmetry.to_string()),
        solver: by_formula.then(|| options.solver.to_string()),
        variables: report.variables,
        clauses: report.clauses,
        conflicts: report.conflicts,
        seconds: seconds(report.elapsed),
        version: VERSION,
    })
}

/// The object for a schedule that was checked and is one.
pub(super) fn checked(problem: &Problem, found: &Schedule, person: Option<usize>) -> Result<String, Failure> {
    #[derive(Serialize)]
    struct Checked<'a> {
        kind: &'static str,
        status: &'static str,
        design: &'a str,
        prisoners: usize,
        row: usize,
        days: usize,
        full: bool,
        schedule: Days,
        neighbours: Option<Vec<Vec<usize>>>,
        version: &'static str,
    }
    line(&Checked {
        kind: "prisoners",
        status: "solved",
        design: Design::of(problem).name(),
        prisoners: problem.people(),
        row: problem.row(),
        days: problem.days(),
        full: problem.is_full(),
        schedule: numbered(found),
        neighbours: person.map(|person| met(problem, found, person)),
        version: VERSION,
    })
}

fn numbered(schedule: &Schedule) -> Days {
    let row = |row: &Vec<usize>| row.iter().map(|person| person + 1).collect();
    schedule.days().iter().map(|rows| rows.iter().map(row).collect()).collect()
}
