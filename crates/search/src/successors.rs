//! Successors in breadth-first search: how they are made from a state, and batches of them.

use bmcplan_task::OperatorNames;

use super::compiled::{Compiled, Scratch};
use super::limits::{AtGoal, Counter};
use super::numbered::{index, number};
use super::orbits::Orbits;
use super::pruning::{PrunedOperators, Pruning};
use super::width::{Keys, States, Width};

/// Everything that successors depend on besides the state. Shared by all threads of a search.
#[derive(Debug)]
pub(super) struct SuccessorRules<'a, W: Width> {
    pub(super) width: W,
    pub(super) compiled: &'a Compiled,
    pub(super) names: OperatorNames,
    pub(super) pruning: Pruning<'a>,
    /// Symmetry exchanges by which states are replaced. Then operators are not pruned, since a state found by one may be
    /// replaced.
    pub(super) orbits: Option<Orbits>,
    pub(super) at_goal: AtGoal,
    pub(super) keys: Keys<W>,
}

/// Successors in the order in which they were made.
#[derive(Debug)]
pub(super) struct Successors<W: Width, O = u32> {
    pub(super) states: States<W>,
    /// For each the operator that made it, or another record of its origin.
    pub(super) made_by: Vec<O>,
    /// For each state that was expanded the number of successors up to its last one.
    ends: Vec<u32>,
}

/// States that successors were made from, in order.
pub(super) struct Parents<'a> {
    ends: &'a [u32],
    number: usize,
}

pub(super) const BATCH_BYTES: usize = 1 << 13;

impl<'a, W: Width> SuccessorRules<'a, W> {
    pub(super) fn new(
        width: W,
        compiled: &'a Compiled,
        pruning: Pruning<'a>,
        orbits: Option<Orbits>,
        names: OperatorNames,
        at_goal: AtGoal,
        counter: Counter,
    ) -> Self {
        let keys = match counter {
            Counter::Kept => Keys::all(width),
            Counter::LeftOut => Keys::without(width, |word| compiled.clock_bits(word)),
        };
        Self { width, compiled, names, pruning, orbits, at_goal, keys }
    }

    /// Adds the successors of a state, given the operator that found it. Returns the number of its transitions, if the search
    /// counts them.
    #[inline]
    pub(super) fn expand(
        &self,
        state: &W::State,
        found_by: u16,
        scratch: &mut Scratch,
        successors: &mut Successors<W>,
    ) -> u64 {
        let Self { compiled, names, pruning, orbits, at_goal, .. } = self;
        let PrunedOperators { pruned, groups } = pruning.after(found_by);
        let n_transitions = match at_goal {
            AtGoal::Halt | AtGoal::FinishLayer => {
                let orbits = orbits.as_ref().map(|orbits| (orbits, orbits.fixing::<W>(state)));
                compiled.expand::<W>(state, scratch, groups, pruned, |operator, next| {
                    if let Some((orbits, fixing)) = &orbits
                        && orbits.keep::<W>(operator, fixing, next).is_none()
                    {
                        return;
                    }
                    successors.push(next, number(operator));
                });
                0
            }
            // Transitions are counted, so no group is left out.
            AtGoal::Count => {
                let n_applicable = compiled.expand_all::<W>(state, scratch, pruned, |operator, next| {
                    successors.push(next, number(operator));
                });
                if names.have_no_cases() { n_applicable } else { self.n_named_steps(state, scratch) }
            }
        };
        successors.end_state();
        n_transitions
    }

    /// Returns the number of transitions from a state: operators of one name that lead to the same state are one.
    fn n_named_steps(&self, state: &W::State, scratch: &mut Scratch) -> u64 {
        let mut all = Successors::new(self.width);
        self.compiled.each_successor::<W>(state, scratch, |operator, next| {
            all.push(next, self.names.first(self.compiled.operator_id(operator)));
        });
        let mut steps: Vec<_> = all.made_by.iter().zip(all.states.iter()).collect();
        steps.sort_unstable();
        steps.dedup();
        steps.len() as u64
    }
}

impl<W: Width, O> Successors<W, O> {
    pub(super) fn new(width: W) -> Self {
        Self { states: States::new(width), made_by: Vec::new(), ends: Vec::new() }
    }

    #[inline]
    pub(super) fn push(&mut self, state: &W::State, made_by: O) {
        self.states.push(state);
        self.made_by.push(made_by);
    }

    #[inline]
    pub(super) fn end_state(&mut self) {
        self.ends.push(number(self.states.len()));
    }

    #[inline]
    pub(super) fn is_full(&self) -> bool {
        BATCH_BYTES <= self.states.n_bytes()
    }

    #[inline]
    pub(super) fn clear(&mut self) {
        self.states.clear();
        self.made_by.clear();
        self.ends.clear();
    }

    /// Returns the number of successors up to the last one of each expanded state.
    pub(super) fn ends(&self) -> &[u32] {
        &self.ends
    }

    /// Returns the parents of the successors, given the number of the first state that was expanded. They are consecutive.
    #[inline]
    pub(super) fn parents(&self, first: usize) -> Parents<'_> {
        Parents::new(&self.ends, first)
    }
}

impl<'a> Parents<'a> {
    /// Builds the parents of successors. `ends` has for each parent the number of successors up to its last one; `first` is the
    /// number of the first parent.
    pub(super) fn new(ends: &'a [u32], first: usize) -> Self {
        Self { ends, number: first }
    }

    /// Returns the number of the parent of a successor, which must not come before that of the last call.
    #[inline]
    pub(super) fn of(&mut self, place: usize) -> usize {
        while let Some((end, others)) = self.ends.split_first()
            && index(*end) <= place
        {
            (self.ends, self.number) = (others, self.number + 1);
        }
        self.number
    }
}
