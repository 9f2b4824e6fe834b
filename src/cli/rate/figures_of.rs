//! The figures of one of the problems, or why there are none.

use std::cmp::Ordering;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use crate::ask::{Subject, Watch};
use crate::workshop::{FigureValue, PuzzleFigure, RateQuestion, Rating, rate_on_this_thread};

use super::super::exit::Exit;
use super::super::explore::why_incomplete;
use super::super::failure::{Failure, checked_warnings};
use super::super::files::Files;
use super::super::given_problems::{Place, WaitingProblem};
use super::super::problem_args::{ProblemArgs, hinted, understood};
use super::super::terminal;

/// A problem that was rated.
pub(super) struct Rated {
    pub(super) place: Place,
    pub(super) exit: Exit,
    pub(super) result: Result<(Subject, Rating), Failure>,
}

impl Rated {
    /// Reads the problem and rates it. A panic is a fault of that one alone.
    pub(super) fn of(
        waiting: &WaitingProblem,
        args: &ProblemArgs,
        files: &Files,
        memory: Option<usize>,
        watch: &Watch,
    ) -> Self {
        let work = || rated(waiting, args, files, memory, watch);
        let result = catch_unwind(AssertUnwindSafe(work))
            .unwrap_or_else(|_| Err(Failure::Bug("internal error".to_owned())));
        let exit = match &result {
            Err(failure) => failure.exit(),
            Ok((_, Rating { is_solvable: Some(false), .. })) => Exit::Unsolvable,
            Ok((_, Rating { incomplete: Some(reason), .. })) => (*reason).into(),
            Ok(_) => Exit::Solved,
        };
        Self { place: waiting.place(), exit, result }
    }

    /// The value of a figure, if it is known.
    pub(super) fn value(&self, figure: &PuzzleFigure) -> Option<FigureValue> {
        (figure.value)(&self.result.as_ref().ok()?.1)
    }

    /// The order by a figure: those without it come last.
    pub(super) fn compared(&self, other: &Self, figure: &PuzzleFigure, ascending: bool) -> Ordering {
        let values = [self, other].map(|one| one.value(figure).map(FigureValue::number));
        match values {
            [Some(a), Some(b)] if ascending => a.total_cmp(&b),
            [Some(a), Some(b)] => b.total_cmp(&a),
            [a, b] => b.is_some().cmp(&a.is_some()),
        }
    }

    /// Prints warnings, faults, and which limit left figures out.
    pub(super) fn print_news(&self, is_json: bool) {
        match &self.result {
            Ok((subject, rating)) => {
                if !is_json {
                    subject.problem.warnings().iter().for_each(terminal::print_diagnostic);
                }
                if let Some(reason) = rating.incomplete {
                    let why = why_incomplete(reason);
                    terminal::print_error(&format!("{}: some figures are not known: {why}", self.place));
                }
            }
            Err(failure) => {
                failure.print();
            }
        }
    }
}

fn rated(
    waiting: &WaitingProblem,
    args: &ProblemArgs,
    files: &Files,
    memory: Option<usize>,
    watch: &Watch,
) -> Result<(Subject, Rating), Failure> {
    let text = understood(&args.reading, waiting.sources()?, files)?;
    let problem = text.read(&watch.stop).map_err(|error| hinted(&text, error.into()))?;
    checked_warnings(problem.warnings(), text.warnings_are_errors)?;
    let question = RateQuestion { goal: text.goal_value()?, memory };
    let subject = Subject { problem: Arc::clone(&problem), text: Some(text), place: None };
    let rating = rate_on_this_thread(&subject, question, &watch.stop, &mut |_| {})?;
    Ok((subject, rating))
}

/// The exit code of many: that of the worst.
pub(super) fn worst(exits: impl IntoIterator<Item = Exit>) -> Exit {
    const ORDER: [Exit; 6] =
        [Exit::Solved, Exit::Unsolvable, Exit::Stopped, Exit::Usage, Exit::Interrupted, Exit::Internal];
    let rank = |exit: &Exit| ORDER.iter().position(|one| one == exit).unwrap_or(ORDER.len());
    exits.into_iter().max_by_key(rank).unwrap_or(Exit::Solved)
}
