//! Names of variables that are made of atoms: what the names of the atoms have in common.

use std::collections::BTreeMap;

/// A name for a variable whose values are these atoms: of each predicate what its atoms have in common, `*` elsewhere.
pub fn common_name(atoms: &[&str]) -> String {
    let mut by_shape: BTreeMap<Vec<&str>, (usize, Vec<Option<&str>>)> = BTreeMap::new();
    for atom in atoms {
        let (words, between) = parts(atom);
        let shape = between.into_iter().chain(words.first().copied()).collect();
        let n_known = by_shape.len();
        let (_, common) =
            by_shape.entry(shape).or_insert_with(|| (n_known, words.iter().copied().map(Some).collect()));
        for (known, word) in common.iter_mut().zip(words) {
            *known = known.filter(|known| *known == word);
        }
    }
    let mut names: Vec<(usize, String)> = Vec::new();
    for (shape, (number, common)) in by_shape {
        let mut name = shape.first().copied().unwrap_or_default().to_owned();
        for (word, after) in common.iter().zip(&shape[1..]) {
            name.push_str(word.unwrap_or("*"));
            name.push_str(after);
        }
        names.push((number, name));
    }
    names.sort();
    names.into_iter().map(|(_, name)| name).collect::<Vec<_>>().join(" | ")
}

/// The words of an atom, and what stands before, between and behind them.
fn parts(atom: &str) -> (Vec<&str>, Vec<&str>) {
    let is_between = |c: char| matches!(c, '(' | ')' | ',' | ' ');
    let (mut words, mut between) = (Vec::new(), Vec::new());
    let mut rest = atom;
    loop {
        let (before, after) = rest.split_at(rest.find(|c| !is_between(c)).unwrap_or(rest.len()));
        between.push(before);
        if after.is_empty() {
            return (words, between);
        }
        let (word, after) = after.split_at(after.find(is_between).unwrap_or(after.len()));
        words.push(word);
        rest = after;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_say_what_is_common() {
        assert_eq!(common_name(&["at(t1, a)", "at(t1, b)"]), "at(t1, *)");
        assert_eq!(common_name(&["at(p1, a)", "at(p1, b)", "in(p1, t1)"]), "at(p1, *) | in(p1, t1)");
        assert_eq!(common_name(&["holding(a)", "handempty()", "holding(b)"]), "holding(*) | handempty()");
        assert_eq!(common_name(&["(cell 1 2 b)", "(cell 1 2 x)"]), "(cell 1 2 *)");
        assert_eq!(common_name(&["lamp", "", "("]), "lamp |  | (");
    }
}
