//! The answer of `prisoners`, as text and as one object of JSON. The keys and their order are a promise to scripts.

use crate::ask::{JsonCount, VERSION, reason_name};
use bmcplan_prisoners::{
    Impossible, Schedule, ScheduleOptions, ScheduleOutcome, ScheduleProblem, ScheduleQuery, ScheduleReport,
};
use bmcplan_sat::figures::{Figures, ProcessFigures, seconds};
use itertools::Itertools as _;
use serde::Serialize;

use super::super::failure::Failure;
use super::super::report::{Show, by, json_line, seconds_text, trusting};
use super::super::schedule_args::Design;
use super::config::Neighbours;

pub(super) struct PrisonersAnswer<'a> {
    pub(super) design: Design,
    pub(super) problem: &'a ScheduleProblem,
    pub(super) options: &'a ScheduleOptions,
    pub(super) report: &'a ScheduleReport,
    pub(super) neighbours: Option<Neighbours>,
    pub(super) has_stats: bool,
}

fn met(problem: &ScheduleProblem, found: &Schedule, person: usize) -> Vec<Vec<usize>> {
    let days = found.met_by(person - 1, problem.meets());
    days.into_iter().map(|day| day.into_iter().map(|other| other + 1).collect()).collect()
}

pub(super) fn answer(answer: &PrisonersAnswer<'_>) -> String {
    let trusting = trusting(answer.report.trusted.as_ref());
    let stats = if answer.has_stats { stats(answer) } else { String::new() };
    let summary = format!("{}{trusting} ({})\n{stats}", sentence(answer), means(answer));
    match answer.options.wanted {
        ScheduleQuery::Count(_) => summary,
        ScheduleQuery::One | ScheduleQuery::All(_) => {
            let schedules = schedules_alone(answer);
            if schedules.is_empty() { summary } else { format!("{schedules}\n{summary}") }
        }
    }
}

/// Returns the schedules alone: one line a day, or of several one line a schedule; or how many there are, be it none.
pub(super) fn schedules_alone(answer: &PrisonersAnswer<'_>) -> String {
    let schedules = answer.report.schedules();
    if let ScheduleOutcome::Stopped(_) = answer.report.outcome {
        return String::new();
    }
    match answer.options.wanted {
        ScheduleQuery::One => schedules
            .iter()
            .map(|found| schedule_or_neighbours(answer.design, answer.problem, found, answer.neighbours))
            .join(""),
        ScheduleQuery::All(_) => schedules.iter().map(|schedule| in_a_line(schedule) + "\n").join(""),
        ScheduleQuery::Count(_) => {
            format!("{}{}\n", at_least(answer), answer.report.count.unwrap_or_default())
        }
    }
}

pub(super) fn schedule_or_neighbours(
    design: Design,
    problem: &ScheduleProblem,
    found: &Schedule,
    neighbours: Option<Neighbours>,
) -> String {
    let of = |person: usize| {
        let days = (1..).zip(met(problem, found, person));
        days.map(|(day, others)| format!("{} {day}  {}\n", design.day(), others.iter().format(" "))).join("")
    };
    match neighbours {
        None => table(design, problem, found),
        Some(Neighbours::Of(person)) => of(person),
        Some(Neighbours::All) => {
            let one = design.plural().trim_end_matches('s');
            (1..=problem.people()).map(|person| format!("{one} {person}\n{}", of(person))).join("\n")
        }
    }
}

pub(super) fn checked(
    design: Design,
    problem: &ScheduleProblem,
    found: &Schedule,
    person: Option<Neighbours>,
) -> String {
    let schedule = schedule_or_neighbours(design, problem, found, person);
    format!("{schedule}\n{}: right\n", claim(design, problem))
}

fn table(design: Design, problem: &ScheduleProblem, schedule: &Schedule) -> String {
    let width = problem.people().to_string().len();
    let days_width = problem.days().to_string().len();
    let row = |row: &Vec<usize>| row.iter().map(|person| format!("{:>width$}", person + 1)).join(" ");
    let days = (1..).zip(schedule.days());
    days.map(|(day, rows)| {
        format!("{} {day:>days_width$}   {}\n", design.day(), rows.iter().map(row).join("   "))
    })
    .join("")
}

