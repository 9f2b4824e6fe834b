//! What was typed, and what it means: every combination that makes no sense ends here, before anything is read.

use std::path::{Path, PathBuf};

use bmcplan::encode::Encoding;
use bmcplan::frontend::rush_hour::{self, Board, Metric};
use bmcplan::planner::{Mode, Options, Wanted};
use clap_complete::Shell;
use itertools::Itertools as _;

use super::failure::Failure;
use super::input::Input;
use super::lowargs::{LowArgs, LowCommand, LowExplore, LowInput, LowLimits, LowMode, LowRushHour};
use super::watch::Limits;

/// What is to be done.
#[derive(Debug)]
pub(crate) enum Command {
    RushHour(RushHour),
    Explore(Explore),
    Completions(Shell),
}

/// A board to solve.
#[derive(Debug)]
pub(crate) struct RushHour {
    pub(crate) input: Input,
    pub(crate) metric: Metric,
    pub(crate) options: Options,
    pub(crate) encoding: String,
    pub(crate) limits: Limits,
    pub(crate) show: Show,
    pub(crate) plan_out: Option<PathBuf>,
}

/// A board to explore.
#[derive(Debug)]
pub(crate) struct Explore {
    pub(crate) input: Input,
    pub(crate) metric: Metric,
    pub(crate) limits: Limits,
    pub(crate) show: Show,
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
        LowCommand::RushHour(typed) => Command::RushHour(rush_hour(typed)?),
        LowCommand::Explore(typed) => Command::Explore(explore(typed)),
        LowCommand::Completions { shell } => Command::Completions(shell),
    })
}

fn rush_hour(typed: LowRushHour) -> Result<RushHour, Failure> {
    let limits = limits(&typed.limits);
    let mode = mode(&typed.mode, typed.max_horizon);
    if let Some(path) = &typed.plan_out {
        check_writable(path)?;
    }
    Ok(RushHour {
        metric: typed.problem.metric,
        input: input(typed.problem.input),
        options: Options {
            mode,
            solver: typed.solver,
            at_most_one: typed.at_most_one,
            max_horizon: typed.max_horizon,
            wanted: Wanted::One,
            // Auto goes on with formulas when its search has had its half.
            search_memory: limits.memory.map(|bytes| if mode == Mode::Auto { bytes / 2 } else { bytes }),
        },
        encoding: typed.encoding,
        limits,
        show: match (typed.json, typed.quiet, typed.frames) {
            (true, ..) => Show::Json,
            (_, true, _) => Show::Moves,
            (_, _, true) => Show::Frames,
            _ => Show::Text,
        },
        plan_out: typed.plan_out,
    })
}

fn explore(typed: LowExplore) -> Explore {
    Explore {
        metric: typed.problem.metric,
        input: input(typed.problem.input),
        limits: limits(&typed.limits),
        show: if typed.json { Show::Json } else { Show::Text },
    }
}

fn input(typed: LowInput) -> Input {
    match (typed.board, typed.file) {
        (Some(text), _) => Input::Typed(text),
        (None, Some(path)) if path != Path::new("-") => Input::File(path),
        (None, _) => Input::Stdin,
    }
}

/// One formula is never of more steps than the greatest horizon.
fn mode(typed: &LowMode, max_horizon: Option<usize>) -> Mode {
    let at_most = |horizon: usize| max_horizon.map_or(horizon, |greatest| greatest.min(horizon));
    match *typed {
        LowMode { incremental: true, .. } => Mode::Incremental,
        LowMode { search: true, .. } => Mode::Search,
        LowMode { horizon: Some(horizon), .. } => Mode::Fixed(at_most(horizon)),
        LowMode { minimize: Some(horizon), .. } => Mode::Minimize(at_most(horizon)),
        LowMode { .. } => Mode::Auto,
    }
}

