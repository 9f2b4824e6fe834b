//! Unification: the values of variables that make two terms equal.
//!
//! Robinson, *A machine-oriented logic based on the resolution principle*, 1965. A term is written out only as far as
//! its depth and the budget allow: a few equations can say that a term has any size.

use super::budget::Budget;
use super::sheet::{Atom, Condition, Term};
use super::terms::Terms;

/// Why terms cannot be made equal, or not be written down.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Failure {
    /// They differ whatever their variables stand for.
    Differ,
    /// They are nested too deep.
    TooDeep,
    /// The budget is used up.
    TooLarge,
}

/// What each variable stands for, if it was found to stand for something.
pub(super) struct Unifier<'b, 's> {
    bound: Vec<Option<Term>>,
    budget: &'b mut Budget<'s>,
}

impl<'b, 's> Unifier<'b, 's> {
    /// Nothing is known of any of so many variables.
    pub(super) fn new(n_variables: usize, budget: &'b mut Budget<'s>) -> Self {
        Self { bound: vec![None; n_variables], budget }
    }

    /// Makes two terms the same.
    pub(super) fn unify(&mut self, a: &Term, b: &Term) -> Result<(), Failure> {
        match (self.term(a)?, self.term(b)?) {
            (a, b) if a == b => Ok(()),
            (Term::Variable(variable), term) | (term, Term::Variable(variable)) => {
                if mentions(&term, variable) {
                    return Err(Failure::Differ);
                }
                self.bound[variable] = Some(term);
                Ok(())
            }
            (Term::Function(f, a), Term::Function(g, b)) if f == g && a.len() == b.len() => {
                a.iter().zip(&b).try_for_each(|(a, b)| self.unify(a, b))
            }
            _ => Err(Failure::Differ),
        }
    }

    /// The condition with everything put in that is known.
    pub(super) fn condition(&mut self, condition: &Condition) -> Result<Condition, Failure> {
        Ok(match condition {
            Condition::Holds(atom) => Condition::Holds(self.atom(atom)?),
            Condition::Fails(atom) => Condition::Fails(self.atom(atom)?),
            Condition::Distinct(a, b) => Condition::Distinct(self.term(a)?, self.term(b)?),
        })
    }

    /// The atom with everything put in that is known.
    pub(super) fn atom(&mut self, atom: &Atom) -> Result<Atom, Failure> {
        let arguments =
            atom.arguments.iter().map(|argument| self.term(argument)).collect::<Result<_, _>>()?;
        Ok(Atom { relation: atom.relation, arguments })
    }

    fn term(&mut self, term: &Term) -> Result<Term, Failure> {
        resolve(&self.bound, self.budget, term, 0)
    }
}

/// The term with everything put in that is known, below so many functions.
fn resolve(
    bound: &[Option<Term>],
    budget: &mut Budget<'_>,
    term: &Term,
    depth: u32,
) -> Result<Term, Failure> {
    budget.spend(1).ok_or(Failure::TooLarge)?;
    // No recursion along variables: as many of them can stand for each other as there are.
    let mut term = term;
    while let Term::Variable(variable) = term
        && let Some(known) = &bound[*variable]
    {
        budget.spend(1).ok_or(Failure::TooLarge)?;
        term = known;
    }
    match term {
        Term::Constant(_) | Term::Variable(_) => Ok(term.clone()),
        Term::Function(..) if Terms::MAX_DEPTH <= depth => Err(Failure::TooDeep),
        Term::Function(symbol, arguments) => {
            let arguments = arguments.iter().map(|argument| resolve(bound, budget, argument, depth + 1));
            Ok(Term::Function(*symbol, arguments.collect::<Result<_, _>>()?))
        }
    }
}

fn mentions(term: &Term, variable: usize) -> bool {
    match term {
        Term::Constant(_) => false,
        Term::Variable(other) => *other == variable,
        Term::Function(_, arguments) => arguments.iter().any(|argument| mentions(argument, variable)),
    }
}
