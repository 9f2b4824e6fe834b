//! The configuration of a solving command, made from its arguments; combinations that make no sense are refused here, before
//! anything is read.

#[cfg(test)]
mod tests;

use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::thread;

use crate::certificate::EvidenceChoice;
use crate::certify::CertificatePlace;
use crate::encode::{Reductions, StepOptions};
use crate::horizon::HorizonSchedule;
use crate::planner::{Mode, Options, PlanQuery, Strategy, Unsupported};
use crate::solver::SolverKind;
use clap::{ArgMatches, FromArgMatches as _};

use super::super::failure::Failure;
use super::super::files::Files;
use super::super::named_output;
use super::super::pictures::Pictures;
use super::super::problem_args::{ProblemArgs, Scope};
use super::super::report::Show;
use super::super::watch::Limits;
use super::args::{ModeArgs, SolveArgs};
use super::formula_options::formula_options;
use super::goes_with;

/// A problem to solve, and how.
#[derive(Debug)]
pub(crate) struct SolveConfig {
    pub(super) problem: ProblemArgs,
    pub(super) options: Options,
    /// The encoding that was asked for.
    pub(super) encoding: Option<String>,
    /// The reductions that were asked for by name, which the encoding must know.
    pub(super) reduce: Option<Reductions>,
    /// The options of formulas that were typed.
    pub(super) formula_options: Vec<&'static str>,
    pub(super) limits: Limits,
    pub(super) show: Show,
    /// Whether JSON has the states of the plan.
    pub(super) with_states: bool,
    /// Whether text ends with what was measured.
    pub(super) stats: bool,
    pub(super) plan_out: Option<PathBuf>,
    /// The folder for a certificate.
    pub(super) certify: Option<CertificatePlace>,
    /// All files that are named.
    pub(super) files: Files,
    pub(super) evidence: EvidenceChoice,
    pub(super) pictures: Pictures,
    /// Whether standard output is for a file.
    pub(super) leaves_stdout: bool,
    /// Whether one problem is shown as if it were many.
    pub(super) are_many: bool,
    /// How many problems are solved at a time.
    pub(super) jobs: NonZeroUsize,
    /// How many of the hardest are named, and drawn; without it some and all.
    pub(super) hardest: Option<usize>,
    /// Whether answers for many problems are printed in the order of the problems.
    pub(super) is_ordered: bool,
}

impl SolveConfig {
    /// Whether everything that was asked for makes sense for so many problems.
    pub(super) fn check_many(&self, n_problems: usize) -> Result<(), Failure> {
        let written =
            self.plan_out.iter().map(|_| "plan-out").chain(self.certify.iter().map(|_| "certify")).next();
        if let Some(option) = self.pictures.for_one_problem().next() {
            return Err(Failure::Usage(format!(
                "--{option} is for one problem, and there are {n_problems}; with %s in the name there is a file for each"
            )));
        }
        let option = written.or((self.show == Show::Frames).then_some("frames"));
        option.map_or(Ok(()), |option| {
            Err(Failure::Usage(format!(
                "--{option} is for one problem, and there are {n_problems}; name one of them in a command of its own"
            )))
        })
    }
}

