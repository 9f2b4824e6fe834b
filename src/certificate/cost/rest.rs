//! The relaxed rest of a plan: a step from frame N to a last frame N + 1, in which any number of operators run, as if what holds were
//! never lost. The last frame has all that ever holds from frame N on.

use crate::certificate::propositions::FramePropositions;
use crate::formula::{Cnf, Lit};
use crate::task::{Literal, Task};

/// The causes of each fact that a rest may make true, over the propositions of two frames.
pub(super) struct Causes {
    /// By the number of the fact in its frame.
    pub(super) by_fact: Vec<Vec<Cause>>,
}

pub(super) struct Cause {
    pub(super) lit: Lit,
    /// The place of the operator or rule, and the place of the effect in it.
    pub(super) place: (usize, usize),
    pub(super) needs: Vec<usize>,
}

impl Causes {
    pub(super) fn of(task: &Task, propositions: &FramePropositions) -> Self {
        let number = |literal: &Literal| propositions.literal(*literal).var().index();
        let mut by_fact: Vec<Vec<Cause>> = Vec::new();
        by_fact.resize_with(propositions.n_facts(), Vec::new);
        for id in task.operator_ids() {
            let operator = task.operator(id);
            let mut conditional = 0;
            for (place, effect) in operator.effects.iter().enumerate() {
                let mut lit = propositions.operator(id);
                if !effect.condition.is_empty() {
                    lit = propositions.effect(id, conditional);
                    conditional += 1;
                }
                let needs = operator.precondition.iter().chain(&effect.condition).map(number).collect();
                let fact = propositions.fact(effect.fact).var().index();
                by_fact[fact].push(Cause { lit, place: (id.index(), place), needs });
            }
        }
        let mut n_rules = task.operators().len();
        for id in task.derived_ids() {
            for (place, body) in task.derived()[id.index()].rules.iter().enumerate() {
                let lit = propositions.at(propositions.rule(id.index(), place), 1);
                let needs = body.iter().map(number).collect();
                by_fact[number(&id.into())].push(Cause { lit, place: (n_rules, 0), needs });
                n_rules += 1;
            }
        }
        Self { by_fact }
    }
}

/// The clauses of the rest, over the frame that it begins in and the last one.
pub(super) fn rest(task: &Task, propositions: &FramePropositions, causes: &Causes) -> Cnf {
    let mut cnf = Cnf::default();
    let later = |literal: &Literal| propositions.at(propositions.literal(*literal), 1);
    for id in task.operator_ids() {
        let (operator, runs) = (task.operator(id), propositions.operator(id));
        cnf.push(&[!runs, !propositions.over()]);
        operator.precondition.iter().for_each(|literal| cnf.push(&[!runs, later(literal)]));
        let conditional = operator.effects.iter().filter(|effect| !effect.condition.is_empty());
        for (number, effect) in conditional.enumerate() {
            let brings = propositions.effect(id, number);
            cnf.push(&[!brings, runs]);
            effect.condition.iter().for_each(|literal| cnf.push(&[!brings, later(literal)]));
        }
    }
    for id in task.derived_ids() {
        for (place, body) in task.derived()[id.index()].rules.iter().enumerate() {
            let rule = propositions.at(propositions.rule(id.index(), place), 1);
            body.iter().for_each(|literal| cnf.push(&[!rule, later(literal)]));
        }
    }
    let facts = task.variable_ids().flat_map(|var| task.facts(var)).map(|fact| propositions.fact(fact));
    let derived = task.derived_ids().map(|id| propositions.literal(id.into()));
    for here in facts.chain(derived) {
        let mut clause = vec![!propositions.at(here, 1), here];
        clause.extend(causes.by_fact[here.var().index()].iter().map(|cause| cause.lit));
        cnf.push(&clause);
    }
    task.goal().iter().for_each(|literal| cnf.push(&[later(literal)]));
    cnf
}
