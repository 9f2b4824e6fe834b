//! Exhibits of a [gallery](crate::draw::html::gallery), made of problems: their boards, their figures and their solutions.
//!
//! Which figures there are is up to the caller; [`solved_figures`] has those that are known of a problem once it is solved.

use itertools::Itertools as _;

use crate::ask::Solved;
use crate::draw::html::{BoardFigure, Exhibit};
use crate::plan::Plan;
use crate::planner::{Outcome, PlanList};
use crate::problem::{Problem, Trajectory};

/// The exhibit of a problem, with the moves of this plan as its solution; a plan without moves is none. `None` if the problem
/// has no board that people can play on.
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

/// The exhibit of a problem that was solved, or of its start if no plan was found. `None` if the problem has no board, or if there
/// was no time to build its task.
pub fn solved_exhibit(solved: &Solved, name: &str) -> Option<Exhibit> {
    let problem = &*solved.subject.problem;
    let task = solved.task.as_ref()?;
    let states = [task.initial().clone()];
    let start = Trajectory { task, plan: &Plan::default(), states: &states };
    let found = exhibit(problem, name, solved.run().unwrap_or(start), solved_figures(solved))?;
    let pieces = u32::try_from(found.board.pieces.len()).unwrap_or(u32::MAX);
    let pieces = BoardFigure {
        name: "Pieces",
        about: "The number of pieces on the board",
        value: pieces.into(),
        text: pieces.to_string(),
    };
    Some(Exhibit { figures: [found.figures, vec![pieces]].concat(), ..found })
}

/// The shortest length, first, and the number of shortest plans, as far as they are known.
#[expect(clippy::cast_precision_loss, reason = "what is shown is the text; the value only sorts")]
pub fn solved_figures(solved: &Solved) -> Vec<BoardFigure> {
    let Outcome::Solved { plan, optimal, .. } = &solved.report.outcome else { return Vec::new() };
    let bound = if *optimal { "" } else { "at most " };
    let unit = solved.subject.problem.metric();
    let unit = unit.strip_suffix('s').filter(|_| plan.length() == 1).unwrap_or(unit);
    let length = BoardFigure {
        name: "Length",
        about: "The length of a shortest plan",
        value: plan.length() as f64,
        text: format!("{bound}{} {unit}", plan.length()),
    };
    let plans = match &solved.report.list {
        Some(PlanList { count: Some(count), exact: true, .. }) => Some(BoardFigure {
            name: "Shortest plans",
            about: "The number of different sequences of moves of that length",
            value: *count as f64,
            text: grouped(*count),
        }),
        _ => None,
    };
    [length].into_iter().chain(plans).collect()
}

/// A number with its digits in threes: `9,192`.
fn grouped(number: u128) -> String {
    let digits = number.to_string();
    digits.as_bytes().rchunks(3).rev().map(String::from_utf8_lossy).join(",")
}
