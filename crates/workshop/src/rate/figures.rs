//! The table of figures: name, definition, source and value of each, and the figures of a problem as a JSON object.

use std::collections::BTreeMap;
use std::fmt;

use serde::{Serialize, Serializer};

use bmcplan_ask::{AnswerHead, Cost, JsonCount, LoadedProblem, RunInfo, Status};
use bmcplan_search::IncompleteReason;

use super::Rating;

/// A figure of how hard a puzzle is.
#[derive(Debug)]
pub struct PuzzleFigure {
    /// Name in tables, JSON and options.
    pub name: &'static str,
    /// Definition, without an article at its start.
    pub definition: &'static str,
    /// Paper or page that introduced it; `None` for plain counts.
    pub source: Option<&'static str>,
    /// Function from a rating to the value; `None` if the value is unknown or does not exist.
    pub value: fn(&Rating) -> Option<FigureValue>,
}

/// Value of a figure.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum FigureValue {
    /// Number of things.
    Count(u128),
    /// Cost.
    Cost(Cost),
    /// Mean or share.
    Real(f64),
}

const JARUSEK: Option<&str> = Some("Jarušek & Pelánek, Difficulty Rating of Sokoban Puzzle, 2010");
const FOGLEMAN: Option<&str> = Some("M. Fogleman, Solving Rush Hour, the Puzzle, 2018");

/// All figures, in the order of tables.
pub const FIGURES: &[PuzzleFigure] = &[
    PuzzleFigure {
        name: "length",
        definition: "moves of a best plan, in the metric of the problem",
        source: None,
        value: |rating| count(rating.length),
    },
    PuzzleFigure {
        name: "cost",
        definition: "cost of a cheapest plan, where costs are minimised: best plans are then those of fewest \
                     moves among the cheapest",
        source: None,
        value: |rating| rating.cost.map(FigureValue::Cost),
    },
    PuzzleFigure {
        name: "units",
        definition: "moves of a shortest plan, each of one piece by one cell",
        source: None,
        value: |rating| in_metric(rating, "units"),
    },
    PuzzleFigure {
        name: "slides",
        definition: "moves of a shortest plan, each of one piece straight on, any distance",
        source: None,
        value: |rating| in_metric(rating, "slides"),
    },
    PuzzleFigure {
        name: "moves",
        definition: "moves of a shortest plan, each of one piece any way in one go",
        source: None,
        value: |rating| in_metric(rating, "moves"),
    },
    PuzzleFigure {
        name: "plans",
        definition: "different best plans",
        source: JARUSEK,
        value: |rating| match rating.is_solvable? {
            true => rating.plan_figures?.plans.map(FigureValue::Count),
            false => Some(FigureValue::Count(0)),
        },
    },
    PuzzleFigure {
        name: "states",
        definition: "positions that can be reached",
        source: FOGLEMAN,
        value: |rating| Some(FigureValue::Count(rating.space.as_ref()?.states.into())),
    },
    PuzzleFigure {
        name: "farthest",
        definition: "moves of a best plan from the position that is farthest from a goal",
        source: FOGLEMAN,
        value: |rating| count(rating.space.as_ref()?.farthest),
    },
    PuzzleFigure {
        name: "dead-ends",
        definition: "positions from which no goal can be reached",
        source: JARUSEK,
        value: |rating| Some(FigureValue::Count(rating.space.as_ref()?.dead_ends.into())),
    },
    PuzzleFigure {
        name: "branching",
        definition: "moves that are possible in a position on a best plan, on average",
        source: JARUSEK,
        value: |rating| rating.plan_figures?.branching.map(FigureValue::Real),
    },
    PuzzleFigure {
        name: "wrong",
        definition: "share of the moves possible on best plans that are in no best plan",
        source: JARUSEK,
        value: |rating| rating.plan_figures?.wrong.map(FigureValue::Real),
    },
    PuzzleFigure {
        name: "loss",
        definition: "moves lost by the worst move possible on best plans; dead ends do not count",
        source: None,
        value: |rating| count(Some(rating.plan_figures?.loss)),
    },
    PuzzleFigure {
        name: "traps",
        definition: "moves possible on best plans that lead into a dead end",
        source: JARUSEK,
        value: |rating| count(Some(rating.plan_figures?.traps)),
    },
    PuzzleFigure {
        name: "parting",
        definition: "number of the first move at which best plans differ; none if there is only one plan",
        source: Some("readers of M. Fogleman's article, 2018: the earliest point of divergence"),
        value: |rating| count(rating.plan_figures?.parting),
    },
    PuzzleFigure {
        name: "returns",
        definition: "moves of the first best plan that put a piece back where it stood before",
        source: Some("counterintuitive moves: Jarušek & Pelánek, Difficulty Rating of Sokoban Puzzle, 2010"),
        value: |rating| count(Some(rating.first?.returns)),
    },
    PuzzleFigure {
        name: "moved",
        definition: "pieces that the first best plan moves",
        source: None,
        value: |rating| count(Some(rating.first?.moved)),
    },
    PuzzleFigure {
        name: "must-move",
        definition: "pieces that every plan has to move",
        source: None,
        value: |rating| count(rating.must_move),
    },
    PuzzleFigure {
        name: "parts",
        definition: "independent parts of the first best plan",
        source: Some("problem decomposition: Jarušek & Pelánek, Difficulty Rating of Sokoban Puzzle, 2010"),
        value: |rating| count(Some(rating.first?.parts)),
    },
];

