//! The mode `auto`: explicit search and formulas side by side where there are cores for both, and the answer of the
//! faster one.
//!
//! Most problems that people write are small, and a search is done with them before a formula is written, or even before a
//! thread has started. So it has a head start; then formulas begin, and it goes on beside them within its memory. If it may
//! have more than a first share of memory, it takes that later: first the formulas go on alone for some time, since they
//! answer soon where they do well.
//!
//! A\* begins a little later, and much later where LM-cut knows little more than relaxed reachability, as in puzzles; but
//! only if plans are longer than breadth-first search has come by then. It ends when that has come farther.
//!
//! Greedy search begins when that has taken a while, where costs are minimised, too. Its plan stands on the [board](Bounds): once all
//! shorter lengths are refuted there, it is the answer, and it is when a limit ends the others and none has a better one.
//!
//! Where a step counter rules out plans shorter than some length, depth-first search looks for one of that length, for a moment
//! before the others begin, and for a while beside them.
//!
//! Where several operators share a step, formulas are short and do well, and the search goes over the same steps. So its head
//! start is shorter, and then it has an eighth of the time, with or without a core for it. After some seconds it goes on
//! without pausing: then the problem is hard for formulas.

use std::num::NonZeroUsize;
use std::sync::LazyLock;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use super::bounds::Bounds;
use super::by_cost_formula::cheapest_by_formula;
use super::by_formula::{Known, believed, by_formula};
use super::by_search::{by_search, by_steps, step_orders};
use super::error::InternalError;
use super::first_greedy::FirstGreedy;
use super::options::{Mode, Options, PlanQuery};
use super::proof::ProofSource;
use super::race::Race;
use super::report::{Answer, Observer, Outcome, Progress, Report, Request};
use crate::encode::{Semantics, StepOptions};
use crate::heuristic::LmCut;
use crate::horizon::{Event, HorizonAnswer, Strategy};
use crate::plan::{Metric, Plan, without_needless};
use crate::search::{self, SearchHeuristic, SearchProgress, Tell};
use crate::stop::{Stop, StopReason};
use crate::task::Task;

/// The mode of the formulas.
const FORMULAS: Mode = Mode::Formula(Strategy::Incremental);

/// Runs the engines until the question is settled on the board, or all have ended.
pub(super) fn run(
    request: Request<'_>,
    bounds: &Bounds<'_>,
    stop: &Stop,
    observer: Observer<'_>,
) -> Result<(), InternalError> {
    let Request { task, options, .. } = request;
    let semantics = options.step.semantics;
    // Every operator moves a clock on.
    let shares_steps = semantics.is_parallel() && task.clock().is_none() && task.bottleneck(stop).is_none();
    if semantics.is_parallel() && !shares_steps {
        log::info!("no two moves can share a step");
        let step = StepOptions { semantics: Semantics::Sequential, ..options.step.clone() };
        let options = &Options { step, ..options.clone() };
        return run(Request { options, ..request }, bounds, stop, observer);
    }
    let (earliest, by) = match options.lower_bound.of(task, semantics, stop) {
        Ok((Some(earliest), by)) => (earliest, by),
        Ok((None, by)) => {
            let report = Report::of(Outcome::Unsolvable, FORMULAS);
            bounds.enter(Report { proved_by: Some(by), ..report });
            return Ok(());
        }
        Err(reason) => {
            bounds.enter(Report::of(Outcome::Stopped(reason), FORMULAS));
            return Ok(());
        }
    };
    let memory = options.search_memory.unwrap_or(FIRST_SHARE);
    if options.metric == Metric::Cost {
        return race_for_cost(request, bounds, memory, stop, observer);
    }
    if shares_steps {
        return race_with_steps(request, bounds, memory, stop, observer);
    }
    // Lists of plans are the search's business; formulas list them one by one.
    if options.wanted != PlanQuery::One {
        return one_after_the_other(request, bounds, memory, stop, observer);
    }
    let begun = Instant::now();
    sprint(request, bounds, memory, begun, stop, observer)?;
    if bounds.is_settled() || stop.is_raised() {
        return Ok(());
    }
    // The length of a plan that would be a shortest one, if depth-first search may look for it.
    let is_within = options.max_horizon.is_none_or(|greatest| earliest <= greatest);
    let depth = (by == ProofSource::StepCounter && task.clock().is_some() && is_within).then_some(earliest);
    let first_effort = if *HAS_CORES { FIRST_DIVE } else { DIVE };
    let dived = depth.map(|depth| dive(task, depth, first_effort, stop)).transpose()?.flatten();
    if let Some(report) = dived {
        bounds.enter(report);
        return Ok(());
    }
    if *HAS_CORES {
        race(request, bounds, memory, (begun, depth), stop, observer)
    } else {
        one_after_the_other(request, bounds, memory, stop, observer)
    }
}

