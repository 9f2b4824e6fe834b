//! The schedule of a layer: which pieces of work can be done next, and what became of those that were done.

use std::collections::VecDeque;
use std::ops::Range;
use std::sync::Arc;

use super::super::ends::{AtGoal, Interruption};
use super::super::layer::{LayerRun, SearchFigures};
use super::super::memory::MemoryBudget;
use super::super::state_list::StateList;
use super::super::table::{N_SEGMENTS, Segment};
use super::block::Block;
use super::worker::{Appending, BlockExpansion, BlockMerge, GroupLookUp, Job, Merged, News};
use crate::stop::{Stop, StopReason};

/// The work on a layer, as far as it is done.
pub(super) struct Schedule<'a, const W: usize> {
    at_goal: AtGoal,
    stop: &'a Stop,
    budget: &'a mut MemoryBudget,
    figures: &'a mut SearchFigures,
    spare: &'a mut Spare<W>,
    division: Division,
    /// The list of states, unless a thread appends to it.
    list: Option<&'a mut StateList<W>>,
    /// The number of states, without those that are being appended.
    n_states: usize,
    /// The segments of the table.
    groups: Vec<SegmentGroup<W>>,
    /// The number of rounds whose new states are in the list, or are being appended.
    n_done: usize,
    /// The rounds after these.
    rounds: VecDeque<Round<W>>,
    end: Option<Result<(), Interruption>>,
    /// The number of threads that wait for work.
    pub(super) n_waiting: usize,
}

/// The division of a layer into rounds of blocks, and of the table into groups of segments.
#[derive(Debug, Clone)]
pub(super) struct Division {
    /// The numbers of the states not yet handed out.
    pub(super) rest: Range<usize>,
    /// The number of states of a block.
    pub(super) n_parents: usize,
    /// The number of blocks of a round.
    pub(super) n_blocks: usize,
    /// The number of groups.
    pub(super) n_groups: usize,
}

/// Arrays that have been used, and are used again.
#[derive(Debug, Default)]
pub(super) struct Spare<const W: usize> {
    blocks: Vec<Block<W>>,
    news: Vec<News<W>>,
    merged: Vec<Merged<W>>,
}

/// Neighbouring segments of the table.
struct SegmentGroup<const W: usize> {
    /// `None` while a thread has them.
    segments: Option<Vec<Segment<W>>>,
    /// The number of the round that is looked up in them next.
    next_round: usize,
}

/// Blocks that are looked up together.
enum Round<const W: usize> {
    /// The blocks that are expanded; the number of those not handed out yet, and of those not done; the number of successors of each
    /// segment.
    Expanding { blocks: Vec<Option<Block<W>>>, n_left: usize, n_missing: usize, counts: Vec<usize> },
    /// The blocks, the new states of each group, and the number of groups that are not done; the number of successors of each segment.
    LookingUp { blocks: Arc<Vec<Block<W>>>, news: Vec<Option<News<W>>>, n_missing: usize, counts: Vec<usize> },
    /// The blocks, the new states of each group, the block and the place of the first goal state, the new states of each block, the number
    /// of blocks not handed out yet, and of those not done.
    Merging {
        blocks: Arc<Vec<Block<W>>>,
        news: Arc<Vec<News<W>>>,
        goal: Option<(usize, u32)>,
        merged: Vec<Option<Merged<W>>>,
        n_left: usize,
        n_missing: usize,
    },
}

/// The next thing that a thread is to do.
pub(super) enum Next<'a, const W: usize> {
    Do(Job<'a, W>),
    /// Wait until another thread has done its work.
    Wait,
    /// Leave: the layer is done, or was interrupted.
    Leave,
}

/// The number of rounds in use at a time.
pub(super) const ROUNDS_AT_ONCE: usize = 4;

