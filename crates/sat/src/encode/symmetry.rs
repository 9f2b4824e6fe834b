//! Symmetry breaking: of two continuations from a state that are each other's image, only one remains.
//!
//! Where a [symmetry](bmcplan_task::TaskSymmetry) fixes a state, the image of the rest of a plan is an equally good rest. So of
//! the two next steps one can be left out, frame by frame: the rest can be exchanged for its image without a change before it.
//! This is Rintanen's method (*Symmetry reduction for SAT representations of transition systems*, 2003). It holds for any set
//! of symmetries at once, as long as all of them agree which of two steps is preferred:
//!
//! - If steps have one operator, operators have ranks, and an operator whose image has a greater rank is not taken. So the plan
//!   remains whose sequence of ranks is lexicographically greatest.
//! - If steps may have several, the next state is lexicographically greatest among its images, by its facts. The images of
//!   operators that share a ∀-step share a step, too; for ∃-steps the symmetry must keep the order of operators.

use bmcplan_base::ordered::Set;
use bmcplan_task::{Fact, OperatorId, Task, TaskSymmetry, VarId};

use super::headings::SYMMETRIES;
use super::state::StateTerms;
use super::{Part, SystemBuilder, Term};

const MOST: usize = 500;

/// Symmetry that may fix states.
pub(super) struct Breakable {
    symmetry: TaskSymmetry,
    /// True in every frame that the symmetry fixes.
    pub(super) fixed: Term,
}

impl Breakable {
    pub(super) fn all(
        state: &StateTerms<'_>,
        is_sound: impl Fn(&TaskSymmetry) -> bool,
        builder: &mut SystemBuilder,
    ) -> Vec<Self> {
        let symmetries = state.task().symmetries(Task::SYMMETRY_LIMIT, state.stop());
        let excluded: Set<[Fact; 2]> =
            state.mutexes().iter().flat_map(|[a, b]| [[*a, *b], [*b, *a]]).collect();
        let n_found = symmetries.len();
        let breakable = symmetries.into_iter().filter(is_sound).take(MOST).filter_map(|symmetry| {
            let fixed = fixed(&symmetry, state, &excluded, builder)?;
            Some(Self { symmetry, fixed })
        });
        let breakable: Vec<Self> = breakable.collect();
        log::debug!("{} of {n_found} symmetries can be broken", breakable.len());
        breakable
    }

    /// Returns the operators that are not preferred where the symmetry fixes the state.
    pub(super) fn worse<R: Ord>(&self, rank: impl Fn(OperatorId) -> R) -> Set<OperatorId> {
        let pairs = self.symmetry.operators.iter();
        pairs
            .filter(|[operator, image]| rank(*operator) < rank(*image))
            .map(|[operator, _]| *operator)
            .collect()
    }

    /// Adds clauses: the next state is not smaller than its image where the symmetry fixes this state.
    pub(super) fn choose_greater_state(&self, state: &StateTerms<'_>, builder: &mut SystemBuilder) {
        // True if the state and its image agree up to some pair, where this matters.
        let mut equal = Term::from(builder.var("equal"));
        builder.part(Part::Transition).under(SYMMETRIES).rule(&[self.fixed], &[equal.next()]);
        let pairs = self.symmetry.facts.iter().map(|pair| pair.map(|fact| state.fact(fact)));
        let mut pairs = pairs.filter(|[one, other]| one != other).peekable();
        while let Some([one, other]) = pairs.next() {
            builder.part(Part::Universal).under(SYMMETRIES).rule(&[equal, other], &[one]);
            if pairs.peek().is_some() {
                let before = std::mem::replace(&mut equal, builder.var("equal").into());
                builder.part(Part::Universal).under(SYMMETRIES).rule(&[before, one, other], &[equal]);
                builder.part(Part::Universal).under(SYMMETRIES).rule(&[before], &[one, other, equal]);
            }
        }
    }
}

/// Returns a term that is true where the symmetry fixes the state, if there may be such states.
fn fixed(
    symmetry: &TaskSymmetry,
    state: &StateTerms<'_>,
    excluded: &Set<[Fact; 2]>,
    builder: &mut SystemBuilder,
) -> Option<Term> {
    // Terms that must be true for the state to be fixed, and facts that must be false.
    let (mut equal, mut moved) = (Vec::new(), Vec::new());
    for pairs in symmetry.facts.chunk_by(|one, other| variables(*one) == variables(*other)) {
        if variables(pairs[0]).windows(2).all(|vars| vars[0] == vars[1]) {
            moved.extend(pairs.iter().flatten().map(|fact| state.fact(*fact)));
            continue;
        }
        let possible = pairs.iter().filter(|pair| !excluded.contains(*pair));
        let possible = possible.map(|pair| pair.map(|fact| state.fact(fact)));
        let possible: Vec<[Term; 2]> = possible.filter(|pair| !pair.contains(&Term::False)).collect();
        if possible.is_empty() {
            return None;
        }
        let lit = builder.var("same value");
        possible
            .iter()
            .for_each(|pair| builder.part(Part::Universal).under(SYMMETRIES).rule(pair, &[lit.into()]));
        equal.push(lit.into());
    }
    if let ([only], []) = (equal.as_slice(), moved.as_slice()) {
        return Some(*only);
    }
    let fixed = Term::from(builder.var("fixed"));
    moved.push(fixed);
    builder.part(Part::Universal).under(SYMMETRIES).rule(&equal, &moved);
    Some(fixed)
}

fn variables(pair: [Fact; 2]) -> [VarId; 2] {
    pair.map(|fact| fact.var)
}
