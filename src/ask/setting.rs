//! A setting: what can be said about how a question is answered, as a row of the [table](super::settings).

use super::form::Form;
use super::modes::{ALL_MODES, ModeRow, OF_FORMULAS};
use crate::plan::Metric;

/// A row of the table.
#[derive(Debug)]
pub struct Setting {
    /// Its name, with dashes between words.
    pub name: &'static str,
    /// The values that it takes.
    pub form: Form,
    /// The heading of help that it stands under.
    pub heading: Heading,
    /// Help in one paragraph.
    pub help: fn() -> String,
    /// Paragraphs that long help adds; may be empty.
    pub details: fn() -> String,
    /// The value that holds if none is given, where that is always the same.
    pub default: Option<&'static str>,
    /// Is it left out of short help?
    pub is_rare: bool,
    /// The modes that it goes with.
    pub modes: &'static [&'static str],
    /// Settings without which it makes no sense: one of them has to be given, if there are any.
    pub needs: &'static [&'static str],
    /// The metrics that it goes with.
    pub metrics: &'static [Metric],
    /// Settings that it cannot stand beside.
    pub excludes: &'static [&'static str],
    /// Is it about formulas, so that it has no effect where an answer comes without one?
    pub is_of_formulas: bool,
    /// Does it change the question, so that answers with and without it have nothing to disagree about?
    pub changes_the_question: bool,
    /// Does it write files?
    pub writes_files: bool,
}

/// The headings of help.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Heading {
    /// The way to an answer, and the plans that are asked for.
    Mode,
    /// Time and memory.
    Limits,
    /// The encoding of steps as clauses, and the solver.
    Formula,
    /// Additions to the answer.
    Output,
}

impl Heading {
    /// Its words.
    pub fn name(self) -> &'static str {
        match self {
            Self::Mode => "Mode",
            Self::Limits => "Limits",
            Self::Formula => "Formula",
            Self::Output => "Output",
        }
    }
}

impl Setting {
    /// Its name as a keyword of Python.
    pub fn keyword(&self) -> String {
        self.name.replace('-', "_")
    }

    /// Does it matter in that mode? Settings of formulas do where formulas are made.
    pub fn matters_in(&self, mode: &ModeRow) -> bool {
        self.modes.contains(&mode.name) && (!self.is_of_formulas || OF_FORMULAS.contains(&mode.name))
    }
}

/// A setting of any mode that is not about formulas, in words.
pub(super) const fn setting(
    name: &'static str,
    form: Form,
    heading: Heading,
    help: fn() -> String,
) -> Setting {
    Setting {
        name,
        form,
        heading,
        help,
        details: String::new,
        default: None,
        is_rare: true,
        modes: ALL_MODES,
        needs: &[],
        metrics: &Metric::ALL,
        excludes: &[],
        is_of_formulas: false,
        changes_the_question: false,
        writes_files: false,
    }
}
