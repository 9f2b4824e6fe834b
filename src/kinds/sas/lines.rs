//! The lines of a SAS file, one after the other, with the errors of a line that is not what it should be.

use crate::stop::Stop;
use crate::task::TaskError;
use crate::text::{Diagnostic, Source, Span};

use super::parts::SasError;

/// Where reading has come to.
pub(super) struct SasLines<'s> {
    pub(super) source: &'s Source,
    at: usize,
    stop: &'s Stop,
}

/// A line, and where it stands.
#[derive(Debug, Clone)]
pub(super) struct SasLine<'s> {
    pub(super) text: &'s str,
    pub(super) span: Span,
}

impl<'s> SasLines<'s> {
    pub(super) fn new(source: &'s Source, stop: &'s Stop) -> Self {
        Self { source, at: 0, stop }
    }

    /// The next line that is not blank.
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
            if !line.is_empty() {
                return Ok(SasLine { text: line, span: start..start + line.len() });
            }
        }
    }

    /// A line that has to be this one.
    pub(super) fn keyword(&mut self, keyword: &str) -> Result<(), SasError> {
        let line = self.next(&format!("`{keyword}`"))?;
        if line.text == keyword {
            return Ok(());
        }
        Err(self.wrong(&line, &format!("expected `{keyword}`")))
    }

    /// The end of the file; `last` is what it ends with.
    pub(super) fn end(&mut self, last: &str) -> Result<(), SasError> {
        let rest = self.source.text().get(self.at..).unwrap_or_default();
        if rest.trim().is_empty() {
            return Ok(());
        }
        let line = self.next("the end")?;
        Err(Diagnostic::new(self.source, format!("there is something behind {last}"))
            .at(line.span, "the file is to end before this")
            .help("is the number of operators or axioms, which stands before them, too small?")
            .into())
    }

    /// A line with a number of things that follow.
    pub(super) fn count(&mut self, what: &str) -> Result<usize, SasError> {
        let line = self.next(what)?;
        match line.text.parse() {
            Ok(count) => Ok(count),
            Err(_) => Err(self.wrong(&line, &format!("expected a number: {what}"))),
        }
    }

    /// A line of numbers.
    pub(super) fn numbers(&mut self, what: &str) -> Result<(SasLine<'s>, Vec<i64>), SasError> {
        let line = self.next(what)?;
        let numbers = self.numbers_of(&line)?;
        Ok((line, numbers))
    }

    fn numbers_of(&self, line: &SasLine<'s>) -> Result<Vec<i64>, SasError> {
        let numbers = line.text.split_whitespace().map(str::parse).collect::<Result<Vec<i64>, _>>();
        numbers.map_err(|_| self.wrong(line, "expected numbers"))
    }

    /// That a line is wrong.
    pub(super) fn wrong(&self, line: &SasLine<'s>, message: &str) -> SasError {
        Diagnostic::new(self.source, message)
            .at(line.span.clone(), "here")
            .help("the file is to be as Fast Downward's translator writes it, version 3")
            .into()
    }
}
