//! The slow, obvious way: all schedules, one pair of people after the other.

use std::collections::{BTreeMap, BTreeSet};

use bmcplan_prisoners::{Meets, Schedule, ScheduleProblem};
use itertools::Itertools;

/// Who meets on a day.
pub(crate) type Day = BTreeSet<[usize; 2]>;

/// The days of a schedule.
pub(crate) fn days(problem: &ScheduleProblem, schedule: &Schedule) -> Vec<Day> {
    let pairs = |day: &Vec<Vec<usize>>| {
        let pairs = day.iter().flat_map(|row| problem.meets().pairs(row));
        pairs.map(|[a, b]| [a.min(b), a.max(b)]).collect()
    };
    schedule.days().iter().map(pairs).collect()
}

/// All ways to walk on one day.
pub(crate) fn all_days(problem: &ScheduleProblem) -> BTreeSet<Day> {
    let people = (0..problem.people()).collect_vec();
    let day = |order: Vec<usize>| {
        let pairs = order.chunks(problem.row()).flat_map(|row| problem.meets().pairs(row)).collect_vec();
        pairs.into_iter().map(|[a, b]| [a.min(b), a.max(b)]).collect()
    };
    people.iter().copied().permutations(problem.people()).map(day).collect()
}

/// All schedules.
pub(crate) fn all_schedules(problem: &ScheduleProblem) -> BTreeSet<Vec<Day>> {
    let all = all_days(problem);
    let mut found = BTreeSet::from([Vec::new()]);
    for _ in 0..problem.days() {
        let longer = |schedule: &Vec<Day>| {
            let free = |day: &&Day| schedule.iter().all(|before| before.is_disjoint(day));
            all.iter()
                .filter(free)
                .map(|day| schedule.iter().cloned().chain([day.clone()]).collect_vec())
                .collect_vec()
        };
        found = found.iter().flat_map(longer).collect();
    }
    found
}

/// The smallest of the schedules that `schedule` becomes under these names, whatever the order of days.
pub(crate) fn canonical<'a>(
    schedule: &[Day],
    names: impl IntoIterator<Item = &'a Vec<usize>>,
) -> Vec<Vec<[usize; 2]>> {
    let renamed = |names: &Vec<usize>| {
        let pair = |[a, b]: &[usize; 2]| [names[*a].min(names[*b]), names[*a].max(names[*b])];
        schedule
            .iter()
            .map(|day| day.iter().map(pair).sorted_unstable().collect_vec())
            .sorted_unstable()
            .collect_vec()
    };
    names.into_iter().map(renamed).min().unwrap()
}

/// Schedules that are the same but for names and the order of days, as the number of classes. A canonical form is sought
/// among the names that make some day the first one, `1 2 3 | 4 5 6 | …`.
pub(crate) fn classes(
    problem: &ScheduleProblem,
    schedules: impl IntoIterator<Item = Vec<Day>>,
) -> BTreeSet<Vec<Vec<[usize; 2]>>> {
    let mut known: BTreeMap<Day, Vec<Vec<usize>>> = BTreeMap::new();
    let class = |schedule: Vec<Day>| {
        let names = schedule
            .iter()
            .flat_map(|day| known.entry(day.clone()).or_insert_with(|| names_of(problem, day)).clone());
        let names = names.collect_vec();
        canonical(&schedule, &names)
    };
    schedules.into_iter().map(class).collect()
}

/// All names that make this day the first one.
fn names_of(problem: &ScheduleProblem, day: &Day) -> Vec<Vec<usize>> {
    let rows = rows_of(problem, day);
    let ways = |row: &Vec<usize>| match problem.meets() {
        Meets::Neighbours => vec![row.clone(), row.iter().rev().copied().collect()],
        Meets::Everyone => row.iter().copied().permutations(row.len()).collect(),
    };
    let turned = rows.iter().map(ways).multi_cartesian_product();
    let orders = turned.flat_map(|rows| rows.into_iter().permutations(problem.rows()).collect_vec());
    let names = |order: Vec<Vec<usize>>| {
        let mut names = vec![0; problem.people()];
        order.into_iter().flatten().enumerate().for_each(|(name, person)| names[person] = name);
        names
    };
    orders.map(names).collect()
}

/// The rows of a day, each from an end.
fn rows_of(problem: &ScheduleProblem, day: &Day) -> Vec<Vec<usize>> {
    let met = |person: usize| {
        let other = |[a, b]: &[usize; 2]| match person {
            _ if person == *a => Some(*b),
            _ if person == *b => Some(*a),
            _ => None,
        };
        day.iter().filter_map(other).collect_vec()
    };
    let mut rows: Vec<Vec<usize>> = Vec::new();
    for first in (0..problem.people()).sorted_by_key(|person| met(*person).len()) {
        if rows.iter().flatten().contains(&first) {
            continue;
        }
        let mut row = vec![first];
        while let Some(next) = met(row[row.len() - 1]).into_iter().find(|other| !row.contains(other)) {
            row.push(next);
        }
        rows.push(row);
    }
    rows
}
