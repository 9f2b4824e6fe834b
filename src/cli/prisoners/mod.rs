//! `bmcplan prisoners`: finds, lists, counts or checks schedules.

mod json;
mod text;

use std::sync::mpsc;

use crate::draw;
use crate::frontend::schedule;
use crate::prisoners::{
    Impossible, Meets, ProblemError, Schedule, ScheduleOptions, ScheduleOutcome, ScheduleProblem,
    ScheduleProgress, ScheduleQuery, ScheduleReport, solve,
};

use super::exit::Exit;
use super::failure::Failure;
use super::files::Files;
use super::hiargs::{Show, limits, solver};
use super::input::Input;
use super::lowprisoners::{Design, LowPrisoners};
use super::output;
use super::pictures::Pictures;
use super::progress::ProgressLine;
use super::watch::{self, Limits, Watch};
use super::worker::{Heard, listen};

/// What is to be done.
#[derive(Debug)]
pub(crate) struct Prisoners {
    task: Task,
    /// Whose neighbours are shown, numbered from 1.
    neighbours: Option<usize>,
    limits: Limits,
    show: Show,
    pictures: Pictures,
}

#[derive(Debug)]
enum Task {
    Check(Input),
    Solve(Design, ScheduleProblem, ScheduleOptions),
}

/// An answer with what is needed to tell it.
struct Answer<'a> {
    design: Design,
    problem: &'a ScheduleProblem,
    options: &'a ScheduleOptions,
    report: &'a ScheduleReport,
    neighbours: Option<usize>,
}

/// What the typed arguments mean.
pub(crate) fn interpret(typed: LowPrisoners) -> Result<Prisoners, Failure> {
    let task = match &typed.check {
        Some(path) => Task::Check(Input::at(path.clone())),
        None => {
            let problem = problem(&typed)?;
            if let Some(person) = typed.neighbours {
                check_person(person, &problem)?;
            }
            Task::Solve(typed.design, problem, options(&typed)?)
        }
    };
    let pictures = Pictures::of(typed.pictures)?;
    let mut files = Files::default();
    if let Task::Check(input) = &task {
        files.input(input);
    }
    pictures.name(&mut files);
    files.check()?;
    Ok(Prisoners {
        task,
        neighbours: typed.neighbours,
        limits: limits(&typed.limits),
        show: match (typed.json, typed.quiet) {
            (true, _) => Show::Json,
            (_, true) => Show::Moves,
            _ => Show::Text,
        },
        pictures,
    })
}

fn options(typed: &LowPrisoners) -> Result<ScheduleOptions, Failure> {
    Ok(ScheduleOptions {
        encoding: typed.encoding,
        symmetry: typed.symmetry.clone(),
        at_most_one: typed.at_most_one,
        solver: solver(&typed.solver)?,
        trust: typed.solver.trust(),
        wanted: match (typed.all, typed.count) {
            (true, _) => ScheduleQuery::All(typed.limit.max(1)),
            (_, true) => ScheduleQuery::Count,
            _ => ScheduleQuery::One,
        },
    })
}

fn check_person(person: usize, problem: &ScheduleProblem) -> Result<(), Failure> {
    if (1..=problem.people()).contains(&person) {
        return Ok(());
    }
    Err(Failure::Usage(format!("--neighbours {person}: they are numbered from 1 to {}", problem.people())))
}

/// The problem of the numbers that were typed.
fn problem(typed: &LowPrisoners) -> Result<ScheduleProblem, Failure> {
    let (people, row, days, meets) = match typed.design {
        Design::Golfers => {
            let (Some(groups), Some(size), Some(weeks)) = (typed.groups, typed.size, typed.weeks) else {
                return Err(Failure::Usage(
                    "--design golfers takes --groups, --size and --weeks, such as --groups 8 --size 4 --weeks 7"
                        .to_owned(),
                ));
            };
            (groups.saturating_mul(size), size, Some(weeks), Meets::Everyone)
        }
        _ if typed.groups.or(typed.size).or(typed.weeks).is_some() => {
            return Err(Failure::Usage(
                "--groups, --size and --weeks are for --design golfers; others take --prisoners, --row and --days"
                    .to_owned(),
            ));
        }
        Design::Prisoners => {
            (typed.prisoners.unwrap_or(9), typed.row.unwrap_or(3), typed.days, Meets::Neighbours)
        }
        Design::Kirkman => {
            (typed.prisoners.unwrap_or(15), typed.row.unwrap_or(3), typed.days, Meets::Everyone)
        }
    };
    let numbers = |error: ProblemError| Failure::Usage(format!("{}: {error}", typed.design.plural()));
    let days = match days {
        Some(days) => days,
        None => ScheduleProblem::full_days(people, row, meets).map_err(numbers)?.ok_or_else(|| {
            Failure::Usage(format!(
                "{} in rows of {row}: on no number of days does every pair meet exactly once; give --days",
                typed.design.many(people)
            ))
        })?,
    };
    ScheduleProblem::new(people, row, days, meets).map_err(numbers)
}

