//! Parsed facts: name, arguments, and the frames in which they hold; and rows made of them.

use itertools::Itertools as _;

use bmcplan_base::ordered::{Map, Set, sort_by_key};
use bmcplan_draw::table::{Track, TrackValue};

/// Facts in the order in which they first hold.
pub(super) struct Facts {
    pub(super) terms: Vec<Vec<String>>,
    pub(super) holding: Vec<Set<usize>>,
    /// Number of frames that are states of the play, before all others.
    pub(super) n_played: usize,
    /// Number of frames that are drawn, the states of the play included.
    pub(super) n_drawn: usize,
}

/// Facts with the same name and number of arguments.
pub(super) type FactGroup = Vec<usize>;

impl Facts {
    pub(super) fn of(states: &[Vec<String>]) -> Self {
        let mut numbers: Map<&str, usize> = Map::new();
        let mut facts =
            Self { terms: Vec::new(), holding: Vec::new(), n_played: states.len(), n_drawn: states.len() };
        for state in states {
            let mut holding = Set::new();
            for fact in state {
                let number = *numbers.entry(fact).or_insert_with(|| {
                    facts.terms.push(terms(fact));
                    facts.terms.len() - 1
                });
                holding.insert(number);
            }
            facts.holding.push(holding);
        }
        facts
    }

    pub(super) fn arguments(&self, fact: usize) -> &[String] {
        self.terms[fact].get(1..).unwrap_or_default()
    }

    /// Groups the facts by name and number of arguments, in the order of their first facts.
    pub(super) fn groups(&self) -> Vec<FactGroup> {
        let mut numbers: Map<(&str, usize), usize> = Map::new();
        let mut groups: Vec<FactGroup> = Vec::new();
        for (fact, terms) in self.terms.iter().enumerate() {
            let number = *numbers.entry((&terms[0], terms.len())).or_insert_with(|| {
                groups.push(FactGroup::new());
                groups.len() - 1
            });
            groups[number].push(fact);
        }
        groups
    }

    /// Checks whether some fact of the group holds in some frames and not in others.
    pub(super) fn changes(&self, group: &FactGroup) -> bool {
        group.iter().any(|fact| {
            let count = self.holding.iter().filter(|holding| holding.contains(fact)).count();
            0 < count && count < self.holding.len()
        })
    }
}

/// Splits a fact into its name and its arguments: at least one term. Nested arguments stay whole.
fn terms(fact: &str) -> Vec<String> {
    let inside = fact.strip_prefix('(').and_then(|rest| rest.strip_suffix(')')).unwrap_or(fact);
    let mut terms = vec![String::new()];
    let mut depth = 0_usize;
    for letter in inside.chars() {
        match letter {
            '(' => depth += 1,
            ')' => depth = depth.saturating_sub(1),
            _ => {}
        }
        match terms.last_mut() {
            Some(term) if term.is_empty() && letter.is_whitespace() => {}
            Some(_) if depth == 0 && letter.is_whitespace() => terms.push(String::new()),
            Some(term) => term.push(letter),
            None => {}
        }
    }
    if 1 < terms.len() && terms.last().is_some_and(String::is_empty) {
        terms.pop();
    }
    terms
}

pub(super) fn rows(facts: &Facts, group: &FactGroup) -> Vec<Track> {
    let arity = group.first().map_or(0, |fact| facts.arguments(*fact).len());
    let things = (0..arity).rev().find_map(|place| things(facts, group, place));
    let mut rows =
        things.unwrap_or_else(|| group.iter().map(|fact| light(facts, *fact)).collect::<Vec<Track>>());
    rows.iter_mut().for_each(|row| row.values.truncate(facts.n_drawn));
    rows
}

/// Returns the rows if the argument at `place` is a value of the thing that the other arguments name. No thing may have two
/// values at once, and some thing must change its value.
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

fn light(facts: &Facts, fact: usize) -> Track {
    let values = facts.holding.iter().map(|holding| TrackValue::Light(holding.contains(&fact)));
    Track { name: facts.terms[fact].join(" "), values: values.collect() }
}

/// Removes the first word from the names of rows; it is the same for all.
pub(super) fn without_common_name(rows: Vec<Track>) -> Vec<Track> {
    let short =
        |name: &str| name.split_once(' ').map_or_else(|| name.to_owned(), |(_, rest)| rest.to_owned());
    rows.into_iter().map(|row| Track { name: short(&row.name), ..row }).collect()
}

/// Sorts places for people: numbers by size, names in the order of their rows at the start, all others alphabetically.
pub(super) fn in_order(mut places: Vec<String>, rows: &[Track]) -> Vec<String> {
    let number = |place: &String| place.parse::<i64>().ok();
    if places.iter().all(|place| number(place).is_some()) {
        sort_by_key(&mut places, number);
        return places;
    }
    let is_start = |row: &Track, place: &String| matches!(row.values.first(), Some(TrackValue::Text(text)) if text == place);
    let first = |place: &String| rows.iter().position(|row| is_start(row, place)).unwrap_or(rows.len());
    sort_by_key(&mut places, |place| (first(place), place.clone()));
    places
}

/// Returns the ranks of things, from the smallest, in the first order that contains all their names.
pub(super) fn sizes(rows: &[Track], orders: &[Vec<String>]) -> Option<Vec<usize>> {
    orders.iter().find_map(|order| {
        let place = |row: &Track| order.iter().position(|name| *name == row.name);
        let places = rows.iter().map(place).collect::<Option<Vec<_>>>()?;
        let smaller = |place: &usize| places.iter().filter(|other| *other < place).count();
        places.iter().all_unique().then(|| places.iter().map(smaller).collect())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn terms_of_facts() {
        for (fact, expected) in [
            ("p", vec!["p"]),
            ("(on left)", vec!["on", "left"]),
            ("(cell 1  2 (tile 3 x) )", vec!["cell", "1", "2", "(tile 3 x)"]),
            ("", vec![""]),
            ("()", vec![""]),
            ("(a ))( b", vec!["(a ))( b"]),
        ] {
            assert_eq!(terms(fact), expected, "{fact}");
        }
    }
}
