//! Ordered maps, ordered sets and sorting, with little code compiled for each type.
//!
//! `BTreeMap` and the sorts of the standard library are compiled anew for every type: six and eight kilobytes of machine code
//! each, a fifth of the build. Here the entries are stored in the order of their insertion, and separately their indices in
//! ascending order of keys. Code that moves or compares indices is compiled once and calls a comparison of two entries through
//! a pointer. So a look-up takes about twice the time of one in a `BTreeMap`. Where most of the time is spent in a map, use
//! `BTreeMap`.
//!
//! The methods are those of `BTreeMap` and `BTreeSet`.

use std::borrow::Borrow;
use std::cmp::Ordering;
use std::fmt::{self, Debug, Formatter};
use std::iter::Flatten;
use std::ops::Index;
use std::{mem, slice, vec};

use itertools::Itertools as _;

/// Greatest number of items that are sorted by insertion, which needs no memory.
const MOST_INSERTED: usize = 16;

/// Sorts in ascending order; equal items keep their order.
pub fn sort<T: Ord>(items: &mut [T]) {
    sort_by(items, Ord::cmp);
}

/// Sorts in ascending order, and keeps each item once.
pub fn distinct<T: Ord>(mut items: Vec<T>) -> Vec<T> {
    sort(&mut items);
    items.dedup();
    items
}

/// Sorts by a key that is computed for each comparison; equal items keep their order.
pub fn sort_by_key<T, K: Ord>(items: &mut [T], mut key: impl FnMut(&T) -> K) {
    sort_by(items, |a, b| key(a).cmp(&key(b)));
}

/// Sorts by a comparison; equal items keep their order.
pub fn sort_by<T>(items: &mut [T], mut compare: impl FnMut(&T, &T) -> Ordering) {
    if items.len() <= MOST_INSERTED {
        for end in 1..items.len() {
            let mut place = end;
            while 0 < place && compare(&items[place], &items[place - 1]) == Ordering::Less {
                items.swap(place, place - 1);
                place -= 1;
            }
        }
        return;
    }
    let order = order(items.len(), &mut |a, b| compare(&items[a], &items[b]));
    rearrange(items, order);
}

/// Returns the indices below `n` in ascending order of their items.
fn order(n: usize, compare: &mut dyn FnMut(usize, usize) -> Ordering) -> Vec<usize> {
    let mut order: Vec<usize> = (0..n).collect();
    order.sort_by(|a, b| compare(*a, *b));
    order
}

/// Moves to each place the item at the index in `order`.
fn rearrange<T>(items: &mut [T], mut order: Vec<usize>) {
    for start in 0..items.len() {
        let mut place = start;
        while order[place] != start {
            let from = mem::replace(&mut order[place], place);
            items.swap(place, from);
            place = from;
        }
        order[place] = place;
    }
}

/// Ordered map.
#[derive(Clone)]
pub struct Map<K, V> {
    entries: Vec<(K, V)>,
    places: Places,
}

/// Indices of entries in ascending order of their keys, in blocks, so that inserting one moves few others.
#[derive(Clone, Default)]
struct Places {
    /// None of them is empty.
    blocks: Vec<Vec<usize>>,
}

#[derive(Clone, Copy)]
struct Place {
    block: usize,
    offset: usize,
}

/// Number of indices at which a block is divided.
const FULL_BLOCK: usize = 512;

impl Places {
    const fn new() -> Self {
        Self { blocks: Vec::new() }
    }

    /// Builds the indices below `n` in this order.
    fn counting(n: usize) -> Self {
        let starts = (0..n).step_by(FULL_BLOCK / 2);
        Self { blocks: starts.map(|start| (start..n.min(start + FULL_BLOCK / 2)).collect()).collect() }
    }

    /// Returns the place of the entry that compares as equal, or else where it would be inserted.
    fn find(&self, compare: &mut dyn FnMut(usize) -> Ordering) -> Result<Place, Place> {
        let mut is_less = |entry: &usize| compare(*entry) == Ordering::Less;
        // Most maps are filled in ascending order.
        let Some(last) = self.blocks.last() else { return Err(Place { block: 0, offset: 0 }) };
        if last.last().is_some_and(&mut is_less) {
            return Err(Place { block: self.blocks.len() - 1, offset: last.len() });
        }
        let block = self.blocks.partition_point(|block| block.last().is_some_and(&mut is_less));
        let offset = self.blocks[block].partition_point(is_less);
        let place = Place { block, offset };
        if compare(self.at(place)) == Ordering::Equal { Ok(place) } else { Err(place) }
    }

