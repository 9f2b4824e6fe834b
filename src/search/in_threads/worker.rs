//! Threads that make parts of a layer: they expand blocks of states, and look successors up in segments of the table.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, Sender};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

use super::super::compiled::Scratch;
use super::super::memory::{Chunks, MemoryBudget, OutOfMemory};
use super::super::numbered::index;
use super::super::operator_set::bits;
use super::super::origins::NewOrigins;
use super::super::successors::SuccessorRules;
use super::super::table::Segment;
use super::block::{Block, ExpandedLayer};
use crate::stop::Stop;

/// A piece of work.
pub(super) enum Job<const W: usize> {
    /// Generate the successors of a block, which is so far in the queue of blocks.
    Expand { place: usize, block: Block<W> },
    /// Look the successors of some blocks up.
    Insert(Insertion<W>),
    /// Put new states among them into the list.
    Collect(Collection<W>),
}

/// Some segments of the table, and the blocks whose successors are looked up in them, in order.
pub(super) struct Insertion<const W: usize> {
    /// The number of the first segment.
    pub(super) first_segment: usize,
    pub(super) segments: Vec<Segment<W>>,
    pub(super) round: Arc<Round<W>>,
    /// The bytes by which the segments may grow.
    pub(super) growth: usize,
}

/// Some of the new states of a round, which follow each other, and the place for them.
pub(super) struct Collection<const W: usize> {
    /// The number of this collection among those of the round.
    pub(super) number: usize,
    pub(super) round: Arc<Round<W>>,
    /// A bit for each position with a new state.
    pub(super) is_new: Arc<Vec<u64>>,
    /// The word with the first of the new states, and the number of those in this word that come before it.
    pub(super) start: (usize, usize),
    pub(super) n_states: usize,
    /// The states before these in the same chunk.
    pub(super) states: Chunks<[u64; W]>,
    /// The bytes by which that may grow.
    pub(super) growth: usize,
}

/// New states that were put into the list.
pub(super) struct Collected<const W: usize> {
    pub(super) number: usize,
    pub(super) states: Chunks<[u64; W]>,
    pub(super) origins: NewOrigins,
    /// The bytes by which the list was allowed to grow, and did not.
    pub(super) spare: usize,
    pub(super) result: Result<(), OutOfMemory>,
}

/// Blocks whose successors are looked up together. Each successor has a position among those of all blocks.
#[derive(Debug)]
pub(super) struct Round<const W: usize> {
    /// The blocks, each with the position of its first successor, which is a multiple of [`WORD`].
    pub(super) blocks: Vec<(usize, Block<W>)>,
    /// A position after all others.
    pub(super) end: usize,
}

/// A piece of work that was done.
pub(super) enum Done<const W: usize> {
    Expanded {
        place: usize,
        block: Block<W>,
    },
    Inserted(Inserted<W>),
    Collected(Collected<W>),
    /// The thread panicked; the panic is passed on when it is joined.
    Panicked,
}

/// Segments of the table with the new states.
pub(super) struct Inserted<const W: usize> {
    pub(super) first_segment: usize,
    pub(super) segments: Vec<Segment<W>>,
    /// The positions of the new states.
    pub(super) news: Vec<usize>,
    /// The number of goal states among them.
    pub(super) n_goals: u64,
    /// The position of the first of these in the order of their making.
    pub(super) first_goal: Option<usize>,
    /// The bytes by which the segments were allowed to grow, and did not.
    pub(super) spare: usize,
    pub(super) result: Result<(), OutOfMemory>,
}

/// The number of positions in a word of bits.
pub(super) const WORD: usize = u64::BITS as usize;

/// The number of expansions after which the stop flag is read.
const EXPANSIONS_PER_LOOK: usize = 1 << 6;

/// The view of a thread on the layer.
pub(super) struct Worker<'a, const W: usize> {
    pub(super) rules: &'a SuccessorRules<'a, W>,
    pub(super) layer: ExpandedLayer<'a, W>,
    pub(super) jobs: &'a Mutex<Receiver<Job<W>>>,
    pub(super) done: Sender<Done<W>>,
    pub(super) stop: &'a Stop,
    /// True if the jobs left are not wanted.
    pub(super) is_over: &'a AtomicBool,
}

