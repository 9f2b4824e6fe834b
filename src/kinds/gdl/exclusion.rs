//! Simplification of conjunctions and disjunctions by groups of literals of which at most one, or exactly one, holds.

use super::literal::CondLit;

/// Literals of which at most one holds.
#[derive(Debug, Clone)]
struct ExclusionGroup {
    literals: Vec<CondLit>,
    /// Whether one does.
    exactly: bool,
}

/// All such groups.
#[derive(Debug, Clone, Default)]
pub(super) struct LiteralExclusions {
    groups: Vec<ExclusionGroup>,
    /// By the number of the literal.
    groups_of: Vec<Vec<usize>>,
}

impl LiteralExclusions {
    /// Larger groups are not looked through for what is left of them.
    const MAX_MEMBERS: usize = 128;

    /// Adds a group.
    pub(super) fn add(&mut self, literals: Vec<CondLit>, exactly: bool) {
        for lit in &literals {
            let place = lit.index();
            if self.groups_of.len() <= place {
                self.groups_of.resize(place + 1, Vec::new());
            }
            self.groups_of[place].push(self.groups.len());
        }
        self.groups.push(ExclusionGroup { literals, exactly });
    }

    /// The numbers of the groups that a literal is in.
    pub(super) fn groups_of(&self, lit: CondLit) -> &[usize] {
        self.groups_of.get(lit.index()).map_or(&[], Vec::as_slice)
    }

    /// Do two different literals never hold together?
    pub(super) fn exclude(&self, a: CondLit, b: CondLit) -> bool {
        a != b && self.groups_of(a).iter().any(|group| self.groups_of(b).contains(group))
    }

    /// Takes from a sorted conjunction what follows from the rest of it; false if it cannot hold.
    pub(super) fn simplify(&self, body: &mut Vec<CondLit>) -> bool {
        if self.groups.is_empty() {
            return true;
        }
        loop {
            let mut holding: Vec<(usize, CondLit)> = Vec::new();
            for lit in &*body {
                holding.extend(self.groups_of(*lit).iter().map(|group| (*group, *lit)));
            }
            holding.sort_unstable();
            if holding.windows(2).any(|pair| pair[0].0 == pair[1].0) {
                return false;
            }
            // One at a time: two literals may follow from each other.
            let follows = |lit: &CondLit| {
                self.groups_of(!*lit).iter().any(|group| {
                    let place = holding.binary_search_by_key(group, |(group, _)| *group);
                    place.is_ok_and(|place| holding[place].1 != *lit)
                })
            };
            if let Some(place) = body.iter().position(follows) {
                body.remove(place);
            } else if let Some(group) = self.exhausted(body) {
                let denied = |lit: &CondLit| group.literals.contains(&!*lit);
                let Some(left) = group.literals.iter().find(|lit| !body.contains(&!**lit)) else {
                    return false;
                };
                body.retain(|lit| !denied(lit));
                body.push(*left);
                body.sort_unstable();
            } else {
                return true;
            }
        }
    }

    /// An exact group of three literals or more of which all, or all but one, are denied. (To replace one literal by
    /// another would get nowhere.)
    fn exhausted(&self, body: &[CondLit]) -> Option<&ExclusionGroup> {
        let mut denied: Vec<usize> = Vec::new();
        for lit in body {
            denied.extend(self.groups_of(!*lit).iter().filter(|group| self.groups[**group].exactly));
        }
        denied.sort_unstable();
        let mut chunks = denied.chunk_by(|a, b| a == b);
        chunks.find_map(|chunk| {
            let group = &self.groups[chunk[0]];
            (2 <= chunk.len() && group.literals.len() <= chunk.len() + 1).then_some(group)
        })
    }

