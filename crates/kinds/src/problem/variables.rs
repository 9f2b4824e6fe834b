//! Films of the plans of any task: its variables, in lanes or in a table.

use itertools::Itertools as _;

use bmcplan_draw::block::{self, MARGIN};
use bmcplan_draw::film::{Film, Point};
use bmcplan_draw::table::{Track, TrackValue, changing};
use bmcplan_draw::{lanes, table};
use bmcplan_task::{State, Task, Variable};

/// Returns the film of a plan. `states` begins with the initial state. Each later state has the name of the move that leads to
/// it. A table leaves out the variables that never change.
///
/// Total: of a state that does not belong to the task, everything drawable is drawn.
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

/// Returns a state as text: every variable with its value, one per line.
pub fn description(task: &Task, state: &State) -> String {
    let values = task.variables().iter().enumerate();
    let lines = values.filter_map(|(index, variable)| {
        value(variable, index, state).map(|value| format!("{} = {value}\n", variable.name))
    });
    lines.collect()
}
