//! Stratification: no derived predicate depends on its own negation.
//!
//! As PDDL 2.2 demands it (Edelkamp & Hoffmann, *PDDL2.2: the language for the classical part of the 4th International
//! Planning Competition*, 2004): predicate by predicate, with conditions in negation normal form.

use std::collections::BTreeSet;

use super::syntax::{AxiomSchema, PddlFormula, Predicate};
use crate::frontend::{Diagnostic, Source};
use crate::task::components;

/// Checks the rules of a domain.
///
/// # Errors
/// The first rule through which a predicate depends on its own negation.
pub(super) fn check(
    source: &Source,
    predicates: &[Predicate],
    axioms: &[AxiomSchema],
) -> Result<(), Diagnostic> {
    let mut uses: Vec<Vec<usize>> = vec![Vec::new(); predicates.len()];
    let mut denied: Vec<BTreeSet<usize>> = vec![BTreeSet::new(); axioms.len()];
    for (axiom, denied) in axioms.iter().zip(&mut denied) {
        let uses = &mut uses[axiom.predicate.0];
        visit(&axiom.condition, true, &mut |predicate, positive| {
            uses.push(predicate);
            if !positive {
                denied.insert(predicate);
            }
        });
    }
    let mut component_of = vec![0; predicates.len()];
    for (number, component) in components(&uses).iter().enumerate() {
        component.iter().for_each(|predicate| component_of[*predicate] = number);
    }
    for (axiom, denied) in axioms.iter().zip(&denied) {
        let head = axiom.predicate.0;
        let Some(used) = denied.iter().find(|used| component_of[**used] == component_of[head]) else {
            continue;
        };
        let (head, used) = (&predicates[head].name, &predicates[*used].name);
        return Err(Diagnostic::new(source, format!("`{head}` depends on its own negation"))
            .at(axiom.span.clone(), format!("by this rule, through (not ({used} …))"))
            .help(
                "what a predicate denies has to be settled before it: derive that from other predicates only",
            ));
    }
    Ok(())
}

/// Calls with each predicate, and whether it stands under an even number of negations.
fn visit(formula: &PddlFormula, positive: bool, call: &mut impl FnMut(usize, bool)) {
    match formula {
        PddlFormula::Atom(atom) => call(atom.predicate.0, positive),
        PddlFormula::Equal(..) => {}
        PddlFormula::Not(negated) => visit(negated, !positive, call),
        PddlFormula::And(parts) | PddlFormula::Or(parts) => {
            parts.iter().for_each(|part| visit(part, positive, call));
        }
        PddlFormula::Imply(condition, consequence) => {
            visit(condition, !positive, call);
            visit(consequence, positive, call);
        }
        PddlFormula::Exists(_, body) | PddlFormula::Forall(_, body) => visit(body, positive, call),
    }
}
