//! Pictures of plans, and of the start alone.

use bmcplan::ask::{self, Fault, Watch};
use bmcplan::draw::film::Film;
use bmcplan::draw::{PixelError, gif as animation, html, png, svg};
use bmcplan::problem::{Problem, Trajectory};
use bmcplan::text::Paint;

use crate::certificate::plan_of;
use crate::failure::Failure;
use crate::given::Given;

/// Draws the states of a plan, a list of moves in JSON; the start if there is none.
fn drawn<D: Send + 'static>(
    given: &Given,
    moves: &str,
    goal: Option<u32>,
    watch: &Watch,
    show: impl FnOnce(&dyn Problem, &str, Option<u32>, Trajectory<'_>) -> D + Send + 'static,
) -> Result<D, Failure> {
    let plan = if moves.is_empty() { None } else { Some(plan_of(moves)?) };
    let subject = match &plan {
        Some(plan) => given.subject_of(plan, &watch.stop)?,
        None => given.subject(&watch.stop)?,
    };
    // Where the best value is wanted, any will do for the task, and none is named.
    let goal = goal.or_else(|| given.goal_value().ok().flatten());
    let show =
        move |problem: &dyn Problem, name: &str, run: Trajectory<'_>| Ok(show(problem, name, goal, run));
    let drawing = ask::draw(&subject, goal, plan, show, watch);
    Ok(drawing
        .map_err(|fault| match fault {
            Fault::Input(wrong) => Failure::Argument(format!("plan: {}", wrong.message())),
            fault => fault.into(),
        })?
        .drawn)
}

fn film(given: &Given, moves: &str, goal: Option<u32>, watch: &Watch) -> Result<Film, Failure> {
    drawn(given, moves, goal, watch, ask::film)
}

/// A picture that is text.
pub(crate) fn text(
    given: &Given,
    format: &str,
    moves: &str,
    goal: Option<u32>,
    watch: &Watch,
) -> Result<String, Failure> {
    match format {
        "svg" => Ok(svg::strip(&film(given, moves, goal, watch)?)),
        "still" => Ok(svg::still(&film(given, moves, goal, watch)?, 0)),
        "html" => Ok(html::page(&film(given, moves, goal, watch)?)),
        _ => {
            drawn(given, moves, goal, watch, |problem, _, _, run| ask::text(problem, run, None, Paint::Plain))
        }
    }
}

/// A picture that is no text: `gif`, an animation; `png`, a strip.
pub(crate) fn bytes(
    given: &Given,
    format: &str,
    moves: &str,
    goal: Option<u32>,
    watch: &Watch,
) -> Result<Vec<u8>, Failure> {
    let film = film(given, moves, goal, watch)?;
    let drawn = if format == "png" {
        png::strip(&film, None, &watch.stop)
    } else {
        let mut bytes = Vec::new();
        animation::write(&film, &mut bytes, &watch.stop).map(|()| bytes)
    };
    drawn.map_err(|error| match error {
        PixelError::Stopped(reason) => Failure::Fault(reason.into()),
        error => Failure::argument(error),
    })
}
