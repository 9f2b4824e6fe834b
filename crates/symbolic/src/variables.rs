//! State variables as bits: conditions as sets of states, and states of sets.
//!
//! A variable has as many bits as its reachable values need. Only variables that some relevant operator changes have bits; all
//! others keep their initial values. Derived variables are functions of the state (Speck, Geißer, Mattmüller & Torralba,
//! *Symbolic planning with axioms*, 2019): their rules read earlier ones only, so one pass defines them.

use bmcplan_base::ordered::distinct;
use bmcplan_task::{Atom, Dependence, Fact, Literal, OperatorId, Reachability, State, Task, VarId};

use super::order::close_together;
use super::store::{Bdd, Halt, Level, Store};

/// The bits of one variable, the greatest first.
#[derive(Debug, Clone)]
struct Bits {
    first: u32,
    number: u32,
    /// Values by code.
    values: Vec<u32>,
}

/// Greatest number of bits: operations recurse as deep.
const MOST_BITS: u32 = 2048;

/// Bits of all variables of a task.
pub(super) struct Variables<'t> {
    task: &'t Task,
    bits: Vec<Option<Bits>>,
    n_bits: u32,
    /// Functions of the derived variables that were needed so far.
    derived: Vec<Option<Bdd>>,
}

/// Point in time that a fact speaks of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Time {
    Now,
    Next,
}

impl<'t> Variables<'t> {
    /// Gives bits to all variables that `operators` change; `None` if there are too many.
    pub(super) fn of(task: &'t Task, operators: &[OperatorId], reachable: &Reachability) -> Option<Self> {
        let mut values: Vec<Vec<u32>> = task.initial().values().iter().map(|value| vec![*value]).collect();
        for effect in operators.iter().flat_map(|id| &task.operator(*id).effects) {
            let known = &mut values[effect.fact.var.index()];
            if reachable.fact(effect.fact) && !known.contains(&effect.fact.value) {
                known.push(effect.fact.value);
            }
        }
        if let Some(clock) = task.clock() {
            values[clock.var.index()] = (0..clock.size).collect();
        }
        let changing: Vec<VarId> = task.variable_ids().filter(|var| 1 < values[var.index()].len()).collect();
        let number = |var: &VarId| (values[var.index()].len() - 1).ilog2() + 1;
        if MOST_BITS < changing.iter().map(number).sum() {
            return None;
        }
        let mut places = vec![None; values.len()];
        changing.iter().enumerate().for_each(|(place, var)| places[var.index()] = Some(place));
        let order = close_together(&influences(task, operators, &places, changing.len()));
        let (mut bits, mut n_bits) = (vec![None; values.len()], 0);
        for var in order.into_iter().map(|place| changing[place]) {
            let mut values = std::mem::take(&mut values[var.index()]);
            values.sort_unstable();
            let number = (values.len() - 1).ilog2() + 1;
            bits[var.index()] = Some(Bits { first: n_bits, number, values });
            n_bits += number;
        }
        Some(Self { task, bits, n_bits, derived: vec![None; task.derived().len()] })
    }

