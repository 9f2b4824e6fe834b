//! Projections: the abstract states of a pattern, the changes of operators among them, and distances to the goal.
//!
//! An abstract state is numbered in the mixed radix of its variables' sizes. A *change* is a way in which an operator changes
//! some of the variables, at given values of some of them. It stands for a transition at every combination of the other
//! variables' values. Changes are found by the state that they lead to: for each set of variables that changes read or write,
//! by the values of these. Operators with the same changes make a group, since only the cheapest of them matters.
//!
//! Projections have all transitions of the task, and perhaps more: a conditional effect may occur where its condition is not
//! known.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use super::actions::{Action, Actions, index, number};
use super::patterns::{Pattern, n_states};

/// Distance of a state from which no goal state is reached.
pub(super) const INFINITE: u32 = u32::MAX;

#[derive(Debug)]
pub(super) struct Projection {
    digits: Vec<Digit>,
    pub(super) n_states: u32,
    /// Abstract states of the goal.
    goals: Vec<u32>,
    /// For each group the end of its actions.
    ends: Vec<u32>,
    /// Actions by group.
    actions: Vec<u32>,
    tables: Vec<ChangeTable>,
    n_transitions: u64,
}

/// Variable of a pattern.
#[derive(Debug, Clone, Copy)]
struct Digit {
    var: u32,
    size: u32,
    /// Difference of two states whose values differ by one.
    unit: u32,
}

impl Digit {
    #[inline]
    fn of(self, state: u32) -> u32 {
        state / self.unit % self.size
    }
}

/// Changes that read or write the same variables.
#[derive(Debug)]
struct ChangeTable {
    /// Each variable with the unit of its values in a key.
    digits: Vec<(Digit, u32)>,
    /// For each key, values of the variables after a change, the end of its changes.
    ends: Vec<u32>,
    changes: Vec<GroupChange>,
}

#[derive(Debug, Clone, Copy)]
struct GroupChange {
    group: u32,
    /// State before the change, less that after it, modulo 2^32.
    back: u32,
}

/// One way in which an action changes a state.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Change {
    /// Variables that it reads or writes, a bit each.
    mask: u32,
    /// Sum of their values after it, in units.
    after: u32,
    back: u32,
}

/// Greatest number of ways in which one action may change the variables of a pattern.
const MOST_CHANGES: usize = 1 << 14;

/// Working space for the distances of any projection.
#[derive(Debug, Default)]
pub(super) struct Distances {
    pub(super) of_states: Vec<u32>,
    costs: Vec<u32>,
    open: BinaryHeap<Reverse<(u32, u32)>>,
}

