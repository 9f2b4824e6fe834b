//! The clock: fluents that are functions of time, such as step counters, and fluents that never change.
//!
//! They are the greatest set of fluents whose next values are the same under every move and depend on fluents of the
//! set only. What they say is found by playing them alone until it repeats.

use std::collections::HashMap;

use super::GroundError;
use super::conditions::{Formulas, Lit, Node};
use super::limits::Meter;
use super::model::{ClockModel, FluentRole, Model};

/// Clocks that run longer than this are left in the state.
const MAX_VALUES: usize = 100_000;
/// As are clocks with which values times conditions exceed this.
const MAX_WORK: usize = 1 << 28;

/// Finds the fluents that are functions of time, and puts the clock or constants in their place.
pub(super) fn find_clock(mut model: Model, meter: &mut Meter<'_>) -> Result<Model, GroundError> {
    while model.clock.is_none() {
        let timed = timed(&model, meter)?;
        if timed.fluents.is_empty() {
            break;
        }
        let Some(run) = timed.play(&model, meter)? else { break };
        let n_open = model.roles.iter().filter(|role| **role == FluentRole::State).count();
        model = timed.replace(model, &run, meter)?;
        if n_open == model.roles.iter().filter(|role| **role == FluentRole::State).count() {
            break;
        }
    }
    Ok(model)
}

/// Fluents that are functions of time.
struct Timed {
    /// Each with the condition for it to hold next.
    fluents: Vec<(usize, Lit)>,
    /// Which conditions depend on such fluents only.
    nodes: Vec<bool>,
}

/// All that such fluents go through.
struct Run {
    clock: ClockModel,
    /// For each condition a bit for each value of the clock.
    holds: Vec<Vec<u64>>,
}

fn timed(model: &Model, meter: &mut Meter<'_>) -> Result<Timed, GroundError> {
    let mut next = uniform_next(model);
    for (fluent, role) in model.roles.iter().enumerate() {
        if *role != FluentRole::State {
            next[fluent] = None;
        }
    }
    loop {
        let mut nodes = Vec::with_capacity(model.formulas.nodes().len());
        for node in model.formulas.nodes() {
            meter.tick(0)?;
            nodes.push(match node {
                Node::True => true,
                Node::Leaf(fluent) => next.get(*fluent).is_some_and(Option::is_some),
                Node::Or(bodies) => bodies.iter().flatten().all(|lit| nodes[lit.node()]),
            });
        }
        let mut is_stable = true;
        for lit in &mut next {
            if lit.is_some_and(|lit| !nodes[lit.node()]) {
                *lit = None;
                is_stable = false;
            }
        }
        if is_stable {
            let fluents = next.iter().enumerate().filter_map(|(fluent, lit)| Some((fluent, (*lit)?)));
            return Ok(Timed { fluents: fluents.collect(), nodes });
        }
    }
}

/// For each fluent the condition to hold next, if that is the same under every move.
fn uniform_next(model: &Model) -> Vec<Option<Lit>> {
    let mut seen: Vec<Vec<Lit>> = vec![Vec::new(); model.next.len()];
    let mut n_changes = vec![0; model.next.len()];
    for (fluent, lit) in model.moves.iter().flat_map(|a_move| &a_move.changes) {
        n_changes[*fluent] += 1;
        if !seen[*fluent].contains(lit) && seen[*fluent].len() < 2 {
            seen[*fluent].push(*lit);
        }
    }
    let uniform = |(fluent, seen): (usize, Vec<Lit>)| match seen.as_slice() {
        [] => Some(model.next[fluent]),
        [only] if n_changes[fluent] == model.moves.len() => Some(*only),
        _ => None,
    };
    seen.into_iter().enumerate().map(uniform).collect()
}

