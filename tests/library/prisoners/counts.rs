//! Counts that are known.

use bmcplan::solver::SolverKind;
use bmcplan::stop::{Stop, StopReason};
use bmcplan_prisoners::PrisonersError;
use bmcplan_prisoners::{
    Impossible, Meets, Schedule, ScheduleEncoding, ScheduleOptions, ScheduleOutcome, ScheduleProblem,
    ScheduleProgress, ScheduleQuery, Symmetry, SymmetryError, check, solve,
};
use itertools::Itertools;

use crate::common::cases::everything;

use super::brute::{classes, days};
use super::kept::kept;

fn nine(days: usize) -> ScheduleProblem {
    ScheduleProblem::new(9, 3, days, Meets::Neighbours).unwrap()
}

fn all(symmetry: &str) -> ScheduleOptions {
    let symmetry: Symmetry = symmetry.parse().unwrap();
    ScheduleOptions { symmetry, wanted: ScheduleQuery::All(usize::MAX), ..ScheduleOptions::default() }
}

fn count(problem: ScheduleProblem, options: &ScheduleOptions) -> u128 {
    let options = ScheduleOptions { wanted: ScheduleQuery::Count(None), ..options.clone() };
    let report = solve(problem, &options, &Stop::default(), &mut |_| {}).unwrap();
    assert!(report.complete);
    report.count.unwrap()
}

/// True if the rows of a day can be put as the document prints it: with the first members of two rows in order and their
/// last ones, too, and any third row.
fn survives(rows: &[Vec<usize>]) -> bool {
    rows.iter().permutations(3).any(|order| {
        let ordered = order[0][0] < order[1][0] && order[0][2] < order[1][2];
        ordered && order.iter().all(|row| row[0] < row[2])
    })
}

/// 92,672 schedules with day 1 fixed and the days ordered, of which the document's symmetry breaking loses 27,998. Two days
/// are counted in every run of the tests, six where all cases are asked for.
#[test]
fn nine_prisoners_on_six_days() {
    if !everything() {
        return;
    }
    let problem = nine(6);
    let mut found = 0_usize;
    let mut lost = 0_usize;
    let report = solve(problem, &all("sound"), &Stop::default(), &mut |_| {}).unwrap();
    let ScheduleOutcome::Solved(schedules) = &report.outcome else { panic!("there are many") };
    for Schedule(days) in schedules {
        found += 1;
        lost += usize::from(!days.iter().all(|rows| survives(rows)));
    }
    assert_eq!((report.count, report.complete), (Some(92_672), true));
    assert_eq!((found, lost), (92_672, 27_998));
    let symmetry = Symmetry::default();
    assert_eq!(symmetry.orders(&problem).map(|orders| orders * 92_672), Some(11_120_640));
}

#[test]
fn a_list_is_complete_from_the_number_of_all_schedules_on() {
    for problem in [nine(1), ScheduleProblem::new(6, 2, 3, Meets::Neighbours).unwrap()] {
        let number = usize::try_from(count(problem, &all("sound"))).unwrap();
        for limit in [number - 1, number, number + 1].into_iter().filter(|limit| *limit != 0) {
            let options = ScheduleOptions { wanted: ScheduleQuery::All(limit), ..all("sound") };
            let report = solve(problem, &options, &Stop::default(), &mut |_| {}).unwrap();
            assert_eq!(report.complete, number <= limit, "{limit} of {number}");
            assert_eq!(report.count, Some(number.min(limit) as u128), "{limit} of {number}");
            let ScheduleOutcome::Solved(schedules) = &report.outcome else { panic!("there are some") };
            assert_eq!(schedules.len(), number.min(limit), "{limit} of {number}");
        }
    }
}

/// Up to names and order, there are 332, and strong symmetry breaking loses none.
#[test]
fn strong_symmetry_breaking_keeps_all_332_classes() {
    if !everything() {
        return;
    }
    let problem = nine(6);
    let kept = kept(problem, &all("strong"));
    assert_eq!(classes(&problem, kept).len(), 332);
}

/// On two days the counts are small enough to see what multiplying stands for, and what the document loses.
#[test]
fn nine_prisoners_on_two_days() {
    let problem = nine(2);
    let in_order = count(problem, &all("sound"));
    assert_eq!(count(problem, &all("first-day,rows,ends")), in_order);
    assert_eq!(
        classes(&problem, kept(problem, &all("strong"))),
        classes(&problem, kept(problem, &all("sound")))
    );
    let report = solve(problem, &all("sound"), &Stop::default(), &mut |_| {}).unwrap();
    let ScheduleOutcome::Solved(schedules) = report.outcome else { panic!("there are some") };
    let kept_by_document =
        schedules.iter().filter(|schedule| schedule.days().iter().all(|rows| survives(rows)));
    let printed = ScheduleOptions { encoding: ScheduleEncoding::Places, ..all("document") };
    assert_eq!(count(problem, &printed), u128::try_from(kept_by_document.count()).unwrap());
}

#[test]
fn days_in_any_order() {
    let problem = ScheduleProblem::new(6, 2, 4, Meets::Neighbours).unwrap();
    let (in_order, in_any) = (count(problem, &all("sound")), count(problem, &all("first-day,rows,ends")));
    assert_eq!(in_order * 6, in_any);
}

