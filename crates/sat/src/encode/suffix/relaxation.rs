//! The delete relaxation of a suffix of a plan, with the operators of a formula.
//!
//! An operator with conditional effects has a part for each condition; its cost counts once. Facts that no frame has, by the
//! transition system, are never true. Every operator of the formula stays an operator of its own.

use bmcplan_base::ordered::distinct;
use bmcplan_base::stop::{Stop, StopReason};
use bmcplan_formula::Lit;
use bmcplan_task::relaxation::{Effects, Propositions, Translated, index, needed};
use bmcplan_task::{Atom, Fact, Literal, OperatorId, Task, VarId};

use crate::encode::{Term, TransitionSystem};

/// The relaxation. Propositions, parts and operators are numbered from 0.
#[derive(Debug)]
pub(super) struct Relaxation {
    /// For each proposition the facts that make it true; none for derived ones.
    pub(super) facts: Vec<Vec<Fact>>,
    pub(super) parts: Vec<RelaxedPart>,
    pub(super) goal: u32,
    /// Operators, with their literals in the transition system.
    pub(super) operators: Vec<(OperatorId, Lit)>,
    /// For each operator the propositions of its precondition; none if it is useless.
    pub(super) preconditions: Vec<Vec<u32>>,
    pub(super) parts_of: Vec<Vec<u32>>,
    pub(super) needed_by: Vec<Vec<u32>>,
    pub(super) added_by: Vec<Vec<u32>>,
    /// For each variable and each of its values the propositions that are true with it.
    true_with: Vec<Vec<Vec<u32>>>,
}

/// Part: makes propositions true once others are.
#[derive(Debug)]
pub(super) struct RelaxedPart {
    /// Operator whose cost counts; `None` for rules and the goal.
    pub(super) operator: Option<u32>,
    pub(super) needs: Vec<u32>,
    pub(super) adds: Vec<u32>,
}

impl Relaxation {
    pub(super) fn of(task: &Task, system: &TransitionSystem, stop: &Stop) -> Result<Self, StopReason> {
        let may_hold = |literal: Literal| match literal.atom {
            Atom::Fact(fact) if literal.positive => system.fact(fact) != Term::False,
            _ => true,
        };
        let mut propositions = Propositions::of(task, &may_hold);
        let (mut operators, mut effects, mut preconditions) = (Vec::new(), Vec::new(), Vec::new());
        for (lit, ids) in system.movers() {
            stop.check()?;
            for id in ids {
                let (precondition, of_parts) = propositions.operator(task.operator(*id)).unwrap_or_default();
                operators.push((*id, *lit));
                effects.push(of_parts);
                preconditions.push(precondition);
            }
        }
        let goal = propositions.fresh();
        let asked = propositions.condition(task.goal());
        let Translated { n_propositions, mut true_with, free } = propositions.finish();
        let mut parts = parts_of_operators(effects, &true_with);
        let without = |needs, adds| RelaxedPart { operator: None, needs, adds: vec![adds] };
        parts.extend(free.into_iter().map(|rule| without(rule.precondition, rule.adds)));
        parts.extend(asked.map(|asked| without(asked, goal)));

        parts.iter_mut().for_each(|part| part.adds.retain(|added| part.needs.binary_search(added).is_err()));
        let needed = needed(n_propositions, goal, parts.iter().map(|part| (&*part.needs, &*part.adds)));
        parts.iter_mut().for_each(|part| part.adds.retain(|added| needed[index(*added)]));
        parts.retain(|part| !part.adds.is_empty());
        let mut parts_of = vec![Vec::new(); operators.len()];
        let mut needed_by = vec![Vec::new(); n_propositions];
        let mut added_by = vec![Vec::new(); n_propositions];
        for (part, number) in parts.iter().zip(0..) {
            if let Some(operator) = part.operator {
                parts_of[index(operator)].push(number);
            }
            part.needs.iter().for_each(|needed| needed_by[index(*needed)].push(number));
            part.adds.iter().for_each(|added| added_by[index(*added)].push(number));
        }
        let useless = preconditions.iter_mut().zip(&parts_of).filter(|(_, parts)| parts.is_empty());
        useless.for_each(|(precondition, _)| precondition.clear());
        let mut facts = vec![Vec::new(); n_propositions];
        for (var, values) in true_with.iter().enumerate() {
            for (value, list) in (0..).zip(values) {
                let fact = Fact { var: VarId::from_index(var), value };
                list.iter().for_each(|proposition| facts[index(*proposition)].push(fact));
            }
        }
        true_with
            .iter_mut()
            .flatten()
            .for_each(|list| list.retain(|proposition| needed[index(*proposition)]));
        Ok(Self { facts, parts, goal, operators, preconditions, parts_of, needed_by, added_by, true_with })
    }

    /// Returns the propositions that facts make true.
    pub(super) fn true_in(&self, holds: impl Fn(Fact) -> bool) -> impl Iterator<Item = u32> {
        let facts = self.true_with.iter().enumerate().flat_map(|(var, values)| {
            let var = VarId::from_index(var);
            values.iter().zip(0..).map(move |(list, value)| (Fact { var, value }, list))
        });
        facts.filter(move |(fact, list)| !list.is_empty() && holds(*fact)).flat_map(|(_, list)| list).copied()
    }
}

fn parts_of_operators(effects: Vec<Effects>, true_with: &[Vec<Vec<u32>>]) -> Vec<RelaxedPart> {
    let with = |fact: &Fact| true_with[fact.var.index()][fact.value_index()].iter().copied();
    let operators = (0..).take(effects.len()).zip(effects);
    let parts = operators.flat_map(|(operator, effects)| {
        effects.into_iter().map(move |(needs, facts)| {
            let adds: Vec<u32> = distinct(facts.iter().flat_map(with).collect());
            RelaxedPart { operator: Some(operator), needs, adds }
        })
    });
    parts.collect()
}
