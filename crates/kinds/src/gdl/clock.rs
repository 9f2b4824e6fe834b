//! The clock: fluents that are functions of time, such as step counters, and fluents that never change.
//!
//! They are [found](TimedFluents), and [simulated alone](Timeline) until they repeat. Then a variable for the time replaces
//! them.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashMap};
use std::ops::Range;

use bmcplan_base::ordered::Set;

use super::conditions::{CondLit, CondNode, Formulas};
use super::limits::{GroundError, Meter};
use super::model::{ClockModel, FluentRole, GameModel};

/// Finds the fluents that are functions of time, and replaces them by the clock or constants.
pub(super) fn find_clock(mut model: GameModel, meter: &mut Meter<'_>) -> Result<GameModel, GroundError> {
    while model.clock.is_none() {
        let timed = TimedFluents::of(&model, meter)?;
        if timed.fluents.is_empty() {
            break;
        }
        let Some(timeline) = Timeline::of(&timed, &model, meter)? else { break };
        let n_open = model.roles.iter().filter(|role| **role == FluentRole::State).count();
        model = replace(model, &timed, timeline, meter)?;
        if n_open == model.roles.iter().filter(|role| **role == FluentRole::State).count() {
            break;
        }
    }
    Ok(model)
}

fn replace(
    model: GameModel,
    timed: &TimedFluents,
    timeline: Timeline,
    meter: &mut Meter<'_>,
) -> Result<GameModel, GroundError> {
    let (n_fluents, n_values) = (model.fluents.len(), timeline.clock.values.len());
    // Fluents that differ only at the start stay in the state: such a clock would carry less information.
    let is_clock = (n_values, timeline.clock.loop_to) != (2, 1);
    let is_constant = |node: usize| [0, n_values].contains(&timeline.n_true(node));
    let mut formulas = Formulas::default();
    let mut lits = Vec::with_capacity(timed.nodes.len());
    for (number, node) in model.formulas.nodes().iter().enumerate() {
        meter.tick(formulas.bytes())?;
        lits.push(match node {
            _ if timed.nodes[number] && (is_clock || is_constant(number)) => {
                at_times(&timeline, number, n_fluents, &mut formulas)
            }
            CondNode::True => CondLit::TRUE,
            CondNode::Leaf(leaf) => formulas.leaf(*leaf),
            CondNode::Or(bodies) => {
                formulas.or(bodies.iter().map(|body| body.iter().map(|lit| renamed(*lit, &lits)).collect()))
            }
        });
    }
    let mut model = model.renamed(formulas, &|lit| renamed(lit, &lits));
    let mut n_true = vec![0; n_fluents];
    timeline.clock.values.iter().flatten().for_each(|fluent| n_true[*fluent] += 1);
    for (fluent, _) in &timed.fluents {
        model.roles[*fluent] = match n_true[*fluent] {
            0 => FluentRole::Constant(false),
            n if n == n_values => FluentRole::Constant(true),
            _ if is_clock => FluentRole::Clock,
            _ => FluentRole::State,
        };
    }
    if is_clock && 1 < n_values {
        model.clock = Some(timeline.clock);
    }
    Ok(model)
}

fn renamed(lit: CondLit, lits: &[CondLit]) -> CondLit {
    lits[lit.node()].signed(lit.is_positive())
}

/// Returns the condition that `node` holds at the clock's value: a disjunction over the times at which it holds, or does not,
/// whichever are fewer.
fn at_times(timeline: &Timeline, node: usize, first_leaf: usize, formulas: &mut Formulas) -> CondLit {
    let n_true = timeline.n_true(node);
    match (n_true, timeline.clock.values.len() - n_true) {
        (0, _) => CondLit::FALSE,
        (_, 0) => CondLit::TRUE,
        (n_true, n_false) => {
            let holds = n_true <= n_false;
            let leaves: Vec<CondLit> =
                timeline.times(node, holds).flatten().map(|time| formulas.leaf(first_leaf + time)).collect();
            formulas.or(leaves.into_iter().map(|leaf| vec![leaf])).signed(holds)
        }
    }
}

/// Fluents that are functions of time: the greatest set whose next values are the same under every move and depend only on
/// fluents of the set.
struct TimedFluents {
    /// Fluents and their conditions to hold next; sorted.
    fluents: Vec<(usize, CondLit)>,
    /// For each condition: true if it depends only on such fluents.
    nodes: Vec<bool>,
}