/// Searches in the calling thread, if the task is small.
fn sprint(
    request: Request<'_>,
    bounds: &Bounds<'_>,
    memory: usize,
    begun: Instant,
    stop: &Stop,
    observer: Observer<'_>,
) -> Result<(), InternalError> {
    let Request { task, options, .. } = request;
    if SMALL_TASK < task.operators().len() {
        return Ok(());
    }
    let memory = Some(memory.min(SPRINT_MEMORY));
    let own = stop.child();
    let tell = &mut |progress| {
        if SPRINT_TIME < begun.elapsed() {
            own.raise(StopReason::Interrupt);
        }
        observer(Progress::Search(progress));
    };
    bounds.enter(by_search(task, options, SearchHeuristic::Blind, memory, &own, tell)?);
    Ok(())
}

/// Looks by depth-first search for a plan of `depth` steps, where the clock rules out shorter ones.
fn dive(task: &Task, depth: usize, effort: usize, stop: &Stop) -> Result<Option<Report>, InternalError> {
    let Some(plan) = search::dive(task, depth, effort, stop) else { return Ok(None) };
    let outcome = Outcome::of_plan(task, plan, true)?;
    let (refuted, proved_by) = (depth.checked_sub(1), Some(ProofSource::StepCounter));
    Ok(Some(Report { refuted, proved_by, ..Report::of(outcome, Mode::Search) }))
}

/// Are there cores for two threads? Asked once, since the system answers from files.
static HAS_CORES: LazyLock<bool> =
    LazyLock::new(|| thread::available_parallelism().is_ok_and(|cores| 2 <= cores.get()));

/// Runs formulas when the search has had its memory.
fn one_after_the_other(
    request: Request<'_>,
    bounds: &Bounds<'_>,
    memory: usize,
    stop: &Stop,
    observer: Observer<'_>,
) -> Result<(), InternalError> {
    let Request { task, options, .. } = request;
    let memory = Some(memory.min(FIRST_SHARE));
    let tell = &mut |progress| observer(Progress::Search(progress));
    let searched = by_search(task, options, SearchHeuristic::Blind, memory, stop, tell)?;
    let known = Known { searched: searched.refuted, ..Known::default() };
    log::info!("search ended after {:?} states", searched.figures.states);
    bounds.enter(searched);
    if bounds.is_settled() || stop.is_raised() {
        return Ok(());
    }
    bounds.enter(by_formula(request, Strategy::Incremental, known, stop, observer)?);
    Ok(())
}

/// The memory of the search at first, in bytes; all its memory where no limit is given, or where formulas begin only
/// after it.
const FIRST_SHARE: usize = 256 << 20;

/// The time for which the search is alone: most boards of 6 × 6 cells take it less.
const HEAD_START: Duration = Duration::from_millis(15);

/// A task of so many operators is searched in the calling thread at first: for most, to start another would take longer than the search.
const SMALL_TASK: usize = 500;

/// The memory of that search, in bytes. It takes no more time than the head start, unless states take very long.
const SPRINT_MEMORY: usize = 1 << 20;

