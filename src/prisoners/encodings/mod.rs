//! The encodings of schedules as clauses.
//!
//! | name | variables besides "a and b meet on day d" | |
//! |---|---|---|
//! | `pairs-counted` | as `pairs` | and how often each person can be at an end, over the days and over the people |
//! | `pairs` | where in a row each person walks, by the distance from its nearer end | rows have no order and no direction |
//! | `places` | who walks at which place of which row | as in the document |
//!
//! The counts of `pairs-counted` follow from the rest, but no solver sees that: on a day 2v/k people are at ends, and
//! in a full schedule everybody meets v−1 others on d days, two a day but one at an end, so is at an end on 2d − (v−1) days.

mod pairs;
mod places;

use itertools::Itertools as _;

use super::model::ScheduleFormula;
use super::symmetry::Symmetry;
use super::{ScheduleProblem, break_symmetry};
use crate::formula::{AtMostOne, ClauseShapes as _};
use crate::names::chosen_by_name;

/// A way to write a problem as clauses.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum ScheduleEncoding {
    /// Pairs and distances from an end, with counts.
    #[default]
    PairsCounted,
    /// Pairs and distances from an end.
    Pairs,
    /// Places.
    Places,
}

chosen_by_name!(
    ScheduleEncoding { PairsCounted: "pairs-counted", Pairs: "pairs", Places: "places" },
    UnknownEncoding,
    "encoding"
);

impl ScheduleEncoding {
    /// The problem as clauses, with symmetry breaking.
    pub(super) fn encode(
        self,
        problem: ScheduleProblem,
        symmetry: &Symmetry,
        at_most_one: AtMostOne,
    ) -> ScheduleFormula {
        let mut model = ScheduleFormula::new(problem);
        match self {
            Self::PairsCounted | Self::Pairs => {
                pairs::encode(&mut model, at_most_one, self == Self::PairsCounted);
            }
            Self::Places => places::encode(&mut model, symmetry, at_most_one),
        }
        meet_once(&mut model, at_most_one);
        break_symmetry::encode(&mut model, symmetry);
        model
    }
}

/// No pair meets twice; every pair meets, if there are no more days than that takes.
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