fn in_a_line(schedule: &Schedule) -> String {
    let row = |row: &Vec<usize>| row.iter().map(|person| person + 1).join(" ");
    schedule.days().iter().map(|rows| rows.iter().map(row).join(", ")).join("; ")
}

/// Formats as `9 prisoners in rows of 3 on 6 days`.
pub(super) fn what(design: Design, problem: &ScheduleProblem) -> String {
    let days = problem.days();
    let (preposition, plural) =
        (if design == Design::Golfers { "in" } else { "on" }, if days == 1 { "" } else { "s" });
    format!(
        "{} in {} of {} {preposition} {days} {}{plural}",
        design.many(problem.people()),
        design.row(),
        problem.row(),
        design.day()
    )
}

fn claim(design: Design, problem: &ScheduleProblem) -> String {
    let meets = match (design, problem.is_full()) {
        (Design::Prisoners, true) => "every pair shares handcuffs exactly once",
        (Design::Prisoners, false) => "no pair shares handcuffs twice",
        (_, true) => "every pair meets exactly once",
        (_, false) => "no pair meets twice",
    };
    format!("{}: {meets}", what(design, problem))
}

fn sentence(answer: &PrisonersAnswer<'_>) -> String {
    let (design, problem, report) = (answer.design, answer.problem, answer.report);
    let proved = report.proved_by(&answer.options.solver);
    let proved = proved.map(|source| format!(", proved by {source}")).unwrap_or_default();
    match &report.outcome {
        ScheduleOutcome::Solved(_) if report.count.is_some() => counted(answer),
        ScheduleOutcome::Solved(_) => claim(design, problem),
        ScheduleOutcome::Impossible(Impossible::Counting) => format!(
            "{} are impossible{proved}: every {} takes {} of the {} pairs, which is enough for {}",
            what(design, problem),
            design.day(),
            problem.n_pairs_a_day(),
            problem.n_pairs(),
            problem.most_days()
        ),
        ScheduleOutcome::Impossible(Impossible::Refuted) => {
            format!("{} are impossible{proved}", what(design, problem))
        }
        ScheduleOutcome::Stopped(reason) => format!("{}: not known; {}", what(design, problem), by(*reason)),
    }
}

