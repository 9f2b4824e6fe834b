//! The choice of patterns: all interesting ones of few variables.
//!
//! A variable without influence on a goal makes no pattern better. So each pattern is made of parts with one goal variable,
//! from which every other variable of the part influences it through variables of the part. A part is added to others if one
//! of its variables is influenced by theirs (Pommerening, Röger & Helmert, *Getting the most out of pattern databases for
//! classical planning*, 2013).

use std::collections::BTreeSet;

use bmcplan_base::ordered::sort_by_key;
use bmcplan_base::stop::{Stop, StopReason};

use super::actions::{Actions, index};

/// Set of variables, sorted.
pub(super) type Pattern = Vec<u32>;

/// Greatest number of variables of a pattern.
const MOST_VARIABLES: usize = 3;

/// Greatest number of patterns of one size; the others of that size are left out.
const MOST_PATTERNS: usize = 1 << 14;

/// Returns all interesting patterns of at most [`MOST_VARIABLES`] variables and `most_states` abstract states: those of the
/// fewest variables first, of these the smallest.
pub(super) fn interesting(
    actions: &Actions,
    most_states: u64,
    stop: &Stop,
) -> Result<Vec<Pattern>, StopReason> {
    let n_vars = actions.sizes.len();
    let before: Vec<Vec<u32>> = (0..).take(n_vars).map(|var| actions.read_for(var)).collect();
    let mut after: Vec<Vec<u32>> = vec![Vec::new(); n_vars];
    for (var, before) in (0..).zip(&before) {
        before.iter().for_each(|read| after[index(*read)].push(var));
    }
    stop.check()?;
    let mut found =
        Found { seen: BTreeSet::new(), by_size: vec![Vec::new(); MOST_VARIABLES + 1], actions, most_states };
    actions.goal.iter().for_each(|condition| found.add(vec![condition.var]));
    for size in 1..MOST_VARIABLES {
        for number in 0..found.by_size[size].len() {
            let pattern = found.by_size[size][number].clone();
            for var in pattern.iter().flat_map(|var| &before[index(*var)]) {
                found.add_union(&pattern, &[*var]);
            }
        }
        stop.check()?;
    }
    let parts = found.by_size.clone();
    for size in 1..MOST_VARIABLES {
        for number in 0..found.by_size[size].len() {
            let pattern = found.by_size[size][number].clone();
            let influenced: BTreeSet<u32> =
                pattern.iter().flat_map(|var| &after[index(*var)]).copied().collect();
            for part in parts[1..=MOST_VARIABLES - size].iter().flatten() {
                if part.iter().any(|var| influenced.contains(var)) {
                    found.add_union(&pattern, part);
                }
            }
            stop.check()?;
        }
    }
    let mut patterns: Vec<Pattern> = found.by_size.concat();
    sort_by_key(&mut patterns, |pattern| (pattern.len(), n_states(actions, pattern)));
    Ok(patterns)
}

/// Returns the number of abstract states of a pattern.
pub(super) fn n_states(actions: &Actions, pattern: &[u32]) -> u64 {
    pattern.iter().fold(1, |product, var| product.saturating_mul(actions.sizes[index(*var)].into()))
}

struct Found<'a> {
    seen: BTreeSet<Pattern>,
    by_size: Vec<Vec<Pattern>>,
    actions: &'a Actions,
    most_states: u64,
}

impl Found<'_> {
    fn add(&mut self, pattern: Pattern) {
        let of_size = &mut self.by_size[pattern.len()];
        let fits = of_size.len() < MOST_PATTERNS && n_states(self.actions, &pattern) <= self.most_states;
        if fits && !self.seen.contains(&pattern) {
            of_size.push(pattern.clone());
            self.seen.insert(pattern);
        }
    }

    /// Adds the union of a pattern with variables that it does not have.
    fn add_union(&mut self, pattern: &[u32], more: &[u32]) {
        if pattern.iter().all(|var| !more.contains(var)) {
            let mut union = [pattern, more].concat();
            union.sort_unstable();
            self.add(union);
        }
    }
}

#[cfg(test)]
mod tests {
    use bmcplan_task::plan::Metric;
    use bmcplan_task::{Fact, Literal, Operator, TaskBuilder};

    use super::*;

    /// Two parcels that one of two trucks carries: the other one does not matter.
    #[test]
    fn variables_without_influence_are_in_no_pattern() {
        let mut builder = TaskBuilder::default();
        let [first, second, truck, idle] =
            ["a", "b", "truck", "idle"].map(|name| builder.variable(name, ["0", "1"], 0));
        let literal = |var, value| Literal::from(Fact { var, value });
        for parcel in [first, second] {
            let carry = Operator::simple(
                "carry",
                [literal(parcel, 0), literal(truck, 1)],
                [Fact { var: parcel, value: 1 }],
            );
            builder.operator(carry);
        }
        for var in [truck, idle] {
            builder.operator(Operator::simple("drive", [literal(var, 0)], [Fact { var, value: 1 }]));
        }
        builder.goal([literal(first, 1), literal(second, 1)]);
        let task = builder.build().unwrap();
        let stop = &Stop::default();
        let actions = Actions::of(&task, Metric::Actions, stop).unwrap();
        let patterns = |most| interesting(&actions, most, stop).unwrap();
        let all: [&[u32]; 5] = [&[0], &[1], &[0, 2], &[1, 2], &[0, 1, 2]];
        assert_eq!(patterns(8), all);
        assert_eq!(patterns(7), all[..4]);
    }
}
