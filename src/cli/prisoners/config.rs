//! The configuration of `prisoners`, checked and made from its arguments.

use crate::prisoners::{Meets, ScheduleOptions, ScheduleProblem, ScheduleProblemError, ScheduleQuery};
use clap::{ArgMatches, FromArgMatches as _};

use super::super::failure::Failure;
use super::super::files::Files;
use super::super::input::Input;
use super::super::named_output;
use super::super::pictures::Pictures;
use super::super::report::Show;
use super::super::watch::Limits;
use super::args::{Design, PrisonersArgs};

/// How many schedules are listed if nothing else is asked for.
const LISTED: usize = 10_000;

/// Schedules to look for, or one to check.
#[derive(Debug)]
pub(crate) struct PrisonersConfig {
    pub(super) task: PrisonersTask,
    /// Whose neighbours are shown, numbered from 1.
    pub(super) neighbours: Option<usize>,
    pub(super) limits: Limits,
    pub(super) show: Show,
    pub(super) pictures: Pictures,
    /// Whether standard output is for a picture.
    pub(super) leaves_stdout: bool,
}

#[derive(Debug)]
pub(super) enum PrisonersTask {
    Check(Input),
    Solve(Design, ScheduleProblem, ScheduleOptions),
}

/// Makes the configuration.
pub(crate) fn config(matches: &ArgMatches) -> Result<PrisonersConfig, Failure> {
    let args = PrisonersArgs::from_arg_matches(matches).map_err(|error| Failure::Usage(error.to_string()))?;
    let task = match &args.check {
        Some(path) => PrisonersTask::Check(Input::at(path.clone())),
        None => {
            let problem = problem(&args)?;
            if let Some(person) = args.neighbours {
                check_person(person, &problem)?;
            }
            PrisonersTask::Solve(args.design, problem, options(&args)?)
        }
    };
    let pictures = Pictures::of(args.pictures)?;
    let mut files = Files::default();
    if let PrisonersTask::Check(input) = &task {
        files.input(input);
    }
    let on_stdout: Vec<_> = pictures.on_stdout().collect();
    let leaves_stdout = named_output::takes_stdout(&on_stdout, args.json.then_some("--json"))?;
    pictures.name(&mut files);
    files.check()?;
    Ok(PrisonersConfig {
        task,
        neighbours: args.neighbours,
        limits: args.limits.limits(),
        show: match (args.json, args.quiet) {
            (true, _) => Show::Json,
            (_, true) => Show::Moves,
            _ => Show::Text,
        },
        pictures,
        leaves_stdout,
    })
}

fn options(args: &PrisonersArgs) -> Result<ScheduleOptions, Failure> {
    Ok(ScheduleOptions {
        encoding: args.encoding,
        symmetry: args.symmetry.clone(),
        at_most_one: args.at_most_one,
        solver: args.solver.solver()?,
        trust: args.solver.trust(),
        wanted: match (args.all, args.count) {
            (true, _) => ScheduleQuery::All(args.limit.unwrap_or(LISTED).max(1)),
            (_, true) => ScheduleQuery::Count(args.limit.map(|limit| limit.max(1) as u128)),
            _ => ScheduleQuery::One,
        },
    })
}

pub(super) fn check_person(person: usize, problem: &ScheduleProblem) -> Result<(), Failure> {
    if (1..=problem.people()).contains(&person) {
        return Ok(());
    }
    Err(Failure::Usage(format!("--neighbours {person}: they are numbered from 1 to {}", problem.people())))
}

/// The problem of the numbers that were given.
fn problem(args: &PrisonersArgs) -> Result<ScheduleProblem, Failure> {
    let (people, row, days, meets) = match args.design {
        Design::Golfers => {
            let (Some(groups), Some(size), Some(weeks)) = (args.groups, args.size, args.weeks) else {
                return Err(Failure::Usage(
                    "--design golfers takes --groups, --size and --weeks, such as --groups 8 --size 4 --weeks 7"
                        .to_owned(),
                ));
            };
            (groups.saturating_mul(size), size, Some(weeks), Meets::Everyone)
        }
        _ if args.groups.or(args.size).or(args.weeks).is_some() => {
            return Err(Failure::Usage(
                "--groups, --size and --weeks are for --design golfers; others take --prisoners, --row and --days"
                    .to_owned(),
            ));
        }
        Design::Prisoners => {
            (args.prisoners.unwrap_or(9), args.row.unwrap_or(3), args.days, Meets::Neighbours)
        }
        Design::Kirkman => (args.prisoners.unwrap_or(15), args.row.unwrap_or(3), args.days, Meets::Everyone),
    };
    let numbers = |error: ScheduleProblemError| Failure::Usage(format!("{}: {error}", args.design.plural()));
    let days = match days {
        Some(days) => days,
        None => ScheduleProblem::full_days(people, row, meets).map_err(numbers)?.ok_or_else(|| {
            Failure::Usage(format!(
                "{} in rows of {row}: on no number of days does every pair meet exactly once; give --days",
                args.design.many(people)
            ))
        })?,
    };
    ScheduleProblem::new(people, row, days, meets).map_err(numbers)
}
