//! The planner on a thread of its own, and a report of what is known should it have to be left behind.

use std::sync::Arc;
use std::sync::mpsc;
use std::time::Instant;

use crate::encode::Encoding;
use crate::figures::Figures;
use crate::horizon::{Attempt, Event, HorizonAnswer};
use crate::planner::{self, Mode, Options, Outcome, Progress, ProofSource, Report, Strategy};
use crate::problem::Problem;
use crate::search;
use crate::solver::SolverKind;
use crate::stop::StopReason;
use crate::task::Task;

use super::super::failure::Failure;
use super::super::progress::ProgressLine;
use super::super::watch::Watch;
use super::super::worker::{Stage, WorkEnd, listen};

/// The planner's progress, in a form that can leave its thread.
enum PlannerMessage {
    Built(Arc<Task>),
    Started(usize),
    Finished(Attempt),
    Confirming(usize),
    Searched(search::SearchProgress),
    Plan(usize),
}

/// Builds the problem's task and solves it; `line` shows how it gets on. There is no task if it was stopped before that.
pub(super) fn solve(
    problem: &Arc<dyn Problem>,
    goal: Option<u32>,
    encoding: Box<dyn Encoding>,
    options: &Options,
    watch: &Watch,
    line: &mut ProgressLine,
) -> Result<(Option<Arc<Task>>, Report), Failure> {
    let mut known = PartialReport::of(options);
    let (sender, receiver) = mpsc::channel();
    let work = {
        let (problem, options, stop) = (problem.clone(), options.clone(), watch.stop.clone());
        move || -> Result<Report, Failure> {
            // Nobody listens any more once the answer is out; then there is nothing left to tell.
            let send = |message| drop(sender.send(message));
            let task = Arc::new(problem.task(goal, &stop)?);
            log::info!("{} operators, {} state variables", task.operators().len(), task.variables().len());
            send(PlannerMessage::Built(task.clone()));
            Ok(planner::solve(&task, &*encoding, &options, &stop, &mut |progress| {
                send(match progress {
                    Progress::Horizon(Event::Started(horizon)) => PlannerMessage::Started(horizon),
                    Progress::Horizon(Event::Finished(attempt)) => PlannerMessage::Finished(attempt.clone()),
                    Progress::Horizon(Event::Confirming(horizon)) => PlannerMessage::Confirming(horizon),
                    Progress::Search(progress) => PlannerMessage::Searched(progress),
                    Progress::Plan(plan) if options.mode == Mode::Anytime => {
                        PlannerMessage::Plan(plan.makespan())
                    }
                    // Where a shortest plan is looked for, longer ones are no news.
                    Progress::Plan(_) | Progress::Horizon(Event::Reached(_)) => return,
                });
            })?)
        }
    };
    let report = match listen(Stage::Working, work, &receiver, watch, |message| known.hear(message, line)) {
        WorkEnd::Result(Err(Failure::Stopped { reason, .. })) | WorkEnd::Stopped(reason, _) => {
            known.report(reason)
        }
        WorkEnd::Result(Err(failure)) => return Err(failure),
        WorkEnd::Result(Ok(report)) => report,
    };
    Ok((known.task, report))
}

/// Everything that is known so far.
struct PartialReport {
    task: Option<Arc<Task>>,
    begun: Instant,
    mode: Mode,
    solver: SolverKind,
    refuted: Option<usize>,
    proved_by: Option<ProofSource>,
    attempts: Vec<Attempt>,
    trying: Vec<(usize, Instant)>,
    figures: Figures,
}

impl PartialReport {
    fn of(options: &Options) -> Self {
        Self {
            task: None,
            begun: Instant::now(),
            mode: options.mode,
            solver: options.solver.clone(),
            refuted: None,
            proved_by: None,
            attempts: Vec::new(),
            trying: Vec::new(),
            figures: Figures::default(),
        }
    }

    /// Takes in a message.
    fn hear(&mut self, message: PlannerMessage, line: &mut ProgressLine) -> Stage {
        let stage =
            if matches!(message, PlannerMessage::Confirming(_)) { Stage::Confirming } else { Stage::Working };
        match message {
            PlannerMessage::Built(task) => self.task = Some(task),
            PlannerMessage::Started(horizon) => {
                self.trying.push((horizon, Instant::now()));
                line.show_started(horizon);
            }
            PlannerMessage::Finished(attempt) => {
                if attempt.answer == HorizonAnswer::Refuted {
                    self.refute(attempt.horizon, ProofSource::Solver(self.solver.clone()));
                }
                self.trying.retain(|(horizon, _)| *horizon != attempt.horizon);
                line.add_conflicts(attempt.conflicts);
                self.attempts.push(attempt);
            }
            PlannerMessage::Plan(steps) => line.show_plan(steps),
            PlannerMessage::Confirming(horizon) => line.show_confirming(horizon),
            PlannerMessage::Searched(progress) => {
                self.refute(progress.depth, progress.method.into());
                self.figures.states = Some(progress.states);
                line.show_search(progress);
            }
        }
        stage
    }

    fn refute(&mut self, horizon: usize, by: ProofSource) {
        if self.refuted < Some(horizon) {
            (self.refuted, self.proved_by) = (Some(horizon), Some(by));
        }
    }

    fn report(&mut self, reason: StopReason) -> Report {
        let has_refuted = self.attempts.iter().any(|attempt| attempt.answer == HorizonAnswer::Refuted);
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
            proved_by: self.proved_by.clone(),
            list: None,
            trusted: Some(self.solver.clone()).filter(|solver| has_refuted && !solver.is_built_in()),
            stopped: None,
            refutation: None,
            attempts: std::mem::take(&mut self.attempts),
            figures: self.figures,
            elapsed: self.begun.elapsed(),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::thread;
    use std::time::Duration;

    use crate::encode::{StepOptions, TransitionSystem};
    use crate::frontend::Source;
    use crate::problem::{ProblemOptions, RUSH_HOUR, read_as};
    use crate::stop::Stop;

    use super::super::super::report::Show;
    use super::super::super::watch::Limits;
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
        let watch = Watch::start(&Limits::default());
        let source = Source::new("test", "XX..\n");
        let problem = read_as(&RUSH_HOUR, &[source], &ProblemOptions::default(), &watch.stop).unwrap();
        let options = Options { mode: Mode::Formula(Strategy::Incremental), ..Options::default() };
        let stop = watch.stop.clone();
        thread::spawn(move || {
            thread::sleep(Duration::from_millis(200));
            stop.raise(StopReason::Interrupt);
        });
        let mut line = ProgressLine::of(Show::Json);
        let (task, report) =
            solve(&Arc::from(problem), None, Box::new(Endless), &options, &watch, &mut line).unwrap();
        assert!(task.is_some());
        assert_eq!(report.outcome, Outcome::Stopped(StopReason::Interrupt));
        assert_eq!((report.refuted, report.mode), (None, Mode::Formula(Strategy::Incremental)));
    }
}
