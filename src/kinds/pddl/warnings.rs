//! Warnings about a problem in PDDL that can be read: the first ones found.

use crate::text::{Diagnostic, Source};

/// So many are kept.
const MOST: usize = 10;

/// Warnings, no more than a person reads.
#[derive(Default)]
pub(super) struct PddlWarnings {
    found: Vec<Diagnostic>,
    more: Option<Diagnostic>,
}

impl PddlWarnings {
    /// Adds one.
    pub(super) fn push(&mut self, warning: Diagnostic) {
        if self.found.len() < MOST {
            self.found.push(warning);
        } else if self.more.is_none() {
            let source = Source::new(warning.source_name(), "");
            self.more = Some(Diagnostic::warning(&source, "there are more warnings than are shown"));
        }
    }

    /// All of them in the order of the text, those about the domain first.
    pub(super) fn into_vec(mut self, domain: &Source) -> Vec<Diagnostic> {
        self.found.sort_by_key(|warning| (warning.source_name() != domain.name(), warning.line_and_column()));
        self.found.into_iter().chain(self.more).collect()
    }
}
