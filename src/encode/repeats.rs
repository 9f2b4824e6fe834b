//! Repeated moves of one variable in two steps in a row, absent from shortest plans.
//!
//! x → x' → x is the same as doing nothing. x → x' → x'' is the same as x → x'' where that is an arc whose precondition
//! follows from those of the two: nothing else changes between them. Either way there is a shorter plan.

use crate::ordered::Map;

use super::blocking::MovingVariable;
use super::dtg::joining;
use super::state::StateTerms;
use super::{Part, SystemBuilder, Term};
use crate::task::Fact;

/// Forbids superfluous repeated moves of one variable.
pub(super) fn forbid(mover: &MovingVariable<'_>, state: &StateTerms<'_>, builder: &mut SystemBuilder) {
    let MovingVariable { arcs, blocking, moved, .. } = *mover;
    let is_superfluous = |first: usize, second: usize| {
        let (from, to) = (arcs[first].from, arcs[second].to);
        from == to
            || joining(arcs, from, to)
                .is_some_and(|direct| blocking[direct].is_implied_by([&blocking[first], &blocking[second]]))
    };
    let pairs = || {
        let followed = |first: usize| {
            (0..arcs.len())
                .filter(move |second| arcs[first].to == arcs[*second].from)
                .map(move |second| (first, second))
        };
        (0..arcs.len()).take_while(|_| !state.is_stopped()).flat_map(followed)
    };
    let moved = Term::from(moved);
    let again = moved.next();
    if pairs().all(|(first, second)| is_superfluous(first, second)) {
        builder.part(Part::Transition).rule(&[moved, again], &[]);
        return;
    }
    let mut ends: Map<(Fact, Fact), Vec<(Fact, bool)>> = Map::new();
    for (first, second) in pairs() {
        let over = (arcs[first].to, is_superfluous(first, second));
        ends.entry((arcs[first].from, arcs[second].to)).or_default().push(over);
    }
    let mut succession = builder.part(Part::Succession);
    for ((from, to), overs) in ends {
        let body = [moved, again, state.fact(from), state.fact(to).next().next()];
        if overs.iter().all(|(_, is_superfluous)| *is_superfluous) {
            succession.rule(&body, &[]);
            continue;
        }
        for (over, _) in overs.into_iter().filter(|(_, is_superfluous)| *is_superfluous) {
            succession.rule(&[&body[..], &[state.fact(over).next()]].concat(), &[]);
        }
    }
}
