//! The sum of costs as literals "the sum is at least v": a tree of the possible sums (Joshi, Martins & Manquinho, *Generalized
//! totalizer encoding for pseudo-Boolean constraints*, 2015), whose literals imply those of lower sums.

use bmcplan_base::ordered::Set;
use bmcplan_formula::{Cnf, Lit, Var};

pub(super) const MAX_PAIRS: usize = 1 << 22;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct TooManySums;

pub(super) type Sums = Vec<(u128, Lit)>;

pub(super) struct SumBuilder {
    limit: u128,
    n_pairs: usize,
    next: Var,
    pub(super) cnf: Cnf,
}

impl SumBuilder {
    /// Builds sums up to `limit`, with variables from `first` on.
    pub(super) fn until(limit: u128, first: Var) -> Self {
        Self { limit, n_pairs: 0, next: first, cnf: Cnf::default() }
    }

    pub(super) fn next(&self) -> Var {
        self.next
    }

    fn take(&mut self) -> Lit {
        let lit = self.next.positive();
        self.next = Var::from_index(self.next.index() + 1);
        lit
    }

    pub(super) fn one(&mut self, cost: u128, lit: Lit) -> Sums {
        if self.limit < cost {
            self.cnf.push(&[!lit]);
            return Sums::new();
        }
        vec![(cost, lit)]
    }

    pub(super) fn one_of(&mut self, costs: &[(u128, Lit)]) -> Result<Sums, TooManySums> {
        self.count(costs.len(), 0)?;
        let values: Set<u128> =
            costs.iter().map(|(cost, _)| *cost).filter(|cost| *cost <= self.limit).collect();
        let sums: Sums = values.into_iter().map(|value| (value, self.take())).collect();
        for (cost, lit) in costs {
            match sums.binary_search_by_key(cost, |(value, _)| *value) {
                Ok(place) => self.cnf.push(&[!*lit, sums[place].1]),
                Err(_) => self.cnf.push(&[!*lit]),
            }
        }
        self.order(&sums);
        Ok(sums)
    }

    fn order(&mut self, sums: &Sums) {
        sums.windows(2).for_each(|pair| self.cnf.push(&[!pair[1].1, pair[0].1]));
    }

    fn count(&mut self, n: usize, m: usize) -> Result<(), TooManySums> {
        let n_pairs = (n + 1).saturating_mul(m + 1);
        self.n_pairs = self.n_pairs.saturating_add(n_pairs);
        if MAX_PAIRS < self.n_pairs { Err(TooManySums) } else { Ok(()) }
    }

    pub(super) fn join(&mut self, a: Sums, b: Sums) -> Result<Sums, TooManySums> {
        if a.is_empty() || b.is_empty() {
            return Ok(if a.is_empty() { b } else { a });
        }
        self.count(a.len(), b.len())?;
        let singles = a.iter().chain(&b).map(|(value, _)| *value);
        let pairs = a.iter().flat_map(|(x, _)| b.iter().map(move |(y, _)| x + y));
        let values: Set<u128> = singles.chain(pairs).filter(|value| *value <= self.limit).collect();
        let sums: Sums = values.into_iter().map(|value| (value, self.take())).collect();
        // Each value is there.
        let at = |value: u128| sums[sums.partition_point(|(other, _)| *other < value)].1;
        a.iter().chain(&b).for_each(|(value, lit)| self.cnf.push(&[!*lit, at(*value)]));
        for (x, of_x) in &a {
            for (y, of_y) in &b {
                if self.limit < x + y {
                    self.cnf.push(&[!*of_x, !*of_y]);
                    break;
                }
                self.cnf.push(&[!*of_x, !*of_y, at(x + y)]);
            }
        }
        self.order(&sums);
        Ok(sums)
    }

    pub(super) fn join_all(&mut self, mut parts: Vec<Sums>) -> Result<Sums, TooManySums> {
        if parts.len() < 2 {
            return Ok(parts.pop().unwrap_or_default());
        }
        let later = parts.split_off(parts.len() / 2);
        let (a, b) = (self.join_all(parts)?, self.join_all(later)?);
        self.join(a, b)
    }

    pub(super) fn bound(&mut self, a: &Sums, b: &Sums) -> Result<(), TooManySums> {
        self.count(a.len(), b.len())?;
        for (x, of_x) in a {
            if let Some((_, of_y)) = b.iter().find(|(y, _)| self.limit < x + y) {
                self.cnf.push(&[!*of_x, !*of_y]);
            }
        }
        Ok(())
    }
}
