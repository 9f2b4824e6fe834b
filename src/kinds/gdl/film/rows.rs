//! Rows made of facts: things with values where the form says so, and lights otherwise.

use itertools::Itertools as _;

use super::read::{FactGroup, Facts};
use crate::draw::track::{Track, TrackValue};

/// The rows of a group of facts.
pub(super) fn of(facts: &Facts, group: &FactGroup) -> Vec<Track> {
    let arity = group.first().map_or(0, |fact| facts.arguments(*fact).len());
    let things = (0..arity).rev().find_map(|place| things(facts, group, place));
    things.unwrap_or_else(|| group.iter().map(|fact| light(facts, *fact)).collect())
}

/// The rows if the argument at this place is a value of what the others name: nothing ever has two values, and something
/// has one after the other.
fn things(facts: &Facts, group: &FactGroup, place: usize) -> Option<Vec<Track>> {
    let name = |fact: usize| {
        let terms = facts.terms[fact].iter().enumerate().filter(|(index, _)| *index != place + 1);
        terms.map(|(_, term)| term).join(" ")
    };
    let by_name = group.iter().map(|fact| (name(*fact), *fact)).into_group_map();
    let names = group.iter().map(|fact| name(*fact)).unique().collect_vec();
    let mut rows = Vec::with_capacity(names.len());
    for name in names {
        let members = by_name.get(&name)?;
        let mut values = Vec::with_capacity(facts.holding.len());
        for holding in &facts.holding {
            let held = members.iter().filter(|fact| holding.contains(fact));
            values.push(match held.at_most_one().ok()? {
                None => TrackValue::Nothing,
                Some(fact) => TrackValue::Text(facts.arguments(*fact)[place].clone()),
            });
        }
        rows.push(Track { name, values });
    }
    let several = |row: &Track| {
        row.values.iter().filter(|value| **value != TrackValue::Nothing).any(|value| *value != row.values[0])
    };
    rows.iter().any(several).then_some(rows)
}

/// A fact that holds or not.
fn light(facts: &Facts, fact: usize) -> Track {
    let values = facts.holding.iter().map(|holding| TrackValue::Light(holding.contains(&fact)));
    Track { name: facts.terms[fact].join(" "), values: values.collect() }
}

/// The rows under their names without the first word, which is the same for all.
pub(super) fn without_common_name(rows: Vec<Track>) -> Vec<Track> {
    let short =
        |name: &str| name.split_once(' ').map_or_else(|| name.to_owned(), |(_, rest)| rest.to_owned());
    rows.into_iter().map(|row| Track { name: short(&row.name), ..row }).collect()
}

/// Places in an order for people: numbers by size; names as they occur at the start, the others by the alphabet.
pub(super) fn in_order(mut places: Vec<String>, rows: &[Track]) -> Vec<String> {
    let number = |place: &String| place.parse::<i64>().ok();
    if places.iter().all(|place| number(place).is_some()) {
        places.sort_by_key(number);
        return places;
    }
    let is_start = |row: &Track, place: &String| matches!(row.values.first(), Some(TrackValue::Text(text)) if text == place);
    let first = |place: &String| rows.iter().position(|row| is_start(row, place)).unwrap_or(rows.len());
    places.sort_by_cached_key(|place| (first(place), place.clone()));
    places
}

/// The places of things in the first order of names that has them all, from the smallest.
pub(super) fn sizes(rows: &[Track], orders: &[Vec<String>]) -> Option<Vec<usize>> {
    orders.iter().find_map(|order| {
        let place = |row: &Track| order.iter().position(|name| *name == row.name);
        let places = rows.iter().map(place).collect::<Option<Vec<_>>>()?;
        let smaller = |place: &usize| places.iter().filter(|other| *other < place).count();
        places.iter().all_unique().then(|| places.iter().map(smaller).collect())
    })
}
