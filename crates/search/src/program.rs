//! Applicable operators by decision programs with shared prefixes, where there are no [look-up tables](super::groups).
//!
//! The operators of one group (those whose precondition gives one variable one value) form a trie over their remaining tests.
//! The most shared tests come first, and the nodes are stored in depth-first order. A node that holds falls through to its
//! first child; a node that fails jumps over everything that shares it. So "slide by 2" is tried only where "slide by 1" was
//! possible. The idea is the successor generator of Fast Downward (Helmert, *The Fast Downward planning system*, 2006, section
//! 5.3.1), with arbitrary tests in place of a variable order.

use std::cmp::Reverse;
use std::ops::Range;

use bmcplan_base::ordered::{sort, sort_by, sort_by_key};

use super::condition::Test;

#[derive(Debug, Clone, Default)]
pub(super) struct DecisionProgram {
    nodes: Vec<DecisionNode>,
}

#[derive(Debug, Clone)]
struct DecisionNode {
    test: Test,
    skip: usize,
    operators: Range<usize>,
}

impl DecisionProgram {
    /// Appends the program of one group. Operators are numbered from `first` in the order of the returned permutation, in which
    /// they are reached.
    pub(super) fn add_group(&mut self, group: &[Vec<Test>], first: usize) -> (Range<usize>, Vec<usize>) {
        let start = self.nodes.len();
        let (sequences, order) = sorted(group);
        let mut nodes: Vec<DecisionNode> = Vec::new();
        let mut open: Vec<usize> = Vec::new();
        let mut previous: &[Test] = &[];
        for (operator, sequence) in (first..).zip(&sequences) {
            let shared = previous.iter().zip(sequence).take_while(|(a, b)| a == b).count();
            for closed in open.drain(shared..) {
                nodes[closed].skip = nodes.len();
            }
            for test in &sequence[shared..] {
                open.push(nodes.len());
                nodes.push(DecisionNode { test: *test, skip: 0, operators: operator..operator });
            }
            if let Some(last) = open.last() {
                nodes[*last].operators.end = operator + 1;
            }
            previous = sequence;
        }
        for closed in open {
            nodes[closed].skip = nodes.len();
        }
        merge_chains(&mut nodes);
        self.nodes.extend(nodes.into_iter().map(|node| DecisionNode { skip: node.skip + start, ..node }));
        (start..self.nodes.len(), order)
    }

    /// Calls `emit` with every range of operators whose tests hold.
    #[inline]
    pub(super) fn run(&self, group: Range<usize>, scratch: &[u64], mut emit: impl FnMut(Range<usize>)) {
        let mut at = group.start;
        while at < group.end {
            let node = &self.nodes[at];
            if node.test.holds(scratch) {
                if !node.operators.is_empty() {
                    emit(node.operators.clone());
                }
                at += 1;
            } else {
                at = node.skip;
            }
        }
    }
}

/// Returns each operator's tests, most frequent first, in lexicographic order of these sequences, and the operator of each
/// sequence. An operator without tests gets [`Test::ALWAYS`].
fn sorted(group: &[Vec<Test>]) -> (Vec<Vec<Test>>, Vec<usize>) {
    let mut all: Vec<Test> = group.iter().flatten().copied().collect();
    sort(&mut all);
    let count = |test: &Test| {
        let first = all.partition_point(|other| other < test);
        all[first..].partition_point(|other| other == test)
    };
    let key = |test: &Test| (Reverse(count(test)), *test);
    let mut sequences: Vec<(Vec<Test>, usize)> = group
        .iter()
        .enumerate()
        .map(|(operator, tests)| {
            let mut tests = if tests.is_empty() { vec![Test::ALWAYS] } else { tests.clone() };
            sort_by_key(&mut tests, key);
            (tests, operator)
        })
        .collect();
    sort_by(&mut sequences, |(a, _), (b, _)| a.iter().map(key).cmp(b.iter().map(key)));
    sequences.into_iter().unzip()
}

/// Merges every node that has neither operators nor a second child with its only child, where one comparison can express both.
fn merge_chains(nodes: &mut Vec<DecisionNode>) {
    let mut merged: Vec<DecisionNode> = Vec::with_capacity(nodes.len());
    let mut moved_to = Vec::with_capacity(nodes.len() + 1);
    let mut only_child = false;
    for node in nodes.iter() {
        let joined = merged
            .last()
            .filter(|parent| only_child && parent.skip == node.skip)
            .and_then(|parent| parent.test.merge(&node.test));
        match (joined, merged.last_mut()) {
            (Some(test), Some(parent)) => {
                parent.test = test;
                parent.operators = node.operators.clone();
                moved_to.push(merged.len() - 1);
            }
            _ => {
                moved_to.push(merged.len());
                merged.push(node.clone());
            }
        }
        only_child = node.operators.is_empty();
    }
    moved_to.push(merged.len());
    for node in &mut merged {
        node.skip = moved_to[node.skip];
    }
    *nodes = merged;
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Runs a group on one scratch word. Returns the operators found, by their index in the group, and the number of nodes.
    fn run(group: &[Vec<Test>], word: u64) -> (Vec<usize>, usize) {
        let mut program = DecisionProgram::default();
        let (range, order) = program.add_group(group, 0);
        let mut found = Vec::new();
        program.run(range, &[word], |operators| found.extend(operators.map(|index| order[index])));
        found.sort_unstable();
        (found, program.nodes.len())
    }

    #[test]
    fn operators_share_tests_and_chains_are_merged() {
        let bit = |bit: u64| Test { word: 0, mask: bit, expected: 0, wanted: true };
        let group = [vec![bit(2), bit(1)], vec![bit(1)], vec![bit(4), bit(8)], vec![]];
        for word in 0..16_u64 {
            let expected: Vec<usize> =
                (0..group.len()).filter(|i| group[*i].iter().all(|test| test.holds(&[word]))).collect();
            assert_eq!(run(&group, word), (expected, 4), "{word:b}");
        }
    }
}
