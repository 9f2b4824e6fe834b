//! Commutativity of operators: proved from reads and writes, or by enumeration.
//!
//! For operators with unconditional effects, preconditions, effects and derived variables decide. Operators with conditional
//! effects are enumerated: two that switch the same lamp read and change the same variable, and yet their order does not
//! matter. Applying both in both orders to every combination of values of the few relevant variables shows it.

use bmcplan_base::ordered::{Map, distinct};
use bmcplan_task::{Atom, Dependence, Fact, Literal, Operator, Task, VarId};

const MAX_COMBINATIONS: usize = 1 << 12;

#[derive(Debug)]
pub(super) struct Simple {
    /// Variables that the precondition depends on, also through derived variables; sorted.
    reads: Vec<VarId>,
    pub(super) effects: Vec<Fact>,
    /// One bit for each variable read and each changed, at its number modulo 64: most pairs have none in common.
    read_bits: u64,
    changed_bits: u64,
    done: Vec<Change>,
    /// Changes made by going back to the state in which the operator was applied.
    pub(super) undone: Vec<Change>,
}

/// Change of a variable between two states: its values before and after, where known.
#[derive(Debug, Clone, Copy)]
pub(super) struct Change {
    var: VarId,
    before: Option<u32>,
    after: Option<u32>,
}

impl Simple {
    pub(super) fn of(operator: &Operator, dependence: &Dependence) -> Option<Self> {
        let effects: Vec<Fact> = distinct(operator.effects.iter().map(|effect| effect.fact).collect());
        let simple = operator.effects.iter().all(|effect| effect.condition.is_empty())
            && effects.windows(2).all(|pair| pair[0].var != pair[1].var);
        simple.then(|| {
            let done = changes(operator, &effects);
            let undone = done.iter().map(|change| change.reversed()).collect();
            let reads = dependence.variables(&operator.precondition);
            let (read_bits, changed_bits) = (bits(&reads), bits(effects.iter().map(|fact| &fact.var)));
            Self { reads, effects, read_bits, changed_bits, done, undone }
        })
    }

    pub(super) fn reads(&self, var: VarId) -> bool {
        self.reads.binary_search(&var).is_ok()
    }

    fn changes(&self, var: VarId) -> bool {
        self.effects.binary_search_by_key(&var, |fact| fact.var).is_ok()
    }

    /// Checks whether the operator's precondition holds after the changes wherever it holds before them.
    fn persists(&self, operator: &Operator, changes: &[Change], dependence: &Dependence) -> bool {
        changes.iter().all(|change| !self.reads(change.var))
            || operator.precondition.iter().all(|literal| persists(*literal, changes, dependence))
    }
}

fn bits<'a>(vars: impl IntoIterator<Item = &'a VarId>) -> u64 {
    vars.into_iter().fold(0, |bits, var| bits | 1 << (var.index() % 64))
}

fn changes(operator: &Operator, effects: &[Fact]) -> Vec<Change> {
    let before = |var: VarId| operator.needed_fact(var).map(|fact| fact.value);
    let change =
        |effect: &Fact| Change { var: effect.var, before: before(effect.var), after: Some(effect.value) };
    effects.iter().map(change).collect()
}

impl Change {
    fn reversed(self) -> Self {
        Self { before: self.after, after: self.before, ..self }
    }
}

/// Checks whether, whenever `b` and then `a` can be applied, `a` and then `b` can, with the same result.
pub(super) fn commute(
    (b, b_simple): (&Operator, &Simple),
    (a, a_simple): (&Operator, &Simple),
    dependence: &Dependence,
) -> bool {
    let (a_bits, b_bits) = (a_simple.changed_bits, b_simple.changed_bits);
    if a_bits & (b_bits | b_simple.read_bits) | b_bits & a_simple.read_bits == 0 {
        return true;
    }
    if b_simple.effects.iter().any(|fact| a_simple.changes(fact.var)) {
        return false;
    }
    a_simple.persists(a, &b_simple.undone, dependence) && b_simple.persists(b, &a_simple.done, dependence)
}

