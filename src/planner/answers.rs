//! One answer of several that worked side by side.

use super::error::InternalError;
use super::report::{Outcome, Report};
use crate::figures::Figures;
use crate::stop::Stop;

/// Need the others not go on? There is an answer, or an error.
pub(super) fn settles(report: &Result<Report, InternalError>) -> bool {
    report.as_ref().map_or(true, |report| is_answer(&report.outcome))
}

/// The answer of the search that has one, of breadth-first search if both have; if none has, of the one that refuted more.
pub(super) fn better_search(blind: Report, informed: Option<Report>) -> Report {
    match informed {
        Some(informed) if !is_answer(&blind.outcome) => {
            let is_ahead = is_answer(&informed.outcome) || blind.refuted < informed.refuted;
            if is_ahead { informed } else { blind }
        }
        _ => blind,
    }
}

/// The answer of the one that has one; if that is not the search, with what both have refuted.
pub(super) fn better(searched: Report, solved: Option<Report>, stop: &Stop) -> Report {
    let states = searched.figures.states;
    let report = match solved {
        Some(solved) if !is_answer(&searched.outcome) => {
            let (known, outcome) = (searched.refuted, &solved.outcome);
            // A refutation by the search alone needs no trust.
            let trusted = solved.trusted.clone().filter(|_| is_answer(outcome) || known < solved.refuted);
            let is_its_own = solved.refuted < known && *outcome != Outcome::Unsolvable;
            let proved_by =
                if is_its_own { searched.proved_by } else { solved.proved_by.or(searched.proved_by) };
            let figures = Figures { states, ..solved.figures };
            Report { figures, trusted, proved_by, refuted: solved.refuted.max(known), ..solved }
        }
        _ => searched,
    };
    let outcome = match (report.outcome, stop.reason()) {
        (Outcome::Stopped(_), Some(reason)) => Outcome::Stopped(reason),
        (outcome, _) => outcome,
    };
    Report { outcome, ..report }
}

/// Whether the question is answered, be it by a plan that is not known to be shortest: that is what is left when both are
/// stopped.
pub(super) fn is_answer(outcome: &Outcome) -> bool {
    !matches!(outcome, Outcome::Stopped(_))
}

#[cfg(test)]
mod tests {
    use super::super::options::Mode;
    use super::super::proof::ProofSource;
    use super::*;
    use crate::horizon::Strategy;
    use crate::plan::Plan;
    use crate::solver::SolverKind;
    use crate::stop::StopReason;

    const SOLVER: ProofSource = ProofSource::Solver(SolverKind::Batsat);

    fn report(outcome: Outcome, mode: Mode, refuted: usize, by: ProofSource) -> Report {
        Report { refuted: Some(refuted), proved_by: Some(by), ..Report::of(outcome, mode) }
    }

    /// The greatest refuted horizon, and by whom, if the search was stopped after `searched` steps and the formulas ended so.
    fn of_both(searched: usize, outcome: Outcome, refuted: usize) -> (Option<usize>, Option<ProofSource>) {
        let stopped = Outcome::Stopped(StopReason::Interrupt);
        let search = report(stopped, Mode::Search, searched, ProofSource::Search);
        let formulas = report(outcome, Mode::Formula(Strategy::Incremental), refuted, SOLVER);
        let report = better(search, Some(formulas), &Stop::default());
        (report.refuted, report.proved_by)
    }

    #[test]
    fn who_refuted_more_is_named() {
        let stopped = || Outcome::Stopped(StopReason::Timeout);
        let solved = || Outcome::Solved { plan: Plan::default(), states: Vec::new(), optimal: true };
        assert_eq!(of_both(5, stopped(), 3), (Some(5), Some(ProofSource::Search)));
        assert_eq!(of_both(3, stopped(), 5), (Some(5), Some(SOLVER)));
        assert_eq!(of_both(4, solved(), 5), (Some(5), Some(SOLVER)));
        assert_eq!(of_both(5, Outcome::Unsolvable, 4), (Some(5), Some(SOLVER)));
    }

    #[test]
    fn of_two_searches_the_one_with_an_answer_counts_or_the_one_ahead() {
        let stopped = || Outcome::Stopped(StopReason::Interrupt);
        let of_both = |blind: (Outcome, usize), informed: (Outcome, usize)| {
            let blind = report(blind.0, Mode::Search, blind.1, ProofSource::Search);
            let informed = report(informed.0, Mode::Search, informed.1, ProofSource::AStar);
            better_search(blind, Some(informed)).proved_by
        };
        assert_eq!(of_both((stopped(), 5), (stopped(), 5)), Some(ProofSource::Search));
        assert_eq!(of_both((stopped(), 5), (stopped(), 6)), Some(ProofSource::AStar));
        assert_eq!(of_both((stopped(), 5), (Outcome::Unsolvable, 4)), Some(ProofSource::AStar));
        assert_eq!(of_both((Outcome::Unsolvable, 5), (stopped(), 6)), Some(ProofSource::Search));
    }
}
