//! Solving a problem for the goal that was chosen, without a word about limits and output: what one problem and each of many
//! have in common.

use std::sync::Arc;

use crate::encode::Encoding;
use crate::frontend::Paint;
use crate::planner::{BestValue, InternalError, Mode, Outcome, Report, Strategy, best_value};
use crate::problem::{GoalChoice, Problem, RenderedPlan, ShownStates, Trajectory};
use crate::task::Task;

use super::super::encoding::encoding;
use super::super::exit::Exit;
use super::super::failure::Failure;
use super::super::report::Show;
use super::super::{output, usage};
use super::config::SolveConfig;
use crate::answer::{SolveAnswer, without_effect};

/// A function that builds the task for a goal, if goals have values, and solves it in an encoding. There is no task if it was
/// stopped before that.
pub(super) type FindPlan<'a> =
    dyn FnMut(Option<u32>, Box<dyn Encoding>) -> Result<(Option<Arc<Task>>, Report), Failure> + 'a;

/// A problem that was solved, as far as that went.
pub(super) struct Solved {
    work: Work,
    /// The value of the goal, if goals have values.
    goal: Option<u32>,
    /// The values that plays may have in spite of all that is known, where the best one was asked for.
    open: Option<Vec<u32>>,
    pub(super) report: Report,
}

/// What was solved, and how.
struct Work {
    /// None if it was stopped before there was one.
    task: Option<Arc<Task>>,
    encoding: &'static str,
}

impl Solved {
    /// Solves for the goal that was chosen.
    pub(super) fn of(
        problem: &dyn Problem,
        goal: Option<GoalChoice>,
        config: &SolveConfig,
        find: &mut FindPlan<'_>,
    ) -> Result<Self, Failure> {
        let mut one = |goal| solve_for(goal, problem, config, find);
        let goal = match goal {
            None => None,
            Some(GoalChoice::Value(value)) => Some(value),
            Some(GoalChoice::Best) => {
                let best = best_value(&problem.goal_values(), |value| one(Some(value)))?;
                let Some(BestValue { value, report, with: work, open }) = best else {
                    return Err(Failure::Usage(
                        "--goal max: no rule of the sheet gives any value".to_owned(),
                    ));
                };
                return Ok(Self { work, goal: Some(value), open: Some(open), report });
            }
        };
        let (report, work) = one(goal)?;
        Ok(Self { work, goal, open: None, report })
    }

    /// The plan with its task and states, if there is one.
    pub(super) fn run(&self) -> Option<Trajectory<'_>> {
        match (&self.report.outcome, &self.work.task) {
            (Outcome::Solved { plan, states, .. }, Some(task)) => Some(Trajectory { task, plan, states }),
            _ => None,
        }
    }

    /// The task, unless it was stopped before there was one.
    pub(super) fn task(&self) -> Option<Arc<Task>> {
        self.work.task.clone()
    }

    /// The value of the goal, if goals have values.
    pub(super) fn goal(&self) -> Option<u32> {
        self.goal
    }

    /// Whether no better value of the goal is open.
    pub(super) fn is_best(&self) -> bool {
        self.open.as_ref().is_none_or(Vec::is_empty)
    }

    /// Everything that is shown of it.
    pub(super) fn answer<'a>(
        &'a self,
        problem: &'a dyn Problem,
        config: &'a SolveConfig,
        shown: ShownStates,
    ) -> SolveAnswer<'a> {
        let run = self.run();
        let plans = self.report.list.iter().flat_map(|list| &list.plans);
        SolveAnswer {
            kind: problem.kind(),
            place: None,
            metric: problem.metric(),
            coarser: &[],
            goal: self.goal,
            open: self.open.clone(),
            encoding: self.work.encoding,
            options: &config.options,
            report: &self.report,
            warnings: problem.warnings(),
            warnings_of_plans: problem.warnings_of_plans(),
            without_effect: without_effect(
                &config.formula_options,
                |mode| format!("--{mode}"),
                config.options.mode,
                &self.report,
            ),
            certified: None,
            cost: run.filter(|run| run.task.has_costs()).map(|run| run.plan.cost(run.task)),
            plan: run.map(|run| RenderedPlan::of(problem, run, shown, paint(config.show))),
            moves: match run {
                Some(Trajectory { task, plan, .. }) if config.show == Show::Json => {
                    problem.move_details(task, plan)
                }
                _ => Vec::new(),
            },
            taken: usage::figures(),
            list: match run {
                Some(Trajectory { task, .. }) => plans.map(|plan| problem.moves(task, plan)).collect(),
                None => Vec::new(),
            },
        }
    }

    /// The exit code: some of the plans are no answer to how many there are.
    pub(super) fn exit(&self, config: &SolveConfig) -> Exit {
        let cut_short = self.report.cut_short(config.options.wanted);
        cut_short.map_or_else(|| Exit::from(&self.report.outcome), Exit::from)
    }
}

/// How states are drawn: never in colour where a program reads them.
fn paint(show: Show) -> Paint {
    if show == Show::Json { Paint::Plain } else { output::paint(&std::io::stdout()) }
}

/// Solves for one goal.
fn solve_for(
    goal: Option<u32>,
    problem: &dyn Problem,
    config: &SolveConfig,
    find: &mut FindPlan<'_>,
) -> Result<(Report, Work), Failure> {
    let semantics = config.options.semantics_of_formulas();
    let encoding = encoding(config.encoding.as_deref(), problem, semantics, config.reduce)?;
    let name = encoding.name();
    let (task, report) = find(goal, encoding).map_err(|failure| match (failure, config.options.mode) {
        (Failure::Internal(InternalError::TooManySteps(error)), Mode::Formula(Strategy::Minimize(_))) => {
            Failure::Usage(format!("--minimize: {error}"))
        }
        (Failure::Internal(InternalError::TooManySteps(error)), _) => {
            Failure::Usage(format!("--horizon: {error}"))
        }
        (failure, _) => failure,
    })?;
    Ok((report, Work { task, encoding: name }))
}
