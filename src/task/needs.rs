//! What a literal needs: values that variables must not leave, or must not take, so that it goes on to hold.
//!
//! The definition of disabling rests on this, for formulas and for explicit search alike: an effect that gives a variable
//! another value may falsify the literal ([`Semantics`](crate::encode::Semantics)).

use std::collections::{BTreeMap, BTreeSet};

use super::{Atom, Fact, Literal, Task, VarId};

/// The values that a literal may need variables to have: if it holds, and no variable leaves the values that are needed of it, it
/// goes on to hold.
pub(crate) struct Needs(pub(crate) BTreeMap<VarId, ValueNeeds>);

/// Of one variable, sets of values of which one may be needed each, and values that may not be taken.
#[derive(Default)]
pub(crate) struct ValueNeeds {
    needed: Vec<BTreeSet<u32>>,
    forbidden: BTreeSet<u32>,
}

impl ValueNeeds {
    /// Whether something that is needed is no more once the variable has this value.
    pub(crate) fn falsified_by(&self, value: u32) -> bool {
        self.forbidden.contains(&value) || self.needed.iter().any(|needed| !needed.contains(&value))
    }
}

impl Needs {
    /// Those of a literal, of all rules of derived variables, whichever of them matters in a state.
    pub(crate) fn of(task: &Task, literal: Literal) -> Self {
        let mut needs: BTreeMap<VarId, ValueNeeds> = BTreeMap::new();
        let (mut seen, mut open) = (BTreeSet::from([literal]), vec![literal]);
        while let Some(Literal { atom, positive }) = open.pop() {
            let mut alone: BTreeMap<VarId, BTreeSet<u32>> = BTreeMap::new();
            match atom {
                Atom::Fact(fact) if positive => _ = alone.entry(fact.var).or_default().insert(fact.value),
                Atom::Fact(fact) => _ = needs.entry(fact.var).or_default().forbidden.insert(fact.value),
                Atom::Derived(id) => {
                    for body in &task.derived()[id.index()].rules {
                        // A variable may go from one value that makes the derived variable true to another.
                        if let Some(fact) = named_value(task, body).filter(|_| positive) {
                            alone.entry(fact.var).or_default().insert(fact.value);
                            continue;
                        }
                        for literal in body {
                            let literal = if positive { *literal } else { !*literal };
                            if seen.insert(literal) {
                                open.push(literal);
                            }
                        }
                    }
                }
            }
            for (var, values) in alone {
                needs.entry(var).or_default().needed.push(values);
            }
        }
        Self(needs)
    }
}

/// The fact that a body says, if it says a single one: to deny one of two values is to name the other.
fn named_value(task: &Task, body: &[Literal]) -> Option<Fact> {
    let [Literal { atom: Atom::Fact(fact), positive }] = body else { return None };
    match (positive, task.facts(fact.var).count()) {
        (true, _) => Some(*fact),
        (false, 2) => Some(Fact { value: 1 - fact.value.min(1), ..*fact }),
        (false, _) => None,
    }
}
