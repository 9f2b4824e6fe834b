//! The schedule of a layer: the order in which blocks are expanded, looked up and collected.

use std::collections::VecDeque;
use std::ops::Range;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender};

use super::super::ends::{AtGoal, Interruption};
use super::super::memory::MemoryBudget;
use super::super::operator_set::bits;
use super::super::state_list::StateList;
use super::super::successors::SuccessorRules;
use super::super::table::{N_SEGMENTS, Segment, StateTable};
use super::block::Block;
use super::worker::{Done, Inserted, Insertion, Job, Round};
use crate::stop::{Stop, StopReason};

/// The thread that hands jobs out and collects new states.
pub(super) struct Schedule<'a, const W: usize> {
    rules: &'a SuccessorRules<'a, W>,
    list: &'a mut StateList<W>,
    budget: &'a mut MemoryBudget,
    stop: &'a Stop,
    /// Blocks at rest.
    idle: &'a mut Vec<Block<W>>,
    jobs: Sender<Job<W>>,
    results: Receiver<Done<W>>,
    /// Rounds whose blocks are being expanded.
    expanding: VecDeque<ExpandingRound<W>>,
    /// The place of the first block of these in the queue of blocks.
    first_place: usize,
    /// Segments that were looked up in since the round was.
    inserted: Vec<Inserted<W>>,
    pub(super) figures: LayerFigures,
}

/// The numbers that a layer adds to those of the search.
#[derive(Debug, Clone, Copy, Default)]
pub(in super::super) struct LayerFigures {
    /// The number of successors, new or not.
    pub(in super::super) successors: u64,
    pub(in super::super) transitions: u64,
    pub(in super::super) goal_states: u64,
    /// The number of the first goal state.
    pub(in super::super) first_goal: Option<usize>,
}

/// The blocks of a round, as far as they are expanded.
struct ExpandingRound<const W: usize> {
    blocks: Vec<Option<Block<W>>>,
    n_missing: usize,
}

/// A round that was looked up.
struct LookedUp<const W: usize> {
    round: Arc<Round<W>>,
    /// The positions of the new states, by segments.
    news: Vec<Vec<usize>>,
    n_goals: u64,
    first_goal: Option<usize>,
}

/// Segments of the table, with the number of the first of them.
type SegmentGroup<const W: usize> = (usize, Vec<Segment<W>>);

/// The number of rounds that are begun before the first of them is looked up.
const ROUNDS_AHEAD: usize = 2;

impl<'a, const W: usize> Schedule<'a, W> {
    /// A schedule for threads that wait for jobs.
    pub(super) fn new(
        rules: &'a SuccessorRules<'a, W>,
        list: &'a mut StateList<W>,
        budget: &'a mut MemoryBudget,
        stop: &'a Stop,
        idle: &'a mut Vec<Block<W>>,
        (jobs, results): (Sender<Job<W>>, Receiver<Done<W>>),
    ) -> Self {
        let (expanding, inserted, figures) = (VecDeque::new(), Vec::new(), LayerFigures::default());
        Self { rules, list, budget, stop, idle, jobs, results, expanding, first_place: 0, inserted, figures }
    }

    /// Makes the layer after this one, in rounds of so many blocks of so many states. The table is of no use after an interruption.
    pub(super) fn run(
        &mut self,
        table: &mut StateTable<W>,
        layer: &Range<usize>,
        (n_parents, n_blocks): (usize, usize),
        report: &mut dyn FnMut(usize, usize),
    ) -> Result<(), Interruption> {
        let mut groups = grouped(table.take_segments(), n_blocks);
        let n_groups = groups.len();
        let mut rest = layer.clone();
        for _ in 0..ROUNDS_AHEAD {
            self.begin_round(&mut rest, n_parents, n_blocks);
        }
        let mut looked_up: Option<LookedUp<W>> = None;
        while let Some(front) = self.expanding.front() {
            if 0 < front.n_missing {
                self.hear(n_blocks)?;
                continue;
            }
            let Some(expanded) = self.expanding.pop_front() else { break };
            self.first_place += n_blocks;
            let round = Arc::new(Round::of(expanded.blocks.into_iter().flatten()));
            for group in groups.drain(..) {
                self.look_up(group, &round)?;
            }
            self.begin_round(&mut rest, n_parents, n_blocks);
            if let Some(previous) = looked_up.take() {
                self.collect(previous)?;
                report(self.list.states.len(), self.budget.peak());
            }
            while self.inserted.len() < n_groups {
                self.hear(n_blocks)?;
            }
            let mut now = LookedUp { round, news: Vec::new(), n_goals: 0, first_goal: None };
            for inserted in self.inserted.drain(..) {
                inserted.result?;
                groups.push((inserted.first_segment, inserted.segments));
                now.news.push(inserted.news);
                now.n_goals += inserted.n_goals;
                now.first_goal = now.first_goal.into_iter().chain(inserted.first_goal).min();
            }
            if now.first_goal.is_some() && self.rules.at_goal == AtGoal::Halt {
                return self.collect(now);
            }
            looked_up = Some(now);
        }
        if let Some(last) = looked_up {
            self.collect(last)?;
        }
        groups.sort_unstable_by_key(|(first, _)| *first);
        table.put_segments(groups.into_iter().flat_map(|(_, segments)| segments).collect());
        Ok(())
    }

