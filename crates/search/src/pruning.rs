//! Move pruning: operators that need not be tried in a state, given the operator that found it.
//!
//! Let operator b have found state s = b(t), so that t is one layer before. An operator a is not tried in s
//!
//! 1. if a comes after b in a fixed order and *whenever b and then a can be applied, a and then b can, with the same result*:
//!    a(s) is also reached by applying b in a(t); or
//! 2. if *whenever b and then a can be applied, the result is t, or a single operator c leads there from t* (two slides of one
//!    car are one slide): then a(s) is not in the next layer. Where costs count, c costs no more than b and a together.
//!
//! No state is lost, whichever b is recorded for a state that several operators found. Take x in the next layer. Of the pairs
//! (s, a) with s in this layer and a(s) = x, take one with the first a in the order. Were it pruned, then not by 2, and by 1
//! there were a pair (a(t), b) with b before a; a(t) is in this layer, since x would be nearer otherwise. (Holte & Burch,
//! *Automatic move pruning for single-agent search*, 2014, warn that pruning and duplicate detection can contradict each
//! other. In layers, and with pairs only, they cannot.)
//!
//! A clock does not affect 1 as long as neither operator reads it: b and then a takes as long as a and then b. It affects 2,
//! unless states are compared without it.
//!
//! The conditions in italics are proved for a pair from preconditions, effects and derived variables alone (of conditional
//! effects, by [enumeration](super::commutativity)), when b first occurs.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicUsize, Ordering};

use bmcplan_task::plan::Metric;
use bmcplan_task::{Dependence, Fact, Literal, Operator, OperatorId, Task, VarId};

use super::commutativity::{ConditionalEffects, Simple, commute, persists};
use super::compiled::Compiled;
use super::limits::Counter;
use super::operator_set::OperatorSet;

/// For each operator the operators that need not be tried after it.
#[derive(Debug)]
pub(super) struct Pruning<'a> {
    task: &'a Task,
    /// Task's operators in the order of the compiled ones.
    order: Vec<OperatorId>,
    /// Reads and changes of each operator; `None` for operators that read the clock, which are never pruned.
    models: Vec<Option<OperatorSummary>>,
    dependence: Dependence,
    /// True if the clock distinguishes a state from the same one found later.
    time_matters: bool,
    by_effect: Vec<(Fact, usize)>,
    /// Metric in which one operator may replace two.
    metric: Metric,
    compiled: &'a Compiled,
    rows: Vec<OnceLock<PrunedOperators>>,
    nothing: PrunedOperators,
    n_rows: AtomicUsize,
}

#[derive(Debug, Clone)]
pub(super) struct PrunedOperators {
    /// Operators that need not be tried.
    pub(super) pruned: OperatorSet,
    pub(super) groups: Box<[usize]>,
}

#[derive(Debug)]
enum OperatorSummary {
    Simple(Simple),
    Conditional(Conditional),
}

#[derive(Debug)]
struct Conditional {
    /// Variables that the precondition depends on, also through derived variables; sorted.
    reads: Vec<VarId>,
    effects: ConditionalEffects,
}

impl<'a> Pruning<'a> {
    /// Represents the operator that found a state if there is none, or none is recorded.
    pub(super) const NO_OPERATOR: u16 = u16::MAX;
    /// Greatest number of operators for which proofs about pairs save more than they cost.
    const MAX_OPERATORS: usize = 1 << 12;

    pub(super) fn of(task: &'a Task, compiled: &'a Compiled, counter: Counter, metric: Metric) -> Self {
        let mut pruning = Self::none(task, compiled, metric);
        pruning.time_matters = task.clock().is_some() && counter == Counter::Kept;
        if pruning.order.len() <= Self::MAX_OPERATORS {
            pruning.prepare();
        }
        pruning
    }

    pub(super) fn none(task: &'a Task, compiled: &'a Compiled, metric: Metric) -> Self {
        let order: Vec<OperatorId> = compiled.operator_ids().collect();
        Self {
            task,
            order,
            models: Vec::new(),
            dependence: Dependence::default(),
            time_matters: false,
            by_effect: Vec::new(),
            metric,
            compiled,
            rows: Vec::new(),
            nothing: PrunedOperators::none(compiled),
            n_rows: AtomicUsize::new(0),
        }
    }

    fn prepare(&mut self) {
        self.dependence = Dependence::of(self.task);
        for (index, id) in self.order.iter().enumerate() {
            let model = OperatorSummary::of(self.task.operator(*id), &self.dependence);
            if let Some(OperatorSummary::Simple(Simple { effects, .. })) = &model
                && let [effect] = effects.as_slice()
            {
                self.by_effect.push((*effect, index));
            }
            let reads_clock =
                |model: &OperatorSummary| self.task.clock().is_some_and(|clock| model.depends_on(clock.var));
            self.models.push(model.filter(|model| !reads_clock(model)));
        }
        self.by_effect.sort_unstable();
        self.rows.resize_with(self.order.len(), OnceLock::new);
    }

