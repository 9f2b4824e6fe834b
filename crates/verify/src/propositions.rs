//! The propositions of the specification: their numbers in one frame, which is copied for each frame, and their names.
//!
//! See `docs/certificate-format.md`, "The formula".

use bmcplan_formula::{Lit, Var};
use bmcplan_kinds::sas;
use bmcplan_task::{Atom, Fact, Literal, OperatorId, Task};

/// Numbers at which each sort of proposition begins in a frame.
#[derive(Debug, Clone)]
pub struct FramePropositions {
    /// For each variable, derived ones last: its first fact.
    facts: Vec<usize>,
    n_variables: usize,
    n_facts: usize,
    /// For each derived variable: its first rule.
    rules: Vec<usize>,
    over: usize,
    n_operators: usize,
    /// For each operator: its first conditional effect.
    effects: Vec<usize>,
    bits: usize,
    n_bits: usize,
}

impl FramePropositions {
    /// Numbers the propositions of an affirmative task with parallel steps, which have no operator numbers.
    pub fn without_numbers(task: &Task) -> Self {
        Self { n_bits: 0, ..Self::of(task) }
    }

    /// Numbers the propositions of an affirmative task.
    pub fn of(task: &Task) -> Self {
        let mut next = 0;
        let mut take = |n: usize| {
            let first = next;
            next += n;
            first
        };
        let mut facts: Vec<usize> =
            task.variables().iter().map(|variable| take(variable.values.len())).collect();
        facts.extend(task.derived().iter().map(|_| take(2)));
        let n_facts = take(0);
        let rules = task.derived().iter().map(|derived| take(derived.rules.len())).collect();
        let n_operators = task.operators().len();
        let over = take(n_operators + 1);
        let conditional = |id: OperatorId| {
            task.operator(id).effects.iter().filter(|effect| !effect.condition.is_empty()).count()
        };
        let effects = task.operator_ids().map(|id| take(conditional(id))).collect();
        let n_bits = (usize::BITS - n_operators.leading_zeros()) as usize;
        let bits = take(n_bits);
        let n_variables = task.variables().len();
        Self { facts, n_variables, n_facts, rules, over, n_operators, effects, bits, n_bits }
    }

    /// Returns the number of propositions of a frame.
    pub fn in_frame(&self) -> usize {
        self.bits + self.n_bits
    }

    /// Returns the number of propositions that describe the state: these come first, and the last frame has no others.
    pub fn in_state(&self) -> usize {
        self.over
    }

    /// Returns the number of facts: they come first of all.
    pub fn n_facts(&self) -> usize {
        self.n_facts
    }

    /// Returns the proposition of a fact.
    pub fn fact(&self, fact: Fact) -> Lit {
        positive(self.facts[fact.var.index()] + fact.value_index())
    }

    /// Returns the proposition that a literal of an affirmative task requires. (Its facts are never negated.)
    pub fn literal(&self, literal: Literal) -> Lit {
        match literal.atom {
            Atom::Fact(fact) => self.fact(fact).var().lit(literal.positive),
            Atom::Derived(id) => {
                positive(self.facts[self.n_variables + id.index()] + usize::from(!literal.positive))
            }
        }
    }

    /// Returns the proposition of a rule of a derived variable.
    pub fn rule(&self, derived: usize, rule: usize) -> Lit {
        positive(self.rules[derived] + rule)
    }

    /// Returns the proposition "the plan is over".
    pub fn over(&self) -> Lit {
        positive(self.over)
    }

    /// Returns the proposition "operator `id` runs".
    pub fn operator(&self, id: OperatorId) -> Lit {
        positive(self.over + 1 + id.index())
    }

    /// Iterates over the operators.
    pub fn operators(&self) -> impl Iterator<Item = OperatorId> + use<> {
        (0..self.n_operators).map(OperatorId::from_index)
    }

    /// Iterates over the choices of a step: over, or an operator.
    pub fn choices(&self) -> impl Iterator<Item = Lit> + use<> {
        (self.over..=self.over + self.n_operators).map(positive)
    }

    /// Returns the proposition of the operator's conditional effect `number`, counted among its conditional effects.
    pub fn effect(&self, id: OperatorId, number: usize) -> Lit {
        positive(self.effects[id.index()] + number)
    }

    /// Iterates over the bits of the number of the choice, the least significant first.
    pub fn bits(&self) -> impl Iterator<Item = Lit> + use<> {
        (self.bits..self.bits + self.n_bits).map(positive)
    }

    /// Returns a literal of frame 0 in frame `frame`.
    pub fn at(&self, lit: Lit, frame: usize) -> Lit {
        Var::from_index(frame * self.in_frame() + lit.var().index()).lit(lit.is_positive())
    }
}

fn positive(index: usize) -> Lit {
    Var::from_index(index).positive()
}

pub(super) fn names_of_propositions(task: &Task, n_bits: usize) -> impl Iterator<Item = String> + '_ {
    let facts = sas::value_names(task);
    let n_rules: usize = task.derived().iter().map(|derived| derived.rules.len()).sum();
    let rules = (0..n_rules).map(|number| format!("rule {number}"));
    let operators = task.operators().iter().map(|operator| sas::one_line(&operator.name));
    let n_effects = task
        .operators()
        .iter()
        .flat_map(|operator| &operator.effects)
        .filter(|effect| !effect.condition.is_empty())
        .count();
    let effects = (0..n_effects).map(|number| format!("effect {number}"));
    let bits = (0..n_bits).map(|number| format!("bit {number}"));
    facts.into_iter().chain(rules).chain(["over".to_owned()]).chain(operators).chain(effects).chain(bits)
}
