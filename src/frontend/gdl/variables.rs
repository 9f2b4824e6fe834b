//! State variables, each made of fluents of which at most one holds at a time.

use std::cmp::Reverse;
use std::collections::{BTreeSet, BinaryHeap};

use itertools::Itertools;

use super::invariant::Invariant;
use super::model::{FluentRole, GameModel};

/// No more pairs of facts than about this are told to exclude each other.
const MAX_EXCLUSIONS: usize = 20_000;

/// A state variable: fluents of which at most one holds at a time.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct FluentGroup {
    /// The fluents, one per value.
    pub(super) fluents: Vec<usize>,
    /// Whether there is a first value that says that none of them holds.
    pub(super) has_none: bool,
}

/// The state variables. Value `v` of a variable says that its `v`-th fluent holds, after the one for none.
#[derive(Debug, Clone, Default)]
pub(super) struct Variables {
    pub(super) groups: Vec<FluentGroup>,
    /// For each fluent its group and the place there.
    places: Vec<Option<(usize, usize)>>,
}

impl FluentGroup {
    /// The value that says that the fluent at this place holds.
    pub(super) fn value(&self, place: usize) -> usize {
        place + usize::from(self.has_none)
    }

    /// The fluent that holds at a value; nothing at the value for none.
    pub(super) fn fluent(&self, value: usize) -> Option<usize> {
        self.fluents.get(value.checked_sub(usize::from(self.has_none))?).copied()
    }

    /// How many values it has.
    pub(super) fn n_values(&self) -> usize {
        self.fluents.len() + usize::from(self.has_none)
    }

    /// The value that a set of fluents gives it.
    pub(super) fn value_in(&self, holds: &dyn Fn(usize) -> bool) -> usize {
        self.fluents.iter().position(|fluent| holds(*fluent)).map_or(0, |place| self.value(place))
    }
}

impl Variables {
    /// Groups that each fluent of the state is in one of.
    pub(super) fn new(groups: Vec<FluentGroup>, n_fluents: usize) -> Self {
        let mut places = vec![None; n_fluents];
        for (number, group) in groups.iter().enumerate() {
            for (place, fluent) in group.fluents.iter().enumerate() {
                places[*fluent] = Some((number, place));
            }
        }
        Self { groups, places }
    }

    /// Variables for the fluents of the state: as large as invariants allow, from the largest, then true or false.
    pub(super) fn of(model: &GameModel, invariants: &[Invariant]) -> Self {
        let mut is_open: Vec<bool> = model.roles.iter().map(|role| *role == FluentRole::State).collect();
        let mut groups = Vec::new();
        let left = |invariant: &Invariant, is_open: &[bool]| {
            invariant.fluents.iter().filter(|fluent| is_open[**fluent]).count()
        };
        let mut waiting: BinaryHeap<(usize, bool, Reverse<usize>)> = invariants
            .iter()
            .enumerate()
            .map(|(number, invariant)| (invariant.fluents.len(), invariant.exactly, Reverse(number)))
            .collect();
        while let Some((n_left, _, Reverse(number))) = waiting.pop() {
            let invariant = &invariants[number];
            let n_now = left(invariant, &is_open);
            if n_now < n_left {
                // Less of it is left than it was put there for.
                if 2 <= n_now {
                    waiting.push((n_now, false, Reverse(number)));
                }
                continue;
            }
            let fluents: Vec<usize> =
                invariant.fluents.iter().copied().filter(|fluent| is_open[*fluent]).collect();
            let has_none = !invariant.exactly || fluents.len() < invariant.fluents.len();
            fluents.iter().for_each(|fluent| is_open[*fluent] = false);
            groups.push(FluentGroup { fluents, has_none });
        }
        let single = (0..is_open.len()).filter(|fluent| is_open[*fluent]);
        groups.extend(single.map(|fluent| FluentGroup { fluents: vec![fluent], has_none: true }));
        groups.sort_unstable_by_key(|group| group.fluents.first().copied());
        Self::new(groups, model.fluents.len())
    }

    /// The pairs of fluents of different variables that invariants exclude; none of an invariant with too many.
    pub(super) fn exclusions(&self, invariants: &[Invariant]) -> BTreeSet<[usize; 2]> {
        let mut pairs = BTreeSet::new();
        for invariant in invariants {
            let n = invariant.fluents.len();
            if pairs.len() + n * (n - 1) / 2 <= MAX_EXCLUSIONS {
                let apart = |[a, b]: &[usize; 2]| self.group(*a) != self.group(*b);
                pairs.extend(invariant.fluents.iter().copied().array_combinations().filter(apart));
            }
        }
        pairs
    }

    fn group(&self, fluent: usize) -> Option<usize> {
        self.place(fluent).map(|(group, _)| group)
    }

    /// The group of a fluent and its place there.
    pub(super) fn place(&self, fluent: usize) -> Option<(usize, usize)> {
        self.places.get(fluent).copied().flatten()
    }
}
