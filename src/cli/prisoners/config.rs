//! The configuration of `prisoners`, checked and made from its arguments.

use crate::ask::check_certified;
use crate::certify::CertificatePlace;
use crate::prisoners::{ScheduleOptions, ScheduleProblem, ScheduleQuery};
use clap::{ArgMatches, FromArgMatches as _};

use super::super::failure::Failure;
use super::super::files::Files;
use super::super::named_output;
use super::super::pictures::Pictures;
use super::super::report::Show;
use super::super::schedule_args::Design;
use super::args::PrisonersArgs;
use crate::ask::Input;
use crate::ask::Limits;

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
    /// The folder for a certificate.
    pub(super) certify: Option<CertificatePlace>,
    /// Is standard output for a picture?
    pub(super) leaves_stdout: bool,
}

#[derive(Debug)]
pub(super) enum PrisonersTask {
    Check(Input),
    Solve(Design, ScheduleProblem, ScheduleOptions),
}

/// Makes the configuration.
pub(crate) fn config(matches: &ArgMatches) -> Result<PrisonersConfig, Failure> {
    let mut args =
        PrisonersArgs::from_arg_matches(matches).map_err(|error| Failure::Usage(error.to_string()))?;
    let task = match &args.check {
        Some(path) => PrisonersTask::Check(Input::at(path.clone())),
        None => {
            let problem = args.schedule.problem()?;
            if let Some(person) = args.neighbours {
                check_person(person, &problem)?;
            }
            PrisonersTask::Solve(args.schedule.design(), problem, options(&args)?)
        }
    };
    if let (Some(_), PrisonersTask::Solve(_, problem, options)) = (&args.certify, &task) {
        check_certified(problem, options)?;
    }
    args.pictures.take_picture()?;
    let pictures = Pictures::of(args.pictures)?;
    let mut files = Files::default();
    if let PrisonersTask::Check(input) = &task {
        files.input(input);
    }
    let on_stdout: Vec<_> = pictures.on_stdout().collect();
    let leaves_stdout = named_output::takes_stdout(&on_stdout, args.json.then_some("--json"))?;
    pictures.name(&mut files);
    let certify = args.certify.as_deref().map(|folder| files.certificate("--certify", folder)).transpose()?;
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
        certify,
        leaves_stdout,
    })
}

fn options(args: &PrisonersArgs) -> Result<ScheduleOptions, Failure> {
    Ok(ScheduleOptions {
        encoding: args.encoding,
        symmetry: args.symmetry.clone(),
        at_most_one: args.at_most_one,
        solver: args.solver.settings.solver()?,
        trust: args.solver.settings.trust(),
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
