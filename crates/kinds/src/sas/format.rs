//! The format of SAS files: lines, variables and facts, the names of values, and errors.

use bmcplan_base::stop::Stop;
use bmcplan_base::text::{Diagnostic, Source, Span};
use bmcplan_task::{Task, TaskError, VarId};

/// Error of reading a SAS file.
#[derive(Debug, thiserror::Error)]
pub enum SasError {
    /// The text is invalid.
    #[error(transparent)]
    Invalid(#[from] Diagnostic),
    /// The task cannot be built, or reading was stopped.
    #[error(transparent)]
    Task(#[from] TaskError),
}

/// Contents of a SAS file.
#[derive(Debug, Clone)]
pub struct SasProblem {
    /// Planning task.
    pub task: Task,
    /// True if the cost of plans is to be minimised. Otherwise all operators cost 1.
    pub minimises_cost: bool,
}

#[derive(Debug, Clone)]
pub(super) struct SasVariable {
    pub(super) name: String,
    /// Layer of its axioms; `None` for a variable that operators change.
    pub(super) layer: Option<u32>,
    pub(super) values: Vec<String>,
    pub(super) initial: u32,
    /// Variable of the task, unless it is derived.
    pub(super) id: Option<VarId>,
}

/// A variable and one of its values, as numbers of the file.
pub(super) type SasFact = (usize, u32);

/// The lines of a file, and the position in it.
pub(super) struct SasLines<'s> {
    pub(super) source: &'s Source,
    at: usize,
    stop: &'s Stop,
}

#[derive(Debug, Clone)]
pub(super) struct SasLine<'s> {
    pub(super) text: &'s str,
    pub(super) span: Span,
}

impl<'s> SasLines<'s> {
    pub(super) fn new(source: &'s Source, stop: &'s Stop) -> Self {
        Self { source, at: 0, stop }
    }

    /// Returns the next non-blank line.
    pub(super) fn next(&mut self, what: &str) -> Result<SasLine<'s>, SasError> {
        if let Some(reason) = self.stop.reason() {
            return Err(TaskError::Stopped(reason).into());
        }
        let text = self.source.text();
        loop {
            let rest = text.get(self.at..).filter(|rest| !rest.is_empty());
            let Some(rest) = rest else {
                let end = text.trim_end().len();
                return Err(Diagnostic::new(self.source, format!("the file ends, and {what} is missing"))
                    .at(end..end, "here")
                    .help("was it cut off when it was copied?")
                    .into());
            };
            let length = rest.find('\n').unwrap_or(rest.len());
            let line = &rest[..length];
            let start = self.at + (line.len() - line.trim_start().len());
            self.at += length + 1;
            let line = line.trim();
            let span = start..start + line.len();
            if line.contains(|c: char| c.is_control() && c != '\t') {
                return Err(Diagnostic::new(self.source, "a line has a control character in it")
                    .at(span, "this line")
                    .help("names are printed; write them in characters that can be seen")
                    .into());
            }
            if !line.is_empty() {
                return Ok(SasLine { text: line, span });
            }
        }
    }

    pub(super) fn keyword(&mut self, keyword: &str) -> Result<(), SasError> {
        let line = self.next(&format!("`{keyword}`"))?;
        if line.text == keyword {
            return Ok(());
        }
        Err(self.wrong(&line, &format!("expected `{keyword}`")))
    }

    /// Checks that the file ends here; `last` is its last part.
    pub(super) fn end(&mut self, last: &str) -> Result<(), SasError> {
        let rest = self.source.text().get(self.at..).unwrap_or_default();
        if rest.trim().is_empty() {
            return Ok(());
        }
        let line = self.next("the end")?;
        Err(Diagnostic::new(self.source, format!("there is something behind {last}"))
            .at(line.span, "the file should end before this")
            .help("is the number of operators or axioms, which stands before them, too small?")
            .into())
    }

    pub(super) fn count(&mut self, what: &str) -> Result<usize, SasError> {
        let line = self.next(what)?;
        match line.text.parse() {
            Ok(count) => Ok(count),
            Err(_) => Err(self.wrong(&line, &format!("expected a number: {what}"))),
        }
    }

    pub(super) fn numbers(&mut self, what: &str) -> Result<(SasLine<'s>, Vec<i64>), SasError> {
        let line = self.next(what)?;
        match line.text.split_whitespace().map(str::parse).collect::<Result<_, _>>() {
            Ok(numbers) => Ok((line, numbers)),
            Err(_) => Err(self.wrong(&line, "expected numbers")),
        }
    }

    pub(super) fn wrong(&self, line: &SasLine<'s>, message: &str) -> SasError {
        Diagnostic::new(self.source, message)
            .at(line.span.clone(), "here")
            .help("expected the format of Fast Downward's translator, version 3")
            .into()
    }
}

const NONE: &str = "<none of those>";

/// Converts the name of a value for a task: `Atom at(a, b)` becomes `at(a, b)`.
pub(super) fn shown_name(name: &str) -> String {
    if name == NONE {
        return "none of those".to_owned();
    }
    match (name.strip_prefix("Atom "), name.strip_prefix("NegatedAtom ")) {
        (Some(atom), _) => atom.to_owned(),
        (_, Some(atom)) => format!("not {atom}"),
        _ => name.to_owned(),
    }
}

/// Converts the name of a value for a SAS file.
pub(super) fn written_name(name: &str) -> String {
    let name = name.replace(['\n', '\r'], " ");
    match name.strip_prefix("not ") {
        _ if name == "none of those" => NONE.to_owned(),
        Some(atom) => format!("NegatedAtom {atom}"),
        None => format!("Atom {name}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_those_that_were_written() {
        for name in ["Atom at(a, b)", "NegatedAtom at(a, b)", "<none of those>"] {
            assert_eq!(written_name(&shown_name(name)), name);
        }
        assert_eq!(shown_name("Atom p()"), "p()");
    }
}
