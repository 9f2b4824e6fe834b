//! The schedule of a layer: the order in which blocks are expanded, looked up and collected.

use std::collections::VecDeque;
use std::ops::Range;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender};

use super::super::ends::{AtGoal, Interruption};
use super::super::layer::LayerRun;
use super::super::memory::Chunks;
use super::super::table::{N_SEGMENTS, Segment};
use super::block::Block;
use super::worker::{Collected, Collection, Done, Inserted, Insertion, Job, Round, WORD};
use crate::stop::StopReason;

/// The thread that hands jobs out and collects new states.
pub(super) struct Schedule<'a, 'r, const W: usize> {
    run: &'a mut LayerRun<'r, W>,
    /// Blocks at rest.
    idle: &'a mut Vec<Block<W>>,
    jobs: Sender<Job<W>>,
    results: Receiver<Done<W>>,
    rounds: Rounds,
    /// Rounds whose blocks are being expanded.
    expanding: VecDeque<ExpandingRound<W>>,
    /// The place of the first block of these in the queue of blocks.
    first_place: usize,
    /// Segments that were looked up in since the round was.
    inserted: Vec<Inserted<W>>,
    /// The round whose new states are being put into the list, the number of jobs for that, and what was done of these.
    collecting: Option<Arc<Round<W>>>,
    n_collections: usize,
    collected: Vec<Collected<W>>,
}

/// The division of a layer into rounds, and of these into blocks.
pub(super) struct Rounds {
    /// The numbers of the states not yet handed out.
    pub(super) rest: Range<usize>,
    /// The number of states of a block.
    pub(super) n_parents: usize,
    /// The number of blocks of a round.
    pub(super) n_blocks: usize,
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

impl<'a, 'r, const W: usize> Schedule<'a, 'r, W> {
    /// A schedule for threads that wait for jobs.
    pub(super) fn new(
        run: &'a mut LayerRun<'r, W>,
        idle: &'a mut Vec<Block<W>>,
        rounds: Rounds,
        (jobs, results): (Sender<Job<W>>, Receiver<Done<W>>),
    ) -> Self {
        Self {
            run,
            idle,
            jobs,
            results,
            rounds,
            expanding: VecDeque::new(),
            first_place: 0,
            inserted: Vec::new(),
            collecting: None,
            n_collections: 0,
            collected: Vec::new(),
        }
    }

    /// Makes the layer after this one. The table is of no use after an interruption.
    pub(super) fn make(mut self, report: &mut dyn FnMut(usize, usize)) -> Result<(), Interruption> {
        let mut groups = grouped(self.run.table.take_segments(), self.rounds.n_blocks);
        let n_groups = groups.len();
        for _ in 0..ROUNDS_AHEAD {
            self.begin_round();
        }
        while let Some(front) = self.expanding.front() {
            if 0 < front.n_missing {
                self.hear()?;
                continue;
            }
            let Some(expanded) = self.expanding.pop_front() else { break };
            self.first_place += self.rounds.n_blocks;
            let round = Arc::new(Round::of(expanded.blocks.into_iter().flatten()));
            for (_, block) in &round.blocks {
                self.run.figures.successors += block.successors.states.len() as u64;
                self.run.figures.transitions += block.transitions;
            }
            for group in groups.drain(..) {
                self.look_up(group, &round)?;
            }
            self.begin_round();
            while self.inserted.len() < n_groups {
                self.hear()?;
            }
            let mut looked_up = LookedUp { round, news: Vec::new(), n_goals: 0, first_goal: None };
            for inserted in self.inserted.drain(..) {
                inserted.result?;
                groups.push((inserted.first_segment, inserted.segments));
                looked_up.news.push(inserted.news);
                looked_up.n_goals += inserted.n_goals;
                looked_up.first_goal = looked_up.first_goal.into_iter().chain(inserted.first_goal).min();
            }
            let has_goal = looked_up.first_goal.is_some();
            self.finish_collecting()?;
            report(self.run.list.states.len(), self.run.budget.peak());
            self.collect(looked_up)?;
            if let Some(goal) =
                self.run.figures.first_goal.filter(|_| has_goal && self.run.rules.at_goal == AtGoal::Halt)
            {
                self.finish_collecting()?;
                return Err(Interruption::Goal(goal));
            }
        }
        self.finish_collecting()?;
        groups.sort_unstable_by_key(|(first, _)| *first);
        self.run.table.put_segments(groups.into_iter().flat_map(|(_, segments)| segments).collect());
        Ok(())
    }

