//! A problem that was solved, for the value of the goal that was chosen, in the encoding that was asked for; and the settings that had
//! no effect.

use std::sync::Arc;

use itertools::Itertools as _;

use bmcplan_base::names::listed;
use bmcplan_base::stop::Stop;
use bmcplan_base::text::Paint;
use bmcplan_kinds::problem::{GoalChoice, Problem, ProblemError, ShownStates, Trajectory};
use bmcplan_planner::{BestValue, Mode, Options, Outcome, PlanQuery, Report, best_value};
use bmcplan_sat::encode::{Encoding, Semantics};
use bmcplan_sat::horizon::Strategy;
use bmcplan_search::{SearchLimits, shortest_plans};
use bmcplan_task::plan::{Cost, Metric, Plan, validate};
use bmcplan_task::{State, Task};

use super::answer::{Answer, AnswerHead, Certified, DiagnosticObject, HorizonRecord, JsonCount, RunInfo};
use super::fault::Fault;
use super::problem_text::{ProblemPlace, ProblemText};
use super::settings::{NameStyle, SettingFault, SettingProblem, Settings};
use super::status::Status;

/// Bytes of a search that takes no time.
const QUICK_MEMORY: usize = 16_000_000;

/// A problem that was read, with the text that it was read from.
#[derive(Clone)]
pub struct LoadedProblem {
    /// What was read.
    pub problem: Arc<dyn Problem>,
    /// Its text; none if it was built by a program.
    pub text: Option<ProblemText>,
    /// Name and files, unless the caller prints them.
    pub place: Option<ProblemPlace>,
}

impl LoadedProblem {
    /// Reads a problem from its text.
    ///
    /// # Errors
    /// The text is wrong, or reading it was stopped.
    pub fn read(text: ProblemText, place: Option<ProblemPlace>, stop: &Stop) -> Result<Self, ProblemError> {
        Ok(Self { problem: text.read(stop)?, text: Some(text), place })
    }

    /// Returns the first keys of an answer about it.
    pub fn head(&self, status: Status) -> AnswerHead {
        AnswerHead::of(&*self.problem, self.place.as_ref(), status)
    }

    /// Returns the value that a goal state is to have, if goals have values.
    ///
    /// # Errors
    /// It is the best one.
    pub fn goal_value(&self) -> Result<Option<u32>, SettingFault> {
        Ok(self.text.as_ref().map(ProblemText::goal_value).transpose()?.flatten())
    }
}

/// A function that builds the task for a goal, if goals have values, and solves it in an encoding. There is no task if it was
/// stopped before that.
pub type FindPlan<'a> =
    dyn FnMut(Option<u32>, Box<dyn Encoding>) -> Result<(Option<Arc<Task>>, Report), Fault> + 'a;

/// A problem that was solved, as far as that went.
pub struct Solution {
    /// The problem.
    pub loaded: LoadedProblem,
    /// How it was solved.
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
    /// The certificate, if one was asked for and could be written.
    pub certified: Option<Certified>,
    /// Why the certificate that was asked for could not be written.
    pub unwritten: Option<Fault>,
}

