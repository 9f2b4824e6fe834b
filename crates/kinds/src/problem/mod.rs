//! Problems of any kind, behind one trait, for the command line, benchmarks and users of the library.
//!
//! A [`Kind`] is a row of a table: how its texts are recognised and read, and its options. Reading gives a [`Problem`]: its
//! planning task, its encodings, and the display of its plans. A new kind is one folder among the [kinds](crate) and one row of
//! their table. Programs add kinds of their own with [`Kinds::with`](crate::Kinds::with).

mod element;
mod kind;
mod options;
mod rendered;
mod rules;
pub mod variables;

pub use element::{Element, ElementKind, UnknownElementKind};
pub(crate) use kind::only;
pub use kind::{
    COMMON_ENCODINGS, ENCODING_ALIASES, Kind, KindOption, OptionForm, ReadProblem, Recognition,
    encoding_named,
};
pub use options::{GoalChoice, OptionError, ProblemOptions, UnknownGoal};
pub use rendered::{MoveDetails, ShownStates, Trajectory};
pub(crate) use rules::rules;

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

/// A problem that was read: a short description for logs, its task, its encodings, and the display of its plans.
///
/// Everything except the kind, the metric and the task has a default that suits any task.
pub trait Problem: fmt::Display + Send + Sync {
    /// Returns the kind's name.
    fn kind(&self) -> &'static str;

    /// Returns the unit of plan lengths, in the plural: `units`, `moves`.
    fn metric(&self) -> &str;

    /// Returns the measure that plans minimise.
    fn minimises(&self) -> Metric {
        Metric::Actions
    }

    /// Returns the factor that makes all costs of the problem whole numbers in its tasks. Costs of a task divided by it are
    /// those of the text ([`Cost`](bmcplan_task::plan::Cost)).
    fn cost_scale(&self) -> u64 {
        1
    }

    /// Returns the planning task. `goal` is the value required of a goal state, for kinds with several values; `None` stands
    /// for the kind's default.
    ///
    /// # Errors
    /// The stop flag was raised, or the task would be too large.
    fn task(&self, goal: Option<u32>, stop: &Stop) -> Result<Task, ProblemError>;

    /// Returns the task like [`Problem::task`], with the whole state of the rules, including parts that no plan depends on.
    fn whole_task(&self, goal: Option<u32>, stop: &Stop) -> Result<Task, ProblemError> {
        self.task(goal, stop)
    }

    /// Returns the task like [`Problem::task`], with the moves that never change anything. No shortest plan has such a move.
    /// `None` if there are no such moves.
    fn task_with_idle_moves(&self, _: Option<u32>, _: &Stop) -> Result<Option<Task>, ProblemError> {
        Ok(None)
    }

    /// Returns the encodings that suit the problem in its metric, the default first.
    #[cfg(feature = "encodings")]
    fn encodings(&self) -> Vec<Box<dyn Encoding>> {
        encode::encodings()
    }

    /// Returns the text of the problem with the given start, in the kind's own form. The state is reachable in the task. `None` if
    /// there is no such text.
    fn text_from(&self, _: &State) -> Option<String> {
        None
    }

