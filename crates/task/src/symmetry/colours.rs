//! Colours of variables, facts and operators, which symmetries preserve.
//!
//! A colour is a hash of what something is made of and where it is used, by colours, a few rounds deep (colour refinement;
//! Weisfeiler & Leman, 1968). Sums of hashes represent multisets, so no order matters. Equal colours prove nothing: they select
//! candidates.

use itertools::Itertools as _;

use super::occurrences::ByAtom;
use crate::{Atom, Effect, Fact, Literal, OperatorId, Task, VarId};

/// Number of rounds. With each, colours see one step further towards the goal.
const ROUNDS: u64 = 4;

pub(super) struct TaskColours {
    atoms: ByAtom<u64>,
    operators: Vec<u64>,
}

/// For each atom the sum of its uses, to be mixed into its colour.
type Uses = ByAtom<u64>;

fn add(uses: &mut Uses, literal: Literal, by: u64, how: u64) {
    let sum = uses.of_mut(literal.atom);
    *sum = sum.wrapping_add(mixed(&[by, how, u64::from(literal.positive)]));
}

impl TaskColours {
    /// Computes the colours of `task`; `None` if that takes more work than `limit`.
    pub(super) fn of(task: &Task, limit: u64) -> Option<Self> {
        let of_effect = |effect: &Effect| 1 + effect.condition.len();
        let in_operators = task.operators().iter().map(|operator| {
            operator.precondition.len() + operator.effects.iter().map(of_effect).sum::<usize>()
        });
        let in_rules = task.derived().iter().flat_map(|derived| derived.rules.iter().map(Vec::len));
        let literals = in_operators.chain(in_rules).sum::<usize>();
        if limit < ROUNDS.saturating_mul(u64::try_from(literals).ok()?) {
            return None;
        }
        let mut colours = Self { atoms: ByAtom::none(task), operators: vec![0; task.operators().len()] };
        let mut uses = of_goal(task);
        for _ in 0..ROUNDS {
            colours.refine(task, &uses);
            // Variables that differ now differ in all later rounds.
            if task.variable_ids().map(|var| colours.variable(var)).all_unique() {
                break;
            }
            uses = colours.uses(task);
        }
        Some(colours)
    }

    pub(super) fn variable(&self, var: VarId) -> u64 {
        sum(self.atoms.facts[var.index()].iter().copied())
    }

    pub(super) fn fact(&self, fact: Fact) -> u64 {
        *self.atoms.of(Atom::Fact(fact))
    }

    pub(super) fn operator(&self, id: OperatorId) -> u64 {
        self.operators[id.index()]
    }

    fn literal(&self, literal: Literal) -> u64 {
        mixed(&[*self.atoms.of(literal.atom), u64::from(literal.positive)])
    }

    fn conjunction(&self, literals: &[Literal]) -> u64 {
        sum(literals.iter().map(|literal| self.literal(*literal)))
    }

    /// Recolours facts by their uses, then derived variables and operators by the facts.
    fn refine(&mut self, task: &Task, uses: &Uses) {
        for (colours, uses) in self.atoms.facts.iter_mut().zip(&uses.facts) {
            colours.iter_mut().zip(uses).for_each(|(colour, uses)| *colour = mixed(&[*colour, *uses]));
            let of_variable = sum(colours.iter().copied());
            colours.iter_mut().for_each(|colour| *colour = mixed(&[*colour, of_variable]));
        }
        for (index, derived) in task.derived().iter().enumerate() {
            let rules = sum(derived.rules.iter().map(|body| mixed(&[self.conjunction(body)])));
            self.atoms.derived[index] = mixed(&[self.atoms.derived[index], uses.derived[index], rules]);
        }
        for (index, operator) in task.operators().iter().enumerate() {
            let of_effect =
                |effect: &Effect| mixed(&[self.conjunction(&effect.condition), self.fact(effect.fact)]);
            let effects = sum(operator.effects.iter().map(of_effect));
            let precondition = self.conjunction(&operator.precondition);
            self.operators[index] = mixed(&[precondition, effects, operator.cost]);
        }
    }

    fn uses(&self, task: &Task) -> Uses {
        let mut uses = of_goal(task);
        for (derived, colour) in task.derived().iter().zip(&self.atoms.derived) {
            derived.rules.iter().flatten().for_each(|literal| add(&mut uses, *literal, *colour, 1));
        }
        for (operator, colour) in task.operators().iter().zip(&self.operators) {
            operator.precondition.iter().for_each(|literal| add(&mut uses, *literal, *colour, 2));
            for effect in &operator.effects {
                add(&mut uses, effect.fact.into(), *colour, 3);
                effect.condition.iter().for_each(|literal| add(&mut uses, *literal, *colour, 4));
            }
        }
        uses
    }
}

fn of_goal(task: &Task) -> Uses {
    let mut uses = Uses::none(task);
    task.goal().iter().for_each(|literal| add(&mut uses, *literal, 1, 0));
    uses
}

fn sum(colours: impl Iterator<Item = u64>) -> u64 {
    colours.fold(0, |sum, colour| sum.wrapping_add(mixed(&[colour])))
}

/// Mixes several colours into one, in order (the finaliser of `SplitMix64`; Steele, Lea & Flood, 2014).
fn mixed(parts: &[u64]) -> u64 {
    parts.iter().fold(0, |colour: u64, part| {
        let mut z = (colour ^ part).wrapping_add(0x9e37_79b9_7f4a_7c15);
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    })
}
