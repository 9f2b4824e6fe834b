//! Joins: all instances of a rule's body, one condition after the other, each looked up in an index.

use super::pattern::{Binding, Pattern, RuleBody};
use super::store::{Lookup, Store};
use super::terms::{Symbol, TermId, Terms};

/// Variables that are bound before a join begins.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum JoinStart {
    Nothing,
    /// The variables of the condition with this index, bound by a newly added atom.
    Condition(usize),
    /// The first variables, up to this number.
    Variables(usize),
}

/// Plan of a join: the order in which the conditions of a rule are looked up.
#[derive(Debug)]
pub(crate) struct JoinPlan {
    steps: Vec<JoinStep>,
    /// Checks before the first step and after each.
    checks: Vec<Vec<JoinCheck>>,
}

#[derive(Debug)]
struct JoinStep {
    condition: usize,
    relation: Symbol,
    lookup: Lookup,
    /// True if the start atom of the join is left out here: that instance is found from the other condition.
    skips_start: bool,
}

#[derive(Debug, Clone, Copy)]
enum JoinCheck {
    Distinct(usize),
    Fails(usize),
    Domain(usize),
    /// The atom of a condition whose variables are all bound must be known. If true, it must not be the start atom of the join.
    Holds(usize, bool),
}

/// Callback for each binding, and in each step of a join, then with `None`. It may add terms.
pub(crate) type OnBinding<'f, E> = dyn FnMut(Option<&Binding>, &mut Terms) -> Result<(), E> + 'f;

impl JoinPlan {
    /// Plans a join greedily: next is always the condition with the fewest expected atoms, given the variables bound by then. A
    /// condition whose variables are all bound is checked at once.
    pub(crate) fn new(rule: &RuleBody, start: JoinStart, known: &mut Store, terms: &Terms) -> Self {
        let mut bound = vec![false; rule.n_variables];
        let bind = |bound: &mut Vec<bool>, pattern: &Pattern| {
            pattern.variables(&mut |variable| bound[variable] = true);
        };
        let start = match start {
            JoinStart::Nothing => None,
            JoinStart::Condition(start) => {
                bind(&mut bound, &rule.holds[start].1);
                Some(start)
            }
            JoinStart::Variables(count) => {
                bound.iter_mut().take(count).for_each(|bound| *bound = true);
                None
            }
        };
        let skips_start = |condition: usize| start.is_some_and(|start| condition < start);
        let mut open: Vec<usize> = (0..rule.holds.len()).filter(|number| Some(*number) != start).collect();
        let mut checks_left: Vec<JoinCheck> = (0..rule.distinct.len()).map(JoinCheck::Distinct).collect();
        checks_left.extend((0..rule.domains.len()).map(JoinCheck::Domain));
        let complete = |number: &usize| known.is_complete(rule.fails[*number].0);
        checks_left.extend((0..rule.fails.len()).filter(complete).map(JoinCheck::Fails));
        let mut plan = Self { steps: Vec::new(), checks: Vec::new() };
        loop {
            let is_ready =
                |check: &JoinCheck| check.patterns(rule).iter().all(|pattern| pattern.is_bound(&bound));
            let (mut ready, left): (Vec<JoinCheck>, _) = checks_left.into_iter().partition(is_ready);
            checks_left = left;
            let (looked_up, left) =
                open.into_iter().partition(|condition| rule.holds[*condition].1.is_bound(&bound));
            open = left;
            let looked_up: Vec<usize> = looked_up;
            ready.extend(
                looked_up.into_iter().map(|condition| JoinCheck::Holds(condition, skips_start(condition))),
            );
            plan.checks.push(ready);
            let best = (0..open.len()).min_by(|a, b| {
                let cost = |position: &usize| promise(&rule.holds[open[*position]], &bound, known);
                cost(a).total_cmp(&cost(b))
            });
            let Some(best) = best else { break };
            let condition = open.remove(best);
            let (relation, pattern) = &rule.holds[condition];
            let lookup = known.relation_mut(*relation).lookup(pattern, &|variable| bound[variable], terms);
            let skips_start = skips_start(condition);
            plan.steps.push(JoinStep { condition, relation: *relation, lookup, skips_start });
            bind(&mut bound, pattern);
        }
        plan
    }