    /// Returns the problem as facts for the answer set programs of a document: `asp-v1`, `asp-v2`. `None` for kinds without such
    /// programs.
    ///
    /// # Errors
    /// Facts cannot describe the problem, and why.
    fn facts(&self, _version: &str) -> Option<Result<String, &'static str>> {
        None
    }

    /// Returns the variations of this board, for the generation of puzzles. `None` for kinds without boards.
    fn variants(&self) -> Option<&dyn Variants> {
        None
    }

    /// Returns the pieces and walls whose removal can only make plans shorter, in their order. Empty if there is no board. For
    /// a problem without any, goals and conditions of the task take their place.
    fn elements(&self) -> Vec<Element> {
        Vec::new()
    }

    /// Returns the problem with only the given [elements](Problem::elements), by index. `None` for problems without elements.
    fn with_elements(&self, _: &Set<usize>) -> Option<Arc<dyn Problem>> {
        None
    }

    /// Returns the cells that moving pieces cover before, during and after their moves, for problems with elements.
    fn swept_cells(&self, _: &Task, _: &Plan) -> Set<Cell> {
        Set::new()
    }

    /// Returns each piece by its name with the cells it covers in a state. Empty unless pieces have names of their own and move
    /// straight on.
    fn piece_cells(&self, _: &State) -> Vec<(String, Vec<Cell>)> {
        Vec::new()
    }

    /// Returns the possible values of a goal state, the best first. Empty for kinds whose goals have no values.
    fn goal_values(&self) -> Vec<u32> {
        Vec::new()
    }

    /// Returns the names of a plan's moves.
    fn moves(&self, task: &Task, plan: &Plan) -> Vec<String> {
        plan.operators().map(|id| task.operator(id).name.clone()).collect()
    }

    /// Returns the plan with one name per move, if it is usually written in a shorter way.
    fn spelled_out(&self, written: &WrittenPlan) -> WrittenPlan {
        written.clone()
    }

    /// Reads a plan written with these names, or with the names of the task's operators.
    fn read_plan(&self, task: &Task, written: &WrittenPlan) -> Result<Plan, UnknownMove> {
        written.by_operators(task)
    }

    /// Returns the moves like [`Problem::moves`], in parts.
    fn move_details(&self, task: &Task, plan: &Plan) -> Vec<MoveDetails> {
        self.moves(task, plan).into_iter().map(MoveDetails::named).collect()
    }

    /// Returns some of the states that a plan passes through, each as a text of several lines.
    fn states_as_text(&self, run: Trajectory<'_>, shown: ShownStates, _: Paint) -> Vec<String> {
        shown.of(run.states).map(|state| variables::description(run.task, state)).collect()
    }

    /// Returns the film of a plan.
    fn film(&self, title: &str, run: Trajectory<'_>) -> Film {
        let moves = self.moves(run.task, run.plan);
        variables::film(title, run.task, run.states, moves.iter().map(String::as_str))
    }

    /// Returns warnings of likely mistakes in the text of the problem, in its order.
    fn warnings(&self) -> &[Diagnostic] {
        &[]
    }

    /// Explains in the problem's words why the goal is out of relaxed reach; `None` if nothing more is known.
    fn why_unreached(&self, _: &Stop) -> Option<String> {
        None
    }

    /// Returns notes about the problem for the reader of a table, one sentence each.
    fn notes(&self) -> Vec<String> {
        Vec::new()
    }
}

/// Limits of changes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct VariantLimits {
    /// Greatest number of walls on a board.
    pub walls: usize,
    /// True if all pieces and walls stay, each in its shape, and none are added.
    pub keeps_pieces: bool,
}

/// Variations of a board, for the generation of puzzles.
pub trait Variants {
    /// Returns the text of the board after one small random change: a piece is moved, added or removed. `random(n)` returns a
    /// number below n. `None` if no possible change was found.
    fn changed(&self, limits: VariantLimits, random: &mut dyn FnMut(usize) -> usize) -> Option<String>;

    /// Returns the texts of the board and of its mirror images, each with its pieces named in reading order. The board's own
    /// text is the first. Boards that differ only by names or mirrors have the same texts.
    fn forms(&self) -> Vec<String>;
}

/// Reason why there is no problem, or no task of it.
#[derive(Debug, thiserror::Error)]
pub enum ProblemError {
    /// The text is invalid.
    #[error(transparent)]
    Invalid(#[from] Diagnostic),
    /// The option, or its value, is unknown to the kind.
    #[error(transparent)]
    Option(#[from] OptionError),
    /// No kind recognises the text.
    #[error("{0}: this is not a problem of any known kind")]
    Unrecognised(String),
    /// Reading was stopped.
    #[error("{}", at.as_ref().map_or(reason.to_string(), ToString::to_string))]
    Stopped {
        /// The limit that was reached.
        reason: StopReason,
        /// Place in the text that was being processed, if there is one.
        at: Option<Diagnostic>,
    },
    /// The problem is too large for a task.
    #[error("{0}")]
    TooLarge(String),
    /// A problem that was read without error gave no task: a bug of the front end.
    #[error("the problem cannot be made a planning task: {0}")]
    Task(TaskError),
}

impl From<TaskError> for ProblemError {
    fn from(error: TaskError) -> Self {
        match error {
            TaskError::Stopped(reason) => Self::Stopped { reason, at: None },
            too_many @ TaskError::TooMany(_) => {
                Self::TooLarge(format!("the problem cannot be made a planning task: {too_many}"))
            }
            error => Self::Task(error),
        }
    }
}
