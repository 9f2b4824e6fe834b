//! The mode `auto`: searches and formulas in [turns](super::turns), and the answer of the first that has one.
//!
//! Most problems are small, and search solves them before a formula is written or a thread has started. So search has a head start,
//! then formulas follow; or A\* with LM-cut where costs are minimised.
//!
//! A\* with either heuristic and symbolic search follow soon, but later where LM-cut knows little more than relaxed reachability, as in
//! puzzles: there formulas or breadth-first search answer.
//!
//! Greedy search for ever better plans begins when that has taken a while; at once where a first plan is known. Its plans stand on the
//! [board](super::bounds::Bounds): once all shorter lengths are refuted there, the best is the answer. It is also the answer if a limit
//! comes first and no engine has a better plan.
//!
//! Where a step counter rules out plans shorter than some length, depth-first search looks for a plan of that length: for a moment
//! before the others begin, then beside them for a while.
//!
//! Where several operators share a step, formulas are short and do well, and the search goes over the same steps. So it has a small part
//! of the time, unless it leads.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use bmcplan_base::stop::StopReason;
use bmcplan_sat::encode::{Semantics, StepOptions};
use bmcplan_sat::horizon::Strategy;
use bmcplan_task::heuristic::LmCut;
use bmcplan_task::plan::Metric;

use super::by_cost_formula::CostFormulas;
use super::by_formula::Formulas;
use super::by_search::{A_STAR, BLIND, PATTERNS, StepSearch, step_orders};
use super::by_symbolic::Symbolic;
use super::iterations::Iterations;
use super::options::{Mode, Options, PlanQuery};
use super::portfolio::{self, Engine, Question, Row};
use super::proof::ProofSource;
use super::report::{Done, Observer, Outcome, Report};

/// The memory of the search where no limit is given, in bytes.
const FIRST_SHARE: usize = 256 << 20;

const INCREMENTAL: Formulas = Formulas(Strategy::Incremental);

const fn milliseconds(milliseconds: u64) -> Duration {
    Duration::from_millis(milliseconds)
}

