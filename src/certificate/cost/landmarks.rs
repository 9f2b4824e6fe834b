//! Landmarks: sets of facts, of which the first that comes true in the rest does so without the others.

use std::io::{self, Write};

use itertools::Itertools as _;

use super::rest::Causes;
use crate::certificate::propositions::FramePropositions;
use crate::formula::{Cnf, Lit, Var};
use crate::task::{Literal, Task};

/// A set of facts, by their numbers in a frame, which count from 0: in order, none twice.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct LandmarkSet {
    facts: Vec<usize>,
}

impl LandmarkSet {
    /// The set of these facts.
    pub fn of(facts: impl IntoIterator<Item = usize>) -> Self {
        Self { facts: facts.into_iter().sorted_unstable().dedup().collect() }
    }

    /// Writes sets, one a line: the numbers of the facts, which count from 1 there.
    pub fn write_all(sets: &[Self], mut out: impl Write) -> io::Result<()> {
        sets.iter()
            .try_for_each(|set| writeln!(out, "{}", set.facts.iter().map(|fact| fact + 1).format(" ")))?;
        out.flush()
    }

    /// Reads sets of facts of an affirmative task. The error is the first line, counted from 1, that is no such set.
    pub(in crate::certificate) fn read_all(
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

    /// The clauses about the set: `comes`, that something of it holds in frame N or later, needs a cause that asks for nothing of
    /// it, unless something of it holds in frame N.
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
