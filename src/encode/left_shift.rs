//! Left-shifted ∀-steps: an operator runs as early as it can, directly after one that it depends on.
//!
//! Two operators are independent if neither changes a variable that the other reads or changes. Then they may change places,
//! and share a step. So in any plan an operator can be moved to the step before if it is independent of all operators there,
//! and so on until there is none to move: every plan has the same operators, in other steps, as a left-shifted one (the
//! Foata normal form of trace theory; in planning, the process semantics of Heljanko, *Bounded reachability checking with
//! process semantics*, 2001). Orders of independent operators, which a solver would refute one by one, are not told apart.
//!
//! It goes with [symmetry breaking](super::symmetry): of all plans with the same number of operators, take those whose operators
//! run earliest, by the sum of their steps, and of these the one whose sequence of states is lexicographically greatest. It is
//! left-shifted, and exchanging a rest of it for its image would leave the sum as it is.

use std::collections::BTreeMap;

use super::operator_variables::OperatorTerms;
use super::{Part, SystemBuilder, Term};
use crate::formula::Lit;
use crate::stop::Stop;
use crate::task::{Dependence, Task, VarId};

/// States it for all operators.
pub fn shift_left(task: &Task, operators: &[OperatorTerms], builder: &mut SystemBuilder, stop: &Stop) {
    let dependence = Dependence::of(task);
    let touched: Vec<Touched> = operators
        .iter()
        .take_while(|_| !stop.is_raised())
        .map(|terms| Touched::by(task, &dependence, terms))
        .collect();
    let mut changing: BTreeMap<VarId, Vec<Lit>> = BTreeMap::new();
    let mut reading: BTreeMap<VarId, Vec<Lit>> = BTreeMap::new();
    for (terms, touched) in operators.iter().zip(&touched) {
        touched.changed.iter().for_each(|var| changing.entry(*var).or_default().push(terms.lit));
        touched.read.iter().for_each(|var| reading.entry(*var).or_default().push(terms.lit));
    }
    let is_changed = some_of("changed", changing, builder);
    let is_read = some_of("read", reading, builder);
    for (terms, touched) in operators.iter().zip(&touched) {
        let both = touched.changed.iter().chain(&touched.read);
        let changed = both.filter_map(|var| is_changed.get(var));
        let read = touched.changed.iter().filter_map(|var| is_read.get(var));
        let causes: Vec<Term> = changed.chain(read).copied().collect();
        builder.part(Part::Transition).rule(&[Term::from(terms.lit).next()], &causes);
    }
}

/// The variables that an operator changes, and those that it reads only.
struct Touched {
    changed: Vec<VarId>,
    read: Vec<VarId>,
}

impl Touched {
    fn by(task: &Task, dependence: &Dependence, terms: &OperatorTerms) -> Self {
        let operator = task.operator(terms.id);
        let mut changed: Vec<VarId> = terms.effects.iter().map(|(fact, _)| fact.var).collect();
        changed.sort_unstable();
        changed.dedup();
        let conditions = operator.effects.iter().flat_map(|effect| &effect.condition);
        let mut read = dependence.variables(operator.precondition.iter().chain(conditions));
        read.retain(|var| changed.binary_search(var).is_err());
        Self { changed, read }
    }
}

/// For each variable a term that is true in a step only if one of these operators runs in it.
fn some_of(
    what: &str,
    operators: BTreeMap<VarId, Vec<Lit>>,
    builder: &mut SystemBuilder,
) -> BTreeMap<VarId, Term> {
    let mut terms = BTreeMap::new();
    for (var, lits) in operators {
        let some = if let [only] = lits[..] { only } else { builder.var(what) };
        if 1 < lits.len() {
            let lits: Vec<Term> = lits.into_iter().map(Term::from).collect();
            builder.part(Part::Transition).rule(&[some.into()], &lits);
        }
        terms.insert(var, some.into());
    }
    terms
}
