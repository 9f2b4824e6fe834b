//! Clauses of an encoding as clauses over facts alone.
//!
//! A literal for "the value is one of these", or for "one of these variables has one of those values", is replaced by the facts;
//! its negation by the facts that are left. The negation of a literal about several variables becomes a clause for each of them.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use super::interpretation::{Gate, Interpretation};
use crate::certificate::FramePropositions;
use crate::formula::Lit;
use crate::task::{Fact, Task, VarId};

/// No clause becomes more clauses than this.
const MOST_CLAUSES: usize = 1024;

/// A set of values for each variable, of which one is to be true.
type Choice = BTreeMap<VarId, BTreeSet<Fact>>;

/// The literals of an encoding's frame as facts.
pub(super) struct FactClauses<'a> {
    task: &'a Task,
    propositions: &'a FramePropositions,
    interpretation: &'a Interpretation,
    facts: HashMap<Lit, Fact>,
    /// For the head of each gate that is about facts alone: when it is true.
    gates: HashMap<Lit, Choice>,
}

impl<'a> FactClauses<'a> {
    pub(super) fn of(
        task: &'a Task,
        propositions: &'a FramePropositions,
        interpretation: &'a Interpretation,
    ) -> Self {
        let facts = task.variable_ids().flat_map(|var| task.facts(var));
        let facts = facts.map(|fact| (propositions.fact(fact), fact)).collect();
        let mut this = Self { task, propositions, interpretation, facts, gates: HashMap::new() };
        for Gate { head, any } in &interpretation.gates {
            let parts: Option<Vec<Choice>> = any.iter().map(|lit| this.choice(*lit)).collect();
            let Some(parts) = parts else { continue };
            let mut choice = Choice::new();
            for (var, facts) in parts.into_iter().flatten() {
                choice.entry(var).or_default().extend(facts);
            }
            this.gates.insert(*head, choice);
        }
        this
    }

    /// The choice under which a literal of the proof's frame is true, if it is a choice.
    fn choice(&self, lit: Lit) -> Option<Choice> {
        if let Some(choice) = self.gates.get(&lit) {
            return Some(choice.clone());
        }
        if let Some(fact) = self.facts.get(&lit) {
            return Some([(fact.var, [*fact].into())].into());
        }
        let mut parts = self.denials(lit)?;
        if parts.len() == 1 { parts.pop() } else { None }
    }

    /// A literal as a conjunction of choices, if its negation is a choice.
    fn denials(&self, lit: Lit) -> Option<Vec<Choice>> {
        let denied = match self.facts.get(&!lit) {
            Some(fact) => [(fact.var, [*fact].into())].into(),
            None => self.gates.get(&!lit)?.clone(),
        };
        let rest = |(var, facts): (VarId, BTreeSet<Fact>)| -> Choice {
            [(var, self.task.facts(var).filter(|fact| !facts.contains(fact)).collect())].into()
        };
        Some(denied.into_iter().map(rest).collect())
    }

    /// A clause of the encoding as clauses over facts, those left out that are true in every state; none if it is about more
    /// than facts, or would be too many.
    pub(super) fn clauses(&self, clause: &[Lit]) -> Option<Vec<Vec<Lit>>> {
        let mut all = vec![Choice::new()];
        for lit in clause {
            let lit = self.interpretation.literal(*lit);
            let parts = self.choice(lit).map(|choice| vec![choice]).or_else(|| self.denials(lit))?;
            if MOST_CLAUSES < all.len().saturating_mul(parts.len()) {
                return None;
            }
            let with = |choice: &Choice, part: &Choice| {
                let mut both = choice.clone();
                for (var, facts) in part {
                    both.entry(*var).or_default().extend(facts);
                }
                both
            };
            all = all.iter().flat_map(|choice| parts.iter().map(|part| with(choice, part))).collect();
        }
        let is_needed =
            |choice: &Choice| choice.iter().all(|(var, facts)| facts.len() < self.task.facts(*var).count());
        Some(all.iter().filter(|choice| is_needed(choice)).map(|choice| self.clause(choice)).collect())
    }

    /// The clause of a choice: for each variable the facts, or, where only one is missing, that it is not that one.
    fn clause(&self, choice: &Choice) -> Vec<Lit> {
        let of_variable = |(var, facts): (&VarId, &BTreeSet<Fact>)| -> Vec<Lit> {
            let mut rest = self.task.facts(*var).filter(|fact| !facts.contains(fact));
            match (rest.next(), rest.next()) {
                (Some(only), None) => vec![!self.propositions.fact(only)],
                _ => facts.iter().map(|fact| self.propositions.fact(*fact)).collect(),
            }
        };
        choice.iter().flat_map(of_variable).collect()
    }
}
