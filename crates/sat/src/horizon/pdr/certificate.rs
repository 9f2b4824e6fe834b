//! The check of an invariant by fresh built-in solvers, independent of how it was found.
//!
//! Three refutations prove that no number of steps leads to the goal: of an initial state outside of the invariant, of a step
//! out of it, and of a goal inside of it.

use bmcplan_formula::{Lit, Var};

use super::super::outcome::BrokenInvariant;
use super::cube::Cube;
use super::step_solver::{Halt, SolverFactory, add, is_satisfiable};
use crate::solver::{Solver, SolverKind};

/// Checks that the states outside of all `excluded` cubes are an invariant without a goal.
pub(super) fn check(factory: SolverFactory<'_>, excluded: &[Cube]) -> Result<(), Halt> {
    let built_in = SolverKind::default();
    let kind = if factory.kind.is_built_in() { factory.kind } else { &built_in };
    let factory = SolverFactory { kind, ..factory };
    let system = factory.system;

    let mut solver = factory.frame()?;
    add(&mut *solver, system.initial(), 0);
    let violated = violations(excluded, system.n_vars(), &mut *solver, |lit| lit);
    solver.add_clause(&violated);
    refute(&mut *solver, BrokenInvariant::Start)?;

    let mut solver = factory.step()?;
    excluded.iter().for_each(|cube| solver.add_clause(&cube.clause()));
    let violated = violations(excluded, 2 * system.n_vars(), &mut *solver, |lit| factory.next(lit));
    solver.add_clause(&violated);
    refute(&mut *solver, BrokenInvariant::Step)?;

    let mut solver = factory.frame()?;
    excluded.iter().for_each(|cube| solver.add_clause(&cube.clause()));
    system.goal().iter().for_each(|lit| solver.add_clause(&[*lit]));
    refute(&mut *solver, BrokenInvariant::Goal)
}

/// Adds for each cube a variable from `first` on that implies its literals, in the frame chosen by `in_frame`.
fn violations(
    cubes: &[Cube],
    first: usize,
    solver: &mut dyn Solver,
    in_frame: impl Fn(Lit) -> Lit,
) -> Vec<Lit> {
    let mut switches = Vec::with_capacity(cubes.len());
    for (index, cube) in cubes.iter().enumerate() {
        let switch = Var::from_index(first + index).positive();
        cube.lits().iter().for_each(|lit| solver.add_clause(&[!switch, in_frame(*lit)]));
        switches.push(switch);
    }
    switches
}

fn refute(solver: &mut dyn Solver, otherwise: BrokenInvariant) -> Result<(), Halt> {
    if is_satisfiable(solver, &[])? { Err(Halt::Broken(otherwise)) } else { Ok(()) }
}

#[cfg(test)]
mod tests {
    use bmcplan_base::stop::{Stop, StopReason};
    use bmcplan_formula::{AtMostOne, ClauseShapes};

    use super::*;
    use crate::encode::{Part, SystemBuilder, Term, TransitionSystem, next};
    use crate::horizon::measured::Stopwatch;

    /// Builds a system of four places: steps lead to and fro between the first two, and from the third to the fourth, which is
    /// the goal.
    fn two_rooms() -> (TransitionSystem, Vec<Lit>) {
        let mut builder = SystemBuilder::default();
        let at: Vec<Lit> = (0..4).map(|place| builder.var(format!("at {place}"))).collect();
        let idle = builder.var("idle");
        AtMostOne::Pairwise.exactly_one(&mut builder.part(Part::Universal), &at);
        builder.part(Part::Initial).unit(at[0]);
        for (from, to) in [(0, 1), (1, 0), (2, 3), (3, 3)] {
            builder.part(Part::Transition).implies(at[from], next(at[to]));
        }
        let facts = vec![at.iter().map(|lit| Term::from(*lit)).collect()];
        (builder.finish(&[at[3].into()], idle, facts).unwrap(), at)
    }

    /// Returns the result of the check, by every solver, if these places are excluded.
    fn checked(excluded: &[usize], stop: &Stop) -> Vec<Result<(), String>> {
        let (system, at) = two_rooms();
        let cubes: Vec<Cube> = excluded.iter().map(|place| Cube::from_iter([at[*place]])).collect();
        let stopwatch = &Stopwatch::default();
        let with = |kind| check(SolverFactory { system: &system, kind, stop, stopwatch, state: &at }, &cubes);
        // A solver that calls every formula unsatisfiable, and is never used.
        let liar = "cmd:echo s UNSATISFIABLE".parse().unwrap();
        let kinds = SolverKind::ALL.iter().chain([&liar]);
        kinds.map(|kind| with(kind).map_err(|halt| format!("{halt:?}"))).collect()
    }

    #[test]
    fn an_invariant_and_what_is_left_when_it_is_tampered_with() {
        for (excluded, expected) in [
            (&[2, 3][..], Ok(())),
            (&[], Err(BrokenInvariant::Goal)),
            (&[2], Err(BrokenInvariant::Goal)),
            (&[3], Err(BrokenInvariant::Step)),
            (&[0, 2, 3], Err(BrokenInvariant::Start)),
            (&[1, 2, 3], Err(BrokenInvariant::Step)),
        ] {
            for result in checked(excluded, &Stop::default()) {
                let expected = expected.map_err(|broken| format!("Broken({broken:?})"));
                assert_eq!(result, expected, "{excluded:?}");
            }
        }
    }

    #[test]
    fn a_stopped_check_proves_nothing() {
        let stop = Stop::default();
        stop.raise(StopReason::Timeout);
        for result in checked(&[2, 3], &stop) {
            assert_eq!(result, Err("Stopped(Timeout)".to_owned()));
        }
    }
}