/// Checks whether a literal that holds before the changes holds after them, in every state.
pub(super) fn persists(literal: Literal, changes: &[Change], dependence: &Dependence) -> bool {
    let relevant = || changes.iter().filter(|change| dependence.depends_on(literal, change.var));
    let fact = |var: VarId, value: Option<u32>| value.map(|value| Fact { var, value });
    if dependence.is_false_by_facts_only(literal) {
        let is_kept = |fact: Fact| !dependence.excludes(fact, literal);
        return relevant().all(|change| fact(change.var, change.after).is_some_and(is_kept));
    }
    let opposite = !literal;
    if !dependence.is_false_by_facts_only(opposite) {
        return relevant().next().is_none();
    }
    // Made true anew, or supported by a variable that did not change.
    let makes_true = |var, value| fact(var, value).map(|fact| dependence.excludes(fact, opposite));
    relevant().any(|change| makes_true(change.var, change.after) == Some(true))
        || relevant().all(|change| makes_true(change.var, change.before) == Some(false))
}

/// Effects of an operator, variable by variable. Their conditions read no derived variables, and no two of them that contradict
/// each other are ever active together.
#[derive(Debug)]
pub(super) struct ConditionalEffects {
    /// For each changed variable, in order, its possible new values, with their conditions.
    on: Map<VarId, NewValues>,
}

/// Possible new values of a variable, with their conditions.
type NewValues = Vec<(Vec<Literal>, u32)>;

/// Values of some variables, in the order of these.
type VariableValues = Vec<(VarId, u32)>;

fn value_of(values: &VariableValues, var: VarId) -> Option<u32> {
    let place = values.binary_search_by_key(&var, |(other, _)| *other).ok()?;
    Some(values[place].1)
}

impl ConditionalEffects {
    /// Collects the effects of an operator; `None` if their conditions read derived variables, or if some may contradict each
    /// other.
    pub(super) fn of(operator: &Operator) -> Option<Self> {
        let mut on: Map<VarId, NewValues> = Map::new();
        for effect in &operator.effects {
            if effect.condition.iter().any(|literal| matches!(literal.atom, Atom::Derived(_))) {
                return None;
            }
            let others = on.entry(effect.fact.var).or_default();
            let rival = |(condition, value): &(Vec<Literal>, u32)| {
                *value != effect.fact.value && !exclude(condition, &effect.condition)
            };
            if others.iter().any(rival) {
                return None;
            }
            others.push((effect.condition.clone(), effect.fact.value));
        }
        Some(Self { on })
    }

    pub(super) fn changed(&self) -> impl Iterator<Item = VarId> {
        self.on.keys().copied()
    }

    fn reads(&self, var: VarId) -> impl Iterator<Item = VarId> {
        let literals = self.on.get(&var).into_iter().flatten().flat_map(|(condition, _)| condition);
        literals.filter_map(|literal| match literal.atom {
            Atom::Fact(fact) => Some(fact.var),
            Atom::Derived(_) => None,
        })
    }

    pub(super) fn depends_on(&self, var: VarId) -> bool {
        self.changed().any(|changed| self.reads(changed).any(|read| read == var))
    }

    fn apply(&self, before: &VariableValues) -> VariableValues {
        let holds = |literal: &Literal| match literal.atom {
            Atom::Fact(Fact { var, value }) => (value_of(before, var) == Some(value)) == literal.positive,
            Atom::Derived(_) => false,
        };
        let after = |(var, value): &(VarId, u32)| {
            let mut effects = self.on.get(var).into_iter().flatten();
            let active = effects.find(|(condition, _)| condition.iter().all(holds));
            (*var, active.map_or(*value, |(_, value)| *value))
        };
        before.iter().map(after).collect()
    }

    /// Checks whether the effects of both are the same in either order, in every state.
    pub(super) fn commute(&self, other: &Self, task: &Task) -> bool {
        // Changed by both, or by one of them depending on what the other changes.
        let touched = |a: &Self, b: &Self| -> Vec<VarId> {
            let is_changed = |var: &VarId| b.on.contains_key(var);
            a.changed().filter(|var| is_changed(var) || a.reads(*var).any(|read| is_changed(&read))).collect()
        };
        let shared = touched(self, other).into_iter().chain(touched(other, self));
        self.tried_with(other, shared, task, |values| {
            other.apply(&self.apply(values)) == self.apply(&other.apply(values))
        })
    }

