//! The schedule of a layer: the jobs that can be done next, and the results of those that were done.

use std::collections::VecDeque;
use std::ops::Range;
use std::sync::Arc;

use bmcplan_base::stop::{Stop, StopReason};

use super::super::layer::{FoundList, LayerRules, LayerRun, SearchFigures};
use super::super::limits::{AtGoal, Interruption};
use super::super::memory::MemoryBudget;
use super::super::table::{N_SEGMENTS, Segment};
use super::super::width::Width;
use super::block::Block;
use super::worker::{Appending, BlockExpansion, BlockMerge, GroupLookUp, Job, Merged, NewStates};

pub(super) struct Schedule<'a, W: Width, L: FoundList<W>> {
    width: W,
    at_goal: AtGoal,
    stop: &'a Stop,
    budget: &'a mut MemoryBudget,
    figures: &'a mut SearchFigures,
    spare: &'a mut Spare<W, L::Origin, L::NewOrigins>,
    division: Division,
    /// List of states, unless a thread appends to it.
    list: Option<&'a mut L>,
    n_states: usize,
    groups: Vec<SegmentGroup<W>>,
    /// Number of rounds whose new states are in the list, or are being appended.
    n_done: usize,
    rounds: VecDeque<Round<W, L::Origin, L::NewOrigins>>,
    /// Number of the first state that is not expanded here: the end of the layer, or a state that is too large for a block.
    /// Blocks that begin there or after it are discarded.
    expanded_to: usize,
    space_bytes: usize,
    end: Option<Result<(), Interruption>>,
    pub(super) n_waiting: usize,
}

/// Division of a layer into rounds of blocks, and of the table into groups of segments.
#[derive(Debug, Clone)]
pub(super) struct Division {
    pub(super) rest: Range<usize>,
    /// Number of states of a block, and the greatest such number.
    pub(super) n_parents: usize,
    pub(super) most_parents: usize,
    pub(super) n_blocks: usize,
    pub(super) n_groups: usize,
    /// Intended number of successors of the largest block of a round.
    pub(super) n_successors: usize,
    /// Number of successors after which a block ends with the state before.
    pub(super) most_successors: usize,
}

#[derive(Debug)]
pub(super) struct Spare<W: Width, O, N> {
    blocks: Vec<Block<W, O>>,
    new_states: Vec<NewStates<W, O>>,
    merged: Vec<Merged<W, N>>,
}

impl<W: Width, O, N> Default for Spare<W, O, N> {
    fn default() -> Self {
        Self { blocks: Vec::new(), new_states: Vec::new(), merged: Vec::new() }
    }
}

struct SegmentGroup<W: Width> {
    /// `None` while a thread has them.
    segments: Option<Vec<Segment<W>>>,
    /// Number of the round that is looked up in them next.
    next_round: usize,
}

/// Blocks that are looked up together.
enum Round<W: Width, O, N> {
    /// Expanded blocks; the number of those not assigned yet, and of those not done; the number of successors of each segment.
    Expanding { blocks: Vec<Option<Block<W, O>>>, n_left: usize, n_missing: usize, counts: Vec<usize> },
    /// Blocks, the new states of each group, the number of groups that are not done, and the number of successors of each
    /// segment.
    LookingUp {
        blocks: Arc<Vec<Block<W, O>>>,
        new_states: Vec<Option<NewStates<W, O>>>,
        n_missing: usize,
        counts: Vec<usize>,
    },
    /// Blocks and the new states of each group. `goal` is the block and the index of the first goal state. Then the new states
    /// of each block; the number of blocks not assigned yet, and of those not done.
    Merging {
        blocks: Arc<Vec<Block<W, O>>>,
        new_states: Arc<Vec<NewStates<W, O>>>,
        goal: Option<(usize, u32)>,
        merged: Vec<Option<Merged<W, N>>>,
        n_left: usize,
        n_missing: usize,
    },
}

pub(super) enum Next<'a, W: Width, L: FoundList<W>> {
    Do(Job<'a, W, L>),
    Wait,
    /// End: the layer is done, or was interrupted.
    Leave,
}

