//! Written plans: the text of a plan, and the plan of a problem that it denotes.

use bmcplan_base::names::nearest;
use bmcplan_base::text::{Diagnostic, Source};
use bmcplan_kinds::problem::{GoalChoice, Problem};
use bmcplan_task::Task;
use bmcplan_task::plan::{Plan, PlanError, Reason, UnknownMove, WrittenMove, WrittenPlan, read_plan};

use super::fault::Fault;
use super::problem_text::ProblemText;

/// The text of a plan.
#[derive(Debug)]
pub struct PlanText {
    source: Source,
    written: WrittenPlan,
}

/// The sort of fault of a step that too many moves may be meant by. The plan may be right.
pub(super) const UNCLEAR: &str = "unclear";

/// The sort of fault of a plan whose moves can be made and do not reach the goal.
pub(super) const GOAL: &str = "goal";

/// The first step of a plan that is wrong; that of the last move, where the goal is not reached.
#[derive(Debug)]
pub struct WrongStep {
    /// Counted from 1.
    pub step: usize,
    /// The sort of fault: `name`, there is no such move; `move`, it cannot be made there; `goal`, it is not reached; `unclear`, too many moves may be meant.
    pub fault: &'static str,
    /// The fault, with its place in the text.
    pub diagnostic: Diagnostic,
}

impl From<WrongStep> for Fault {
    fn from(wrong: WrongStep) -> Self {
        Self::Input(wrong.diagnostic)
    }
}

/// Checks whether this is a solver's answer to a formula, with a model; MiniSat's is a line `SAT` and a line of literals.
fn is_model(text: &str) -> bool {
    let mut lines = text.lines();
    let literals = |line: &str| line.split_whitespace().all(|word| word.parse::<i64>().is_ok());
    lines.clone().any(|line| line == "s SATISFIABLE")
        || (lines.next() == Some("SAT") && lines.next().is_some_and(literals))
}

impl PlanText {
    /// Reads a plan: an answer in JSON, a plan file, or names of moves.
    ///
    /// # Errors
    /// The text has none of these forms.
    pub fn of(source: Source) -> Result<Self, Diagnostic> {
        if is_model(source.text()) {
            let message = "this is what a solver prints for a formula";
            let help =
                "--horizon N says that the plan is the model of the formula that export --horizon N wrote";
            return Err(Diagnostic::new(&source, message).help(help));
        }
        let written =
            read_plan(source.text()).map_err(|error| Diagnostic::new(&source, error.to_string()))?;
        Ok(Self { source, written })
    }

    /// Returns the plan of these moves.
    ///
    /// # Errors
    /// As [`PlanText::of`].
    pub fn of_moves(moves: &[String]) -> Result<Self, Diagnostic> {
        Self::of(Source::new("the plan", &moves.join("\n")))
    }

    /// Chooses metric and goal value as the plan names them, unless the user chose others.
    ///
    /// # Errors
    /// No goal has that value.
    pub fn choose_options(&self, text: &mut ProblemText) -> Result<(), Diagnostic> {
        self.choose_metric(text);
        self.choose_goal(text)
    }

    /// Chooses the metric in which the plan was found, if it says so and no other one was asked for.
    pub fn choose_metric(&self, text: &mut ProblemText) {
        let written = self.written.metric.as_deref();
        let found = text.metrics_to_try().find(|metric| Some(*metric) == written);
        if let Some(metric) = found {
            *text = text.in_metric(metric);
        }
    }

    fn choose_goal(&self, text: &mut ProblemText) -> Result<(), Diagnostic> {
        let (Some(option), Some(goal)) = (text.kind.goal_option(), &self.written.goal) else { return Ok(()) };
        if text.reading.options.has(option.name) {
            return Ok(());
        }
        if !goal.parse::<u32>().is_ok_and(|goal| goal <= GoalChoice::GREATEST) {
            let message = format!(
                "the goal of this answer is {goal}, and values go from 0 to {}",
                GoalChoice::GREATEST
            );
            return Err(Diagnostic::new(&self.source, message));
        }
        text.options = std::mem::take(&mut text.options).with(option.name, goal);
        Ok(())
    }

    /// Returns the plan of a problem. It may not be one that can be replayed.
    ///
    /// # Errors
    /// The first move that the problem does not know.
    pub fn plan(&self, problem: &dyn Problem, task: &Task) -> Result<Plan, WrongStep> {
        let spelled = problem.spelled_out(&self.written);
        problem.read_plan(task, &spelled).map_err(|error| {
            let UnknownMove { step, written, is_known } = &error;
            if *is_known {
                let diagnostic = self.diagnostic(written, error.to_string(), "one of many");
                return WrongStep { step: *step, fault: UNCLEAR, diagnostic };
            }
            let names = task.operators().iter().map(|operator| &*operator.name);
            let near = nearest(&written.name, names).map(|near| format!("did you mean '{near}'?"));
            let metric = format!(
                "moves are called as `bmcplan` prints them, here in {}; --metric says what counts as one",
                problem.metric()
            );
            let metric = (problem.metric() != "moves").then_some(metric);
            let help = near.into_iter().chain(metric).collect::<Vec<_>>().join(" ");
            let diagnostic = self.diagnostic(written, error.to_string(), "no such move");
            WrongStep {
                step: *step,
                fault: "name",
                diagnostic: if help.is_empty() { diagnostic } else { diagnostic.help(help) },
            }
        })
    }

    /// Builds an error that points at the step that cannot be taken.
    pub fn refuse(&self, problem: &dyn Problem, error: &PlanError) -> WrongStep {
        let (fault, label) = match error.reason {
            Reason::GoalNotReached(_) => (GOAL, "the last move"),
            Reason::NoSuchOperator(_) | Reason::Inapplicable(..) => ("move", "this move"),
        };
        let moves = problem.spelled_out(&self.written).moves;
        let written = error.step.checked_sub(1).and_then(|index| moves.get(index)).cloned();
        let diagnostic = self.diagnostic(&written.unwrap_or_default(), error.to_string(), label);
        let diagnostic = match self.written.atoms.is_some() && moves.is_empty() {
            true => {
                diagnostic.help("the answer shows no moves; add the atoms of moves to the program's #show")
            }
            false => diagnostic,
        };
        WrongStep { step: error.step, fault, diagnostic }
    }

    fn diagnostic(&self, written: &WrittenMove, message: String, label: &str) -> Diagnostic {
        let diagnostic = Diagnostic::new(&self.source, message);
        match &written.place {
            Some(place) => diagnostic.at(place.clone(), label),
            None => diagnostic,
        }
    }
}
