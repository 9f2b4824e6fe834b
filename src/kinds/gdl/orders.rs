//! Orders of names that a sheet states as facts, such as `(above 1 2) (above 2 3)`. Pictures put disks on each other by them.

use std::collections::{BTreeMap, BTreeSet};

use super::sheet::{GdlTerm, Sheet};

/// Relations by which the first name is the larger one.
const LARGER: [&str; 8] = ["larger", "bigger", "greater", "wider", "heavier", "below", "under", "beneath"];

/// For every relation whose facts put names in one order, these names: first the smallest, or what is above the others.
pub fn orders(sheet: &Sheet) -> Vec<Vec<String>> {
    let mut relations: BTreeMap<&str, BTreeSet<[&str; 2]>> = BTreeMap::new();
    for rule in sheet.rules.iter().filter(|rule| rule.body.is_empty()) {
        if let [GdlTerm::Constant(one), GdlTerm::Constant(other)] = &*rule.head.arguments {
            let pair = [*one, *other].map(|symbol| sheet.symbols.name(symbol));
            relations.entry(sheet.symbols.name(rule.head.relation)).or_default().insert(pair);
        }
    }
    let order = |(name, pairs): (&str, BTreeSet<[&str; 2]>)| {
        let mut names = in_order(&pairs)?;
        if LARGER.iter().any(|larger| name.contains(larger)) {
            names.reverse();
        }
        Some(names.into_iter().map(str::to_owned).collect())
    };
    relations.into_iter().filter_map(order).collect()
}

/// The only order of all names in which the first of each pair stands before the second.
fn in_order<'a>(pairs: &BTreeSet<[&'a str; 2]>) -> Option<Vec<&'a str>> {
    let mut open: BTreeSet<&str> = pairs.iter().flatten().copied().collect();
    let mut later: BTreeMap<&str, usize> = BTreeMap::new();
    let mut after: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    for [one, other] in pairs {
        *later.entry(other).or_default() += 1;
        after.entry(one).or_default().push(other);
    }
    let mut first: Vec<&str> = open.iter().copied().filter(|name| !later.contains_key(name)).collect();
    let mut order = Vec::with_capacity(open.len());
    while let Some(name) = first.pop() {
        if !first.is_empty() {
            return None;
        }
        open.remove(name);
        order.push(name);
        for next in after.remove(name).unwrap_or_default() {
            let left = later.entry(next).or_default();
            *left -= 1;
            if *left == 0 {
                first.push(next);
            }
        }
    }
    open.is_empty().then_some(order)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn order(pairs: &[[&'static str; 2]]) -> Option<Vec<&'static str>> {
        in_order(&pairs.iter().copied().collect())
    }

    #[test]
    fn facts_put_names_in_order_if_there_is_only_one() {
        assert_eq!(order(&[["b", "c"], ["a", "b"]]), Some(vec!["a", "b", "c"]));
        assert_eq!(order(&[["b", "c"], ["a", "b"], ["a", "c"]]), Some(vec!["a", "b", "c"]));
        assert_eq!(order(&[]), Some(vec![]));
        for none in [
            &[["a", "b"], ["a", "c"]][..],
            &[["a", "b"], ["b", "a"]],
            &[["a", "a"]],
            &[["a", "b"], ["c", "d"]],
        ] {
            assert_eq!(order(none), None, "{none:?}");
        }
    }
}