impl<'a, const W: usize> Schedule<'a, W> {
    /// The schedule of a layer of which nothing is done.
    pub(super) fn new(run: LayerRun<'a, W>, division: Division, spare: &'a mut Spare<W>) -> Self {
        let LayerRun { rules, list, table, budget, figures, stop, .. } = run;
        let mut segments = table.take_segments().into_iter();
        let groups = (0..division.n_groups).map(|_| {
            let segments = segments.by_ref().take(N_SEGMENTS / division.n_groups).collect();
            SegmentGroup { segments: Some(segments), next_round: 0 }
        });
        Self {
            at_goal: rules.at_goal,
            stop,
            budget,
            figures,
            spare,
            groups: groups.collect(),
            division,
            n_states: list.states.len(),
            list: Some(list),
            n_done: 0,
            rounds: VecDeque::new(),
            end: None,
            n_waiting: 0,
        }
    }

    /// The segments, and the end. After an interruption some are missing, and the table is of no use.
    pub(super) fn into_end(self) -> (Vec<Segment<W>>, Result<(), Interruption>) {
        let segments = self.groups.into_iter().filter_map(|group| group.segments).flatten();
        (segments.collect(), self.end.unwrap_or(Ok(())))
    }

    /// The number of states, and the greatest number of bytes in use.
    pub(super) fn progress(&self) -> (usize, usize) {
        (self.n_states, self.budget.peak())
    }

    /// Ends the work.
    pub(super) fn interrupt(&mut self, interruption: Interruption) {
        self.end.get_or_insert(Err(interruption));
    }

    /// The next piece of work: what was begun first is finished first.
    pub(super) fn next(&mut self) -> Next<'a, W> {
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