impl TimedFluents {
    /// Removes the fluents that depend on moves, and all that depend on them.
    fn of(model: &GameModel, meter: &mut Meter<'_>) -> Result<Self, GroundError> {
        let mut next = uniform_next(model);
        for (fluent, role) in model.roles.iter().enumerate() {
            if *role != FluentRole::State {
                next[fluent] = None;
            }
        }
        let n_nodes = model.formulas.nodes().len();
        // Dependents of each node: conditions that mention it, and fluents that hold next if it holds.
        let mut users: Vec<Vec<usize>> = vec![Vec::new(); n_nodes];
        let mut readers: Vec<Vec<usize>> = vec![Vec::new(); n_nodes];
        let mut leaves = vec![None; next.len()];
        let mut is_timed = vec![true; n_nodes];
        let mut waiting = Vec::new();
        for (number, node) in model.formulas.nodes().iter().enumerate() {
            meter.tick(0)?;
            match node {
                CondNode::True => {}
                CondNode::Leaf(fluent) if next.get(*fluent).is_some_and(Option::is_some) => {
                    leaves[*fluent] = Some(number);
                }
                CondNode::Leaf(_) => waiting.push(number),
                CondNode::Or(bodies) => {
                    bodies.iter().flatten().for_each(|lit| users[lit.node()].push(number))
                }
            }
        }
        for (fluent, lit) in next.iter().enumerate() {
            lit.iter().for_each(|lit| readers[lit.node()].push(fluent));
        }
        while let Some(node) = waiting.pop() {
            meter.tick(0)?;
            if !std::mem::replace(&mut is_timed[node], false) {
                continue;
            }
            waiting.append(&mut users[node]);
            for fluent in readers[node].drain(..) {
                next[fluent] = None;
                waiting.extend(leaves[fluent]);
            }
        }
        let fluents = next.iter().enumerate().filter_map(|(fluent, lit)| Some((fluent, (*lit)?)));
        Ok(Self { fluents: fluents.collect(), nodes: is_timed })
    }
}

/// Returns for each fluent the condition to hold next, if it is the same under every move.
fn uniform_next(model: &GameModel) -> Vec<Option<CondLit>> {
    let mut seen: Vec<Vec<CondLit>> = vec![Vec::new(); model.next.len()];
    let mut n_changes = vec![0; model.next.len()];
    for (fluent, lit) in model.moves.iter().flat_map(|a_move| &a_move.changes) {
        n_changes[*fluent] += 1;
        if !seen[*fluent].contains(lit) && seen[*fluent].len() < 2 {
            seen[*fluent].push(*lit);
        }
    }
    let uniform = |(fluent, seen): (usize, Vec<CondLit>)| match seen.as_slice() {
        [] => Some(model.next[fluent]),
        [only] if n_changes[fluent] == model.moves.len() => Some(*only),
        _ => None,
    };
    seen.into_iter().enumerate().map(uniform).collect()
}

/// Greatest number of values of a clock; a longer clock stays in the state.
const MAX_VALUES: usize = 100_000;
/// Greatest number of changes of conditions; a clock with more stays in the state.
const MAX_CHANGES: usize = 1 << 28;

/// The fluents that hold at each time until all repeats, and the times at which conditions over them change.
///
/// Each time evaluates only conditions of which a part has changed, so the work is proportional to the number of changes. A
/// counter of n steps takes n times as long as one step, however many conditions there are.
struct Timeline {
    clock: ClockModel,
    /// For each condition the times at which its value changes. Before time 0 everything is false.
    changes: Vec<Vec<u32>>,
}

impl Timeline {
    /// Simulates the fluents alone until their state repeats; `None` if that exceeds a limit.
    fn of(
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

    /// Returns the times at which a condition has the value `holds`, as ranges.
    fn times(&self, node: usize, holds: bool) -> impl Iterator<Item = Range<usize>> + Clone {
        let changes = self.changes[node].iter().map(|time| *time as usize);
        let starts = std::iter::once(0).chain(changes.clone());
        let ends = changes.chain([self.clock.values.len()]);
        starts.zip(ends).map(|(start, end)| start..end).skip(usize::from(holds)).step_by(2)
    }

    /// Returns the number of times at which a condition holds.
    fn n_true(&self, node: usize) -> usize {
        self.times(node, true).map(|times| times.len()).sum()
    }
}

/// Values of conditions at one time, updated incrementally.
struct Replay<'m> {
    nodes: &'m [CondNode],
    /// Occurrences of each condition: disjunction, number of the body there, sign.
    uses: Vec<Vec<(usize, usize, bool)>>,
    /// Number of false literals of each body of each disjunction.
    n_false: Vec<Vec<usize>>,
    /// Number of true bodies of each disjunction.
    n_true: Vec<usize>,
    is_true: Vec<bool>,
    /// Conditions to evaluate again, each after the conditions that it mentions.
    waiting: BinaryHeap<Reverse<usize>>,
    now: Set<usize>,
    /// Fluents whose value changes at the next time.
    differing: Set<usize>,
    /// Node of each fluent, and for each node the fluents whose next value it determines.
    leaves: HashMap<usize, usize>,
    readers: HashMap<usize, Vec<usize>>,
    changes: Vec<Vec<u32>>,
    n_changes: usize,
}

impl<'m> Replay<'m> {
    /// Starts with all conditions false and waiting for evaluation.
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
            differing: Set::new(),
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

    /// Updates all conditions.
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

    /// Advances to the next time. A changed fluent still differs afterwards, unless the condition for it changes, too.
    fn step(&mut self) {
        for fluent in std::mem::take(&mut self.differing) {
            if !self.now.remove(&fluent) {
                self.now.insert(fluent);
            }
            self.waiting.extend(self.leaves.get(&fluent).copied().map(Reverse));
        }
    }
}
