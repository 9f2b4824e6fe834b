//! Doubts about the red car: boards in which another car may have been meant than the one that its name makes red.
//!
//! Only `X` is the red car's for sure. Collections call it `A`, and then `R` is another car; people who write a board in small
//! letters call it `xx`, which are two walls. So where nothing says which car is red, a warning names those that could be.

use super::geometry::{UNDOUBTED, is_red_name};
use super::located::Located;
use super::{Car, Draft, Orientation};
use crate::text::{Diagnostic, Source, Span};

/// The reasons for taking a car for the red one, the weightier first: its way to the right is free of walls and of cars of its row, and it lies in
/// the row of the exit.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct RedClaim {
    can_leave: bool,
    is_in_exit_row: bool,
}

/// The warning, if there is a doubt.
pub(super) fn doubt(source: &Source, located: &Located) -> Option<Diagnostic> {
    let Located { draft, cars: places, red, goal, .. } = located;
    if draft.red.is_some() || red.is_some() || goal.is_some() {
        return None;
    }
    let taken = draft.red_car()?;
    let (car, place) = (&draft.cars[taken], places.get(taken)?.clone());
    let (name, own) = (&car.name, RedClaim::of(draft, car));
    let rivals =
        draft.cars.iter().enumerate().filter(|(index, car)| *index != taken && is_red_name(&car.name));
    let rivals = rivals.map(|(index, car)| (index, RedClaim::of(draft, car)));
    let rival = rivals.filter(|(_, claim)| claim.can_leave && own <= *claim).max_by_key(|(_, claim)| *claim);
    let is_undoubted = name == UNDOUBTED;
    let is_vertical = car.orientation == Orientation::Vertical;
    if is_undoubted && !(is_vertical && rival.is_some()) {
        return None;
    }
    let no_x = if is_undoubted { "" } else { ": there is no X" };
    let doubt = Diagnostic::warning(source, format!("the red car may be another one than '{name}'"))
        .at(place, format!("this one is taken{no_x}"));
    if let Some(wall) = walls_like_a_car(source, located) {
        let help = "write the red car as XX and walls as #; red = \"…\" in TOML names another one";
        return Some(doubt.also(wall, "these are two walls").help(help));
    }
    if let Some((rival, _)) = rival {
        let other = &draft.cars[rival].name;
        let help = format!(
            "call the red car X and no other, or name it in TOML: red = \"{other}\", or red = \"{name}\" if all is well"
        );
        return Some(doubt.also(places.get(rival)?.clone(), "this one could leave on the right").help(help));
    }
    is_vertical.then(|| {
        let help = format!("call the red car X, or name it in TOML: red = \"{name}\" if all is well");
        Diagnostic::warning(source, format!("the red car is '{name}', which moves up and down"))
            .at(places[taken].clone(), format!("this one is taken{no_x}"))
            .help(help)
    })
}

impl RedClaim {
    fn of(draft: &Draft, car: &Car) -> Self {
        let is_beyond = |other: &Car| {
            other.orientation == car.orientation
                && other.lane() == car.lane()
                && car.position() < other.position()
        };
        let has_wall =
            draft.walls.iter().any(|wall| wall.row == car.cell.row && car.cell.column < wall.column);
        let is_horizontal = car.orientation == Orientation::Horizontal;
        Self {
            can_leave: is_horizontal && !has_wall && !draft.cars.iter().any(is_beyond),
            is_in_exit_row: is_horizontal && car.cell.row == draft.rows.saturating_sub(1) / 2,
        }
    }
}

/// The first of two walls that are written `xx` where all cars have small letters.
fn walls_like_a_car(source: &Source, located: &Located) -> Option<Span> {
    let mut walls = located.walls.iter();
    let ((first, at), (second, _)) = (walls.next()?, walls.next()?);
    let is_pair = walls.next().is_none() && first.row == second.row && first.column + 1 == second.column;
    let is_small = |car: &Car| car.name.chars().all(char::is_lowercase);
    let is_alike = source.text().get(at.clone()) == Some("x") && located.draft.cars.iter().all(is_small);
    (is_pair && is_alike).then(|| at.clone())
}