    /// Joins bodies that differ only in which literal of an exact group they ask for, if together they ask for any or
    /// any but one; whether there were any. Bodies are sorted by length and content.
    pub(super) fn join(&self, bodies: &mut Vec<Vec<CondLit>>) -> bool {
        for i in 0..bodies.len() {
            for lit in bodies[i].clone() {
                for number in self.groups_of(lit) {
                    let group = &self.groups[*number];
                    if !group.exactly || Self::MAX_MEMBERS < group.literals.len() {
                        continue;
                    }
                    let rest: Vec<CondLit> =
                        bodies[i].iter().copied().filter(|other| *other != lit).collect();
                    if let Some(joined) = self.joined(&rest, group, bodies) {
                        let covered = |body: &Vec<CondLit>| rest.iter().all(|lit| body.contains(lit));
                        let is_member = |body: &Vec<CondLit>| {
                            body.len() == rest.len() + 1
                                && group.literals.iter().any(|lit| body.contains(lit))
                        };
                        bodies.retain(|body| !(covered(body) && is_member(body)));
                        bodies.push(joined);
                        bodies.sort_unstable_by(order);
                        bodies.dedup();
                        return true;
                    }
                }
            }
        }
        false
    }

    fn joined(
        &self,
        rest: &[CondLit],
        group: &ExclusionGroup,
        bodies: &[Vec<CondLit>],
    ) -> Option<Vec<CondLit>> {
        let with = |lit: CondLit| {
            let mut body = rest.to_vec();
            body.push(lit);
            body.sort_unstable();
            body
        };
        let (mut n_asked, mut missing) = (0, None);
        for lit in &group.literals {
            if rest.iter().any(|other| *other == !*lit || self.exclude(*lit, *other)) {
                continue;
            }
            let body = with(*lit);
            if bodies.binary_search_by(|other| order(other, &body)).is_ok() {
                n_asked += 1;
            } else if missing.replace(*lit).is_some() {
                return None;
            }
        }
        match missing {
            None if 1 <= n_asked => Some(rest.to_vec()),
            Some(lit) if 2 <= n_asked => Some(with(!lit)),
            _ => None,
        }
    }
}

/// How bodies are sorted.
pub(super) fn order(a: &Vec<CondLit>, b: &Vec<CondLit>) -> std::cmp::Ordering {
    a.len().cmp(&b.len()).then_with(|| a.cmp(b))
}

#[cfg(test)]
mod tests {
    use super::super::conditions::Formulas;
    use super::*;

    /// Conditions a to e. Exactly one of a, b, c holds.
    fn five() -> (Formulas, [CondLit; 5]) {
        let mut formulas = Formulas::default();
        let leaves = [0, 1, 2, 3, 4].map(|leaf| formulas.leaf(leaf));
        formulas.exclude(leaves[..3].to_vec(), true);
        (formulas, leaves)
    }

    #[test]
    fn conjunctions_say_nothing_twice() {
        let (formulas, [a, b, c, d, _]) = five();
        assert_eq!(formulas.conjunction(vec![a, b]), None);
        assert_eq!(formulas.conjunction(vec![a, !b, d]), Some(vec![a, d]));
        assert_eq!(formulas.conjunction(vec![!a, !b]), Some(vec![c]));
        assert_eq!(formulas.conjunction(vec![!a, !b, !c]), None);
        assert_eq!(formulas.conjunction(vec![!a]), Some(vec![!a]));
    }

    #[test]
    fn of_two_that_follow_from_each_other_one_stays() {
        let mut formulas = Formulas::default();
        let [a, b, c] = [0, 1, 2].map(|leaf| formulas.leaf(leaf));
        formulas.exclude(vec![a, b], true);
        formulas.exclude(vec![!a, !b], true);
        let left = formulas.conjunction(vec![!a, b, c]).unwrap();
        assert!(left == [!a, c] || left == [b, c], "{left:?}");
    }

    #[test]
    fn bodies_for_all_choices_are_one() {
        let (mut formulas, [a, b, c, d, e]) = five();
        assert_eq!(formulas.or([vec![a, d], vec![b, d], vec![c, d]]), d);
        assert_eq!(formulas.or([vec![a], vec![b], vec![c]]), CondLit::TRUE);
        let but_c = formulas.or([vec![a, d], vec![b, d], vec![e]]);
        assert_eq!(but_c, formulas.or([vec![!c, d], vec![e]]));
        assert_ne!(formulas.or([vec![a, d], vec![b, e]]), formulas.or([vec![!c, d]]));
    }
}