fn at_least(answer: &PrisonersAnswer<'_>) -> &'static str {
    if answer.report.complete { "" } else { "at least " }
}

fn counted(answer: &PrisonersAnswer<'_>) -> String {
    let (problem, symmetry, report) = (answer.problem, &answer.options.symmetry, answer.report);
    let count = report.count.unwrap_or_default();
    if let (ScheduleQuery::All(_), false, None) = (answer.options.wanted, report.complete, report.stopped) {
        return format!("{}: the first {count} schedules; --limit lists more", what(answer.design, problem));
    }
    let sentence = format!(
        "{}: {}{count} {} with symmetry breaking {symmetry}",
        what(answer.design, problem),
        at_least(answer),
        if count == 1 { "schedule" } else { "schedules" }
    );
    if symmetry.is_sound() { sentence } else { sentence + ", which is not sound: others are lost" }
}

/// Formats the numbers with less symmetry breaking, and the size of the formula, a line each.
fn stats(answer: &PrisonersAnswer<'_>) -> String {
    let (problem, symmetry, report) = (answer.problem, &answer.options.symmetry, answer.report);
    let (day, at_least) = (answer.design.day(), at_least(answer));
    let count = report.count.filter(|_| symmetry.is_sound());
    let ordered = count.zip(symmetry.orders(problem)).and_then(|(count, orders)| count.checked_mul(orders));
    let all = ordered.zip(symmetry.first_days(problem)).and_then(|(count, first)| count.checked_mul(first));
    let Figures { variables, clauses, conflicts, .. } = report.figures;
    let lines = [
        ordered.map(|n| format!("{at_least}{n} schedules with the {day}s in any order\n")),
        all.map(|n| format!("{at_least}{n} schedules with any first {day}, too\n")),
        variables.zip(clauses).map(|(n, clauses)| format!("{n} variables, {clauses} clauses\n")),
        conflicts.map(|n| format!("{n} conflicts\n")),
    ];
    lines.into_iter().flatten().join("")
}

fn means(answer: &PrisonersAnswer<'_>) -> String {
    match answer.report.outcome {
        ScheduleOutcome::Impossible(Impossible::Counting) => {
            format!("counting, {}", seconds_text(answer.report.elapsed))
        }
        _ => format!(
            "{}, {}, {}, {}",
            answer.options.encoding,
            answer.options.symmetry,
            answer.options.solver,
            seconds_text(answer.report.elapsed)
        ),
    }
}

pub(super) fn stopped(answer: &PrisonersAnswer<'_>, show: Show) -> Option<String> {
    match (&answer.report.outcome, answer.report.stopped, show) {
        (ScheduleOutcome::Solved(_), Some(reason), _) => Some(format!("{}: there may be more", by(reason))),
        (ScheduleOutcome::Stopped(reason), _, Show::Json | Show::Moves) => Some(by(*reason).to_owned()),
        _ => None,
    }
}

/// Days × rows × members, numbered from 1.
type Days = Vec<Vec<Vec<usize>>>;

/// The neighbours of one person, day by day, or such lists of all people.
#[derive(Serialize)]
#[serde(untagged)]
enum NeighbourDays {
    Of(Vec<Vec<usize>>),
    All(Vec<Vec<Vec<usize>>>),
}

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
    neighbours: Option<NeighbourDays>,
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
    version: &'static str,
}

pub(super) fn json(answer: &PrisonersAnswer<'_>) -> Result<String, Failure> {
    let (problem, options, report) = (answer.problem, answer.options, answer.report);
    let schedules = report.schedules();
    let impossible_by = match report.outcome {
        ScheduleOutcome::Impossible(Impossible::Counting) => Some("counting"),
        ScheduleOutcome::Impossible(Impossible::Refuted) => Some("formula"),
        ScheduleOutcome::Solved(_) | ScheduleOutcome::Stopped(_) => None,
    };
    let by_formula = impossible_by != Some("counting");
    let orders = options.symmetry.orders(problem).filter(|_| report.complete && options.symmetry.is_sound());
    Ok(json_line(&PrisonersObject {
        known: known(report.status(), answer.design, problem, schedules.first(), answer.neighbours),
        schedules: matches!(options.wanted, ScheduleQuery::All(_))
            .then(|| schedules.iter().map(Schedule::numbered).collect()),
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
        stopped_by: report.stopped_by().map(reason_name),
        version: VERSION,
    })?)
}

pub(super) fn checked_json(
    design: Design,
    problem: &ScheduleProblem,
    found: &Schedule,
    person: Option<Neighbours>,
    (name, file): (String, Option<String>),
) -> Result<String, Failure> {
    #[derive(Serialize)]
    struct CheckedObject {
        #[serde(flatten)]
        known: ScheduleObject,
        version: &'static str,
    }
    Ok(json_line(&CheckedObject {
        known: ScheduleObject { name, file, ..known("solved", design, problem, Some(found), person) },
        version: VERSION,
    })?)
}

fn known(
    status: &'static str,
    design: Design,
    problem: &ScheduleProblem,
    found: Option<&Schedule>,
    person: Option<Neighbours>,
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
        schedule: found.map(Schedule::numbered),
        neighbours: found.zip(person).map(|(found, person)| match person {
            Neighbours::Of(person) => NeighbourDays::Of(met(problem, found, person)),
            Neighbours::All => {
                NeighbourDays::All((1..=problem.people()).map(|person| met(problem, found, person)).collect())
            }
        }),
    }
}
