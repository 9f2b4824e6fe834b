//! The configuration of every command, made from its arguments; combinations that make no sense are refused here, before
//! anything is read.

use std::path::PathBuf;

use crate::encode::{Reductions, Semantics, StepOptions};
use crate::frontend::sliding_block::Labelling;
use crate::horizon::HorizonSchedule;
use crate::planner::{Mode, Options, PlanQuery, Strategy};
use crate::search::Counter;
use crate::solver::SolverKind;
use crate::stop::Stop;
use clap_complete::Shell;

use super::asked::{Asked, asked, board};
use super::bench::{self, BenchConfig};
use super::compare::{self, CompareConfig};
use super::encoding::encoding_or;
use super::export::{Form, Format};
use super::failure::Failure;
use super::files::Files;
use super::input::Input;
use super::lowargs::{
    ENCODINGS, LowArgs, LowCommand, LowGdl, LowGoal, LowMode, LowRushHour, LowSliding, LowSolve,
    RUSHHOUR_ENCODINGS, SLIDING_ENCODINGS,
};
use super::lowlimits::{LowLimits, LowSolver};
use super::lowproblem::{LowExplore, LowExport};
use super::pictures::Pictures;
use super::prisoners::{self, Prisoners};
use super::problem::Meaning;
use super::watch::Limits;

/// What is to be done.
#[derive(Debug)]
pub(crate) enum Command {
    Solve(Solve),
    Explore(Explore),
    Export(Export),
    Prisoners(Prisoners),
    Compare(CompareConfig),
    Bench(BenchConfig),
    Completions(Shell),
}

/// A problem to solve.
#[derive(Debug)]
pub(crate) struct Solve {
    pub(crate) input: Input,
    pub(crate) meaning: Meaning,
    pub(crate) goal: Option<LowGoal>,
    pub(crate) options: Options,
    pub(crate) encoding: String,
    /// The reductions that were asked for by name, which the encoding must know.
    pub(crate) reduce: Option<Reductions>,
    pub(crate) limits: Limits,
    pub(crate) show: Show,
    pub(crate) plan_out: Option<PathBuf>,
    pub(crate) pictures: Pictures,
}

/// A problem to explore.
#[derive(Debug)]
pub(crate) struct Explore {
    pub(crate) problem: Asked,
    pub(crate) counter: Counter,
    pub(crate) limits: Limits,
    pub(crate) show: Show,
}

/// A problem to write as a formula.
#[derive(Debug, Clone)]
pub(crate) struct Export {
    pub(crate) problem: Asked,
    pub(crate) form: Form,
    /// By default that of the command that solves the problem.
    pub(crate) encoding: Option<String>,
    pub(crate) step: StepOptions,
    pub(crate) limits: Limits,
    /// Standard output if there is none.
    pub(crate) output: Option<PathBuf>,
}

/// How an answer is shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Show {
    /// Moves, boards before and after, summary.
    Text,
    /// Moves, all boards, summary.
    Frames,
    /// The moves alone.
    Moves,
    /// One JSON object.
    Json,
}

/// What the typed arguments mean.
pub(crate) fn interpret(typed: LowArgs) -> Result<Command, Failure> {
    Ok(match typed.command {
        LowCommand::RushHour(typed) => Command::Solve(rush_hour(typed)?),
        LowCommand::Sliding(typed) => Command::Solve(sliding(typed)?),
        LowCommand::Gdl(typed) => Command::Solve(gdl(typed)?),
        LowCommand::Explore(typed) => Command::Explore(explore(typed)),
        LowCommand::Export(typed) => Command::Export(export(typed)?),
        LowCommand::Prisoners(typed) => Command::Prisoners(prisoners::interpret(typed)?),
        LowCommand::Compare(typed) => Command::Compare(compare::interpret(typed)?),
        LowCommand::Bench(typed) => Command::Bench(bench::interpret(typed)?),
        LowCommand::Completions { shell } => Command::Completions(shell),
    })
}

fn rush_hour(typed: LowRushHour) -> Result<Solve, Failure> {
    let encoding = encoding_or(RUSHHOUR_ENCODINGS[0], typed.encoding, &typed.solve);
    solve(board(typed.input), Meaning::RushHour(typed.metric), None, encoding, typed.solve)
}

fn sliding(typed: LowSliding) -> Result<Solve, Failure> {
    let meaning = Meaning::Sliding(typed.metric, labelling(typed.labelled));
    let encoding = encoding_or(SLIDING_ENCODINGS[0], typed.encoding, &typed.solve);
    solve(Input::at(typed.file), meaning, None, encoding, typed.solve)
}