/// Does it and tells the answer.
pub(crate) fn run(meant: &Prisoners) -> Result<Exit, Failure> {
    match &meant.task {
        Task::Check(input) => check(meant, input),
        Task::Solve(design, problem, options) => look(meant, *design, *problem, options),
    }
}

fn check(meant: &Prisoners, input: &Input) -> Result<Exit, Failure> {
    let (problem, found) = schedule::read(&input.read()?)?;
    if let Some(person) = meant.neighbours {
        check_person(person, &problem)?;
    }
    output::print(&match meant.show {
        Show::Json => json::checked(&problem, &found, meant.neighbours)?,
        Show::Text | Show::Frames => text::checked(&problem, &found, meant.neighbours),
        Show::Moves => text::schedule_or_neighbours(Design::of(&problem), &problem, &found, meant.neighbours),
    })?;
    let title = text::what(Design::of(&problem), &problem);
    let watch = Watch::start(&meant.limits);
    meant.pictures.write(&watch.stop, || draw::prisoners::film(&title, &problem, &found))?;
    Ok(Exit::Solved)
}

fn look(
    meant: &Prisoners,
    design: Design,
    problem: ScheduleProblem,
    options: &ScheduleOptions,
) -> Result<Exit, Failure> {
    let watch = Watch::start(&meant.limits);
    let mut line = ProgressLine::of(meant.show);
    let (sender, receiver) = mpsc::channel();
    let work = {
        let (options, stop) = (options.clone(), watch.stop.clone());
        move || {
            solve(problem, &options, &stop, &mut |progress| {
                // Nobody listens any more once the answer is out.
                let _ = sender.send(progress);
            })
        }
    };
    let hear = |progress| {
        line.show_schedules(progress);
        matches!(progress, ScheduleProgress::Confirmed(_))
    };
    let report = match listen(work, &receiver, &watch, hear) {
        Heard::Result(report) => report?,
        Heard::Stopped(reason, elapsed) => ScheduleReport::stopped(reason, elapsed),
    };
    drop(line);
    watch::answering();
    let answer = Answer { design, problem: &problem, options, report: &report, neighbours: meant.neighbours };
    output::print(&match meant.show {
        Show::Json => json::answer(&answer)?,
        Show::Text | Show::Frames => text::answer(&answer),
        Show::Moves => text::schedules_alone(&answer),
    })?;
    if let Some(note) = text::stopped(&answer, meant.show) {
        output::complain(&note);
    }
    match &report.outcome {
        ScheduleOutcome::Solved(schedules) if !schedules.is_empty() => {
            let title = text::what(design, &problem);
            meant.pictures.write(&watch.stop, || draw::prisoners::film(&title, &problem, &schedules[0]))?;
        }
        _ => meant.pictures.leave_out("no schedule was found"),
    }
    Ok(match report.outcome {
        ScheduleOutcome::Solved(_) => report.cut_short(options.wanted).map_or(Exit::Solved, Exit::from),
        ScheduleOutcome::Impossible(Impossible::Counting | Impossible::Refuted) => Exit::Unsolvable,
        ScheduleOutcome::Stopped(reason) => reason.into(),
    })
}

impl Design {
    /// What to call the design of a schedule that was read.
    fn of(problem: &ScheduleProblem) -> Self {
        match problem.meets() {
            Meets::Neighbours => Self::Prisoners,
            Meets::Everyone => Self::Kirkman,
        }
    }

    fn name(self) -> &'static str {
        match self {
            Self::Prisoners => "prisoners",
            Self::Kirkman => "kirkman",
            Self::Golfers => "golfers",
        }
    }

    /// So many of them.
    fn many(self, n: usize) -> String {
        format!("{n} {}", self.plural())
    }

    fn plural(self) -> &'static str {
        match self {
            Self::Prisoners => "prisoners",
            Self::Kirkman => "schoolgirls",
            Self::Golfers => "golfers",
        }
    }

    fn day(self) -> &'static str {
        if self == Self::Golfers { "week" } else { "day" }
    }

    fn row(self) -> &'static str {
        if self == Self::Golfers { "groups" } else { "rows" }
    }
}

/// Whom a person meets, day by day, numbered from 1.
fn met(problem: &ScheduleProblem, found: &Schedule, person: usize) -> Vec<Vec<usize>> {
    let days = found.met_by(person - 1, problem.meets());
    days.into_iter().map(|day| day.into_iter().map(|other| other + 1).collect()).collect()
}