impl Projection {
    /// Builds the projection to a pattern of less than 2^31 states; `None` if an action has too many changes.
    pub(super) fn of(actions: &Actions, pattern: &Pattern) -> Option<Self> {
        let mut unit = 1;
        let digits = pattern.iter().map(|var| {
            let digit = Digit { var: *var, size: actions.sizes[index(*var)], unit };
            unit *= digit.size;
            digit
        });
        let digits: Vec<Digit> = digits.collect();
        let is_goal = |state: &u32| {
            let mut conditions = actions.goal.iter();
            conditions.all(|condition| {
                let digit = digits.iter().find(|digit| digit.var == condition.var);
                digit.is_none_or(|digit| condition.holds_at(digit.of(*state)))
            })
        };
        let mut affecting: Vec<u32> =
            pattern.iter().flat_map(|var| &actions.changing[index(*var)]).copied().collect();
        affecting.sort_unstable();
        affecting.dedup();
        // Changes of all actions, one after the other, and each action with its part of them.
        let mut changes: Vec<Change> = Vec::new();
        let mut parts = Vec::with_capacity(affecting.len());
        for action in affecting {
            let first = changes.len();
            add_changes(&actions.list[index(action)], &digits, &mut changes)?;
            if first < changes.len() {
                changes[first..].sort_unstable();
                parts.push((first..changes.len(), action));
            }
        }
        parts
            .sort_by(|(a, one), (b, other)| changes[a.clone()].cmp(&changes[b.clone()]).then(one.cmp(other)));
        let (mut ends, mut of_groups) = (Vec::new(), Vec::new());
        let mut last: &[Change] = &[];
        for (place, (part, _)) in parts.iter().enumerate() {
            let own = &changes[part.clone()];
            if own != std::mem::replace(&mut last, own) {
                let group = number(ends.len());
                of_groups.extend(own.chunk_by(Change::eq).map(|equal| (equal[0], group)));
                ends.push(number(place));
            }
            *ends.last_mut()? = number(place + 1);
        }
        of_groups.sort_unstable();
        let tables: Vec<ChangeTable> = of_groups
            .chunk_by(|(one, _), (other, _)| one.mask == other.mask)
            .map(|changes| ChangeTable::of(&digits, changes))
            .collect();
        let n_states = u32::try_from(n_states(actions, pattern)).ok()?;
        let transitions = tables.iter().map(|table| {
            let n_keys = number(table.ends.len());
            table.changes.len() as u64 * u64::from(n_states / n_keys)
        });
        Some(Self {
            n_states,
            goals: (0..n_states).filter(is_goal).collect(),
            ends,
            actions: parts.iter().map(|(_, action)| *action).collect(),
            n_transitions: transitions.sum(),
            tables,
            digits,
        })
    }

    /// Returns the number of bytes of its arrays, and of a table of distances.
    pub(super) fn bytes(&self) -> usize {
        let of_tables = self.tables.iter().map(|table| {
            table.ends.len() * size_of::<u32>() + table.changes.len() * size_of::<GroupChange>()
        });
        let numbers = index(self.n_states) + self.goals.len() + self.ends.len() + self.actions.len();
        of_tables.sum::<usize>() + numbers * size_of::<u32>() + size_of::<Self>()
    }

    /// Returns the numbers of its variables.
    pub(super) fn variables(&self) -> impl Iterator<Item = u32> {
        self.digits.iter().map(|digit| digit.var)
    }

    /// Returns the abstract state of a state with these values.
    #[inline]
    pub(super) fn state(&self, values: &[u32]) -> u32 {
        self.digits.iter().map(|digit| values[index(digit.var)] * digit.unit).sum()
    }

    /// Returns the work to compute distances and saturated costs once.
    pub(super) fn work(&self) -> u64 {
        2 * self.n_transitions + u64::from(self.n_states) + self.ends.len() as u64
    }

    pub(super) fn n_groups(&self) -> usize {
        self.ends.len()
    }

    /// Returns the actions of each group.
    pub(super) fn groups(&self) -> impl Iterator<Item = &[u32]> {
        let mut first = 0;
        self.ends.iter().map(move |end| {
            let group = &self.actions[first..index(*end)];
            first = index(*end);
            group
        })
    }

    /// Computes the distance of every state, with these costs of actions. Distances of 2^32 - 2 or more are that number.
    pub(super) fn measure(&self, costs: &[u32], distances: &mut Distances) {
        let Distances { of_states, costs: of_groups, open } = distances;
        of_groups.clear();
        let least = |group: &[u32]| group.iter().map(|action| costs[index(*action)]).min().unwrap_or(0);
        of_groups.extend(self.groups().map(least));
        of_states.clear();
        of_states.resize(index(self.n_states), INFINITE);
        for goal in &self.goals {
            of_states[index(*goal)] = 0;
            open.push(Reverse((0, *goal)));
        }
        while let Some(Reverse((distance, state))) = open.pop() {
            if of_states[index(state)] < distance {
                continue;
            }
            for change in self.tables.iter().flat_map(|table| table.changes_to(state)) {
                let before = state.wrapping_add(change.back);
                let longer = distance.saturating_add(of_groups[index(change.group)]).min(INFINITE - 1);
                let known = &mut of_states[index(before)];
                if longer < *known {
                    *known = longer;
                    open.push(Reverse((longer, before)));
                }
            }
        }
    }

