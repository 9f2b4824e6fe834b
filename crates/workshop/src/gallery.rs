//! Exhibits of a [gallery](bmcplan_draw::html::gallery), made of problems: their boards, their figures and their solutions.

use bmcplan_ask::Solution;
use bmcplan_draw::html::{BoardFigure, Exhibit};
use bmcplan_kinds::problem::{Problem, Trajectory};
use bmcplan_sat::figures::grouped;
use bmcplan_task::plan::Plan;

use super::rate::{FIGURES, FigureValue, PuzzleFigure, Rating};

/// Returns the exhibit of a problem. Its solution is the plan of `run`; the empty plan means no solution. `None` if the
/// problem has no playable board.
pub fn exhibit(
    problem: &dyn Problem,
    name: &str,
    run: Trajectory<'_>,
    figures: Vec<BoardFigure>,
) -> Option<Exhibit> {
    let film = problem.film(name, run);
    let moves = film.frames.into_iter().skip(1).map(|frame| frame.caption).collect();
    Some(Exhibit { name: name.to_owned(), board: film.board?, figures, moves })
}

/// Returns the exhibit of a rated and solved problem, or of its start if no plan was found. `None` if the problem has no
/// board, or a limit ended the building of its task.
pub fn rated_exhibit(solved: &Solution, rating: &Rating, name: &str) -> Option<Exhibit> {
    let problem = &*solved.loaded.problem;
    let task = solved.task.as_ref()?;
    let states = [task.initial().clone()];
    let start = Trajectory { task, plan: &Plan::default(), states: &states };
    let found = exhibit(problem, name, solved.run().unwrap_or(start), rated_figures(problem, rating))?;
    let pieces = u32::try_from(found.board.pieces.len()).unwrap_or(u32::MAX);
    let pieces = BoardFigure {
        name: "pieces",
        about: "pieces on the board",
        value: pieces.into(),
        text: pieces.to_string(),
    };
    Some(Exhibit { figures: [found.figures, vec![pieces]].concat(), ..found })
}

/// Returns the known figures of a problem, the length with its unit first.
pub fn rated_figures(problem: &dyn Problem, rating: &Rating) -> Vec<BoardFigure> {
    let shown = |figure: &PuzzleFigure| {
        let value = (figure.value)(rating)?;
        let unit = match (figure.name, problem.metric()) {
            ("length", unit) if value == FigureValue::Count(1) => {
                format!(" {}", unit.strip_suffix('s').unwrap_or(unit))
            }
            ("length", unit) => format!(" {unit}"),
            _ => String::new(),
        };
        Some(BoardFigure {
            name: figure.name,
            about: figure.definition,
            value: value.number(),
            text: match value {
                FigureValue::Count(count) => grouped(count) + &unit,
                value => format!("{value}{unit}"),
            },
        })
    };
    FIGURES.iter().filter_map(shown).collect()
}
