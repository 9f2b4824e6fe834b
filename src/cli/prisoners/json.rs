//! Schedules as JSON: one object on one line. The keys and their order are a promise to scripts.

use crate::figures::{Figures, seconds};
use crate::prisoners::{Impossible, Schedule, ScheduleOutcome, ScheduleProblem, ScheduleQuery};
use serde::Serialize;

use super::super::failure::Failure;
use super::super::report::json_line;
use super::super::schedule_args::Design;
use super::answer::{PrisonersAnswer, met};
use super::text::what;
use crate::ask::{Certified, JsonCount, VERSION, reason_name};
use crate::figures::ProcessFigures;

/// Days × rows × members, numbered from 1.
type Days = Vec<Vec<Vec<usize>>>;

/// The known facts of a schedule, found or checked.
#[derive(Serialize)]
struct ScheduleObject {
    kind: &'static str,
    name: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    file: Option<String>,
    status: &'static str,
    design: &'static str,
    prisoners: usize,
    row: usize,
    days: usize,
    full: bool,
    schedule: Option<Days>,
    neighbours: Option<Vec<Vec<usize>>>,
}

#[derive(Serialize)]
struct PrisonersObject<'a> {
    #[serde(flatten)]
    known: ScheduleObject,
    schedules: Option<Vec<Days>>,
    count: Option<JsonCount>,
    complete: Option<bool>,
    count_any_order: Option<JsonCount>,
    impossible_by: Option<&'static str>,
    proved_by: Option<String>,
    encoding: Option<&'a str>,
    symmetry: Option<String>,
    solver: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    trusted: Option<String>,
    #[serde(flatten)]
    figures: Figures,
    seconds: f64,
    wall_seconds: f64,
    cpu_seconds: Option<f64>,
    memory_mb: Option<f64>,
    stopped_by: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    certificate: Option<&'a Certified>,
    version: &'static str,
}

/// The object for an answer.
pub(super) fn answer(answer: &PrisonersAnswer<'_>) -> Result<String, Failure> {
    let (problem, options, report) = (answer.problem, answer.options, answer.report);
    let (status, schedules, impossible_by) = match &report.outcome {
        ScheduleOutcome::Solved(schedules) => ("solved", schedules.as_slice(), None),
        ScheduleOutcome::Impossible(Impossible::Counting) => ("unsolvable", &[][..], Some("counting")),
        ScheduleOutcome::Impossible(Impossible::Refuted) => ("unsolvable", &[][..], Some("formula")),
        ScheduleOutcome::Stopped(_) => ("stopped", &[][..], None),
    };
    let stopped = match report.outcome {
        ScheduleOutcome::Stopped(reason) => Some(reason),
        _ => report.stopped,
    };
    let by_formula = impossible_by != Some("counting");
    let orders = options.symmetry.orders(problem).filter(|_| report.complete && options.symmetry.is_sound());
    Ok(json_line(&PrisonersObject {
        known: known(status, answer.design, problem, schedules.first(), answer.neighbours),
        schedules: matches!(options.wanted, ScheduleQuery::All(_))
            .then(|| schedules.iter().map(numbered).collect()),
        count: report.count.map(JsonCount),
        complete: report.count.map(|_| report.complete),
        count_any_order: report
            .count
            .zip(orders)
            .and_then(|(count, orders)| count.checked_mul(orders))
            .map(JsonCount),
        impossible_by,
        proved_by: report.proved_by(&options.solver),
        encoding: by_formula.then_some(options.encoding.name()),
        symmetry: by_formula.then(|| options.symmetry.to_string()),
        solver: by_formula.then(|| options.solver.to_string()),
        trusted: report.trusted.as_ref().map(ToString::to_string),
        figures: report.figures,
        seconds: seconds(report.elapsed),
        wall_seconds: seconds(report.elapsed),
        cpu_seconds: ProcessFigures::now().cpu_seconds,
        memory_mb: ProcessFigures::now().memory_mb,
        stopped_by: stopped.map(reason_name),
        certificate: answer.certified.as_ref(),
        version: VERSION,
    })?)
}

/// The object for a schedule that was checked and is one.
pub(super) fn checked(
    problem: &ScheduleProblem,
    found: &Schedule,
    person: Option<usize>,
    (name, file): (String, Option<String>),
) -> Result<String, Failure> {
    #[derive(Serialize)]
    struct CheckedObject {
        #[serde(flatten)]
        known: ScheduleObject,
        version: &'static str,
    }
    Ok(json_line(&CheckedObject {
        known: ScheduleObject {
            name,
            file,
            ..known("solved", Design::of(problem), problem, Some(found), person)
        },
        version: VERSION,
    })?)
}

fn known(
    status: &'static str,
    design: Design,
    problem: &ScheduleProblem,
    found: Option<&Schedule>,
    person: Option<usize>,
) -> ScheduleObject {
    ScheduleObject {
        kind: "prisoners",
        name: what(design, problem),
        file: None,
        status,
        design: design.name(),
        prisoners: problem.people(),
        row: problem.row(),
        days: problem.days(),
        full: problem.is_full(),
        schedule: found.map(numbered),
        neighbours: found.zip(person).map(|(found, person)| met(problem, found, person)),
    }
}

fn numbered(schedule: &Schedule) -> Days {
    let row = |row: &Vec<usize>| row.iter().map(|person| person + 1).collect();
    schedule.days().iter().map(|rows| rows.iter().map(row).collect()).collect()
}
