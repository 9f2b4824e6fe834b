//! Errors of reading and grounding, and the warnings.

use bmcplan_base::ordered::sort_by_key;
use bmcplan_base::stop::{Stop, StopReason};
use bmcplan_base::text::{Diagnostic, Source, Span};

/// Error of reading a problem in PDDL.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum PddlError {
    /// The text is invalid.
    #[error(transparent)]
    Invalid(#[from] Diagnostic),
    /// A limit was reached, or the stop flag was raised.
    #[error("reading the problem was stopped: {0}")]
    Stopped(StopReason),
}

/// Error of grounding a problem.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum PddlGroundError {
    /// The problem is invalid.
    #[error("{message}")]
    Invalid {
        /// Fault.
        message: String,
        /// Place in the domain, if known, with a label.
        place: Option<(Span, String)>,
        /// Remedy.
        help: Option<String>,
    },
    /// A limit was reached, or the stop flag was raised.
    #[error("grounding was stopped: {}{reason}", .largest.as_ref().map(LargestRule::text).unwrap_or_default())]
    Stopped {
        /// Why grounding stopped.
        reason: StopReason,
        /// Action or rule with most instances at that time.
        largest: Option<LargestRule>,
    },
}

/// Action or rule with most ground instances when grounding was stopped.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LargestRule {
    /// Name of the action, or of the rule's predicate.
    pub name: String,
    /// Place in the domain.
    pub span: Option<Span>,
    /// Number of instances.
    pub instances: usize,
}

impl LargestRule {
    fn text(&self) -> String {
        format!("{} had {} instances by then; ", self.name, self.instances)
    }
}

impl PddlGroundError {
    pub(super) fn invalid(message: impl Into<String>) -> Self {
        Self::Invalid { message: message.into(), place: None, help: None }
    }

    pub(super) fn stopped(stop: &Stop) -> Self {
        Self::Stopped { reason: stop.reason().unwrap_or(StopReason::Interrupt), largest: None }
    }

    /// Sets the place of the error, unless it has one.
    pub(super) fn at(mut self, span: Span, label: &str) -> Self {
        if let Self::Invalid { place: place @ None, .. } = &mut self {
            *place = Some((span, label.to_owned()));
        }
        self
    }

    pub(super) fn help(mut self, text: &str) -> Self {
        if let Self::Invalid { help, .. } = &mut self {
            *help = Some(text.to_owned());
        }
        self
    }

    /// Returns the error as a diagnostic of the domain file.
    pub fn diagnostic(&self, domain: &Source) -> Diagnostic {
        match self {
            Self::Invalid { message, place, help } => {
                let diagnostic = Diagnostic::new(domain, message.as_str());
                let diagnostic = match place {
                    Some((span, label)) => diagnostic.at(span.clone(), label.as_str()),
                    None => diagnostic,
                };
                match help {
                    Some(help) => diagnostic.help(help.as_str()),
                    None => diagnostic,
                }
            }
            Self::Stopped { reason, largest } => {
                let diagnostic = Diagnostic::new(domain, format!("grounding was stopped: {reason}"));
                let more = "give it more time or memory, or fewer objects";
                match largest {
                    Some(LargestRule { name, span: Some(span), instances }) => diagnostic
                        .at(span.clone(), format!("{name} has most instances so far: {instances}"))
                        .help(more),
                    // The name is not in the text.
                    Some(LargestRule { span: None, instances, .. }) => diagnostic.help(format!(
                        "a condition with quantifiers has most instances so far: {instances}; {more}"
                    )),
                    None => diagnostic.help(more),
                }
            }
        }
    }
}

/// Greatest number of warnings kept.
const MAX_WARNINGS: usize = 10;

/// Warnings, limited to a readable number.
#[derive(Default)]
pub(super) struct PddlWarnings {
    found: Vec<Diagnostic>,
    more: Option<Diagnostic>,
}

impl PddlWarnings {
    pub(super) fn push(&mut self, warning: Diagnostic) {
        if self.found.len() < MAX_WARNINGS {
            self.found.push(warning);
        } else if self.more.is_none() {
            let source = Source::new(warning.source_name(), "");
            self.more = Some(Diagnostic::warning(&source, "there are more warnings than are shown"));
        }
    }

    /// Returns the warnings in the order of the text, those about the domain first.
    pub(super) fn into_vec(mut self, domain: &Source) -> Vec<Diagnostic> {
        sort_by_key(&mut self.found, |warning| {
            (warning.source_name() != domain.name(), warning.line_and_column())
        });
        self.found.into_iter().chain(self.more).collect()
    }
}
