//! The timeline of fluents that are functions of time: those that hold at each time until all repeats, and the times at
//! which conditions over them change.
//!
//! From one time to the next only conditions are looked at of which a part has changed, so the work is in proportion
//! to the number of changes: a counter of n steps takes n times as long as one step, however many conditions there are.

use std::cmp::Reverse;
use std::collections::{BTreeSet, BinaryHeap, HashMap};
use std::ops::Range;

use super::GroundError;
use super::conditions::CondNode;
use super::limits::Meter;
use super::model::{ClockModel, GameModel};
use super::timed::TimedFluents;

/// Clocks that run longer than this are left in the state.
const MAX_VALUES: usize = 100_000;
/// As are clocks with more changes of conditions than this.
const MAX_CHANGES: usize = 1 << 28;

/// See the module.
pub(super) struct Timeline {
    pub(super) clock: ClockModel,
    /// For each condition the times at which it is not what it was before. Before time 0 everything is false.
    changes: Vec<Vec<u32>>,
}

impl Timeline {
    /// Plays the fluents alone until their state repeats; `None` if that takes too long.
    pub(super) fn of(
        timed: &TimedFluents,
        model: &GameModel,
        meter: &mut Meter<'_>,
    ) -> Result<Option<Self>, GroundError> {
        let mut replay = Replay::new(timed, model, meter)?;
        let mut times: HashMap<Vec<usize>, usize> = HashMap::new();
        let mut values: Vec<Vec<usize>> = Vec::new();
        loop {
            let now: Vec<usize> = replay.now.iter().copied().collect();
            if let Some(loop_to) = times.get(&now) {
                let clock = ClockModel { values, loop_to: *loop_to };
                return Ok(Some(Self { clock, changes: replay.changes }));
            }
            if MAX_VALUES <= values.len() || MAX_CHANGES <= replay.n_changes {
                return Ok(None);
            }
            replay.settle(values.len(), meter)?;
            times.insert(now.clone(), values.len());
            values.push(now);
            replay.step();
        }
    }

    /// The times at which a condition holds, or those at which it fails, as ranges.
    pub(super) fn times(&self, node: usize, holds: bool) -> impl Iterator<Item = Range<usize>> + Clone {
        let changes = self.changes[node].iter().map(|time| *time as usize);
        let starts = std::iter::once(0).chain(changes.clone());
        let ends = changes.chain([self.clock.values.len()]);
        starts.zip(ends).map(|(start, end)| start..end).skip(usize::from(holds)).step_by(2)
    }

    /// At how many times a condition holds.
    pub(super) fn n_true(&self, node: usize) -> usize {
        self.times(node, true).map(|times| times.len()).sum()
    }
}

/// The values of conditions at one time, kept up to date.
struct Replay<'m> {
    nodes: &'m [CondNode],
    /// Where each condition is mentioned: the disjunction, the number of the body there, and whether it is to hold.
    uses: Vec<Vec<(usize, usize, bool)>>,
    /// For each body of each disjunction how many of its literals are false.
    n_false: Vec<Vec<usize>>,
    /// For each disjunction how many of its bodies are true.
    n_true: Vec<usize>,
    is_true: Vec<bool>,
    /// Conditions to look at again, each after those that it mentions.
    waiting: BinaryHeap<Reverse<usize>>,
    /// The fluents that hold now.
    now: BTreeSet<usize>,
    /// Those that will be different at the next time.
    differing: BTreeSet<usize>,
    /// The node of each fluent, and for each node the fluents that hold next if it does, or does not.
    leaves: HashMap<usize, usize>,
    readers: HashMap<usize, Vec<usize>>,
    changes: Vec<Vec<u32>>,
    n_changes: usize,
}

impl<'m> Replay<'m> {
    /// Everything is false, and all conditions are to be looked at.
    fn new(timed: &TimedFluents, model: &'m GameModel, meter: &mut Meter<'_>) -> Result<Self, GroundError> {
        let nodes = model.formulas.nodes();
        let initial = timed.fluents.iter().map(|(fluent, _)| *fluent);
        let mut replay = Self {
            nodes,
            uses: vec![Vec::new(); nodes.len()],
            n_false: vec![Vec::new(); nodes.len()],
            n_true: vec![0; nodes.len()],
            is_true: vec![false; nodes.len()],
            waiting: (0..nodes.len()).filter(|node| timed.nodes[*node]).map(Reverse).collect(),
            now: initial.filter(|fluent| model.initial[*fluent]).collect(),
            differing: BTreeSet::new(),
            leaves: HashMap::new(),
            readers: HashMap::new(),
            changes: vec![Vec::new(); nodes.len()],
            n_changes: 0,
        };
        for (number, node) in nodes.iter().enumerate().filter(|(number, _)| timed.nodes[*number]) {
            meter.tick(0)?;
            match node {
                CondNode::True => {}
                CondNode::Leaf(fluent) => {
                    replay.leaves.insert(*fluent, number);
                }
                CondNode::Or(bodies) => {
                    for (place, body) in bodies.iter().enumerate() {
                        for lit in body {
                            replay.uses[lit.node()].push((number, place, lit.is_positive()));
                        }
                        let n_false = body.iter().filter(|lit| lit.is_positive()).count();
                        replay.n_false[number].push(n_false);
                        replay.n_true[number] += usize::from(n_false == 0);
                    }
                }
            }
        }
        for (fluent, lit) in &timed.fluents {
            replay.readers.entry(lit.node()).or_default().push(*fluent);
            if replay.now.contains(fluent) == lit.is_positive() {
                replay.differing.insert(*fluent);
            }
        }
        Ok(replay)
    }

    /// Brings all conditions up to date.
    fn settle(&mut self, time: usize, meter: &mut Meter<'_>) -> Result<(), GroundError> {
        while let Some(Reverse(number)) = self.waiting.pop() {
            meter.tick(size_of::<u32>() * self.n_changes)?;
            let value = match &self.nodes[number] {
                CondNode::True => true,
                CondNode::Leaf(fluent) => self.now.contains(fluent),
                CondNode::Or(_) => 0 < self.n_true[number],
            };
            if std::mem::replace(&mut self.is_true[number], value) == value {
                continue;
            }
            self.changes[number].push(u32::try_from(time).unwrap_or(u32::MAX));
            self.n_changes += 1;
            for (user, body, positive) in &self.uses[number] {
                meter.tick(0)?;
                let n_false = &mut self.n_false[*user][*body];
                if *positive == value {
                    *n_false -= 1;
                    self.n_true[*user] += usize::from(*n_false == 0);
                } else {
                    self.n_true[*user] -= usize::from(*n_false == 0);
                    *n_false += 1;
                }
                self.waiting.push(Reverse(*user));
            }
            for fluent in self.readers.get(&number).into_iter().flatten() {
                if !self.differing.remove(fluent) {
                    self.differing.insert(*fluent);
                }
            }
        }
        Ok(())
    }

    /// On to the next time. A fluent whose value changes differs afterwards unless the condition for it changes, too.
    fn step(&mut self) {
        for fluent in std::mem::take(&mut self.differing) {
            if !self.now.remove(&fluent) {
                self.now.insert(fluent);
            }
            self.waiting.extend(self.leaves.get(&fluent).copied().map(Reverse));
        }
    }
}
