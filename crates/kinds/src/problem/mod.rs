//! Problems of any kind, behind one trait, for the command line, benchmarks and users of the library.
//!
//! A [`Kind`] is a row of a table: how its texts are recognised and read, and its options. The result of reading is a
//! [`Problem`]: its planning task, the encodings that know it, and how its plans are shown. A new kind is one folder among the
//! [kinds](crate) and one row of their table. Programs bring kinds of their own with
//! [`Kinds::with`](crate::Kinds::with).

mod element;
mod kind;
mod options;
mod rendered;
pub mod variables;

pub use element::{Element, ElementKind, UnknownElementKind};
pub(crate) use kind::only;
pub use kind::{COMMON_ENCODINGS, Kind, KindOption, OptionForm, ReadProblem, Recognition};
pub use options::{GoalChoice, OptionError, ProblemOptions, UnknownGoal};
pub use rendered::{MoveDetails, ShownStates, Trajectory};

use std::fmt;
use std::sync::Arc;

use bmcplan_base::ordered::Set;
use bmcplan_base::stop::{Stop, StopReason};
use bmcplan_base::text::{Cell, Diagnostic, Paint};
use bmcplan_draw::film::Film;
#[cfg(feature = "encodings")]
use bmcplan_sat::encode::{self, Encoding};
use bmcplan_task::plan::{Metric, Plan, UnknownMove, WrittenPlan};
use bmcplan_task::{State, Task, TaskError};

/// A problem that was read: a few words about it for logs, its task, its encodings, and how its plans are shown.
///
/// Everything but the kind, the metric and the task has a default that suits any task.
pub trait Problem: fmt::Display + Send + Sync {
    /// The kind's name.
    fn kind(&self) -> &'static str;

    /// The unit in which the length of a plan is counted, in the plural: `units`, `moves`.
    fn metric(&self) -> &str;

    /// The measure that plans are to have least of.
    fn minimises(&self) -> Metric {
        Metric::Actions
    }

    /// The number by which all costs of the problem are multiplied in its tasks, so that they are whole. Costs of a task divided by
    /// it are those of the text ([`Cost`](bmcplan_task::plan::Cost)).
    fn cost_scale(&self) -> u64 {
        1
    }

    /// The planning task. `goal` is the value required of a goal state, for kinds with several; without it, the kind's usual
    /// value.
    ///
    /// # Errors
    /// The stop flag was raised, or the task would be too large.
    fn task(&self, goal: Option<u32>, stop: &Stop) -> Result<Task, ProblemError>;

    /// As [`Problem::task`], with the whole state of the rules, even parts that no plan depends on.
    fn whole_task(&self, goal: Option<u32>, stop: &Stop) -> Result<Task, ProblemError> {
        self.task(goal, stop)
    }

    /// As [`Problem::task`], with moves that never change anything, which no shortest plan has; `None` if none is left out.
    fn task_with_idle_moves(&self, _: Option<u32>, _: &Stop) -> Result<Option<Task>, ProblemError> {
        Ok(None)
    }

    /// The encodings that know the problem in its metric, the usual one first.
    #[cfg(feature = "encodings")]
    fn encodings(&self) -> Vec<Box<dyn Encoding>> {
        encode::encodings()
    }

    /// The text of the problem begun in a state that its task can reach, in the kind's own form; `None` where there is no such text.
    fn text_from(&self, _: &State) -> Option<String> {
        None
    }

    /// The boards beside this one, for those who look for new puzzles; `None` for kinds without boards.
    fn variants(&self) -> Option<&dyn Variants> {
        None
    }

    /// The pieces and walls without which plans can only become shorter, in their order; none where there is no board. For problems
    /// without any, goals and conditions of the task take their place.
    fn elements(&self) -> Vec<Element> {
        Vec::new()
    }

    /// The problem with these of its [elements](Problem::elements) alone, each an index; `None` where there are none.
    fn with_elements(&self, _: &Set<usize>) -> Option<Arc<dyn Problem>> {
        None
    }

