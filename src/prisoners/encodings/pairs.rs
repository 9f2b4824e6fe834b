//! `pairs` and `pairs-counted`: a day is a set of pairs that meet.
//!
//! Where neighbours meet, the rows of a day are paths on k people, and a set of pairs is made of such paths exactly if
//! everybody has a distance from the nearer end, 0 to ⌈k/2⌉−1, so that who is at an end meets one person, everybody else
//! two, and neighbours' distances differ by one; except that in rows of even length the two in the middle meet. Going from
//! an end towards greater distances leads to the middle and from there to the other end: there can be no circles.
//!
//! Where everyone meets, a day is made of cliques: everybody meets k−1 people, and whom they meet.

use itertools::Itertools;

use super::super::Meets;
use super::super::model::{Means, ScheduleFormula};
use crate::formula::{AtMostOne, ClauseShapes as _, ClauseSink as _, Lit, exactly};

pub(super) fn encode(model: &mut ScheduleFormula, at_most_one: AtMostOne, counted: bool) {
    for day in 0..model.problem.days() {
        match model.problem.meets() {
            Meets::Neighbours => paths(model, day, at_most_one, counted),
            Meets::Everyone => cliques(model, day),
        }
    }
    if counted && model.problem.meets() == Meets::Neighbours && model.problem.is_full() {
        days_at_an_end(model);
    }
}

fn paths(model: &mut ScheduleFormula, day: usize, at_most_one: AtMostOne, counted: bool) {
    let problem = model.problem;
    let (people, middle) = (problem.people(), (problem.row() - 1) / 2);
    let mut distances = Vec::with_capacity(people);
    for _ in 0..people {
        let distance = (0..=middle).map(|_| model.formula.new_var().positive()).collect_vec();
        at_most_one.exactly_one(&mut model.formula, &distance);
        distances.push(distance);
    }
    let neighbour_of = |at: usize| {
        let in_the_middle = (at == middle && problem.row().is_multiple_of(2)).then_some(at);
        let outwards = at.checked_sub(1);
        let inwards = (at < middle).then_some(at + 1);
        [outwards, inwards, in_the_middle].into_iter().flatten().collect_vec()
    };
    for person in 0..people {
        let met = model.others(person).map(|other| model.meets(day, person, other)).collect_vec();
        // Two, or one and the end of the row.
        let end = (2 < problem.row()).then_some(distances[person][0]);
        let sides = met.iter().copied().chain(end).collect_vec();
        exactly(&mut model.formula, &sides, if end.is_some() { 2 } else { 1 });
        for (other, at) in model.others(person).cartesian_product(0..=middle) {
            let meets = model.meets(day, person, other);
            let there = neighbour_of(at).into_iter().map(|next| distances[other][next]).collect_vec();
            model.formula.all_imply_any(&[meets, distances[person][at]], &there);
        }
        one_each_way(model, day, person, &distances, at_most_one);
    }
    if counted {
        let ends = distances.iter().map(|distance| distance[0]).collect_vec();
        exactly(&mut model.formula, &ends, 2 * problem.rows());
    }
    if let Means::Distances(all) = &mut model.means {
        all.extend(distances);
    }
}

/// No two neighbours on the same side, for people who are neither at an end nor alone in the middle.
fn one_each_way(
    model: &mut ScheduleFormula,
    day: usize,
    person: usize,
    distances: &[Vec<Lit>],
    at_most_one: AtMostOne,
) {
    let row = model.problem.row();
    let middle = (row - 1) / 2;
    // In the middle of a row of odd length, both neighbours are farther out.
    let inner = (1..=middle).filter(|at| *at < middle || row.is_multiple_of(2)).collect_vec();
    if inner.is_empty() {
        return;
    }
    let (mut outwards, mut inwards) = (Vec::new(), Vec::new());
    for other in model.others(person).collect_vec() {
        let meets = model.meets(day, person, other);
        let [out, inside] = [(); 2].map(|()| model.formula.new_var().positive());
        for at in inner.iter().copied() {
            let here = distances[person][at];
            model.formula.all_imply(&[meets, here, distances[other][at - 1]], out);
            let next = if at < middle { at + 1 } else { at };
            model.formula.all_imply(&[meets, here, distances[other][next]], inside);
        }
        outwards.push(out);
        inwards.push(inside);
    }
    at_most_one.encode(&mut model.formula, &outwards);
    at_most_one.encode(&mut model.formula, &inwards);
}

/// Everybody is at an end as often as the number of people to meet says.
fn days_at_an_end(model: &mut ScheduleFormula) {
    let problem = model.problem;
    let Means::Distances(distances) = &model.means else { return };
    if problem.row() == 2 {
        return;
    }
    for person in 0..problem.people() {
        let at_end = (0..problem.days()).map(|day| distances[day * problem.people() + person][0]);
        // Twice the days are the sides; those that are not at an end meet all others.
        exactly(&mut model.formula, &at_end.collect_vec(), 2 * problem.days() - (problem.people() - 1));
    }
}

fn cliques(model: &mut ScheduleFormula, day: usize) {
    let people = model.problem.people();
    for person in 0..people {
        let met = model.others(person).map(|other| model.meets(day, person, other)).collect_vec();
        exactly(&mut model.formula, &met, model.problem.row() - 1);
    }
    for [a, b, c] in (0..people).array_combinations() {
        let [ab, ac, bc] = [model.meets(day, a, b), model.meets(day, a, c), model.meets(day, b, c)];
        for (both, third) in [([ab, ac], bc), ([ab, bc], ac), ([ac, bc], ab)] {
            model.formula.all_imply(&both, third);
        }
    }
}