fn gdl(typed: LowGdl) -> Result<Solve, Failure> {
    let encoding = encoding_or(ENCODINGS[0], typed.encoding, &typed.solve);
    solve(Input::at(typed.file), Meaning::Gdl, Some(typed.goal), encoding, typed.solve)
}

fn solve(
    input: Input,
    meaning: Meaning,
    goal: Option<LowGoal>,
    encoding: String,
    mut typed: LowSolve,
) -> Result<Solve, Failure> {
    let limits = limits(&typed.limits);
    check_semantics(&typed)?;
    let mode = mode(&typed);
    let pictures = Pictures::of(std::mem::take(&mut typed.pictures))?;
    let mut files = Files::default();
    files.input(&input);
    if let Some(path) = &typed.plan_out {
        files.writes("--plan-out", path);
    }
    pictures.name(&mut files);
    files.check()?;
    let solver = solver(&typed.solver)?;
    Ok(Solve {
        input,
        meaning,
        goal,
        options: Options {
            mode,
            schedule: schedule(&typed)?,
            lower_bound: typed.lower_bound,
            solver,
            trust: typed.solver.trust(),
            step: StepOptions {
                at_most_one: typed.at_most_one,
                semantics: typed.semantics,
                reductions: typed.reduce.unwrap_or_default(),
            },
            max_horizon: typed.max_horizon,
            wanted: match (typed.all, typed.count) {
                (true, _) => PlanQuery::All(typed.limit),
                (_, true) => PlanQuery::Count,
                _ => PlanQuery::One,
            },
            // Auto goes on with formulas when its search has had its half.
            search_memory: limits.memory.map(|bytes| if mode == Mode::Auto { bytes / 2 } else { bytes }),
        },
        encoding,
        reduce: typed.reduce,
        limits,
        show: match (typed.json, typed.quiet, typed.frames) {
            (true, ..) => Show::Json,
            (_, true, _) => Show::Moves,
            (_, _, true) => Show::Frames,
            _ => Show::Text,
        },
        plan_out: typed.plan_out,
        pictures,
    })
}

fn explore(typed: LowExplore) -> Explore {
    Explore {
        problem: asked(typed.problem),
        counter: if typed.counter { Counter::Kept } else { Counter::LeftOut },
        limits: limits(&typed.limits),
        show: if typed.json { Show::Json } else { Show::Text },
    }
}

fn export(typed: LowExport) -> Result<Export, Failure> {
    let form = match (typed.format, typed.horizon) {
        (Format::Dimspec, _) => Form::Dimspec,
        (Format::Dimacs, Some(horizon)) => Form::Dimacs(horizon),
        (Format::Icnf, Some(horizon)) => Form::Icnf(horizon),
        (format, None) => {
            return Err(Failure::Usage(format!(
                "--format {format} needs --horizon; only dimspec has the steps left open"
            )));
        }
    };
    let problem = asked(typed.problem);
    if let Some(path) = &typed.output {
        let mut files = Files::default();
        files.input(&problem.input);
        files.writes("--output", path);
        files.check()?;
    }
    Ok(Export {
        problem,
        form,
        encoding: typed.encoding,
        // Who reads the formula elsewhere is to find every plan in it, and no clauses over three frames.
        step: StepOptions {
            at_most_one: typed.at_most_one,
            reductions: Reductions::NONE,
            ..StepOptions::default()
        },
        limits: limits(&typed.limits),
        output: typed.output,
    })
}

fn labelling(labelled: bool) -> Labelling {
    if labelled { Labelling::Labelled } else { Labelling::Shapes }
}

/// The solver, which can be had: a library or program that is missing is told before long work, even if in the end no
/// formula is made.
pub(crate) fn solver(typed: &LowSolver) -> Result<SolverKind, Failure> {
    typed.kind.build(&Stop::default()).map_err(Failure::Solver)?;
    Ok(typed.kind.clone())
}

/// Only the parallel schedule has threads.
fn schedule(typed: &LowSolve) -> Result<HorizonSchedule, Failure> {
    match (typed.schedule, typed.threads) {
        (HorizonSchedule::Parallel(_), threads) => Ok(HorizonSchedule::Parallel(threads)),
        (schedule, None) => Ok(schedule),
        (schedule, Some(_)) => Err(Failure::Usage(format!(
            "--threads is for --schedule parallel; {schedule} works in one thread"
        ))),
    }
}

