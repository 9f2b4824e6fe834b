//! Operators that may share a step of a plan: those that can run in every order, or in one given order. Also the pairs of
//! operators that the specification excludes from one step, since one disturbs the other.
//!
//! An operator *relies* on sets of values: that a variable does not leave the set before the operator runs. An effect
//! *disturbs* an operator that relies on a set without the effect's value. `docs/certificate-format.md` has the definition, "Steps of
//! several operators"; `task/dependence.rs` compares it with other notions of independence.

use std::io::{self, Write};

use serde::{Deserialize, Serialize};

use bmcplan_base::ordered::{Map, Set, sort, sort_by_key};
use bmcplan_formula::Lit;
use bmcplan_task::{Atom, Fact, Literal, OperatorId, Task, VarId};

use super::propositions::FramePropositions;

/// Semantics of parallel steps.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum SharedSteps {
    /// The operators can run in every order (∀-step).
    ForAll,
    /// The operators can run in an order that is fixed for the whole task (∃-step).
    Exists,
}

impl SharedSteps {
    /// Returns the name of such a step.
    pub fn step_name(self) -> &'static str {
        match self {
            Self::ForAll => "∀-step",
            Self::Exists => "∃-step",
        }
    }
}

/// Operators that may share a step.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum StepSharing {
    /// Sets of operators of which none disturbs another.
    ForAll,
    /// Sets of operators of which none disturbs a later one in this order.
    Exists(OperatorOrder),
}

impl StepSharing {
    /// Returns the semantics of steps.
    pub fn semantics(&self) -> SharedSteps {
        match self {
            Self::ForAll => SharedSteps::ForAll,
            Self::Exists(_) => SharedSteps::Exists,
        }
    }

    pub(super) fn steps(&self) -> &'static str {
        match self {
            Self::ForAll => "steps of operators that can run in every order",
            Self::Exists(_) => "steps of operators that can run in the given order",
        }
    }
}

/// Order of all operators of a task.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OperatorOrder {
    /// For each operator, its place in the order.
    places: Vec<usize>,
}

impl OperatorOrder {
    /// Builds the order of `operators`; `None` unless they are the numbers from 0 on, each once.
    pub fn of(operators: &[OperatorId]) -> Option<Self> {
        let mut places = vec![usize::MAX; operators.len()];
        for (place, id) in operators.iter().enumerate() {
            *places.get_mut(id.index()).filter(|known| **known == usize::MAX)? = place;
        }
        Some(Self { places })
    }

    pub(super) fn read(text: &str, n_operators: usize) -> Option<Self> {
        // Canonical form: no sign, no leading zero.
        let is_number = |number: &usize, line: &str| *number < n_operators && number.to_string() == line;
        let number = |line: &str| line.parse().ok().filter(|number| is_number(number, line));
        let numbers: Vec<usize> = text.lines().take(n_operators + 1).map(number).collect::<Option<_>>()?;
        let operators: Vec<OperatorId> = numbers.into_iter().map(OperatorId::from_index).collect();
        Self::of(&operators).filter(|order| order.places.len() == n_operators)
    }

    /// Writes the order in that form.
    pub fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        let mut operators: Vec<usize> = (0..self.places.len()).collect();
        sort_by_key(&mut operators, |operator| self.places[*operator]);
        operators.into_iter().try_for_each(|operator| writeln!(out, "{operator}"))?;
        out.flush()
    }
}

const MAX_PAIRS: usize = 1 << 20;
const MAX_LOOKED_AT: usize = 1 << 28;

/// Error: too many pairs of operators disturb each other.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("too many operators disturb each other: more than {MAX_PAIRS} pairs")]
pub struct TooManyPairs;

