//! Jobs on a layer, each done by one thread independently of the others.

use std::ops::Range;
use std::sync::Arc;

use bmcplan_base::stop::Stop;

use super::super::compiled::Scratch;
use super::super::layer::{FoundList, LayerBasis, LayerRules, OriginBatch, OriginOf};
use super::super::limits::AtGoal;
use super::super::memory::{MemoryBudget, OutOfMemory};
use super::super::numbered::index;
use super::super::operator_set::bits;
use super::super::successors::Successors;
use super::super::table::{Segment, insert_all};
use super::super::width::{States, Width};
use super::block::{Block, Group};

pub(super) enum Job<'a, W: Width, L: FoundList<W>> {
    Expand(BlockExpansion<W, L::Origin>),
    LookUp(GroupLookUp<W, L::Origin>),
    Merge(BlockMerge<W, L::Origin, L::NewOrigins>),
    Append(Appending<'a, W, L>),
}

pub(super) struct BlockExpansion<W: Width, O> {
    /// Number of the round, and the index of the block in it.
    pub(super) round: usize,
    pub(super) place: usize,
    pub(super) parents: Range<usize>,
    pub(super) n_groups: usize,
    /// Number of successors after which a block ends with the state before.
    pub(super) most_successors: usize,
    /// Afterwards the states that were expanded, and their successors.
    pub(super) block: Block<W, O>,
    /// Afterwards the bytes by which the block has grown, and those of the thread's working space.
    pub(super) growth: usize,
    pub(super) space_growth: usize,
}

/// Group of segments in which the successors of a round of blocks are looked up, in order.
pub(super) struct GroupLookUp<W: Width, O> {
    pub(super) round: usize,
    pub(super) group: usize,
    pub(super) segments: Vec<Segment<W>>,
    pub(super) blocks: Arc<Vec<Block<W, O>>>,
    /// Number of the first state that counts as not expanded: blocks that begin there are discarded.
    pub(super) end: usize,
    pub(super) new_states: NewStates<W, O>,
    /// Bytes by which the segments may grow; afterwards those that were not needed.
    pub(super) growth: usize,
    pub(super) result: Result<(), OutOfMemory>,
}

/// New states among those of a round that belong to a group of segments.
#[derive(Debug)]
pub(super) struct NewStates<W: Width, O> {
    pub(super) states: Group<W, O>,
    /// For each block the number of new states up to its last one.
    ends: Vec<usize>,
    pub(super) n_goals: u64,
    pub(super) first_goal: Option<(usize, u32)>,
    pub(super) counted: usize,
}

/// Block whose new states are to be put into the order in which they were made.
pub(super) struct BlockMerge<W: Width, O, N> {
    pub(super) round: usize,
    pub(super) place: usize,
    pub(super) blocks: Arc<Vec<Block<W, O>>>,
    pub(super) new_states: Arc<Vec<NewStates<W, O>>>,
    /// Index of the first goal state of the round, if it is in this block.
    pub(super) goal: Option<u32>,
    pub(super) merged: Merged<W, N>,
}

/// New states of a block, in order, up to a goal at which the search halts.
#[derive(Debug)]
pub(super) struct Merged<W: Width, N> {
    pub(super) states: States<W>,
    origins: N,
    /// Index among them of the first goal state of the round, if it is there.
    goal: Option<usize>,
    pub(super) counted: usize,
}

/// New states of a round, block by block, which are to be appended to the list, up to a goal at which the search halts.
pub(super) struct Appending<'a, W: Width, L: FoundList<W>> {
    pub(super) list: &'a mut L,
    pub(super) merged: Vec<Merged<W, L::NewOrigins>>,
    /// Bytes by which the list may grow; afterwards those that were not needed.
    pub(super) growth: usize,
    pub(super) goal: Option<usize>,
    pub(super) result: Result<(), OutOfMemory>,
}

