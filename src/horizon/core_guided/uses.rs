//! How often an operator runs: literals that are true if it runs at least so many times, made as they are needed.

use crate::formula::{ClauseSink, Lit};

/// The runs of one operator in all steps of a formula, counted up to some number.
pub(super) struct OperatorRuns {
    /// For each step, whether it runs there.
    runs: Vec<Lit>,
    /// How far is counted.
    n_counted: usize,
    /// From the step on that can be the last of so many, whether it has run that often by then.
    reached: Vec<Lit>,
}

impl OperatorRuns {
    pub(super) fn of(runs: Vec<Lit>) -> Self {
        Self { runs, n_counted: 0, reached: Vec::new() }
    }

    /// Counts one further: a literal that is true if it runs at least so many times; none if there are not as many steps.
    pub(super) fn count_on(&mut self, sink: &mut dyn ClauseSink) -> Option<Lit> {
        let mut reached: Vec<Lit> = Vec::new();
        for (index, runs) in self.runs.iter().skip(self.n_counted).enumerate() {
            let now = sink.new_var().positive();
            if let Some(before) = reached.last() {
                sink.add_clause(&[!*before, now]);
            }
            match self.reached.get(index) {
                Some(once_less) => sink.add_clause(&[!*once_less, !*runs, now]),
                None => sink.add_clause(&[!*runs, now]),
            }
            reached.push(now);
        }
        self.n_counted += 1;
        self.reached = reached;
        self.reached.last().copied()
    }
}
