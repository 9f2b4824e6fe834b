//! The formula of a schedule problem, with variables from which every encoding decodes a schedule.

use itertools::Itertools;

use bmcplan_formula::{ClauseSink, Formula, Lit};

use super::{Schedule, ScheduleProblem};

/// Clauses of a problem, and the variables that define a schedule.
#[derive(Debug)]
pub(super) struct ScheduleFormula {
    pub(super) problem: ScheduleProblem,
    pub(super) formula: Formula,
    /// For each day and pair: true in a model exactly if the two meet on that day.
    pub(super) meets: Vec<Lit>,
    pub(super) decoding: DecodingVariables,
}

/// Variables of an encoding in addition to meeting pairs.
#[derive(Debug)]
pub(super) enum DecodingVariables {
    /// For each day, place and person: the person is there. Places are numbered through the rows.
    Places(Vec<Lit>),
    /// For each day and person, and each distance from the nearer end of a row, from 0: the person walks at this distance.
    /// Empty if everyone in a row meets.
    Distances(Vec<Vec<Lit>>),
}

impl ScheduleFormula {
    pub(super) fn new(problem: ScheduleProblem) -> Self {
        let mut formula = Formula::default();
        let n = problem.days() * problem.n_pairs();
        let meets = (0..n).map(|_| formula.new_var().positive()).collect();
        Self { problem, formula, meets, decoding: DecodingVariables::Distances(Vec::new()) }
    }

    /// Returns the literal that two different people meet on a day.
    pub(super) fn meets(&self, day: usize, a: usize, b: usize) -> Lit {
        let (low, high) = (a.min(b), a.max(b));
        self.meets[day * self.problem.n_pairs() + high * (high - 1) / 2 + low]
    }

    pub(super) fn others(&self, person: usize) -> impl Iterator<Item = usize> + use<> {
        (0..self.problem.people()).filter(move |other| *other != person)
    }

    /// Returns the literal of `places` that a person walks at a place.
    pub(super) fn at(
        places: &[Lit],
        problem: &ScheduleProblem,
        day: usize,
        place: usize,
        person: usize,
    ) -> Lit {
        places[(day * problem.people() + place) * problem.people() + person]
    }

    pub(super) fn schedule(&self, holds: &dyn Fn(Lit) -> bool) -> Schedule {
        let days = 0..self.problem.days();
        Schedule(match &self.decoding {
            DecodingVariables::Places(places) => {
                let at = |day, place| {
                    let person = |who: &usize| holds(Self::at(places, &self.problem, day, place, *who));
                    (0..self.problem.people()).filter(person).collect_vec()
                };
                let row = |day: usize, row: usize| {
                    let first = row * self.problem.row();
                    (first..first + self.problem.row()).flat_map(|place| at(day, place)).collect()
                };
                days.map(|day| (0..self.problem.rows()).map(|index| row(day, index)).collect()).collect()
            }
            DecodingVariables::Distances(_) => days.map(|day| self.rows_of_pairs(day, holds)).collect(),
        })
    }

    /// Decodes the rows of a day: from each person at an end, or not yet visited, to unvisited people that it meets.
    fn rows_of_pairs(&self, day: usize, holds: &dyn Fn(Lit) -> bool) -> Vec<Vec<usize>> {
        let met = |person: usize| -> Vec<usize> {
            self.others(person).filter(|other| holds(self.meets(day, person, *other))).collect()
        };
        let met = (0..self.problem.people()).map(met).collect_vec();
        let mut seen = vec![false; self.problem.people()];
        let mut rows = Vec::new();
        // Ends first: they meet fewest people. If everyone in a row meets, all are equal.
        for first in (0..self.problem.people()).sorted_by_key(|person| met[*person].len()) {
            let mut row = Vec::new();
            let mut next = (!seen[first]).then_some(first);
            while let Some(person) = next {
                seen[person] = true;
                row.push(person);
                next = met[person].iter().copied().find(|other| !seen[*other]);
            }
            if !row.is_empty() {
                rows.push(row);
            }
        }
        rows
    }
}
