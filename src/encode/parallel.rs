//! Parallel steps: no operator runs together with one that disables it (∀), or after one that does (∃).
//!
//! That takes a clause for every edge of the disabling graph, or, for a literal with many operators on both sides, a
//! chain along the order of the operators: a variable says "by now the literal may be false", effects that may falsify it
//! make it true, it stays so, and readers further on must not run (Rintanen, Heljanko & Niemelä, 2006, section 5). The
//! size is linear in the operators, their conditions and effects. Every order is all right if the one and its reverse are.

use super::interference::{Link, links, order};
use super::operator_variables::OperatorTerms;
use super::{Part, Semantics, SystemBuilder, Term};
use crate::stop::Stop;
use crate::task::{Fact, Task};

/// Lets operators share a step as the semantics says, and returns them in an order in which those of a step can run. Facts
/// that exclude each other by clauses, `mutexes`, keep operators apart that need both.
pub fn share_steps(
    semantics: Semantics,
    task: &Task,
    operators: Vec<OperatorTerms>,
    mutexes: &[[Fact; 2]],
    builder: &mut SystemBuilder,
    stop: &Stop,
) -> Vec<OperatorTerms> {
    let links = links(task, &operators, mutexes, stop);
    let order = match semantics {
        Semantics::Exists => order(operators.len(), &links),
        Semantics::ForAll | Semantics::Sequential => (0..operators.len()).collect(),
    };
    let mut rank = vec![0; operators.len()];
    for (place, operator) in order.iter().enumerate() {
        rank[*operator] = place;
    }
    for link in links.iter().take_while(|_| !stop.is_raised()) {
        let mut along = Along { link, operators: &operators, builder };
        let mut members = link.members();
        members.sort_unstable_by_key(|operator| rank[*operator]);
        match semantics {
            Semantics::Exists => along.chain(&members),
            _ if link.is_split() => along.split(),
            _ => {
                along.chain(&members);
                members.reverse();
                along.chain(&members);
            }
        }
    }
    let mut in_order: Vec<(usize, OperatorTerms)> = rank.into_iter().zip(operators).collect();
    in_order.sort_by_key(|(rank, _)| *rank);
    in_order.into_iter().map(|(_, operator)| operator).collect()
}

impl Link {
    /// The operators on either side.
    fn members(&self) -> Vec<usize> {
        let mut members: Vec<usize> = self.falsifiers.iter().map(|(operator, _)| *operator).collect();
        members.extend(&self.readers);
        members.sort_unstable();
        members.dedup();
        members
    }

    fn is_read_by(&self, operator: usize) -> bool {
        self.readers.binary_search(&operator).is_ok()
    }

    /// Whether no operator is on both sides.
    fn is_split(&self) -> bool {
        !self.falsifiers.iter().any(|(operator, _)| self.is_read_by(*operator))
    }

    fn falsified_by(&self, operator: usize) -> impl Iterator<Item = Term> {
        let first = self.falsifiers.partition_point(|(other, _)| *other < operator);
        self.falsifiers[first..]
            .iter()
            .take_while(move |(other, _)| *other == operator)
            .map(|(_, term)| *term)
    }
}

/// The clauses along one link.
struct Along<'a> {
    link: &'a Link,
    operators: &'a [OperatorTerms],
    builder: &'a mut SystemBuilder,
}

impl Along<'_> {
    /// No reader runs after an operator that may falsify what it reads.
    fn chain(&mut self, members: &[usize]) {
        // True if an operator before those pending falsifies the literal.
        let mut falsified: Option<Term> = None;
        let mut pending: Vec<Term> = Vec::new();
        for member in members {
            if self.link.is_read_by(*member) {
                if !pending.is_empty() {
                    pending.extend(falsified);
                    falsified = Some(self.any_of(&std::mem::take(&mut pending)));
                }
                if let Some(falsified) = falsified {
                    self.exclude(falsified, *member);
                }
            }
            pending.extend(self.link.falsified_by(*member));
        }
    }

    /// Nobody runs together with an operator that may falsify what it reads.
    fn split(&mut self) {
        let falsifiers: Vec<Term> = self.link.falsifiers.iter().map(|(_, term)| *term).collect();
        if falsifiers.len() * self.link.readers.len() <= falsifiers.len() + self.link.readers.len() {
            for (reader, term) in itertools::iproduct!(&self.link.readers, &falsifiers) {
                self.exclude(*term, *reader);
            }
        } else {
            let any = self.any_of(&falsifiers);
            self.link.readers.iter().for_each(|reader| self.exclude(any, *reader));
        }
    }

    /// A term that is true if one of these is.
    fn any_of(&mut self, terms: &[Term]) -> Term {
        match terms {
            [only] => *only,
            several => {
                let lit = self.builder.var("disabled");
                for term in several {
                    self.builder.part(Part::Transition).rule(&[*term], &[lit.into()]);
                }
                lit.into()
            }
        }
    }

    fn exclude(&mut self, falsified: Term, reader: usize) {
        self.builder.part(Part::Transition).rule(&[falsified, self.operators[reader].lit.into()], &[]);
    }
}