/// Where moves share steps, explicit search and lists of plans are out of the question.
fn check_semantics(typed: &LowSolve) -> Result<(), Failure> {
    let (option, does) = match typed {
        LowSolve { semantics: Semantics::Sequential, .. } => return Ok(()),
        LowSolve { mode: LowMode { search: true, .. }, .. } => ("--search", "an explicit search takes"),
        LowSolve { all: true, .. } => ("--all", "plans are listed with"),
        LowSolve { count: true, .. } => ("--count", "plans are counted with"),
        LowSolve { .. } => return Ok(()),
    };
    Err(Failure::Usage(format!("--semantics {} {option}: {does} one move a step only", typed.semantics)))
}

/// One formula is never of more steps than the greatest horizon. Where moves share steps, there is no search.
fn mode(typed: &LowSolve) -> Mode {
    let at_most = |horizon: usize| typed.max_horizon.map_or(horizon, |greatest| greatest.min(horizon));
    match typed.mode {
        LowMode { incremental: true, .. } => Mode::Formula(Strategy::Incremental),
        LowMode { search: true, .. } => Mode::Search,
        LowMode { pdr: true, .. } => Mode::Formula(Strategy::Pdr),
        LowMode { horizon: Some(horizon), .. } => Mode::Formula(Strategy::Fixed(at_most(horizon))),
        LowMode { minimize: Some(horizon), .. } => Mode::Formula(Strategy::Minimize(at_most(horizon))),
        LowMode { .. } if typed.semantics.is_parallel() => Mode::Formula(Strategy::Incremental),
        LowMode { .. } => Mode::Auto,
    }
}

pub(crate) fn limits(typed: &LowLimits) -> Limits {
    const MEGABYTE: usize = 1_000_000;
    let bytes = |megabytes| usize::try_from(megabytes).unwrap_or(usize::MAX).saturating_mul(MEGABYTE);
    Limits { timeout: typed.timeout, memory: typed.memory.map(bytes) }
}

#[cfg(test)]
mod tests {
    use clap::Parser as _;

    use super::*;

    fn interpreted(command: &str, arguments: &str) -> Result<Command, Failure> {
        let typed = ["bmcplan", command].into_iter().chain(arguments.split_whitespace());
        interpret(LowArgs::try_parse_from(typed).unwrap())
    }

    fn meant(arguments: &str) -> Solve {
        match interpreted("rushhour", arguments) {
            Ok(Command::Solve(meant)) => meant,
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn modes() {
        for (arguments, mode) in [
            ("f", Mode::Auto),
            ("f --max-horizon 5", Mode::Auto),
            ("f --search", Mode::Search),
            ("f --pdr", Mode::Formula(Strategy::Pdr)),
            ("f --incremental", Mode::Formula(Strategy::Incremental)),
            ("f --horizon 7", Mode::Formula(Strategy::Fixed(7))),
            ("f --horizon 7 --max-horizon 5", Mode::Formula(Strategy::Fixed(5))),
            ("f --minimize 3 --max-horizon 5", Mode::Formula(Strategy::Minimize(3))),
        ] {
            assert_eq!(meant(arguments).options.mode, mode, "{arguments}");
        }
    }

    #[test]
    fn inputs() {
        assert_eq!(meant("some/file").input, Input::File("some/file".into()));
        assert_eq!(meant("-").input, Input::Stdin);
        assert_eq!(meant("--board XX..").input, Input::Typed("XX..".to_owned()));
    }

    #[test]
    fn memory_is_shared_between_search_and_formulas_in_auto_mode() {
        for (arguments, memory, search) in [
            ("f", None, None),
            ("f --search --memory 100", Some(100_000_000), Some(100_000_000)),
            ("f --memory 100", Some(100_000_000), Some(50_000_000)),
        ] {
            let meant = meant(arguments);
            assert_eq!((meant.limits.memory, meant.options.search_memory), (memory, search), "{arguments}");
        }
    }

    #[test]
    fn what_is_wanted() {
        for (arguments, wanted) in [
            ("f", PlanQuery::One),
            ("f --all", PlanQuery::All(10_000)),
            ("f --all --limit 3 --incremental", PlanQuery::All(3)),
            ("f --count --search", PlanQuery::Count),
        ] {
            assert_eq!(meant(arguments).options.wanted, wanted, "{arguments}");
        }
    }
}
