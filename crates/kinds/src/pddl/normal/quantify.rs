//! From formulas to negation normal form.
//!
//! `imply` is a disjunction. A universal condition is expanded if that makes a conjunction of a few literals. Otherwise it is
//! the negation of a derived predicate: no object violates it.

use bmcplan_base::ordered::sort;

use super::super::diagnostics::PddlGroundError;
use super::super::lifted::{LiftedArgument, LiftedAtom, LiftedLiteral};
use super::super::syntax::{Parameter, PddlAtom, PddlFormula};
use super::context::{Normaliser, VariableScope, argument};
use super::nnf::{NormalCondition, rename_literal};

/// Limit on the size of expanded universal conditions.
#[derive(Debug, Clone, Copy)]
pub(super) enum ExpansionLimit {
    /// In an action or rule, which has many instances.
    Few,
    /// In the goal, which has one instance.
    Many,
}

impl ExpansionLimit {
    /// Returns the greatest number of literals that are tried, and that are kept.
    fn most(self) -> (usize, usize) {
        match self {
            Self::Few => (1 << 12, 32),
            Self::Many => (1 << 17, 1 << 17),
        }
    }
}

/// Greatest number of literals in a recursive rule, where the condition must be expanded.
const MAX_RECURSIVE: usize = 1 << 17;