pub(super) const ROUNDS_AT_ONCE: usize = 4;

impl Division {
    /// Fits the number of states of a block to the largest block of a round, which had `n_parents` states with `n_successors`
    /// successors.
    fn fit(&mut self, n_parents: usize, n_successors: usize) {
        let fitting = n_parents * self.n_successors / n_successors.max(1);
        self.n_parents = fitting.min(2 * self.n_parents).clamp(1, self.most_parents);
    }
}

impl<'a, W: Width, L: FoundList<W>> Schedule<'a, W, L> {
    pub(super) fn new<R: LayerRules<W, List = L>>(
        run: LayerRun<'a, W, R>,
        division: Division,
        spare: &'a mut Spare<W, L::Origin, L::NewOrigins>,
    ) -> Self {
        let LayerRun { rules, list, table, budget, figures, stop, .. } = run;
        let basis = rules.basis();
        let mut segments = std::mem::take(&mut table.segments).into_iter();
        let groups = (0..division.n_groups).map(|_| {
            let segments = segments.by_ref().take(N_SEGMENTS / division.n_groups).collect();
            SegmentGroup { segments: Some(segments), next_round: 0 }
        });
        Self {
            width: basis.width,
            at_goal: basis.at_goal,
            stop,
            budget,
            figures,
            spare,
            groups: groups.collect(),
            n_states: list.len(),
            list: Some(list),
            n_done: 0,
            rounds: VecDeque::new(),
            expanded_to: division.rest.end,
            division,
            space_bytes: 0,
            end: None,
            n_waiting: 0,
        }
    }

    /// Returns the segments, and the number of the first state that is not expanded. After an interruption some segments are
    /// missing, and the table must be discarded.
    pub(super) fn into_end(self) -> (Vec<Segment<W>>, Result<usize, Interruption>) {
        self.budget.give_back(self.space_bytes);
        let segments = self.groups.into_iter().filter_map(|group| group.segments).flatten();
        (segments.collect(), self.end.unwrap_or(Ok(())).map(|()| self.expanded_to))
    }

    /// Returns the number of states, and the greatest number of bytes in use.
    pub(super) fn progress(&self) -> (usize, usize) {
        (self.n_states, self.budget.peak())
    }

    pub(super) fn interrupt(&mut self, interruption: Interruption) {
        self.end.get_or_insert(Err(interruption));
    }

