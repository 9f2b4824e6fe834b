//! Joins: all instances of a rule's body, one condition after the other, each looked up in an index.

use std::collections::BTreeSet;

use super::pattern::{Binding, Pattern};
use super::relation::{IndexedRelation, Lookup};
use super::terms::{TermId, Terms};
use super::{Condition, GdlRule, Symbol};

/// A rule made ready for joins.
#[derive(Debug)]
pub(super) struct RuleForm {
    /// Its number in the sheet.
    pub(super) number: usize,
    pub(super) head: Pattern,
    /// The conditions that hold: relation and pattern.
    pub(super) holds: Vec<(Symbol, Pattern)>,
    /// The conditions that fail.
    pub(super) fails: Vec<(Symbol, Pattern)>,
    distinct: Vec<[Pattern; 2]>,
    /// Terms of the head, and which of them are asked for.
    pub(super) asked: Vec<(Pattern, BTreeSet<TermId>)>,
    pub(super) n_variables: usize,
}

/// In which order the conditions of a rule are looked up.
#[derive(Debug)]
pub(super) struct JoinPlan {
    steps: Vec<JoinStep>,
    /// What is checked before the first step and after each.
    checks: Vec<Vec<JoinCheck>>,
}

#[derive(Debug)]
struct JoinStep {
    condition: usize,
    relation: Symbol,
    lookup: Lookup,
    /// Whether the atom that the join started from is left out here: that instance is found from the other side.
    skips_start: bool,
}

#[derive(Debug, Clone, Copy)]
enum JoinCheck {
    Distinct(usize),
    Fails(usize),
    Asked(usize),
}

impl RuleForm {
    /// `None` if it has a ground term that is too large.
    pub(super) fn of(number: usize, rule: &GdlRule, terms: &mut Terms) -> Option<Self> {
        let head = Pattern::of_atom(&rule.head, terms)?;
        let (mut holds, mut fails, mut distinct) = (Vec::new(), Vec::new(), Vec::new());
        for condition in &rule.body {
            match condition {
                Condition::Holds(atom) => holds.push((atom.relation, Pattern::of_atom(atom, terms)?)),
                Condition::Fails(atom) => fails.push((atom.relation, Pattern::of_atom(atom, terms)?)),
                Condition::Distinct(a, b) => {
                    distinct.push([Pattern::of_term(a, terms)?, Pattern::of_term(b, terms)?]);
                }
            }
        }
        Some(Self { number, head, holds, fails, distinct, asked: Vec::new(), n_variables: rule.n_variables })
    }
}

/// What is known when a join is planned or run.
pub(super) trait AtomStore {
    /// The atoms of a relation.
    fn relation(&self, symbol: Symbol) -> Option<&IndexedRelation>;
    /// The same, to add an index.
    fn relation_mut(&mut self, symbol: Symbol) -> &mut IndexedRelation;
    /// Whether all atoms of the relation are known, so that others certainly fail.
    fn is_complete(&self, symbol: Symbol) -> bool;
    /// Whether the atom is known.
    fn contains(&self, atom: TermId) -> bool;
}

/// What is done with a binding, or (with none) in each step of a join. Terms may be added.
pub(super) type OnBinding<'f, E> = dyn FnMut(Option<&Binding>, &mut Terms) -> Result<(), E> + 'f;

impl JoinPlan {
    /// Plans a join that starts from an atom for condition `start`, or from nothing. Greedy: next is always the
    /// condition that promises fewest atoms, given what is bound by then.
    pub(super) fn new(
        rule: &RuleForm,
        start: Option<usize>,
        known: &mut dyn AtomStore,
        terms: &Terms,
    ) -> Self {
        let mut bound = vec![false; rule.n_variables];
        let bind = |bound: &mut Vec<bool>, pattern: &Pattern| {
            pattern.variables(&mut |variable| bound[variable] = true);
        };
        if let Some(start) = start {
            bind(&mut bound, &rule.holds[start].1);
        }
        let mut open: Vec<usize> = (0..rule.holds.len()).filter(|number| Some(*number) != start).collect();
        let mut checks_left: Vec<JoinCheck> = (0..rule.distinct.len()).map(JoinCheck::Distinct).collect();
        checks_left.extend((0..rule.asked.len()).map(JoinCheck::Asked));
        let complete = |number: &usize| known.is_complete(rule.fails[*number].0);
        checks_left.extend((0..rule.fails.len()).filter(complete).map(JoinCheck::Fails));
        let mut plan = Self { steps: Vec::new(), checks: Vec::new() };
        loop {
            let (ready, left) = checks_left.into_iter().partition(|check: &JoinCheck| {
                let mut known = true;
                check.patterns(rule).iter().for_each(|pattern| {
                    pattern.variables(&mut |variable| known &= bound[variable]);
                });
                known
            });
            plan.checks.push(ready);
            checks_left = left;
            let best = (0..open.len()).min_by(|a, b| {
                let cost = |position: &usize| promise(&rule.holds[open[*position]], &bound, known);
                cost(a).total_cmp(&cost(b))
            });
            let Some(best) = best else { break };
            let condition = open.remove(best);
            let (relation, pattern) = &rule.holds[condition];
            let lookup = known.relation_mut(*relation).lookup(pattern, &|variable| bound[variable], terms);
            let skips_start = start.is_some_and(|start| condition < start);
            plan.steps.push(JoinStep { condition, relation: *relation, lookup, skips_start });
            bind(&mut bound, pattern);
        }
        plan
    }

