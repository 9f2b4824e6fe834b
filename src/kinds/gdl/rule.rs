//! A rule of the sheet made ready for joins.

use super::{Condition, GdlRule, GdlTerm, Symbol};
use crate::datalog::{Pattern, RuleBody, Terms};

/// See the module.
#[derive(Debug)]
pub(super) struct RuleForm {
    pub(super) head: Pattern,
    pub(super) body: RuleBody,
}

impl RuleForm {
    /// `None` if it has a ground term that is too large.
    pub(super) fn of(rule: &GdlRule, terms: &mut Terms) -> Option<Self> {
        let head = function(rule.head.relation, &rule.head.arguments, terms)?;
        let mut body = RuleBody { n_variables: rule.n_variables, ..RuleBody::default() };
        for condition in &rule.body {
            match condition {
                Condition::Holds(atom) => {
                    body.holds.push((atom.relation, function(atom.relation, &atom.arguments, terms)?));
                }
                Condition::Fails(atom) => {
                    body.fails.push((atom.relation, function(atom.relation, &atom.arguments, terms)?));
                }
                Condition::Distinct(a, b) => body.distinct.push([pattern(a, terms)?, pattern(b, terms)?]),
            }
        }
        Some(Self { head, body })
    }
}

fn function(symbol: Symbol, arguments: &[GdlTerm], terms: &mut Terms) -> Option<Pattern> {
    let parts = arguments.iter().map(|argument| pattern(argument, terms)).collect::<Option<_>>()?;
    Pattern::of(symbol, parts, terms)
}

fn pattern(term: &GdlTerm, terms: &mut Terms) -> Option<Pattern> {
    match term {
        GdlTerm::Constant(symbol) => terms.intern(*symbol, &[]).map(Pattern::Ground),
        GdlTerm::Variable(variable) => Some(Pattern::Variable(*variable)),
        GdlTerm::Function(symbol, arguments) => function(*symbol, arguments, terms),
    }
}
