//! The same problem with actions that always change something.
//!
//! Grounding leaves out actions that never change anything, since no shortest plan has them. A plan that somebody else wrote may. So
//! all actions turn a switch that nothing asks for, and none is left out.

use super::{PddlAtom, PddlEffect, PddlFormula, PddlProblem, Predicate, PredicateId};

impl PddlProblem {
    /// The same problem with a switch that every action turns.
    #[must_use]
    pub fn ticking(&self) -> Self {
        let mut problem = self.clone();
        let switch = PddlAtom { predicate: PredicateId(problem.predicates.len()), arguments: Vec::new() };
        // A name that no predicate can have.
        problem.predicates.push(Predicate {
            name: "(switch)".to_owned(),
            parameters: Vec::new(),
            is_derived: false,
        });
        let is_on = PddlFormula::Atom(switch.clone());
        let turn = [
            PddlEffect::When(is_on.clone(), Box::new(PddlEffect::Delete(switch.clone()))),
            PddlEffect::When(PddlFormula::Not(Box::new(is_on)), Box::new(PddlEffect::Add(switch))),
        ];
        for action in &mut problem.actions {
            let own = std::mem::replace(&mut action.effect, PddlEffect::And(Vec::new()));
            action.effect = PddlEffect::And([own].into_iter().chain(turn.clone()).collect());
        }
        problem
    }
}
