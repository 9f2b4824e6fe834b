//! Making layer tables: a plain breadth-first search over the numbers of states.

use std::collections::HashSet;
use std::io::Write;

use super::error::CertifyError;
use crate::certificate::{LayerError, MAX_STATES, Natural, StateGraph, write_layer};
use crate::stop::Stop;
use crate::task::Task;

/// Writes the layer table of an [affirmative](Task::affirmative) task: so many layers, or all.
///
/// # Errors
/// There are too many states, or a goal is among them; it was stopped; or the table could not be written.
pub fn write_layers(
    task: &Task,
    n_layers: Option<usize>,
    stop: &Stop,
    mut out: impl Write,
) -> Result<(), CertifyError> {
    let graph = StateGraph::of(task)?;
    let mut layer = vec![graph.start()];
    let mut known: HashSet<u128> = layer.iter().copied().collect();
    let mut index = 0;
    while !layer.is_empty() && n_layers != Some(index) {
        write_layer(&layer, &mut out).map_err(CertifyError::Write)?;
        let mut next = Vec::new();
        for number in &layer {
            if let Some(reason) = stop.reason() {
                return Err(CertifyError::Stopped(reason));
            }
            if graph.expand(*number, |_, state| next.extend(known.insert(state).then_some(state))) {
                return Err(CertifyError::Reached(index));
            }
            if MAX_STATES < known.len() {
                return Err(LayerError::TooLarge.into());
            }
        }
        next.sort_unstable();
        (layer, index) = (next, index + 1);
    }
    write_layer(&[], &mut out).and_then(|()| out.flush()).map_err(CertifyError::Write)
}

/// Writes the layers below the shortest plans of an [affirmative](Task::affirmative) task, those of `n_steps` steps; how many plans there are.
///
/// # Errors
/// As [`write_layers`].
pub fn write_counted_layers(
    task: &Task,
    n_steps: usize,
    stop: &Stop,
    mut out: impl Write,
) -> Result<Natural, CertifyError> {
    let graph = StateGraph::of(task)?;
    let found =
        graph.count(n_steps, stop, |states| write_layer(states, &mut out).map_err(CertifyError::Write))?;
    write_layer(&[], &mut out).and_then(|()| out.flush()).map_err(CertifyError::Write)?;
    Ok(found.n_plans)
}
