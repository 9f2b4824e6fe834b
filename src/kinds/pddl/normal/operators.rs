//! Actions as operators in normal form: one for each case of the precondition, effects flattened, one for each case of their
//! condition.

use super::super::ground_error::PddlGroundError;
use super::super::lifted::{LiftedAtom, LiftedEffect, LiftedOperator};
use super::super::{ActionSchema, PddlEffect};
use super::cases::VariableOrder;
use super::context::Normaliser;
use super::nnf::NormalCondition;
use super::quantify::{WriteOut, lifted};
use super::scope::VariableScope;

/// An effect without `and`, `forall` and `when`.
struct FlatEffect {
    /// What it is for all of.
    variables: Vec<u32>,
    condition: NormalCondition,
    atom: LiftedAtom,
    is_added: bool,
}

impl Normaliser<'_> {
    /// The operators that an action is.
    pub(super) fn operators(
        &mut self,
        number: usize,
        action: &ActionSchema,
    ) -> Result<Vec<LiftedOperator>, PddlGroundError> {
        let (mut scope, parameters) = self.scope_of(&action.parameters, action.n_variables);
        let precondition = self.normal(&action.precondition, true, WriteOut::Few, &mut scope)?;
        let mut effects = Vec::new();
        self.flatten(&action.effect, &[], &NormalCondition::TRUE, &mut scope, &mut effects)?;
        let mut flat = Vec::new();
        for effect in effects {
            if self.predicates[effect.atom.predicate].is_derived {
                let name = &self.predicates[effect.atom.predicate].name;
                let message = format!("the action {} changes {name}, which rules derive", action.name);
                return Err(PddlGroundError::refused(message).at(action.span.clone(), "this action"));
            }
            let cases = self.cases(&effect.condition, &scope)?;
            flat.push((effect, cases));
        }
        let mut operators = Vec::new();
        for case in self.cases(&precondition, &scope)? {
            let mut literals = self.type_literals(&parameters, &scope, &case.literals);
            literals.extend(case.literals);
            let mut order = VariableOrder::default();
            parameters.iter().chain(&case.variables).for_each(|variable| order.add(*variable));
            let mut effects = Vec::new();
            for (effect, cases) in &flat {
                for case in cases {
                    self.spend(1 + case.literals.len())?;
                    let mut condition = self.type_literals(&effect.variables, &scope, &case.literals);
                    condition.extend(case.literals.iter().cloned());
                    let mut order = order.clone();
                    effect.variables.iter().chain(&case.variables).for_each(|variable| order.add(*variable));
                    let arguments = effect.atom.arguments.iter().map(|argument| order.rename(*argument));
                    effects.push(LiftedEffect {
                        n_variables: order.len(),
                        condition: condition.iter().map(|literal| order.literal(literal)).collect(),
                        atom: LiftedAtom { predicate: effect.atom.predicate, arguments: arguments.collect() },
                        is_added: effect.is_added,
                    });
                }
            }
            operators.push(LiftedOperator {
                name: action.name.clone(),
                n_parameters: parameters.len(),
                n_variables: order.len(),
                precondition: literals.iter().map(|literal| order.literal(literal)).collect(),
                effects,
                action: number,
            });
        }
        Ok(operators)
    }

    fn flatten(
        &mut self,
        effect: &PddlEffect,
        variables: &[u32],
        condition: &NormalCondition,
        scope: &mut VariableScope,
        into: &mut Vec<FlatEffect>,
    ) -> Result<(), PddlGroundError> {
        self.spend(1 + variables.len() + condition.size())?;
        match effect {
            PddlEffect::Add(atom) | PddlEffect::Delete(atom) => into.push(FlatEffect {
                variables: variables.to_vec(),
                condition: condition.clone(),
                atom: lifted(atom),
                is_added: matches!(effect, PddlEffect::Add(_)),
            }),
            PddlEffect::And(parts) => {
                for part in parts {
                    self.flatten(part, variables, condition, scope, into)?;
                }
            }
            PddlEffect::Forall(parameters, part) => {
                let more = self.declare(parameters, scope);
                self.flatten(part, &[variables, &more].concat(), condition, scope, into)?;
            }
            PddlEffect::When(formula, part) => {
                let more = self.normal(formula, true, WriteOut::Few, scope)?;
                let both = NormalCondition::and([condition.clone(), more]);
                self.flatten(part, variables, &both, scope, into)?;
            }
        }
        Ok(())
    }
}
