//! One direction of the search: layers of states by their distance from the initial state, or to the goal.
//!
//! Each layer has the states of one distance. Operators that cost nothing lead from one to others of the same layer, so a
//! layer is a list of sets: each is reached from the one before by such operators.

use bmcplan_base::ordered::Map;

use super::measure::Measure;
use super::relation::Relation;
use super::store::{Bdd, Halt, Store};

/// Relations by the measure of their operators.
pub(super) type Relations = Map<Measure, Vec<Relation>>;

/// Number of decisions that are counted for each unit of work: to look at more would take as long as the search.
const COUNTED: u64 = 4;

/// Side from which a search starts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Side {
    Start,
    Goal,
}

impl Side {
    /// Returns the states one operator farther away, by these relations.
    pub(super) fn step(self, states: &Bdd, by: &[Relation], store: &mut Store) -> Result<Bdd, Halt> {
        let step = |relation: &Relation| match self {
            Self::Start => relation.image(states, store),
            Self::Goal => relation.preimage(states, store),
        };
        let sets = by.iter().map(step).collect::<Result<_, _>>()?;
        store.union(sets)
    }

    pub(super) fn other(self) -> Self {
        if self == Self::Start { Self::Goal } else { Self::Start }
    }
}

/// Search from one side.
pub(super) struct Direction {
    side: Side,
    /// Layers of which all successors are known, in order.
    layers: Vec<(Measure, Vec<Bdd>)>,
    /// Union of these.
    closed: Bdd,
    /// The next layer, without states of the former.
    next: Option<(Measure, Bdd)>,
    /// Number of decisions of the layer that was counted last, and the work since then.
    size: usize,
    uncounted: u64,
    /// States found, by their distance.
    open: Map<Measure, Bdd>,
    /// Work that it is likely to take.
    estimate: u64,
}

/// Successors of a layer.
pub(super) struct Expansion {
    at: Measure,
    sets: Vec<Bdd>,
    all: Bdd,
    successors: Vec<(Measure, Bdd)>,
}

impl Expansion {
    /// Returns the sets that were not known before.
    pub(super) fn found(&self) -> impl Iterator<Item = (Measure, &Bdd)> {
        let of_layer = self.sets.iter().skip(1).map(|set| (self.at, set));
        of_layer.chain(self.successors.iter().map(|(measure, set)| (*measure, set)))
    }
}

impl Direction {
    pub(super) fn of(side: Side, states: Bdd, store: &mut Store) -> Result<Self, Halt> {
        let mut open = Map::new();
        open.insert(Measure::default(), states);
        let closed = store.constant(false);
        let mut direction =
            Self { side, layers: Vec::new(), closed, next: None, size: 1, uncounted: 0, estimate: 1, open };
        direction.advance(store)?;
        direction.look_ahead(1, store);
        Ok(direction)
    }

    /// Returns the distance of the next layer; `None` if there is none.
    pub(super) fn distance(&self) -> Option<Measure> {
        self.next.as_ref().map(|(measure, _)| *measure)
    }

    /// Returns the work that the next layer is likely to take.
    pub(super) fn estimate(&self) -> u64 {
        self.estimate
    }

    /// Takes note that the next layer takes more than `work`.
    pub(super) fn gave_up(&mut self, work: u64) {
        self.estimate = 2 * work;
    }

    /// Computes the successors of the next layer; `None` if there is none. Nothing else changes.
    pub(super) fn expansion(
        &self,
        relations: &Relations,
        store: &mut Store,
    ) -> Result<Option<Expansion>, Halt> {
        let Some((at, states)) = &self.next else { return Ok(None) };
        let mut all = states.clone();
        let mut sets = vec![states.clone()];
        if let Some(free) = relations.get(&Measure::default()) {
            let mut frontier = states.clone();
            loop {
                let reached = self.side.step(&frontier, free, store)?;
                let new = store.minus(&reached, &all)?;
                frontier = store.minus(&new, &self.closed)?;
                if frontier.is_empty() {
                    break;
                }
                all = store.or(&all, &frontier)?;
                sets.push(frontier.clone());
            }
        }
        let mut successors = Vec::new();
        for (measure, relations) in relations.iter().filter(|(measure, _)| **measure != Measure::default()) {
            let reached = self.side.step(&all, relations, store)?;
            if !reached.is_empty() {
                successors.push((*at + *measure, reached));
            }
        }
        Ok(Some(Expansion { at: *at, sets, all, successors }))
    }

