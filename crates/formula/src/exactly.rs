//! Cardinality constraints: exactly `n` literals of a list are true.
//!
//! A sequential counter, written in both directions so that propagation works both ways (Sinz, *Towards an optimal CNF encoding
//! of Boolean cardinality constraints*, 2005, with the converse clauses added).

use super::{ClauseSink, Lit};

/// Adds clauses for "exactly `n` of `lits` are true", with about `n` new variables and 4·`n` clauses a literal.
pub fn exactly(sink: &mut dyn ClauseSink, lits: &[Lit], n: usize) {
    if lits.len() < n {
        sink.add_clause(&[]);
        return;
    }
    // reached[j]: more than j of the literals so far are true; missing while there are too few literals.
    let mut reached: Vec<Lit> = Vec::new();
    for lit in lits {
        let mut now = Vec::with_capacity(n + 1);
        for j in 0..=n.min(reached.len()) {
            let more = sink.new_var().positive();
            let before = reached.get(j).copied();
            // For j = 0, "exactly j were true before" needs no variable.
            let enough = j.checked_sub(1).map(|below| reached[below]);
            if let Some(before) = before {
                sink.add_clause(&[!before, more]);
            }
            sink.add_clause(&clause([Some(!*lit), enough.map(|lit| !lit), Some(more)]));
            sink.add_clause(&clause([Some(!more), before, Some(*lit)]));
            if let Some(enough) = enough {
                sink.add_clause(&clause([Some(!more), before, Some(enough)]));
            }
            now.push(more);
        }
        reached = now;
    }
    if let Some(last) = n.checked_sub(1).and_then(|last| reached.get(last)) {
        sink.add_clause(&[*last]);
    }
    if let Some(too_many) = reached.get(n) {
        sink.add_clause(&[!*too_many]);
    }
}

fn clause(lits: [Option<Lit>; 3]) -> Vec<Lit> {
    lits.into_iter().flatten().collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Cnf, Formula};

    /// Checks whether the clauses hold for some values of the variables after the given ones.
    fn satisfiable(cnf: &Cnf, given: &[bool], n_vars: usize) -> bool {
        (0..1_u32 << (n_vars - given.len())).any(|rest| {
            let value = |lit: Lit| {
                let index = lit.var().index();
                let truth =
                    given.get(index).copied().unwrap_or_else(|| (rest >> (index - given.len())) & 1 == 1);
                truth == lit.is_positive()
            };
            cnf.clauses().all(|clause| clause.iter().any(|lit| value(*lit)))
        })
    }

    #[test]
    fn it_counts() {
        for (size, n) in (0..=4_usize).flat_map(|size| (0..=5_usize).map(move |n| (size, n))) {
            let mut formula = Formula::default();
            let lits: Vec<Lit> = (0..size).map(|_| formula.new_var().positive()).collect();
            exactly(&mut formula, &lits, n);
            for values in 0..1_u32 << size {
                let given: Vec<bool> = (0..size).map(|index| (values >> index) & 1 == 1).collect();
                let counted = values.count_ones() as usize == n;
                assert_eq!(satisfiable(formula.cnf(), &given, formula.n_vars()), counted, "{n} of {given:?}");
            }
        }
    }
}
