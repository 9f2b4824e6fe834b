//! Values of single variables that a condition allows.

use std::collections::BTreeSet;

use super::pairs::{Bit, Pairs};
use super::{Atom, Literal, Task};

/// Facts that are true, and facts that are not, wherever a condition holds. What a condition says beyond that is left out,
/// and so is what it says of the clock.
#[derive(Debug)]
pub(super) struct Narrowing {
    pub(super) required: Vec<Bit>,
    pub(super) forbidden: Vec<Bit>,
}

impl Narrowing {
    /// Of a conjunction, and how many literals it took; `None` if the conjunction never holds. Derived variables are
    /// spelled out as far as that gives a conjunction: with one rule where they are to hold, with rules of one literal
    /// where they are not.
    pub(super) fn of(
        task: &Task,
        condition: impl Iterator<Item = Literal>,
        pairs: &Pairs,
    ) -> (Option<Self>, u64) {
        let (mut required, mut forbidden) = (BTreeSet::new(), BTreeSet::new());
        let mut seen = BTreeSet::new();
        let mut open: Vec<Literal> = condition.collect();
        let mut effort = 0;
        while let Some(literal) = open.pop() {
            effort += 1;
            if !seen.insert(literal) {
                continue;
            }
            let id = match literal.atom {
                Atom::Fact(fact) => {
                    let bits = if literal.positive { &mut required } else { &mut forbidden };
                    bits.extend(pairs.bit(fact));
                    continue;
                }
                Atom::Derived(id) => id,
            };
            match (task.derived()[id.index()].rules.as_slice(), literal.positive) {
                ([], true) => return (None, effort),
                ([only], true) => open.extend(only),
                (_, true) => {}
                (rules, false) => {
                    for body in rules {
                        effort += 1;
                        match body.as_slice() {
                            [] => return (None, effort),
                            [only] => open.push(!*only),
                            _ => {}
                        }
                    }
                }
            }
        }
        let narrowing =
            Self { required: required.into_iter().collect(), forbidden: forbidden.into_iter().collect() };
        (Some(narrowing), effort)
    }
}