/// The time after which it ends with the layer that it is at.
const SPRINT_TIME: Duration = Duration::from_millis(50);

/// The effort of depth-first search before the others begin: some milliseconds.
const FIRST_DIVE: usize = 1 << 13;

/// It goes on beside them when the formulas have not answered at once.
const DIVE_AFTER: Duration = Duration::from_millis(100);

/// The effort after which it gives up: a tenth of a second or more.
const DIVE: usize = 1 << 19;

/// The formulas go on alone for this many times as long as the search had for its first share.
const TIMES_ALONE: u32 = 2;

/// The part of the search's memory that is for A\*.
const INFORMED_SHARE: usize = 4;

/// The start of A\* where LM-cut knows much: where it is twice the relaxed distance or more.
const INFORMED_AFTER: Duration = Duration::from_millis(100);

/// The start of A\* elsewhere.
const INFORMED_LATER: Duration = Duration::from_millis(1500);

/// The part of the search's memory that is for greedy search.
const GREEDY_SHARE: usize = 8;

/// The start of greedy search: what takes so long is not much delayed by it.
const GREEDY_AFTER: Duration = Duration::from_millis(1500);

/// The options of a search beside formulas: it leaves one thread to them.
fn beside_formulas(options: &Options) -> Options {
    let one_less = |threads: NonZeroUsize| NonZeroUsize::new(threads.get() - 1);
    Options { search_threads: options.search_threads.and_then(one_less), ..options.clone() }
}

fn race(
    request: Request<'_>,
    bounds: &Bounds<'_>,
    memory: usize,
    (begun, dive_to): (Instant, Option<usize>),
    stop: &Stop,
    observer: Observer<'_>,
) -> Result<(), InternalError> {
    let Request { task, options, .. } = request;
    // The depth that breadth-first search has reached.
    let depth = AtomicUsize::new(0);
    let memory_of_informed = (memory / INFORMED_SHARE).min(2 * FIRST_SHARE);
    let memory_of_greedy = (memory / GREEDY_SHARE).min(FIRST_SHARE);
    let memory = memory - memory_of_informed - memory_of_greedy;
    let beside = beside_formulas(options);
    let mut pause_end = None;
    let race = Race {
        bounds,
        begun,
        search: &|stop, tell| {
            let tell = &mut |progress: SearchProgress| {
                depth.store(progress.depth, Ordering::Relaxed);
                tell(progress);
            };
            by_search(task, &beside, SearchHeuristic::Blind, Some(memory), stop, tell).map(Some)
        },
        head_start: HEAD_START,
        pacing: &mut |progress, _| {
            // The next step may take as much again: a table doubles.
            if FIRST_SHARE / 2 <= progress.memory_bytes {
                pause_end.get_or_insert_with(|| begun.elapsed() * (1 + TIMES_ALONE));
            }
            pause_end.is_some_and(|end| begun.elapsed() < end)
        },
        pause: HEAD_START,
        more_searches: &[
            &|stop, tell| informed(task, options, memory_of_informed, begun, &depth, stop, tell).transpose(),
            &|stop, tell| greedy(task, options, bounds, memory_of_greedy, begun, stop, tell),
            &|stop, _| {
                let Some(depth) = dive_to else { return Ok(None) };
                wait_until(begun, DIVE_AFTER, stop);
                dive(task, depth, DIVE, stop)
            },
        ],
        // Short horizons cost little and warm the solver, even if the search has refuted them.
        formulas: &|stop, observer| {
            let own = stop.child();
            let mut told = bounds.plan().map(|plan| plan.makespan());
            // Where the proof is wanted, or a confirmation of it, formulas go on to their own.
            let may_end = options.solver.is_built_in() && !options.keeps_refutation;
            let observer = &mut |progress: Progress<'_>| {
                if let Some(plan) = bounds.plan_below(told) {
                    told = Some(plan.makespan());
                    observer(Progress::Plan(&plan));
                }
                if let Progress::Horizon(Event::Finished(attempt)) = progress
                    && attempt.answer == HorizonAnswer::Refuted
                    && may_end
                    && bounds.refute(attempt.horizon, believed(options, None), FORMULAS)
                {
                    own.raise(StopReason::Interrupt);
                }
                observer(progress);
            };
            let known = Known { bound: bounds.length(), ..Known::default() };
            by_formula(request, Strategy::Incremental, known, &own, observer)
        },
        formulas_after: Duration::ZERO,
    };
    if race.run(stop, observer)? {
        return Ok(());
    }
    one_after_the_other(request, bounds, memory, stop, observer)
}

