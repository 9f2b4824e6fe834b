//! Plans from layers: the operators between a state and the side where the layers begin.

use bmcplan_task::plan::Plan;
use bmcplan_task::{OperatorId, State};

use super::bidirectional::{Bidirectional, Meeting};
use super::direction::Side;
use super::measure::{Measure, SymbolicQuestion};
use super::store::{Bdd, Halt, Store};
use super::variables::Variables;

/// Finds the operators along layers.
pub(super) struct Tracer<'a, 't> {
    pub(super) search: &'a Bidirectional,
    pub(super) variables: &'a Variables<'t>,
    pub(super) operators: &'a [OperatorId],
    pub(super) question: &'a SymbolicQuestion,
    pub(super) store: &'a mut Store,
}

impl Tracer<'_, '_> {
    /// Returns the plan through a state that both sides know.
    pub(super) fn plan(&mut self, meeting: &Meeting) -> Result<Plan, Halt> {
        let Meeting { state, from_start, to_goal } = meeting;
        let mut operators = self.way(Side::Start, state, *from_start)?;
        operators.reverse();
        operators.extend(self.way(Side::Goal, state, *to_goal)?);
        Ok(Plan::sequential(operators))
    }

    /// Returns the operators from a state to the beginning of a side, the next one first.
    fn way(&mut self, side: Side, state: &State, mut distance: Measure) -> Result<Vec<OperatorId>, Halt> {
        let (mut state, mut operators) = (state.clone(), Vec::new());
        while let Some((nearer, states)) = self.nearer(side, &state, distance)? {
            let Some(next) = self.variables.some_state(&states, self.store) else { break };
            let (from, to) = if side == Side::Start { (&next, &state) } else { (&state, &next) };
            operators.extend(self.operator(from, to, distance.minus(nearer)));
            (state, distance) = (next, nearer);
        }
        Ok(operators)
    }

    /// Returns states one operator nearer to the beginning; `None` if the state is there.
    fn nearer(
        &mut self,
        side: Side,
        state: &State,
        distance: Measure,
    ) -> Result<Option<(Measure, Bdd)>, Halt> {
        let here = &self.variables.state(state, self.store)?;
        let search = self.search;
        let direction = search.direction(side);
        // Within a layer the sets follow each other by operators that cost nothing.
        let sets = direction.layer(distance);
        let mut place = 0;
        while place < sets.len() && !self.store.meets(here, &sets[place])? {
            place += 1;
        }
        let back = side.other();
        if 0 < place && place < sets.len() {
            let relations = search.relations.get(&Measure::default()).map_or(&[][..], |free| free);
            let states = back.step(here, relations, self.store)?;
            let states = self.store.and(&states, &sets[place - 1])?;
            return Ok(Some((distance, states)));
        }
        for (measure, relations) in search.relations.iter() {
            let Some(nearer) = distance.minus(*measure).filter(|nearer| *nearer < distance) else { continue };
            let sets = direction.layer(nearer);
            if sets.is_empty() {
                continue;
            }
            let states = back.step(here, relations, self.store)?;
            for set in sets {
                if self.store.meets(&states, set)? {
                    return Ok(Some((nearer, self.store.and(&states, set)?)));
                }
            }
        }
        Ok(None)
    }

    /// Returns an operator of this measure that leads from a state to another, by the semantics of the task.
    fn operator(&self, from: &State, to: &State, measure: Option<Measure>) -> Option<OperatorId> {
        let task = self.variables.task();
        let extended = task.extend(from);
        let leads = |id: &&OperatorId| {
            Some(self.question.measure(task.operator(**id))) == measure
                && extended.successor(**id).is_ok_and(|next| next == *to)
        };
        self.operators.iter().find(leads).copied()
    }
}