    fn job(&mut self) -> Result<Option<Job<'a, W>>, Interruption> {
        if let Some(job) = self.appending()? {
            return Ok(Some(job));
        }
        if let Some(job) = self.merge() {
            return Ok(Some(job));
        }
        let look_up = self.look_up()?;
        Ok(look_up.or_else(|| self.expansion()))
    }

    /// The first round, if its new states can be appended to the list.
    fn appending(&mut self) -> Result<Option<Job<'a, W>>, Interruption> {
        let Some(Round::Merging { n_missing: 0, .. }) = self.rounds.front() else { return Ok(None) };
        let Some(list) = self.list.take() else { return Ok(None) };
        let Some(Round::Merging { blocks, news, merged, .. }) = self.rounds.pop_front() else {
            return Ok(None);
        };
        self.n_done += 1;
        self.spare.blocks.extend(Arc::into_inner(blocks).unwrap_or_default());
        self.spare.news.extend(Arc::into_inner(news).unwrap_or_default());
        let merged: Vec<Merged<W>> = merged.into_iter().flatten().collect();
        let growth = list.growth(merged.iter().map(|merged| merged.states.len()).sum());
        self.budget.take(growth)?;
        Ok(Some(Job::Append(Appending { list, merged, growth, goal: None, result: Ok(()) })))
    }

    /// A block of a round that was looked up.
    fn merge(&mut self) -> Option<Job<'a, W>> {
        for (number, round) in (self.n_done..).zip(&mut self.rounds) {
            let Round::Merging { blocks, news, goal, n_left, .. } = round else { continue };
            let Some(n_left_then) = n_left.checked_sub(1) else { continue };
            let place = blocks.len() - *n_left;
            *n_left = n_left_then;
            let goal = goal.filter(|(block, _)| *block == place).map(|(_, place)| place);
            let (blocks, news) = (blocks.clone(), news.clone());
            let merged = self.spare.merged.pop().unwrap_or_default();
            return Some(Job::Merge(BlockMerge { round: number, place, blocks, news, goal, merged }));
        }
        None
    }

    /// A group of segments in which a round can be looked up.
    fn look_up(&mut self) -> Result<Option<Job<'a, W>>, Interruption> {
        for (number, round) in (self.n_done..).zip(&self.rounds) {
            let Round::LookingUp { blocks, counts, .. } = round else { continue };
            let mut groups = self.groups.iter_mut().enumerate();
            let free = groups.find(|(_, group)| group.next_round == number && group.segments.is_some());
            let Some((group, free)) = free else { continue };
            let Some(segments) = free.segments.take() else { continue };
            let counts = &counts[group * segments.len()..];
            let growth = segments.iter().zip(counts).map(|(segment, count)| segment.growth(*count)).sum();
            self.budget.take(growth)?;
            let (blocks, news) = (blocks.clone(), self.spare.news.pop().unwrap_or_default());
            let look_up =
                GroupLookUp { round: number, group, segments, blocks, news, growth, result: Ok(()) };
            return Ok(Some(Job::LookUp(look_up)));
        }
        Ok(None)
    }

    /// A block of the last round, or of a new one.
    fn expansion(&mut self) -> Option<Job<'a, W>> {
        let Self { division: Division { rest, n_parents, n_blocks, n_groups }, rounds, .. } = self;
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
        let (parents, n_groups) = (start..rest.start, *n_groups);
        let block = self.spare.blocks.pop().unwrap_or_default();
        Some(Job::Expand(BlockExpansion { round: number, place, parents, n_groups, block, growth: 0 }))
    }

    /// Hears that a piece of work was done.
    pub(super) fn done(&mut self, job: Job<'a, W>) {
        let heard = match job {
            Job::Expand(expansion) => self.expanded(expansion),
            Job::LookUp(look_up) => self.looked_up(look_up),
            Job::Merge(merge) => self.merged(merge),
            Job::Append(appending) => self.appended(appending),
        };
        if let Err(interruption) = heard {
            self.interrupt(interruption);
        }
    }

    fn expanded(&mut self, expansion: BlockExpansion<W>) -> Result<(), Interruption> {
        let BlockExpansion { round, place, block, growth, .. } = expansion;
        self.budget.take(growth)?;
        self.figures.successors += block.n_successors as u64;
        self.figures.transitions += block.transitions;
        let round = &mut self.rounds[round - self.n_done];
        let Round::Expanding { blocks, n_missing, counts, .. } = round else { return Ok(()) };
        counts.iter_mut().zip(&block.counts).for_each(|(sum, count)| *sum += count);
        blocks[place] = Some(block);
        *n_missing -= 1;
        if *n_missing == 0 {
            let (blocks, counts) = (std::mem::take(blocks), std::mem::take(counts));
            let blocks = Arc::new(blocks.into_iter().flatten().collect());
            let n_missing = self.division.n_groups;
            let news = (0..n_missing).map(|_| None).collect();
            *round = Round::LookingUp { blocks, news, n_missing, counts };
        }
        Ok(())
    }

    fn looked_up(&mut self, look_up: GroupLookUp<W>) -> Result<(), Interruption> {
        let GroupLookUp { round: number, group, segments, mut news, growth, result, .. } = look_up;
        result?;
        let bytes = news.states.bytes();
        self.budget.give_back(growth);
        self.budget.take(bytes.saturating_sub(news.counted))?;
        news.counted = bytes;
        self.figures.goal_states += news.n_goals;
        self.groups[group] = SegmentGroup { segments: Some(segments), next_round: number + 1 };
        let round = &mut self.rounds[number - self.n_done];
        let Round::LookingUp { blocks, news: all, n_missing, .. } = round else { return Ok(()) };
        all[group] = Some(news);
        *n_missing -= 1;
        if *n_missing == 0 {
            let (n_left, blocks) = (blocks.len(), std::mem::take(blocks));
            let news: Vec<News<W>> = std::mem::take(all).into_iter().flatten().collect();
            let goal = news.iter().filter_map(|news| news.first_goal).min();
            let news = Arc::new(news);
            let merged = (0..n_left).map(|_| None).collect();
            *round = Round::Merging { blocks, news, goal, merged, n_left, n_missing: n_left };
        }
        Ok(())
    }

    fn merged(&mut self, merge: BlockMerge<W>) -> Result<(), Interruption> {
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

    fn appended(&mut self, appending: Appending<'a, W>) -> Result<(), Interruption> {
        let Appending { list, merged, growth, goal, result } = appending;
        self.budget.give_back(growth);
        self.n_states = list.states.len();
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

/// The interruption by a thread that panicked; the panic is passed on when the thread is joined.
pub(super) const PANICKED: Interruption = Interruption::Stop(StopReason::Interrupt);