    fn at(&self, place: Place) -> usize {
        self.blocks[place.block][place.offset]
    }

    fn insert(&mut self, place: Place, entry: usize) {
        if self.blocks.is_empty() {
            self.blocks.push(Vec::new());
        }
        let block = &mut self.blocks[place.block];
        block.insert(place.offset, entry);
        if block.len() == FULL_BLOCK {
            let later = block.split_off(FULL_BLOCK / 2);
            self.blocks.insert(place.block + 1, later);
        }
    }

    fn remove(&mut self, place: Place) -> usize {
        let block = &mut self.blocks[place.block];
        let entry = block.remove(place.offset);
        if block.is_empty() {
            self.blocks.remove(place.block);
        }
        entry
    }

    fn iter(&self) -> Flatten<slice::Iter<'_, Vec<usize>>> {
        self.blocks.iter().flatten()
    }
}

impl<K: Ord, V> Map<K, V> {
    /// Makes an empty map.
    pub const fn new() -> Self {
        Self { entries: Vec::new(), places: Places::new() }
    }

    fn find<Q: Ord + ?Sized>(&self, key: &Q) -> Result<Place, Place>
    where
        K: Borrow<Q>,
    {
        self.places.find(&mut |entry| self.entries[entry].0.borrow().cmp(key))
    }

    fn index_of<Q: Ord + ?Sized>(&self, key: &Q) -> Option<usize>
    where
        K: Borrow<Q>,
    {
        self.find(key).ok().map(|place| self.places.at(place))
    }

    /// Returns the value of a key.
    pub fn get<Q: Ord + ?Sized>(&self, key: &Q) -> Option<&V>
    where
        K: Borrow<Q>,
    {
        self.index_of(key).map(|entry| &self.entries[entry].1)
    }

    /// Returns the value of a key, mutably.
    pub fn get_mut<Q: Ord + ?Sized>(&mut self, key: &Q) -> Option<&mut V>
    where
        K: Borrow<Q>,
    {
        self.index_of(key).map(|entry| &mut self.entries[entry].1)
    }

    /// Checks whether the key is there.
    pub fn contains_key<Q: Ord + ?Sized>(&self, key: &Q) -> bool
    where
        K: Borrow<Q>,
    {
        self.find(key).is_ok()
    }

    /// Sets the value of a key, and returns the previous one.
    pub fn insert(&mut self, key: K, value: V) -> Option<V> {
        match self.find(&key) {
            Ok(place) => Some(mem::replace(&mut self.entries[self.places.at(place)].1, value)),
            Err(place) => {
                self.places.insert(place, self.entries.len());
                self.entries.push((key, value));
                None
            }
        }
    }

    /// Removes a key, and returns its value.
    pub fn remove<Q: Ord + ?Sized>(&mut self, key: &Q) -> Option<V>
    where
        K: Borrow<Q>,
    {
        let place = self.find(key).ok()?;
        // The last entry moves to the index of the removed one.
        let last = self.entries.last().and_then(|(key, _)| self.find(key.borrow()).ok())?;
        let entry = self.places.at(place);
        self.places.blocks[last.block][last.offset] = entry;
        self.places.remove(place);
        Some(self.entries.swap_remove(entry).1)
    }

    /// Looks a key up, to be inserted or changed.
    pub fn entry(&mut self, key: K) -> Entry<'_, K, V> {
        let found = self.find(&key);
        Entry { map: self, key, found }
    }

    /// Keeps the entries for which `keep` returns true.
    pub fn retain(&mut self, mut keep: impl FnMut(&K, &mut V) -> bool) {
        self.settle();
        self.entries.retain_mut(|(key, value)| keep(key, value));
        self.places = Places::counting(self.entries.len());
    }

    /// Moves the entries of another map into this one.
    pub fn append(&mut self, other: &mut Self) {
        self.extend(mem::take(other));
    }
}

impl<K, V> Map<K, V> {
    /// Sorts the entries by their keys.
    fn settle(&mut self) {
        let places = mem::replace(&mut self.places, Places::counting(self.entries.len()));
        rearrange(&mut self.entries, places.iter().copied().collect());
    }

