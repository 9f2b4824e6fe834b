//! Limits on time, memory and size of reading and grounding, and their errors.

use bmcplan_base::text::{Diagnostic, Source, Span};

use super::infix::spelled;
use super::sheet::{Condition, GdlAtom, GdlTerm, Sheet};

/// Error of grounding.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum GroundError {
    /// The sheet cannot be played: the fault and its place.
    #[error(transparent)]
    Invalid(#[from] Diagnostic),
    /// A limit was reached, or the stop flag was raised, while the ground rules still grew.
    #[error("{rule}")]
    Stopped {
        /// Message, which points at the rule with most instances.
        rule: Diagnostic,
        /// Place of that rule.
        span: Span,
        /// Text of that rule.
        text: String,
        /// Number of its ground instances.
        instances: usize,
    },
}

/// Limits of grounding.
#[derive(Clone, Copy)]
pub struct GroundLimits<'a> {
    /// Greatest number of bytes for ground terms and rules: approximately their allocations.
    pub bytes: usize,
    /// Called every few dozen steps; true stops the work.
    pub stop: &'a dyn Fn() -> bool,
}

impl Default for GroundLimits<'_> {
    fn default() -> Self {
        Self { bytes: usize::MAX, stop: &|| false }
    }
}

/// Counter of the steps and bytes of grounding, and of the instances of each rule.
pub(super) struct Meter<'a> {
    pub(super) source: &'a Source,
    pub(super) sheet: &'a Sheet,
    limits: GroundLimits<'a>,
    ticks: u32,
    /// Ground instances of each rule of the sheet.
    instances: Vec<usize>,
}

impl<'a> Meter<'a> {
    /// Few, since a step may take a millisecond; a poll takes some nanoseconds.
    const TICKS_PER_POLL: u32 = 1 << 6;

    pub(super) fn new(source: &'a Source, sheet: &'a Sheet, limits: GroundLimits<'a>) -> Self {
        Self { source, sheet, limits, ticks: 0, instances: vec![0; sheet.rules.len()] }
    }

    pub(super) fn count(&mut self, rule: usize) {
        self.instances[rule] += 1;
    }

    /// Checks the stop function; call this before a single long step.
    pub(super) fn poll(&mut self) -> Result<(), GroundError> {
        self.ticks = Self::TICKS_PER_POLL;
        self.tick(0)
    }

    /// Counts a step; call this in every step of every long loop, with the bytes in use.
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

    pub(super) fn refuse(
        &self,
        rule: usize,
        message: impl Into<String>,
        label: &str,
        help: &str,
    ) -> GroundError {
        let span = self.sheet.rules.get(rule).map_or(0..0, |rule| rule.span.clone());
        let fault = Diagnostic::new(self.source, message).at(span, label).help(help);
        GroundError::Invalid(spelled(self.source, fault))
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

/// Remaining number of symbols during the conversion of a sheet to normal form. A name or a variable counts as one.
pub(super) struct SymbolBudget<'a> {
    left: usize,
    stop: &'a dyn Fn() -> bool,
    pub(super) is_stopped: bool,
}

impl<'a> SymbolBudget<'a> {
    /// Symbols of a whole sheet. The largest sheet that is read has at most a quarter of this before the conversion.
    pub(super) const MAX_SYMBOLS: usize = 1 << 21;

    /// Returns a full budget; the work ends once `stop` is true.
    pub(super) fn until(stop: &'a dyn Fn() -> bool) -> Self {
        Self { left: Self::MAX_SYMBOLS, stop, is_stopped: false }
    }

    /// Takes `symbols` symbols; `None` if fewer are left, or the work is to stop.
    pub(super) fn spend(&mut self, symbols: usize) -> Option<()> {
        self.is_stopped |= (self.stop)();
        if self.is_stopped {
            return None;
        }
        self.left = self.left.checked_sub(symbols)?;
        Some(())
    }
}

pub(super) fn condition_size(condition: &Condition) -> usize {
    match condition {
        Condition::Holds(atom) | Condition::Fails(atom) => atom_size(atom),
        Condition::Distinct(a, b) => 1 + term_size(a) + term_size(b),
    }
}

pub(super) fn atom_size(atom: &GdlAtom) -> usize {
    1 + atom.arguments.iter().map(term_size).sum::<usize>()
}

pub(super) fn term_size(term: &GdlTerm) -> usize {
    match term {
        GdlTerm::Constant(_) | GdlTerm::Variable(_) => 1,
        GdlTerm::Function(_, arguments) => 1 + arguments.iter().map(term_size).sum::<usize>(),
    }
}