impl<const W: usize> Round<W> {
    /// A round of these blocks.
    pub(super) fn of(blocks: impl Iterator<Item = Block<W>>) -> Self {
        let mut end = 0;
        let blocks = blocks.map(|block| {
            let first = end;
            end += block.successors.states.len().next_multiple_of(WORD);
            (first, block)
        });
        Self { blocks: blocks.collect(), end }
    }
}

impl<const W: usize> Worker<'_, W> {
    /// Works until there are no more jobs.
    pub(super) fn run(self) {
        let mut scratch = self.rules.compiled.scratch();
        loop {
            let job = self.jobs.lock().unwrap_or_else(PoisonError::into_inner).recv();
            let Ok(job) = job else { return };
            if self.is_over.load(Ordering::Relaxed) {
                return;
            }
            let done = match job {
                Job::Expand { place, mut block } => {
                    self.expand(&mut block, &mut scratch);
                    Done::Expanded { place, block }
                }
                Job::Insert(insertion) => Done::Inserted(self.insert(insertion, &mut scratch)),
                Job::Collect(collection) => Done::Collected(collection.run()),
            };
            if self.done.send(done).is_err() {
                return;
            }
        }
    }

    /// Expands a block, or a part of it if the stop flag is raised: then the layer is not finished.
    fn expand(&self, block: &mut Block<W>, scratch: &mut Scratch) {
        let Self { rules, layer, .. } = self;
        let mut n_rows = rules.pruning.n_rows();
        for number in block.parents.clone() {
            let (state, found_by) = (layer.states.get(number), layer.found_by.get(number));
            block.transitions += rules.expand(&state, found_by, scratch, &mut block.successors);
            let is_due = number % EXPANSIONS_PER_LOOK == 0 || n_rows != rules.pruning.n_rows();
            if is_due && self.stop.is_raised() {
                break;
            }
            n_rows = rules.pruning.n_rows();
        }
        block.group(rules);
    }

    fn insert(&self, insertion: Insertion<W>, scratch: &mut Scratch) -> Inserted<W> {
        let Insertion { first_segment, mut segments, round, growth } = insertion;
        let rules = self.rules;
        let mut budget = MemoryBudget::new(Some(growth));
        let (mut news, mut n_goals, mut first_goal) = (Vec::new(), 0, None);
        let mut insert_all = || {
            for (number, segment) in (first_segment..).zip(&mut segments) {
                for (first, block) in &round.blocks {
                    let (states, places) = block.of_segment(number);
                    segment.insert_all(
                        states,
                        |state| rules.key(state),
                        &mut budget,
                        |place, _| {
                            let position = first + index(places[place]);
                            news.push(position);
                            if rules.compiled.is_goal(&states[place], scratch) {
                                n_goals += 1;
                                first_goal =
                                    Some(first_goal.map_or(position, |goal: usize| goal.min(position)));
                            }
                            Ok::<(), OutOfMemory>(())
                        },
                    )?;
                }
            }
            Ok(())
        };
        let result = insert_all();
        // Before the others hear of it: the last one to let go of the round reuses its blocks.
        drop(round);
        Inserted { first_segment, segments, news, n_goals, first_goal, spare: budget.left(), result }
    }
}

impl<const W: usize> Collection<W> {
    fn run(self) -> Collected<W> {
        let Self { number, round, is_new, start: (first_word, mut n_before), n_states, mut states, growth } =
            self;
        let mut budget = MemoryBudget::new(Some(growth));
        let mut origins = NewOrigins::default();
        let mut collect = || {
            for (first, Block { successors, parents, .. }) in &round.blocks {
                let mut parents = successors.parents(parents.start);
                let words = (first / WORD).max(first_word)..(first + successors.states.len()).div_ceil(WORD);
                for word in words {
                    let news = bits(is_new[word]).skip(std::mem::take(&mut n_before));
                    for place in news.take(n_states - origins.len()).map(|bit| word * WORD + bit - first) {
                        states.push(successors.states[place], &mut budget)?;
                        origins.push(successors.made_by[place], parents.of(place));
                    }
                    if origins.len() == n_states {
                        return Ok(());
                    }
                }
            }
            Ok(())
        };
        let result = collect();
        // Before the others hear of it, as in a look-up.
        drop((round, is_new));
        Collected { number, states, origins, spare: budget.left(), result }
    }
}

impl<const W: usize> Drop for Worker<'_, W> {
    fn drop(&mut self) {
        if thread::panicking() {
            // Nobody listens any more if this fails.
            let _ = self.done.send(Done::Panicked);
        }
    }
}