/// Makes the configuration.
pub(crate) fn config(matches: &ArgMatches, scope: &Scope) -> Result<SolveConfig, Failure> {
    let mut args = SolveArgs::from_arg_matches(matches).map_err(|error| Failure::Usage(error.to_string()))?;
    goes_with::check(matches)?;
    let problem = ProblemArgs::of(matches, scope);
    problem.understanding.check()?;
    let limits = args.limits.limits();
    let mode = mode(&args);
    if let Some(path) = args.pictures.take_output()?
        && let Some(plan) = args.plan_out.replace(path.clone())
    {
        let (path, plan) = (path.display(), plan.display());
        return Err(Failure::Usage(format!("--output {path} and --plan-out {plan}: give one of them")));
    }
    let pictures = Pictures::of(std::mem::take(&mut args.pictures))?;
    let mut files = Files::default();
    problem.inputs.iter().for_each(|input| files.input(input));
    let mut on_stdout: Vec<_> = pictures.on_stdout().collect();
    match &args.plan_out {
        Some(path) if named_output::is_stdout(path) => on_stdout.push(("--plan-out -".to_owned(), true)),
        Some(path) => files.writes("--plan-out", path),
        None => {}
    }
    let as_json = [(args.json, "--json"), (args.jsonl, "--jsonl")];
    let as_json = as_json.into_iter().find(|(is_given, _)| *is_given).map(|(_, option)| option);
    let leaves_stdout = named_output::takes_stdout(&on_stdout, as_json)?;
    pictures.name(&mut files);
    let certify = args.certify.as_deref().map(|folder| files.certificate("--certify", folder)).transpose()?;
    files.check()?;
    if args.evidence == EvidenceChoice::Layers && args.semantics.is_parallel() {
        return Err(Failure::Usage(format!(
            "--evidence layers --semantics {}: layer tables are for plans of one move a step",
            args.semantics
        )));
    }
    if args.evidence == EvidenceChoice::Proof && args.count {
        return Err(Failure::Usage(
            "--evidence proof --count: numbers of plans are counted again, not proved; --evidence layers does that".to_owned(),
        ));
    }
    let solver = match mode {
        // It has a solver of its own.
        Mode::Formula(Strategy::First) => SolverKind::Batsat,
        _ => args.solver.solver()?,
    };
    Ok(SolveConfig {
        problem,
        options: checked(Options {
            mode,
            schedule: schedule(&args)?,
            lower_bound: args.lower_bound,
            heuristic: args.heuristic,
            solver,
            trust: args.solver.trust(),
            step: StepOptions {
                at_most_one: args.at_most_one,
                semantics: args.semantics,
                reductions: args.reduce.unwrap_or_default(),
                ..StepOptions::default()
            },
            max_horizon: args.max_horizon,
            wanted: match (args.all, args.count) {
                (true, _) => PlanQuery::All(args.limit),
                (_, true) => PlanQuery::Count,
                _ => PlanQuery::One,
            },
            keeps_refutation: false,
            // Auto goes on with formulas when its search has had its half.
            search_memory: limits
                .memory
                .map(|bytes| if matches!(mode, Mode::Auto | Mode::Anytime) { bytes / 2 } else { bytes }),
        })?,
        encoding: matches.get_one::<String>("encoding").cloned(),
        reduce: args.reduce,
        formula_options: formula_options(matches),
        limits,
        with_states: args.frames,
        stats: args.stats,
        leaves_stdout,
        are_many: args.jsonl,
        // The clock of the processor is that of all threads.
        jobs: args
            .jobs
            .or_else(|| thread::available_parallelism().ok().filter(|_| limits.cpu_timeout.is_none()))
            .unwrap_or(NonZeroUsize::MIN),
        hardest: args.hardest.map(NonZeroUsize::get),
        is_ordered: args.ordered || args.quiet,
        show: match (args.json || args.jsonl, args.quiet, args.frames) {
            (true, ..) => Show::Json,
            (_, true, _) => Show::Moves,
            (_, _, true) => Show::Frames,
            _ => Show::Text,
        },
        plan_out: args.plan_out,
        certify,
        files,
        evidence: args.evidence,
        pictures,
    })
}

/// Only the parallel schedule has threads.
fn schedule(args: &SolveArgs) -> Result<HorizonSchedule, Failure> {
    match (args.schedule, args.threads) {
        (HorizonSchedule::Parallel(_), threads) => Ok(HorizonSchedule::Parallel(threads)),
        (schedule, None) => Ok(schedule),
        (schedule, Some(_)) => Err(Failure::Usage(format!(
            "--threads is for --schedule parallel; {schedule} works in one thread"
        ))),
    }
}

/// The options, if they go together.
fn checked(options: Options) -> Result<Options, Failure> {
    let refused = |semantics, option, does| {
        Err(Failure::Usage(format!("--semantics {semantics} {option}: {does} one move a step only")))
    };
    match (options.check(), options.wanted) {
        (Ok(()), _) => Ok(options),
        (Err(Unsupported::AStar(semantics)), _) => refused(semantics, "--heuristic lmcut", "A* takes"),
        (Err(Unsupported::Listing(semantics)), PlanQuery::Count) => {
            refused(semantics, "--count", "plans are counted with")
        }
        (Err(Unsupported::Listing(semantics)), _) => refused(semantics, "--all", "plans are listed with"),
        (
            Err(
                error @ (Unsupported::Encoding(_) | Unsupported::ListingOfFirst | Unsupported::CoreGuided(_)),
            ),
            _,
        ) => Err(Failure::Usage(error.to_string())),
    }
}

/// One formula is never of more steps than the greatest horizon.
fn mode(args: &SolveArgs) -> Mode {
    let at_most = |horizon: usize| args.max_horizon.map_or(horizon, |greatest| greatest.min(horizon));
    match args.mode {
        ModeArgs { incremental: true, .. } => Mode::Formula(Strategy::Incremental),
        ModeArgs { search: true, .. } => Mode::Search,
        ModeArgs { first: true, .. } if args.anytime => Mode::Anytime,
        ModeArgs { first: true, .. } => Mode::Formula(Strategy::First),
        ModeArgs { core_guided: true, .. } => Mode::Formula(Strategy::CoreGuided),
        ModeArgs { pdr: true, .. } => Mode::Formula(Strategy::Pdr),
        ModeArgs { horizon: Some(horizon), .. } => Mode::Formula(Strategy::Fixed(at_most(horizon))),
        ModeArgs { minimize: Some(horizon), .. } => Mode::Formula(Strategy::Minimize(at_most(horizon))),
        ModeArgs { .. } => Mode::Auto,
    }
}