    /// Calls `found` with each binding that extends the given one. The given one matches `start`.
    pub(super) fn run<E>(
        &self,
        rule: &RuleForm,
        start: Option<TermId>,
        binding: &mut Binding,
        known: &dyn AtomStore,
        terms: &mut Terms,
        found: &mut OnBinding<'_, E>,
    ) -> Result<(), E> {
        if !self.check(0, rule, binding, known, terms) {
            return Ok(());
        }
        let mut frames: Vec<(&[TermId], usize)> = Vec::with_capacity(self.steps.len());
        let mut level = 0;
        loop {
            if level == self.steps.len() {
                found(Some(binding), terms)?;
            } else {
                frames.push((self.candidates(level, binding, known, terms), binding.mark()));
            }
            // On to the next candidate of the deepest level that has one.
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
                    && self.check(depth, rule, binding, known, terms)
                {
                    break depth;
                }
            };
        }
    }

    fn candidates<'k>(
        &self,
        level: usize,
        binding: &Binding,
        known: &'k dyn AtomStore,
        terms: &mut Terms,
    ) -> &'k [TermId] {
        let step = &self.steps[level];
        let key: Option<Vec<TermId>> =
            step.lookup.key().iter().map(|pattern| pattern.fill(terms, binding)).collect();
        match (known.relation(step.relation), key) {
            (Some(relation), Some(key)) => relation.find(&step.lookup, &key),
            _ => &[],
        }
    }

    fn check(
        &self,
        level: usize,
        rule: &RuleForm,
        binding: &Binding,
        known: &dyn AtomStore,
        terms: &mut Terms,
    ) -> bool {
        self.checks[level].iter().all(|check| match check {
            JoinCheck::Distinct(number) => {
                let [a, b] = &rule.distinct[*number];
                a.fill(terms, binding) != b.fill(terms, binding)
            }
            JoinCheck::Fails(number) => {
                rule.fails[*number].1.fill(terms, binding).is_none_or(|atom| !known.contains(atom))
            }
            JoinCheck::Asked(number) => {
                let (part, constants) = &rule.asked[*number];
                part.fill(terms, binding).is_some_and(|term| constants.contains(&term))
            }
        })
    }
}

impl JoinCheck {
    fn patterns<'r>(&self, rule: &'r RuleForm) -> Vec<&'r Pattern> {
        match self {
            Self::Distinct(number) => rule.distinct[*number].iter().collect(),
            Self::Fails(number) => vec![&rule.fails[*number].1],
            Self::Asked(number) => vec![&rule.asked[*number].0],
        }
    }
}

/// About how many atoms a condition will find: n^(the share of its places that are open).
fn promise((relation, pattern): &(Symbol, Pattern), bound: &[bool], known: &dyn AtomStore) -> f64 {
    /// What is said of a relation that still grows.
    const GROWING: usize = 1000;
    let size = known.relation(*relation).map_or(0, |relation| relation.atoms().len());
    let size = if known.is_complete(*relation) { size } else { size.max(GROWING) };
    let (mut n_open, mut n_places) = (0_u32, 1_u32);
    pattern.places(&mut |variable| {
        n_places += 1;
        n_open += u32::from(variable.is_some_and(|variable| !bound[variable]));
    });
    let size = f64::from(u32::try_from(size).unwrap_or(u32::MAX));
    if n_open == 0 { 0.0 } else { size.powf(f64::from(n_open) / f64::from(n_places)) }
}
