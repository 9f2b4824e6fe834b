//! The goal as literals without variables.

use super::super::PddlFormula;
use super::super::ground_error::PddlGroundError;
use super::super::lifted::{LiftedAtom, LiftedLiteral};
use super::context::Normaliser;
use super::nnf::NormalCondition;
use super::quantify::WriteOut;
use super::scope::VariableScope;

impl Normaliser<'_> {
    /// The goal. What is no literal gets a derived predicate.
    pub(super) fn goal(
        &mut self,
        goal: &PddlFormula,
        n_variables: usize,
    ) -> Result<Vec<LiftedLiteral>, PddlGroundError> {
        let mut scope = VariableScope::above(n_variables);
        let parts = match self.normal(goal, true, WriteOut::Many, &mut scope)? {
            NormalCondition::And(parts) => parts,
            other => vec![other],
        };
        let mut literals = Vec::new();
        for part in parts {
            if part == NormalCondition::FALSE {
                // A predicate without rules.
                let predicate = self.new_predicate(0);
                literals.push(LiftedLiteral::Holds(LiftedAtom { predicate, arguments: Vec::new() }));
                continue;
            }
            let part =
                if matches!(part, NormalCondition::Literal(_)) { part } else { self.named(&part, &scope)? };
            if let NormalCondition::Literal(literal) = part {
                literals.push(literal);
            }
        }
        Ok(literals)
    }
}
