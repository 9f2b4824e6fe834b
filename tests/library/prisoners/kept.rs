//! The schedules, of all, that each encoding and symmetry breaking keeps.

use bmcplan::formula::AtMostOne;
use bmcplan::solver::SolverKind;
use bmcplan::stop::Stop;
use bmcplan_prisoners::{
    Meets, ScheduleEncoding, ScheduleOptions, ScheduleOutcome, ScheduleProblem, ScheduleQuery, Symmetry,
    solve,
};
use itertools::{Itertools, iproduct};

use super::brute::{Day, all_schedules, classes, days};
use crate::common::cases::everything;

/// Problems small enough to write all schedules down.
fn small() -> Vec<ScheduleProblem> {
    let neighbours = [
        (2, 2, 1),
        (4, 2, 2),
        (4, 2, 3),
        (4, 4, 1),
        (4, 4, 2),
        (6, 2, 3),
        (6, 2, 5),
        (6, 3, 2),
        (5, 5, 1),
        (5, 5, 2),
        (6, 6, 2),
    ];
    let everyone = [(3, 3, 1), (4, 2, 3), (6, 3, 1), (6, 3, 2), (6, 2, 4), (4, 4, 1)];
    let with = |meets| move |(people, row, days)| ScheduleProblem::new(people, row, days, meets).unwrap();
    neighbours.map(with(Meets::Neighbours)).into_iter().chain(everyone.map(with(Meets::Everyone))).collect()
}

/// The schedules kept, as days.
pub(crate) fn kept(problem: ScheduleProblem, options: &ScheduleOptions) -> Vec<Vec<Day>> {
    let report = solve(problem, options, &Stop::default(), &mut |_| {}).unwrap();
    assert!(report.complete || matches!(report.outcome, ScheduleOutcome::Impossible(_)), "{problem:?}");
    match report.outcome {
        ScheduleOutcome::Solved(schedules) => {
            schedules.iter().map(|schedule| days(&problem, schedule)).collect()
        }
        ScheduleOutcome::Impossible(_) => Vec::new(),
        ScheduleOutcome::Stopped(reason) => panic!("{reason}"),
    }
}

fn options(encoding: ScheduleEncoding, symmetry: &str) -> ScheduleOptions {
    let symmetry: Symmetry = symmetry.parse().unwrap();
    ScheduleOptions {
        encoding,
        symmetry,
        wanted: ScheduleQuery::All(usize::MAX),
        ..ScheduleOptions::default()
    }
}

#[test]
fn without_symmetry_breaking_all_are_kept() {
    for (problem, encoding) in iproduct!(small(), ScheduleEncoding::ALL) {
        let all = all_schedules(&problem);
        if !everything() && 3_000 < all.len() {
            continue;
        }
        let kept = kept(problem, &options(encoding, "none"));
        assert_eq!(kept.len(), all.len(), "{problem:?} {encoding}");
        assert_eq!(
            kept.into_iter().collect::<std::collections::BTreeSet<_>>(),
            all,
            "{problem:?} {encoding}"
        );
    }
}

/// Every sound choice of parts keeps schedules, all different, of every class; and where it tells how many each stands
/// for, that makes all of them.
#[test]
fn sound_symmetry_breaking_keeps_some_of_every_class() {
    let choices =
        ["first-day", "rows,ends", "days", "first-day,days", "sound", "first-day,days,labels", "strong"];
    for problem in small() {
        let all = all_schedules(&problem);
        let wanted = classes(&problem, all.iter().cloned());
        for (encoding, choice) in iproduct!(ScheduleEncoding::ALL, choices) {
            if !everything() && !matches!(choice, "sound" | "strong") {
                continue;
            }
            let what = format!("{problem:?} {encoding} {choice}");
            let options = options(encoding, choice);
            let kept = kept(problem, &options);
            assert!(kept.iter().all_unique(), "{what}");
            assert!(kept.iter().all(|schedule| all.contains(schedule)), "{what}");
            assert_eq!(classes(&problem, kept.iter().cloned()), wanted, "{what}");
            let stands_for = options.symmetry.orders(&problem).zip(options.symmetry.first_days(&problem));
            if let Some((orders, first_days)) = stands_for {
                let kept = u128::try_from(kept.len()).unwrap();
                assert_eq!(kept * orders * first_days, u128::try_from(all.len()).unwrap(), "{what}");
            }
        }
    }
}

#[test]
fn every_solver_and_constraint() {
    let problem = ScheduleProblem::new(6, 3, 2, Meets::Neighbours).unwrap();
    let expected = kept(problem, &options(ScheduleEncoding::Places, "sound")).len();
    for (encoding, at_most_one, solver) in iproduct!(ScheduleEncoding::ALL, AtMostOne::ALL, SolverKind::ALL) {
        let options = ScheduleOptions { at_most_one, solver: solver.clone(), ..options(encoding, "sound") };
        assert_eq!(kept(problem, &options).len(), expected, "{encoding} {at_most_one}");
    }
}