pub(super) fn disturbing_pairs(
    task: &Task,
    propositions: &FramePropositions,
    sharing: &StepSharing,
) -> Result<Vec<[Lit; 2]>, TooManyPairs> {
    let n_variables = task.variables().len();
    let outlines: Vec<Outline> = task.operator_ids().map(|id| Outline::of(task, n_variables, id)).collect();
    let reliers = Reliers::of(task, &outlines);
    // An operator may disturb those that have run by then.
    let comes_before = |one: usize, other: usize| match sharing {
        StepSharing::ForAll => false,
        StepSharing::Exists(order) => order.places[one] < order.places[other],
    };
    let (mut pairs, mut n_looked_at) = (Vec::new(), 0);
    for (id, outline) in task.operator_ids().zip(&outlines) {
        let mut conditional = 0;
        for effect in &task.operator(id).effects {
            let mut cause = propositions.operator(id);
            if !effect.condition.is_empty() {
                cause = propositions.effect(id, conditional);
                conditional += 1;
            }
            for disturbed in reliers.disturbed_by(effect.fact, outline.needed(effect.fact.var)) {
                n_looked_at += 1;
                let other = propositions.operator(OperatorId::from_index(disturbed));
                if disturbed != id.index()
                    && !comes_before(disturbed, id.index())
                    && !outline.excludes(&outlines[disturbed])
                {
                    pairs.push([cause.min(other), cause.max(other)]);
                }
                if MAX_LOOKED_AT < n_looked_at || 4 * MAX_PAIRS < pairs.len() {
                    return Err(TooManyPairs);
                }
            }
        }
    }
    sort(&mut pairs);
    pairs.dedup();
    if MAX_PAIRS < pairs.len() { Err(TooManyPairs) } else { Ok(pairs) }
}

/// Values of variables that an operator needs, and those it always sets: sorted. A derived variable, after all others, has the
/// value 0 if it is true, else 1.
struct Outline {
    needed: Vec<(usize, u32)>,
    made: Vec<(usize, u32)>,
}

impl Outline {
    fn of(task: &Task, n_variables: usize, id: OperatorId) -> Self {
        let operator = task.operator(id);
        let needed = operator.precondition.iter().map(|literal| match literal.atom {
            Atom::Fact(fact) => (fact.var.index(), fact.value),
            Atom::Derived(id) => (n_variables + id.index(), u32::from(!literal.positive)),
        });
        let always = operator.effects.iter().filter(|effect| effect.condition.is_empty());
        let made = always.map(|effect| (effect.fact.var.index(), effect.fact.value));
        let (mut needed, mut made): (Vec<_>, Vec<_>) = (needed.collect(), made.collect());
        sort(&mut needed);
        sort(&mut made);
        Self { needed, made }
    }

    fn needed(&self, var: VarId) -> Option<u32> {
        let place = self.needed.binary_search_by_key(&var.index(), |(var, _)| *var);
        place.ok().map(|place| self.needed[place].1)
    }

    fn excludes(&self, other: &Self) -> bool {
        differ(&self.needed, &other.needed) || differ(&self.made, &other.made)
    }
}

fn differ(mut a: &[(usize, u32)], mut b: &[(usize, u32)]) -> bool {
    while let ([(var, value), rest @ ..], [(other_var, other_value), other_rest @ ..]) = (a, b) {
        if var == other_var && value != other_value {
            return true;
        }
        if var <= other_var {
            a = rest;
        }
        if other_var <= var {
            b = other_rest;
        }
    }
    false
}

#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
enum Reliance {
    Within(Set<u32>),
    Without(u32),
}

impl Reliance {
    fn is_lost_at(&self, value: u32) -> bool {
        match self {
            Self::Within(values) => !values.contains(&value),
            Self::Without(other) => *other == value,
        }
    }
}

type Reliances = Set<(VarId, Reliance)>;

struct Reliers {
    /// By the facts of their preconditions.
    needing: Map<VarId, Map<u32, Vec<usize>>>,
    /// By their reliances because of derived variables and of conditions of effects.
    others: Map<VarId, Map<Reliance, Vec<usize>>>,
}