impl Normaliser<'_> {
    /// Converts a formula, or its negation, to negation normal form. All its variables are declared.
    pub(super) fn normal(
        &mut self,
        formula: &PddlFormula,
        positive: bool,
        limit: ExpansionLimit,
        scope: &mut VariableScope,
    ) -> Result<NormalCondition, PddlGroundError> {
        self.spend(1)?;
        match formula {
            PddlFormula::Atom(atom) => {
                let atom = lifted(atom);
                let literal = if positive { LiftedLiteral::Holds(atom) } else { LiftedLiteral::Fails(atom) };
                Ok(self.literal(literal))
            }
            PddlFormula::Equal(one, other) => {
                Ok(self.literal(LiftedLiteral::Same(argument(*one), argument(*other), positive)))
            }
            PddlFormula::Not(part) => self.normal(part, !positive, limit, scope),
            PddlFormula::And(parts) | PddlFormula::Or(parts) => {
                let mut all = Vec::with_capacity(parts.len());
                for part in parts {
                    all.push(self.normal(part, positive, limit, scope)?);
                }
                let is_and = matches!(formula, PddlFormula::And(_)) == positive;
                Ok(if is_and { NormalCondition::and(all) } else { NormalCondition::or(all) })
            }
            PddlFormula::Imply(condition, consequence) => {
                let parts = [
                    self.normal(condition, !positive, limit, scope)?,
                    self.normal(consequence, positive, limit, scope)?,
                ];
                Ok(if positive { NormalCondition::or(parts) } else { NormalCondition::and(parts) })
            }
            PddlFormula::Exists(parameters, part) | PddlFormula::Forall(parameters, part) => {
                let variables = self.declare(parameters, scope);
                if matches!(formula, PddlFormula::Exists(..)) == positive {
                    let part = self.normal(part, positive, limit, scope)?;
                    Ok(self.exists(variables, part, scope))
                } else {
                    self.forall(variables, part, positive, limit, scope)
                }
            }
        }
    }

    fn exists(
        &self,
        mut variables: Vec<u32>,
        part: NormalCondition,
        scope: &VariableScope,
    ) -> NormalCondition {
        let is_empty =
            |variable: &u32| scope.kind(*variable).is_none_or(|kind| self.types.objects(kind).is_empty());
        if variables.iter().any(is_empty) {
            return NormalCondition::FALSE;
        }
        let free = part.free_variables();
        variables.retain(|variable| free.contains(variable));
        if variables.is_empty() { part } else { NormalCondition::Exists(variables, Box::new(part)) }
    }

    /// Returns the condition that the part, or its negation, holds for all objects.
    fn forall(
        &mut self,
        variables: Vec<u32>,
        part: &PddlFormula,
        positive: bool,
        limit: ExpansionLimit,
        scope: &mut VariableScope,
    ) -> Result<NormalCondition, PddlGroundError> {
        let mut must = false;
        part.visit(&mut |part| {
            must |= matches!(part, PddlFormula::Atom(atom) if self.recursive.contains(&atom.predicate));
        });
        let (most, most_kept) = if must { (MAX_RECURSIVE, MAX_RECURSIVE) } else { limit.most() };
        let counts = variables
            .iter()
            .map(|variable| scope.kind(*variable).map_or(0, |kind| self.types.objects(kind).len()));
        let n_instances = counts.fold(1, usize::saturating_mul);
        if n_instances == 0 {
            return Ok(NormalCondition::TRUE);
        }
        if n_instances <= most {
            let normal = self.normal(part, positive, limit, scope)?;
            let free = normal.free_variables();
            let variables: Vec<u32> =
                variables.iter().copied().filter(|variable| free.contains(variable)).collect();
            if n_instances.saturating_mul(normal.size()) <= most {
                let all = self.expand(&variables, &normal, scope)?;
                let is_settled = [NormalCondition::TRUE, NormalCondition::FALSE].contains(&all);
                if must || is_settled || (all.is_conjunction() && all.size() <= most_kept) {
                    return Ok(all);
                }
            }
        }
        if must {
            return Err(PddlGroundError::invalid(
                "a recursive rule has a `forall` over too many combinations of objects",
            )
            .help("use fewer objects, or fewer variables after `forall`"));
        }
        let fails = self.normal(part, !positive, limit, scope)?;
        let fails = self.exists(variables, fails, scope);
        if let NormalCondition::Literal(literal) = fails {
            return Ok(NormalCondition::Literal(negated(literal)));
        }
        match self.named(&fails, scope)? {
            NormalCondition::Literal(LiftedLiteral::Holds(atom)) => {
                Ok(NormalCondition::Literal(LiftedLiteral::Fails(atom)))
            }
            // True or false.
            constant => Ok(NormalCondition::constant(constant != NormalCondition::TRUE)),
        }
    }

    /// Returns the conjunction of a condition over all choices of objects.
    fn expand(
        &mut self,
        variables: &[u32],
        normal: &NormalCondition,
        scope: &mut VariableScope,
    ) -> Result<NormalCondition, PddlGroundError> {
        let mut all = vec![normal.clone()];
        for variable in variables {
            let kind = scope.kind(*variable);
            let objects = kind.map_or(&[][..], |kind| self.types.objects(kind)).to_vec();
            let mut instances = Vec::with_capacity(all.len() * objects.len());
            for object in objects {
                for part in &all {
                    self.spend(1 + part.size())?;
                    let object = LiftedArgument::Object(u32::try_from(object.0).unwrap_or(u32::MAX));
                    let instance = self.instance(part, *variable, object, scope);
                    match instance {
                        NormalCondition::And(parts) => instances.extend(parts),
                        other if other == NormalCondition::FALSE => return Ok(other),
                        other => instances.push(other),
                    }
                }
            }
            sort(&mut instances);
            instances.dedup();
            all = instances;
        }
        Ok(NormalCondition::and(all))
    }

    /// Replaces a variable in a condition; the condition's quantifiers get new variables.
    fn instance(
        &self,
        normal: &NormalCondition,
        variable: u32,
        with: LiftedArgument,
        scope: &mut VariableScope,
    ) -> NormalCondition {
        match normal {
            NormalCondition::Literal(literal) => {
                let mut rename =
                    |other: u32| if other == variable { with } else { LiftedArgument::Variable(other) };
                self.literal(rename_literal(literal, &mut rename))
            }
            NormalCondition::And(parts) => {
                NormalCondition::and(parts.iter().map(|part| self.instance(part, variable, with, scope)))
            }
            NormalCondition::Or(parts) => {
                NormalCondition::or(parts.iter().map(|part| self.instance(part, variable, with, scope)))
            }
            NormalCondition::Exists(bound, part) => {
                let mut part = self.instance(part, variable, with, scope);
                let mut copies = Vec::with_capacity(bound.len());
                for old in bound {
                    let copy = scope.copy(*old);
                    part = self.instance(&part, *old, LiftedArgument::Variable(copy), scope);
                    copies.push(copy);
                }
                self.exists(copies, part, scope)
            }
        }
    }

    /// Declares the parameters of an action or rule, in a scope for its other variables.
    pub(super) fn scope_of(
        &mut self,
        parameters: &[Parameter],
        n_variables: usize,
    ) -> (VariableScope, Vec<u32>) {
        let mut scope = VariableScope::above(n_variables);
        let variables = self.declare(parameters, &mut scope);
        (scope, variables)
    }
}

pub(super) fn lifted(atom: &PddlAtom) -> LiftedAtom {
    LiftedAtom {
        predicate: atom.predicate.0,
        arguments: atom.arguments.iter().map(|term| argument(*term)).collect(),
    }
}

fn negated(literal: LiftedLiteral) -> LiftedLiteral {
    match literal {
        LiftedLiteral::Holds(atom) => LiftedLiteral::Fails(atom),
        LiftedLiteral::Fails(atom) => LiftedLiteral::Holds(atom),
        LiftedLiteral::Same(one, other, same) => LiftedLiteral::Same(one, other, !same),
    }
}
