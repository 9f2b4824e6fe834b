//! `bmcplan prisoners`: finds, lists, counts or checks schedules.

mod answer;
mod config;

use crate::text::name;
use bmcplan_prisoners::{Impossible, ScheduleOptions, ScheduleOutcome, ScheduleProblem, film, read};
use clap::{Args as _, Command};

use super::exit::Exit;
use super::failure::Failure;
use super::limiter;
use super::output;
use super::progress::ProgressLine;
use super::report::Show;
use super::schedule_args::Design;
use super::shared_args::described;
use crate::ask::{Input, Stage, alone};
use answer::PrisonersAnswer;

pub(crate) use config::{PrisonersConfig, config};
use config::{PrisonersTask, check_person};

const ABOUT: &str = "Find schedules of prisoners, schoolgirls or golfers";

const DESCRIPTION: &str = "\
By default Dudeney's nine prisoners walk in rows of three: on six days every pair shares handcuffs exactly once. Prints a schedule, one line a \
day. An independent check precedes it.";

const EXAMPLES: &str = "\
  bmcplan prisoners                              nine prisoners in rows of three on six days
  bmcplan prisoners --prisoners 21 --neighbours 5
  bmcplan prisoners --prisoners 16 --row 4 --json
  bmcplan prisoners --count                      how many schedules there are
  bmcplan prisoners --check instances/prisoners/dudeney.toml
  bmcplan prisoners --design kirkman             fifteen schoolgirls on seven days
  bmcplan prisoners --design golfers --groups 8 --size 4 --weeks 7";

pub(crate) fn command() -> Command {
    let command = config::PrisonersArgs::augment_args(Command::new("prisoners"));
    described(command, ABOUT, DESCRIPTION, EXAMPLES)
}

pub(crate) fn run(config: &PrisonersConfig) -> Result<Exit, Failure> {
    if config.leaves_stdout {
        output::leave_stdout();
    }
    match &config.task {
        PrisonersTask::Check(input, design) => check(config, input, *design),
        PrisonersTask::Solve(design, problem, options) => look(config, *design, *problem, options),
    }
}

fn check(config: &PrisonersConfig, input: &Input, asked: Option<Design>) -> Result<Exit, Failure> {
    let limiter = limiter::start(&config.limits);
    let given = input.clone();
    // A pipe may never end.
    let source = alone::<_, Failure>(Stage::Reading, move |_| Ok(given.read()?), &limiter)?;
    let (problem, found) = read::read(&source)?;
    let design = Design::of(&problem, asked)?;
    if let Some(person) = config.neighbours {
        check_person(person, &problem)?;
    }
    limiter::answering();
    output::print(&match config.show {
        Show::Json => {
            let name = name(&source).unwrap_or_else(|| input.title());
            answer::checked_json(design, &problem, &found, config.neighbours, (name, input.file()))?
        }
        Show::Text | Show::Frames => answer::checked(design, &problem, &found, config.neighbours),
        Show::Moves => answer::schedule_or_neighbours(design, &problem, &found, config.neighbours),
    })?;
    let title = answer::what(design, &problem);
    config.pictures.write(&limiter.stop, || film::film(&title, design.step(), &problem, &found))?;
    Ok(Exit::Solved)
}

fn look(
    config: &PrisonersConfig,
    design: Design,
    problem: ScheduleProblem,
    options: &ScheduleOptions,
) -> Result<Exit, Failure> {
    let limiter = limiter::start(&config.limits);
    let mut line = ProgressLine::of(config.show);
    let report = bmcplan_prisoners::solve_within(problem, options, &limiter, &mut |progress| {
        line.show_schedules(progress)
    })?;
    drop(line);
    limiter::answering();
    let answer = PrisonersAnswer {
        design,
        problem: &problem,
        options,
        report: &report,
        neighbours: config.neighbours,
        has_stats: config.has_stats,
    };
    output::print(&match config.show {
        Show::Json => answer::json(&answer)?,
        Show::Text | Show::Frames => answer::answer(&answer),
        Show::Moves => answer::schedules_alone(&answer),
    })?;
    if let Some(note) = answer::stopped(&answer, config.show) {
        output::print_error(&note);
    }
    match report.schedules() {
        [] => config.pictures.leave_out("no schedule was found"),
        [first, ..] => {
            let title = answer::what(design, &problem);
            config.pictures.write(&limiter.stop, || film::film(&title, design.step(), &problem, first))?;
        }
    }
    Ok(match report.outcome {
        ScheduleOutcome::Solved(_) => report.cut_short(options.wanted).map_or(Exit::Solved, Exit::from),
        ScheduleOutcome::Impossible(Impossible::Counting | Impossible::Refuted) => Exit::Unsolvable,
        ScheduleOutcome::Stopped(reason) => reason.into(),
    })
}