impl Solution {
    /// Returns the lengths of shortest plans in the coarser metrics of the problem, if explicit search had the answer from so few states
    /// that it has these at once, too.
    pub fn lengths_in_other_metrics(&self) -> Vec<(&'static str, usize)> {
        let Some(text) = self.loaded.text.as_ref().filter(|_| self.is_quick()) else {
            return Vec::new();
        };
        let length = |metric: &&'static str| {
            let stop = Stop::default();
            let problem = text.in_metric(metric).read(&stop).ok()?;
            let task = problem.task(self.goal, &stop).ok()?;
            let encoding = Settings::default().encoding(&*problem, Semantics::Sequential).ok()?;
            let options =
                Options { mode: Mode::Search, search_memory: Some(QUICK_MEMORY), ..Options::default() };
            let report = bmcplan_planner::solve(&task, &*encoding, &options, &stop, &mut |_| {}).ok()?;
            match report.outcome {
                Outcome::Solved { plan, optimal: true, .. } => Some((*metric, plan.length())),
                _ => None,
            }
        };
        text.other_metrics().iter().filter_map(length).collect()
    }

    /// Solves for the goal that was chosen.
    ///
    /// # Errors
    /// See [`Fault`].
    pub fn of(
        loaded: LoadedProblem,
        settings: &Settings,
        options: &Options,
        find: &mut FindPlan<'_>,
    ) -> Result<Self, Fault> {
        /// A task, if there was time to build it, and the name of the encoding.
        type Work = (Option<Arc<Task>>, &'static str);
        let mut one = |goal| -> Result<(Report, Work), Fault> {
            let encoding = settings.encoding(&*loaded.problem, options.semantics_of_formulas())?;
            let name = encoding.name();
            let (task, report) = find(goal, encoding).map_err(|fault| match fault {
                Fault::TooManySteps(why) => {
                    SettingFault::of("horizon", SettingProblem::TooManySteps(settings.mode(), why)).into()
                }
                fault => fault,
            })?;
            Ok((report, (task, name)))
        };
        let (goal, open, report, (task, encoding)) = match loaded.text.as_ref().and_then(ProblemText::goal) {
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
                let values = loaded.problem.goal_values();
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
        let (certified, unwritten) = (None, None);
        Ok(Self { loaded, settings, options, task, encoding, goal, open, report, certified, unwritten })
    }

    /// Takes a shortest plan of fewest changes, where search finds one at once: for answers with their plan.
    pub fn take_fewest_changes(&mut self) {
        if let Some((plan, states)) = self.plan_of_fewest_changes() {
            self.report.outcome = Outcome::Solved { plan, states, optimal: true };
        }
    }

    /// Returns a shortest plan that is short in coarser metrics, too, if explicit search had the answer from few states: of fewest units the one
    /// of fewest slides.
    fn plan_of_fewest_changes(&self) -> Option<(Plan, Vec<State>)> {
        let (Outcome::Solved { plan, optimal: true, .. }, Some(task)) = (&self.report.outcome, &self.task)
        else {
            return None;
        };
        let text =
            self.loaded.text.as_ref().filter(|text| text.kind.metrics().first() == Some(&text.metric()))?;
        let is_one = self.options.wanted == PlanQuery::One && !self.options.step.semantics.is_parallel();
        if !self.is_quick() || !is_one || text.other_metrics().is_empty() {
            return None;
        }
        let limits = SearchLimits { memory_bytes: Some(QUICK_MEMORY), ..SearchLimits::default() };
        let plans = shortest_plans(task, &limits, &Stop::default(), &mut |_| {}).plans?;
        let found = plans.fewest_changes(task).filter(|found| found.length() == plan.length())?;
        let states = validate(task, &found).ok()?;
        Some((found, states))
    }

    /// Checks whether explicit search had the answer from few enough states for another search that takes no time.
    fn is_quick(&self) -> bool {
        const FEW_STATES: u64 = 20_000;
        let has_few = self.report.figures.states.is_some_and(|states| states <= FEW_STATES);
        self.report.mode == Mode::Search && !self.minimises_cost() && has_few
    }

    /// Returns the plan with its task and states, if there is one.
    pub fn run(&self) -> Option<Trajectory<'_>> {
        match (&self.report.outcome, &self.task) {
            (Outcome::Solved { plan, states, .. }, Some(task)) => Some(Trajectory { task, plan, states }),
            _ => None,
        }
    }

    /// Returns the values of the goal that are open.
    pub fn open(&self) -> &[u32] {
        self.open.as_deref().unwrap_or_default()
    }

    /// Returns true if no plan is better, and no better value of the goal is open.
    pub fn is_best(&self) -> bool {
        let is_best = |task: &Arc<Task>| self.report.is_best(self.options.metric, task);
        self.open().is_empty() && self.task.as_ref().is_some_and(is_best)
    }

    /// Returns the unit in which the length of the plan is counted.
    pub fn unit(&self) -> &str {
        self.loaded.problem.metric()
    }

    /// Returns true if plans are compared by cost.
    pub fn minimises_cost(&self) -> bool {
        self.options.metric == Metric::Cost
    }

    /// Converts a cost of the task to the unit of the problem.
    pub fn cost_of(&self, parts: u128) -> Cost {
        Cost::of(parts, self.loaded.problem.cost_scale())
    }

    /// Returns the cost of the plan, if there is one and operators have costs.
    pub fn cost(&self) -> Option<Cost> {
        let Trajectory { task, plan, .. } = self.run()?;
        (self.minimises_cost() || task.has_costs()).then(|| self.cost_of(plan.cost(task)))
    }

    /// Returns the least cost, or else the least number of steps, that a plan can have, as far as is proved.
    pub fn lower_bound(&self) -> Option<Cost> {
        let task = self.task.as_ref()?;
        self.report.lower_bound(self.options.metric, task).map(|bound| self.measured(bound))
    }

    /// Returns the gap between plan and lower bound; `None` if a better value of the goal is open, since its plays may be longer.
    pub fn gap(&self) -> Option<Cost> {
        let (metric, Trajectory { task, plan, .. }) = (self.options.metric, self.run()?);
        let gap = metric.of_plan(task, plan).saturating_sub(self.report.lower_bound(metric, task)?);
        self.open().is_empty().then(|| self.measured(gap))
    }

    fn measured(&self, measure: u128) -> Cost {
        if self.minimises_cost() { self.cost_of(measure) } else { Cost::of(measure, 1) }
    }

    /// Returns the names of the moves of the plan, if there is one.
    pub fn moves(&self) -> Vec<String> {
        self.run().map(|run| self.loaded.problem.moves(run.task, run.plan)).unwrap_or_default()
    }

    /// Returns these moves of the plan by its steps, if moves share steps.
    pub fn steps<'m>(&self, mut moves: &'m [String]) -> Option<Vec<&'m [String]>> {
        let plan = self.run()?.plan;
        if !self.options.step.semantics.is_parallel() || moves.len() != plan.length() {
            return None;
        }
        let mut take = |n: usize| moves.split_off(..n).unwrap_or_default();
        Some(plan.steps().iter().map(|step| take(step.len())).collect())
    }

    /// Returns the moves of each of the shortest plans, if they were asked for.
    pub fn list(&self) -> Vec<Vec<String>> {
        let plans = self.report.list.iter().flat_map(|list| &list.plans);
        let of = |task| plans.map(|plan| self.loaded.problem.moves(task, plan)).collect();
        self.task.as_deref().map(of).unwrap_or_default()
    }

    /// Returns these states of the plan as text.
    pub fn states(&self, shown: ShownStates, paint: Paint) -> Vec<String> {
        match self.run().filter(|_| shown != ShownStates::Nothing) {
            Some(run) => self.loaded.problem.states_as_text(run, shown, paint),
            None => Vec::new(),
        }
    }

    /// Returns the answer in JSON, with the texts of these states; `spelling` is how settings are named that had no effect.
    pub fn answer(&self, shown: ShownStates, spelling: NameStyle) -> Answer {
        let (report, problem) = (&self.report, &*self.loaded.problem);
        let (status, stopped) = match report.outcome {
            Outcome::Solved { .. } => (Status::Solved, report.stopped),
            Outcome::Unsolvable => (Status::Unsolvable, report.stopped),
            Outcome::NoPlanWithin(_) => (Status::NoPlanWithinHorizon, report.stopped),
            Outcome::NoPlanAtCost(_) => (Status::NoPlanWithinCost, report.stopped),
            Outcome::Stopped(reason) => (Status::Stopped, Some(reason)),
        };
        let run = self.run();
        let moves = run.map(|_| self.moves());
        // Where no solver was asked, neither it nor the formula has a part in the answer.
        let encoding = report.encoding(self.encoding);
        let list = report.list.as_ref();
        let mut info = RunInfo::of(problem, report.elapsed, stopped);
        info.warnings.extend(self.without_effect(spelling).as_deref().map(DiagnosticObject::without_place));
        let AnswerHead { kind, place, status, metric } = self.loaded.head(status);
        Answer {
            kind,
            place,
            status,
            metric,
            unit: self.unit().to_owned(),
            goal: self.goal,
            open_goals: self.open.clone(),
            length: run.map(|run| run.plan.length()),
            cost: self.cost(),
            certificate: self.certified.clone(),
            makespan: run.map(|run| run.plan.makespan()),
            lower_bound: self.lower_bound(),
            gap: self.gap(),
            optimal: self.is_best(),
            refuted: report.refuted,
            refuted_below: report.refuted_cost.map(|cost| self.cost_of(cost.into())),
            proved_by: report.proved_by.as_ref().map(ToString::to_string),
            steps: moves
                .as_ref()
                .and_then(|moves| Some(self.steps(moves)?.into_iter().map(<[String]>::to_vec).collect())),
            plan: moves,
            moves: run.map(|run| problem.move_details(run.task, run.plan)),
            frames: Some(self.states(shown, Paint::Plain)).filter(|states| !states.is_empty()),
            plans: list.filter(|_| self.options.wanted != PlanQuery::Count).map(|_| self.list()),
            count: list.and_then(|list| list.count).map(JsonCount),
            complete: report.is_complete(self.options.wanted),
            mode: Some(report.mode.name().to_owned()),
            schedule: (report.mode == Mode::Formula(Strategy::Incremental))
                .then(|| self.options.schedule.to_string()),
            encoding: encoding.map(str::to_owned),
            semantics: Some(self.options.step.semantics.name().to_owned()),
            solver: encoding.map(|_| report.solver(&self.options.solver).to_string()),
            seed: self.options.step.seed,
            trusted: report.trusted.as_ref().map(ToString::to_string),
            horizons: report.attempts.iter().map(HorizonRecord::from).collect(),
            figures: report.figures,
            run: info,
        }
    }

    /// Returns the sentence about settings of formulas that were given: all if the answer came without a formula, or else reductions that the
    /// formula does without.
    pub fn without_effect(&self, spelling: NameStyle) -> Option<String> {
        let given = self.settings.of_formulas().map(|name| spelling.setting(name)).collect_vec();
        if given.is_empty() {
            return None;
        }
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
        Some(format!("{} had no effect: {why}", listed(given)))
    }

    /// Returns the sentence about reductions that were asked for, and that the formula of the answer does without.
    fn unreduced(&self, spelling: NameStyle) -> Option<String> {
        let strategy = match (self.report.mode, self.settings.planner_mode()) {
            // The formulas of shorter plans had them.
            (Mode::Formula(Strategy::First), Mode::Anytime) => return None,
            (Mode::Formula(strategy), _) => strategy,
            (Mode::Auto | Mode::Anytime | Mode::Search, _) => return None,
        };
        let asked = self.settings.reductions?;
        let (left_out, why) = self.options.left_out_reductions(strategy, self.task.as_deref()?);
        let mut unused = asked.iter().filter(|reduction| left_out.has(*reduction)).peekable();
        unused.peek()?;
        Some(format!("{} had no effect: {why}", spelling.with_value("reduce", &unused.join(","))))
    }
}