impl Timed {
    /// Plays until the state repeats; `None` if that takes too long.
    fn play(&self, model: &Model, meter: &mut Meter<'_>) -> Result<Option<Run>, GroundError> {
        let formulas = &model.formulas;
        let conditions: Vec<usize> = (0..self.nodes.len()).filter(|node| self.nodes[*node]).collect();
        let max_values = MAX_VALUES.min(MAX_WORK / conditions.len().max(1));
        let mut holds = vec![Vec::new(); self.nodes.len()];
        let mut now: Vec<usize> =
            self.fluents.iter().map(|(fluent, _)| *fluent).filter(|fluent| model.initial[*fluent]).collect();
        let mut times: HashMap<Vec<usize>, usize> = HashMap::new();
        let mut values = Vec::new();
        let mut is_true = vec![false; self.nodes.len()];
        let mut holds_now = vec![false; model.fluents.len()];
        loop {
            if let Some(loop_to) = times.get(&now) {
                return Ok(Some(Run { clock: ClockModel { values, loop_to: *loop_to }, holds }));
            }
            if max_values <= values.len() {
                return Ok(None);
            }
            now.iter().for_each(|fluent| holds_now[*fluent] = true);
            let time = values.len();
            for node in &conditions {
                meter.tick(0)?;
                is_true[*node] = match &formulas.nodes()[*node] {
                    Node::True => true,
                    Node::Leaf(fluent) => holds_now[*fluent],
                    Node::Or(bodies) => bodies
                        .iter()
                        .any(|body| body.iter().all(|lit| is_true[lit.node()] == lit.is_positive())),
                };
                let bits = &mut holds[*node];
                bits.resize(time / 64 + 1, 0);
                bits[time / 64] |= u64::from(is_true[*node]) << (time % 64);
            }
            let next = self.fluents.iter().filter(|(_, lit)| is_true[lit.node()] == lit.is_positive());
            let next: Vec<usize> = next.map(|(fluent, _)| *fluent).collect();
            now.iter().for_each(|fluent| holds_now[*fluent] = false);
            times.insert(now.clone(), time);
            values.push(std::mem::replace(&mut now, next));
        }
    }

    /// Puts the clock in the place of the fluents.
    fn replace(&self, model: Model, run: &Run, meter: &mut Meter<'_>) -> Result<Model, GroundError> {
        let (n_fluents, n_values) = (model.fluents.len(), run.clock.values.len());
        // What differs only at the start tells less as a clock than as a part of the state.
        let is_clock = (n_values, run.clock.loop_to) != (2, 1);
        let mut formulas = Formulas::default();
        let mut lits = Vec::with_capacity(self.nodes.len());
        for (number, node) in model.formulas.nodes().iter().enumerate() {
            meter.tick(formulas.bytes())?;
            lits.push(match node {
                _ if self.nodes[number] && (is_clock || is_constant(&run.holds[number], n_values)) => {
                    at_times(&run.holds[number], n_values, n_fluents, &mut formulas)
                }
                Node::True => Lit::TRUE,
                Node::Leaf(leaf) => formulas.leaf(*leaf),
                Node::Or(bodies) => formulas
                    .or(bodies.iter().map(|body| body.iter().map(|lit| renamed(*lit, &lits)).collect())),
            });
        }
        let mut model = model.renamed(formulas, &|lit| renamed(lit, &lits));
        let mut n_true = vec![0; n_fluents];
        run.clock.values.iter().flatten().for_each(|fluent| n_true[*fluent] += 1);
        for (fluent, _) in &self.fluents {
            model.roles[*fluent] = match n_true[*fluent] {
                0 => FluentRole::Constant(false),
                n if n == n_values => FluentRole::Constant(true),
                _ if is_clock => FluentRole::Clock,
                _ => FluentRole::State,
            };
        }
        if is_clock && 1 < n_values {
            model.clock = Some(run.clock.clone());
        }
        Ok(model)
    }
}

fn is_constant(bits: &[u64], n_values: usize) -> bool {
    let n_set: u32 = bits.iter().map(|word| word.count_ones()).sum();
    n_set == 0 || usize::try_from(n_set) == Ok(n_values)
}

fn renamed(lit: Lit, lits: &[Lit]) -> Lit {
    lits[lit.node()].signed(lit.is_positive())
}

/// The condition that the clock has one of the values whose bits are set.
fn at_times(bits: &[u64], n_values: usize, first_leaf: usize, formulas: &mut Formulas) -> Lit {
    let is_set = |value: &usize| bits[value / 64] >> (value % 64) & 1 == 1;
    let (set, unset): (Vec<usize>, Vec<usize>) = (0..n_values).partition(is_set);
    match (set.len(), unset.len()) {
        (0, _) => Lit::FALSE,
        (_, 0) => Lit::TRUE,
        (n_set, n_unset) => {
            let few = if n_unset < n_set { unset } else { set };
            let leaves: Vec<Lit> = few.iter().map(|value| formulas.leaf(first_leaf + value)).collect();
            formulas.or(leaves.into_iter().map(|leaf| vec![leaf])).signed(n_set <= n_unset)
        }
    }
}
