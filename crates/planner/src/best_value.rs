//! The best value that a play of a game can have: the values are tried one by one, the greatest first.
//!
//! A value is ruled out by a proof that no play has it. A value stays open if it is not reached within a bound on the steps, or if
//! its run was stopped. Then a lower value that is reached need not be the best.

use super::report::{Outcome, Report};

/// The answer for the best value that was reached, or for none.
#[derive(Debug, Clone)]
pub struct BestValue<T> {
    /// The loaded of the report: the value that was reached; otherwise the one at which the run was stopped, the best that
    /// is open, or, where no play has any of the values, the last.
    pub value: u32,
    /// The report about it. Where several values are open, its claims about plans within a horizon hold for all of them.
    pub report: Report,
    /// The data that came with the report.
    pub with: T,
    /// The values that plays may have in spite of all that is known, the best first: better ones than `value` if that was
    /// reached. If there are none, the question is answered.
    pub open: Vec<u32>,
}

/// Asks `solve` for one value after the other until one is reached or a run is stopped. There is no answer where there are
/// no values.
///
/// # Errors
/// The errors of `solve`.
pub fn best_value<T, E>(
    values: &[u32],
    mut solve: impl FnMut(u32) -> Result<(Report, T), E>,
) -> Result<Option<BestValue<T>>, E> {
    let mut open = Vec::new();
    let (mut best_open, mut ruled_out) = (None, None);
    // The answer rests on the refutations of better values, too.
    let mut trusted = None;
    for (index, &value) in values.iter().enumerate() {
        let (report, with) = solve(value)?;
        trusted = trusted.or(report.trusted);
        let report = Report { trusted: trusted.clone(), ..report };
        match report.outcome {
            Outcome::Solved { .. } => return Ok(Some(BestValue { value, report, with, open })),
            Outcome::Stopped(_) => {
                open.extend(&values[index..]);
                return Ok(Some(BestValue { value, report, with, open }));
            }
            Outcome::Unsolvable => {
                log::info!("no play is worth {value}");
                ruled_out = Some((value, report, with));
            }
            Outcome::NoPlanWithin(_) | Outcome::NoPlanAtCost(_) => {
                log::info!("no play within the limit is worth {value}");
                open.push(value);
                best_open = Some(match best_open {
                    None => (value, report, with),
                    Some((best, first, with)) => (best, of_both(first, &report), with),
                });
            }
        }
    }
    let answer = best_open.or(ruled_out);
    Ok(answer.map(|(value, report, with)| BestValue {
        value,
        report: Report { trusted, ..report },
        with,
        open,
    }))
}

/// Returns the first report, with only those claims about plans within a horizon that hold for both values.
fn of_both(first: Report, other: &Report) -> Report {
    let outcome = match (&first.outcome, &other.outcome) {
        (Outcome::NoPlanWithin(one), Outcome::NoPlanWithin(other)) => Outcome::NoPlanWithin(*one.min(other)),
        _ => first.outcome,
    };
    let proved_by = if other.refuted < first.refuted { other.proved_by.clone() } else { first.proved_by };
    Report { outcome, refuted: first.refuted.min(other.refuted), proved_by, ..first }
}

#[cfg(test)]
mod tests {
    use std::convert::Infallible;

    use bmcplan_base::stop::StopReason;
    use bmcplan_sat::horizon::Strategy;
    use bmcplan_task::plan::Plan;

    use super::super::options::Mode;
    use super::*;

    const VALUES: [u32; 3] = [100, 50, 0];

    fn solved() -> Outcome {
        Outcome::Solved { plan: Plan::default(), states: Vec::new(), optimal: true }
    }

    /// The answer if the runs for 100, 50 and 0 end so: the value, the outcome, and the open values.
    fn answer(outcomes: [Outcome; 3]) -> (u32, Outcome, Vec<u32>) {
        let mut outcomes = outcomes.into_iter();
        let solve = |value| {
            let report = Report::of(outcomes.next().unwrap(), Mode::Formula(Strategy::Incremental));
            Ok::<_, Infallible>((report, value))
        };
        let best = best_value(&VALUES, solve).unwrap().unwrap();
        assert_eq!(best.value, best.with);
        (best.value, best.report.outcome, best.open)
    }

