//! Films of the plans of any task: its variables, in lanes or in a table.

use itertools::Itertools as _;

use super::block::{self, MARGIN};
use super::film::{Film, Point};
use super::track::{Track, TrackValue, changing};
use super::{lanes, table};
use crate::task::{State, Task, Variable};

/// The film of a plan: `states` with the initial one first, each later one under the name of the move that leads to it.
/// A table leaves out the variables that are the same all the time.
///
/// Total: of a state that is not one of the task, whatever can be drawn is drawn.
pub fn film<'a>(title: &str, task: &Task, states: &[State], moves: impl Iterator<Item = &'a str>) -> Film {
    let corner = Point::new(MARGIN, MARGIN);
    let rows: Vec<Track> =
        task.variables().iter().enumerate().map(|variable| row(variable, states)).collect();
    let alike = task.variables().iter().map(|variable| &variable.values).all_equal();
    let block = match lanes::places(&rows).filter(|_| alike) {
        Some(places) => lanes::block(&rows, &places, states.len(), corner, None),
        None => table::block(&changing(rows), states.len(), corner),
    };
    let captions = ["start"].into_iter().chain(moves).map(str::to_owned);
    let descriptions = states.iter().map(|state| description(task, state));
    block::film(title, vec![block], captions.zip(descriptions))
}

fn row((index, variable): (usize, &Variable), states: &[State]) -> Track {
    let value = |state: &State| match value(variable, index, state) {
        None => TrackValue::Nothing,
        Some(name) => TrackValue::Text(name.to_owned()),
    };
    Track { name: variable.name.clone(), values: states.iter().map(value).collect() }
}

fn value<'a>(variable: &'a Variable, index: usize, state: &State) -> Option<&'a str> {
    let number = usize::try_from(*state.values().get(index)?).ok()?;
    variable.values.get(number).map(String::as_str)
}

/// A state as text: every variable with its value, a line each.
pub fn description(task: &Task, state: &State) -> String {
    let values = task.variables().iter().enumerate();
    let lines = values.filter_map(|(index, variable)| {
        value(variable, index, state).map(|value| format!("{} = {value}\n", variable.name))
    });
    lines.collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::draw::svg::strip;
    use crate::task::TaskBuilder;

    fn film_of(variables: &[(&str, &[&str])], states: &[&[u32]]) -> Film {
        let mut builder = TaskBuilder::default();
        for (name, values) in variables {
            builder.variable(*name, values.iter().copied(), 0);
        }
        let task = builder.build().unwrap();
        let states: Vec<State> =
            states.iter().map(|values| State::from_values(values.iter().copied())).collect();
        film("test", &task, &states, ["move"; 9].into_iter())
    }

    #[test]
    fn variables_that_never_change_are_left_out() {
        let svg =
            strip(&film_of(&[("lamp", &["dark", "lit"]), ("door", &["shut", "open"])], &[&[0, 0], &[1, 0]]));
        let drawn = svg.split("</desc>").nth(1).unwrap();
        assert!(drawn.contains(">lamp</text>") && drawn.contains(">lit</text>"), "{drawn}");
        assert!(!drawn.contains("door") && svg.contains("door = shut"), "{svg}");
    }

    #[test]
    fn things_at_shared_places_move() {
        let places: &[&str] = &["left", "right"];
        let film = film_of(&[("goat", places), ("wolf", places)], &[&[0, 0], &[1, 0], &[1, 1]]);
        let of = |frame: usize, actor: usize| film.frames[frame].places[actor].unwrap();
        assert_eq!(film.actors.len(), 2);
        assert!(of(0, 0).x < of(1, 0).x && of(0, 0).y == of(1, 0).y);
        assert_eq!(of(0, 1), of(1, 1));
    }

    #[test]
    fn any_state_can_be_drawn() {
        let film = film_of(&[("v", &["a", "b"])], &[&[], &[7], &[1, 2, 3]]);
        assert_eq!(film.frames.len(), 3);
        assert!(strip(&film_of(&[], &[&[]])).contains("start"));
    }
}
