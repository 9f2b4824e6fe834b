//! The goal test of packed states, made once for every new state.
//!
//! A goal of facts only is looked up field by field in the packed state. One with derived variables needs the
//! scratch words.

use super::condition::{ScratchLayout, Test};
use super::packing::{Field, SharedField, index};
use crate::task::{Atom, Literal, Task};

/// A compiled goal.
#[derive(Debug, Clone)]
pub(super) enum CompiledGoal {
    /// Never satisfied.
    Never,
    /// Each of these fields is to hold one of the codes that are marked.
    Fields(Vec<(Field, Vec<bool>)>),
    /// Tests on the scratch words.
    Tests(Vec<Test>),
}

impl CompiledGoal {
    /// Compiles a task's goal.
    pub(super) fn compile(task: &Task, layout: &ScratchLayout) -> Self {
        let Some(tests) = layout.tests(task.goal()) else { return Self::Never };
        if task.goal().iter().any(|literal| matches!(literal.atom, Atom::Derived(_))) {
            return Self::Tests(tests);
        }
        let fields = layout.packing.fields().iter();
        Self::Fields(fields.filter_map(|field| accepted(task.goal(), layout, field)).collect())
    }
}

/// The codes of a field with which every goal literal over its members holds; `None` if there is none.
fn accepted(goal: &[Literal], layout: &ScratchLayout, shared: &SharedField) -> Option<(Field, Vec<bool>)> {
    let mut relevant = false;
    let sizes = shared.members.iter().map(|var| layout.packing.variable(*var).n_codes);
    let mut accepted = vec![true; index(sizes.clone().product())];
    let mut unit = 1;
    for (var, size) in shared.members.iter().zip(sizes) {
        for literal in goal {
            let Atom::Fact(fact) = literal.atom else { continue };
            if fact.var != *var {
                continue;
            }
            relevant = true;
            for (code, accepted) in (0_u64..).zip(&mut accepted) {
                let holds = layout.packing.code(fact) == Some(code / unit % size);
                *accepted &= holds == literal.positive;
            }
        }
        unit *= size;
    }
    relevant.then_some((shared.field, accepted))
}