/// Offers a plan within the limits of the question, if greedy search finds one while it makes progress.
fn greedy(
    task: &Task,
    options: &Options,
    bounds: &Bounds<'_>,
    memory: usize,
    begun: Instant,
    stop: &Stop,
    tell: Tell<'_>,
) -> Result<Option<Report>, InternalError> {
    wait_until(begun, GREEDY_AFTER, stop);
    if stop.is_raised() || task.clock().is_some() {
        return Ok(None);
    }
    let options = Options { search_memory: Some(memory), ..options.clone() };
    let greedy = FirstGreedy::begin(task, &options, stop, tell);
    if let Some(plan) = greedy.plan() {
        let plan = greedy.shortened(Plan::sequential(without_needless(task, plan).operators()), stop);
        log::info!("a plan of {} moves is known", plan.length());
        if options.max_cost.is_none_or(|most| plan.cost(task) <= u128::from(most)) {
            bounds.offer(plan)?;
        }
    }
    Ok(None)
}

fn wait_until(begun: Instant, after: Duration, stop: &Stop) {
    while begun.elapsed() < after && !stop.is_raised() {
        thread::sleep(HEAD_START);
    }
}

/// A\*, if it begins, until breadth-first search has come farther.
fn informed(
    task: &Task,
    options: &Options,
    memory: usize,
    begun: Instant,
    depth: &AtomicUsize,
    stop: &Stop,
    tell: Tell<'_>,
) -> Option<Answer> {
    let cut = LmCut::of(task, Metric::Actions, stop)
        .and_then(|mut cut| cut.distance(task.initial().values(), stop));
    let (least, relaxed) = (cut.ok()?, task.relaxed_distance(stop).ok()?);
    let least = least.map(|least| usize::try_from(least).unwrap_or(usize::MAX));
    // Without a lower bound there is no plan, and A* knows that at once.
    let knows_much = least.is_none_or(|least| relaxed.is_none_or(|relaxed| relaxed <= least / 2));
    let after = if knows_much { INFORMED_AFTER } else { INFORMED_LATER };
    wait_until(begun, after, stop);
    let is_ahead = |refuted: usize| depth.load(Ordering::Relaxed) <= refuted;
    if stop.is_raised() || least.is_some_and(|least| !is_ahead(least.saturating_sub(2))) {
        return None;
    }
    log::info!("A* beside them: a plan has {least:?} steps at least");
    let of_informed = stop.child();
    let tell = &mut |progress: SearchProgress| {
        if !is_ahead(progress.depth) {
            of_informed.raise(StopReason::Interrupt);
        }
        tell(progress);
    };
    Some(by_search(task, options, SearchHeuristic::LmCut, Some(memory), &of_informed, tell))
}

/// Search by cost without a heuristic goes on for so long before it has to share the time with A\*.
const BLIND_PATIENCE: Duration = Duration::from_secs(2);

/// Then it has one part of the time in this many.
const BLIND_SHARE: u32 = 8;

/// Formulas begin so late where costs are minimised, since search mostly answers before they do.
const COST_FORMULAS_AFTER: Duration = Duration::from_secs(8);

