//! Solving: the planner on a thread of its own, the certificate, and what is known should that thread have to be left behind.

use std::sync::Arc;
use std::time::{Duration, Instant};

use bmcplan_base::stop::Stop;
use bmcplan_kinds::problem::{Problem, ProblemError};
use bmcplan_planner::{Bounds, Event, Mode, Options, Report};
use bmcplan_sat::encode::{Encoding, Semantics};
use bmcplan_task::Task;
#[cfg(feature = "varisat")]
use bmcplan_task::plan::Metric;

use super::fault::Fault;
use super::limits::{Limiter, Stage, half_of_spare_memory, listen, memory_beside_disk, search_threads};
use super::settings::{SettingFault, Settings};
use super::solution::{LoadedProblem, Solution};

/// Solves a problem within the limits of `limiter`; `observer` gets the news. The search of `auto` may have half of the memory that
/// the machine has to spare if there is no limit.
///
/// # Errors
/// See [`Fault`].
pub fn solve(
    loaded: LoadedProblem,
    settings: &Settings,
    limiter: &Limiter,
    observer: &mut dyn FnMut(Event),
) -> Result<Solution, Fault> {
    let begun = Instant::now();
    let problem = loaded.problem.clone();
    let mut options = settings.options_in(problem.minimises(), problem.cost_scale())?;
    if matches!(options.mode, Mode::Auto | Mode::Anytime) {
        options.search_memory = options.search_memory.or_else(half_of_spare_memory);
    }
    if options.disk.is_some() {
        options.search_memory = memory_beside_disk(options.search_memory);
    }
    options.search_threads = options.search_threads.or_else(|| search_threads(&settings.limits()));
    if cfg!(not(feature = "varisat")) && settings.certify.is_some() {
        return Err(SettingFault::other("certify", "certificates need the feature `varisat`").into());
    }
    #[cfg(feature = "varisat")]
    let place = super::certify::place(settings, loaded.text.as_ref())?;
    #[cfg(feature = "varisat")]
    {
        // A recount excludes plans of that cost and fewer moves, too.
        options.fewest |= place.is_some() && settings.evidence() != bmcplan_verify::EvidenceChoice::Proof;
        options.keeps_refutation = place.is_some()
            && options.metric == Metric::Actions
            && super::certify::is_proved(settings, loaded.text.as_ref());
    }
    let mut find = |goal, encoding| on_a_thread(&problem, goal, encoding, &options, limiter, observer);
    let mut solved = Solution::of(loaded, settings, &options, &mut find)?;
    solved.take_fewest_changes();
    solved.report.elapsed = begun.elapsed();
    #[cfg(feature = "varisat")]
    if let Some(place) = place {
        match super::certify::certify(&solved, &place, limiter, observer) {
            Ok(certified) => solved.certified = Some(certified),
            Err(fault) => solved.unwritten = Some(fault),
        }
    }
    Ok(solved)
}

/// Works as [`solve`], on this thread, without news and without a certificate.
///
/// # Errors
/// See [`Fault`].
pub fn solve_on_this_thread(
    loaded: LoadedProblem,
    settings: &Settings,
    stop: &Stop,
) -> Result<Solution, Fault> {
    let begun = Instant::now();
    let problem = loaded.problem.clone();
    let options = settings.options_in(problem.minimises(), problem.cost_scale())?;
    let mut find = |goal, encoding: Box<dyn Encoding>| {
        let task = Arc::new(task(&*problem, goal, &options, stop)?);
        let report = bmcplan_planner::solve(&task, &*encoding, &options, stop, &mut |_| {})?;
        Ok((Some(task), report))
    };
    let mut solved = Solution::of(loaded, settings, &options, &mut find)?;
    solved.report.elapsed = begun.elapsed();
    Ok(solved)
}

/// Builds the task, with its operators in the order of the seed, if there is one. ∃-steps are defined by the task's own order.
fn task(
    problem: &dyn Problem,
    goal: Option<u32>,
    options: &Options,
    stop: &Stop,
) -> Result<Task, ProblemError> {
    let task = problem.task(goal, stop)?;
    Ok(match options.step.seed {
        Some(seed) if options.step.semantics != Semantics::Exists => task.with_shuffled_operators(seed),
        _ => task,
    })
}

/// The time from one news of a search to the next. Searches have news after each layer, and to wake who listens takes longer than a
/// small layer.
const NEWS_PERIOD: Duration = Duration::from_millis(1);

/// Builds the task and solves it on a thread of its own. What that has found out stands on a board, from which the answer is read should
/// the thread have to be left behind.
fn on_a_thread(
    problem: &Arc<dyn Problem>,
    goal: Option<u32>,
    encoding: Box<dyn Encoding>,
    options: &Options,
    limiter: &Limiter,
    observer: &mut dyn FnMut(Event),
) -> Result<(Option<Arc<Task>>, Report), Fault> {
    let begun = Instant::now();
    let bounds = Arc::new(Bounds::of(options));
    let work = {
        let (problem, options, bounds) = (problem.clone(), options.clone(), bounds.clone());
        move |stop: &Stop, send: &dyn Fn(Event)| -> Result<(), Fault> {
            let task = Arc::new(task(&*problem, goal, &options, stop)?);
            log::info!("{} operators, {} state variables", task.operators().len(), task.variables().len());
            send(Event::Built(task.clone()));
            let mut reported = Instant::now();
            Ok(bmcplan_planner::solve_on(&bounds, &task, &*encoding, &options, stop, &mut |event| {
                if let Event::Searched(_) = event {
                    if reported.elapsed() < NEWS_PERIOD {
                        return;
                    }
                    reported = Instant::now();
                }
                send(event);
            })?)
        }
    };
    let mut built = None;
    let on_message = |event: Event| {
        let stage = if let Event::Confirming(_) = event { Stage::Confirming } else { Stage::Working };
        if let Event::Built(task) = &event {
            built = Some(task.clone());
        }
        observer(event);
        stage
    };
    let report = match listen(Stage::Working, work, limiter, on_message) {
        Err(Fault::Stopped { reason, .. }) => bounds.answer_so_far(reason),
        ended => {
            ended?;
            bounds.answer(&limiter.stop)
        }
    };
    Ok((built, Report { elapsed: begun.elapsed(), ..report }))
}

#[cfg(test)]
mod tests {
    use std::thread;
    use std::time::Duration;

    use bmcplan_base::stop::StopReason;
    use bmcplan_base::text::Source;
    use bmcplan_kinds::problem::ProblemOptions;
    use bmcplan_kinds::{RUSH_HOUR, read_as};
    use bmcplan_planner::{Outcome, Strategy};
    use bmcplan_sat::encode::{StepOptions, TransitionSystem};

    use super::super::limits::Limits;
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
        let limiter = Limiter::over(Stop::default(), &Limits::default());
        let source = Source::new("test", "XX..\n");
        let problem = read_as(&RUSH_HOUR, &[source], &ProblemOptions::default(), &limiter.stop).unwrap();
        let options = Options { mode: Mode::Formula(Strategy::Incremental), ..Options::default() };
        let stop = limiter.stop.clone();
        thread::spawn(move || {
            thread::sleep(Duration::from_millis(200));
            stop.raise(StopReason::Interrupt);
        });
        let (task, report) =
            on_a_thread(&Arc::from(problem), None, Box::new(Endless), &options, &limiter, &mut |_| {})
                .unwrap();
        assert!(task.is_some());
        assert_eq!(report.outcome, Outcome::Stopped(StopReason::Interrupt));
        assert_eq!((report.refuted, report.mode), (None, Mode::Formula(Strategy::Incremental)));
    }
}
