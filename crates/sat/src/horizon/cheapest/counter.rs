//! Counters: literals that are true if at least n of a list are, created on demand.
//!
//! A sequential counter (Sinz, *Towards an optimal CNF encoding of Boolean cardinality constraints*, 2005), column by column:
//! each number counted takes a variable and three clauses for each literal of the list.

use bmcplan_formula::{ClauseShapes as _, ClauseSink, Lit};

#[derive(Debug)]
pub(super) struct Counter {
    inputs: Vec<Lit>,
    /// For each number n counted, from 1 on, a literal that is true if at least n inputs are true.
    outputs: Vec<Lit>,
    /// For the last number n counted, and each input from index n - 1 on: a literal that is true if n inputs up to it are true.
    /// Empty until two are counted.
    column: Vec<Lit>,
}

impl Counter {
    /// Builds a counter whose first output is given: it is implied by each of the inputs.
    pub(super) fn of(inputs: Vec<Lit>, first: Lit) -> Self {
        Self { inputs, outputs: vec![first], column: Vec::new() }
    }

    /// Returns a literal that is true if at least `n` inputs are, 1 or more; `None` if there are fewer inputs.
    pub(super) fn at_least(&mut self, n: usize, sink: &mut dyn ClauseSink) -> Option<Lit> {
        while self.outputs.len() < n.min(self.inputs.len()) {
            self.count_on(sink);
        }
        self.outputs.get(n.checked_sub(1)?).copied()
    }

    fn count_on(&mut self, sink: &mut dyn ClauseSink) {
        if self.outputs.len() == 1 {
            let n_prefixes = self.inputs.len().saturating_sub(1);
            for input in &self.inputs[..n_prefixes] {
                let any = match self.column.last() {
                    None => *input,
                    Some(before) => {
                        let any = sink.new_var().positive();
                        sink.implies(*before, any);
                        sink.implies(*input, any);
                        any
                    }
                };
                self.column.push(any);
            }
        }
        let mut column: Vec<Lit> = Vec::with_capacity(self.column.len());
        for (once_less, input) in self.column.iter().zip(&self.inputs[self.outputs.len()..]) {
            let now = sink.new_var().positive();
            if let Some(before) = column.last() {
                sink.implies(*before, now);
            }
            sink.all_imply(&[*once_less, *input], now);
            column.push(now);
        }
        self.outputs.extend(column.last());
        self.column = column;
    }
}
