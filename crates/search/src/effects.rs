//! Effects on packed states.
//!
//! An operator whose effects are unconditional is one assignment per changed word. This is `word & keep | set` where the old
//! value is not known, and an addition of the difference where the precondition gives it. Conditional effects are tested one by
//! one; two active ones that contradict each other make the operator inapplicable.

use bmcplan_task::{Effect, Operator, VarId};

use super::condition::{ScratchLayout, Test};
use super::packing::Field;

#[derive(Debug, Clone)]
pub(super) struct CompiledEffects {
    /// First assignment, the only one of most operators.
    first: Assignment,
    rest: Rest,
}

#[derive(Debug, Clone)]
enum Rest {
    Nothing,
    Assignments(Box<[Assignment]>),
    /// All effects in full, for operators whose changes depend on the state; no two are active on the same variable.
    Apart(Box<[CompiledEffect]>),
    /// All effects in full; some may be active on the same variable, and agree or contradict each other.
    Effects(Box<[CompiledEffect]>),
}

/// Assignment `word = (word & keep | set) + add`.
#[derive(Debug, Clone, Copy)]
struct Assignment {
    word: usize,
    keep: u64,
    set: u64,
    add: u64,
}

#[derive(Debug, Clone)]
struct CompiledEffect {
    tests: Vec<Test>,
    var: VarId,
    code: u64,
    field: Field,
    word: usize,
    unit: u64,
    /// Old code, where the operator's precondition gives it.
    before: Option<u64>,
}

impl CompiledEffects {
    pub(super) fn compile(layout: &ScratchLayout, operator: &Operator) -> Option<Self> {
        let compile = |effect| CompiledEffect::compile(layout, operator, effect);
        let effects: Vec<CompiledEffect> = operator.effects.iter().filter_map(compile).collect();
        let in_full = |effect: &CompiledEffect| {
            !effect.tests.is_empty() || effect.before.is_none() && layout.packing.has_copy(effect.var)
        };
        if effects.iter().any(in_full) {
            let apart = effects.iter().enumerate().all(|(index, effect)| {
                effects[..index].iter().all(|other| other.var != effect.var || other.excludes(effect))
            });
            let rest = if apart { Rest::Apart(effects.into()) } else { Rest::Effects(effects.into()) };
            return Some(Self { first: Assignment::to(0), rest });
        }
        let mut joined: Vec<Assignment> = Vec::new();
        for (index, effect) in effects.iter().enumerate() {
            match effects[..index].iter().find(|other| other.var == effect.var) {
                Some(other) if other.code != effect.code => return None,
                Some(_) => continue,
                None => {}
            }
            match joined.iter_mut().find(|assignment| assignment.word == effect.word) {
                Some(assignment) => assignment.join(effect),
                None => {
                    let mut assignment = Assignment::to(effect.word);
                    assignment.join(effect);
                    joined.push(assignment);
                }
            }
        }
        let mut joined = joined.into_iter();
        let first = joined.next().unwrap_or(Assignment::to(0));
        let rest: Box<[Assignment]> = joined.collect();
        Some(Self { first, rest: if rest.is_empty() { Rest::Nothing } else { Rest::Assignments(rest) } })
    }

    /// Changes `next`, a copy of the packed state that `scratch` begins with; returns false if the active effects contradict
    /// each other.
    #[inline]
    pub(super) fn apply(&self, scratch: &[u64], next: &mut [u64]) -> bool {
        self.first.apply(next);
        matches!(self.rest, Rest::Nothing) || self.rest.apply(scratch, next)
    }
}

impl Rest {
    fn apply(&self, scratch: &[u64], next: &mut [u64]) -> bool {
        match self {
            Self::Nothing => true,
            Self::Assignments(rest) => {
                rest.iter().for_each(|assignment| assignment.apply(next));
                true
            }
            Self::Apart(effects) => {
                let active = effects.iter().filter(|effect| effect.is_active(scratch));
                active.for_each(|effect| effect.apply(scratch, next));
                true
            }
            Self::Effects(effects) => apply_active(effects, scratch, next),
        }
    }
}

fn apply_active(effects: &[CompiledEffect], scratch: &[u64], next: &mut [u64]) -> bool {
    for (index, effect) in effects.iter().enumerate().filter(|(_, effect)| effect.is_active(scratch)) {
        let mut before = effects[..index].iter();
        match before.find(|other| other.var == effect.var && other.is_active(scratch)) {
            Some(other) if other.code != effect.code => return false,
            Some(_) => {}
            None => effect.apply(scratch, next),
        }
    }
    true
}

impl CompiledEffect {
    fn compile(layout: &ScratchLayout, operator: &Operator, effect: &Effect) -> Option<Self> {
        let Effect { ref condition, fact } = *effect;
        let variable = layout.packing.variable(fact.var);
        Some(Self {
            tests: layout.tests(condition)?,
            var: fact.var,
            code: layout.packing.code(fact)?,
            field: variable.field,
            word: variable.packed.word,
            unit: variable.unit,
            before: operator.needed_fact(fact.var).and_then(|before| layout.packing.code(before)),
        })
    }

    /// Changes the variable in `next`, where it still has its value of `scratch`.
    #[inline]
    fn apply(&self, scratch: &[u64], next: &mut [u64]) {
        let difference = self.code.wrapping_sub(self.field.get(scratch));
        next[self.word] = next[self.word].wrapping_add(difference.wrapping_mul(self.unit));
    }

    /// Checks whether one test of each shows that the two are never active together.
    fn excludes(&self, other: &Self) -> bool {
        self.tests.iter().any(|test| other.tests.iter().any(|another| test.excludes(another)))
    }

    #[inline]
    fn is_active(&self, scratch: &[u64]) -> bool {
        self.tests.iter().all(|test| test.holds(scratch))
    }
}

impl Assignment {
    fn to(word: usize) -> Self {
        Self { word, keep: u64::MAX, set: 0, add: 0 }
    }

    fn join(&mut self, effect: &CompiledEffect) {
        if let Some(before) = effect.before {
            let difference = effect.code.wrapping_sub(before).wrapping_mul(effect.unit);
            self.add = self.add.wrapping_add(difference);
        } else {
            self.keep &= !effect.field.mask();
            self.set |= effect.code << effect.field.shift;
        }
    }

    #[inline]
    fn apply(&self, next: &mut [u64]) {
        next[self.word] = (next[self.word] & self.keep | self.set).wrapping_add(self.add);
    }
}
