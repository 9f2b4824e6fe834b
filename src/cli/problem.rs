//! A problem of any kind after reading: its task, its encodings, and how its plans are printed and drawn.

use std::fmt;
use std::str::FromStr;

use crate::draw::{self, film::Film};
use crate::encode::{self, Encoding};
use crate::frontend::gdl::{self, Game};
use crate::frontend::rush_hour::{self, Board};
use crate::frontend::sliding_block::{self, Labelling, Play, Positions, Puzzle};
use crate::frontend::{Diagnostic, Paint, Source};
use crate::plan::Plan;
use crate::stop::Stop;
use crate::task::{State, Task};

use super::failure::Failure;
use super::watch::Limits;

/// The kinds of problems.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    RushHour,
    Sliding,
    Gdl,
}

impl Kind {
    pub(crate) const ALL: [Self; 3] = [Self::RushHour, Self::Sliding, Self::Gdl];

    /// Its name, which is also that of the command that solves it.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::RushHour => "rushhour",
            Self::Sliding => "sliding",
            Self::Gdl => "gdl",
        }
    }

    /// What kind of problem a text is, by what stands in it.
    pub(crate) fn of(source: &Source) -> Self {
        if gdl::looks_like(source) {
            Self::Gdl
        } else if sliding_block::looks_like(source) {
            Self::Sliding
        } else {
            Self::RushHour
        }
    }

    /// As [`Kind::of`], if there is no doubt.
    pub(crate) fn surely_of(source: &Source) -> Option<Self> {
        let kind = Self::of(source);
        (kind != Self::RushHour || rush_hour::read(source).is_ok()).then_some(kind)
    }
}

/// A word that names no [`Kind`].
#[derive(Debug, thiserror::Error)]
#[error("there is no such kind of problem")]
pub(crate) struct UnknownKind;

impl FromStr for Kind {
    type Err = UnknownKind;

    fn from_str(name: &str) -> Result<Self, UnknownKind> {
        Self::ALL.into_iter().find(|kind| kind.name() == name).ok_or(UnknownKind)
    }
}

/// How a problem is to be understood, apart from what stands in its file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Meaning {
    RushHour(rush_hour::Metric),
    Sliding(sliding_block::Metric, Labelling),
    Gdl,
}

impl Meaning {
    pub(crate) fn kind(&self) -> Kind {
        match self {
            Self::RushHour(_) => Kind::RushHour,
            Self::Sliding(..) => Kind::Sliding,
            Self::Gdl => Kind::Gdl,
        }
    }

    /// What the length of a plan counts.
    pub(crate) fn metric(&self) -> &'static str {
        match self {
            Self::RushHour(metric) => metric.name(),
            Self::Sliding(metric, _) => metric.name(),
            Self::Gdl => "moves",
        }
    }
}

/// A problem.
pub(crate) enum Problem {
    RushHour(Board, rush_hour::Metric),
    Sliding(Puzzle, sliding_block::Metric, Labelling),
    Gdl(Box<Game>),
}

/// A plan as people see it.
pub(crate) struct Story {
    /// The names of the moves.
    pub(crate) moves: Vec<String>,
    /// The states that are pictured.
    pub(crate) pictures: Vec<String>,
}

/// Which states of a plan are pictured.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Pictured {
    Nothing,
    /// The first one, and the last one if that is another.
    Ends,
    Everything,
}

impl Pictured {
    fn draw<S>(self, states: &[S], picture: impl FnMut(&S) -> String) -> Vec<String> {
        match (self, states) {
            (Self::Nothing, _) => Vec::new(),
            (Self::Ends, [first, .., last]) => [first, last].into_iter().map(picture).collect(),
            (Self::Ends | Self::Everything, _) => states.iter().map(picture).collect(),
        }
    }
}

impl Problem {
    /// Makes a problem of a text. A rule sheet is grounded, within the limits.
    pub(crate) fn read(
        source: &Source,
        meaning: &Meaning,
        limits: &Limits,
        stop: &Stop,
    ) -> Result<Self, Failure> {
        Ok(match meaning {
            Meaning::RushHour(metric) => Self::RushHour(rush_hour::read(source)?, *metric),
            Meaning::Sliding(metric, labelling) => {
                Self::Sliding(sliding_block::read(source)?, *metric, *labelling)
            }
            Meaning::Gdl => {
                let limits = gdl::GroundLimits {
                    bytes: limits.memory.unwrap_or(usize::MAX),
                    stop: &|| stop.reason().is_some(),
                };
                let game = gdl::read(source, limits).and_then(|sheet| Game::of(source, &sheet, limits));
                Self::Gdl(Box::new(game.map_err(|error| grounding(error, stop))?))
            }
        })
    }

    pub(crate) fn kind(&self) -> Kind {
        match self {
            Self::RushHour(..) => Kind::RushHour,
            Self::Sliding(..) => Kind::Sliding,
            Self::Gdl(_) => Kind::Gdl,
        }
    }

