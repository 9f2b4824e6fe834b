//! Semi-naive evaluation, an atom at a time: when an atom is taken from the queue, it is joined with the atoms taken before. So
//! each ground instance of a rule is found exactly once (Abiteboul, Hull & Vianu, *Foundations of Databases*, 1995, chapter
//! 13).

use std::collections::VecDeque;

use bmcplan_base::ordered::Map;

use super::join::{JoinPlan, JoinStart};
use super::pattern::{Binding, RuleBody};
use super::store::{Store, mark};
use super::terms::{Symbol, TermId, Terms};

/// Receiver of the instances of rules.
pub(crate) trait Derivations {
    type Error;

    /// Polls for a stop; runs in every step.
    fn tick(&mut self, terms: &Terms) -> Result<(), Self::Error>;

    /// Processes an instance of the rule with index `rule`, and queues the atoms derived from it.
    fn found(
        &mut self,
        rule: usize,
        binding: &Binding,
        known: &Store,
        terms: &mut Terms,
    ) -> Result<(), Self::Error>;

    fn queue(&mut self) -> &mut AtomQueue;
}

/// Applies rules, each with its number, until they derive nothing new. `grows` is true for relations that grow meanwhile; all
/// others are complete.
pub(crate) fn saturate<D: Derivations>(
    rules: &[(usize, &RuleBody)],
    grows: &dyn Fn(Symbol) -> bool,
    store: &mut Store,
    terms: &mut Terms,
    derivations: &mut D,
) -> Result<(), D::Error> {
    let mut binding = Binding::default();
    let mut triggers: Map<Symbol, Vec<(usize, &RuleBody, usize, JoinPlan)>> = Map::new();
    for (number, rule) in rules {
        let starts: Vec<usize> = (0..rule.holds.len()).filter(|place| grows(rule.holds[*place].0)).collect();
        if starts.is_empty() {
            let plan = JoinPlan::new(rule, JoinStart::Nothing, store, terms);
            binding.reset(rule.n_variables);
            plan.run(rule, None, &mut binding, store, terms, &mut |found, terms| match found {
                Some(binding) => derivations.found(*number, binding, store, terms),
                None => derivations.tick(terms),
            })?;
        }
        for start in starts {
            derivations.tick(terms)?;
            let plan = JoinPlan::new(rule, JoinStart::Condition(start), store, terms);
            triggers.entry(rule.holds[start].0).or_default().push((*number, *rule, start, plan));
        }
    }
    while let Some(atom) = derivations.queue().pop() {
        store.insert(atom, terms);
        for (number, rule, start, plan) in triggers.get(&terms.symbol(atom)).into_iter().flatten() {
            derivations.tick(terms)?;
            binding.reset(rule.n_variables);
            if rule.holds[*start].1.matches(atom, terms, &mut binding) {
                plan.run(rule, Some(atom), &mut binding, store, terms, &mut |found, terms| match found {
                    Some(binding) => derivations.found(*number, binding, store, terms),
                    None => derivations.tick(terms),
                })?;
            }
        }
    }
    Ok(())
}

/// Queue of derived atoms that are not yet joined with the others.
#[derive(Debug, Default)]
pub(crate) struct AtomQueue {
    seen: Vec<bool>,
    waiting: VecDeque<TermId>,
}

impl AtomQueue {
    /// Appends an atom, unless it ever was in the queue.
    pub(crate) fn push(&mut self, atom: TermId) {
        if mark(&mut self.seen, atom.index()) {
            self.waiting.push_back(atom);
        }
    }

    fn pop(&mut self) -> Option<TermId> {
        self.waiting.pop_front()
    }
}