    /// Returns the number of entries.
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// Checks whether there are no entries.
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// Iterates over the entries in ascending order of keys, as do the following methods.
    pub fn iter(&self) -> Iter<'_, K, V> {
        Iter { entries: &self.entries, places: self.places.iter(), n_left: self.entries.len() }
    }

    /// Iterates over the keys.
    pub fn keys(&self) -> impl DoubleEndedIterator<Item = &K> + ExactSizeIterator + Clone {
        self.iter().map(|(key, _)| key)
    }

    /// Iterates over the values.
    pub fn values(&self) -> impl DoubleEndedIterator<Item = &V> + ExactSizeIterator + Clone {
        self.iter().map(|(_, value)| value)
    }

    /// Iterates over the values, mutably.
    pub fn values_mut(&mut self) -> impl DoubleEndedIterator<Item = &mut V> + ExactSizeIterator {
        self.settle();
        self.entries.iter_mut().map(|(_, value)| value)
    }

    /// Iterates over the entries, with mutable values.
    pub fn iter_mut(&mut self) -> impl DoubleEndedIterator<Item = (&K, &mut V)> + ExactSizeIterator {
        self.settle();
        self.entries.iter_mut().map(|(key, value)| (&*key, value))
    }

    /// Iterates over the keys and drops the values.
    pub fn into_keys(self) -> impl DoubleEndedIterator<Item = K> + ExactSizeIterator {
        self.into_iter().map(|(key, _)| key)
    }

    /// Iterates over the values and drops the keys.
    pub fn into_values(self) -> impl DoubleEndedIterator<Item = V> + ExactSizeIterator {
        self.into_iter().map(|(_, value)| value)
    }
}

/// Result of [`Map::entry`].
pub struct Entry<'m, K, V> {
    map: &'m mut Map<K, V>,
    key: K,
    found: Result<Place, Place>,
}

impl<'m, K, V> Entry<'m, K, V> {
    /// Returns the existing value, or inserts that of `value` for the key.
    pub fn or_insert_with_key(self, value: impl FnOnce(&K) -> V) -> &'m mut V {
        let Self { map, key, found } = self;
        let entry = match found {
            Ok(place) => map.places.at(place),
            Err(place) => {
                let entry = map.entries.len();
                let value = value(&key);
                map.entries.push((key, value));
                map.places.insert(place, entry);
                entry
            }
        };
        &mut map.entries[entry].1
    }

    /// Returns the existing value, or inserts that of `value`.
    pub fn or_insert_with(self, value: impl FnOnce() -> V) -> &'m mut V {
        self.or_insert_with_key(|_| value())
    }

    /// Returns the existing value, or inserts `value`.
    pub fn or_insert(self, value: V) -> &'m mut V {
        self.or_insert_with_key(|_| value)
    }

    /// Returns the existing value, or inserts the default.
    pub fn or_default(self) -> &'m mut V
    where
        V: Default,
    {
        self.or_insert_with_key(|_| V::default())
    }
}

/// Iterator over the entries of a [`Map`] in ascending order of keys.
pub struct Iter<'m, K, V> {
    entries: &'m [(K, V)],
    places: Flatten<slice::Iter<'m, Vec<usize>>>,
    n_left: usize,
}

impl<K, V> Clone for Iter<'_, K, V> {
    fn clone(&self) -> Self {
        Self { places: self.places.clone(), ..*self }
    }
}

impl<'m, K, V> Iterator for Iter<'m, K, V> {
    type Item = (&'m K, &'m V);

    fn next(&mut self) -> Option<Self::Item> {
        let (key, value) = &self.entries[*self.places.next()?];
        self.n_left -= 1;
        Some((key, value))
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.n_left, Some(self.n_left))
    }
}

impl<K, V> DoubleEndedIterator for Iter<'_, K, V> {
    fn next_back(&mut self) -> Option<Self::Item> {
        let (key, value) = &self.entries[*self.places.next_back()?];
        self.n_left -= 1;
        Some((key, value))
    }
}

impl<K, V> ExactSizeIterator for Iter<'_, K, V> {}

impl<'m, K, V> IntoIterator for &'m Map<K, V> {
    type Item = (&'m K, &'m V);
    type IntoIter = Iter<'m, K, V>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

impl<K, V> IntoIterator for Map<K, V> {
    type Item = (K, V);
    type IntoIter = vec::IntoIter<(K, V)>;

    fn into_iter(mut self) -> Self::IntoIter {
        self.settle();
        self.entries.into_iter()
    }
}

impl<K: Ord, V> FromIterator<(K, V)> for Map<K, V> {
    fn from_iter<I: IntoIterator<Item = (K, V)>>(entries: I) -> Self {
        let mut map = Self::new();
        map.extend(entries);
        map
    }
}

impl<K: Ord, V> Extend<(K, V)> for Map<K, V> {
    fn extend<I: IntoIterator<Item = (K, V)>>(&mut self, entries: I) {
        for (key, value) in entries {
            self.insert(key, value);
        }
    }
}

impl<K: Ord, V, const N: usize> From<[(K, V); N]> for Map<K, V> {
    fn from(entries: [(K, V); N]) -> Self {
        entries.into_iter().collect()
    }
}

impl<K, V> Default for Map<K, V> {
    fn default() -> Self {
        Self { entries: Vec::new(), places: Places::new() }
    }
}

impl<K: Debug, V: Debug> Debug for Map<K, V> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.debug_map().entries(self.iter()).finish()
    }
}

