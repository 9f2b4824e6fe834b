//! A problem that was solved, for the value of the goal that was chosen, in the encoding that was asked for; and the settings that had
//! no effect.

use std::sync::Arc;

use crate::encode::{Encoding, Reductions};
use crate::figures::ProcessFigures;
use crate::horizon::{Attempt, Strategy};
use crate::plan::{Cost, Metric, Plan};
use crate::planner::{BestValue, Mode, Options, Outcome, Report, best_value};
use crate::problem::{GoalChoice, Problem, RenderedPlan, ShownStates, Trajectory};
use crate::search::SearchProgress;
use crate::task::Task;
use crate::text::Paint;
use itertools::Itertools as _;

use super::fault::Fault;
use super::given::{SettingFault, SettingProblem, Settings, Spelling};
use super::problem_text::{ProblemPlace, ProblemText};
use super::solve_answer::{Certified, SolveAnswer};

/// A problem that was read, with the text that it was read from.
#[derive(Clone)]
pub struct Subject {
    /// The problem.
    pub problem: Arc<dyn Problem>,
    /// Its text; none if it was built by a program.
    pub text: Option<ProblemText>,
    /// Its name and its file, where nobody else says that.
    pub place: Option<ProblemPlace>,
}

impl Subject {
    /// The value that a goal state is to have, if goals have values.
    ///
    /// # Errors
    /// It is the best one.
    pub fn goal_value(&self) -> Result<Option<u32>, SettingFault> {
        Ok(self.text.as_ref().map(ProblemText::goal_value).transpose()?.flatten())
    }
}

/// News of a run.
pub enum Heard {
    /// A horizon is tried.
    Started(usize),
    /// A horizon was tried.
    Finished(Attempt),
    /// The refutation of a horizon is confirmed.
    Confirming(usize),
    /// A layer of the explicit search is done. Where it goes by cost, there is no plan of this cost or less.
    Searched(SearchProgress, Option<Cost>),
    /// No plan costs less than the one number; the other is the cost of the best plan so far.
    Cost(Cost, Option<Cost>),
    /// A plan that the validator accepted; shorter or cheaper ones are looked for.
    Plan(HeardPlan),
    /// A proof is made that no plan has less than this; without a number, that there is no plan.
    Certifying(Option<Minimum>),
    /// A certificate is checked.
    Checking,
}

/// The measure of a plan that is as small as possible, or that is to become smaller.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Minimum {
    /// The number of steps.
    Steps(usize),
    /// The sum of the costs.
    Cost(Cost),
}

impl Minimum {
    /// The measure of a plan of a problem.
    pub fn of(problem: &dyn Problem, task: &Task, plan: &Plan) -> Self {
        match problem.minimises().in_task(task) {
            Metric::Actions => Self::Steps(plan.makespan()),
            Metric::Cost => Self::Cost(Cost::of(plan.cost(task), problem.cost_scale())),
        }
    }
}

/// A plan that was found on the way to a shortest or cheapest one.
pub struct HeardPlan {
    /// The problem.
    pub problem: Arc<dyn Problem>,
    /// Its task.
    pub task: Arc<Task>,
    /// The plan.
    pub plan: Plan,
}

/// A function that builds the task for a goal, if goals have values, and solves it in an encoding. There is no task if it was
/// stopped before that.
pub type FindPlan<'a> =
    dyn FnMut(Option<u32>, Box<dyn Encoding>) -> Result<(Option<Arc<Task>>, Report), Fault> + 'a;

/// A problem that was solved, as far as that went.
pub struct Solved {
    /// The problem.
    pub subject: Subject,
    /// The settings.
    pub settings: Settings,
    /// Their meaning.
    pub options: Options,
    /// None if it was stopped before there was one.
    pub task: Option<Arc<Task>>,
    /// The name of the encoding.
    pub encoding: &'static str,
    /// The value of the goal, if goals have values.
    pub goal: Option<u32>,
    /// The values that plays may have in spite of all that is known, where the best one was asked for.
    pub open: Option<Vec<u32>>,
    /// The planner's report.
    pub report: Report,
    /// The certificate, if one was asked for, or the fault that it could not be written.
    pub certified: Option<Result<Certified, Fault>>,
}

