//! Which plans a formula need not have: names for the arguments by which a shortest plan can do without something.
//!
//! Every reduction keeps, of the plans of a task, the lexicographically least among the shortest ones, moves being compared
//! by the index of the variable that moves: so whichever are chosen together, a formula of at least as many steps as a
//! shortest plan has a model. That is not true of a formula that is to have *all* plans.

use std::fmt;
use std::str::FromStr;

use itertools::Itertools as _;

/// One of them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Reduction {
    /// No move is taken back at once, nor followed by one that could have been made together with it in one move.
    Repeats,
    /// Of two moves in a row that could change places, the one of the smaller variable comes first.
    Order,
}

impl Reduction {
    /// All of them.
    pub const ALL: [Self; 2] = [Self::Repeats, Self::Order];

    /// The name by which it is chosen.
    pub fn name(self) -> &'static str {
        match self {
            Self::Repeats => "repeats",
            Self::Order => "order",
        }
    }
}

/// Some of them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Reductions([bool; Reduction::ALL.len()]);

impl Reductions {
    /// None: the formula has every plan.
    pub const NONE: Self = Self([false; Reduction::ALL.len()]);
    /// All of them.
    pub const ALL: Self = Self([true; Reduction::ALL.len()]);

    /// Whether this one is among them.
    pub fn has(self, reduction: Reduction) -> bool {
        self.0[reduction as usize]
    }

    /// These and one more.
    #[must_use]
    pub fn with(mut self, reduction: Reduction) -> Self {
        self.0[reduction as usize] = true;
        self
    }
}

impl Default for Reductions {
    fn default() -> Self {
        Self::ALL
    }
}

impl fmt::Display for Reductions {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if *self == Self::NONE {
            return f.write_str("none");
        }
        let names = Reduction::ALL.into_iter().filter(|reduction| self.has(*reduction)).map(Reduction::name);
        write!(f, "{}", names.format(","))
    }
}

/// A name that is no reduction.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("no reduction is called `{name}`; there are: none, all, {}", Reduction::ALL.iter().map(|r| r.name()).join(", "))]
pub struct UnknownReduction {
    /// What was asked for.
    pub name: String,
}

impl FromStr for Reductions {
    type Err = UnknownReduction;

    /// `none`, `all`, or names with commas between.
    fn from_str(names: &str) -> Result<Self, Self::Err> {
        match names {
            "none" => return Ok(Self::NONE),
            "all" => return Ok(Self::ALL),
            _ => {}
        }
        names.split(',').try_fold(Self::NONE, |reductions, name| {
            let reduction = Reduction::ALL.into_iter().find(|reduction| reduction.name() == name.trim());
            reduction
                .map(|reduction| reductions.with(reduction))
                .ok_or_else(|| UnknownReduction { name: name.trim().to_owned() })
        })
    }
}
