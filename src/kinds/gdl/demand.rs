//! Demanded constants: the only values that conditions ask for in an argument of a relation.
//!
//! `(count 1 1 0 ?n)` asks for 0 in the third argument; if every condition with `count` does, or hands down the third
//! argument of a head that is `count` itself, no other atoms of it are needed, and rules for it are filtered: the
//! simplest case of magic sets (Bancilhon, Maier, Sagiv & Ullman, *Magic sets and other strange ways to implement logic
//! programs*, 1986).

use std::collections::{BTreeMap, BTreeSet};

use super::limits::Meter;
use super::rule::RuleForm;
use super::{GroundError, Symbol};
use crate::datalog::Pattern;
use crate::datalog::{TermId, Terms};

/// For relations and arguments the only constants asked for. Arguments that are asked for in another way are not here.
#[derive(Debug, Default)]
pub(super) struct Demand(BTreeMap<(Symbol, usize), BTreeSet<TermId>>);

/// What an argument is asked for.
#[derive(Debug, Clone, PartialEq, Eq)]
enum DemandedValues {
    Constants(BTreeSet<TermId>),
    Anything,
}

impl Demand {
    /// Relations that are read from outside of the rules.
    const READ: [Symbol; 6] =
        [Symbol::INIT, Symbol::NEXT, Symbol::LEGAL, Symbol::GOAL, Symbol::TERMINAL, Symbol::ROLE];

    /// What rules ask for.
    pub(super) fn of(
        rules: &[(Symbol, RuleForm)],
        terms: &Terms,
        meter: &mut Meter<'_>,
    ) -> Result<Self, GroundError> {
        let mut asked: BTreeMap<(Symbol, usize), DemandedValues> = BTreeMap::new();
        loop {
            let mut has_grown = false;
            for (head, rule) in rules {
                for (relation, pattern) in rule.body.holds.iter().chain(&rule.body.fails) {
                    meter.tick(terms.bytes())?;
                    for (place, part) in pattern.arguments(terms).into_iter().enumerate() {
                        let new = Self::by(&part, *head, rule, terms, &asked);
                        let entry = asked.entry((*relation, place));
                        let known = entry.or_insert(DemandedValues::Constants(BTreeSet::new()));
                        has_grown |= known.join(new);
                    }
                }
            }
            if !has_grown {
                break;
            }
        }
        let limited = asked.into_iter().filter_map(|(argument, asked)| match asked {
            DemandedValues::Constants(constants) if !Self::READ.contains(&argument.0) => {
                Some((argument, constants))
            }
            _ => None,
        });
        Ok(Self(limited.collect()))
    }

    fn by(
        part: &Pattern,
        head: Symbol,
        rule: &RuleForm,
        terms: &Terms,
        asked: &BTreeMap<(Symbol, usize), DemandedValues>,
    ) -> DemandedValues {
        match part {
            Pattern::Ground(term) => DemandedValues::Constants(BTreeSet::from([*term])),
            Pattern::Variable(_) if !Self::READ.contains(&head) => {
                let place = rule.head.arguments(terms).iter().position(|argument| argument == part);
                place.map_or(DemandedValues::Anything, |place| {
                    asked.get(&(head, place)).cloned().unwrap_or(DemandedValues::Constants(BTreeSet::new()))
                })
            }
            _ => DemandedValues::Anything,
        }
    }

    /// What the head of a rule is filtered by: arguments with the constants asked for.
    pub(super) fn filters(
        &self,
        head: Symbol,
        rule: &RuleForm,
        terms: &Terms,
    ) -> Vec<(Pattern, BTreeSet<TermId>)> {
        let arguments = rule.head.arguments(terms).into_iter().enumerate();
        arguments.filter_map(|(place, part)| Some((part, self.0.get(&(head, place))?.clone()))).collect()
    }
}

impl DemandedValues {
    /// Adds to it; whether that made a difference.
    fn join(&mut self, other: Self) -> bool {
        match (&mut *self, other) {
            (Self::Anything, _) => false,
            (Self::Constants(known), Self::Constants(new)) => {
                let before = known.len();
                known.extend(new);
                before < known.len()
            }
            (Self::Constants(_), Self::Anything) => {
                *self = Self::Anything;
                true
            }
        }
    }
}
