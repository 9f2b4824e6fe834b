//! Sets of elements that suffice: minimal ones, one of minimum size, and several.
//!
//! A set suffices only if it hits every conflict, since a plan that breaks none of its elements is shorter. So each proposed
//! set hits all known conflicts, and each set that does not suffice gives another conflict (implicit hitting sets:
//! Moreno-Centeno & Karp, *The implicit hitting set approach to solve combinatorial optimization problems*, 2013; several
//! minimal sets as in Liffiton et al., *Fast, flexible MUS enumeration*, 2016).

use std::cmp::Reverse;

use itertools::Itertools as _;

use bmcplan_ask::Fault;
use bmcplan_formula::{ClauseShapes as _, ClauseSink as _, Formula, Lit, Var, exactly};
use bmcplan_sat::solver::{Answer, SolverKind};

use super::oracle::{Comparison, Least, Oracle};
use super::parts::ElementSet;

#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct SufficientSet {
    pub(super) kept: ElementSet,
    pub(super) is_minimal: bool,
}

/// Adds elements until they suffice. Each new conflict contributes those of its elements that are in most conflicts, half as
/// many as are kept already. So large sets need few steps, and small sets get few superfluous elements.
pub(super) fn grown(oracle: &mut Oracle<'_>, mut kept: ElementSet) -> Result<ElementSet, Fault> {
    loop {
        match oracle.suffices(&kept)? {
            Some(true) => return Ok(kept),
            Some(false) => {
                let most_first = |element: &usize| Reverse(oracle.weight(*element));
                let conflict = oracle.conflict_with(&kept).into_iter().flatten().copied();
                let added = conflict.sorted_by_key(most_first).take((kept.len() / 2).max(1)).collect_vec();
                kept.extend(added);
            }
            // The board is too open for its task. Large pieces restrict it most.
            None => {
                let size = |element: &usize| (oracle.parts.elements[*element].cells.len(), Reverse(*element));
                let gone = oracle.parts.all().into_iter().filter(|element| !kept.contains(element));
                kept.extend(gone.max_by_key(size));
            }
        }
    }
}

/// Leaves out elements one by one as long as the others suffice, first those in few conflicts.
pub(super) fn shrunk(
    oracle: &mut Oracle<'_>,
    mut kept: ElementSet,
    found: &mut dyn FnMut(&ElementSet),
) -> Result<SufficientSet, Fault> {
    let mut is_minimal = true;
    for element in kept.clone().into_iter().sorted_by_key(|element| oracle.weight(*element)) {
        let mut without = kept.clone();
        without.remove(&element);
        match oracle.suffices(&without)? {
            Some(true) => {
                kept = without;
                found(&kept);
            }
            Some(false) => {}
            None => is_minimal = false,
        }
    }
    Ok(SufficientSet { kept, is_minimal })
}

/// Returns a set that hits all conflicts and contains no set of `found`. It has `size` elements, if given.
fn hitting_set(
    oracle: &Oracle<'_>,
    found: &[SufficientSet],
    size: Option<usize>,
) -> Result<Option<ElementSet>, Fault> {
    let lits = |set: &ElementSet| set.iter().map(|element| lit(*element)).collect_vec();
    let elements = 0..oracle.parts.elements.len();
    let mut formula = Formula::default();
    let all = elements.clone().map(|_| formula.new_var().positive()).collect_vec();
    oracle.conflicts.iter().for_each(|conflict| formula.at_least_one(&lits(&conflict.elements)));
    found.iter().for_each(|found| formula.never_all(&lits(&found.kept)));
    if let Some(size) = size {
        exactly(&mut formula, &all, size);
    }
    let mut solver = SolverKind::default().build(oracle.stop).map_err(Fault::Solver)?;
    solver.reserve(formula.n_vars());
    formula.cnf().clauses().for_each(|clause| solver.add_clause(clause));
    match solver.solve(&[]).map_err(Fault::Solver)? {
        Answer::Satisfiable => {
            let is_in = |element: &usize| solver.value(lit(*element)) == Some(true);
            Ok(Some(elements.filter(is_in).collect()))
        }
        Answer::Unsatisfiable => Ok(None),
        Answer::Stopped(reason) => Err(reason.into()),
    }
}

fn lit(element: usize) -> Lit {
    Var::from_index(element).positive()
}

/// Finds at most `most` sets of minimum size, and returns whether these are all. `lower` is called with each proven lower
/// bound of the size. `minimal` is a sufficient set.
pub(super) fn least(
    oracle: &mut Oracle<'_>,
    minimal: &SufficientSet,
    most: usize,
    lower: &mut dyn FnMut(usize),
) -> Result<(Vec<SufficientSet>, bool), Fault> {
    let mut found: Vec<SufficientSet> = Vec::new();
    let mut size = 0;
    while found.len() < most {
        if most == 1 && size == minimal.kept.len() {
            return Ok((vec![SufficientSet { is_minimal: true, ..minimal.clone() }], false));
        }
        let Some(kept) = hitting_set(oracle, &found, Some(size))? else {
            if !found.is_empty() {
                return Ok((found, true));
            }
            size += 1;
            lower(size);
            continue;
        };
        match oracle.suffices(&kept)? {
            Some(true) => found.push(SufficientSet { kept, is_minimal: true }),
            Some(false) => widen(oracle, kept)?,
            // A smaller set may suffice, too.
            None => return Ok((vec![minimal.clone()], false)),
        }
    }
    Ok((found, false))
}

fn widen(oracle: &mut Oracle<'_>, mut kept: ElementSet) -> Result<(), Fault> {
    while let Some(conflict) = oracle.conflict_with(&kept).cloned() {
        kept.extend(conflict);
        oracle.suffices(&kept)?;
    }
    Ok(())
}

pub(super) fn several(
    oracle: &mut Oracle<'_>,
    first: SufficientSet,
    most: usize,
    found_set: &mut dyn FnMut(&SufficientSet),
) -> Result<(Vec<SufficientSet>, bool), Fault> {
    let mut found = vec![first];
    loop {
        let Some(seed) = hitting_set(oracle, &found, None)? else {
            let are_minimal = found.iter().all(|set| set.is_minimal);
            return Ok((found, are_minimal));
        };
        match oracle.suffices(&seed)? {
            Some(true) if found.len() == most => return Ok((found, false)),
            Some(true) => {
                let set = shrunk(oracle, seed, &mut |_| {})?;
                found_set(&set);
                found.push(set);
            }
            Some(false) => widen(oracle, seed)?,
            None => return Ok((found, false)),
        }
    }
}

pub(super) fn without_each(oracle: &mut Oracle<'_>, kept: &ElementSet) -> Result<Vec<Option<Least>>, Fault> {
    let mut one = |element: &usize| {
        let mut without = kept.clone();
        without.remove(element);
        Ok(match oracle.compared(&without)? {
            Comparison::Less(least) => Some(Some(least)),
            Comparison::Same => Some(oracle.least),
            Comparison::Unknown => None,
        })
    };
    kept.iter().map(&mut one).collect()
}