    /// Returns the operators that need not be tried in a state found by the operator `found_by`.
    #[inline]
    pub(super) fn after(&self, found_by: u16) -> &PrunedOperators {
        self.rows.get(usize::from(found_by)).map_or(&self.nothing, |row| {
            row.get_or_init(|| {
                self.n_rows.fetch_add(1, Ordering::Relaxed);
                self.row(usize::from(found_by))
            })
        })
    }

    pub(super) fn has_rows(&self) -> bool {
        !self.rows.is_empty()
    }

    /// Returns the number of operators for which proofs were made: while it grows, they take time.
    #[inline]
    pub(super) fn n_rows(&self) -> usize {
        self.n_rows.load(Ordering::Relaxed)
    }

    fn row(&self, first: usize) -> PrunedOperators {
        let mut pruned = self.nothing.pruned.clone();
        for second in 0..self.order.len() {
            if self.is_pruned(first, second) {
                pruned.add(second);
            }
        }
        let is_left = |operator: usize| !pruned.contains(operator);
        let mut groups = self.compiled.groups().to_vec();
        groups.retain(|group| self.compiled.operators_of(*group).any(is_left));
        PrunedOperators { pruned, groups: groups.into() }
    }

    fn is_pruned(&self, first: usize, second: usize) -> bool {
        let operator = |index: usize| self.task.operator(self.order[index]);
        match (self.models[first].as_ref(), self.models[second].as_ref()) {
            (Some(OperatorSummary::Simple(b)), Some(OperatorSummary::Simple(a))) => {
                let (b, a) = ((operator(first), b), (operator(second), a));
                first < second && commute(b, a, &self.dependence) || self.replaceable(b, a)
            }
            (Some(OperatorSummary::Conditional(b)), Some(OperatorSummary::Conditional(a))) => {
                first < second
                    && !a.is_enabled_by(b)
                    && !b.is_enabled_by(a)
                    && b.effects.commute(&a.effects, self.task)
                    || !self.time_matters && b.effects.cancel(&a.effects, self.task)
            }
            _ => false,
        }
    }

    /// Checks whether, whenever `b` and then `a` can be applied, the result is the state before or one operator leads there
    /// from it. Only proved for operators that change one and the same variable.
    fn replaceable(&self, (b, b_simple): (&Operator, &Simple), (a, a_simple): (&Operator, &Simple)) -> bool {
        let ([from], [to]) = (b_simple.effects.as_slice(), a_simple.effects.as_slice()) else { return false };
        if self.time_matters || from.var != to.var {
            return false;
        }
        if b.precondition.contains(&Literal::from(*to)) {
            return true;
        }
        let cost = |operator| u128::from(self.metric.of(operator));
        let first = self.by_effect.partition_point(|(effect, _)| effect < to);
        let candidates = self.by_effect[first..].iter().take_while(|(effect, _)| effect == to);
        for c in candidates.map(|(_, c)| self.task.operator(self.order[*c])) {
            let is_kept = |literal: &Literal| {
                b.precondition.contains(literal)
                    || a.precondition.contains(literal)
                        && persists(*literal, &b_simple.undone, &self.dependence)
            };
            if cost(c) <= cost(b) + cost(a) && c.precondition.iter().all(is_kept) {
                return true;
            }
        }
        false
    }
}

impl PrunedOperators {
    pub(super) fn none(compiled: &Compiled) -> Self {
        let pruned = OperatorSet::none_of(compiled.operator_ids().len());
        Self { pruned, groups: compiled.groups().into() }
    }
}

impl OperatorSummary {
    fn of(operator: &Operator, dependence: &Dependence) -> Option<Self> {
        Simple::of(operator, dependence).map(Self::Simple).or_else(|| {
            let reads = dependence.variables(&operator.precondition);
            Some(Self::Conditional(Conditional { reads, effects: ConditionalEffects::of(operator)? }))
        })
    }

    /// Checks whether the precondition or the condition of an effect depends on `var`.
    fn depends_on(&self, var: VarId) -> bool {
        match self {
            Self::Simple(simple) => simple.reads(var),
            Self::Conditional(Conditional { reads, effects }) => {
                reads.binary_search(&var).is_ok() || effects.depends_on(var)
            }
        }
    }
}

impl Conditional {
    /// Checks whether `other` may change the truth of the precondition.
    fn is_enabled_by(&self, other: &Self) -> bool {
        other.effects.changed().any(|var| self.reads.binary_search(&var).is_ok())
    }
}
