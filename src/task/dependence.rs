//! Dependence of literals on state variables, and the independence of operators that rests on it.
//!
//! Most derived variables of puzzles are decided fact by fact: a cell is busy if one of some cars stands on it. For these the
//! relevant changes are known exactly; for all others, only the relevant variables. [`Dependence`] stores both; [`Needs`]
//! refines it to the values that a literal needs.
//!
//! # Independence of operators
//!
//! Several relations say that two operators a and b do not interfere with each other:
//!
//! | relation | definition | in | used by |
//! |---|---|---|---|
//! | *independent* | neither changes a variable that the other reads or changes | all states | `encode/commuting` |
//! | *commuting* | if b and then a can run, then a and then b can, with the same result | all states | `search/pruning` |
//! | *exchangeable* | a makes no precondition of b true, and neither changes the other's reads or changes | two frames | `encode/commuting` |
//! | *exchangeable arcs* | neither of two moves blocks the other in the reverse order | two frames | `encode/order` |
//! | *not disabling* | no active effect of a gives a variable a value that falsifies a [need](Needs) of b | a state | `encode/semantics`, `search/steps` |
//! | *not disturbing* | the same, for certificates | a state | `certificate/sharing` |
//!
//! - *Independent* (Cartier & Foata 1969): used by the estimate `commuting_share`, which decides only whether other clauses
//!   pay. The simplest relation is good enough there.
//! - *Commuting* (Holte & Burch 2014; proved by `search/commutativity`): pruning knows the operator that found a state, but not
//!   the state before. So the relation must hold in all states. One direction suffices, because only "b, then a" is left out.
//!   Not disabling would be unsound: b may enable a. Independence would be sound and prune less: two switches of one lamp
//!   change the same variable.
//! - *Exchangeable* (Godefroid 1996; literals by `encode/disturbances` and `encode/blocking`): a runs in one step and b in the
//!   next. Clauses see both operators and all values around them, so the relation need only hold there. A relation for all
//!   states would be sound and of little use: each move of a sliding block reads cells that others cover. Not disabling would
//!   be unsound, again because a may enable b. Arcs are compared value by value, since they have no variables of their own.
//! - *Not disabling* (Rintanen, Heljanko & Niemelä 2006; as clauses by `encode/parallel`): all operators of a step are
//!   applicable at its start, so enabling does not matter. The relation is only needed in that state: of all pairs (∀-steps),
//!   or of each operator with the later ones (∃-steps). Independence would be sound, but steps would have fewer operators and
//!   plans more steps. Formulas and explicit search must agree exactly, since the least number of steps depends on it: both
//!   take [`Needs`].
//! - *Not disturbing* (`docs/certificates.md`): the same relation written a second time. Certificates are checked by code that
//!   shares nothing with the code that made them.

use super::{Atom, Derived, DerivedId, Fact, Literal, Task, VarId};
use crate::ordered::{Map, distinct, sort};

/// Returns the fact of `condition` if the conjunction is exactly one positive fact.
pub fn single_fact(condition: &[Literal]) -> Option<Fact> {
    match condition {
        [only] => only.as_fact(),
        _ => None,
    }
}

impl Derived {
    /// Returns the facts of the rules, in their order, if each rule is one positive fact. The variable is then true exactly if
    /// one of them is.
    pub fn deciding_facts(&self) -> Option<Vec<Fact>> {
        self.rules.iter().map(|body| single_fact(body)).collect()
    }
}

/// For each derived variable of a task, the variables it depends on and its deciding facts.
#[derive(Debug, Clone, Default)]
pub struct Dependence(Vec<Support>);

#[derive(Debug, Clone)]
struct Support {
    vars: Vec<VarId>,
    /// Facts each of which alone makes the variable true; sorted.
    sufficient: Vec<Fact>,
    /// True if nothing else makes the variable true.
    is_decided: bool,
}

impl Dependence {
    /// Computes the dependence of all derived variables of `task`.
    pub fn of(task: &Task) -> Self {
        let mut dependence = Self(Vec::with_capacity(task.derived().len()));
        for derived in task.derived() {
            let vars = dependence.variables(derived.rules.iter().flatten());
            let mut sufficient: Vec<Fact> =
                derived.rules.iter().filter_map(|body| single_fact(body)).collect();
            let is_decided = sufficient.len() == derived.rules.len();
            sort(&mut sufficient);
            dependence.0.push(Support { vars, sufficient, is_decided });
        }
        dependence
    }

    /// Returns the state variables that `literals` depend on, also through derived variables; sorted.
    pub fn variables<'l>(&self, literals: impl IntoIterator<Item = &'l Literal>) -> Vec<VarId> {
        let mut vars = Vec::new();
        for literal in literals {
            match literal.atom {
                Atom::Fact(fact) => vars.push(fact.var),
                Atom::Derived(id) => vars.extend_from_slice(self.of_derived(id)),
            }
        }
        distinct(vars)
    }

    /// Checks whether `literal` depends on `var`, also through derived variables.
    pub fn depends_on(&self, literal: Literal, var: VarId) -> bool {
        match literal.atom {
            Atom::Fact(fact) => fact.var == var,
            Atom::Derived(id) => self.of_derived(id).binary_search(&var).is_ok(),
        }
    }

    /// Returns the state variables that a derived variable depends on, sorted.
    pub fn of_derived(&self, id: DerivedId) -> &[VarId] {
        &self.0[id.index()].vars
    }

    /// Returns [`Derived::deciding_facts`] of `id`, sorted.
    pub fn deciding_facts(&self, id: DerivedId) -> Option<&[Fact]> {
        let Support { sufficient, is_decided, .. } = &self.0[id.index()];
        is_decided.then_some(sufficient)
    }

    /// Returns the facts each of which alone makes a derived variable true, sorted.
    pub fn sufficient_facts(&self, id: DerivedId) -> &[Fact] {
        &self.0[id.index()].sufficient
    }

    /// Checks whether `fact` alone makes `literal` false.
    pub fn excludes(&self, fact: Fact, literal: Literal) -> bool {
        match literal.atom {
            Atom::Fact(other) => fact.var == other.var && (fact == other) != literal.positive,
            Atom::Derived(id) => {
                !literal.positive && self.0[id.index()].sufficient.binary_search(&fact).is_ok()
            }
        }
    }

    /// Checks whether `literal` holds wherever no fact [excludes](Self::excludes) it.
    pub fn is_false_by_facts_only(&self, literal: Literal) -> bool {
        match literal.atom {
            Atom::Fact(_) => true,
            Atom::Derived(id) => !literal.positive && self.0[id.index()].is_decided,
        }
    }
}