    /// Enters the successors of the next layer, which took as much work.
    pub(super) fn enter(&mut self, expansion: Expansion, work: u64, store: &mut Store) -> Result<(), Halt> {
        let Expansion { at, sets, all, successors } = expansion;
        self.next = None;
        self.closed = store.or(&self.closed, &all)?;
        self.layers.push((at, sets));
        for (measure, states) in successors {
            let known = self.open.entry(measure).or_insert_with(|| store.constant(false));
            *known = store.or(known, &states)?;
        }
        self.advance(store)?;
        self.look_ahead(work.max(1), store);
        Ok(())
    }

    /// Estimates the work of the next layer: in proportion to its size, if the last one took as much. While layers are much work less
    /// than nodes, only some are counted.
    fn look_ahead(&mut self, work: u64, store: &mut Store) {
        self.estimate = work;
        self.uncounted = self.uncounted.saturating_add(work);
        if let Some((_, next)) = &self.next
            && self.size as u64 / COUNTED <= self.uncounted
        {
            let last = std::mem::replace(&mut self.size, store.size(next, usize::MAX).max(1));
            let estimate = u128::from(work) * self.size as u128 / last as u128;
            self.estimate = u64::try_from(estimate).unwrap_or(u64::MAX);
            self.uncounted = 0;
        }
    }

    /// Takes the states of the least distance that are not in layers yet.
    fn advance(&mut self, store: &mut Store) -> Result<(), Halt> {
        loop {
            let Some(measure) = self.open.keys().next().copied() else { return Ok(()) };
            let found = self.open.remove(&measure).unwrap_or_else(|| store.constant(false));
            let new = store.minus(&found, &self.closed)?;
            if !new.is_empty() {
                self.next = Some((measure, new));
                return Ok(());
            }
        }
    }

    /// Returns the known sets with their distances: those of layers but the `first`, and those that are open.
    pub(super) fn known(&self, first: usize) -> impl Iterator<Item = (Measure, &Bdd)> {
        let layers = self.layers[first..].iter();
        let layers = layers.flat_map(|(measure, sets)| sets.iter().map(move |set| (*measure, set)));
        let next = self.next.iter().map(|(measure, states)| (*measure, states));
        layers.chain(next).chain(self.open.iter().map(|(measure, states)| (*measure, states)))
    }

    /// Returns the states of a set that are nearest here, but not as near as `too_near`, if they are nearer than `below`.
    pub(super) fn nearest(
        &self,
        states: &Bdd,
        too_near: impl Fn(Measure) -> bool,
        below: impl Fn(Measure) -> bool,
        store: &mut Store,
    ) -> Result<Option<(Measure, Bdd)>, Halt> {
        let first = self.layers.partition_point(|(measure, _)| too_near(*measure));
        let sets = self.known(first).skip_while(|(measure, _)| too_near(*measure));
        for (measure, set) in sets.take_while(|(measure, _)| below(*measure)) {
            if store.meets(states, set)? {
                return Ok(Some((measure, store.and(states, set)?)));
            }
        }
        Ok(None)
    }

    /// Returns a layer's sets.
    pub(super) fn layer(&self, measure: Measure) -> &[Bdd] {
        let place = self.layers.binary_search_by_key(&measure, |(measure, _)| *measure);
        place.map_or(&[], |place| &self.layers[place].1)
    }
}
