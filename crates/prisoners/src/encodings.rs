//! The encodings of schedules as clauses.
//!
//! | name | variables in addition to "a and b meet on day d" | |
//! |---|---|---|
//! | `pairs-counted` | as `pairs` | counts how often each person is at an end, over the days and over the people |
//! | `pairs` | distance of each person from the nearer end of its row | rows have no order and no direction |
//! | `places` | person at each place of each row | as in the document |
//!
//! The counts of `pairs-counted` follow from the rest, but solvers do not derive them. On a day 2v/k people are at ends. In a
//! full schedule each person meets v−1 others on d days, two a day or one at an end. So each person is at an end on 2d − (v−1)
//! days.

use itertools::Itertools as _;

use bmcplan_base::names::chosen_by_name;
use bmcplan_formula::{AtMostOne, ClauseShapes as _, ClauseSink as _, Lit, exactly};

use super::model::{DecodingVariables, ScheduleFormula};
use super::symmetry::{Symmetry, SymmetryPart};
use super::{Meets, ScheduleProblem};

/// Encoding of a problem as clauses.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum ScheduleEncoding {
    /// Pairs and distances from an end, with counts.
    #[default]
    PairsCounted,
    /// Pairs and distances from an end.
    Pairs,
    /// A variable for each person and place.
    Places,
}

chosen_by_name!(
    ScheduleEncoding { PairsCounted: "pairs-counted", Pairs: "pairs", Places: "places" },
    UnknownEncoding,
    "encoding"
);

impl ScheduleEncoding {
    /// Encodes the problem as clauses, with symmetry breaking.
    pub(super) fn encode(
        self,
        problem: ScheduleProblem,
        symmetry: &Symmetry,
        at_most_one: AtMostOne,
    ) -> ScheduleFormula {
        let mut model = ScheduleFormula::new(problem);
        match self {
            Self::PairsCounted | Self::Pairs => {
                encode_pairs(&mut model, at_most_one, self == Self::PairsCounted);
            }
            Self::Places => encode_places(&mut model, symmetry, at_most_one),
        }
        meet_once(&mut model, at_most_one);
        break_symmetry(&mut model, symmetry);
        model
    }
}

/// Encodes that no pair meets twice. In full problems every pair meets.
fn meet_once(model: &mut ScheduleFormula, at_most_one: AtMostOne) {
    let problem = model.problem;
    for [a, b] in (0..problem.people()).array_combinations() {
        let days = (0..problem.days()).map(|day| model.meets(day, a, b)).collect_vec();
        at_most_one.encode(&mut model.formula, &days);
        if problem.is_full() {
            model.formula.at_least_one(&days);
        }
    }
}

/// Writes `pairs` and `pairs-counted`: a day is a set of pairs that meet.
///
/// If neighbours meet, the rows of a day are paths on k people. Each person has a distance from the nearer end, 0 to ⌈k/2⌉−1.
/// A set of pairs consists of such paths exactly if there are distances with three properties. A person at an end meets one
/// person, all others meet two. Distances of neighbours differ by one. Only in rows of even length the two people in the
/// middle have equal distances and meet. Increasing distances lead from an end to the middle and from there to the other end,
/// so there are no cycles.
///
/// If everyone in a row meets, a day consists of cliques: each person meets k−1 people, and meeting is transitive.
fn encode_pairs(model: &mut ScheduleFormula, at_most_one: AtMostOne, counted: bool) {
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
    if let DecodingVariables::Distances(all) = &mut model.decoding {
        all.extend(distances);
    }
}

/// Encodes at most one neighbour on each side of a person. Ends, and the middle of a row of odd length, are excepted.
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

/// Encodes how often each person is at an end, which follows from the number of people to meet.
fn days_at_an_end(model: &mut ScheduleFormula) {
    let problem = model.problem;
    let DecodingVariables::Distances(distances) = &model.decoding else { return };
    if problem.row() == 2 {
        return;
    }
    for person in 0..problem.people() {
        let at_end = (0..problem.days()).map(|day| distances[day * problem.people() + person][0]);
        // There are two sides a day; those that are no end meet all others.
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

/// Writes `places`: variables for the place of each person, like the document's `arrange`.
fn encode_places(model: &mut ScheduleFormula, symmetry: &Symmetry, at_most_one: AtMostOne) {
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
    model.decoding = DecodingVariables::Places(places);
}

/// Returns the places that meet `place` in its row.
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

/// Returns pairs of places of a day whose people are in ascending order.
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

/// Encodes that the person of `before` is smaller than the person of `after`; both lists are one-hot.
fn less(model: &mut ScheduleFormula, before: &[Lit], after: &[Lit]) {
    let mut so_far: Option<Lit> = None;
    for (before, after) in before.iter().zip(after) {
        // If `after` is true here, some earlier literal of `before` is true.
        model.formula.implies_any(*after, &so_far.map_or(Vec::new(), |lit| vec![lit]));
        let now = model.formula.new_var().positive();
        model.formula.implies_any(now, &so_far.into_iter().chain([*before]).collect_vec());
        so_far = Some(now);
    }
}

/// Writes the chosen parts of symmetry breaking that are about meeting pairs, for every encoding. The arguments are in
/// [`symmetry`](super::symmetry).
fn break_symmetry(model: &mut ScheduleFormula, symmetry: &Symmetry) {
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

/// Fixes day 1: people walk in the order of their numbers.
fn first_day(model: &mut ScheduleFormula) {
    let row = model.problem.row();
    for [a, b] in (0..model.problem.people()).array_combinations() {
        let in_a_row = a / row == b / row;
        let meet = in_a_row && (model.problem.meets() == Meets::Everyone || a + 1 == b);
        let lit = model.meets(0, a, b);
        model.formula.unit(if meet { lit } else { !lit });
    }
}

/// Orders the days by their first occurrence when the people that person 1 meets are visited in `order`.
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

/// Returns the order σ: as on day 1, but with the ends before the others in each row except the first.
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

/// Breaks the symmetry of names that keep day 1.
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

/// Encodes D(1, a) ≤ D(1, b): if 1 meets b, it meets a on that day or before.
fn not_later(model: &mut ScheduleFormula, a: usize, b: usize) {
    for day in 0..model.problem.days() {
        let until = (0..=day).map(|day| model.meets(day, 0, a)).collect_vec();
        model.formula.implies_any(model.meets(day, 0, b), &until);
    }
}

/// Encodes for each later day: if the ends of the first row meet again, 1 is not farther from the middle.
fn turn_first_row(model: &mut ScheduleFormula) {
    let problem = model.problem;
    let (people, end) = (problem.people(), problem.row() - 1);
    for day in 1..problem.days() {
        let meets = model.meets(day, 0, end);
        let mut forbidden: Vec<Vec<Lit>> = Vec::new();
        match &model.decoding {
            DecodingVariables::Distances(distances) => {
                let [one, other] = [0, end].map(|person| &distances[day * people + person]);
                forbidden.extend(one.iter().zip(&other[1..]).map(|(out, inside)| vec![meets, *out, *inside]));
            }
            DecodingVariables::Places(places) => {
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