impl<K: PartialEq, V: PartialEq> PartialEq for Map<K, V> {
    fn eq(&self, other: &Self) -> bool {
        self.len() == other.len() && self.iter().eq(other)
    }
}

impl<K: Eq, V: Eq> Eq for Map<K, V> {}

impl<K: PartialOrd, V: PartialOrd> PartialOrd for Map<K, V> {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        self.iter().partial_cmp(other)
    }
}

impl<K: Ord, V: Ord> Ord for Map<K, V> {
    fn cmp(&self, other: &Self) -> Ordering {
        self.iter().cmp(other)
    }
}

impl<Q: Ord + ?Sized, K: Ord + Borrow<Q>, V> Index<&Q> for Map<K, V> {
    type Output = V;

    fn index(&self, key: &Q) -> &V {
        &self.entries[self.find(key).map_or(usize::MAX, |place| self.places.at(place))].1
    }
}

/// Ordered set.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Set<T>(Map<T, ()>);

impl<T: Ord> Set<T> {
    /// Makes an empty set.
    pub const fn new() -> Self {
        Self(Map::new())
    }

    /// Checks whether the item is there.
    pub fn contains<Q: Ord + ?Sized>(&self, item: &Q) -> bool
    where
        T: Borrow<Q>,
    {
        self.0.contains_key(item)
    }

    /// Inserts an item; returns false if an equal one was there, which is kept.
    pub fn insert(&mut self, item: T) -> bool {
        self.0.insert(item, ()).is_none()
    }

    /// Removes an item; returns false if it was not there.
    pub fn remove<Q: Ord + ?Sized>(&mut self, item: &Q) -> bool
    where
        T: Borrow<Q>,
    {
        self.0.remove(item).is_some()
    }

    /// Keeps the items for which `keep` returns true.
    pub fn retain(&mut self, mut keep: impl FnMut(&T) -> bool) {
        self.0.retain(|item, ()| keep(item));
    }

    /// Moves the items of another set into this one.
    pub fn append(&mut self, other: &mut Self) {
        self.0.append(&mut other.0);
    }

    /// Iterates over the items of both sets.
    pub fn union<'s>(&'s self, other: &'s Self) -> impl Iterator<Item = &'s T> {
        self.iter().merge(other.iter()).dedup()
    }

    /// Iterates over the items that both sets have.
    pub fn intersection<'s>(&'s self, other: &'s Self) -> impl Iterator<Item = &'s T> {
        self.iter().filter(|item| other.contains(*item))
    }

    /// Iterates over the items that the other set lacks.
    pub fn difference<'s>(&'s self, other: &'s Self) -> impl Iterator<Item = &'s T> {
        self.iter().filter(|item| !other.contains(*item))
    }

    /// Checks whether the sets have no item in common.
    pub fn is_disjoint(&self, other: &Self) -> bool {
        self.intersection(other).next().is_none()
    }

    /// Checks whether the other set has all items.
    pub fn is_subset(&self, other: &Self) -> bool {
        self.difference(other).next().is_none()
    }
}

impl<T> Set<T> {
    /// Returns the number of items.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Checks whether there are no items.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Iterates over the items in ascending order.
    pub fn iter(&self) -> SetIter<'_, T> {
        self.0.iter().map(|(item, ())| item)
    }

    /// Returns the least item.
    pub fn first(&self) -> Option<&T> {
        self.iter().next()
    }

    /// Returns the greatest item.
    pub fn last(&self) -> Option<&T> {
        self.iter().next_back()
    }
}

/// Iterator over the items of a [`Set`] in ascending order.
pub type SetIter<'s, T> = std::iter::Map<Iter<'s, T, ()>, fn((&'s T, &'s ())) -> &'s T>;

impl<'s, T> IntoIterator for &'s Set<T> {
    type Item = &'s T;
    type IntoIter = SetIter<'s, T>;

    fn into_iter(self) -> SetIter<'s, T> {
        self.iter()
    }
}

/// Iterator over the items of a consumed [`Set`].
pub type IntoItems<T> = std::iter::Map<vec::IntoIter<(T, ())>, fn((T, ())) -> T>;