impl Solved {
    /// Solves for the goal that was chosen.
    ///
    /// # Errors
    /// See [`Fault`].
    pub fn of(
        subject: Subject,
        settings: &Settings,
        options: &Options,
        find: &mut FindPlan<'_>,
    ) -> Result<Self, Fault> {
        /// A task, if there was time to build it, and the name of the encoding.
        type Work = (Option<Arc<Task>>, &'static str);
        let mut one = |goal| -> Result<(Report, Work), Fault> {
            let encoding = settings.encoding(&*subject.problem, options.semantics_of_formulas())?;
            let name = encoding.name();
            let (task, report) = find(goal, encoding).map_err(|fault| match fault {
                Fault::TooManySteps(why) => {
                    SettingFault::of("horizon", SettingProblem::TooManySteps(settings.mode(), why)).into()
                }
                fault => fault,
            })?;
            Ok((report, (task, name)))
        };
        let (goal, open, report, (task, encoding)) = match subject.text.as_ref().and_then(ProblemText::goal) {
            None => {
                let (report, work) = one(None)?;
                (None, None, report, work)
            }
            Some(GoalChoice::Value(value)) => {
                let (report, work) = one(Some(value))?;
                (Some(value), None, report, work)
            }
            Some(GoalChoice::Best) => {
                let none = || SettingFault::other("goal", "max: no rule of the sheet gives any value");
                let values = subject.problem.goal_values();
                // A folder holds the work on one question, and each value is one.
                if let Some(value) = values.first().filter(|_| settings.has("disk")) {
                    return Err(SettingFault::of("disk", SettingProblem::OneGoal(*value)).into());
                }
                let best = best_value(&values, |value| one(Some(value)))?;
                let BestValue { value, report, with, open } = best.ok_or_else(none)?;
                (Some(value), Some(open), report, with)
            }
        };
        let (settings, options) = (settings.clone(), options.clone());
        Ok(Self { subject, settings, options, task, encoding, goal, open, report, certified: None })
    }

    /// The plan with its task and states, if there is one.
    pub fn run(&self) -> Option<Trajectory<'_>> {
        match (&self.report.outcome, &self.task) {
            (Outcome::Solved { plan, states, .. }, Some(task)) => Some(Trajectory { task, plan, states }),
            _ => None,
        }
    }

    /// True if no better value of the goal is open.
    pub fn is_best(&self) -> bool {
        self.open.as_ref().is_none_or(Vec::is_empty)
    }

    /// The answer with everything that can be shown of it: these states, drawn like this, and, if asked for, the parts of
    /// moves. `spelling` is how settings are named that had no effect.
    pub fn answer(
        &self,
        shown: ShownStates,
        paint: Paint,
        with_details: bool,
        spelling: Spelling,
    ) -> SolveAnswer<'_> {
        let problem = &*self.subject.problem;
        let run = self.run();
        let plans = self.report.list.iter().flat_map(|list| &list.plans);
        SolveAnswer {
            kind: problem.kind(),
            place: self.subject.place.clone(),
            metric: problem.metric(),
            coarser: self.subject.text.as_ref().map_or(&[], ProblemText::other_metrics),
            goal: self.goal,
            open: self.open.clone(),
            encoding: self.encoding,
            task: self.task.as_deref(),
            options: &self.options,
            report: &self.report,
            warnings: problem.warnings(),
            without_effect: self.without_effect(spelling),
            certified: self.certified.as_ref().and_then(|certified| certified.as_ref().ok()).cloned(),
            cost: run
                .filter(|run| self.options.metric == Metric::Cost || run.task.has_costs())
                .map(|run| Cost::of(run.plan.cost(run.task), problem.cost_scale())),
            cost_scale: problem.cost_scale(),
            plan: run.map(|run| RenderedPlan::of(problem, run, shown, paint)),
            moves: match run {
                Some(Trajectory { task, plan, .. }) if with_details => problem.move_details(task, plan),
                _ => Vec::new(),
            },
            taken: ProcessFigures::now(),
            list: match run {
                Some(Trajectory { task, .. }) => plans.map(|plan| problem.moves(task, plan)).collect(),
                None => Vec::new(),
            },
        }
    }

    /// The sentence about settings of formulas that were given: all if the answer came without a formula, or else reductions that the
    /// formula does without.
    fn without_effect(&self, spelling: Spelling) -> Option<String> {
        let given = self.settings.of_formulas().map(|name| spelling.setting(name)).collect_vec();
        let (last, first) = given.split_last()?;
        let mode = |name| spelling.mode(name);
        let why = match (&self.report.outcome, self.report.mode, self.settings.planner_mode()) {
            (Outcome::Stopped(_), ..) => return None,
            (_, Mode::Formula(Strategy::Pdr), _) => return self.unreduced(spelling),
            (_, Mode::Search, Mode::Search) => format!("{} makes no formula", mode("search")),
            (_, Mode::Search, _) => {
                format!("the search answered first; {} leaves it out", mode("incremental"))
            }
            _ if self.report.encoding("").is_none() => {
                "the answer was known before there was a formula".to_owned()
            }
            _ => return self.unreduced(spelling),
        };
        let settings =
            if first.is_empty() { last.clone() } else { format!("{} and {last}", first.iter().join(", ")) };
        Some(format!("{settings} had no effect: {why}"))
    }

    /// The sentence about reductions that were asked for, and that the formula of the answer does without.
    fn unreduced(&self, spelling: Spelling) -> Option<String> {
        let strategy = match (self.report.mode, self.settings.planner_mode()) {
            // The formulas of shorter plans had them.
            (Mode::Formula(Strategy::First), Mode::Anytime) => return None,
            (Mode::Formula(strategy), _) => strategy,
            (Mode::Auto | Mode::Anytime | Mode::Search, _) => return None,
        };
        let asked: Reductions = self.settings.parsed("reduce")?;
        let (left_out, why) = self.options.left_out_reductions(strategy, self.task.as_deref()?);
        let mut unused = asked.iter().filter(|reduction| left_out.has(*reduction)).peekable();
        unused.peek()?;
        Some(format!("{} had no effect: {why}", spelling.with_value("reduce", &unused.join(","))))
    }
}