#[test]
fn the_document_finds_one() {
    for days in 1..=6 {
        for choice in ["document", "document,days", "document,rows", "rows-as-printed", "document,rows,days"]
        {
            let options = ScheduleOptions {
                encoding: ScheduleEncoding::Places,
                wanted: ScheduleQuery::One,
                ..all(choice)
            };
            let report = solve(nine(days), &options, &Stop::default(), &mut |_| {}).unwrap();
            assert!(matches!(report.outcome, ScheduleOutcome::Solved(_)), "{days} days, {choice}");
        }
    }
}

#[test]
fn the_document_is_about_nine_prisoners_and_places() {
    let refused = |problem, encoding| {
        let options = ScheduleOptions { encoding, ..all("document") };
        solve(problem, &options, &Stop::default(), &mut |_| {}).unwrap_err()
    };
    assert_eq!(refused(nine(6), ScheduleEncoding::Pairs), PrisonersError::Symmetry(SymmetryError::NoPlaces));
    let girls = ScheduleProblem::new(9, 3, 4, Meets::Everyone).unwrap();
    assert_eq!(
        refused(girls, ScheduleEncoding::Places),
        PrisonersError::Symmetry(SymmetryError::OtherProblem)
    );
}

/// Kirkman's schoolgirls, 840 affine planes with their four days in any order, and golfers that are known to be possible or not.
#[test]
fn where_everyone_meets() {
    let everyone = |people, row, days| ScheduleProblem::new(people, row, days, Meets::Everyone).unwrap();
    assert_eq!(count(everyone(9, 3, 4), &all("first-day,days")) * 6 * 280, 840 * 24);
    assert_eq!(count(everyone(6, 3, 1), &all("none")), 10);
    for (problem, possible) in [
        (everyone(15, 3, 7), true),
        (everyone(6, 3, 2), false),
        (everyone(16, 4, 5), true),
        // No nearly Kirkman triple system of twelve exists.
        (everyone(12, 3, 5), false),
        (everyone(12, 3, 4), true),
        (everyone(8, 4, 2), false),
    ] {
        let options = ScheduleOptions { wanted: ScheduleQuery::One, ..ScheduleOptions::default() };
        let report = solve(problem, &options, &Stop::default(), &mut |_| {}).unwrap();
        assert_eq!(matches!(report.outcome, ScheduleOutcome::Solved(_)), possible, "{problem:?}");
    }
}

#[test]
fn large_ones_are_found() {
    for (people, row, days) in [(16, 4, 10), (21, 3, 15), (12, 2, 11), (25, 5, 10)] {
        let problem = ScheduleProblem::new(people, row, days, Meets::Neighbours).unwrap();
        let report = solve(problem, &ScheduleOptions::default(), &Stop::default(), &mut |_| {}).unwrap();
        let ScheduleOutcome::Solved(schedules) = report.outcome else { panic!("{problem:?}") };
        assert_eq!(check(&problem, &schedules[0]), Ok(()));
    }
}

#[test]
fn too_many_days_are_impossible_by_counting() {
    for days in [7, usize::MAX] {
        let report = solve(nine(days), &ScheduleOptions::default(), &Stop::default(), &mut |_| {}).unwrap();
        assert_eq!(report.outcome, ScheduleOutcome::Impossible(Impossible::Counting));
    }
}

/// Numbers that were counted day by day, without a formula.
#[test]
fn numbers_of_schedules() {
    use Meets::{Everyone, Neighbours};
    for ((people, row, days), meets, expected) in [
        ((9, 3, 1), Neighbours, 1),
        ((9, 3, 2), Neighbours, 2572),
        ((4, 2, 3), Neighbours, 1),
        ((6, 2, 5), Neighbours, 2),
        ((8, 2, 7), Neighbours, 416),
        ((9, 3, 2), Everyone, 36),
        ((9, 3, 4), Everyone, 12),
    ] {
        let problem = ScheduleProblem::new(people, row, days, meets).unwrap();
        assert_eq!(count(problem, &all("sound")), expected, "{problem:?}");
    }
}

#[test]
fn a_raised_flag_stops_it() {
    let stop = Stop::default();
    stop.raise(StopReason::Timeout);
    for solver in SolverKind::ALL {
        let options = ScheduleOptions { solver: solver.clone(), ..all("sound") };
        let report = solve(nine(6), &options, &stop, &mut |_| {}).unwrap();
        assert_eq!(report.outcome, ScheduleOutcome::Stopped(StopReason::Timeout));
    }
    let stop = Stop::default();
    let raise = stop.clone();
    let report = solve(nine(6), &all("sound"), &stop, &mut |progress| {
        if progress == ScheduleProgress::Found(10) {
            raise.raise(StopReason::Interrupt);
        }
    });
    let report = report.unwrap();
    assert_eq!(
        (report.count, report.complete, report.stopped),
        (Some(10), false, Some(StopReason::Interrupt))
    );
    assert!(
        matches!(&report.outcome, ScheduleOutcome::Solved(schedules) if schedules.iter().all(|s| days(&nine(6), s).len() == 6))
    );
}