impl<T> IntoIterator for Set<T> {
    type Item = T;
    type IntoIter = IntoItems<T>;

    fn into_iter(self) -> IntoItems<T> {
        self.0.into_iter().map(|(item, ())| item)
    }
}

impl<T: Ord> FromIterator<T> for Set<T> {
    fn from_iter<I: IntoIterator<Item = T>>(items: I) -> Self {
        let mut set = Self::new();
        set.extend(items);
        set
    }
}

impl<T: Ord> Extend<T> for Set<T> {
    fn extend<I: IntoIterator<Item = T>>(&mut self, items: I) {
        for item in items {
            self.insert(item);
        }
    }
}

impl<'s, T: Ord + Copy + 's> Extend<&'s T> for Set<T> {
    fn extend<I: IntoIterator<Item = &'s T>>(&mut self, items: I) {
        self.extend(items.into_iter().copied());
    }
}

impl<T: Ord, const N: usize> From<[T; N]> for Set<T> {
    fn from(items: [T; N]) -> Self {
        items.into_iter().collect()
    }
}

impl<T> Default for Set<T> {
    fn default() -> Self {
        Self(Map::default())
    }
}

impl<T: Debug> Debug for Set<T> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self).finish()
    }
}

#[cfg(test)]
mod tests {
    use std::collections::{BTreeMap, BTreeSet};

    use super::{Map, Set, sort_by_key};
    use proptest::prelude::*;

    #[derive(Debug, Clone)]
    enum Change {
        Insert(u16),
        Remove(u16),
        Keep(u16),
    }

    fn changes() -> impl Strategy<Value = Vec<Change>> {
        let change = prop_oneof![
            20 => (0_u16..900).prop_map(Change::Insert),
            4 => (0_u16..900).prop_map(Change::Remove),
            1 => (2_u16..50).prop_map(Change::Keep),
        ];
        prop::collection::vec(change, 0..3000)
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(64))]

        #[test]
        fn a_map_is_one_of_the_standard_library(changes in changes()) {
            let (mut map, mut reference) = (Map::new(), BTreeMap::new());
            for (number, change) in changes.into_iter().enumerate() {
                match change {
                    Change::Insert(key) if number % 3 == 0 => {
                        prop_assert_eq!(map.insert(key, number), reference.insert(key, number));
                    }
                    Change::Insert(key) => {
                        *map.entry(key).or_default() += number;
                        *reference.entry(key).or_default() += number;
                    }
                    Change::Remove(key) => prop_assert_eq!(map.remove(&key), reference.remove(&key)),
                    Change::Keep(part) => {
                        map.retain(|key, _| key % part != 0);
                        reference.retain(|key, _| key % part != 0);
                    }
                }
            }
            prop_assert!(map.iter().eq(&reference));
            prop_assert!(map.iter().rev().eq(reference.iter().rev()));
            prop_assert_eq!((map.len(), map.iter().len()), (reference.len(), reference.len()));
            for key in 0..900 {
                prop_assert_eq!(map.get(&key), reference.get(&key));
            }
            prop_assert!(map.clone().into_iter().eq(reference.clone()));
            map.values_mut().for_each(|value| *value += 1);
            reference.values_mut().for_each(|value| *value += 1);
            prop_assert!(map.iter().eq(&reference));
        }

        #[test]
        fn sets_are_combined_as_in_the_standard_library(
            left in prop::collection::vec(0_u8..40, 0..30),
            right in prop::collection::vec(0_u8..40, 0..30),
        ) {
            let [a, b]: [Set<u8>; 2] = [&left, &right].map(|items| items.iter().copied().collect());
            let [c, d]: [BTreeSet<u8>; 2] = [left, right].map(|items| items.into_iter().collect());
            prop_assert!(a.union(&b).eq(c.union(&d)));
            prop_assert!(a.intersection(&b).eq(c.intersection(&d)));
            prop_assert!(a.difference(&b).eq(c.difference(&d)));
            prop_assert_eq!((a.is_disjoint(&b), a.is_subset(&b)), (c.is_disjoint(&d), c.is_subset(&d)));
            prop_assert_eq!((a.cmp(&b), a == b, a.first()), (c.cmp(&d), c == d, c.first()));
            prop_assert!(a.into_iter().eq(c));
        }

        #[test]
        fn sorting_is_stable(mut items in prop::collection::vec((0_u8..9, 0_u8..9), 0..60)) {
            let mut reference = items.clone();
            reference.sort_by_key(|item| item.0);
            sort_by_key(&mut items, |item| item.0);
            prop_assert_eq!(items, reference);
        }
    }
}
