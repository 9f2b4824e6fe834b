//! Search from both sides at once, layer by layer, on the side where the next layer is likely to take less work.
//!
//! Let *f* and *b* be the distances of the next layers, and *m* the least measure of an operator. Every state nearer than *f*
//! to the start has been expanded, and so has every state nearer than *b* to the goal. Consider a plan that does not pass a
//! state known on both sides at these distances. It leaves the expanded states of the start for a state at *f* or farther, and
//! enters those of the goal from a state at *b* or farther, later. At least one operator is between the two. So the plan
//! measures *f* + *b* + *m* or more. All other plans were found when the later of the two sets was.
//!
//! If one side has no next layer, every plan was found.

use bmcplan_task::State;

use super::direction::{Direction, Relations, Side};
use super::measure::Measure;
use super::store::{Bdd, Halt, Store};
use super::variables::Variables;

/// Work of a layer that is never given up.
const SMALL_LAYER: u64 = 1 << 16;

/// State on a plan, and its distances from the start and to the goal.
#[derive(Debug, Clone)]
pub(super) struct Meeting {
    pub(super) state: State,
    pub(super) from_start: Measure,
    pub(super) to_goal: Measure,
}

impl Meeting {
    /// Returns the measure of the plan.
    pub(super) fn measure(&self) -> Measure {
        self.from_start + self.to_goal
    }
}

/// Search from both sides.
pub(super) struct Bidirectional {
    from_start: Direction,
    to_goal: Direction,
    pub(super) relations: Relations,
    /// State on the best plan so far.
    pub(super) best: Option<Meeting>,
}

impl Bidirectional {
    /// Starts from these sets of states.
    pub(super) fn of(
        [start, goal]: [Bdd; 2],
        relations: Relations,
        variables: &Variables<'_>,
        store: &mut Store,
    ) -> Result<Self, Halt> {
        let mut search = Self {
            from_start: Direction::of(Side::Start, start.clone(), store)?,
            to_goal: Direction::of(Side::Goal, goal, store)?,
            relations,
            best: None,
        };
        search.meet(Side::Start, Measure::default(), Measure::default(), &start, variables, store)?;
        Ok(search)
    }

    /// Returns the lower bound on the measure of plans that were not found; `None` if all were.
    pub(super) fn lower_bound(&self) -> Option<Measure> {
        let least = self.relations.keys().next().copied().unwrap_or_default();
        Some(self.from_start.distance()? + self.to_goal.distance()? + least)
    }

    /// Checks whether the best plan so far is the best, and whether `all` of its measure were found, if they are looked for.
    pub(super) fn is_over(&self, all: bool) -> bool {
        let best = self.best.as_ref().map(Meeting::measure);
        self.lower_bound().is_none_or(|bound| best.is_some_and(|best| best < bound || best == bound && !all))
    }

    pub(super) fn direction(&self, side: Side) -> &Direction {
        match side {
            Side::Start => &self.from_start,
            Side::Goal => &self.to_goal,
        }
    }

    fn direction_mut(&mut self, side: Side) -> &mut Direction {
        match side {
            Side::Start => &mut self.from_start,
            Side::Goal => &mut self.to_goal,
        }
    }

    /// Expands a layer, or finds out that this takes too much work.
    pub(super) fn advance(&mut self, variables: &Variables<'_>, store: &mut Store) -> Result<(), Halt> {
        let Some(bound) = self.lower_bound() else { return Ok(()) };
        let [forward, backward] = [&self.from_start, &self.to_goal].map(Direction::estimate);
        let side = if forward <= backward { Side::Start } else { Side::Goal };
        let before = store.work();
        let allowance = SMALL_LAYER.max(forward.max(backward).saturating_mul(2));
        store.allow(allowance);
        let expansion = self.direction(side).expansion(&self.relations, store);
        store.allow(u64::MAX);
        let expansion = match expansion {
            Ok(Some(expansion)) => expansion,
            Ok(None) => return Ok(()),
            Err(Halt::Allowance) => {
                self.direction_mut(side).gave_up(allowance);
                return Ok(());
            }
            Err(halt) => return Err(halt),
        };
        for (distance, states) in expansion.found() {
            self.meet(side, bound, distance, states, variables, store)?;
        }
        let work = store.work() - before;
        self.direction_mut(side).enter(expansion, work, store)?;
        Ok(())
    }

    /// Looks for a better plan through states that were found on one side. Plans below `bound` were found.
    fn meet(
        &mut self,
        side: Side,
        bound: Measure,
        distance: Measure,
        states: &Bdd,
        variables: &Variables<'_>,
        store: &mut Store,
    ) -> Result<(), Halt> {
        let best = self.best.as_ref().map(Meeting::measure);
        let is_known = |other: Measure| distance + other < bound;
        let is_better = |other: Measure| best.is_none_or(|best| distance + other < best);
        let found = self.direction(side.other()).nearest(states, is_known, is_better, store)?;
        if let Some((other, states)) = found
            && let Some(state) = variables.some_state(&states, store)
        {
            let (from_start, to_goal) = match side {
                Side::Start => (distance, other),
                Side::Goal => (other, distance),
            };
            self.best = Some(Meeting { state, from_start, to_goal });
        }
        Ok(())
    }
}
