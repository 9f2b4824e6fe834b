//! Dependence of literals on state variables, and the facts that make literals false.
//!
//! Whether two operators disturb each other is asked in three places: operators that share a step (`encode`), moves in a
//! row that could change places (`encode`), and moves that need not be tried after another (`search`). All of them ask here
//! which facts exclude a literal. Most derived variables of puzzles are decided fact by fact: a cell is busy if one of some
//! cars stands on it. Of those it is known exactly which changes matter; of all others, only which variables do.

use super::{Atom, Derived, DerivedId, Fact, Literal, Task, VarId};

/// The fact that a conjunction consists of, if it is one positive fact.
pub fn single_fact(condition: &[Literal]) -> Option<Fact> {
    match condition {
        [only] => only.as_fact(),
        _ => None,
    }
}

impl Derived {
    /// If each of its rules is one positive fact: these facts, in the order of the rules. It is true exactly if one of them is.
    pub fn deciding_facts(&self) -> Option<Vec<Fact>> {
        self.rules.iter().map(|body| single_fact(body)).collect()
    }
}

/// What each derived variable of a task depends on.
#[derive(Debug, Clone, Default)]
pub struct Dependence(Vec<Support>);

#[derive(Debug, Clone)]
struct Support {
    vars: Vec<VarId>,
    /// The facts that make the variable true, each alone; sorted.
    sufficient: Vec<Fact>,
    /// Does nothing else make it true?
    is_decided: bool,
}

impl Dependence {
    /// Of a task.
    pub fn of(task: &Task) -> Self {
        let mut dependence = Self(Vec::with_capacity(task.derived().len()));
        for derived in task.derived() {
            let vars = dependence.variables(derived.rules.iter().flatten());
            let mut sufficient: Vec<Fact> =
                derived.rules.iter().filter_map(|body| single_fact(body)).collect();
            let is_decided = sufficient.len() == derived.rules.len();
            sufficient.sort_unstable();
            dependence.0.push(Support { vars, sufficient, is_decided });
        }
        dependence
    }

    /// The state variables that literals depend on, through derived variables too; sorted.
    pub fn variables<'l>(&self, literals: impl IntoIterator<Item = &'l Literal>) -> Vec<VarId> {
        let mut vars = Vec::new();
        for literal in literals {
            match literal.atom {
                Atom::Fact(fact) => vars.push(fact.var),
                Atom::Derived(id) => vars.extend_from_slice(self.of_derived(id)),
            }
        }
        vars.sort_unstable();
        vars.dedup();
        vars
    }

    /// Does a literal depend on a state variable, through derived variables too?
    pub fn depends_on(&self, literal: Literal, var: VarId) -> bool {
        match literal.atom {
            Atom::Fact(fact) => fact.var == var,
            Atom::Derived(id) => self.of_derived(id).binary_search(&var).is_ok(),
        }
    }

    /// The state variables that a derived variable depends on, sorted.
    pub fn of_derived(&self, id: DerivedId) -> &[VarId] {
        &self.0[id.index()].vars
    }

    /// [`Derived::deciding_facts`], sorted.
    pub fn deciding_facts(&self, id: DerivedId) -> Option<&[Fact]> {
        let Support { sufficient, is_decided, .. } = &self.0[id.index()];
        is_decided.then_some(sufficient)
    }

    /// Facts each of which makes a derived variable true by itself, sorted.
    pub fn sufficient_facts(&self, id: DerivedId) -> &[Fact] {
        &self.0[id.index()].sufficient
    }

    /// Is the literal false wherever the fact holds, as far as the fact alone tells?
    pub fn excludes(&self, fact: Fact, literal: Literal) -> bool {
        match literal.atom {
            Atom::Fact(other) => fact.var == other.var && (fact == other) != literal.positive,
            Atom::Derived(id) => {
                !literal.positive && self.0[id.index()].sufficient.binary_search(&fact).is_ok()
            }
        }
    }

    /// Whether the literal is true wherever no fact [excludes](Self::excludes) it.
    pub fn is_false_by_facts_only(&self, literal: Literal) -> bool {
        match literal.atom {
            Atom::Fact(_) => true,
            Atom::Derived(id) => !literal.positive && self.0[id.index()].is_decided,
        }
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
