//! Pictures of plans, and of the start alone.

use bmcplan::ask::{self, Fault, Limiter, LoadedProblem, PlanText, Stage, alone};
use bmcplan::draw::film::Film;
use bmcplan::draw::{PixelError, gif as animation, html, png, svg};
use bmcplan::problem::{Problem, Trajectory};
use bmcplan::stop::Stop;
use bmcplan::text::Paint;

use crate::failure::Failure;

/// Draws the states of a plan; the start if there is none.
fn drawn<D: Send + 'static>(
    loaded: &LoadedProblem,
    plan: Option<PlanText>,
    goal: Option<u32>,
    limiter: &Limiter,
    show: impl FnOnce(&dyn Problem, &str, Option<u32>, Trajectory<'_>) -> D + Send + 'static,
) -> Result<D, Failure> {
    // Where the best value is wanted, any will do for the task, and none is named.
    let goal = goal.or_else(|| loaded.goal_value().ok().flatten());
    let show =
        move |problem: &dyn Problem, name: &str, run: Trajectory<'_>| Ok(show(problem, name, goal, run));
    let drawing = ask::draw(loaded, goal, plan, show, limiter);
    Ok(drawing
        .map_err(|fault| match fault {
            Fault::Input(wrong) => Failure::Argument(format!("plan: {}", wrong.message())),
            fault => fault.into(),
        })?
        .drawn)
}

fn film(
    loaded: &LoadedProblem,
    plan: Option<PlanText>,
    goal: Option<u32>,
    limiter: &Limiter,
) -> Result<Film, Failure> {
    drawn(loaded, plan, goal, limiter, ask::film)
}

/// Draws a picture that is text.
pub(crate) fn text(
    loaded: &LoadedProblem,
    format: &str,
    plan: Option<PlanText>,
    goal: Option<u32>,
    limiter: &Limiter,
) -> Result<String, Failure> {
    match format {
        "svg" => Ok(svg::strip(&film(loaded, plan, goal, limiter)?)),
        "still" => Ok(svg::still(&film(loaded, plan, goal, limiter)?, 0)),
        "html" => Ok(html::page(&film(loaded, plan, goal, limiter)?)),
        _ => drawn(loaded, plan, goal, limiter, |problem, _, _, run| {
            ask::text(problem, run, None, Paint::Plain)
        }),
    }
}

/// Draws a picture of bytes: `gif`, an animation; `png`, a strip.
pub(crate) fn bytes(
    loaded: &LoadedProblem,
    format: &str,
    plan: Option<PlanText>,
    goal: Option<u32>,
    limiter: &Limiter,
) -> Result<Vec<u8>, Failure> {
    let (film, is_png) = (film(loaded, plan, goal, limiter)?, format == "png");
    let draw = move |stop: &Stop| {
        let mut bytes = Vec::new();
        let drawn = match is_png {
            true => png::strip(&film, None, stop),
            false => animation::write(&film, &mut bytes, stop).map(|()| bytes),
        };
        drawn.map_err(|error| match error {
            PixelError::Stopped(reason) => reason.into(),
            error => Failure::argument(error),
        })
    };
    alone(Stage::Working, draw, limiter)
}
