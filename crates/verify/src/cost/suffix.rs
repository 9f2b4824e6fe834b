//! The relaxed suffix of a plan: a step from frame N to a last frame N + 1, in which any number of operators run, and no fact
//! becomes false. The last frame has all facts that hold in frame N or later. Also landmarks: sets of facts, of which the first
//! that becomes true in the suffix does so without the others.

use std::io::{self, Write};

use itertools::Itertools as _;

use bmcplan_formula::{Cnf, Lit, Var};
use bmcplan_task::{Literal, Task};

use crate::propositions::FramePropositions;

pub(super) struct Causes {
    /// By the number of the fact in its frame.
    pub(super) by_fact: Vec<Vec<Cause>>,
}

pub(super) struct Cause {
    pub(super) lit: Lit,
    /// Index of the operator or rule, and index of the effect in it.
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

pub(super) fn suffix(task: &Task, propositions: &FramePropositions, causes: &Causes) -> Cnf {
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

/// Set of facts, by their numbers in a frame, which count from 0: in order, none twice.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct LandmarkSet {
    facts: Vec<usize>,
}

impl LandmarkSet {
    /// Builds the set of `facts`.
    pub fn of(facts: impl IntoIterator<Item = usize>) -> Self {
        Self { facts: facts.into_iter().sorted_unstable().dedup().collect() }
    }

    /// Writes sets, one a line: the numbers of the facts, which count from 1 there.
    pub fn write_all(sets: &[Self], out: &mut dyn Write) -> io::Result<()> {
        sets.iter()
            .try_for_each(|set| writeln!(out, "{}", set.facts.iter().map(|fact| fact + 1).format(" ")))?;
        out.flush()
    }

    /// Parses sets of facts of an affirmative task. The error is the first invalid line, counted from 1.
    pub(crate) fn read_all(
        task: &Task,
        propositions: &FramePropositions,
        text: &str,
    ) -> Result<Vec<Self>, usize> {
        let mut may_be: Vec<bool> = vec![true; propositions.n_facts()];
        for id in task.derived_ids() {
            may_be[propositions.literal(!Literal::from(id)).var().index()] = false;
        }
        let fact = |word: &str| {
            let number = word.parse::<usize>().ok()?.checked_sub(1)?;
            let is_plain = word.bytes().all(|byte| byte.is_ascii_digit()) && !word.starts_with('0');
            (is_plain && may_be.get(number) == Some(&true)).then_some(number)
        };
        let mut sets = Vec::new();
        let lines = text.split_inclusive('\n');
        for (number, line) in (1_usize..).zip(lines) {
            let line = line.strip_suffix('\n').ok_or(number)?;
            let facts: Option<Vec<usize>> = line.split(' ').map(fact).collect();
            let facts = facts.filter(|facts| facts.is_sorted_by(|a, b| a < b)).ok_or(number)?;
            sets.push(Self { facts });
        }
        Ok(sets)
    }

    /// Returns the clauses about the set. The literal `comes` means that one of its facts holds in frame N or later. Unless one
    /// holds in frame N, it requires a cause without a precondition in the set.
    pub(super) fn clauses(
        &self,
        propositions: &FramePropositions,
        causes: &Causes,
        n_steps: usize,
        comes: Lit,
    ) -> Cnf {
        let mut cnf = Cnf::default();
        let fact = |number: usize, frame| propositions.at(Var::from_index(number).positive(), frame);
        self.facts.iter().for_each(|number| cnf.push(&[!fact(*number, n_steps + 1), comes]));
        let mut clause = vec![!comes];
        clause.extend(self.facts.iter().map(|number| fact(*number, n_steps)));
        let has = |number: &usize| self.facts.binary_search(number).is_ok();
        let all = self.facts.iter().flat_map(|number| &causes.by_fact[*number]);
        let first =
            all.filter(|cause| !cause.needs.iter().any(has)).sorted_unstable_by_key(|cause| cause.place);
        clause.extend(first.map(|cause| propositions.at(cause.lit, n_steps)));
        cnf.push(&clause);
        cnf
    }
}