    /// Hands out the next blocks, if there are states left.
    fn begin_round(&mut self, rest: &mut Range<usize>, n_parents: usize, n_blocks: usize) {
        let first = self.first_place + self.expanding.len() * n_blocks;
        let mut blocks = Vec::new();
        while !rest.is_empty() && blocks.len() < n_blocks {
            let end = rest.end.min(rest.start + n_parents);
            let mut block = self.idle.pop().unwrap_or_default();
            block.begin(rest.start..end);
            rest.start = end;
            self.send(Job::Expand { place: first + blocks.len(), block });
            blocks.push(None);
        }
        if !blocks.is_empty() {
            self.expanding.push_back(ExpandingRound { n_missing: blocks.len(), blocks });
        }
    }

    /// Hands segments out, in which the successors of a round are to be looked up.
    fn look_up(&mut self, group: SegmentGroup<W>, round: &Arc<Round<W>>) -> Result<(), Interruption> {
        let (first_segment, segments) = group;
        let n_states =
            |segment| round.blocks.iter().map(|(_, block)| block.of_segment(segment).0.len()).sum();
        let growth =
            (first_segment..).zip(&segments).map(|(number, segment)| segment.growth(n_states(number)));
        let growth = growth.sum();
        self.budget.take(growth)?;
        self.send(Job::Insert(Insertion { first_segment, segments, round: round.clone(), growth }));
        Ok(())
    }

    /// Threads end before the schedule does only if they panic, of which they tell.
    fn send(&self, job: Job<W>) {
        let _ = self.jobs.send(job);
    }

    /// Waits for a result.
    fn hear(&mut self, n_blocks: usize) -> Result<(), Interruption> {
        match self.results.recv() {
            Ok(Done::Expanded { place, mut block }) => {
                let bytes = block.bytes();
                self.budget.take(bytes.saturating_sub(block.counted))?;
                block.counted = bytes;
                let place = place - self.first_place;
                let round = &mut self.expanding[place / n_blocks];
                round.blocks[place % n_blocks] = Some(block);
                round.n_missing -= 1;
            }
            Ok(Done::Inserted(inserted)) => {
                self.budget.give_back(inserted.spare);
                self.inserted.push(inserted);
            }
            // The panic is passed on when the threads are joined.
            Ok(Done::Panicked) | Err(_) => return Err(Interruption::Stop(StopReason::Interrupt)),
        }
        self.stop.reason().map_or(Ok(()), |reason| Err(Interruption::Stop(reason)))
    }

    /// Appends the new states of a round to the list, in the order in which they were made, up to a goal at which the search halts.
    fn collect(&mut self, looked_up: LookedUp<W>) -> Result<(), Interruption> {
        let LookedUp { round, news, n_goals, first_goal } = looked_up;
        let mut is_new = vec![0_u64; round.end.div_ceil(WORD)];
        for position in news.into_iter().flatten() {
            is_new[position / WORD] |= 1 << (position % WORD);
        }
        self.figures.goal_states += n_goals;
        for (first, block) in &round.blocks {
            let n_successors = block.successors.states.len();
            self.figures.successors += n_successors as u64;
            self.figures.transitions += block.transitions;
            let words = first / WORD..(first + n_successors).div_ceil(WORD);
            for (word, set) in words.clone().zip(&is_new[words]) {
                for position in bits(*set).map(|bit| word * WORD + bit) {
                    self.list.push(&block.successors, position - first, self.budget)?;
                    if Some(position) == first_goal {
                        let number = self.list.states.len() - 1;
                        self.figures.first_goal = self.figures.first_goal.or(Some(number));
                        if self.rules.at_goal == AtGoal::Halt {
                            return Err(Interruption::Goal(number));
                        }
                    }
                }
            }
        }
        let blocks = Arc::into_inner(round).map(|round| round.blocks);
        self.idle.extend(blocks.into_iter().flatten().map(|(_, block)| block));
        Ok(())
    }
}

/// The number of positions in a word.
const WORD: usize = u64::BITS as usize;

/// The segments of the table in about so many groups of neighbours.
fn grouped<const W: usize>(segments: Vec<Segment<W>>, n_groups: usize) -> Vec<SegmentGroup<W>> {
    let size = N_SEGMENTS.div_ceil(n_groups);
    let mut segments = segments.into_iter();
    let groups = (0..N_SEGMENTS).step_by(size).map(|first| (first, segments.by_ref().take(size).collect()));
    groups.collect()
}
