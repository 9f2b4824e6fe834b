//! Limits on the time, memory and size that reading and grounding take, and their errors.

use bmcplan_base::text::{Diagnostic, Source, Span};

use super::sheet::{Condition, GdlAtom, GdlTerm, Sheet};

/// Why grounding failed.
#[derive(Clone, PartialEq, Eq, thiserror::Error)]
pub enum GroundError {
    /// The sheet cannot be played: what is wrong, and where.
    #[error(transparent)]
    Refused(#[from] Diagnostic),
    /// A limit was reached, or somebody asked to stop, while the ground rules still grew.
    #[error("{rule}")]
    Stopped {
        /// The message, which points at the rule that grew most.
        rule: Diagnostic,
        /// The place of that rule.
        span: Span,
        /// The rule as it is written.
        text: String,
        /// The number of its ground instances by then.
        instances: usize,
    },
}

bmcplan_base::debug_is_message!(GroundError);

/// The limits of grounding.
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

/// Counts the steps and bytes of grounding, and blames rules.
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

    pub(super) fn count(&mut self, rule: usize) {
        self.instances[rule] += 1;
    }

    /// Call this before a step that may take long by itself.
    pub(super) fn poll(&mut self) -> Result<(), GroundError> {
        self.ticks = Self::TICKS_PER_POLL;
        self.tick(0)
    }

    /// Call this once in every step of every long loop, with the bytes in use.
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

/// The symbols that may still be written while a sheet is brought into normal form. A name or a variable counts as one.
pub(super) struct SymbolBudget<'a> {
    left: usize,
    stop: &'a dyn Fn() -> bool,
    pub(super) is_stopped: bool,
}

impl<'a> SymbolBudget<'a> {
    /// A sheet as large as any that is read has at most a quarter of this as it stands.
    pub(super) const MAX_SYMBOLS: usize = 1 << 21;

    /// A full budget; the work ends once `stop` is true.
    pub(super) fn until(stop: &'a dyn Fn() -> bool) -> Self {
        Self { left: Self::MAX_SYMBOLS, stop, is_stopped: false }
    }

    /// Takes so many symbols; `None` if fewer are left, or the work is to stop.
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
