//! A problem before it is read: its texts, its kind and its options.

use crate::frontend::{self, Source};
use crate::problem::{GoalChoice, Kind, Kinds, ProblemOptions, Recognition};

use super::failure::Failure;

/// A problem before it is read: its kind is known, and its options are.
#[derive(Debug, Clone)]
pub(crate) struct ProblemText {
    pub(crate) kind: &'static Kind,
    pub(crate) sources: Vec<Source>,
    /// The options that were given.
    pub(crate) given: ProblemOptions,
    /// These and the defaults of the others.
    pub(crate) options: ProblemOptions,
    /// Whether there is no answer if there are warnings.
    pub(crate) warnings_are_errors: bool,
    /// All kinds that the text could be of.
    pub(crate) kinds: Kinds,
}

impl ProblemText {
    /// What the length of a plan counts.
    pub(crate) fn metric(&self) -> &'static str {
        self.kind.metric(&self.options)
    }

    /// Other metrics in which a plan may be shorter, where none was chosen.
    pub(crate) fn other_metrics(&self) -> &'static [&'static str] {
        if self.given.has("metric") { &[] } else { self.kind.coarser_metrics(&self.options) }
    }

    /// The value that a goal state is to have, if goals have values.
    pub(crate) fn goal(&self) -> Option<GoalChoice> {
        self.kind.goal(&self.options)
    }

    /// What the problem is called, if its file says so.
    pub(crate) fn name(&self) -> Option<String> {
        self.sources.last().and_then(frontend::name)
    }

    /// As [`ProblemText::goal`], where it cannot be the best one.
    pub(crate) fn goal_value(&self) -> Option<u32> {
        match self.goal() {
            Some(GoalChoice::Value(value)) => Some(value),
            Some(GoalChoice::Best) | None => None,
        }
    }

    /// The error, with the command that the text is for if it is another one.
    pub(crate) fn hint(&self, error: Failure) -> Failure {
        match (error, self.kinds.recognise(&self.sources)) {
            (Failure::Input(diagnostic), Some((kind, Recognition::Certain)))
                if kind.name != self.kind.name =>
            {
                let help = format!("this looks like a problem for `bmcplan {}`", kind.name);
                Failure::Input(diagnostic.help(help))
            }
            (error, _) => error,
        }
    }
}
