//! The picture of an explanation: the start of the whole problem, its scenery pale.

use itertools::Itertools as _;

use crate::ask::{Fault, film};
use crate::draw::film::{Film, Shape};
use crate::draw::palette::Colour;
use crate::draw::stage::{CORNER, INSET};
use crate::plan::Plan;
use crate::problem::{ElementKind, Trajectory};
use crate::stop::Stop;

use super::explained::{Explained, Explanation};

/// The start of the whole problem in which pieces and walls that a set leaves out are pale.
///
/// # Errors
/// The problem has no pieces and walls, or its task cannot be built.
pub fn explained_film(
    explained: &Explained<'_>,
    set: &Explanation,
    goal: Option<u32>,
    stop: &Stop,
) -> Result<Film, Fault> {
    if set.shown.is_none() {
        return Err(Fault::Question(
            "pictures of explanations show pieces and walls, and this problem has none".to_owned(),
        ));
    }
    let problem = &explained.subject.problem;
    let name = explained.subject.place.as_ref().map(|place| place.name.clone()).unwrap_or_default();
    let title = format!(
        "{name}: {} of {} elements force {}",
        set.kept.len(),
        explained.elements.len(),
        explained.measure(explained.least)
    );
    let plan = Plan::default();
    let whole_task = problem.task(goal, stop)?;
    let start = |task| Trajectory { task, plan: &plan, states: std::slice::from_ref(task.initial()) };
    let whole = film(&**problem, &title, None, start(&whole_task));
    let reduced = film(&*set.problem, &title, None, start(&*set.task));
    let (walls, pieces): (Vec<_>, Vec<_>) =
        explained.scenery(set).partition(|element| element.kind == ElementKind::Wall);
    let mut drawn = Film { ground: reduced.ground, board: None, ..whole };
    let cells = walls.iter().flat_map(|wall| &wall.cells).copied().collect_vec();
    if !cells.is_empty() {
        drawn.ground.push(Shape::cells(&cells, CORNER, INSET, 0.0, Colour::Grid));
    }
    let is_pale = |name: &str| pieces.iter().any(|piece| piece.name == name);
    for actor in drawn.actors.iter_mut().filter(|actor| is_pale(&actor.name)) {
        actor.shapes.iter_mut().for_each(pale);
    }
    Ok(drawn)
}

/// A shape in the colours of the floor, with a thin line around it.
fn pale(shape: &mut Shape) {
    const LINE: f64 = 0.04;
    match shape {
        Shape::Area { fill, stroke, .. } => (*fill, *stroke) = (Colour::Floor, Some((Colour::Grid, LINE))),
        Shape::Text { colour, .. } => *colour = Colour::Faint,
        Shape::Outline { .. } | Shape::Line { .. } | Shape::Path { .. } | Shape::Dot { .. } => {}
    }
}
