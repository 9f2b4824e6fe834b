//! Solving: the planner on a thread of its own, the certificate, and what is known should that thread have to be left behind.

use std::sync::Arc;
use std::time::{Duration, Instant};

use super::fault::Fault;
use super::given::Settings;
use super::limits::{Stage, Watch, half_of_spare_memory, listen, memory_beside_disk, search_threads};
use super::solved::{Heard, HeardPlan, Solved, Subject};
use crate::encode::Encoding;
use crate::figures::Figures;
use crate::horizon::{Attempt, Event, HorizonAnswer};
use crate::plan::{Cost, Metric};
use crate::planner::{self, Mode, Options, Outcome, Progress, ProofSource, Report, Strategy};
use crate::problem::Problem;
use crate::search::SearchProgress;
use crate::solver::SolverKind;
use crate::stop::{Stop, StopReason};
use crate::task::Task;

/// Solves a problem within the limits of a watch; `heard` gets the news. The search of `auto` may have half of the memory that
/// the machine has to spare if there is no limit.
///
/// # Errors
/// See [`Fault`].
pub fn solve(
    subject: Subject,
    settings: &Settings,
    watch: &Watch,
    heard: &mut dyn FnMut(Heard),
) -> Result<Solved, Fault> {
    let begun = Instant::now();
    let problem = subject.problem.clone();
    let mut options = settings.options_in(problem.minimises(), problem.cost_scale())?;
    if matches!(options.mode, Mode::Auto | Mode::Anytime) {
        options.search_memory = options.search_memory.or_else(half_of_spare_memory);
    }
    if options.disk.is_some() {
        options.search_memory = memory_beside_disk(options.search_memory);
    }
    options.search_threads = options.search_threads.or_else(|| search_threads(&settings.limits()));
    #[cfg(feature = "varisat")]
    let place = super::certify::place(settings, subject.text.as_ref())?;
    #[cfg(feature = "varisat")]
    {
        options.keeps_refutation = place.is_some()
            && options.metric == Metric::Actions
            && super::certify::is_proved(settings, subject.text.as_ref());
    }
    let mut find = |goal, encoding| on_a_thread(&problem, goal, encoding, &options, watch, heard);
    let mut solved = Solved::of(subject, settings, &options, &mut find)?;
    solved.report.elapsed = begun.elapsed();
    #[cfg(feature = "varisat")]
    if let Some(place) = place {
        solved.certified = Some(super::certify::certify(&solved, &place, watch, heard));
    }
    Ok(solved)
}

/// As [`solve`], on this thread, without news and without a certificate.
///
/// # Errors
/// See [`Fault`].
pub fn solve_on_this_thread(subject: Subject, settings: &Settings, stop: &Stop) -> Result<Solved, Fault> {
    let begun = Instant::now();
    let problem = subject.problem.clone();
    let options = settings.options_in(problem.minimises(), problem.cost_scale())?;
    let mut find = |goal, encoding: Box<dyn Encoding>| {
        let task = Arc::new(problem.task(goal, stop)?);
        let report = planner::solve(&task, &*encoding, &options, stop, &mut |_| {})?;
        Ok((Some(task), report))
    };
    let mut solved = Solved::of(subject, settings, &options, &mut find)?;
    solved.report.elapsed = begun.elapsed();
    Ok(solved)
}

/// The planner's news, in a form that can leave its thread.
enum PlannerMessage {
    Built(Arc<Task>),
    Heard(Heard),
    Searched(SearchProgress),
    Bounds { lower: u128, upper: Option<u128> },
}

/// The time from one news of a search to the next. Searches have news after each layer, and to wake who listens takes longer than a
/// small layer.
const NEWS_PERIOD: Duration = Duration::from_millis(1);

