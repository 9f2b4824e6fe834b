//! The rules of derived predicates, and what may not be among them.

use std::collections::BTreeSet;

use super::super::ground_error::PddlGroundError;
use super::super::lifted::{LiftedLiteral, LiftedRule};
use super::super::{PddlFormula, PddlProblem, PredicateId};
use super::context::Normaliser;
use super::quantify::WriteOut;
use crate::task::components;

impl Normaliser<'_> {
    /// Adds the rules of the problem.
    pub(super) fn axioms(&mut self) -> Result<(), PddlGroundError> {
        let problem = self.problem;
        let recursive = recursive(problem);
        for axiom in &problem.axioms {
            self.recursive.clone_from(&recursive[axiom.predicate.0]);
            let (mut scope, parameters) = self.scope_of(&axiom.parameters, axiom.n_variables);
            let condition = self
                .normal(&axiom.condition, true, WriteOut::Few, &mut scope)
                .and_then(|condition| self.rules_for(axiom.predicate.0, &parameters, &condition, &scope));
            condition.map_err(|error| error.at(axiom.span.clone(), "this rule"))?;
        }
        self.recursive.clear();
        Ok(())
    }

    /// Does no predicate depend on its own negation?
    pub(super) fn check_strata(&self) -> Result<(), PddlGroundError> {
        let mut uses: Vec<Vec<usize>> = vec![Vec::new(); self.predicates.len()];
        for rule in &self.rules {
            uses[rule.head.predicate].extend(rule.body.iter().filter_map(predicate));
        }
        let mut component_of = vec![0; uses.len()];
        let components = components(&uses);
        for (number, component) in components.iter().enumerate() {
            component.iter().for_each(|predicate| component_of[*predicate] = number);
        }
        let denies = |rule: &&LiftedRule| {
            rule.body.iter().any(|literal| match literal {
                LiftedLiteral::Fails(atom) => {
                    component_of[atom.predicate] == component_of[rule.head.predicate]
                }
                _ => false,
            })
        };
        let Some(rule) = self.rules.iter().find(denies) else { return Ok(()) };
        let mut circle: Vec<usize> = components[component_of[rule.head.predicate]].clone();
        circle.retain(|predicate| *predicate < self.problem.predicates.len());
        circle.sort_unstable();
        let names: Vec<&str> = circle.iter().map(|predicate| &*self.predicates[*predicate].name).collect();
        let error = PddlGroundError::refused(format!(
            "not stratified: {} depend{} on {} own negation",
            names.join(", "),
            if names.len() == 1 { "s" } else { "" },
            if names.len() == 1 { "its" } else { "their" },
        ))
        .help("rules may go through negation only to what does not lead back");
        let axiom = self.problem.axioms.iter().find(|axiom| circle.contains(&axiom.predicate.0));
        Err(match axiom {
            Some(axiom) => error.at(axiom.span.clone(), "a rule of the circle"),
            None => error,
        })
    }
}

/// The predicate of a condition.
pub(super) fn predicate(literal: &LiftedLiteral) -> Option<usize> {
    match literal {
        LiftedLiteral::Holds(atom) | LiftedLiteral::Fails(atom) => Some(atom.predicate),
        LiftedLiteral::Same(..) => None,
    }
}

/// For each predicate those that depend on it and that it depends on; itself only if it does so itself.
fn recursive(problem: &PddlProblem) -> Vec<BTreeSet<PredicateId>> {
    let mut uses: Vec<Vec<usize>> = vec![Vec::new(); problem.predicates.len()];
    for axiom in &problem.axioms {
        mentioned(&axiom.condition, &mut |predicate| uses[axiom.predicate.0].push(predicate.0));
    }
    let mut recursive = vec![BTreeSet::new(); uses.len()];
    for component in components(&uses) {
        if let [only] = component.as_slice()
            && !uses[*only].contains(only)
        {
            continue;
        }
        let all: BTreeSet<PredicateId> = component.iter().copied().map(PredicateId).collect();
        component.iter().for_each(|predicate| recursive[*predicate].clone_from(&all));
    }
    recursive
}

/// Calls `see` for each predicate in a formula.
fn mentioned(formula: &PddlFormula, see: &mut dyn FnMut(PredicateId)) {
    match formula {
        PddlFormula::Atom(atom) => see(atom.predicate),
        PddlFormula::Equal(..) => {}
        PddlFormula::Not(part) | PddlFormula::Exists(_, part) | PddlFormula::Forall(_, part) => {
            mentioned(part, see);
        }
        PddlFormula::And(parts) | PddlFormula::Or(parts) => {
            parts.iter().for_each(|part| mentioned(part, see));
        }
        PddlFormula::Imply(one, other) => [one, other].into_iter().for_each(|part| mentioned(part, see)),
    }
}
