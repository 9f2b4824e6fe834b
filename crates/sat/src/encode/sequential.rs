//! Sequential steps: at most one operator a step. With any step semantics, idle steps come only after the last operator.

use bmcplan_formula::{AtMostOne, Lit};

use super::headings::{AT_MOST_ONE, IDLE};
use super::{IdleSteps, Part, SystemBuilder, Term, next};

/// Adds clauses for "at most one of `movers` is true in a step". Returns the literal that is true when none is. Idle frames
/// satisfy the goal (with a clock, the first of them does) and are followed by idle frames only.
pub fn sequential_step(
    movers: &[Lit],
    goal: &[Term],
    at_most_one: AtMostOne,
    builder: &mut SystemBuilder,
) -> Lit {
    let idle = builder.var("idle");
    at_most_one.encode(&mut builder.part(Part::Transition).under(AT_MOST_ONE), movers);
    idle_last(idle, movers, goal, IdleSteps::Last, builder);
    idle
}

/// Allows any of `movers` to be true in a step; otherwise like [`sequential_step`].
pub fn parallel_step(movers: &[Lit], goal: &[Term], steps: IdleSteps, builder: &mut SystemBuilder) -> Lit {
    let idle = builder.var("idle");
    idle_last(idle, movers, goal, steps, builder);
    idle
}

fn idle_last(idle: Lit, movers: &[Lit], goal: &[Term], steps: IdleSteps, builder: &mut SystemBuilder) {
    let has_clock = builder.has_clock();
    let mut transition = builder.part(Part::Transition).under(IDLE);
    let anything: Vec<Term> = movers.iter().map(|lit| (*lit).into()).collect();
    if steps == IdleSteps::Last {
        transition.rule(&[(!idle).into()], &anything);
    }
    for mover in &anything {
        transition.rule(&[idle.into()], &[!*mover]);
    }
    transition.rule(&[idle.into()], &[next(idle).into()]);
    for term in goal {
        if has_clock {
            transition.rule(&[next(idle).into()], &[idle.into(), term.next()]);
        } else {
            transition.rule(&[idle.into()], &[*term]);
        }
    }
    if has_clock {
        let mut initial = builder.part(Part::Initial).under(IDLE);
        goal.iter().for_each(|term| initial.rule(&[idle.into()], &[*term]));
    }
}