    #[test]
    fn a_value_is_the_best_if_all_better_ones_are_ruled_out() {
        use Outcome::{NoPlanWithin, Unsolvable};
        assert_eq!(answer([solved(), solved(), solved()]), (100, solved(), vec![]));
        assert_eq!(answer([Unsolvable, solved(), solved()]), (50, solved(), vec![]));
        assert_eq!(answer([NoPlanWithin(1), solved(), solved()]), (50, solved(), vec![100]));
        assert_eq!(answer([NoPlanWithin(1), Unsolvable, solved()]), (0, solved(), vec![100]));
        assert_eq!(answer([NoPlanWithin(1), NoPlanWithin(1), solved()]), (0, solved(), vec![100, 50]));
    }

    #[test]
    fn all_values_are_ruled_out_or_some_are_open() {
        use Outcome::{NoPlanWithin, Unsolvable};
        let within = || NoPlanWithin(1);
        assert_eq!(answer([Unsolvable, Unsolvable, Unsolvable]), (0, Unsolvable, vec![]));
        assert_eq!(answer([within(), Unsolvable, Unsolvable]), (100, within(), vec![100]));
        assert_eq!(answer([Unsolvable, within(), Unsolvable]), (50, within(), vec![50]));
        assert_eq!(answer([Unsolvable, within(), within()]), (50, within(), vec![50, 0]));
        assert_eq!(answer([NoPlanWithin(2), Unsolvable, within()]), (100, within(), vec![100, 0]));
    }

    #[test]
    fn after_a_stop_all_values_are_open_that_are_not_ruled_out() {
        use Outcome::{NoPlanWithin, Stopped, Unsolvable};
        let stopped = || Stopped(StopReason::Timeout);
        assert_eq!(answer([stopped(), solved(), solved()]), (100, stopped(), vec![100, 50, 0]));
        assert_eq!(answer([Unsolvable, stopped(), solved()]), (50, stopped(), vec![50, 0]));
        assert_eq!(answer([NoPlanWithin(1), Unsolvable, stopped()]), (0, stopped(), vec![100, 0]));
    }

    #[test]
    fn the_answer_trusts_whom_any_ruled_out_value_trusts() {
        let liar = || Some("cmd:liar".parse().unwrap());
        for (outcomes, expected) in [
            ([(Outcome::Unsolvable, liar()), (solved(), None)], liar()),
            ([(Outcome::NoPlanWithin(1), None), (Outcome::Unsolvable, liar())], liar()),
            ([(Outcome::Unsolvable, None), (solved(), None)], None),
        ] {
            let mut outcomes = outcomes.into_iter();
            let solve = |_| {
                let (outcome, trusted) = outcomes.next().unwrap();
                Ok::<_, Infallible>((
                    Report { trusted, ..Report::of(outcome, Mode::Formula(Strategy::Incremental)) },
                    (),
                ))
            };
            assert_eq!(best_value(&VALUES[..2], solve).unwrap().unwrap().report.trusted, expected);
        }
    }

    #[test]
    fn what_is_refuted_is_so_for_all_open_values() {
        let mut refuted = [Some(4), Some(1), Some(2)].into_iter();
        let solve = |_| {
            let report = Report::of(Outcome::NoPlanWithin(1), Mode::Formula(Strategy::Incremental));
            Ok::<_, Infallible>((Report { refuted: refuted.next().unwrap(), ..report }, ()))
        };
        assert_eq!(best_value(&VALUES, solve).unwrap().unwrap().report.refuted, Some(1));
        assert!(matches!(best_value(&[], |_| Err::<(Report, ()), ()>(())), Ok(None)));
    }
}
