//! A layer of a breadth-first search to be expanded, the parts of a search that threads need for that, and the counts of a
//! search.

use std::fmt::Debug;
use std::ops::Range;

use bmcplan_base::stop::Stop;

use super::compiled::Compiled;
use super::limits::AtGoal;
use super::memory::{MemoryBudget, OutOfMemory};
use super::successors::Successors;
use super::table::StateTable;
use super::width::{Keys, States, Width};

/// Layer to be expanded, and the data that are read and changed for that.
pub(super) struct LayerRun<'a, W: Width, R: LayerRules<W>> {
    pub(super) rules: &'a R,
    pub(super) list: &'a mut R::List,
    pub(super) table: &'a mut StateTable<W>,
    pub(super) budget: &'a mut MemoryBudget,
    pub(super) figures: &'a mut SearchFigures,
    pub(super) layer: Range<usize>,
    pub(super) stop: &'a Stop,
}

#[derive(Debug, Clone, Copy)]
pub(super) struct LayerBasis<'a, W: Width> {
    pub(super) width: W,
    pub(super) compiled: &'a Compiled,
    pub(super) at_goal: AtGoal,
    pub(super) keys: &'a Keys<W>,
}

/// Rules of a search, shared by all threads: how states are expanded and compared.
pub(super) trait LayerRules<W: Width>: Sync {
    type List: FoundList<W>;
    type Space;

    fn basis(&self) -> LayerBasis<'_, W>;

    /// Returns a working space of at most `bytes` bytes, as far as they are counted.
    fn space(&self, bytes: usize) -> Self::Space;

    fn space_bytes(space: &Self::Space) -> usize;

    /// Adds the successors of the state `number` to `batch`, and passes the batch to `hand_over`, to be emptied, whenever it is
    /// full. Returns the number of transitions, if the search counts them.
    fn expand<E: From<OutOfMemory>>(
        &self,
        layer: &<Self::List as FoundList<W>>::Layer,
        number: usize,
        space: &mut Self::Space,
        batch: &mut Successors<W, OriginOf<W, Self>>,
        hand_over: impl FnMut(&mut Successors<W, OriginOf<W, Self>>) -> Result<(), E>,
    ) -> Result<u64, E>;
}

/// Record of a state, besides its parent, in a search with these rules.
pub(super) type OriginOf<W, R> = <<R as LayerRules<W>>::List as FoundList<W>>::Origin;

pub(super) trait FoundList<W: Width>: Send {
    /// Record of a state, besides its parent.
    type Origin: Debug + Copy + Default + Send + Sync;
    type NewOrigins: OriginBatch<Origin = Self::Origin>;
    /// Part that is read while a layer is expanded.
    type Layer: Sync;

    fn len(&self) -> usize;

    /// Returns the additional bytes for `n_states` more states.
    fn growth(&self, n_states: usize) -> usize;

    fn append(
        &mut self,
        states: &States<W>,
        origins: &mut Self::NewOrigins,
        budget: &mut MemoryBudget,
    ) -> Result<(), OutOfMemory>;

    /// Splits the list: the returned part can be read by threads, and this one can only be appended to until [`Self::join`].
    fn fork(&mut self) -> Self::Layer;

    fn join(&mut self, layer: Self::Layer);
}

pub(super) trait OriginBatch: Debug + Default + Send + Sync {
    type Origin;

    /// Adds the origin of a state. Parents never decrease.
    fn push(&mut self, origin: Self::Origin, parent: usize);

    fn clear(&mut self);

    fn bytes(&self) -> usize;
}

/// Counts of a search besides the states.
#[derive(Debug, Default)]
pub(super) struct SearchFigures {
    pub(super) successors: u64,
    /// Counted only if the search does not halt at goals.
    pub(super) transitions: u64,
    pub(super) goal_states: u64,
    pub(super) first_goal: Option<usize>,
}

impl SearchFigures {
    /// Returns the number of successors of a state, rounded up, given the number of states that have been expanded.
    pub(super) fn successors_per_state(&self, n_expanded: usize) -> usize {
        usize::try_from(self.successors).unwrap_or(usize::MAX) / n_expanded.max(1) + 1
    }
}
