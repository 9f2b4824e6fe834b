//! Unification: the values of variables that make two terms equal.
//!
//! Robinson, *A machine-oriented logic based on the resolution principle*, 1965. A term is written out only as far as
//! its depth and the budget allow: a few equations can say that a term has any size.

use super::limits::SymbolBudget;
use super::sheet::{Condition, GdlAtom, GdlTerm};
use crate::datalog::Terms;

/// Why terms cannot be made equal, or not be written down.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum UnifyFailure {
    /// They differ whatever their variables stand for.
    Differ,
    TooDeep,
    TooLarge,
}

/// A substitution: the term bound to each variable, if there is one.
pub(super) struct Unifier<'b, 's> {
    bound: Vec<Option<GdlTerm>>,
    budget: &'b mut SymbolBudget<'s>,
}

impl<'b, 's> Unifier<'b, 's> {
    pub(super) fn new(n_variables: usize, budget: &'b mut SymbolBudget<'s>) -> Self {
        Self { bound: vec![None; n_variables], budget }
    }

    pub(super) fn unify(&mut self, a: &GdlTerm, b: &GdlTerm) -> Result<(), UnifyFailure> {
        match (self.term(a)?, self.term(b)?) {
            (a, b) if a == b => Ok(()),
            (GdlTerm::Variable(variable), term) | (term, GdlTerm::Variable(variable)) => {
                if mentions(&term, variable) {
                    return Err(UnifyFailure::Differ);
                }
                self.bound[variable] = Some(term);
                Ok(())
            }
            (GdlTerm::Function(f, a), GdlTerm::Function(g, b)) if f == g && a.len() == b.len() => {
                a.iter().zip(&b).try_for_each(|(a, b)| self.unify(a, b))
            }
            _ => Err(UnifyFailure::Differ),
        }
    }

    pub(super) fn condition(&mut self, condition: &Condition) -> Result<Condition, UnifyFailure> {
        Ok(match condition {
            Condition::Holds(atom) => Condition::Holds(self.atom(atom)?),
            Condition::Fails(atom) => Condition::Fails(self.atom(atom)?),
            Condition::Distinct(a, b) => Condition::Distinct(self.term(a)?, self.term(b)?),
        })
    }

    pub(super) fn atom(&mut self, atom: &GdlAtom) -> Result<GdlAtom, UnifyFailure> {
        let arguments =
            atom.arguments.iter().map(|argument| self.term(argument)).collect::<Result<_, _>>()?;
        Ok(GdlAtom { relation: atom.relation, arguments })
    }

    fn term(&mut self, term: &GdlTerm) -> Result<GdlTerm, UnifyFailure> {
        resolve(&self.bound, self.budget, term, 0)
    }
}

fn resolve(
    bound: &[Option<GdlTerm>],
    budget: &mut SymbolBudget<'_>,
    term: &GdlTerm,
    depth: u32,
) -> Result<GdlTerm, UnifyFailure> {
    budget.spend(1).ok_or(UnifyFailure::TooLarge)?;
    // No recursion along variables: as many of them can stand for each other as there are.
    let mut term = term;
    while let GdlTerm::Variable(variable) = term
        && let Some(known) = &bound[*variable]
    {
        budget.spend(1).ok_or(UnifyFailure::TooLarge)?;
        term = known;
    }
    match term {
        GdlTerm::Constant(_) | GdlTerm::Variable(_) => Ok(term.clone()),
        GdlTerm::Function(..) if Terms::MAX_DEPTH <= depth => Err(UnifyFailure::TooDeep),
        GdlTerm::Function(symbol, arguments) => {
            let arguments = arguments.iter().map(|argument| resolve(bound, budget, argument, depth + 1));
            Ok(GdlTerm::Function(*symbol, arguments.collect::<Result<_, _>>()?))
        }
    }
}

fn mentions(term: &GdlTerm, variable: usize) -> bool {
    match term {
        GdlTerm::Constant(_) => false,
        GdlTerm::Variable(other) => *other == variable,
        GdlTerm::Function(_, arguments) => arguments.iter().any(|argument| mentions(argument, variable)),
    }
}