    /// Checks whether every group has an action that costs nothing: then no state with a way to the goal is away from it.
    pub(super) fn is_free(&self, costs: &[u32]) -> bool {
        self.groups().all(|group| group.iter().any(|action| costs[index(*action)] == 0))
    }

    /// Takes the [saturated costs](Self::saturated_costs) from the costs of actions; returns whether there are any.
    pub(super) fn take_costs(&self, distances: &Distances, most: u32, costs: &mut [u32]) -> bool {
        let saturated = self.saturated_costs(distances, most);
        for (group, cost) in self.groups().zip(&saturated) {
            group.iter().for_each(|action| costs[index(*action)] -= cost);
        }
        saturated.iter().any(|cost| *cost != 0)
    }

    /// Returns for each group the least cost with which no distance is less than now, where distances greater than `most` are
    /// `most`: the greatest difference over its transitions.
    ///
    /// Transitions from states without a way to the goal do not count: no plan has them.
    pub(super) fn saturated_costs(&self, distances: &Distances, most: u32) -> Vec<u32> {
        let of_states = &distances.of_states;
        let mut saturated = vec![0; self.n_groups()];
        for (state, distance) in (0..self.n_states).zip(of_states) {
            if most <= *distance {
                continue;
            }
            for change in self.tables.iter().flat_map(|table| table.changes_to(state)) {
                let before = of_states[index(state.wrapping_add(change.back))].min(most);
                let needed = &mut saturated[index(change.group)];
                *needed = before.saturating_sub(*distance).max(*needed);
            }
        }
        saturated
    }
}

impl ChangeTable {
    /// Builds the table of these changes, sorted, all of one mask.
    fn of(digits: &[Digit], changes: &[(Change, u32)]) -> Self {
        let mask = changes.first().map_or(0, |(change, _)| change.mask);
        let mut n_keys = 1;
        let of_mask = (0..).zip(digits).filter(|(place, _): &(u32, _)| mask >> place & 1 == 1);
        let keyed: Vec<(Digit, u32)> = of_mask
            .map(|(_, digit)| {
                let unit = n_keys;
                n_keys *= digit.size;
                (*digit, unit)
            })
            .collect();
        let mut table = Self { digits: keyed, ends: vec![0; index(n_keys)], changes: Vec::new() };
        // The order of keys is that of the sums of values.
        for (change, group) in changes {
            let key = table.key(change.after);
            table.changes.push(GroupChange { group: *group, back: change.back });
            table.ends[index(key)] = number(table.changes.len());
        }
        let mut last = 0;
        for end in &mut table.ends {
            last = last.max(*end);
            *end = last;
        }
        table
    }

    #[inline]
    fn key(&self, state: u32) -> u32 {
        self.digits.iter().map(|(digit, unit)| digit.of(state) * unit).sum()
    }

    /// Returns the changes that lead to this state.
    #[inline]
    fn changes_to(&self, state: u32) -> &[GroupChange] {
        let key = index(self.key(state));
        let first = if key == 0 { 0 } else { self.ends[key - 1] };
        &self.changes[index(first)..index(self.ends[key])]
    }
}

