//! Number of reachable states, layer by layer from the start.

use bmcplan_base::stop::{Stop, StopReason};
use bmcplan_task::{Clock, OperatorNames, Task};

use super::basis::Basis;
use super::direction::Side;
use super::relation::{bits, merged_by_cost, relations};
use super::store::{Bdd, Halt, Store};
use super::variables::{Time, Variables};

/// Everything reachable from the initial state. A number is 2^128 - 1 if it is that or more.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct SymbolicSpace {
    /// Number of distinct states.
    pub states: u128,
    /// Number of pairs of a state and an operator applicable in it; operators of one name that lead to the same state count
    /// once.
    pub transitions: u128,
    /// Greatest distance of a state from the initial one.
    pub depth: usize,
    /// Number of states in which the goal holds.
    pub goal_states: u128,
}

/// Reason why not everything was explored.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SpaceEnd {
    /// A limit was reached.
    Stopped(StopReason),
    /// A state takes more than 2048 bits.
    TooLarge,
}

/// Explores all states within `memory` bytes, without the values of `left_out`: a state is the same whenever it is reached, and is
/// expanded where it is reached first. `observer` is called after each layer with what is known by then, transitions
/// excepted, and the bytes of all diagrams.
///
/// # Errors
/// The reason why not everything was explored.
pub fn explore(
    task: &Task,
    left_out: Option<Clock>,
    memory: usize,
    stop: &Stop,
    observer: &mut dyn FnMut(SymbolicSpace, usize),
) -> Result<SymbolicSpace, SpaceEnd> {
    let explored = space(task, left_out, memory, stop, observer).map_err(|halt| match halt {
        Halt::Stopped(reason) => SpaceEnd::Stopped(reason),
        Halt::Full | Halt::Allowance => SpaceEnd::Stopped(StopReason::Memory),
    });
    explored?.ok_or(SpaceEnd::TooLarge)
}

fn space(
    task: &Task,
    left_out: Option<Clock>,
    memory: usize,
    stop: &Stop,
    observer: &mut dyn FnMut(SymbolicSpace, usize),
) -> Result<Option<SymbolicSpace>, Halt> {
    let basis = Basis::of(task, &vec![true; task.operators().len()], stop)?;
    let Some(mut variables) = Variables::of(task, &basis.operators, &basis.reachable) else {
        return Ok(None);
    };
    let (store, n_bits) = (&mut Store::new(memory, stop), variables.n_bits());
    let mut by_cost = relations(&basis, |_| (), &OperatorNames::of(task), &mut variables, store)?;
    let merged = merged_by_cost(by_cost.clone(), &variables, store)?.remove(&()).unwrap_or_default();
    let goal = variables.condition(task.goal(), store)?;
    // Returns the states after `time` steps, of which all have the same value of the clock.
    let at = |time: usize, states: &Bdd, store: &mut Store| {
        let Some(clock) = left_out else { return Ok(states.clone()) };
        let value = variables.fact(clock.at(time), Time::Next, store)?;
        let bits = bits(&[clock.var], &variables, store)?;
        store.image(states, &value, &bits)
    };
    let mut new = variables.state(task.initial(), store)?;
    let mut timeless = at(0, &new, store)?;
    let (mut reached, mut space) = (new.clone(), SymbolicSpace::default());
    loop {
        space.states = space.states.saturating_add(store.count(&new, n_bits));
        let goals = store.and(&new, &goal)?;
        space.goal_states = space.goal_states.saturating_add(store.count(&goals, n_bits));
        observer(space, store.bytes());
        let next = Side::Start.step(&new, &merged, store)?;
        let next = at(0, &next, store)?;
        let next = store.minus(&next, &timeless)?;
        if next.is_empty() {
            break;
        }
        timeless = store.or(&timeless, &next)?;
        space.depth += 1;
        new = at(space.depth, &next, store)?;
        reached = store.or(&reached, &new)?;
    }
    let all = store.constant(true);
    for relation in by_cost.remove(&()).into_iter().flatten() {
        let before = relation.preimage(&all, store)?;
        let before = store.and(&before, &reached)?;
        space.transitions = space.transitions.saturating_add(store.count(&before, n_bits));
    }
    Ok(Some(space))
}