    /// Hands out the next blocks, if there are states left.
    fn begin_round(&mut self) {
        let Rounds { n_parents, n_blocks, .. } = self.rounds;
        let first = self.first_place + self.expanding.len() * n_blocks;
        let mut blocks = Vec::new();
        while blocks.len() < n_blocks {
            let Range { start, end } = self.rounds.rest;
            if start == end {
                break;
            }
            let mut block = self.idle.pop().unwrap_or_default();
            self.rounds.rest.start = end.min(start + n_parents);
            block.begin(start..self.rounds.rest.start);
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
        self.run.budget.take(growth)?;
        self.send(Job::Insert(Insertion { first_segment, segments, round: round.clone(), growth }));
        Ok(())
    }

    /// Threads end before the schedule does only if they panic, of which they tell.
    fn send(&self, job: Job<W>) {
        let _ = self.jobs.send(job);
    }

    /// Waits for a result.
    fn hear(&mut self) -> Result<(), Interruption> {
        match self.results.recv() {
            Ok(Done::Expanded { place, mut block }) => {
                let bytes = block.bytes();
                self.run.budget.take(bytes.saturating_sub(block.counted))?;
                block.counted = bytes;
                let (place, n_blocks) = (place - self.first_place, self.rounds.n_blocks);
                let round = &mut self.expanding[place / n_blocks];
                round.blocks[place % n_blocks] = Some(block);
                round.n_missing -= 1;
            }
            Ok(Done::Inserted(inserted)) => {
                self.run.budget.give_back(inserted.spare);
                self.inserted.push(inserted);
            }
            Ok(Done::Collected(collected)) => {
                self.run.budget.give_back(collected.spare);
                self.collected.push(collected);
            }
            // The panic is passed on when the threads are joined.
            Ok(Done::Panicked) | Err(_) => return Err(Interruption::Stop(StopReason::Interrupt)),
        }
        self.run.stop.reason().map_or(Ok(()), |reason| Err(Interruption::Stop(reason)))
    }

    /// Hands out the new states of a round, up to a goal at which the search halts, to be put into the list in the order in which they
    /// were made.
    fn collect(&mut self, looked_up: LookedUp<W>) -> Result<(), Interruption> {
        let LookedUp { round, news, n_goals, first_goal } = looked_up;
        let mut is_new = vec![0_u64; round.end.div_ceil(WORD)];
        for position in news.into_iter().flatten() {
            is_new[position / WORD] |= 1 << (position % WORD);
        }
        self.run.figures.goal_states += n_goals;
        if let Some(goal) = first_goal {
            let (word, up_to_goal) = (goal / WORD, u64::MAX >> (WORD - 1 - goal % WORD));
            if self.run.rules.at_goal == AtGoal::Halt {
                is_new[word] &= up_to_goal;
                is_new[word + 1..].fill(0);
            }
            let before: usize = is_new[..word].iter().map(|word| ones(*word)).sum();
            let number = self.run.list.states.len() + before + ones(is_new[word] & up_to_goal) - 1;
            self.run.figures.first_goal = self.run.figures.first_goal.or(Some(number));
        }
        let is_new = Arc::new(is_new);
        let size = Chunks::<[u64; W]>::SIZE.max(COLLECTED);
        let mut states = self.run.list.states.begun();
        let mut room = size - states.len();
        let (mut start, mut n_states) = (None, 0);
        for (word, set) in is_new.iter().enumerate() {
            let (mut n_before, n_in_word) = (0, ones(*set));
            while n_before < n_in_word {
                start = start.or(Some((word, n_before)));
                let n_taken = room.min(n_in_word - n_before);
                (n_before, n_states, room) = (n_before + n_taken, n_states + n_taken, room - n_taken);
                if room == 0 {
                    self.hand_out(&round, &is_new, start.take(), n_states, std::mem::take(&mut states))?;
                    (n_states, room) = (0, size);
                }
            }
        }
        if 0 < n_states {
            self.hand_out(&round, &is_new, start, n_states, states)?;
        }
        self.collecting = Some(round);
        Ok(())
    }

    /// Hands out some new states, to be put after those of a chunk.
    fn hand_out(
        &mut self,
        round: &Arc<Round<W>>,
        is_new: &Arc<Vec<u64>>,
        start: Option<(usize, usize)>,
        n_states: usize,
        states: Chunks<[u64; W]>,
    ) -> Result<(), Interruption> {
        let (round, is_new, start) = (round.clone(), is_new.clone(), start.unwrap_or_default());
        let growth = Chunks::<[u64; W]>::growth(n_states);
        self.run.budget.take(growth)?;
        let number = self.n_collections;
        self.send(Job::Collect(Collection { number, round, is_new, start, n_states, states, growth }));
        self.n_collections += 1;
        Ok(())
    }

    /// Waits until the new states handed out are in the list.
    fn finish_collecting(&mut self) -> Result<(), Interruption> {
        while self.collected.len() < self.n_collections {
            self.hear()?;
        }
        self.n_collections = 0;
        self.collected.sort_unstable_by_key(|collected| collected.number);
        if !self.collected.is_empty() {
            self.run.list.states.drop_begun();
        }
        for mut collected in std::mem::take(&mut self.collected) {
            collected.result?;
            self.run.list.states.append(collected.states);
            self.run.list.origins.append(&mut collected.origins, self.run.budget)?;
        }
        let round = self.collecting.take().and_then(Arc::into_inner);
        let blocks = round.into_iter().flat_map(|round| round.blocks);
        self.idle.extend(blocks.map(|(_, block)| block));
        Ok(())
    }
}

/// The number of states that a thread puts into the list at least, unless there are no more.
const COLLECTED: usize = 1 << 12;

/// The number of bits that are set.
fn ones(word: u64) -> usize {
    usize::try_from(word.count_ones()).unwrap_or(0)
}

/// The segments of the table in about so many groups of neighbours.
fn grouped<const W: usize>(segments: Vec<Segment<W>>, n_groups: usize) -> Vec<SegmentGroup<W>> {
    let size = N_SEGMENTS.div_ceil(n_groups);
    let mut segments = segments.into_iter();
    let groups = (0..N_SEGMENTS).step_by(size).map(|first| (first, segments.by_ref().take(size).collect()));
    groups.collect()
}
