//! `places`: variables for who walks where, as the document's `arrange`.

use itertools::Itertools;

use super::super::Meets;
use super::super::model::{Means, ScheduleFormula};
use super::super::symmetry::{Symmetry, SymmetryPart};
use crate::formula::{AtMostOne, ClauseShapes as _, ClauseSink as _, Lit};

pub(super) fn encode(model: &mut ScheduleFormula, symmetry: &Symmetry, at_most_one: AtMostOne) {
    let problem = model.problem;
    let people = problem.people();
    let n = problem.days() * people * people;
    let places = (0..n).map(|_| model.formula.new_var().positive()).collect_vec();
    let at = |day, place, person| ScheduleFormula::at(&places, &problem, day, place, person);
    for day in 0..problem.days() {
        for one in 0..people {
            let who = (0..people).map(|person| at(day, one, person)).collect_vec();
            at_most_one.exactly_one(&mut model.formula, &who);
            let place = (0..people).map(|place| at(day, place, one)).collect_vec();
            at_most_one.exactly_one(&mut model.formula, &place);
        }
        for place in 0..people {
            let with = meeting_places(model, place);
            for (person, other) in (0..people).cartesian_product(0..people).filter(|(a, b)| a != b) {
                let (here, meets) = (at(day, place, person), model.meets(day, person, other));
                let there = with.iter().map(|place| at(day, *place, other)).collect_vec();
                for there in &there {
                    model.formula.all_imply(&[here, *there], meets);
                }
                model.formula.all_imply_any(&[here, meets], &there);
            }
        }
        if day == 0 && symmetry.has(SymmetryPart::FirstDay) {
            (0..people).for_each(|person| model.formula.unit(at(0, person, person)));
        }
        for [before, after] in ordered_places(model, symmetry) {
            let row = |place: usize| (0..people).map(|person| at(day, place, person)).collect_vec();
            less(model, &row(before), &row(after));
        }
    }
    model.means = Means::Places(places);
}

/// The places whose people meet the one at a place.
fn meeting_places(model: &ScheduleFormula, place: usize) -> Vec<usize> {
    let row = place / model.problem.row() * model.problem.row();
    let places = (row..row + model.problem.row()).collect_vec();
    let meets = |pair: [usize; 2]| match pair {
        [a, b] if a == place => Some(b),
        [a, b] if b == place => Some(a),
        _ => None,
    };
    model.problem.meets().pairs(&places).into_iter().filter_map(meets).collect()
}

/// The places of a day whose people are in order.
fn ordered_places(model: &ScheduleFormula, symmetry: &Symmetry) -> Vec<[usize; 2]> {
    let problem = &model.problem;
    let mut ordered = Vec::new();
    for first in (0..problem.people()).step_by(problem.row()) {
        let last = first + problem.row() - 1;
        if symmetry.has(SymmetryPart::Ends) {
            match problem.meets() {
                Meets::Neighbours => ordered.push([first, last]),
                Meets::Everyone => ordered.extend((first..last).map(|place| [place, place + 1])),
            }
        }
        if symmetry.has(SymmetryPart::Rows) && last + 1 < problem.people() {
            ordered.push([first, last + 1]);
        }
    }
    if symmetry.has(SymmetryPart::RowsAsPrinted) {
        // arrange(d)(c) < arrange(d)(c+3) for c in {1,3}.
        ordered.extend([[0, 3], [2, 5]]);
    }
    ordered
}

/// The person of the first list is smaller than that of the second.
fn less(model: &mut ScheduleFormula, before: &[Lit], after: &[Lit]) {
    let mut so_far: Option<Lit> = None;
    for (before, after) in before.iter().zip(after) {
        // `after` stands for a person greater than one that `before` stands for.
        model.formula.implies_any(*after, &so_far.map_or(Vec::new(), |lit| vec![lit]));
        let now = model.formula.new_var().positive();
        model.formula.implies_any(now, &so_far.into_iter().chain([*before]).collect_vec());
        so_far = Some(now);
    }
}
