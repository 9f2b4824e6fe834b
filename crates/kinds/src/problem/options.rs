//! Options of a problem, such as the metric.

use std::collections::BTreeMap;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

/// Options by name. Each [`Kind`](super::Kind) has its own. In serialised form a flag has no value.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ProblemOptions(BTreeMap<String, Option<String>>);

impl ProblemOptions {
    /// Adds an option with a value.
    #[must_use]
    pub fn with(mut self, name: &str, value: &str) -> Self {
        self.0.insert(name.to_owned(), Some(value.to_owned()));
        self
    }

    /// Adds an option without a value.
    #[must_use]
    pub fn with_flag(mut self, name: &str) -> Self {
        self.0.insert(name.to_owned(), None);
        self
    }

    /// Returns the value of an option.
    pub fn value(&self, name: &str) -> Option<&str> {
        self.0.get(name)?.as_deref()
    }

    /// Returns the value of an option, if it can be parsed as `T`.
    pub fn parsed<T: FromStr>(&self, name: &str) -> Option<T> {
        self.value(name)?.parse().ok()
    }

    /// Checks whether an option was given.
    pub fn has(&self, name: &str) -> bool {
        self.0.contains_key(name)
    }

    /// Returns all options with their values.
    pub fn iter(&self) -> impl Iterator<Item = (&str, Option<&str>)> {
        self.0.iter().map(|(name, value)| (&**name, value.as_deref()))
    }
}

/// An option, or a value of it, that is unknown to a kind of problem.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error(
    "option `{option}` makes no sense for a problem of kind {kind}{}",
    .instead.map(|instead| format!(": {instead}")).unwrap_or_default()
)]
pub struct OptionError {
    /// Option, with its value if the value is wrong.
    pub option: String,
    /// Name of the kind.
    pub kind: &'static str,
    /// Right value, if known.
    pub instead: Option<&'static str>,
}

/// Value required of a goal state.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum GoalChoice {
    /// Exactly this value.
    Value(u32),
    /// The best reachable value.
    Best,
}

/// Error of parsing a [`GoalChoice`].
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("not a number from 0 to {}, nor max", GoalChoice::GREATEST)]
pub struct UnknownGoal;

impl GoalChoice {
    /// Greatest value.
    pub const GREATEST: u32 = 100;
}

impl FromStr for GoalChoice {
    type Err = UnknownGoal;

    fn from_str(text: &str) -> Result<Self, UnknownGoal> {
        match (text, text.parse()) {
            ("max", _) => Ok(Self::Best),
            (_, Ok(value)) if value <= Self::GREATEST => Ok(Self::Value(value)),
            _ => Err(UnknownGoal),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn goals() {
        assert_eq!("max".parse(), Ok(GoalChoice::Best));
        assert_eq!("0".parse(), Ok(GoalChoice::Value(0)));
        for wrong in ["", "101", "-1", "best"] {
            assert_eq!(wrong.parse::<GoalChoice>(), Err(UnknownGoal), "{wrong}");
        }
    }
}