/// Builds the task and solves it on a thread of its own.
fn on_a_thread(
    problem: &Arc<dyn Problem>,
    goal: Option<u32>,
    encoding: Box<dyn Encoding>,
    options: &Options,
    watch: &Watch,
    heard: &mut dyn FnMut(Heard),
) -> Result<(Option<Arc<Task>>, Report), Fault> {
    let mut known = PartialReport::of(options, problem.cost_scale());
    let work = {
        let (problem, options) = (problem.clone(), options.clone());
        move |stop: &Stop, send: &dyn Fn(PlannerMessage)| -> Result<Report, Fault> {
            let task = Arc::new(problem.task(goal, stop)?);
            log::info!("{} operators, {} state variables", task.operators().len(), task.variables().len());
            send(PlannerMessage::Built(task.clone()));
            let mut told = Instant::now();
            Ok(planner::solve(&task, &*encoding, &options, stop, &mut |progress| {
                let news = match progress {
                    Progress::Horizon(Event::Started(horizon)) => Heard::Started(horizon),
                    Progress::Horizon(Event::Finished(attempt)) => Heard::Finished(attempt.clone()),
                    Progress::Horizon(Event::Confirming(horizon)) => Heard::Confirming(horizon),
                    Progress::Search(_) if told.elapsed() < NEWS_PERIOD => return,
                    Progress::Search(progress) => {
                        told = Instant::now();
                        return send(PlannerMessage::Searched(progress));
                    }
                    Progress::Cost { lower, upper } => return send(PlannerMessage::Bounds { lower, upper }),
                    Progress::Plan(plan) => {
                        let (problem, task) = (problem.clone(), task.clone());
                        Heard::Plan(HeardPlan { problem, task, plan: plan.clone() })
                    }
                    // A trace is heard of as a plan, too.
                    Progress::Horizon(Event::Reached(_) | Event::Spent(_)) => return,
                };
                send(PlannerMessage::Heard(news));
            })?)
        }
    };
    let report = match listen(Stage::Working, work, watch, |message| known.hear(message, heard)) {
        Err(Fault::Stopped { reason, .. }) => known.report(reason),
        result => result?,
    };
    Ok((known.task, report))
}

/// Everything that is known so far.
struct PartialReport {
    task: Option<Arc<Task>>,
    begun: Instant,
    mode: Mode,
    metric: Metric,
    cost_scale: u64,
    solver: SolverKind,
    refuted: Option<usize>,
    refuted_cost: Option<u64>,
    proved_by: Option<ProofSource>,
    attempts: Vec<Attempt>,
    trying: Vec<(usize, Instant)>,
    figures: Figures,
}

impl PartialReport {
    fn of(options: &Options, cost_scale: u64) -> Self {
        Self {
            task: None,
            begun: Instant::now(),
            mode: options.mode,
            metric: options.metric,
            cost_scale,
            solver: options.solver.clone(),
            refuted: None,
            refuted_cost: None,
            proved_by: None,
            attempts: Vec::new(),
            trying: Vec::new(),
            figures: Figures::default(),
        }
    }

    /// Takes in a message, and hands it on.
    fn hear(&mut self, message: PlannerMessage, heard: &mut dyn FnMut(Heard)) -> Stage {
        let cost = |parts| Cost::of(parts, self.cost_scale);
        let news = match message {
            PlannerMessage::Built(task) => {
                self.task = Some(task);
                return Stage::Working;
            }
            PlannerMessage::Heard(news) => news,
            PlannerMessage::Searched(progress) => {
                let refuted = progress.refuted_cost.map(|refuted| cost(refuted.into()));
                match self.metric {
                    Metric::Actions => self.refute(progress.depth, progress.method.into()),
                    Metric::Cost => self.refute_cost(progress.refuted_cost, progress.method.into()),
                }
                self.figures.states = Some(progress.states);
                Heard::Searched(progress, refuted)
            }
            PlannerMessage::Bounds { lower, upper } => {
                let news = Heard::Cost(cost(lower), upper.map(cost));
                let refuted = lower.checked_sub(1).map(|refuted| u64::try_from(refuted).unwrap_or(u64::MAX));
                self.refute_cost(refuted, ProofSource::Solver(self.solver.clone()));
                news
            }
        };
        match &news {
            // Formulas with a relaxed rest grow; no horizon of theirs ends before they do.
            Heard::Started(_) if self.metric == Metric::Cost => {}
            Heard::Started(horizon) => self.trying.push((*horizon, Instant::now())),
            Heard::Finished(attempt) => {
                if attempt.answer == HorizonAnswer::Refuted {
                    self.refute(attempt.horizon, ProofSource::Solver(self.solver.clone()));
                }
                self.trying.retain(|(horizon, _)| *horizon != attempt.horizon);
                self.attempts.push(attempt.clone());
            }
            _ => {}
        }
        let stage = if matches!(news, Heard::Confirming(_)) { Stage::Confirming } else { Stage::Working };
        heard(news);
        stage
    }