/// Runs the engines until the question is settled on the board, or all have ended.
pub(super) fn run(question: Question<'_>, observer: Observer<'_>) -> Done {
    let Question { task, options, stop, .. } = question;
    let semantics = options.step.semantics;
    // Every operator moves a clock on.
    let shares_steps = semantics.is_parallel() && task.clock().is_none() && task.bottleneck(stop).is_none();
    if semantics.is_parallel() && !shares_steps {
        log::info!("no two moves can share a step");
        let step = StepOptions { semantics: Semantics::Sequential, ..options.step.clone() };
        let options = &Options { step, ..options.clone() };
        return run(Question { options, ..question }, observer);
    }
    let Some((earliest, by)) = question.least_steps() else { return Ok(()) };
    let memory = options.search_memory.unwrap_or(FIRST_SHARE);
    let begun = Instant::now();
    let mut run = |phases: &[&[Row<'_>]]| portfolio::run(question, phases, begun, observer);
    let row = |engine, begins, memory, parts| Row {
        begins: milliseconds(begins),
        memory,
        parts,
        ..Row::of(engine)
    };
    // Where better plans are asked for, nothing else is as urgent.
    let for_plans = if question.bounds.measure().is_some() { 0 } else { 1500 };
    // Lists of plans are the search's business; formulas list them one by one, and know neither costs of several plans nor time.
    let is_list = options.wanted != PlanQuery::One;
    if options.metric == Metric::Cost {
        if is_list || task.clock().is_some() {
            let memory = options.search_memory.unwrap_or(usize::MAX);
            return run(&[&[row(&BLIND, 0, memory, 1)]]);
        }
        let (for_informed, for_greedy) = (memory / 8, memory / 8);
        let (for_each, for_others) = shares(options);
        return run(&[&[
            row(&BLIND, 0, for_others - for_informed - for_greedy, 2),
            row(&A_STAR, 15, for_informed, 3),
            // It often answers last, with the most states. Formulas leave it more, as they come to little.
            row(&PATTERNS, 50, options.search_memory.map_or(for_each, |memory| memory / 2), 4),
            row(&Symbolic, 100, for_each, 4),
            row(&Iterations, for_plans, for_greedy, 4),
            // Search mostly answers before.
            row(&CostFormulas, 8000, usize::MAX, 1),
        ]]);
    }
    if shares_steps {
        return race_with_steps(question, memory, observer);
    }
    if is_list {
        return run(&[&[row(&BLIND, 0, memory.min(FIRST_SHARE), 1)], &[Row::of(&INCREMENTAL)]]);
    }
    // The length of a plan that would be a shortest one, if depth-first search may look for it.
    let is_within = options.max_horizon.is_none_or(|greatest| earliest <= greatest);
    let may_dive = by == ProofSource::StepCounter && task.clock().is_some() && is_within;
    let dive = |effort| Dive { depth: may_dive.then_some(earliest), effort };
    // A tenth of a second or more; with other engines to follow, some milliseconds.
    let (long_dive, short_dive) = (&dive(1 << 19), &dive(1 << 13));
    let (for_informed, for_greedy) = ((memory / 8).min(2 * FIRST_SHARE), (memory / 8).min(FIRST_SHARE));
    let (for_each, for_others) = shares(options);
    let scout = &Scout::default();
    let later = |engine, begins, memory, parts| Row {
        sooner: Some(&scout.knows_much),
        ..row(engine, begins, memory, parts)
    };
    run(&[
        &[Row { memory: memory.min(1 << 20), ..Row::of(&Sprint) }],
        &[Row::of(short_dive)],
        &[
            // Most boards of 6 × 6 cells take it less than the head start.
            row(&BLIND, 0, for_others - for_informed - for_greedy, 3),
            row(&INCREMENTAL, 15, usize::MAX, 3),
            row(scout, 100, 0, 3),
            row(long_dive, 100, 0, 1),
            later(&A_STAR, 1000, for_informed, 3),
            later(&PATTERNS, 1000, for_each, 3),
            later(&Symbolic, 1000, for_each, 3),
            row(&Iterations, for_plans, for_greedy, 2),
        ],
    ])
}

/// Returns the memory of symbolic search, where lengths are minimised as of A\* with pattern databases, and that of all other searches
/// together, in bytes: a quarter of the limit and half of it. Without a limit each has the [usual one](FIRST_SHARE).
fn shares(options: &Options) -> (usize, usize) {
    match options.search_memory {
        Some(memory) => (memory / 4, memory - 2 * (memory / 4)),
        None => (FIRST_SHARE, FIRST_SHARE),
    }
}

/// Runs a search over steps of several operators beside the formulas, for a task without a clock.
fn race_with_steps(question: Question<'_>, memory: usize, observer: Observer<'_>) -> Done {
    let Question { task, encoding, options, stop, .. } = question;
    let (orders, known) = match step_orders(task, encoding, &options.step, stop) {
        Ok(found) => found,
        Err(reason) => {
            question.enter(Report::of(Outcome::Stopped(reason), Mode::INCREMENTAL));
            return Ok(());
        }
    };
    let encoding = known.as_ref().map_or(encoding, |known| known);
    let search = StepSearch(orders);
    let rows = [
        Row { memory, ..Row::of(&search) },
        Row { begins: milliseconds(3), parts: 7, ..Row::of(&INCREMENTAL) },
    ];
    portfolio::run(Question { encoding, ..question }, &[&rows], Instant::now(), observer)
}

/// Breadth-first search in the calling thread, if the task is small: for most, to start another would take longer than the search.
struct Sprint;

/// A task of as many operators is small.
const SMALL_TASK: usize = 500;

/// The time after which a sprint ends with the layer that it is at. Its memory takes no more than the head start, unless states take
/// very long.
const SPRINT_TIME: Duration = milliseconds(50);

impl Engine for Sprint {
    fn name(&self) -> &'static str {
        "sprint"
    }

    fn run(&self, question: Question<'_>, observer: Observer<'_>) -> Done {
        if SMALL_TASK < question.task.operators().len() {
            return Ok(());
        }
        let (begun, own) = (Instant::now(), question.stop.child());
        let observer = &mut |event| {
            if SPRINT_TIME < begun.elapsed() {
                own.raise(StopReason::Interrupt);
            }
            observer(event);
        };
        BLIND.run(Question { stop: &own, ..question }, observer)
    }
}

/// Depth-first search for a plan of `depth` steps, where the step counter rules out shorter ones.
struct Dive {
    depth: Option<usize>,
    effort: usize,
}

impl Engine for Dive {
    fn name(&self) -> &'static str {
        "depth-first search"
    }

    fn run(&self, question: Question<'_>, _: Observer<'_>) -> Done {
        let Some(depth) = self.depth else { return Ok(()) };
        let Some(plan) = bmcplan_search::dive(question.task, depth, self.effort, question.stop) else {
            return Ok(());
        };
        let outcome = Outcome::of_plan(question.task, plan, true)?;
        let (refuted, proved_by) = (depth.checked_sub(1), Some(ProofSource::StepCounter));
        question.enter(Report { refuted, proved_by, ..Report::of(outcome, Mode::Search) });
        Ok(())
    }
}

/// Tells whether LM-cut knows much more than relaxed reachability: at least twice as many steps. It seldom does in puzzles.
#[derive(Default)]
struct Scout {
    knows_much: AtomicBool,
}

impl Engine for Scout {
    fn name(&self) -> &'static str {
        "LM-cut of the start"
    }

    fn run(&self, question: Question<'_>, _: Observer<'_>) -> Done {
        let Question { relevant: task, stop, .. } = question;
        let cut = LmCut::of(task, Metric::Actions, stop)
            .and_then(|mut cut| cut.distance(task.initial().values(), stop));
        let (Ok(least), Ok(relaxed)) = (cut, task.relaxed_distance(stop)) else { return Ok(()) };
        let least = least.map(|least| usize::try_from(least).unwrap_or(usize::MAX));
        log::info!("a plan has {least:?} steps at least");
        // Without a lower bound there is no plan, and A* knows that at once.
        let knows_much = least.is_none_or(|least| relaxed.is_none_or(|relaxed| relaxed <= least / 2));
        self.knows_much.store(knows_much, Ordering::Relaxed);
        Ok(())
    }
}