    /// Returns the next job: what was begun first is finished first.
    pub(super) fn next(&mut self) -> Next<'a, W, L> {
        if let Some(reason) = self.stop.reason() {
            self.interrupt(Interruption::Stop(reason));
        }
        if self.end.is_some() {
            return Next::Leave;
        }
        match self.job() {
            Ok(Some(job)) => return Next::Do(job),
            Ok(None) => {}
            Err(interruption) => {
                self.interrupt(interruption);
                return Next::Leave;
            }
        }
        if self.rounds.is_empty() && self.list.is_some() {
            self.end = Some(Ok(()));
            return Next::Leave;
        }
        Next::Wait
    }

    fn job(&mut self) -> Result<Option<Job<'a, W, L>>, Interruption> {
        if let Some(job) = self.appending()? {
            return Ok(Some(job));
        }
        if let Some(job) = self.merge() {
            return Ok(Some(job));
        }
        let look_up = self.look_up()?;
        Ok(look_up.or_else(|| self.expansion()))
    }

    fn appending(&mut self) -> Result<Option<Job<'a, W, L>>, Interruption> {
        let Some(Round::Merging { n_missing: 0, .. }) = self.rounds.front() else { return Ok(None) };
        let Some(list) = self.list.take() else { return Ok(None) };
        let Some(Round::Merging { blocks, new_states, merged, .. }) = self.rounds.pop_front() else {
            return Ok(None);
        };
        self.n_done += 1;
        let blocks = Arc::into_inner(blocks).unwrap_or_default();
        for block in blocks.iter().filter(|block| block.parents.start < self.expanded_to) {
            self.figures.successors += block.n_successors as u64;
            self.figures.transitions += block.transitions;
        }
        self.spare.blocks.extend(blocks);
        self.spare.new_states.extend(Arc::into_inner(new_states).unwrap_or_default());
        let merged: Vec<Merged<W, L::NewOrigins>> = merged.into_iter().flatten().collect();
        let growth = list.growth(merged.iter().map(|merged| merged.states.len()).sum());
        self.budget.take(growth)?;
        Ok(Some(Job::Append(Appending { list, merged, growth, goal: None, result: Ok(()) })))
    }

    fn merge(&mut self) -> Option<Job<'a, W, L>> {
        for (number, round) in (self.n_done..).zip(&mut self.rounds) {
            let Round::Merging { blocks, new_states, goal, n_left, .. } = round else { continue };
            let Some(n_left_then) = n_left.checked_sub(1) else { continue };
            let place = blocks.len() - *n_left;
            *n_left = n_left_then;
            let goal = goal.filter(|(block, _)| *block == place).map(|(_, place)| place);
            let (blocks, new_states) = (blocks.clone(), new_states.clone());
            let merged = self.spare.merged.pop().unwrap_or_else(|| Merged::new(self.width));
            return Some(Job::Merge(BlockMerge { round: number, place, blocks, new_states, goal, merged }));
        }
        None
    }

    fn look_up(&mut self) -> Result<Option<Job<'a, W, L>>, Interruption> {
        for (number, round) in (self.n_done..).zip(&self.rounds) {
            let Round::LookingUp { blocks, counts, .. } = round else { continue };
            let mut groups = self.groups.iter_mut().enumerate();
            let free = groups.find(|(_, group)| group.next_round == number && group.segments.is_some());
            let Some((group, free)) = free else { continue };
            let Some(segments) = free.segments.take() else { continue };
            let counts = &counts[group * segments.len()..];
            let growth = segments.iter().zip(counts).map(|(segment, count)| segment.growth(*count)).sum();
            self.budget.take(growth)?;
            let (blocks, new_states) =
                (blocks.clone(), self.spare.new_states.pop().unwrap_or_else(|| NewStates::new(self.width)));
            let (round, end, result) = (number, self.expanded_to, Ok(()));
            let look_up = GroupLookUp { round, group, segments, blocks, end, new_states, growth, result };
            return Ok(Some(Job::LookUp(look_up)));
        }
        Ok(None)
    }

    /// Returns a block of the last round, or of a new one, to be expanded.
    fn expansion(&mut self) -> Option<Job<'a, W, L>> {
        let Self { division, rounds, .. } = self;
        let Division { rest, n_parents, n_blocks, n_groups, most_successors, .. } = division;
        let is_last_begun = matches!(rounds.back(), Some(Round::Expanding { n_left, .. }) if 0 < *n_left);
        if !is_last_begun {
            let n_left = rest.len().div_ceil(*n_parents).min(*n_blocks);
            if n_left == 0 || rounds.len() == ROUNDS_AT_ONCE {
                return None;
            }
            let blocks = (0..n_left).map(|_| None).collect();
            let counts = vec![0; N_SEGMENTS];
            rounds.push_back(Round::Expanding { blocks, n_left, n_missing: n_left, counts });
        }
        let number = self.n_done + rounds.len() - 1;
        let Some(Round::Expanding { blocks, n_left, .. }) = rounds.back_mut() else { return None };
        let (start, place) = (rest.start, blocks.len() - *n_left);
        *n_left -= 1;
        rest.start = rest.end.min(start + *n_parents);
        Some(Job::Expand(BlockExpansion {
            round: number,
            place,
            parents: start..rest.start,
            n_groups: *n_groups,
            most_successors: *most_successors,
            block: self.spare.blocks.pop().unwrap_or_else(|| Block::new(self.width)),
            growth: 0,
            space_growth: 0,
        }))
    }

    pub(super) fn done(&mut self, job: Job<'a, W, L>) {
        let result = match job {
            Job::Expand(expansion) => self.expanded(expansion),
            Job::LookUp(look_up) => self.looked_up(look_up),
            Job::Merge(merge) => self.merged(merge),
            Job::Append(appending) => self.appended(appending),
        };
        if let Err(interruption) = result {
            self.interrupt(interruption);
        }
    }

    fn expanded(&mut self, expansion: BlockExpansion<W, L::Origin>) -> Result<(), Interruption> {
        let BlockExpansion { round, place, parents, block, growth, space_growth, .. } = expansion;
        self.budget.take(growth)?;
        self.budget.take(space_growth)?;
        self.space_bytes += space_growth;
        if block.parents.end < parents.end {
            self.expanded_to = self.expanded_to.min(block.parents.end);
            self.division.rest.end = self.division.rest.start;
        }
        let round = &mut self.rounds[round - self.n_done];
        let Round::Expanding { blocks, n_missing, counts, .. } = round else { return Ok(()) };
        counts.iter_mut().zip(&block.counts).for_each(|(sum, count)| *sum += count);
        blocks[place] = Some(block);
        *n_missing -= 1;
        if *n_missing == 0 {
            let (blocks, counts) = (std::mem::take(blocks), std::mem::take(counts));
            let blocks: Vec<Block<W, L::Origin>> = blocks.into_iter().flatten().collect();
            if let Some(largest) = blocks.iter().max_by_key(|block| block.n_successors) {
                self.division.fit(largest.parents.len(), largest.n_successors);
            }
            let blocks = Arc::new(blocks);
            let n_missing = self.division.n_groups;
            let new_states = (0..n_missing).map(|_| None).collect();
            *round = Round::LookingUp { blocks, new_states, n_missing, counts };
        }
        Ok(())
    }

    fn looked_up(&mut self, look_up: GroupLookUp<W, L::Origin>) -> Result<(), Interruption> {
        let GroupLookUp { round: number, group, segments, mut new_states, growth, result, .. } = look_up;
        result?;
        let bytes = new_states.states.bytes();
        self.budget.give_back(growth);
        self.budget.take(bytes.saturating_sub(new_states.counted))?;
        new_states.counted = bytes;
        self.figures.goal_states += new_states.n_goals;
        self.groups[group] = SegmentGroup { segments: Some(segments), next_round: number + 1 };
        let round = &mut self.rounds[number - self.n_done];
        let Round::LookingUp { blocks, new_states: all, n_missing, .. } = round else { return Ok(()) };
        all[group] = Some(new_states);
        *n_missing -= 1;
        if *n_missing == 0 {
            let (n_left, blocks) = (blocks.len(), std::mem::take(blocks));
            let new_states: Vec<NewStates<W, L::Origin>> =
                std::mem::take(all).into_iter().flatten().collect();
            let goal = new_states.iter().filter_map(|new_states| new_states.first_goal).min();
            let new_states = Arc::new(new_states);
            let merged = (0..n_left).map(|_| None).collect();
            *round = Round::Merging { blocks, new_states, goal, merged, n_left, n_missing: n_left };
        }
        Ok(())
    }

    fn merged(&mut self, merge: BlockMerge<W, L::Origin, L::NewOrigins>) -> Result<(), Interruption> {
        let BlockMerge { round: number, place, mut merged, .. } = merge;
        let bytes = merged.bytes();
        self.budget.take(bytes.saturating_sub(merged.counted))?;
        merged.counted = bytes;
        if let Round::Merging { merged: all, n_missing, .. } = &mut self.rounds[number - self.n_done] {
            all[place] = Some(merged);
            *n_missing -= 1;
        }
        Ok(())
    }

    fn appended(&mut self, appending: Appending<'a, W, L>) -> Result<(), Interruption> {
        let Appending { list, merged, growth, goal, result } = appending;
        self.budget.give_back(growth);
        self.n_states = list.len();
        self.list = Some(list);
        result?;
        self.spare.merged.extend(merged);
        self.figures.first_goal = self.figures.first_goal.or(goal);
        match goal {
            Some(goal) if self.at_goal == AtGoal::Halt => Err(Interruption::Goal(goal)),
            _ => Ok(()),
        }
    }
}

/// Interruption by a thread that panicked; the panic is propagated when the thread is joined.
pub(super) const PANICKED: Interruption = Interruption::Stop(StopReason::Interrupt);