pub(super) struct Worker<'a, W: Width, R: LayerRules<W>> {
    rules: &'a R,
    layer: &'a <R::List as FoundList<W>>::Layer,
    stop: &'a Stop,
    space: R::Space,
    counted: usize,
    scratch: Scratch,
    batch: Successors<W, OriginOf<W, R>>,
    /// One bit for each successor of a block: is it new?
    is_new: Vec<u64>,
    /// For each successor of a block the number of its group, if it is new.
    group_of: Vec<u8>,
}

enum Unfinished {
    /// The stop flag was raised: then the layer is not finished.
    Stopped,
    /// The next state has more successors than there is memory for.
    TooLarge,
}

/// Number of expansions after which the stop flag is read: few, since each may prove that many operators are pruned.
const EXPANSIONS_PER_LOOK: usize = 1 << 4;
const WORD: usize = 64;

impl From<OutOfMemory> for Unfinished {
    fn from(_: OutOfMemory) -> Self {
        Self::TooLarge
    }
}

impl<W: Width, O> NewStates<W, O> {
    pub(super) fn new(width: W) -> Self {
        Self { states: Group::new(width), ends: Vec::new(), n_goals: 0, first_goal: None, counted: 0 }
    }

    fn of_block(&self, number: usize) -> Range<usize> {
        let start = number.checked_sub(1).map_or(0, |before| self.ends[before]);
        start..self.ends[number]
    }

    fn clear(&mut self) {
        self.states.clear();
        self.ends.clear();
        (self.n_goals, self.first_goal) = (0, None);
    }
}

impl<W: Width, N: OriginBatch> Merged<W, N> {
    pub(super) fn new(width: W) -> Self {
        Self { states: States::new(width), origins: N::default(), goal: None, counted: 0 }
    }

    fn clear(&mut self) {
        self.states.clear();
        self.origins.clear();
        self.goal = None;
    }

    pub(super) fn bytes(&self) -> usize {
        self.states.capacity_bytes() + self.origins.bytes()
    }
}

impl<'a, W: Width, R: LayerRules<W>> Worker<'a, W, R> {
    pub(super) fn new(
        rules: &'a R,
        layer: &'a <R::List as FoundList<W>>::Layer,
        space_bytes: usize,
        stop: &'a Stop,
    ) -> Self {
        Self {
            rules,
            layer,
            stop,
            space: rules.space(space_bytes),
            counted: 0,
            scratch: rules.basis().compiled.scratch(),
            batch: Successors::new(rules.basis().width),
            is_new: Vec::new(),
            group_of: Vec::new(),
        }
    }

    pub(super) fn run(&mut self, job: &mut Job<'_, W, R::List>) {
        match job {
            Job::Expand(expansion) => {
                let BlockExpansion { parents, n_groups, most_successors, block, .. } = expansion;
                block.begin(parents.clone(), *n_groups);
                self.expand(block, *most_successors);
                expansion.growth = block.growth();
                let bytes = R::space_bytes(&self.space);
                expansion.space_growth = bytes - std::mem::replace(&mut self.counted, bytes);
            }
            Job::LookUp(look_up) => look_up.result = self.look_up(look_up),
            Job::Merge(merge) => self.merge(merge),
            Job::Append(appending) => appending.result = self.append(appending),
        }
    }

    /// Expands a block, or a part of it. The block may have the first successors of a state that is too large for it. They are
    /// found again when all of that state's successors are made.
    fn expand(&mut self, block: &mut Block<W, OriginOf<W, R>>, most_successors: usize) {
        let Self { rules, layer, stop, space, batch, .. } = self;
        let mut n_transitions = 0;
        for number in block.parents.clone() {
            let expanded = rules.expand(layer, number, space, batch, |batch| {
                block.append(batch, *rules);
                if stop.is_raised() {
                    Err(Unfinished::Stopped)
                } else if most_successors < block.n_successors {
                    Err(Unfinished::TooLarge)
                } else {
                    Ok(())
                }
            });
            match expanded {
                Ok(of_state) => n_transitions += of_state,
                Err(Unfinished::Stopped) => break,
                Err(Unfinished::TooLarge) => {
                    block.parents.end = number;
                    break;
                }
            }
            if number % EXPANSIONS_PER_LOOK == 0 && stop.is_raised() {
                break;
            }
        }
        block.transitions = n_transitions;
        block.append(batch, *rules);
    }