    /// Checks whether applying this and then the other restores every state.
    pub(super) fn cancel(&self, other: &Self, task: &Task) -> bool {
        let all = self.changed().chain(other.changed());
        self.tried_with(other, all, task, |values| other.apply(&self.apply(values)) == *values)
    }

    /// Checks whether `is_so` holds for all values of these variables and the variables that effects on them depend on; `false`
    /// if there are too many combinations.
    fn tried_with(
        &self,
        other: &Self,
        vars: impl Iterator<Item = VarId>,
        task: &Task,
        is_so: impl Fn(&VariableValues) -> bool,
    ) -> bool {
        let mut values = VariableValues::new();
        let mut open: Vec<VarId> = vars.collect();
        let mut n_combinations = 1_usize;
        while let Some(var) = open.pop() {
            match values.binary_search_by_key(&var, |(other, _)| *other) {
                Ok(_) => continue,
                Err(place) => values.insert(place, (var, 0)),
            }
            n_combinations = n_combinations.saturating_mul(task.facts(var).len());
            if MAX_COMBINATIONS < n_combinations {
                return false;
            }
            open.extend(self.reads(var).chain(other.reads(var)));
        }
        (0..n_combinations).all(|_| {
            let holds = is_so(&values);
            // The next combination.
            for (var, value) in &mut values {
                *value += 1;
                if (*value as usize) < task.facts(*var).len() {
                    break;
                }
                *value = 0;
            }
            holds
        })
    }
}

/// Checks whether one literal of each shows that two conjunctions never hold together.
fn exclude(one: &[Literal], other: &[Literal]) -> bool {
    one.iter().any(|a| other.iter().any(|b| a.excludes(*b)))
}

#[cfg(test)]
mod tests {
    use bmcplan_task::{Effect, TaskBuilder};

    use super::*;

    /// Builds operators on lamps that switch each of the given ones, and one that lights lamp 0.
    fn lamps(switches: &[&[usize]]) -> (Task, Vec<ConditionalEffects>) {
        let mut builder = TaskBuilder::default();
        let lamps: Vec<VarId> =
            (0..4).map(|lamp| builder.variable(format!("{lamp}"), ["off", "on"], 0)).collect();
        for switched in switches {
            let effects = switched.iter().flat_map(|lamp| {
                let fact = |value| Fact { var: lamps[*lamp], value };
                [0, 1].map(|value| Effect { condition: vec![fact(value).into()], fact: fact(1 - value) })
            });
            builder.operator(Operator { effects: effects.collect(), ..Operator::simple("", [], []) });
        }
        builder.operator(Operator::simple("", [], [Fact { var: lamps[0], value: 1 }]));
        let task = builder.build().unwrap();
        let effects =
            task.operators().iter().map(|operator| ConditionalEffects::of(operator).unwrap()).collect();
        (task, effects)
    }

    #[test]
    fn switches_commute_and_cancel_themselves() {
        let (task, all) = lamps(&[&[0, 1], &[1, 2], &[3]]);
        let [a, b, c, light] = all.as_slice() else { panic!("four operators") };
        assert!(a.commute(b, &task) && b.commute(c, &task) && c.commute(light, &task));
        assert!(!a.commute(light, &task) && !light.commute(a, &task));
        assert!(a.cancel(a, &task) && !a.cancel(b, &task) && !light.cancel(light, &task));
    }

    #[test]
    fn a_condition_on_what_the_other_changes_matters() {
        let mut builder = TaskBuilder::default();
        let fact = |index, value| Fact { var: VarId::from_index(index), value };
        builder.variable("x", ["0", "1"], 0);
        builder.variable("y", ["0", "1"], 0);
        let copy = Effect { condition: vec![fact(0, 1).into()], fact: fact(1, 1) };
        builder.operator(Operator { effects: vec![copy], ..Operator::simple("copy", [], []) });
        builder.operator(Operator::simple("set", [], [fact(0, 1)]));
        let task = builder.build().unwrap();
        let [copy, set] = [0, 1].map(|index| ConditionalEffects::of(&task.operators()[index]).unwrap());
        assert!(!copy.commute(&set, &task) && !set.commute(&copy, &task) && copy.commute(&copy, &task));
    }
}
