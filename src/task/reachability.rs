//! Relaxed reachability: what could ever become true if nothing ever became false.
//!
//! The delete relaxation (Bonet & Geffner, *Planning as heuristic search*, 2001) over literals: a fact is
//! reachable if it is true at the start or some operator with a reachable precondition makes it true; a
//! negative literal is reachable if its atom can be avoided. It over-approximates, so what it finds
//! unreachable never happens: such facts and operators need no variables in a formula, and a goal that is
//! unreachable here is unreachable for good, at every horizon.

use itertools::Itertools;

use crate::stop::Stop;

use super::{Atom, Derived, DerivedId, Effect, Fact, Literal, OperatorId, Task, VarId};

/// Which facts, derived variables and operators a plan could ever meet.
#[derive(Debug, Clone)]
pub struct Reachability {
    facts: Vec<Vec<bool>>,
    can_hold: Vec<bool>,
    can_fail: Vec<bool>,
    operators: Vec<bool>,
}

impl Reachability {
    /// The least fixed point of the relaxation from the initial state, with the operators of which `may` says so. Less is
    /// reached if the flag is raised meanwhile.
    pub fn of(task: &Task, may: impl Fn(OperatorId) -> bool, stop: &Stop) -> Self {
        let mut layers = Layers::of(task);
        layers.open.retain(|id| may(*id));
        while !stop.is_raised() && layers.advance() {}
        layers.reached
    }

    /// Takes facts out that are known never to be true, and the operators that need them or make them true.
    pub fn rule_out(&mut self, task: &Task, facts: impl IntoIterator<Item = Fact>) {
        let Self { facts: reached, operators, .. } = self;
        for fact in facts {
            reached[fact.var.index()][fact.value_index()] = false;
        }
        let is_reached = |fact: Fact| reached[fact.var.index()][fact.value_index()];
        let starts_from = |literal: &Literal| match *literal {
            Literal { atom: Atom::Fact(fact), positive: true } => is_reached(fact),
            _ => true,
        };
        let ends_up = |effect: &Effect| !effect.condition.is_empty() || is_reached(effect.fact);
        for (possible, operator) in operators.iter_mut().zip(task.operators()) {
            *possible &=
                operator.precondition.iter().all(starts_from) && operator.effects.iter().all(ends_up);
        }
    }

    fn at_start(task: &Task) -> Self {
        let mut reached = Self {
            facts: task.variables().iter().map(|variable| vec![false; variable.values.len()]).collect(),
            can_hold: vec![false; task.derived().len()],
            can_fail: vec![false; task.derived().len()],
            operators: vec![false; task.operators().len()],
        };
        for (facts, value) in reached.facts.iter_mut().zip(task.initial().values()) {
            facts[*value as usize] = true;
        }
        reached.derive(task);
        reached
    }

    /// Looks at the derived variables again; once is enough, since each reads only earlier ones.
    fn derive(&mut self, task: &Task) {
        for (index, derived) in task.derived().iter().enumerate() {
            self.can_hold[index] =
                self.can_hold[index] || derived.rules.iter().any(|body| self.condition(body));
            self.can_fail[index] = self.can_fail[index] || self.avoidable(derived);
        }
    }

    /// Whether every rule of a derived variable can be made to fail. Rules of one fact are looked at together,
    /// variable by variable: a variable must have a reachable value that triggers none of them.
    fn avoidable(&self, derived: &Derived) -> bool {
        let single = |body: &Vec<Literal>| match body.as_slice() {
            [Literal { atom: Atom::Fact(fact), positive: true }] => Some(*fact),
            _ => None,
        };
        let by_variable = derived.rules.iter().filter_map(single).into_group_map_by(|fact| fact.var);
        let facts_avoidable = by_variable.iter().all(|(var, triggers)| {
            self.facts[var.index()]
                .iter()
                .zip(0..)
                .any(|(reached, value)| *reached && !triggers.contains(&Fact { var: *var, value }))
        });
        facts_avoidable
            && derived
                .rules
                .iter()
                .filter(|body| single(body).is_none())
                .all(|body| body.iter().any(|literal| self.literal(!*literal)))
    }

    /// Is a fact reachable?
    pub fn fact(&self, fact: Fact) -> bool {
        self.facts[fact.var.index()][fact.value_index()]
    }

    /// Is an operator's precondition reachable?
    pub fn operator(&self, operator: OperatorId) -> bool {
        self.operators[operator.index()]
    }

    /// Can a derived variable be true?
    pub fn derived(&self, derived: DerivedId) -> bool {
        self.can_hold[derived.index()]
    }

    /// Can a literal be true?
    pub fn literal(&self, literal: Literal) -> bool {
        match literal {
            Literal { atom: Atom::Fact(fact), positive: true } => self.fact(fact),
            Literal { atom: Atom::Fact(fact), positive: false } => {
                self.other_value(fact.var, fact.value_index())
            }
            Literal { atom: Atom::Derived(id), positive: true } => self.can_hold[id.index()],
            Literal { atom: Atom::Derived(id), positive: false } => self.can_fail[id.index()],
        }
    }

    /// Whether every literal of a conjunction can be true, each for itself.
    pub fn condition(&self, condition: &[Literal]) -> bool {
        condition.iter().all(|literal| self.literal(*literal))
    }

    fn other_value(&self, var: VarId, value: usize) -> bool {
        self.facts[var.index()].iter().enumerate().any(|(other, reached)| *reached && other != value)
    }
}

/// The relaxation layer by layer: what can be reached with no operators, with one, with two, …
#[derive(Debug)]
pub(super) struct Layers<'t> {
    task: &'t Task,
    pub(super) reached: Reachability,
    /// The operators that may still bring something new.
    open: Vec<OperatorId>,
}

impl<'t> Layers<'t> {
    pub(super) fn of(task: &'t Task) -> Self {
        Self { task, reached: Reachability::at_start(task), open: task.operator_ids().collect() }
    }

    /// Goes on to the next layer: all that one more operator can bring. Whether there was anything new.
    pub(super) fn advance(&mut self) -> bool {
        let Self { task, reached, open } = self;
        let mut new: Vec<Fact> = Vec::new();
        open.retain(|id| {
            let operator = task.operator(*id);
            if !reached.operators[id.index()] {
                if !reached.condition(&operator.precondition) {
                    return true;
                }
                reached.operators[id.index()] = true;
                // Every operator moves the clock on, so it takes all values in turn.
                new.extend(task.clock().iter().flat_map(|clock| task.facts(clock.var)));
            }
            let (now, later): (Vec<_>, Vec<_>) = operator
                .effects
                .iter()
                .filter(|effect| !reached.fact(effect.fact))
                .partition(|effect| reached.condition(&effect.condition));
            new.extend(now.iter().map(|effect| effect.fact));
            !later.is_empty()
        });
        let mut grown = false;
        for fact in new {
            grown |= !reached.fact(fact);
            reached.facts[fact.var.index()][fact.value_index()] = true;
        }
        if grown {
            reached.derive(task);
        }
        grown
    }
}