    pub(super) fn task(&self) -> &'t Task {
        self.task
    }

    /// Returns the number of bits of a state.
    pub(super) fn n_bits(&self) -> u32 {
        self.n_bits
    }

    /// Checks whether a variable has bits.
    pub(super) fn changes(&self, var: VarId) -> bool {
        self.bits[var.index()].is_some()
    }

    /// Returns the levels of a variable's bits, the first one first; none if it never changes.
    pub(super) fn levels(&self, var: VarId, time: Time) -> impl Iterator<Item = Level> + use<> {
        let (first, number) =
            self.bits[var.index()].as_ref().map_or((0, 0), |bits| (bits.first, bits.number));
        (first..first + number).map(move |bit| 2 * bit + u32::from(time == Time::Next))
    }

    /// Returns the decisions that a fact is; `None` if it is never true.
    pub(super) fn decisions(&self, fact: Fact, time: Time) -> Option<Vec<(Level, bool)>> {
        let Some(bits) = &self.bits[fact.var.index()] else {
            return self.task.initial().contains(fact).then(Vec::new);
        };
        let code = bits.values.iter().position(|value| *value == fact.value)?;
        let values = (0..bits.number).rev().map(|bit| code >> bit & 1 == 1);
        Some(self.levels(fact.var, time).zip(values).collect())
    }

    /// Returns the facts that a variable may have.
    pub(super) fn facts(&self, var: VarId) -> Vec<Fact> {
        let initial = &self.task.initial().values()[var.index()..=var.index()];
        let values = self.bits[var.index()].as_ref().map_or(initial, |bits| &bits.values);
        values.iter().map(|value| Fact { var, value: *value }).collect()
    }

    /// Returns the states in which a fact holds.
    pub(super) fn fact(&self, fact: Fact, time: Time, store: &mut Store) -> Result<Bdd, Halt> {
        match self.decisions(fact, time) {
            Some(decisions) => store.cube(&decisions),
            None => Ok(store.constant(false)),
        }
    }

    /// Returns the states in which all of some facts hold.
    pub(super) fn conjunction(
        &self,
        facts: impl IntoIterator<Item = Fact>,
        store: &mut Store,
    ) -> Result<Bdd, Halt> {
        let mut facts: Vec<Fact> = facts.into_iter().collect();
        facts.sort_unstable();
        facts.dedup();
        let agree = facts.windows(2).all(|pair| pair[0].var != pair[1].var);
        let decisions: Option<Vec<_>> = facts.iter().map(|fact| self.decisions(*fact, Time::Now)).collect();
        let Some(decisions) = decisions.filter(|_| agree) else { return Ok(store.constant(false)) };
        let mut decisions = decisions.concat();
        decisions.sort_unstable();
        store.cube(&decisions)
    }

    /// Returns the states in which a condition holds.
    pub(super) fn condition(&mut self, condition: &[Literal], store: &mut Store) -> Result<Bdd, Halt> {
        let mut states = self.conjunction(condition.iter().filter_map(|literal| literal.as_fact()), store)?;
        for literal in condition.iter().filter(|literal| literal.as_fact().is_none()) {
            let atom = match literal.atom {
                Atom::Fact(fact) => self.fact(fact, Time::Now, store)?,
                Atom::Derived(id) => self.derived(id.index(), store)?,
            };
            states =
                if literal.positive { store.and(&states, &atom)? } else { store.minus(&states, &atom)? };
        }
        Ok(states)
    }

    fn derived(&mut self, index: usize, store: &mut Store) -> Result<Bdd, Halt> {
        if let Some(known) = &self.derived[index] {
            return Ok(known.clone());
        }
        let task = self.task;
        let rules = task.derived()[index].rules.iter();
        let rules = rules.map(|body| self.condition(body, store)).collect::<Result<_, _>>()?;
        let states = store.union(rules)?;
        self.derived[index] = Some(states.clone());
        Ok(states)
    }

    /// Returns the set of one state.
    pub(super) fn state(&self, state: &State, store: &mut Store) -> Result<Bdd, Halt> {
        let values = self.task.variable_ids().zip(state.values());
        self.conjunction(values.map(|(var, value)| Fact { var, value: *value }), store)
    }

    /// Returns a state of a set; `None` if it is empty.
    pub(super) fn some_state(&self, states: &Bdd, store: &Store) -> Option<State> {
        let mut code = vec![false; self.n_bits as usize];
        for (level, value) in store.path(states)? {
            code[level as usize / 2] = value;
        }
        let initial = self.task.initial().values();
        Some(State::from_values(initial.iter().zip(&self.bits).map(|(initial, bits)| {
            let Some(bits) = bits else { return *initial };
            let code = &code[bits.first as usize..][..bits.number as usize];
            let code = code.iter().fold(0, |code, bit| 2 * code + usize::from(*bit));
            bits.values.get(code).copied().unwrap_or(*initial)
        })))
    }
}

/// Returns the neighbours in the causal graph of each of the `n` variables with `places`.
fn influences(task: &Task, operators: &[OperatorId], places: &[Option<usize>], n: usize) -> Vec<Vec<usize>> {
    let dependence = Dependence::of(task);
    let mut is_edge = vec![false; n * n];
    for operator in operators.iter().map(|id| task.operator(*id)) {
        let changed = distinct(operator.effects.iter().map(|effect| effect.fact.var).collect());
        let conditions = operator.effects.iter().flat_map(|effect| &effect.condition);
        let mut all = dependence.variables(operator.precondition.iter().chain(conditions));
        all.extend(&changed);
        let place = |var: &VarId| places[var.index()];
        for one in changed.iter().filter_map(place) {
            for other in all.iter().filter_map(place) {
                is_edge[one * n + other] = true;
                is_edge[other * n + one] = true;
            }
        }
    }
    let neighbours = |one: usize| (0..n).filter(|other| *other != one && is_edge[one * n + *other]).collect();
    (0..n).map(neighbours).collect()
}
