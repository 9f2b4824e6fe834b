//! The explicit clock: a task's clock as a variable with clauses, for readers that do not know the number of a frame.

use std::borrow::Cow;

use super::TransitionSystem;
use crate::formula::{AtMostOne, Formula, Lit, Var};

impl TransitionSystem {
    /// The same system without constants: clauses give the clock's first value and advance it in every step, idle ones
    /// included. Its variables are the same and have the same numbers.
    pub fn with_explicit_clock(&self) -> Cow<'_, Self> {
        let Some(terms) = &self.clock else { return Cow::Borrowed(self) };
        let mut system = self.clone();
        system.clock = None;
        let vars = terms.values.iter().enumerate();
        let values: Vec<(u32, Lit)> = vars
            .filter_map(|(index, fact)| Some(((*fact)?.value, Var::from_index(index).positive())))
            .collect();
        let lits: Vec<Lit> = values.iter().map(|(_, lit)| *lit).collect();
        let mut one_value = Formula::default();
        AtMostOne::Pairwise.exactly_one(&mut one_value, &lits);
        one_value.cnf().clauses().for_each(|clause| system.universal.push(clause));
        for (value, lit) in &values {
            let is_first = *value == terms.clock.at(0).value;
            system.initial.push(&[if is_first { *lit } else { !*lit }]);
        }
        let n_vars = self.n_vars();
        for (n, lit) in lits.iter().enumerate() {
            let after = lits[terms.clock.at(n + 1).value_index()].var().index();
            system.transition.push(&[!*lit, Var::from_index(n_vars + after).positive()]);
        }
        Cow::Owned(system)
    }
}
