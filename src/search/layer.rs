//! A layer of a breadth-first search that is to be expanded, and the numbers that a search counts.

use std::ops::Range;

use super::memory::MemoryBudget;
use super::state_list::StateList;
use super::successors::SuccessorRules;
use super::table::StateTable;
use crate::stop::Stop;

/// A layer to be expanded, and the things that are read and changed for that.
pub(super) struct LayerRun<'a, const W: usize> {
    pub(super) rules: &'a SuccessorRules<'a, W>,
    pub(super) list: &'a mut StateList<W>,
    pub(super) table: &'a mut StateTable<W>,
    pub(super) budget: &'a mut MemoryBudget,
    pub(super) figures: &'a mut SearchFigures,
    /// The numbers of the states to be expanded.
    pub(super) layer: Range<usize>,
    pub(super) stop: &'a Stop,
}

/// The numbers that a search counts besides the states.
#[derive(Debug, Default)]
pub(super) struct SearchFigures {
    /// The successors made, new or not.
    pub(super) successors: u64,
    /// Counted only if the search does not halt at goals.
    pub(super) transitions: u64,
    /// The goal states found, without the initial state.
    pub(super) goal_states: u64,
    /// The number of the first of these.
    pub(super) first_goal: Option<usize>,
}