    /// The cells that pieces cover when they move and while they do, for problems with elements.
    fn swept_cells(&self, _: &Task, _: &Plan) -> Set<Cell> {
        Set::new()
    }

    /// The values that a goal state can have, the best first; none for kinds whose goal is just reached.
    fn goal_values(&self) -> Vec<u32> {
        Vec::new()
    }

    /// The names of a plan's moves.
    fn moves(&self, task: &Task, plan: &Plan) -> Vec<String> {
        plan.operators().map(|id| task.operator(id).name.clone()).collect()
    }

    /// The plan written with these names, or with the names of the task's operators.
    fn read_plan(&self, task: &Task, written: &WrittenPlan) -> Result<Plan, UnknownMove> {
        written.by_operators(task)
    }

    /// As [`Problem::moves`], in parts.
    fn move_details(&self, task: &Task, plan: &Plan) -> Vec<MoveDetails> {
        self.moves(task, plan).into_iter().map(MoveDetails::named).collect()
    }

    /// Some of the states that a plan passes through, as text of some lines each.
    fn states_as_text(&self, run: Trajectory<'_>, shown: ShownStates, _: Paint) -> Vec<String> {
        shown.of(run.states).map(|state| variables::description(run.task, state)).collect()
    }

    /// The film of a plan.
    fn film(&self, title: &str, run: Trajectory<'_>) -> Film {
        let moves = self.moves(run.task, run.plan);
        variables::film(title, run.task, run.states, moves.iter().map(String::as_str))
    }

    /// Warnings of slips in the text of the problem, in its order.
    fn warnings(&self) -> &[Diagnostic] {
        &[]
    }

    /// Notes for the reader of a table about the problem, a sentence each.
    fn notes(&self) -> Vec<String> {
        Vec::new()
    }
}

/// Limits of changes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct VariantLimits {
    /// The greatest number of walls that are put on a board.
    pub walls: usize,
    /// Do all pieces and walls stay, each in its shape, and no others come?
    pub keeps_pieces: bool,
}

/// The boards beside a board, for those who look for new puzzles.
pub trait Variants {
    /// The text of the board after one small change by chance: a piece is put elsewhere, is new, or is gone. `random(n)` is a number below
    /// n. `None` if no change was found to be possible.
    fn changed(&self, limits: VariantLimits, random: &mut dyn FnMut(usize) -> usize) -> Option<String>;

    /// The texts of the board and of its mirror images, each with its pieces named in reading order; its own comes first. Boards that
    /// differ by names or mirrors only have the same texts.
    fn forms(&self) -> Vec<String>;
}

/// Why there is no problem, or no task of it.
#[derive(thiserror::Error)]
pub enum ProblemError {
    /// The text is wrong.
    #[error(transparent)]
    Refused(#[from] Diagnostic),
    /// The kind does not have this option.
    #[error(transparent)]
    Option(#[from] OptionError),
    /// No kind has problems that look like this.
    #[error("{0}: no kind of problem looks like this")]
    Unrecognised(String),
    /// Reading was stopped.
    #[error("{}", at.as_ref().map_or(reason.to_string(), ToString::to_string))]
    Stopped {
        /// Why.
        reason: StopReason,
        /// The place in the text that was being worked on, if there is one.
        at: Option<Diagnostic>,
    },
    /// The problem is too large for a task.
    #[error("{0}")]
    TooLarge(String),
    /// A problem that was read without error gave no task: a fault of the front end.
    #[error("the problem makes no planning task: {0}")]
    Task(TaskError),
}

bmcplan_base::debug_is_message!(ProblemError);

impl From<TaskError> for ProblemError {
    fn from(error: TaskError) -> Self {
        match error {
            TaskError::Stopped(reason) => Self::Stopped { reason, at: None },
            too_many @ TaskError::TooMany(_) => {
                Self::TooLarge(format!("the problem makes no planning task: {too_many}"))
            }
            error => Self::Task(error),
        }
    }
}