/// Needs of a literal, by variable, in order. A literal that holds goes on to hold as long as no variable takes a value that
/// falsifies its need.
///
/// Formulas and explicit search both define disabling by this.
pub(crate) struct Needs(pub(crate) Map<VarId, ValueNeeds>);

/// Needs concerning one variable: sets of values, each of which may be needed, and forbidden values.
#[derive(Default)]
pub(crate) struct ValueNeeds {
    needed: Vec<Vec<u32>>,
    forbidden: Vec<u32>,
}

impl ValueNeeds {
    /// Checks whether the literal may become false when the variable takes `value`.
    pub(crate) fn falsified_by(&self, value: u32) -> bool {
        self.forbidden.contains(&value) || self.needed.iter().any(|needed| !needed.contains(&value))
    }
}

impl Needs {
    /// Collects the needs of `literal` from all rules of derived variables, whichever of them matters in a state.
    pub(crate) fn of(task: &Task, literal: Literal) -> Self {
        let mut needs = Self(Map::new());
        let (mut seen, mut open) = (vec![literal], vec![literal]);
        while let Some(Literal { atom, positive }) = open.pop() {
            let mut alone: Vec<Fact> = Vec::new();
            match atom {
                Atom::Fact(fact) if positive => alone.push(fact),
                Atom::Fact(fact) => needs.0.entry(fact.var).or_default().forbidden.push(fact.value),
                Atom::Derived(id) => {
                    for body in &task.derived()[id.index()].rules {
                        // The variable may change between values that make the derived variable true.
                        if let Some(fact) = named_value(task, body).filter(|_| positive) {
                            alone.push(fact);
                            continue;
                        }
                        for literal in body {
                            let literal = if positive { *literal } else { !*literal };
                            if insert(&mut seen, literal) {
                                open.push(literal);
                            }
                        }
                    }
                }
            }
            sort(&mut alone);
            for facts in alone.chunk_by(|a, b| a.var == b.var) {
                let values = facts.iter().map(|fact| fact.value).collect();
                needs.0.entry(facts[0].var).or_default().needed.push(values);
            }
        }
        needs
    }
}

/// Adds `element` to a sorted list; returns false if it is already there.
pub(super) fn insert<T: Ord>(sorted: &mut Vec<T>, element: T) -> bool {
    let place = sorted.binary_search(&element);
    if let Err(place) = place {
        sorted.insert(place, element);
    }
    place.is_err()
}

/// Returns the fact that `body` is equivalent to, if there is one. The negation of one of two values is the other value.
fn named_value(task: &Task, body: &[Literal]) -> Option<Fact> {
    let [Literal { atom: Atom::Fact(fact), positive }] = body else { return None };
    match (positive, task.facts(fact.var).count()) {
        (true, _) => Some(*fact),
        (false, 2) => Some(Fact { value: 1 - fact.value.min(1), ..*fact }),
        (false, _) => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::task::TaskBuilder;

    #[test]
    fn facts_decide_where_every_rule_is_one() {
        let mut builder = TaskBuilder::default();
        let vars = ["x", "y", "z"].map(|name| builder.variable(name, ["0", "1"], 0));
        let fact = |var: usize| Fact { var: vars[var], value: 1 };
        let either = builder.derived("either", vec![vec![fact(1).into()], vec![fact(0).into()]]);
        let not = builder.derived("not", vec![vec![!Literal::from(fact(2))]]);
        let both = builder.derived("both", vec![vec![either.into(), not.into()]]);
        let never = builder.derived("never", vec![]);
        let task = builder.build().unwrap();
        let dependence = Dependence::of(&task);
        assert_eq!(task.derived()[either.index()].deciding_facts(), Some(vec![fact(1), fact(0)]));
        assert_eq!(dependence.deciding_facts(either), Some(&[fact(0), fact(1)][..]));
        assert_eq!([not, both].map(|id| dependence.deciding_facts(id)), [None, None]);
        assert_eq!(dependence.deciding_facts(never), Some(&[][..]));
        assert_eq!(dependence.of_derived(both), vars);
        assert_eq!(dependence.variables(&[either.into(), fact(0).into()]), vars[..2]);
        let off = Fact { value: 0, ..fact(0) };
        let literals = [fact(0).into(), !Literal::from(fact(0)), either.into(), !Literal::from(either)];
        assert_eq!(literals.map(|literal| dependence.excludes(fact(0), literal)), [false, true, false, true]);
        assert_eq!(literals.map(|literal| dependence.excludes(off, literal)), [true, false, false, false]);
        let literals = [fact(0).into(), !Literal::from(either), either.into(), !Literal::from(both)];
        assert_eq!(
            literals.map(|literal| dependence.is_false_by_facts_only(literal)),
            [true, true, false, false]
        );
    }
}
