//! Normal form: statements as rules whose bodies are conjunctions.
//!
//! Negations are pushed inwards and the body is multiplied out (disjunctive normal form). A negated `distinct` says that
//! two terms are the same: it is solved by [unification](super::unify) and is gone afterwards.

use std::collections::HashSet;

use super::budget::{SymbolBudget, atom_size, condition_size, term_size};
use super::sheet::{BodyFormula, Condition, GdlRule, GdlTerm, Statement};
use super::unify::{Unifier, UnifyFailure};
use crate::datalog::Terms;
use crate::text::{Diagnostic, Source};

/// A statement is multiplied out into at most so many rules.
const MAX_RULES: usize = 4096;

/// A conjunction on its way into a rule.
#[derive(Debug, Clone, Default)]
struct Conjunction {
    conditions: Vec<Condition>,
    equal: Vec<(GdlTerm, GdlTerm)>,
    n_symbols: usize,
}

/// Why a body is not multiplied out.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Refusal {
    TooMany,
    TooLarge,
}

/// The rules that say what a statement says; none where its body can never hold. The budget is that of the sheet.
pub(super) fn rules(
    source: &Source,
    statement: &Statement,
    budget: &mut SymbolBudget<'_>,
) -> Result<Vec<GdlRule>, Diagnostic> {
    let refused = |message: &str, label: String, help: &str| {
        Diagnostic::new(source, message).at(statement.span.clone(), label).help(help)
    };
    let name_it = "give a part of it a name: a relation of its own, defined by a rule for each alternative";
    let too_large = || {
        let label = format!("from here on, the sheet has more than {} symbols", SymbolBudget::MAX_SYMBOLS);
        refused("the sheet grows too large when its rules are multiplied out", label, name_it)
    };
    let alternatives =
        Multiplication { budget }.all(&statement.body, true).map_err(|refusal| match refusal {
            Refusal::TooLarge => too_large(),
            Refusal::TooMany => refused(
                "the rule has too many alternatives",
                format!("multiplied out it is more than {MAX_RULES} rules"),
                name_it,
            ),
        })?;
    let mut rules = Vec::new();
    for conjunction in alternatives {
        match rule(statement, conjunction, budget) {
            Ok(rule) => rules.push(rule),
            Err(UnifyFailure::Differ) => {}
            Err(UnifyFailure::TooLarge) => return Err(too_large()),
            Err(UnifyFailure::TooDeep) => {
                return Err(refused(
                    "the terms of the rule are nested too deep",
                    format!("they would have more than {} levels", Terms::MAX_DEPTH),
                    "nest fewer functions in what is said to be equal",
                ));
            }
        }
    }
    Ok(rules)
}

/// Multiplies a body out within a budget.
struct Multiplication<'b, 's> {
    budget: &'b mut SymbolBudget<'s>,
}

impl Multiplication<'_, '_> {
    /// The alternatives of a formula, or of its negation.
    fn alternatives(&mut self, formula: &BodyFormula, positive: bool) -> Result<Vec<Conjunction>, Refusal> {
        match formula {
            BodyFormula::Atom(atom, _) if positive => self.condition(Condition::Holds(atom.clone())),
            BodyFormula::Atom(atom, _) => self.condition(Condition::Fails(atom.clone())),
            BodyFormula::Distinct(a, b) if positive => {
                self.condition(Condition::Distinct(a.clone(), b.clone()))
            }
            BodyFormula::Distinct(a, b) => {
                let n_symbols = 1 + term_size(a) + term_size(b);
                self.spend(n_symbols)?;
                Ok(vec![Conjunction {
                    conditions: Vec::new(),
                    equal: vec![(a.clone(), b.clone())],
                    n_symbols,
                }])
            }
            BodyFormula::Not(negated) => self.alternatives(negated, !positive),
            BodyFormula::And(parts) if positive => self.all(parts, positive),
            BodyFormula::Or(parts) if !positive => self.all(parts, positive),
            BodyFormula::And(parts) | BodyFormula::Or(parts) => self.any(parts, positive),
        }
    }

    fn condition(&mut self, condition: Condition) -> Result<Vec<Conjunction>, Refusal> {
        let n_symbols = condition_size(&condition);
        self.spend(n_symbols)?;
        Ok(vec![Conjunction { conditions: vec![condition], equal: Vec::new(), n_symbols }])
    }

    /// Every one of the parts.
    fn all(&mut self, parts: &[BodyFormula], positive: bool) -> Result<Vec<Conjunction>, Refusal> {
        let mut joined = vec![Conjunction::default()];
        for part in parts {
            let mut part = self.alternatives(part, positive)?;
            if MAX_RULES < joined.len().saturating_mul(part.len()) {
                return Err(Refusal::TooMany);
            }
            if let [only] = part.as_mut_slice() {
                let [copies @ .., last] = joined.as_mut_slice() else { continue };
                self.spend(copies.len().saturating_mul(1 + only.n_symbols))?;
                copies.iter_mut().for_each(|left| left.append(&mut only.clone()));
                last.append(only);
                continue;
            }
            let mut product = Vec::with_capacity(joined.len() * part.len());
            for left in &joined {
                for right in &part {
                    self.spend(1 + left.n_symbols + right.n_symbols)?;
                    let mut both = left.clone();
                    both.append(&mut right.clone());
                    product.push(both);
                }
            }
            joined = product;
        }
        Ok(joined)
    }

    /// One of the parts.
    fn any(&mut self, parts: &[BodyFormula], positive: bool) -> Result<Vec<Conjunction>, Refusal> {
        let mut found = Vec::new();
        for part in parts {
            found.append(&mut self.alternatives(part, positive)?);
            if MAX_RULES < found.len() {
                return Err(Refusal::TooMany);
            }
        }
        Ok(found)
    }

    fn spend(&mut self, symbols: usize) -> Result<(), Refusal> {
        self.budget.spend(symbols).ok_or(Refusal::TooLarge)
    }
}

impl Conjunction {
    fn append(&mut self, other: &mut Self) {
        self.conditions.append(&mut other.conditions);
        self.equal.append(&mut other.equal);
        self.n_symbols += other.n_symbols;
    }
}

/// The rule of one alternative.
fn rule(
    statement: &Statement,
    conjunction: Conjunction,
    budget: &mut SymbolBudget<'_>,
) -> Result<GdlRule, UnifyFailure> {
    let Conjunction { mut conditions, equal, .. } = conjunction;
    let mut head = statement.head.clone();
    budget.spend(atom_size(&head)).ok_or(UnifyFailure::TooLarge)?;
    if !equal.is_empty() {
        budget.spend(statement.variables.len()).ok_or(UnifyFailure::TooLarge)?;
        let mut unifier = Unifier::new(statement.variables.len(), budget);
        equal.iter().try_for_each(|(a, b)| unifier.unify(a, b))?;
        head = unifier.atom(&head)?;
        for condition in &mut conditions {
            *condition = unifier.condition(condition)?;
        }
    }
    let mut seen = HashSet::new();
    let is_first: Vec<bool> = conditions.iter().map(|condition| seen.insert(condition)).collect();
    let mut is_first = is_first.into_iter();
    conditions.retain(|_| is_first.next() == Some(true));
    Ok(GdlRule {
        head,
        body: conditions,
        n_variables: statement.variables.len(),
        span: statement.span.clone(),
    })
}

#[cfg(test)]
mod tests;