    fn refute(&mut self, horizon: usize, by: ProofSource) {
        if self.refuted < Some(horizon) {
            (self.refuted, self.proved_by) = (Some(horizon), Some(by));
        }
    }

    fn refute_cost(&mut self, cost: Option<u64>, by: ProofSource) {
        if self.refuted_cost < cost {
            (self.refuted_cost, self.proved_by) = (cost, Some(by));
        }
    }

    fn report(&mut self, reason: StopReason) -> Report {
        let has_refuted = self.attempts.iter().any(|attempt| attempt.answer == HorizonAnswer::Refuted)
            || (self.refuted_cost.is_some() && matches!(self.proved_by, Some(ProofSource::Solver(_))));
        for (horizon, since) in self.trying.drain(..) {
            let stopped = Attempt {
                horizon,
                answer: HorizonAnswer::Stopped,
                elapsed: since.elapsed(),
                conflicts: None,
            };
            self.attempts.push(stopped);
        }
        let mode = match self.mode {
            Mode::Auto if self.attempts.is_empty() => Mode::Search,
            Mode::Auto => Mode::Formula(Strategy::Incremental),
            mode => mode,
        };
        Report {
            outcome: Outcome::Stopped(reason),
            mode,
            refuted: self.refuted,
            refuted_cost: self.refuted_cost,
            proved_by: self.proved_by.clone(),
            list: None,
            trusted: Some(self.solver.clone()).filter(|solver| has_refuted && !solver.is_built_in()),
            stopped: None,
            #[cfg(feature = "varisat")]
            refutation: None,
            attempts: std::mem::take(&mut self.attempts),
            has_relaxed_rest: false,
            figures: self.figures,
            elapsed: self.begun.elapsed(),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::thread;
    use std::time::Duration;

    use super::super::limits::Limits;
    use crate::encode::{StepOptions, TransitionSystem};
    use crate::kinds::{RUSH_HOUR, read_as};
    use crate::problem::ProblemOptions;
    use crate::text::Source;

    use super::*;

    /// An encoding that does not get done.
    struct Endless;

    impl Encoding for Endless {
        fn name(&self) -> &'static str {
            "endless"
        }

        fn describe(&self, _: &Task, _: &StepOptions, _: &Stop) -> Result<TransitionSystem, StopReason> {
            loop {
                thread::sleep(Duration::from_secs(60));
            }
        }
    }

    #[test]
    fn a_planner_that_does_not_listen_is_left_behind() {
        let watch = Watch::over(Stop::default(), &Limits::default());
        let source = Source::new("test", "XX..\n");
        let problem = read_as(&RUSH_HOUR, &[source], &ProblemOptions::default(), &watch.stop).unwrap();
        let options = Options { mode: Mode::Formula(Strategy::Incremental), ..Options::default() };
        let stop = watch.stop.clone();
        thread::spawn(move || {
            thread::sleep(Duration::from_millis(200));
            stop.raise(StopReason::Interrupt);
        });
        let (task, report) =
            on_a_thread(&Arc::from(problem), None, Box::new(Endless), &options, &watch, &mut |_| {}).unwrap();
        assert!(task.is_some());
        assert_eq!(report.outcome, Outcome::Stopped(StopReason::Interrupt));
        assert_eq!((report.refuted, report.mode), (None, Mode::Formula(Strategy::Incremental)));
    }
}
