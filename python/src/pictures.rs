//! Pictures of plans, and of the start alone.

use bmcplan::draw::film::Film;
use bmcplan::draw::{PixelError, gif as animation, html, png, svg, titled};
use bmcplan::plan::{Plan, replay};
use bmcplan::problem::{ShownStates, Trajectory};
use bmcplan::stop::Stop;
use bmcplan::text::Paint;

use crate::certificate::plan_of;
use crate::failure::Failure;
use crate::problem::Given;

/// Does something with a plan and the states that it passes through.
fn with_run<R>(
    given: &Given,
    moves: &str,
    goal: Option<u32>,
    stop: &Stop,
    show: impl FnOnce(&dyn bmcplan::problem::Problem, Trajectory<'_>) -> R,
) -> Result<R, Failure> {
    let problem = given.problem(stop)?;
    let task = problem.task(goal.or(given.goal_value()), stop)?;
    let plan = if moves.is_empty() { Plan::default() } else { plan_of(&*problem, &task, moves)? };
    let states = replay(&task, &plan).map_err(|error| Failure::Argument(format!("plan: {error}")))?;
    Ok(show(&*problem, Trajectory { task: &task, plan: &plan, states: &states }))
}

fn film(given: &Given, moves: &str, goal: Option<u32>, stop: &Stop) -> Result<Film, Failure> {
    with_run(given, moves, goal, stop, |problem, run| {
        let name = &given.place().name;
        if run.plan.length() == 0 {
            let mut film = problem.film(name, run);
            film.frames.iter_mut().for_each(|frame| frame.caption.clear());
            return film;
        }
        problem.film(&format!("{name}: {} {}", run.plan.length(), problem.metric()), run)
    })
}

/// A picture that is text.
pub(crate) fn text(
    given: &Given,
    format: &str,
    moves: &str,
    goal: Option<u32>,
    stop: &Stop,
) -> Result<String, Failure> {
    match format {
        "svg" => Ok(svg::strip(&film(given, moves, goal, stop)?)),
        "still" => Ok(svg::still(&film(given, moves, goal, stop)?, 0)),
        "html" => Ok(html::page(&film(given, moves, goal, stop)?)),
        _ => with_run(given, moves, goal, stop, |problem, run| {
            let states = problem.states_as_text(run, ShownStates::Everything, Paint::Plain);
            let moves = problem.moves(run.task, run.plan);
            if moves.is_empty() { states.concat() } else { titled(states, moves.iter().map(String::as_str)) }
        }),
    }
}

/// A picture that is no text: `gif`, an animation; `png`, a strip.
pub(crate) fn bytes(
    given: &Given,
    format: &str,
    moves: &str,
    goal: Option<u32>,
    stop: &Stop,
) -> Result<Vec<u8>, Failure> {
    let film = film(given, moves, goal, stop)?;
    let drawn = if format == "png" {
        png::strip(&film, None, stop)
    } else {
        let mut bytes = Vec::new();
        animation::write(&film, &mut bytes, stop).map(|()| bytes)
    };
    drawn.map_err(|error| match error {
        PixelError::Stopped(reason) => Failure::Fault(reason.into()),
        error => Failure::argument(error),
    })
}
