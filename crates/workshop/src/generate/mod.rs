//! New puzzles: random boards, made as hard as their pieces allow, and kept if their figures lie in the wanted ranges.
//!
//! Attempts are numbered. The result of an attempt depends only on its number, the seed and the settings, and results are used
//! in order. So the same seed gives the same puzzles, whatever the number of threads.

mod attempt;
mod hardened;
mod settings;

use std::num::NonZeroUsize;

use bmcplan_base::ordered::Map;

use fastrand::Rng;

use bmcplan_ask::{Fault, Limiter, ProblemText, Stage, for_each_index};
use bmcplan_base::stop::{Stop, StopReason};

use crate::rate::FIGURES;
use attempt::{Attempt, AttemptResult};
use hardened::BoardText;
pub use settings::{FigureFilter, FigureRange, GenerateSettings, NewPuzzle, RangeError};

/// Event of the search for puzzles.
pub enum GenerateEvent {
    /// A puzzle was found.
    Found(Box<NewPuzzle>),
    /// An attempt was rejected: by the filter of that name, or because its puzzle was known (`same`).
    Refused(&'static str),
}

/// Result of the search for puzzles.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GenerateResult {
    /// Number of puzzles found.
    pub n_found: usize,
    /// Number of the next attempt.
    pub next: u64,
    /// Number of attempts since the last puzzle.
    pub fruitless: u64,
    /// Number of attempts that each filter rejected; `same` for known puzzles.
    pub refused: Map<&'static str, u64>,
    /// Limit or interrupt that ended the search, if any.
    pub stopped: Option<StopReason>,
}

/// Returns a new seed, of few digits, so that it is easily typed again.
pub fn new_seed() -> u64 {
    fastrand::u64(..1 << 32)
}

/// Key of known puzzles in [`GenerateResult::refused`].
pub const SAME: &str = "same";
const MAX_THREADS: NonZeroUsize = NonZeroUsize::new(256).unwrap();

/// Searches for puzzles, beginning with boards like the one of `start`. `on_event` gets the results in the order of the attempts.
/// Fails if the kind has no boards that can be varied, or the first board is invalid. A limit, and reaching `patience`, end
/// the search normally.
pub fn generate<E: From<Fault>>(
    start: &ProblemText,
    settings: &GenerateSettings,
    limiter: &Limiter,
    on_event: &mut dyn FnMut(GenerateEvent, u64) -> Result<(), E>,
) -> Result<GenerateResult, E> {
    let problem = start.read(&limiter.stop).map_err(Fault::from)?;
    let start = BoardText { problem, text: start.clone() };
    if start.problem.variants().is_none() {
        let kind = start.text.kind.name;
        let message = format!("puzzles of kind {kind} cannot be varied; boards and sliding blocks can");
        return Err(Fault::Question(message).into());
    }
    let GenerateSettings { first: next, fruitless, .. } = *settings;
    let mut end = GenerateResult { n_found: 0, next, fruitless, refused: Map::new(), stopped: None };
    let (mut known, mut early) = (settings.known.clone(), Map::new());
    // An error without a fault ends the search normally.
    let mut on_result = |number: u64, result: Result<AttemptResult, Fault>| -> Result<(), Option<E>> {
        early.insert(number, result);
        while let Some(result) = early.remove(&end.next) {
            let event = match result {
                Err(_) if limiter.stop.is_raised() => return Err(None),
                Err(fault) => return Err(Some(fault.into())),
                Ok(AttemptResult::Found(puzzle)) if known.insert(puzzle.key.clone()) => {
                    GenerateEvent::Found(puzzle)
                }
                Ok(AttemptResult::Found(_)) => GenerateEvent::Refused(SAME),
                Ok(AttemptResult::Refused(filter)) => {
                    GenerateEvent::Refused(filter.unwrap_or(FIGURES[0].name))
                }
            };
            end.next += 1;
            match &event {
                GenerateEvent::Found(_) => (end.n_found, end.fruitless) = (end.n_found + 1, 0),
                GenerateEvent::Refused(filter) => {
                    end.fruitless += 1;
                    *end.refused.entry(filter).or_default() += 1;
                }
            }
            on_event(event, end.next).map_err(Some)?;
            if settings.count <= end.n_found || settings.patience <= end.fruitless {
                return Err(None);
            }
        }
        Ok(())
    };
    let n_attempts =
        if settings.count == 0 || settings.patience <= settings.fruitless { 0 } else { usize::MAX };
    let work = {
        let settings = settings.clone();
        move |index: usize, stop: &Stop, send: &dyn Fn((u64, Result<AttemptResult, Fault>))| {
            let number = settings.first.saturating_add(u64::try_from(index).unwrap_or(u64::MAX));
            // Neighbouring numbers give independent streams.
            let seed = Rng::with_seed(settings.seed).u64(..) ^ number.wrapping_mul(0x9E37_79B9_7F4A_7C15);
            let random = Rng::with_seed(seed);
            send((number, Attempt { settings: &settings, start: &start, random, stop }.make()));
        }
    };
    let jobs = settings.jobs.min(MAX_THREADS);
    let on_result = &mut |_, (number, result)| on_result(number, result);
    match for_each_index(n_attempts, jobs, Stage::Confirming, work, limiter, on_result) {
        Err(Some(fault)) => Err(fault),
        Ok(()) | Err(None) => Ok(GenerateResult { stopped: limiter.stop.reason(), ..end }),
    }
}