    /// What the length of a plan counts.
    pub(crate) fn metric(&self) -> &'static str {
        match self {
            Self::RushHour(_, metric) => metric.name(),
            Self::Sliding(_, metric, _) => metric.name(),
            Self::Gdl(_) => "moves",
        }
    }

    /// The planning task; of a game, the one whose goal is a play of that value.
    pub(crate) fn task(&self, goal: Option<u32>, stop: &Stop) -> Result<Task, Failure> {
        Ok(match self {
            Self::RushHour(board, metric) => rush_hour::task(board, *metric, stop)?,
            Self::Sliding(puzzle, metric, labelling) => {
                sliding_block::task(puzzle, *metric, *labelling, stop)?
            }
            Self::Gdl(game) => game.task(goal.unwrap_or(100), stop)?,
        })
    }

    /// As [`Problem::task`], with all that the rules of a game make part of a state.
    pub(crate) fn whole_task(&self, goal: Option<u32>, stop: &Stop) -> Result<Task, Failure> {
        match self {
            Self::RushHour(..) | Self::Sliding(..) => self.task(goal, stop),
            Self::Gdl(game) => Ok(game.whole_task(goal.unwrap_or(100), stop)?),
        }
    }

    /// The encodings that know the problem.
    pub(crate) fn encodings(&self) -> Vec<Box<dyn Encoding>> {
        match self {
            Self::RushHour(board, metric) => rush_hour::encodings(board, *metric),
            Self::Sliding(puzzle, metric, labelling) => sliding_block::encodings(puzzle, *metric, *labelling),
            Self::Gdl(_) => encode::encodings(),
        }
    }

    /// The values that a play can have, the best first; none for problems that are no games.
    pub(crate) fn goal_values(&self) -> Vec<u32> {
        match self {
            Self::RushHour(..) | Self::Sliding(..) => Vec::new(),
            Self::Gdl(game) => game.goal_values(),
        }
    }

    /// The names of a plan's moves.
    pub(crate) fn moves(&self, task: &Task, plan: &Plan) -> Vec<String> {
        match self {
            Self::RushHour(..) | Self::Gdl(_) => {
                plan.operators().map(|id| task.operator(id).name.clone()).collect()
            }
            Self::Sliding(puzzle, _, labelling) => {
                Play::of(puzzle, *labelling, task, plan.operators()).names(puzzle)
            }
        }
    }

    /// A plan with pictures of some of the states that it passes through. Nothing else is drawn.
    pub(crate) fn story(
        &self,
        task: &Task,
        plan: &Plan,
        states: &[State],
        pictured: Pictured,
        paint: Paint,
    ) -> Story {
        match self {
            Self::RushHour(board, _) => Story {
                moves: self.moves(task, plan),
                pictures: pictured.draw(states, |state| draw::text::painted(board, state, paint)),
            },
            Self::Sliding(puzzle, _, labelling) => {
                let play = Play::of(puzzle, *labelling, task, plan.operators());
                let picture = |positions: &Positions| draw::sliding::painted(puzzle, positions, paint);
                Story { moves: play.names(puzzle), pictures: pictured.draw(play.positions(), picture) }
            }
            Self::Gdl(game) => Story {
                moves: self.moves(task, plan),
                pictures: pictured.draw(states, |state| draw::facts(&game.fluents(state))),
            },
        }
    }

    /// A plan, with the states that it passes through, as a film.
    pub(crate) fn film(&self, title: &str, task: &Task, plan: &Plan, states: &[State]) -> Film {
        let moves = self.moves(task, plan);
        let names = moves.iter().map(String::as_str);
        match self {
            Self::RushHour(board, _) => draw::rush_hour::film(title, board, states, names),
            Self::Sliding(puzzle, _, labelling) => {
                let play = Play::of(puzzle, *labelling, task, plan.operators());
                draw::sliding::film(title, puzzle, &play)
            }
            Self::Gdl(game) => {
                let facts: Vec<Vec<String>> = states.iter().map(|state| game.fluents(state)).collect();
                draw::gdl::film(title, &facts, names)
            }
        }
    }
}

impl fmt::Display for Problem {
    /// A few words for the log.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::RushHour(board, metric) => {
                let (cars, rows, columns) = (board.cars().len(), board.rows(), board.columns());
                write!(f, "{cars} cars on {rows}×{columns} cells, in {metric}")
            }
            Self::Sliding(puzzle, metric, _) => {
                let (pieces, rows, columns) = (puzzle.pieces().len(), puzzle.rows(), puzzle.columns());
                write!(f, "{pieces} pieces on {rows}×{columns} cells, in {metric}")
            }
            Self::Gdl(game) => write!(f, "a game of `{}`", game.role()),
        }
    }
}

fn grounding(error: gdl::GroundError, stop: &Stop) -> Failure {
    let told = |diagnostic: Diagnostic| match stop.reason() {
        Some(reason) => Failure::Grounding(diagnostic, reason),
        None => Failure::Grounding(diagnostic, crate::stop::StopReason::Memory),
    };
    match error {
        gdl::GroundError::Refused(diagnostic) => Failure::Input(diagnostic),
        gdl::GroundError::Stopped { rule, .. } => told(rule),
    }
}
