//! Semi-naive evaluation, an atom at a time: when an atom is taken from the queue, it is joined with the atoms taken
//! before, so each ground instance of a rule is found exactly once (Abiteboul, Hull & Vianu, *Foundations of Databases*,
//! 1995, chapter 13).

use std::collections::BTreeMap;

use super::{AtomQueue, Binding, JoinPlan, JoinStart, RuleBody, Store, Symbol, Terms};

/// Who asks for the instances of rules.
pub(crate) trait Derivations {
    /// Why it was stopped.
    type Error;

    /// Called in every step.
    ///
    /// # Errors
    /// To stop.
    fn tick(&mut self, terms: &Terms) -> Result<(), Self::Error>;

    /// An instance of the rule of that number was found. What follows from it goes into the queue.
    ///
    /// # Errors
    /// To stop.
    fn found(
        &mut self,
        rule: usize,
        binding: &Binding,
        known: &Store,
        terms: &mut Terms,
    ) -> Result<(), Self::Error>;

    /// The atoms that were derived and wait.
    fn queue(&mut self) -> &mut AtomQueue;
}

/// Applies rules, each with its number, until nothing new comes of them. `grows` says which relations do meanwhile; the
/// others are complete.
pub(crate) fn saturate<D: Derivations>(
    rules: &[(usize, &RuleBody)],
    grows: &dyn Fn(Symbol) -> bool,
    store: &mut Store,
    terms: &mut Terms,
    derivations: &mut D,
) -> Result<(), D::Error> {
    let mut binding = Binding::default();
    let mut triggers: BTreeMap<Symbol, Vec<(usize, &RuleBody, usize, JoinPlan)>> = BTreeMap::new();
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