/// Looks for a cheapest plan by cost, by A\* and by formulas; lists of plans are found by search alone.
fn race_for_cost(
    request: Request<'_>,
    bounds: &Bounds<'_>,
    memory: usize,
    stop: &Stop,
    observer: Observer<'_>,
) -> Result<(), InternalError> {
    let Request { task, options, .. } = request;
    // Formulas know no time.
    if options.wanted != PlanQuery::One || task.clock().is_some() {
        let tell = &mut |progress| observer(Progress::Search(progress));
        bounds.enter(by_search(task, options, SearchHeuristic::Blind, options.search_memory, stop, tell)?);
        return Ok(());
    }
    let memory_of_informed = memory / INFORMED_SHARE;
    let memory_of_greedy = memory / GREEDY_SHARE;
    let memory_of_blind = memory - memory_of_informed - memory_of_greedy;
    let begun = Instant::now();
    let formulas = |stop: &Stop, observer: &mut dyn FnMut(Progress<'_>)| {
        cheapest_by_formula(task, options, stop, observer)
    };
    let race = Race {
        bounds,
        begun,
        search: &|stop, tell| {
            by_search(task, options, SearchHeuristic::Blind, Some(memory_of_blind), stop, tell).map(Some)
        },
        head_start: HEAD_START,
        pacing: &mut |_, paused| {
            let elapsed = begun.elapsed();
            BLIND_PATIENCE + elapsed / BLIND_SHARE < elapsed.saturating_sub(paused)
        },
        pause: HEAD_START,
        more_searches: &[
            &|stop, tell| {
                by_search(task, options, SearchHeuristic::LmCut, Some(memory_of_informed), stop, tell)
                    .map(Some)
            },
            &|stop, tell| greedy(task, options, bounds, memory_of_greedy, begun, stop, tell),
        ],
        formulas: &formulas,
        formulas_after: COST_FORMULAS_AFTER,
    };
    if !race.run(stop, observer)? {
        bounds.enter(formulas(stop, observer)?);
    }
    Ok(())
}

/// The time for which the search over steps of several operators is alone.
const STEPS_HEAD_START: Duration = Duration::from_millis(3);

/// The search over steps works beside the formulas for one part of the time in this many.
const STEPS_SHARE: u32 = 8;

/// The search over steps pauses for that share until then.
const STEPS_PATIENCE: Duration = Duration::from_secs(2);

const STEPS_PAUSE: Duration = Duration::from_millis(2);

/// As [`race`], for a task without a clock whose steps have several operators.
fn race_with_steps(
    request: Request<'_>,
    bounds: &Bounds<'_>,
    memory: usize,
    stop: &Stop,
    observer: Observer<'_>,
) -> Result<(), InternalError> {
    let Request { task, encoding, options } = request;
    let (orders, known) = match step_orders(task, encoding, &options.step, stop) {
        Ok(found) => found,
        Err(reason) => {
            bounds.enter(Report::of(Outcome::Stopped(reason), FORMULAS));
            return Ok(());
        }
    };
    let encoding = known.as_ref().map_or(encoding, |known| known);
    let request = Request { encoding, ..request };
    let formulas = &|stop: &Stop, observer: &mut dyn FnMut(Progress<'_>)| {
        by_formula(request, Strategy::Incremental, Known::default(), stop, observer)
    };
    let begun = Instant::now();
    let beside = beside_formulas(options);
    let race = Race {
        bounds,
        begun,
        search: &|stop, tell| by_steps(task, &beside, &orders, Some(memory), stop, tell).map(Some),
        head_start: STEPS_HEAD_START,
        // True once the search has had its share.
        pacing: &mut |_, paused| {
            let elapsed = begun.elapsed();
            let worked = elapsed.saturating_sub(paused);
            elapsed < STEPS_PATIENCE && STEPS_HEAD_START + elapsed / STEPS_SHARE < worked
        },
        pause: STEPS_PAUSE,
        more_searches: &[],
        formulas,
        formulas_after: Duration::ZERO,
    };
    if !race.run(stop, observer)? {
        bounds.enter(formulas(stop, observer)?);
    }
    Ok(())
}
