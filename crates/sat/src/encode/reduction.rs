//! Reductions: constraints that prune plans and keep at least one shortest, each with its argument.
//!
//! Every reduction keeps, of all shortest plans, the one whose sequence of operators is lexicographically greatest. Operators
//! are compared by the variable that they move, then by index. [Arcs](super::dtg) are smaller than all others, which are
//! compared by the smallest variable that they may change, if their [order](super::commuting) matters. So with any choice of
//! reductions, a formula of at least as many steps as a shortest plan still has a model. A horizon refuted with them is refuted
//! without. A formula for *all* shortest plans must not use [`Reduction::Order`] and [`Reduction::Symmetries`];
//! [`Reduction::Mutexes`] keeps every plan.
//!
//! A task with a clock is not reduced: there, doing nothing, or the same in another order, takes time that may matter.

use std::fmt;
use std::str::FromStr;

use itertools::Itertools as _;

use bmcplan_base::names::named;
use bmcplan_task::Task;

/// Reduction by name.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Reduction {
    /// No operator that cannot contribute to the goal, see [`Task::relevant_operators`].
    Relevance,
    /// Of two consecutive operators that could be exchanged, the operator of the greater variable comes first. For operators
    /// with several or conditional effects only if most pairs commute.
    Order,
    /// No operator is undone at once, and no two consecutive operators are possible as one.
    Repeats,
    /// No state with two facts that are never true together, see [`Task::mutex_pairs`]. Every plan remains.
    Mutexes,
    /// Of interchangeable objects, the object of the greater index comes first, see [`Task::symmetries`].
    Symmetries,
}

named!(Reduction {
    Relevance: "relevance",
    Order: "order",
    Repeats: "repeats",
    Mutexes: "mutexes",
    Symmetries: "symmetries",
});

/// Set of reductions: for each, in the order of [`Reduction::ALL`], true if it is in the set.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Reductions([bool; Reduction::ALL.len()]);

impl Reductions {
    /// The empty set: the formula has every plan.
    pub const NONE: Self = Self([false; Reduction::ALL.len()]);
    /// All reductions.
    pub const ALL: Self = Self([true; Reduction::ALL.len()]);

    /// Checks whether `reduction` is in the set.
    pub fn has(self, reduction: Reduction) -> bool {
        self.0[reduction as usize]
    }

    fn set(mut self, reduction: Reduction, chosen: bool) -> Self {
        self.0[reduction as usize] = chosen;
        self
    }

    /// Returns the set with `reduction`.
    #[must_use]
    pub fn with(self, reduction: Reduction) -> Self {
        self.set(reduction, true)
    }

    /// Returns the set without `reduction`.
    #[must_use]
    pub fn without(self, reduction: Reduction) -> Self {
        self.set(reduction, false)
    }

    /// Returns the reductions of the set that `task` allows.
    pub fn of(self, task: &Task) -> Self {
        if task.clock().is_some() { Self::NONE } else { self }
    }

    /// Iterates over the reductions of the set.
    pub fn iter(self) -> impl Iterator<Item = Reduction> {
        Reduction::ALL.into_iter().filter(move |reduction| self.has(*reduction))
    }
}

/// Reductions that pay. `repeats` alone halves the conflicts of a few large boards, and costs time on most others.
impl Default for Reductions {
    fn default() -> Self {
        Self::ALL.without(Reduction::Repeats)
    }
}

impl fmt::Display for Reductions {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if *self == Self::NONE { f.write_str("none") } else { write!(f, "{}", self.iter().format(",")) }
    }
}

/// Name of an unknown reduction.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("no reduction is called `{name}`; there are: none, all, {}", Reduction::ALL.iter().join(", "))]
pub struct UnknownReduction {
    /// Name as given.
    pub name: String,
}

impl FromStr for Reductions {
    type Err = UnknownReduction;

    /// Parses `none`, `all`, or names separated by commas.
    fn from_str(names: &str) -> Result<Self, Self::Err> {
        match names {
            "none" => return Ok(Self::NONE),
            "all" => return Ok(Self::ALL),
            _ => {}
        }
        names.split(',').map(str::trim).try_fold(Self::NONE, |reductions, name| {
            let named = Reduction::ALL.into_iter().find(|reduction| reduction.name() == name);
            named
                .map(|reduction| reductions.with(reduction))
                .ok_or_else(|| UnknownReduction { name: name.to_owned() })
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_lead_back() {
        for reductions in [Reductions::NONE, Reductions::ALL, Reductions::default()] {
            assert_eq!(reductions.to_string().parse(), Ok(reductions));
        }
        assert_eq!(
            "order, mutexes,repeats,symmetries".parse(),
            Ok(Reductions::ALL.without(Reduction::Relevance))
        );
        let unknown = Reductions::from_str("order,none").unwrap_err();
        assert_eq!(
            unknown.to_string(),
            "no reduction is called `none`; there are: none, all, relevance, order, repeats, mutexes, symmetries"
        );
    }
}