/// Figures that answers begin with, the most telling first: of those known, five are shown.
pub const MAIN_FIGURES: [&str; 6] = ["cost", "length", "plans", "states", "branching", "wrong"];

/// Slides of a shortest plan of each of the forty cards of `instances/thinkfun`, in their order.
const CARD_SLIDES: [usize; 40] = [
    8, 8, 14, 9, 9, 9, 13, 12, 12, 17, 25, 17, 16, 17, 23, 21, 24, 25, 22, 10, 21, 26, 29, 25, 27, 28, 28,
    30, 31, 32, 37, 37, 40, 43, 43, 44, 47, 48, 50, 51,
];

/// Returns how many of the forty cards take fewer slides.
pub fn n_easier_cards(slides: usize) -> usize {
    CARD_SLIDES.iter().filter(|card| **card < slides).count()
}

/// Returns the figure of that name.
pub fn figure(name: &str) -> Option<&'static PuzzleFigure> {
    FIGURES.iter().find(|figure| figure.name == name)
}

fn count(number: Option<usize>) -> Option<FigureValue> {
    number.map(|number| FigureValue::Count(number as u128))
}

fn in_metric(rating: &Rating, metric: &str) -> Option<FigureValue> {
    let (_, length) = rating.lengths.iter().find(|(name, _)| *name == metric)?;
    count(Some(*length))
}

impl FigureValue {
    /// Returns the value as a number for comparisons; great counts are rounded.
    #[expect(clippy::cast_precision_loss, reason = "only compared")]
    pub fn number(self) -> f64 {
        match self {
            Self::Count(count) => count as f64,
            Self::Cost(cost) => cost.in_smallest_parts() as f64 / Cost::SMALLEST_PARTS as f64,
            Self::Real(value) => value,
        }
    }
}

impl fmt::Display for FigureValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Count(count) => count.fmt(f),
            Self::Cost(cost) => cost.fmt(f),
            Self::Real(value) => write!(f, "{value:.2}"),
        }
    }
}

impl Serialize for FigureValue {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Count(count) => JsonCount(*count).serialize(serializer),
            Self::Cost(cost) => cost.serialize(serializer),
            // Four decimals are enough for people, and the same on every machine.
            Self::Real(value) => ((value * 10_000.0).round() / 10_000.0).serialize(serializer),
        }
    }
}

/// The figures of a problem in JSON, with the keys of `docs/json.md`.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct RateAnswer {
    /// Common first keys of all answers.
    #[serde(flatten)]
    pub head: AnswerHead,
    /// Figures by name; null if unknown or non-existent.
    pub figures: BTreeMap<&'static str, Option<FigureValue>>,
    /// Pairs of a distance from a goal and the number of its positions.
    pub distances: Option<Vec<(usize, u64)>>,
    /// Time and memory, the limit that was reached, warnings, and the version.
    #[serde(flatten)]
    pub run: RunInfo,
}

impl RateAnswer {
    /// Collects the figures of a problem.
    pub fn of(loaded: &LoadedProblem, rating: &Rating) -> Self {
        Self {
            head: loaded.head(rating.status()),
            figures: FIGURES.iter().map(|figure| (figure.name, (figure.value)(rating))).collect(),
            distances: rating.space.as_ref().map(|space| space.distances.clone()),
            run: RunInfo::of(
                &*loaded.problem,
                rating.elapsed,
                rating.incomplete.and_then(IncompleteReason::limit),
            ),
        }
    }
}

impl Rating {
    /// Returns what came out: stopped if not everything is known.
    pub fn status(&self) -> Status {
        match (self.is_solvable, self.incomplete) {
            (Some(false), _) => Status::Unsolvable,
            (_, Some(_)) | (None, None) => Status::Stopped,
            (Some(true), None) => Status::Solved,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cards_have_the_slides_of_the_table_of_optima() {
        let optima = include_str!("../../../../instances/OPTIMA.tsv");
        let cards = optima.lines().filter(|line| line.starts_with("thinkfun/"));
        let slides: Vec<usize> = cards.filter_map(|line| line.split('\t').nth(2)?.parse().ok()).collect();
        assert_eq!(slides, CARD_SLIDES);
        assert_eq!([0, 8, 9, 52].map(n_easier_cards), [0, 0, 2, 40]);
    }
}
