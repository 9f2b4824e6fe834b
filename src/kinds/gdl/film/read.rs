//! Parsed facts: name, arguments, and the frames in which they hold.

use std::collections::{BTreeMap, BTreeSet};

/// Facts in the order in which they first hold.
pub(super) struct Facts {
    /// The name and the arguments of each.
    pub(super) terms: Vec<Vec<String>>,
    /// Those that hold, frame by frame.
    pub(super) holding: Vec<BTreeSet<usize>>,
}

/// Facts with the same name and as many arguments.
pub(super) type FactGroup = Vec<usize>;

impl Facts {
    /// Takes facts apart.
    pub(super) fn of(states: &[Vec<String>]) -> Self {
        let mut numbers: BTreeMap<&str, usize> = BTreeMap::new();
        let mut facts = Self { terms: Vec::new(), holding: Vec::new() };
        for state in states {
            let mut holding = BTreeSet::new();
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

    /// The arguments of a fact.
    pub(super) fn arguments(&self, fact: usize) -> &[String] {
        self.terms[fact].get(1..).unwrap_or_default()
    }

    /// The facts by name and number of arguments, the first ones first.
    pub(super) fn groups(&self) -> Vec<FactGroup> {
        let mut numbers: BTreeMap<(&str, usize), usize> = BTreeMap::new();
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

    /// Whether facts of a group come and go.
    pub(super) fn changes(&self, group: &FactGroup) -> bool {
        group.iter().any(|fact| {
            let count = self.holding.iter().filter(|holding| holding.contains(fact)).count();
            0 < count && count < self.holding.len()
        })
    }
}

/// The name and the arguments of a fact: at least one term. An argument that has arguments itself is not taken apart.
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
