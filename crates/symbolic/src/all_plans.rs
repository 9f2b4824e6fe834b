//! All best plans, counted and listed from the layers of a search that has known all of them.
//!
//! Every best plan passes a state that both sides know. From these states the layers are followed back to both sides, which
//! gives the states on best plans, by their distance from the start. Plans are counted from the goal: the number of plans from
//! a state is the sum over its operators. Numbers of all states of a layer are sets, one for each binary digit: the states
//! whose number has it. So there may be far more states than could be counted one by one.

use std::collections::HashSet;

use bmcplan_base::ordered::Map;
use bmcplan_task::plan::Plan;
use bmcplan_task::{OperatorId, OperatorNames, State};

use super::bidirectional::Bidirectional;
use super::direction::Side;
use super::measure::{Measure, SymbolicQuestion};
use super::relation::Relation;
use super::store::{Bdd, Halt, Store};
use super::variables::Variables;

/// Numbers of states, one set for each binary digit, the least first. The last one is not empty.
type Numbers = Vec<Bdd>;

/// Number of digits of a count.
const DIGITS: usize = 128;

/// States on best plans.
pub(super) struct AllPlans<'a, 't> {
    /// By their distance from the start.
    layers: Map<Measure, Bdd>,
    best: Measure,
    goal: &'a Bdd,
    variables: &'a Variables<'t>,
    /// Relations of single operators, which share no pair of states if they have the same name and measure.
    relations: &'a Map<Measure, Vec<Relation>>,
}

impl<'a, 't> AllPlans<'a, 't> {
    /// Collects the states on plans of the measure `best`, all of which the search has found.
    pub(super) fn of(
        search: &Bidirectional,
        best: Measure,
        goal: &'a Bdd,
        variables: &'a Variables<'t>,
        relations: &'a Map<Measure, Vec<Relation>>,
        store: &mut Store,
    ) -> Result<Self, Halt> {
        let mut met = Map::new();
        for (from_start, one) in search.direction(Side::Start).known(0) {
            for (to_goal, other) in search.direction(Side::Goal).known(0) {
                if from_start + to_goal == best {
                    let both = store.and(one, other)?;
                    add_to(&mut met, from_start, both, store)?;
                }
            }
        }
        let mut all = Self { layers: Map::new(), best, goal, variables, relations };
        for side in [Side::Start, Side::Goal] {
            all.follow(side, &met, search, store)?;
        }
        Ok(all)
    }

    /// Adds the states between a side and those that both sides know.
    fn follow(
        &mut self,
        side: Side,
        met: &Map<Measure, Bdd>,
        search: &Bidirectional,
        store: &mut Store,
    ) -> Result<(), Halt> {
        let direction = search.direction(side);
        let best = self.best;
        let from_start = |at| if side == Side::Start { Some(at) } else { best.minus(at) };
        let mut open: Map<Measure, Bdd> = Map::new();
        for (at, states) in met.iter() {
            open.extend(from_start(*at).map(|at| (at, states.clone())));
        }
        loop {
            let Some(at) = open.keys().next_back().copied() else { return Ok(()) };
            let Some(mut states) = open.remove(&at).filter(|states| !states.is_empty()) else { continue };
            let mut new = states.clone();
            for (measure, relations) in search.relations.iter() {
                let Some(nearer) = at.minus(*measure) else { continue };
                let layer = store.union(direction.layer(nearer).to_vec())?;
                while !new.is_empty() {
                    let reached = side.other().step(&new, relations, store)?;
                    let reached = store.and(&reached, &layer)?;
                    if nearer < at {
                        add_to(&mut open, nearer, reached, store)?;
                        break;
                    }
                    new = store.minus(&reached, &states)?;
                    states = store.or(&states, &new)?;
                }
                new = states.clone();
            }
            if let Some(from_start) = from_start(at) {
                add_to(&mut self.layers, from_start, states, store)?;
            }
        }
    }