fn limits(typed: &LowLimits) -> Limits {
    const MEGABYTE: usize = 1_000_000;
    let bytes = |megabytes| usize::try_from(megabytes).unwrap_or(usize::MAX).saturating_mul(MEGABYTE);
    Limits { timeout: typed.timeout, memory: typed.memory.map(bytes) }
}

/// What can be told before the work is done about the file that is to be written after it.
fn check_writable(path: &Path) -> Result<(), Failure> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let problem = if path.is_dir() {
        "this is a directory; name a file"
    } else if !folder.is_dir() {
        "there is no such directory"
    } else {
        return Ok(());
    };
    Err(Failure::Usage(format!("--plan-out {}: {problem}", path.display())))
}

/// The encoding of that name, if it knows this board and metric.
pub(crate) fn encoding(name: &str, board: &Board, metric: Metric) -> Result<Box<dyn Encoding>, Failure> {
    choose(name, metric, |metric| rush_hour::encodings(board, metric))
}

fn choose(
    name: &str,
    metric: Metric,
    known: impl Fn(Metric) -> Vec<Box<dyn Encoding>>,
) -> Result<Box<dyn Encoding>, Failure> {
    let named = |metric| known(metric).into_iter().find(|encoding| encoding.name() == name);
    named(metric).ok_or_else(|| {
        let names = known(metric).iter().map(|encoding| encoding.name()).join(", ");
        Failure::Usage(format!(
            "--encoding {name} --metric {metric}: {name} does not describe moves in {metric}; these do: {names}"
        ))
    })
}

#[cfg(test)]
mod tests {
    use bmcplan::encode::TransitionSystem;
    use bmcplan::formula::AtMostOne;
    use bmcplan::frontend::Source;
    use bmcplan::frontend::rush_hour::read;
    use bmcplan::task::Task;
    use clap::Parser as _;
    use expect_test::expect;

    use super::*;
    use crate::cli::lowargs::ENCODINGS;

    fn meant(arguments: &str) -> RushHour {
        let typed = ["bmcplan", "rushhour"].into_iter().chain(arguments.split_whitespace());
        match interpret(LowArgs::try_parse_from(typed).unwrap()) {
            Ok(Command::RushHour(meant)) => meant,
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn modes() {
        for (arguments, mode) in [
            ("f", Mode::Auto),
            ("f --max-horizon 5", Mode::Auto),
            ("f --search", Mode::Search),
            ("f --incremental", Mode::Incremental),
            ("f --horizon 7", Mode::Fixed(7)),
            ("f --horizon 7 --max-horizon 5", Mode::Fixed(5)),
            ("f --minimize 3 --max-horizon 5", Mode::Minimize(3)),
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
    fn the_names_of_encodings_are_those_that_can_be_typed_the_default_first() {
        let board = read(&Source::new("test", "XX..\n")).unwrap();
        let names = |metric| {
            rush_hour::encodings(&board, metric).iter().map(|encoding| encoding.name()).collect_vec()
        };
        assert_eq!(names(Metric::Units), ENCODINGS);
        assert_eq!(names(Metric::Slides), ENCODINGS[..2]);
    }

    struct Named(&'static str);

    impl Encoding for Named {
        fn name(&self) -> &'static str {
            self.0
        }

        fn encode(&self, _: &Task, _: AtMostOne) -> TransitionSystem {
            panic!("only chosen")
        }
    }

    #[test]
    fn an_encoding_may_know_some_metrics_only() {
        let known = |metric| -> Vec<Box<dyn Encoding>> {
            match metric {
                Metric::Units => vec![Box::new(Named("both")), Box::new(Named("one"))],
                Metric::Slides => vec![Box::new(Named("both"))],
            }
        };
        assert!(choose("both", Metric::Slides, known).is_ok());
        assert!(choose("one", Metric::Units, known).is_ok());
        let Err(failure) = choose("one", Metric::Slides, known) else { panic!("it knows units only") };
        expect!["--encoding one --metric slides: one does not describe moves in slides; these do: both"]
            .assert_eq(&failure.to_string());
    }
}
