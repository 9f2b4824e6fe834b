//! Layers made by several threads, in the order in which one thread makes them.
//!
//! A layer is made in rounds. Threads first *expand* blocks of some states each, and group the successors by the segment of the state
//! table that they belong to. Then they *look them up*: each segment belongs to one thread for the time of a round, and gets the
//! successors of one block after the other. So of equal successors the first is the new one, as with one thread. Last, they *collect*
//! the new states in the order in which their parents stand, which is the order in which one thread finds them. So states have
//! the same numbers whatever the number of threads, and goals, plans and statistics are the same.
//!
//! Nothing is locked while a state is expanded or looked up: blocks, segments and chunks of the list are handed over. Blocks of the next
//! rounds are expanded meanwhile, so that threads need not wait for the last one of a round.
//! (Hash-distributed search, such as that of Kishimoto, Fukunaga & Botea, *Evaluation of a simple, scalable, parallel best-first search
//! strategy*, 2013, gives segments to threads for good, and finds states in an order that depends on time.)

mod block;
mod schedule;
mod worker;

use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc;
use std::thread;

use super::ends::Interruption;
use super::layer::LayerRun;
use super::limits::SearchThreads;
use super::table::N_SEGMENTS;
use block::{Block, ExpandedLayer};
use schedule::{Rounds, Schedule};
use worker::Worker;

/// The threads of a search, and blocks that they have used.
#[derive(Debug)]
pub(super) struct LayerThreads<const W: usize> {
    threads: SearchThreads,
    idle: Vec<Block<W>>,
}

/// The greatest number of states of a block.
const MOST_PARENTS: usize = 1 << 11;
/// The size of the successors of a block, in bytes, as far as it can be known.
const BLOCK_BYTES: usize = 1 << 18;
/// The number of blocks of a round for each thread.
const BLOCKS_PER_THREAD: usize = 4;
/// The number of rounds whose blocks are in use at a time.
const ROUNDS_AT_ONCE: usize = 4;
/// More threads than this would have no segments of their own.
const MOST_THREADS: usize = N_SEGMENTS;

impl<const W: usize> LayerThreads<W> {
    /// Threads of a search that has not begun.
    pub(super) fn new(threads: SearchThreads) -> Self {
        Self { threads, idle: Vec::new() }
    }

    /// True if a layer of so many states is large enough.
    pub(super) fn are_for(&self, n_states: usize) -> bool {
        1 < self.threads.number.get() && self.threads.from_layer <= n_states
    }

    /// Expands a layer, and appends the next one to the list of states. `report` gets the number of states and the greatest number of
    /// bytes in use once in a while. `None` if there are no threads to be had, or no memory for blocks; then nothing was done.
    pub(super) fn make(
        &mut self,
        mut run: LayerRun<'_, W>,
        report: &mut dyn FnMut(usize, usize),
    ) -> Option<Result<(), Interruption>> {
        let (rules, stop, layer) = (run.rules, run.stop, run.layer.clone());
        let n_threads = self.threads.number.get().min(MOST_THREADS);
        let n_blocks = BLOCKS_PER_THREAD * n_threads;
        let n_successors = usize::try_from(run.figures.successors).unwrap_or(usize::MAX) / layer.end;
        let state_bytes = (n_successors + 1) * size_of::<[u64; W]>();
        let n_parents =
            (BLOCK_BYTES / state_bytes).min(MOST_PARENTS).min(layer.len() / (2 * n_blocks)).max(1);
        // Each successor is held twice, with its places.
        if run.budget.left() / 2 < ROUNDS_AT_ONCE * n_blocks * n_parents * state_bytes * 3 {
            return None;
        }
        let states = run.list.states.fork();
        let found_by = run.list.origins.operators.fork();
        let expanded = ExpandedLayer { states: &states, found_by: &found_by };
        let (jobs, to_do) = mpsc::channel();
        let (to_do, is_over) = (Mutex::new(to_do), AtomicBool::new(false));
        let made = thread::scope(|scope| {
            let (done, results) = mpsc::channel();
            let mut n_started = 0;
            while n_started < n_threads {
                let done = done.clone();
                let worker = Worker { rules, layer: expanded, jobs: &to_do, done, stop, is_over: &is_over };
                if let Err(error) = thread::Builder::new().spawn_scoped(scope, || worker.run()) {
                    log::warn!("there are no more than {n_started} threads: {error}");
                    break;
                }
                n_started += 1;
            }
            if n_started == 0 {
                return None;
            }
            let rounds = Rounds { rest: layer, n_parents, n_blocks };
            let end = Schedule::new(&mut run, &mut self.idle, rounds, (jobs, results)).make(report);
            is_over.store(true, Ordering::Relaxed);
            Some(end)
        });
        run.list.states.join(states);
        run.list.origins.operators.join(found_by);
        made
    }
}
