//! Pieces of work on a layer, each done by one thread without regard to the others.

use std::ops::Range;
use std::sync::Arc;

use super::super::compiled::Scratch;
use super::super::ends::AtGoal;
use super::super::memory::{MemoryBudget, OutOfMemory};
use super::super::numbered::index;
use super::super::operator_set::bits;
use super::super::origins::NewOrigins;
use super::super::state_list::StateList;
use super::super::successors::{BATCH_BYTES, SuccessorRules, Successors};
use super::super::table::{Segment, insert_all};
use super::block::{Block, ExpandedLayer, Group, Made};
use crate::stop::Stop;

/// A piece of work.
pub(super) enum Job<'a, const W: usize> {
    Expand(BlockExpansion<W>),
    LookUp(GroupLookUp<W>),
    Merge(BlockMerge<W>),
    Append(Appending<'a, W>),
}

/// A block whose successors are to be made.
pub(super) struct BlockExpansion<const W: usize> {
    /// The number of the round, and the place of the block in it.
    pub(super) round: usize,
    pub(super) place: usize,
    /// The numbers of the states to be expanded.
    pub(super) parents: Range<usize>,
    /// The number of groups of segments.
    pub(super) n_groups: usize,
    pub(super) block: Block<W>,
    /// The bytes by which the block has grown, afterwards.
    pub(super) growth: usize,
}

/// A group of segments in which the successors of a round of blocks are looked up, in order.
pub(super) struct GroupLookUp<const W: usize> {
    pub(super) round: usize,
    pub(super) group: usize,
    pub(super) segments: Vec<Segment<W>>,
    pub(super) blocks: Arc<Vec<Block<W>>>,
    pub(super) news: News<W>,
    /// The bytes by which the segments may grow; afterwards those that were not needed.
    pub(super) growth: usize,
    pub(super) result: Result<(), OutOfMemory>,
}

/// The new states among those of a round that belong to a group of segments.
#[derive(Debug, Default)]
pub(super) struct News<const W: usize> {
    pub(super) states: Group<W>,
    /// For each block the number of new states up to its last one.
    ends: Vec<usize>,
    pub(super) n_goals: u64,
    /// The block and the place of the first goal state.
    pub(super) first_goal: Option<(usize, u32)>,
    /// The bytes that have been counted for this.
    pub(super) counted: usize,
}

/// A block whose new states are to be put into the order in which they were made.
pub(super) struct BlockMerge<const W: usize> {
    /// The number of the round, and the place of the block in it.
    pub(super) round: usize,
    pub(super) place: usize,
    pub(super) blocks: Arc<Vec<Block<W>>>,
    /// The new states of each group.
    pub(super) news: Arc<Vec<News<W>>>,
    /// The place of the first goal state of the round, if it is in this block.
    pub(super) goal: Option<u32>,
    pub(super) merged: Merged<W>,
}

/// The new states of a block, in order, up to a goal at which the search halts.
#[derive(Debug, Default)]
pub(super) struct Merged<const W: usize> {
    pub(super) states: Vec<[u64; W]>,
    origins: NewOrigins,
    /// The place among them of the first goal state of the round, if it is there.
    goal: Option<usize>,
    /// The bytes that have been counted for this.
    pub(super) counted: usize,
}

/// The new states of a round, block by block, which are to be appended to the list, up to a goal at which the search halts.
pub(super) struct Appending<'a, const W: usize> {
    pub(super) list: &'a mut StateList<W>,
    pub(super) merged: Vec<Merged<W>>,
    /// The bytes by which the list may grow; afterwards those that were not needed.
    pub(super) growth: usize,
    /// The number of the first goal state, afterwards.
    pub(super) goal: Option<usize>,
    pub(super) result: Result<(), OutOfMemory>,
}

/// The things that a thread works with.
pub(super) struct Worker<'a, const W: usize> {
    rules: &'a SuccessorRules<'a, W>,
    layer: ExpandedLayer<'a, W>,
    stop: &'a Stop,
    scratch: Scratch,
    batch: Successors<W>,
    /// A bit for each successor of a block: is it new?
    is_new: Vec<u64>,
    /// For each successor of a block the number of its group, if it is new.
    group_of: Vec<u8>,
}

/// The number of expansions after which the stop flag is read.
const EXPANSIONS_PER_LOOK: usize = 1 << 8;
const WORD: usize = 64;

impl<const W: usize> News<W> {
    /// The new states of a block.
    fn of_block(&self, number: usize) -> (&[[u64; W]], &[Made]) {
        let start = number.checked_sub(1).map_or(0, |before| self.ends[before]);
        let range = start..self.ends[number];
        (&self.states.states[range.clone()], &self.states.made[range])
    }

    /// Forgets all.
    fn clear(&mut self) {
        self.states.clear();
        self.ends.clear();
        (self.n_goals, self.first_goal) = (0, None);
    }
}

impl<const W: usize> Merged<W> {
    /// Forgets all.
    fn clear(&mut self) {
        self.states.clear();
        self.origins.clear();
        self.goal = None;
    }

    /// The bytes that it takes.
    pub(super) fn bytes(&self) -> usize {
        self.states.capacity() * size_of::<[u64; W]>() + self.origins.bytes()
    }
}

