//! Normal form: a statement becomes rules whose bodies are conjunctions.
//!
//! Negations are pushed inwards and the body is multiplied out (disjunctive normal form). A negated `distinct` says that
//! two terms are the same: it is solved by unification (Robinson, *A machine-oriented logic based on the resolution
//! principle*, 1965) and is gone afterwards.

use super::formula::{Formula, Statement};
use super::sheet::{Atom, Condition, Rule, Term};
use crate::frontend::{Diagnostic, Source};

/// A statement is multiplied out into at most so many rules.
const MAX_RULES: usize = 4096;

/// A conjunction on its way into a rule.
#[derive(Debug, Clone, Default)]
struct Conjunction {
    conditions: Vec<Condition>,
    equal: Vec<(Term, Term)>,
}

/// The terms of one rule, once its variables are replaced, may have so many symbols.
const MAX_SYMBOLS: usize = 100_000;

/// The rules that say what a statement says; none where its body can never hold.
pub(super) fn rules(source: &Source, statement: &Statement) -> Result<Vec<Rule>, Diagnostic> {
    let refused = |message: &str, label: String, help: &str| {
        Diagnostic::new(source, message).at(statement.span.clone(), label).help(help)
    };
    let alternatives = all(&statement.body, true).ok_or_else(|| {
        refused(
            "the rule has too many alternatives",
            format!("multiplied out it is more than {MAX_RULES} rules"),
            "give a part of it a name: a relation of its own, defined by a rule for each alternative",
        )
    })?;
    let mut rules = Vec::new();
    for conjunction in alternatives {
        match rule(statement, &conjunction) {
            Ok(rule) => rules.push(rule),
            Err(Failure::Differ) => {}
            Err(Failure::TooLarge) => {
                return Err(refused(
                    "the terms of the rule grow too large",
                    format!("they would have more than {MAX_SYMBOLS} symbols"),
                    "nest fewer functions in what is said to be equal",
                ));
            }
        }
    }
    Ok(rules)
}

/// The alternatives of a formula, or of its negation; `None` if they are too many.
fn alternatives(formula: &Formula, positive: bool) -> Option<Vec<Conjunction>> {
    let one = |conditions, equal| Some(vec![Conjunction { conditions, equal }]);
    match formula {
        Formula::Atom(atom, _) if positive => one(vec![Condition::Holds(atom.clone())], Vec::new()),
        Formula::Atom(atom, _) => one(vec![Condition::Fails(atom.clone())], Vec::new()),
        Formula::Distinct(a, b) if positive => {
            one(vec![Condition::Distinct(a.clone(), b.clone())], Vec::new())
        }
        Formula::Distinct(a, b) => one(Vec::new(), vec![(a.clone(), b.clone())]),
        Formula::Not(negated) => alternatives(negated, !positive),
        Formula::And(parts) if positive => all(parts, positive),
        Formula::Or(parts) if !positive => all(parts, positive),
        Formula::And(parts) | Formula::Or(parts) => any(parts, positive),
    }
}

/// Every one of the parts.
fn all(parts: &[Formula], positive: bool) -> Option<Vec<Conjunction>> {
    let mut joined = vec![Conjunction::default()];
    for part in parts {
        let part = alternatives(part, positive)?;
        if MAX_RULES < joined.len().saturating_mul(part.len()) {
            return None;
        }
        joined = joined.iter().flat_map(|left| part.iter().map(|right| left.and(right))).collect();
    }
    Some(joined)
}

/// One of the parts.
fn any(parts: &[Formula], positive: bool) -> Option<Vec<Conjunction>> {
    let mut found = Vec::new();
    for part in parts {
        found.extend(alternatives(part, positive)?);
        if MAX_RULES < found.len() {
            return None;
        }
    }
    Some(found)
}

impl Conjunction {
    fn and(&self, other: &Self) -> Self {
        Self {
            conditions: [self.conditions.as_slice(), &other.conditions].concat(),
            equal: [self.equal.as_slice(), &other.equal].concat(),
        }
    }
}

/// The rule of one alternative.
fn rule(statement: &Statement, conjunction: &Conjunction) -> Result<Rule, Failure> {
    let mut unifier = Unifier { bound: vec![None; statement.variables.len()], symbols_left: MAX_SYMBOLS };
    for (a, b) in &conjunction.equal {
        unifier.unify(a, b)?;
    }
    let mut body: Vec<Condition> = Vec::with_capacity(conjunction.conditions.len());
    for condition in &conjunction.conditions {
        let condition = match condition {
            Condition::Holds(atom) => Condition::Holds(unifier.atom(atom)?),
            Condition::Fails(atom) => Condition::Fails(unifier.atom(atom)?),
            Condition::Distinct(a, b) => Condition::Distinct(unifier.term(a)?, unifier.term(b)?),
        };
        if !body.contains(&condition) {
            body.push(condition);
        }
    }
    let head = unifier.atom(&statement.head)?;
    Ok(Rule { head, body, n_variables: statement.variables.len(), span: statement.span.clone() })
}

/// Why terms cannot be made equal.
enum Failure {
    /// They differ whatever their variables stand for.
    Differ,
    /// They might, but are too large to be written down.
    TooLarge,
}

/// What each variable stands for, if it was found to stand for something.
struct Unifier {
    bound: Vec<Option<Term>>,
    symbols_left: usize,
}

impl Unifier {
    fn unify(&mut self, a: &Term, b: &Term) -> Result<(), Failure> {
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

    /// The term with everything put in that is known.
    fn term(&mut self, term: &Term) -> Result<Term, Failure> {
        self.symbols_left = self.symbols_left.checked_sub(1).ok_or(Failure::TooLarge)?;
        match term {
            Term::Constant(_) => Ok(term.clone()),
            Term::Variable(variable) => match self.bound[*variable].clone() {
                Some(bound) => self.term(&bound),
                None => Ok(term.clone()),
            },
            Term::Function(symbol, arguments) => Ok(Term::Function(*symbol, self.terms(arguments)?)),
        }
    }

    fn terms(&mut self, terms: &[Term]) -> Result<Vec<Term>, Failure> {
        terms.iter().map(|term| self.term(term)).collect()
    }

    fn atom(&mut self, atom: &Atom) -> Result<Atom, Failure> {
        Ok(Atom { relation: atom.relation, arguments: self.terms(&atom.arguments)? })
    }
}

fn mentions(term: &Term, variable: usize) -> bool {
    match term {
        Term::Constant(_) => false,
        Term::Variable(other) => *other == variable,
        Term::Function(_, arguments) => arguments.iter().any(|argument| mentions(argument, variable)),
    }
}
