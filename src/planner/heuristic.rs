//! Heuristics of the explicit search, chosen by name.

use crate::names::chosen_by_name;

/// The heuristic by which the explicit search orders states.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum SearchHeuristic {
    /// Nothing: breadth-first search, with little time and memory for each state.
    #[default]
    Blind,
    /// A\* with [LM-cut](crate::heuristic::LmCut): far fewer states, each of which takes about a thousand times as long.
    LmCut,
}

chosen_by_name!(SearchHeuristic { Blind: "blind", LmCut: "lmcut" }, UnknownSearchHeuristic, "heuristic");