/// Appends the changes of an action, those that change nothing left out; `None` if they are too many.
fn add_changes(action: &Action, digits: &[Digit], changes: &mut Vec<Change>) -> Option<()> {
    if action.is_simple {
        let (mut change, mut is_simple) = (Change { mask: 0, after: 0, back: 0 }, true);
        for (place, digit) in digits.iter().enumerate() {
            let read = action.precondition.binary_search_by_key(&digit.var, |read| read.var);
            let read = read.ok().map(|found| action.precondition[found].value);
            let written = action.effects.binary_search_by_key(&digit.var, |effect| effect.var);
            let written = written.ok().map(|found| action.effects[found].value);
            // The value before is not known.
            is_simple &= read.is_some() || written.is_none();
            if let Some(before) = read {
                let after = written.unwrap_or(before);
                change.mask |= 1 << place;
                change.after += after * digit.unit;
                change.back = change.back.wrapping_add(before.wrapping_sub(after).wrapping_mul(digit.unit));
            }
        }
        if is_simple {
            changes.extend((change.back != 0).then_some(change));
            return Some(());
        }
    }
    let reads = |digit: &Digit| {
        let conditions =
            action.effects.iter().filter(|effect| digits.iter().any(|digit| digit.var == effect.var));
        let conditions = conditions.flat_map(|effect| &effect.conditions).chain(&action.precondition);
        let mut read = conditions.map(|condition| condition.var);
        read.any(|var| var == digit.var) || action.effects.iter().any(|effect| effect.var == digit.var)
    };
    let involved: Vec<(usize, Digit)> =
        digits.iter().copied().enumerate().filter(|(_, digit)| reads(digit)).collect();
    let mask = involved.iter().fold(0, |mask, (place, _)| mask | 1 << place);
    let most = changes.len() + MOST_CHANGES;
    let mut values: Vec<Option<u32>> = vec![None; digits.len()];
    // All values that the precondition allows, as an odometer.
    let choices: Vec<Vec<u32>> = involved
        .iter()
        .map(|(_, digit)| {
            let own = || action.precondition.iter().filter(|condition| condition.var == digit.var);
            (0..digit.size).filter(|value| own().all(|condition| condition.holds_at(*value))).collect()
        })
        .collect();
    let n_choices = choices.iter().fold(1_usize, |product, own| product.saturating_mul(own.len()));
    if MOST_CHANGES < n_choices {
        return None;
    }
    for choice in 0..n_choices {
        let mut rest = choice;
        for ((place, _), own) in involved.iter().zip(&choices) {
            values[*place] = Some(own[rest % own.len()]);
            rest /= own.len();
        }
        add_outcomes(action, digits, (mask, &values), most, changes)?;
    }
    Some(())
}

/// Appends the changes of an action at these values, `None` where the action does not depend on them.
fn add_outcomes(
    action: &Action,
    digits: &[Digit],
    (mask, values): (u32, &[Option<u32>]),
    most: usize,
    changes: &mut Vec<Change>,
) -> Option<()> {
    let first = changes.len();
    changes.push(Change { mask, after: 0, back: 0 });
    for (digit, before) in digits.iter().zip(values) {
        let Some(before) = *before else { continue };
        let (mut certain, mut possible) = (Vec::new(), Vec::new());
        for effect in action.effects.iter().filter(|effect| effect.var == digit.var) {
            let mut is_certain = effect.is_certain;
            let may_occur = effect.conditions.iter().all(|condition| {
                let place = digits.iter().position(|digit| digit.var == condition.var);
                let value = place.and_then(|place| values[place]);
                is_certain &= value.is_some();
                value.is_none_or(|value| condition.holds_at(value))
            });
            if may_occur {
                if is_certain { &mut certain } else { &mut possible }.push(effect.value);
            }
        }
        certain.dedup();
        let outcomes = match *certain {
            [] => {
                possible.push(before);
                possible.sort_unstable();
                possible.dedup();
                possible
            }
            // An effect that contradicts it makes the action inapplicable.
            [only] => vec![only],
            _ => {
                changes.truncate(first);
                return Some(());
            }
        };
        let so_far = changes.split_off(first);
        for change in so_far {
            changes.extend(outcomes.iter().map(|after| Change {
                after: change.after + after * digit.unit,
                back: change.back.wrapping_add(before.wrapping_sub(*after).wrapping_mul(digit.unit)),
                ..change
            }));
        }
        if most < changes.len() {
            return None;
        }
    }
    let outcomes = changes.split_off(first);
    changes.extend(outcomes.into_iter().filter(|change| change.back != 0));
    Some(())
}
