//! Limits of grounding on time and memory, and the meter that counts against them.

use super::GroundError;
use crate::text::{Diagnostic, Source};

use super::Sheet;

/// How far grounding may go.
#[derive(Clone, Copy)]
pub struct GroundLimits<'a> {
    /// The greatest number of bytes for ground terms and rules, as counted here: about what is allocated for them.
    pub bytes: usize,
    /// Asked every few dozen steps; true stops the work.
    pub stop: &'a dyn Fn() -> bool,
}

impl Default for GroundLimits<'_> {
    fn default() -> Self {
        Self { bytes: usize::MAX, stop: &|| false }
    }
}

/// Counts what grounding does, and blames rules.
pub(super) struct Meter<'a> {
    pub(super) source: &'a Source,
    pub(super) sheet: &'a Sheet,
    limits: GroundLimits<'a>,
    ticks: u32,
    /// Ground instances of each rule of the sheet.
    instances: Vec<usize>,
}

impl<'a> Meter<'a> {
    /// Few, since a step may take a millisecond; asking takes some nanoseconds.
    const TICKS_PER_POLL: u32 = 1 << 6;

    pub(super) fn new(source: &'a Source, sheet: &'a Sheet, limits: GroundLimits<'a>) -> Self {
        Self { source, sheet, limits, ticks: 0, instances: vec![0; sheet.rules.len()] }
    }

    /// One more ground instance of a rule.
    pub(super) fn count(&mut self, rule: usize) {
        self.instances[rule] += 1;
    }

    /// To be called before a step that may take long for itself.
    pub(super) fn poll(&mut self) -> Result<(), GroundError> {
        self.ticks = Self::TICKS_PER_POLL;
        self.tick(0)
    }

    /// To be called once in every step of every long loop, with the bytes in use.
    pub(super) fn tick(&mut self, bytes: usize) -> Result<(), GroundError> {
        if self.limits.bytes < bytes {
            return Err(self.stopped("the memory limit"));
        }
        self.ticks += 1;
        if Self::TICKS_PER_POLL <= self.ticks {
            self.ticks = 0;
            if (self.limits.stop)() {
                return Err(self.stopped("a limit"));
            }
        }
        Ok(())
    }

    /// Something is wrong with a rule.
    pub(super) fn refuse(
        &self,
        rule: usize,
        message: impl Into<String>,
        label: &str,
        help: &str,
    ) -> GroundError {
        let span = self.sheet.rules.get(rule).map_or(0..0, |rule| rule.span.clone());
        GroundError::Refused(Diagnostic::new(self.source, message).at(span, label).help(help))
    }

    fn stopped(&self, limit: &str) -> GroundError {
        let most = self.instances.iter().enumerate().max_by_key(|(rule, count)| (**count, usize::MAX - rule));
        let (rule, count) = most.map_or((0, 0), |(rule, count)| (rule, *count));
        let span = self.sheet.rules.get(rule).map_or(0..0, |rule| rule.span.clone());
        let text = self.source.text().get(span.clone()).unwrap_or_default().to_owned();
        let message = format!("grounding reached {limit}");
        let grew = Diagnostic::new(self.source, message)
            .at(span.clone(), format!("this rule has most instances so far: {count}"))
            .help("give it more time or memory, or fewer combinations to try");
        GroundError::Stopped { rule: grew, span, text, instances: count }
    }
}