    fn look_up(&mut self, look_up: &mut GroupLookUp<W, OriginOf<W, R>>) -> Result<(), OutOfMemory> {
        let Self { rules, scratch, .. } = self;
        let LayerBasis { compiled, keys, .. } = rules.basis();
        // Taken before the job is reported done: the last thread to release the blocks reuses them.
        let blocks = std::mem::take(&mut look_up.blocks);
        let GroupLookUp { group, segments, end, new_states, growth, .. } = look_up;
        new_states.clear();
        let mut budget = MemoryBudget::new(Some(*growth));
        let result = blocks.iter().enumerate().try_for_each(|(number, block)| {
            let Group { states, made } = &block.groups[*group];
            if block.parents.start < *end {
                insert_all(segments, states, keys, &mut budget, |place, _| {
                    let state = states.get(place);
                    new_states.states.push(state, made[place]);
                    if compiled.is_goal(state.as_ref(), scratch) {
                        new_states.n_goals += 1;
                        new_states.first_goal = new_states.first_goal.or(Some((number, made[place].place)));
                    }
                    Ok::<(), OutOfMemory>(())
                })?;
            }
            new_states.ends.push(new_states.states.made.len());
            Ok(())
        });
        *growth = budget.left();
        result
    }

    fn merge(&mut self, merge: &mut BlockMerge<W, OriginOf<W, R>, <R::List as FoundList<W>>::NewOrigins>) {
        let Self { rules, is_new, group_of, .. } = self;
        // Taken before the job is reported done, as in a look-up.
        let (blocks, all_news) = (std::mem::take(&mut merge.blocks), std::mem::take(&mut merge.new_states));
        let BlockMerge { place: number, goal, merged, .. } = merge;
        let block = &blocks[*number];
        merged.clear();
        is_new.clear();
        is_new.resize(block.n_successors.div_ceil(WORD), 0);
        group_of.resize(group_of.len().max(block.n_successors), 0);
        // For each group the indices of the new states that are not in order yet.
        let mut left: Vec<Range<usize>> =
            all_news.iter().map(|new_states| new_states.of_block(*number)).collect();
        for (group, (new_states, left)) in (0..).zip(all_news.iter().zip(&left)) {
            for made in &new_states.states.made[left.clone()] {
                let place = index(made.place);
                is_new[place / WORD] |= 1 << (place % WORD);
                group_of[place] = group;
            }
        }
        let mut parents = block.parents();
        let places = (0..).step_by(WORD).zip(&*is_new);
        for place in places.flat_map(|(first, word)| bits(*word).map(move |bit| first + bit)) {
            let group = usize::from(group_of[place]);
            let (Some(new), Group { states, made }) = (left[group].next(), &all_news[group].states) else {
                continue;
            };
            merged.states.push(states.get(new));
            merged.origins.push(made[new].origin, parents.of(place));
            if *goal == Some(made[new].place) {
                merged.goal = Some(merged.states.len() - 1);
                if rules.basis().at_goal == AtGoal::Halt {
                    break;
                }
            }
        }
    }

    fn append(&mut self, appending: &mut Appending<'_, W, R::List>) -> Result<(), OutOfMemory> {
        let Appending { list, merged, growth, goal, .. } = appending;
        let mut budget = MemoryBudget::new(Some(*growth));
        let at_goal = self.rules.basis().at_goal;
        let result = merged.iter_mut().try_for_each(|merged| {
            if goal.is_some() && at_goal == AtGoal::Halt {
                return Ok(());
            }
            *goal = goal.or(merged.goal.map(|place| list.len() + place));
            list.append(&merged.states, &mut merged.origins, &mut budget)
        });
        *growth = budget.left();
        result
    }
}