    /// Checks whether operators that cost nothing lead from a state on a best plan back to it.
    pub(super) fn are_endless(&self, store: &mut Store) -> Result<bool, Halt> {
        let Some(free) = self.relations.get(&Measure::default()) else { return Ok(false) };
        for states in self.layers.values() {
            let (mut before, mut left) = (store.constant(false), states.clone());
            while before != left {
                let reached = Side::Start.step(&left, free, store)?;
                before = std::mem::replace(&mut left, reached);
                left = store.and(&before, &left)?;
            }
            if !left.is_empty() {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Counts the plans; `None` if there are 2^128 or more.
    pub(super) fn count(&self, start: &Bdd, store: &mut Store) -> Result<Option<u128>, Halt> {
        let mut known: Map<Measure, Numbers> = Map::new();
        for (from_start, states) in self.layers.iter().rev() {
            let mut parts = Vec::new();
            if *from_start == self.best {
                parts.push(numbers(vec![store.and(states, self.goal)?]));
            }
            for (measure, relations) in self.relations.iter() {
                if let Some(next) = known.get(&(*from_start + *measure)) {
                    parts.extend(before(next, relations, states, store)?);
                }
            }
            let mut numbers = sum(parts, store)?;
            // Those of the paths whose first operators, more and more, stay in the layer.
            let mut more = numbers.clone();
            while let Some(free) = self.relations.get(&Measure::default()).filter(|_| !more.is_empty()) {
                let parts = before(&more, free, states, store)?;
                more = sum(parts, store)?;
                numbers = sum(vec![numbers, more.clone()], store)?;
            }
            // Every state is on a plan from the start, which has as many.
            if DIGITS < numbers.len() {
                return Ok(None);
            }
            known.insert(*from_start, numbers);
        }
        let mut count = 0;
        for (digit, states) in known.get(&Measure::default()).into_iter().flatten().enumerate() {
            count |= u128::from(store.meets(states, start)?) << digit;
        }
        Ok(Some(count))
    }

    /// Lists the first `most` plans, in the order of `operators`; a plan comes before those that extend it.
    pub(super) fn list(
        &self,
        most: usize,
        operators: &[OperatorId],
        question: &SymbolicQuestion,
        store: &mut Store,
    ) -> Result<Vec<Plan>, Halt> {
        let task = self.variables.task();
        let names = OperatorNames::of(task);
        // Next operators, each with the plan so far.
        let mut plans = Vec::new();
        let mut open = vec![(Vec::new(), task.initial().clone(), Measure::default())];
        while let Some((plan, state, at)) = open.pop().filter(|_| plans.len() < most) {
            if at == self.best && task.is_goal(&state) {
                plans.push(Plan::sequential(plan.iter().copied()));
            }
            let (extended, mut met) = (task.extend(&state), HashSet::new());
            let mut next: Vec<(Vec<OperatorId>, State, Measure)> = Vec::new();
            for id in operators {
                let Ok(successor) = extended.successor(*id) else { continue };
                let distance = at + question.measure(task.operator(*id));
                let Some(states) = self.layers.get(&distance).filter(|_| successor != state) else {
                    continue;
                };
                let set = self.variables.state(&successor, store)?;
                if store.meets(&set, states)? && met.insert((names.first(*id), successor.clone())) {
                    next.push(([&plan[..], &[*id]].concat(), successor, distance));
                }
            }
            open.extend(next.into_iter().rev());
        }
        Ok(plans)
    }
}

/// Adds states to those of a distance.
fn add_to(
    layers: &mut Map<Measure, Bdd>,
    distance: Measure,
    states: Bdd,
    store: &mut Store,
) -> Result<(), Halt> {
    let known = layers.entry(distance).or_insert_with(|| store.constant(false));
    *known = store.or(known, &states)?;
    Ok(())
}

/// Returns numbers without leading zeros.
fn numbers(mut digits: Vec<Bdd>) -> Numbers {
    while digits.last().is_some_and(Bdd::is_empty) {
        digits.pop();
    }
    digits
}

/// Returns for each relation the numbers that states before it have from those after it.
fn before(
    after: &Numbers,
    relations: &[Relation],
    states: &Bdd,
    store: &mut Store,
) -> Result<Vec<Numbers>, Halt> {
    let mut parts = Vec::new();
    for relation in relations {
        let mut digits = Vec::new();
        for digit in after {
            let digit = relation.preimage(digit, store)?;
            digits.push(store.and(&digit, states)?);
        }
        let part = numbers(digits);
        if !part.is_empty() {
            parts.push(part);
        }
    }
    Ok(parts)
}

/// Adds numbers in pairs of neighbours.
fn sum(mut parts: Vec<Numbers>, store: &mut Store) -> Result<Numbers, Halt> {
    while 1 < parts.len() {
        let pairs = parts.chunks(2).map(|pair| match pair {
            [one, other] => add(one, other, store),
            _ => Ok(pair[0].clone()),
        });
        parts = pairs.collect::<Result<_, _>>()?;
    }
    Ok(parts.pop().unwrap_or_default())
}

fn add(one: &Numbers, other: &Numbers, store: &mut Store) -> Result<Numbers, Halt> {
    let zero = store.constant(false);
    let (mut digits, mut carry) = (Vec::new(), zero.clone());
    for place in 0..=one.len().max(other.len()) {
        let [one, other] = [one, other].map(|digits| digits.get(place).unwrap_or(&zero));
        let (half, both) = (differing(one, other, store)?, store.and(one, other)?);
        digits.push(differing(&half, &carry, store)?);
        let carried = store.and(&half, &carry)?;
        carry = store.or(&both, &carried)?;
    }
    Ok(numbers(digits))
}

/// Returns the states in exactly one of two sets.
fn differing(one: &Bdd, other: &Bdd, store: &mut Store) -> Result<Bdd, Halt> {
    let [first, second] = [store.minus(one, other)?, store.minus(other, one)?];
    store.or(&first, &second)
}
