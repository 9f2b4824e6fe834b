//! Clauses of symmetry breaking that speak of pairs that meet, for every encoding. The arguments are in
//! [`symmetry`](super::symmetry).

use itertools::Itertools;

use super::model::{Means, ScheduleFormula};
use super::{Meets, Symmetry, SymmetryPart};
use crate::formula::{ClauseShapes as _, ClauseSink as _, Lit};

/// Writes the parts that are chosen.
pub(super) fn encode(model: &mut ScheduleFormula, symmetry: &Symmetry) {
    if symmetry.has(SymmetryPart::FirstDay) {
        first_day(model);
    }
    if symmetry.has(SymmetryPart::Days) {
        let order = if symmetry.has(SymmetryPart::Labels) {
            sigma(model)
        } else {
            (1..model.problem.people()).collect()
        };
        days(model, &order);
    }
    if symmetry.has(SymmetryPart::Labels) {
        labels(model);
    }
}

/// On day 1 people walk in the order of their numbers.
fn first_day(model: &mut ScheduleFormula) {
    let row = model.problem.row();
    for [a, b] in (0..model.problem.people()).array_combinations() {
        let in_a_row = a / row == b / row;
        let meet = in_a_row && (model.problem.meets() == Meets::Everyone || a + 1 == b);
        let lit = model.meets(0, a, b);
        model.formula.unit(if meet { lit } else { !lit });
    }
}

/// Day d+1 comes only where day d came before, when the people that 1 meets are gone through in that order.
fn days(model: &mut ScheduleFormula, order: &[usize]) {
    let mut came: Vec<Option<Lit>> = vec![None; model.problem.days()];
    for other in order {
        let meets = (0..model.problem.days()).map(|day| model.meets(day, 0, *other)).collect_vec();
        for (before, meets) in came.iter().zip(&meets[1..]) {
            model.formula.implies_any(*meets, &before.iter().copied().collect_vec());
        }
        for (came, meets) in came.iter_mut().zip(meets) {
            let now = model.formula.new_var().positive();
            model.formula.iff_any(now, &came.iter().copied().chain([meets]).collect_vec());
            *came = Some(now);
        }
    }
}

/// The order σ: as on day 1, but with the ends before the others in each row but the first.
fn sigma(model: &ScheduleFormula) -> Vec<usize> {
    let (people, row) = (model.problem.people(), model.problem.row());
    let of_row = |first: usize| {
        let last = first + row - 1;
        match model.problem.meets() {
            Meets::Neighbours if first != 0 && 1 < row => {
                [first, last].into_iter().chain(first + 1..last).collect_vec()
            }
            Meets::Neighbours | Meets::Everyone => (first..=last).collect_vec(),
        }
    };
    (0..people).step_by(row).flat_map(of_row).skip(1).collect()
}

/// Names that keep day 1 are used up.
fn labels(model: &mut ScheduleFormula) {
    let (people, row) = (model.problem.people(), model.problem.row());
    for first in (row..people).step_by(row) {
        let last = first + row - 1;
        match model.problem.meets() {
            Meets::Neighbours => not_later(model, first, last),
            Meets::Everyone => (first..last).for_each(|member| not_later(model, member, member + 1)),
        }
        if last + 1 < people {
            not_later(model, first, last + 1);
        }
    }
    if model.problem.meets() == Meets::Neighbours && 2 < row {
        turn_first_row(model);
    }
}

/// If 1 meets b, it meets a on that day or before.
fn not_later(model: &mut ScheduleFormula, a: usize, b: usize) {
    for day in 0..model.problem.days() {
        let until = (0..=day).map(|day| model.meets(day, 0, a)).collect_vec();
        model.formula.implies_any(model.meets(day, 0, b), &until);
    }
}

/// Where the ends of the first row meet again, 1 is not farther from the middle.
fn turn_first_row(model: &mut ScheduleFormula) {
    let problem = model.problem;
    let (people, end) = (problem.people(), problem.row() - 1);
    for day in 1..problem.days() {
        let meets = model.meets(day, 0, end);
        let mut forbidden: Vec<Vec<Lit>> = Vec::new();
        match &model.means {
            Means::Distances(distances) => {
                let [one, other] = [0, end].map(|person| &distances[day * people + person]);
                forbidden.extend(one.iter().zip(&other[1..]).map(|(out, inside)| vec![meets, *out, *inside]));
            }
            Means::Places(places) => {
                let distance = |place: usize| {
                    let at = place % problem.row();
                    at.min(problem.row() - 1 - at)
                };
                let next = (0..people).flat_map(|place| [(place, place + 1), (place + 1, place)]);
                let outer = next.filter(|(a, b)| {
                    a.max(b) < &people
                        && a / problem.row() == b / problem.row()
                        && distance(*a) < distance(*b)
                });
                let at = |place, person| ScheduleFormula::at(places, &problem, day, place, person);
                forbidden.extend(outer.map(|(out, inside)| vec![at(out, 0), at(inside, end)]));
            }
        }
        for lits in forbidden {
            model.formula.all_imply_any(&lits, &[]);
        }
    }
}
