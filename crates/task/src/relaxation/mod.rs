//! The delete relaxation: a task in which a fact stays true once it was true.
//!
//! A proposition states that a variable has one of some values ([`Propositions`]). An operator has a part for each condition of
//! its effects. Heuristics compute the relaxation from every state; formulas apply it after their last frame.

mod lists;
mod propositions;

pub use lists::{NumberLists, index, number};
pub use propositions::{Effects, Propositions, Translated};

/// Marks the propositions that can contribute to the goal. `parts` are given by what they need and what they add.
pub fn needed<'a>(
    n_propositions: usize,
    goal: u32,
    parts: impl Iterator<Item = (&'a [u32], &'a [u32])>,
) -> Vec<bool> {
    let (needs, adds): (Vec<&[u32]>, Vec<&[u32]>) = parts.unzip();
    let added_by = NumberLists::of(adds).transposed(n_propositions);
    let mut needed = vec![false; n_propositions];
    needed[index(goal)] = true;
    let mut open = vec![goal];
    while let Some(proposition) = open.pop() {
        for part in added_by.list(proposition) {
            for asked in needs[index(*part)] {
                if !std::mem::replace(&mut needed[index(*asked)], true) {
                    open.push(*asked);
                }
            }
        }
    }
    needed
}