impl Reliers {
    fn of(task: &Task, outlines: &[Outline]) -> Self {
        let derived = DerivedReliances::of(task);
        let mut this = Self { needing: Map::new(), others: Map::new() };
        for (id, outline) in task.operator_ids().zip(outlines) {
            let operator = task.operator(id);
            let of_variables = outline.needed.iter().filter(|(var, _)| *var < task.variables().len());
            for (var, value) in of_variables {
                let by_value = this.needing.entry(VarId::from_index(*var)).or_default();
                by_value.entry(*value).or_default().push(id.index());
            }
            let conditions = operator.effects.iter().flat_map(|effect| &effect.condition);
            let either = conditions.flat_map(|literal| [*literal, !*literal]);
            let of_derived =
                operator.precondition.iter().copied().filter(|literal| literal.as_fact().is_none());
            let mut reliances = Reliances::new();
            for literal in of_derived.chain(either).collect::<Set<Literal>>() {
                derived.add(literal, &mut reliances);
            }
            for (var, reliance) in reliances {
                this.others.entry(var).or_default().entry(reliance).or_default().push(id.index());
            }
        }
        this
    }

    /// Returns the operators that an effect disturbs, of an operator that needs the value `needed` of the variable. Those that
    /// need another value may be left out.
    fn disturbed_by(&self, effect: Fact, needed: Option<u32>) -> impl Iterator<Item = usize> {
        let is_lost =
            move |value: &u32| *value != effect.value && needed.is_none_or(|needed| needed == *value);
        let needing = self.needing.get(&effect.var).into_iter().flatten();
        let needing = needing.filter(move |(value, _)| is_lost(value)).flat_map(|(_, operators)| operators);
        let others = self.others.get(&effect.var).into_iter().flatten();
        let others = others.filter(move |(reliance, _)| reliance.is_lost_at(effect.value));
        needing.chain(others.flat_map(|(_, operators)| operators)).copied()
    }
}

struct DerivedReliances(Vec<[Reliances; 2]>);

impl DerivedReliances {
    fn of(task: &Task) -> Self {
        let mut this = Self(Vec::with_capacity(task.derived().len()));
        for derived in task.derived() {
            let (mut if_true, mut if_false) = (Reliances::new(), Reliances::new());
            let mut alone: Map<VarId, Set<u32>> = Map::new();
            for body in &derived.rules {
                match body.as_slice() {
                    [Literal { atom: Atom::Fact(fact), positive: true }] => {
                        alone.entry(fact.var).or_default().insert(fact.value);
                    }
                    several => several.iter().for_each(|literal| this.add(*literal, &mut if_true)),
                }
                body.iter().for_each(|literal| this.add(!*literal, &mut if_false));
            }
            if_true.extend(alone.into_iter().map(|(var, values)| (var, Reliance::Within(values))));
            this.0.push([if_true, if_false]);
        }
        this
    }

    fn add(&self, literal: Literal, reliances: &mut Reliances) {
        match (literal.atom, literal.positive) {
            (Atom::Fact(fact), true) => {
                reliances.insert((fact.var, Reliance::Within([fact.value].into())));
            }
            (Atom::Fact(fact), false) => {
                reliances.insert((fact.var, Reliance::Without(fact.value)));
            }
            (Atom::Derived(id), positive) => {
                reliances.extend(self.0[id.index()][usize::from(!positive)].iter().cloned());
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_order_has_every_operator_once() {
        let order = OperatorOrder::read("2\n0\n1\n", 3).unwrap();
        assert_eq!(order.places, [1, 2, 0]);
        let mut text = Vec::new();
        order.write(&mut text).unwrap();
        assert_eq!(text, b"2\n0\n1\n");
        for text in ["2\n0\n", "2\n0\n0\n", "2\n0\n3\n", "2\n0\n1\n1\n", "2\n\n1\n", "x"] {
            assert_eq!(OperatorOrder::read(text, 3), None, "{text:?}");
        }
    }
}