impl<'a, const W: usize> Worker<'a, W> {
    /// A thread's things.
    pub(super) fn new(rules: &'a SuccessorRules<'a, W>, layer: ExpandedLayer<'a, W>, stop: &'a Stop) -> Self {
        let scratch = rules.compiled.scratch();
        let (batch, is_new, group_of) = (Successors::default(), Vec::new(), Vec::new());
        Self { rules, layer, stop, scratch, batch, is_new, group_of }
    }

    /// Does a piece of work.
    pub(super) fn run(&mut self, job: &mut Job<'_, W>) {
        match job {
            Job::Expand(BlockExpansion { parents, n_groups, block, growth, .. }) => {
                block.begin(parents.clone(), *n_groups);
                self.expand(block);
                *growth = block.growth();
            }
            Job::LookUp(look_up) => look_up.result = self.look_up(look_up),
            Job::Merge(merge) => self.merge(merge),
            Job::Append(appending) => appending.result = self.append(appending),
        }
    }

    /// Expands a block, or a part of it if the stop flag is raised: then the layer is not finished.
    fn expand(&mut self, block: &mut Block<W>) {
        let Self { rules, layer, scratch, batch, .. } = self;
        let mut n_rows = rules.pruning.n_rows();
        for number in block.parents.clone() {
            let (state, found_by) = (layer.states.get(number), layer.found_by.get(number));
            block.transitions += rules.expand(&state, found_by, scratch, batch);
            if BATCH_BYTES <= batch.states.len() * size_of::<[u64; W]>() {
                block.append(batch, rules);
            }
            let is_due = number % EXPANSIONS_PER_LOOK == 0 || n_rows != rules.pruning.n_rows();
            if is_due && self.stop.is_raised() {
                break;
            }
            n_rows = rules.pruning.n_rows();
        }
        block.append(batch, rules);
    }

    fn look_up(&mut self, look_up: &mut GroupLookUp<W>) -> Result<(), OutOfMemory> {
        let Self { rules, scratch, .. } = self;
        // Before the others hear of it: the last one to let go of the blocks reuses them.
        let blocks = std::mem::take(&mut look_up.blocks);
        let GroupLookUp { group, segments, news, growth, .. } = look_up;
        news.clear();
        let mut budget = MemoryBudget::new(Some(*growth));
        let result = blocks.iter().enumerate().try_for_each(|(number, block)| {
            let Group { states, made } = &block.groups[*group];
            insert_all(
                segments,
                states,
                |state| rules.key(state),
                &mut budget,
                |place, _| {
                    news.states.push(states[place], made[place]);
                    if rules.compiled.is_goal(&states[place], scratch) {
                        news.n_goals += 1;
                        news.first_goal = news.first_goal.or(Some((number, made[place].place)));
                    }
                    Ok::<(), OutOfMemory>(())
                },
            )?;
            news.ends.push(news.states.made.len());
            Ok(())
        });
        *growth = budget.left();
        result
    }

    fn merge(&mut self, merge: &mut BlockMerge<W>) {
        let Self { rules, is_new, group_of, .. } = self;
        // Before the others hear of it, as in a look-up.
        let (blocks, all_news) = (std::mem::take(&mut merge.blocks), std::mem::take(&mut merge.news));
        let BlockMerge { place: number, goal, merged, .. } = merge;
        let block = &blocks[*number];
        merged.clear();
        is_new.clear();
        is_new.resize(block.n_successors.div_ceil(WORD), 0);
        group_of.resize(group_of.len().max(block.n_successors), 0);
        // For each group the new states that are not in order yet.
        let mut left: Vec<(&[[u64; W]], &[Made])> =
            all_news.iter().map(|news| news.of_block(*number)).collect();
        for (group, (_, all_made)) in (0..).zip(&left) {
            for made in *all_made {
                let place = index(made.place);
                is_new[place / WORD] |= 1 << (place % WORD);
                group_of[place] = group;
            }
        }
        let mut parents = block.parents();
        let places = (0..).step_by(WORD).zip(&*is_new);
        for place in places.flat_map(|(first, word)| bits(*word).map(move |bit| first + bit)) {
            let (states, all_made) = &mut left[usize::from(group_of[place])];
            let (Some((state, others)), Some((made, others_made))) =
                (states.split_first(), all_made.split_first())
            else {
                continue;
            };
            (*states, *all_made) = (others, others_made);
            merged.states.push(*state);
            merged.origins.push(made.operator, parents.of(place));
            if *goal == Some(made.place) {
                merged.goal = Some(merged.states.len() - 1);
                if rules.at_goal == AtGoal::Halt {
                    break;
                }
            }
        }
    }

    fn append(&mut self, appending: &mut Appending<'_, W>) -> Result<(), OutOfMemory> {
        let Appending { list, merged, growth, goal, .. } = appending;
        let mut budget = MemoryBudget::new(Some(*growth));
        let result = merged.iter_mut().try_for_each(|merged| {
            if goal.is_some() && self.rules.at_goal == AtGoal::Halt {
                return Ok(());
            }
            *goal = goal.or(merged.goal.map(|place| list.states.len() + place));
            list.states.extend(&merged.states, &mut budget)?;
            list.origins.append(&mut merged.origins, &mut budget)
        });
        *growth = budget.left();
        result
    }
}
