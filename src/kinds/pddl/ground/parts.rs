//! Long conjunctions in parts: conditions on the same variables that become a predicate of their own.
//!
//! A join is planned from each condition of a rule, so planning takes time in the square of their number.

use std::collections::{BTreeMap, BTreeSet};

use super::program::{DatalogRule, symbol};
use crate::datalog::{Pattern, RuleBody, Symbol, Terms};

/// A rule with more conditions than this is cut into parts, each of so many.
const MOST_CONDITIONS: usize = 24;

/// Cuts long rules. The symbols from `first` on are free.
pub(super) fn cut(rules: Vec<DatalogRule>, first: usize, terms: &mut Terms) -> Option<Vec<DatalogRule>> {
    let (mut short, mut next) = (Vec::new(), first);
    for mut rule in rules {
        while MOST_CONDITIONS < rule.body.holds.len() {
            let before = rule.body.holds.len();
            let mut by_variables: BTreeMap<BTreeSet<usize>, Vec<(Symbol, Pattern)>> = BTreeMap::new();
            for condition in std::mem::take(&mut rule.body.holds) {
                let mut variables = BTreeSet::new();
                condition.1.variables(&mut |variable| {
                    variables.insert(variable);
                });
                by_variables.entry(variables).or_default().push(condition);
            }
            for (variables, conditions) in by_variables {
                for part in conditions.chunks(MOST_CONDITIONS) {
                    if part.len() == 1 {
                        rule.body.holds.extend(part.iter().cloned());
                        continue;
                    }
                    let symbol = symbol(next)?;
                    next += 1;
                    let head = Pattern::of(
                        symbol,
                        variables.iter().copied().map(Pattern::Variable).collect(),
                        terms,
                    )?;
                    let body = RuleBody {
                        holds: part.to_vec(),
                        n_variables: rule.body.n_variables,
                        ..RuleBody::default()
                    };
                    rule.body.holds.push((symbol, head.clone()));
                    let (purpose, variables) = (rule.purpose.part(), Vec::new());
                    short.push(DatalogRule { purpose, body, heads: vec![head], variables });
                }
            }
            if before <= rule.body.holds.len() {
                break;
            }
        }
        short.push(rule);
    }
    Some(short)
}