    /// Calls `found` with each extension of `binding`, which must match `start`.
    pub(crate) fn run<E>(
        &self,
        rule: &RuleBody,
        start: Option<TermId>,
        binding: &mut Binding,
        known: &Store,
        terms: &mut Terms,
        found: &mut OnBinding<'_, E>,
    ) -> Result<(), E> {
        if !self.check(0, start, rule, binding, known, terms) {
            return Ok(());
        }
        let mut frames: Vec<(&[TermId], usize)> = Vec::with_capacity(self.steps.len());
        let mut key = Vec::new();
        let mut level = 0;
        loop {
            if level == self.steps.len() {
                found(Some(binding), terms)?;
            } else {
                frames.push((self.candidates(level, &mut key, binding, known, terms), binding.mark()));
            }
            // Continue with the next candidate of the deepest level that still has candidates.
            level = loop {
                let depth = frames.len();
                let Some((candidates, mark)) = frames.last_mut() else { return Ok(()) };
                binding.undo(*mark);
                let Some((candidate, rest)) = candidates.split_first() else {
                    frames.pop();
                    continue;
                };
                *candidates = rest;
                found(None, terms)?;
                let step = &self.steps[depth - 1];
                let is_left_out = step.skips_start && start == Some(*candidate);
                if !is_left_out
                    && rule.holds[step.condition].1.matches(*candidate, terms, binding)
                    && self.check(depth, start, rule, binding, known, terms)
                {
                    break depth;
                }
            };
        }
    }

    fn candidates<'k>(
        &self,
        level: usize,
        key: &mut Vec<TermId>,
        binding: &Binding,
        known: &'k Store,
        terms: &mut Terms,
    ) -> &'k [TermId] {
        let step = &self.steps[level];
        key.clear();
        for pattern in &step.lookup.key {
            let Some(term) = pattern.fill(terms, binding) else { return &[] };
            key.push(term);
        }
        known.relation(step.relation).map_or(&[], |relation| relation.find(&step.lookup, key))
    }

    fn check(
        &self,
        level: usize,
        start: Option<TermId>,
        rule: &RuleBody,
        binding: &Binding,
        known: &Store,
        terms: &mut Terms,
    ) -> bool {
        self.checks[level].iter().all(|check| match check {
            JoinCheck::Distinct(number) => {
                let [a, b] = &rule.distinct[*number];
                a.fill(terms, binding) != b.fill(terms, binding)
            }
            JoinCheck::Fails(number) => {
                rule.fails[*number].1.find(terms, binding).is_none_or(|atom| !known.contains(atom))
            }
            JoinCheck::Domain(number) => {
                let (part, constants) = &rule.domains[*number];
                part.fill(terms, binding).is_some_and(|term| constants.contains(&term))
            }
            JoinCheck::Holds(number, skips_start) => {
                let atom = rule.holds[*number].1.find(terms, binding).filter(|atom| known.contains(*atom));
                atom.is_some() && !(*skips_start && atom == start)
            }
        })
    }
}

impl JoinCheck {
    fn patterns<'r>(&self, rule: &'r RuleBody) -> Vec<&'r Pattern> {
        match self {
            Self::Distinct(number) => rule.distinct[*number].iter().collect(),
            Self::Fails(number) => vec![&rule.fails[*number].1],
            Self::Domain(number) => vec![&rule.domains[*number].0],
            Self::Holds(number, _) => vec![&rule.holds[*number].1],
        }
    }
}

/// Returns the expected number of atoms for a condition: n^(the share of its places that are open).
fn promise((relation, pattern): &(Symbol, Pattern), bound: &[bool], known: &Store) -> f64 {
    /// Least size that is assumed for a relation that still grows.
    const GROWING: usize = 1000;
    let size = known.atoms(*relation).len();
    let size = if known.is_complete(*relation) { size } else { size.max(GROWING) };
    let (mut n_open, mut n_places) = (0_u32, 1_u32);
    pattern.places(&mut |variable| {
        n_places += 1;
        n_open += u32::from(variable.is_some_and(|variable| !bound[variable]));
    });
    let size = f64::from(u32::try_from(size).unwrap_or(u32::MAX));
    if n_open == 0 { 0.0 } else { size.powf(f64::from(n_open) / f64::from(n_places)) }
}
