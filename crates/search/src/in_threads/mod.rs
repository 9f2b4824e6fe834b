//! Layers made by several threads, in the order in which one thread makes them.
//!
//! A layer is made in rounds of blocks of some states each. Threads first *expand* the blocks, and group the successors by the
//! segments of the state table that they belong to. Then they *look them up*: a group of segments belongs to one thread for a
//! round, and gets the successors of one block after the other. So of equal successors the first is the new one, as with one
//! thread. Then they *merge* the new states of a block, which come from several groups, into the order in which they were made.
//! Last, one thread *appends* these to the list, block by block: that is the order in which one thread finds them. So states
//! have the same numbers whatever the number of threads, and goals, plans and statistics are the same.
//!
//! A block may have far more successors than others, too many to be held at once. It then ends at the state before the limit.
//! From there on one thread makes the layer, which looks successors up as it makes them. Only searches over parallel steps have
//! such states.
//!
//! Nothing is locked while a thread works: blocks, segments and the list are passed on, and the schedule is locked for as long
//! as that takes. Several rounds are in work at a time, so that no thread waits for the last one of a round.

mod block;
mod schedule;
mod worker;

use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;

use super::layer::{FoundList, LayerRules, LayerRun};
use super::limits::{Interruption, SearchThreads};
use super::table::N_SEGMENTS;
use super::width::Width;
use block::Made;
use schedule::{Division, Next, PANICKED, ROUNDS_AT_ONCE, Schedule, Spare};
use worker::Worker;

#[derive(Debug)]
pub(super) struct LayerThreads<W: Width, L: FoundList<W>> {
    width: W,
    threads: SearchThreads,
    spare: Spare<W, L::Origin, L::NewOrigins>,
}

struct SharedSchedule<'a, W: Width, L: FoundList<W>> {
    schedule: Mutex<Schedule<'a, W, L>>,
    is_changed: Condvar,
}

const MOST_PARENTS: usize = 1 << 10;
const BLOCK_BYTES: usize = 1 << 18;
/// Greatest number of successors of a block, if the memory suffices. Before a state with more, one thread continues alone.
const MOST_SUCCESSORS: usize = 1 << 20;
/// Number of blocks of a round for each thread, and the number of groups of segments.
const BLOCKS_PER_THREAD: usize = 4;
/// More threads than this would have no segments of their own.
const MOST_THREADS: usize = N_SEGMENTS;

impl<W: Width, L: FoundList<W>> LayerThreads<W, L> {
    pub(super) fn new(width: W, threads: SearchThreads) -> Self {
        Self { width, threads, spare: Spare::default() }
    }

    /// Expands a layer of `n_states` states or steps, if it is large enough for threads, and appends the next one to the list
    /// of states. `report` gets the number of states and the greatest number of bytes in use once in a while. Returns the
    /// number of the first state that was not expanded. This is the end of the layer, or a state with too many successors to be
    /// held at once. It is the layer's first state if there is no memory for blocks.
    pub(super) fn make<R: LayerRules<W, List = L>>(
        &mut self,
        run: LayerRun<'_, W, R>,
        n_states: usize,
        report: &mut dyn FnMut(usize, usize),
    ) -> Result<usize, Interruption> {
        let (rules, stop, rest) = (run.rules, run.stop, run.layer.clone());
        if self.threads.number.get() == 1 || n_states < self.threads.from_layer {
            return Ok(rest.start);
        }
        let n_threads = self.threads.number.get().min(MOST_THREADS);
        let n_blocks = BLOCKS_PER_THREAD * n_threads;
        let n_groups = n_blocks.next_power_of_two().min(N_SEGMENTS);
        let n_successors = run.figures.successors_per_state(rest.start);
        let successor_bytes = self.width.n_bytes() + size_of::<Made<L::Origin>>();
        let most_parents = MOST_PARENTS.min(rest.len() / (2 * n_blocks)).max(1);
        let fitting = BLOCK_BYTES / (n_successors * successor_bytes);
        // States with many successors may have far more than those before them: the first blocks are small.
        let n_parents = if most_parents <= fitting { most_parents } else { (fitting / 8).max(1) };
        // New states are held twice.
        let most_successors = run.budget.left() / 4 / (ROUNDS_AT_ONCE * n_blocks * successor_bytes);
        if most_successors < n_parents * n_successors {
            return Ok(rest.start);
        }
        let most_successors = most_successors.min(MOST_SUCCESSORS);
        let n_successors = (BLOCK_BYTES / successor_bytes).min(most_successors / 2);
        let space_bytes = run.budget.left() / 8 / n_threads;
        let LayerRun { list, table, budget, figures, layer, .. } = run;
        let expanded = list.fork();
        let run = LayerRun { rules, list: &mut *list, table: &mut *table, budget, figures, layer, stop };
        let division =
            Division { rest, n_parents, most_parents, n_blocks, n_groups, n_successors, most_successors };
        let schedule = Schedule::new(run, division, &mut self.spare);
        let shared = SharedSchedule { schedule: Mutex::new(schedule), is_changed: Condvar::new() };
        let worker = || Worker::new(rules, &expanded, space_bytes, stop);
        thread::scope(|scope| {
            for number in 1..n_threads {
                let work = || shared.work(worker(), &mut |_, _| {});
                if let Err(error) = thread::Builder::new().spawn_scoped(scope, work) {
                    log::warn!("only {number} threads could be started: {error}");
                    break;
                }
            }
            shared.work(worker(), report);
        });
        let schedule = shared.schedule.into_inner().unwrap_or_else(PoisonError::into_inner);
        let (segments, end) = schedule.into_end();
        if end.is_ok() {
            table.segments = segments;
        }
        list.join(expanded);
        end
    }
}

