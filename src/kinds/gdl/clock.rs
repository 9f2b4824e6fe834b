//! The clock: fluents that are functions of time, such as step counters, and fluents that never change.
//!
//! They are [found](super::timed), and [played alone](super::timeline) until they repeat. Then a variable for the time
//! takes their place.

use super::GroundError;
use super::conditions::{CondNode, Formulas};
use super::limits::Meter;
use super::literal::CondLit;
use super::model::{FluentRole, GameModel};
use super::timed::TimedFluents;
use super::timeline::Timeline;

/// Finds the fluents that are functions of time, and puts the clock or constants in their place.
pub(super) fn find_clock(mut model: GameModel, meter: &mut Meter<'_>) -> Result<GameModel, GroundError> {
    while model.clock.is_none() {
        let timed = TimedFluents::of(&model, meter)?;
        if timed.fluents.is_empty() {
            break;
        }
        let Some(timeline) = Timeline::of(&timed, &model, meter)? else { break };
        let n_open = model.roles.iter().filter(|role| **role == FluentRole::State).count();
        model = replace(model, &timed, timeline, meter)?;
        if n_open == model.roles.iter().filter(|role| **role == FluentRole::State).count() {
            break;
        }
    }
    Ok(model)
}

/// Puts the clock in the place of the fluents.
fn replace(
    model: GameModel,
    timed: &TimedFluents,
    timeline: Timeline,
    meter: &mut Meter<'_>,
) -> Result<GameModel, GroundError> {
    let (n_fluents, n_values) = (model.fluents.len(), timeline.clock.values.len());
    // What differs only at the start tells less as a clock than as a part of the state.
    let is_clock = (n_values, timeline.clock.loop_to) != (2, 1);
    let is_constant = |node: usize| [0, n_values].contains(&timeline.n_true(node));
    let mut formulas = Formulas::default();
    let mut lits = Vec::with_capacity(timed.nodes.len());
    for (number, node) in model.formulas.nodes().iter().enumerate() {
        meter.tick(formulas.bytes())?;
        lits.push(match node {
            _ if timed.nodes[number] && (is_clock || is_constant(number)) => {
                at_times(&timeline, number, n_fluents, &mut formulas)
            }
            CondNode::True => CondLit::TRUE,
            CondNode::Leaf(leaf) => formulas.leaf(*leaf),
            CondNode::Or(bodies) => {
                formulas.or(bodies.iter().map(|body| body.iter().map(|lit| renamed(*lit, &lits)).collect()))
            }
        });
    }
    let mut model = model.renamed(formulas, &|lit| renamed(lit, &lits));
    let mut n_true = vec![0; n_fluents];
    timeline.clock.values.iter().flatten().for_each(|fluent| n_true[*fluent] += 1);
    for (fluent, _) in &timed.fluents {
        model.roles[*fluent] = match n_true[*fluent] {
            0 => FluentRole::Constant(false),
            n if n == n_values => FluentRole::Constant(true),
            _ if is_clock => FluentRole::Clock,
            _ => FluentRole::State,
        };
    }
    if is_clock && 1 < n_values {
        model.clock = Some(timeline.clock);
    }
    Ok(model)
}

fn renamed(lit: CondLit, lits: &[CondLit]) -> CondLit {
    lits[lit.node()].signed(lit.is_positive())
}

/// The condition that the clock has one of the values at which a condition holds, or that it has none of the others.
fn at_times(timeline: &Timeline, node: usize, first_leaf: usize, formulas: &mut Formulas) -> CondLit {
    let n_true = timeline.n_true(node);
    match (n_true, timeline.clock.values.len() - n_true) {
        (0, _) => CondLit::FALSE,
        (_, 0) => CondLit::TRUE,
        (n_true, n_false) => {
            let holds = n_true <= n_false;
            let leaves: Vec<CondLit> =
                timeline.times(node, holds).flatten().map(|time| formulas.leaf(first_leaf + time)).collect();
            formulas.or(leaves.into_iter().map(|leaf| vec![leaf])).signed(holds)
        }
    }
}