impl<'a, W: Width, L: FoundList<W>> SharedSchedule<'a, W, L> {
    fn lock(&self) -> MutexGuard<'_, Schedule<'a, W, L>> {
        self.schedule.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn work<R: LayerRules<W, List = L>>(
        &self,
        mut worker: Worker<'_, W, R>,
        report: &mut dyn FnMut(usize, usize),
    ) {
        let _guard = ThreadGuard(self);
        let mut schedule = self.lock();
        loop {
            match schedule.next() {
                Next::Leave => break,
                Next::Wait => {
                    schedule.n_waiting += 1;
                    schedule = self.is_changed.wait(schedule).unwrap_or_else(PoisonError::into_inner);
                    schedule.n_waiting -= 1;
                }
                Next::Do(mut job) => {
                    let (is_awaited, (n_states, memory_bytes)) =
                        (0 < schedule.n_waiting, schedule.progress());
                    drop(schedule);
                    if is_awaited {
                        // There may be more work; if so, the thread that takes it wakes the next one.
                        self.is_changed.notify_one();
                    }
                    report(n_states, memory_bytes);
                    worker.run(&mut job);
                    schedule = self.lock();
                    schedule.done(job);
                }
            }
        }
    }
}

/// Guard that lets the other threads end when one does, also by a panic.
struct ThreadGuard<'s, 'a, W: Width, L: FoundList<W>>(&'s SharedSchedule<'a, W, L>);

impl<W: Width, L: FoundList<W>> Drop for ThreadGuard<'_, '_, W, L> {
    fn drop(&mut self) {
        if thread::panicking() {
            self.0.lock().interrupt(PANICKED);
        }
        self.0.is_changed.notify_all();
    }
}

#[cfg(test)]
mod tests {
    use std::num::NonZeroUsize;
    use std::panic::{AssertUnwindSafe, catch_unwind};

    use bmcplan_base::stop::Stop;
    use bmcplan_task::{Fact, Operator, TaskBuilder};

    use super::super::compiled::Compiled;
    use super::super::layer::{LayerBasis, SearchFigures};
    use super::super::limits::AtGoal;
    use super::super::memory::{MemoryBudget, OutOfMemory};
    use super::super::origins::{ExpandedLayer, StateList};
    use super::super::successors::Successors;
    use super::super::table::StateTable;
    use super::super::width::{Fixed, Keys};
    use super::*;

    struct Broken(Compiled, Keys<Fixed<1>>);

    impl LayerRules<Fixed<1>> for Broken {
        type List = StateList<Fixed<1>>;
        type Space = ();

        fn basis(&self) -> LayerBasis<'_, Fixed<1>> {
            LayerBasis { width: Fixed, compiled: &self.0, at_goal: AtGoal::Halt, keys: &self.1 }
        }

        fn space(&self, _: usize) {}

        fn space_bytes(_: &()) -> usize {
            0
        }

        fn expand<E: From<OutOfMemory>>(
            &self,
            _: &ExpandedLayer<Fixed<1>>,
            _: usize,
            _: &mut (),
            _: &mut Successors<Fixed<1>>,
            _: impl FnMut(&mut Successors<Fixed<1>>) -> Result<(), E>,
        ) -> Result<u64, E> {
            panic!("this state cannot be expanded")
        }
    }

    /// Checks that the other thread does not wait for the block that is never done.
    #[test]
    fn a_thread_that_panics_ends_the_layer() {
        let mut builder = TaskBuilder::default();
        let var = builder.variable("lamp", ["off", "on"], 0);
        builder.operator(Operator::simple("on", [], [Fact { var, value: 1 }]));
        let (task, stop) = (builder.build().unwrap(), Stop::default());
        let rules = Broken(Compiled::of(&task, &stop).unwrap(), Keys::all(Fixed));
        let mut budget = MemoryBudget::new(None);
        let mut table = StateTable::new(Fixed::<1>, rules.0.hash_function(), &mut budget).unwrap();
        let mut list = StateList::new(Fixed::<1>, 1, &mut budget).unwrap();
        let run = LayerRun {
            rules: &rules,
            list: &mut list,
            table: &mut table,
            budget: &mut budget,
            figures: &mut SearchFigures::default(),
            layer: 0..1,
            stop: &stop,
        };
        let two = SearchThreads { number: NonZeroUsize::new(2).unwrap(), from_layer: 1 };
        let mut threads = LayerThreads::<_, StateList<Fixed<1>>>::new(Fixed::<1>, two);
        let made = catch_unwind(AssertUnwindSafe(|| threads.make(run, 1, &mut |_, _| {})));
        assert!(made.is_err());
    }
}
