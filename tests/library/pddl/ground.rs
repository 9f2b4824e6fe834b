//! Ground problems against the interpreter: in every state that is reached, the same atoms hold, the same actions with the
//! same costs lead to the same states, and the goal holds alike.

use std::collections::BTreeSet;

use bmcplan::kinds::pddl::{PddlError, PddlProblem, ground, read};
use bmcplan::stop::{Stop, StopReason};
use bmcplan::text::Source;
use bmcplan_kinds::fdr::{AtomId, AtomLiteral, GroundTask};
use itertools::Itertools as _;
use proptest::prelude::*;

use super::interpreter::{PddlInterpreter, PddlState};
use super::read_text;
use super::texts::arb_pddl;
use crate::common::cases::cases;

/// The atoms that hold.
type GroundState = BTreeSet<AtomId>;

/// A ground problem, played as it stands.
struct GroundPlay<'t> {
    task: &'t GroundTask,
    /// The number of negations below each derived atom.
    strata: Vec<usize>,
}

impl<'t> GroundPlay<'t> {
    fn new(task: &'t GroundTask) -> Self {
        let mut strata = vec![0; task.atoms.len()];
        let mut changed = true;
        while changed {
            changed = false;
            for axiom in &task.axioms {
                for AtomLiteral { atom, positive } in &axiom.body {
                    let (used, head) = (atom.0 as usize, axiom.head.0 as usize);
                    let least = strata[used] + usize::from(!positive && task.is_derived[used]);
                    assert!(least <= task.atoms.len(), "there are no strata");
                    changed |= strata[head] < least;
                    strata[head] = strata[head].max(least);
                }
            }
        }
        Self { task, strata }
    }

    fn satisfies(state: &GroundState, literals: &[AtomLiteral]) -> bool {
        literals.iter().all(|literal| state.contains(&literal.atom) == literal.positive)
    }

    fn extended(&self, state: &GroundState) -> GroundState {
        let mut extended = state.clone();
        for stratum in 0..=self.strata.iter().copied().max().unwrap_or(0) {
            let mut n_before = usize::MAX;
            while n_before != extended.len() {
                n_before = extended.len();
                for axiom in &self.task.axioms {
                    if self.strata[axiom.head.0 as usize] == stratum
                        && Self::satisfies(&extended, &axiom.body)
                    {
                        extended.insert(axiom.head);
                    }
                }
            }
        }
        extended
    }

    /// The names of the atoms that hold. Names with `#` are of predicates made by normalisation.
    fn names(&self, state: &GroundState) -> BTreeSet<String> {
        let names = state.iter().map(|atom| self.task.atoms[atom.0 as usize].clone());
        names.filter(|name| !name.contains('#')).collect()
    }

    /// The operators that change a state: names, costs, and the states after them.
    fn steps(&self, state: &GroundState) -> BTreeSet<(String, u64, GroundState)> {
        let extended = self.extended(state);
        let mut steps = BTreeSet::new();
        for operator in &self.task.operators {
            if !Self::satisfies(&extended, &operator.precondition) {
                continue;
            }
            let active =
                operator.effects.iter().filter(|effect| Self::satisfies(&extended, &effect.condition));
            let (added, deleted): (Vec<_>, Vec<_>) = active.partition(|effect| effect.literal.positive);
            let mut next = state.clone();
            deleted.iter().for_each(|effect| _ = next.remove(&effect.literal.atom));
            next.extend(added.iter().map(|effect| effect.literal.atom));
            if next != *state {
                steps.insert((operator.name.clone(), operator.cost, next));
            }
        }
        steps
    }
}

fn names(problem: &PddlProblem, state: &PddlState) -> BTreeSet<String> {
    let fact =
        |(predicate, objects): &(bmcplan::kinds::pddl::PredicateId, Vec<bmcplan::kinds::pddl::ObjectId>)| {
            let name = &problem.predicates[predicate.0].name;
            let objects: Vec<&str> = objects.iter().map(|object| &*problem.objects[object.0].name).collect();
            if objects.is_empty() { name.clone() } else { format!("{name}({})", objects.join(", ")) }
        };
    state.iter().map(fact).collect()
}

/// Plays both until so many states are known.
fn compare(problem: &PddlProblem, most: usize) {
    let grounded = ground(problem, &Stop::default()).unwrap_or_else(|error| panic!("{error}"));
    let play = GroundPlay::new(&grounded.ground);
    let interpreter = PddlInterpreter::new(problem);
    // The ground problem has no atoms that never change, and its states no derived atoms, except perhaps one that is always
    // derived.
    let known: BTreeSet<&String> = grounded.ground.atoms.iter().collect();
    let common = |state: &PddlState| -> BTreeSet<String> {
        names(problem, state).into_iter().filter(|name| known.contains(name)).collect()
    };
    let derived: Vec<&str> =
        problem.predicates.iter().filter(|one| one.is_derived).map(|predicate| &*predicate.name).collect();
    let basic = |names: BTreeSet<String>| -> BTreeSet<String> {
        names
            .into_iter()
            .filter(|name| !derived.contains(&name.split('(').next().unwrap_or_default()))
            .collect()
    };
    let initial = (interpreter.initial(), grounded.ground.initial.iter().copied().collect::<GroundState>());
    let (mut seen, mut open) = (BTreeSet::from([initial.0.clone()]), vec![initial]);
    while let Some((state, ground_state)) = open.pop() {
        assert_eq!(common(&state), basic(play.names(&ground_state)));
        let extended = play.extended(&ground_state);
        assert_eq!(common(&interpreter.extended(&state)), play.names(&extended));
        assert_eq!(interpreter.is_goal(&state), GroundPlay::satisfies(&extended, &grounded.ground.goal));
        let mut expected = BTreeSet::new();
        for step in interpreter.steps(&state) {
            if step.next != state {
                let of_all = |state: &PddlState| {
                    names(problem, state).difference(&common(state)).cloned().collect_vec()
                };
                assert_eq!(
                    of_all(&step.next),
                    of_all(&state),
                    "an atom changes that is not in the ground problem"
                );
                let cost = if problem.minimises_cost { step.cost } else { 1 };
                expected.insert((step.name.clone(), cost, common(&step.next)));
                let ground_steps = play.steps(&ground_state);
                let next = ground_steps.iter().find(|(name, _, _)| *name == step.name);
                let next = next.unwrap_or_else(|| panic!("{} is missing", step.name)).2.clone();
                if seen.len() < most && seen.insert(step.next.clone()) {
                    open.push((step.next, next));
                }
            }
        }
        let found = play.steps(&ground_state).into_iter();
        assert_eq!(
            found.map(|(name, cost, next)| (name, cost, basic(play.names(&next)))).collect::<BTreeSet<_>>(),
            expected
        );
    }
}

proptest! {
    #![proptest_config(cases(600))]

    #[test]
    fn random_problems_are_the_same_when_ground(text in arb_pddl()) {
        compare(&read_text(&text).problem, 60);
    }
}

#[test]
fn reading_stops() {
    let domain = Source::new(
        "d",
        "(define (domain d) (:predicates (p ?x)) (:action a :parameters (?x) :effect (p ?x)))",
    );
    let problem =
        Source::new("p", "(define (problem one) (:domain d) (:objects a b) (:init (p a)) (:goal (p b)))");
    let raised = Stop::default();
    raised.raise(StopReason::Timeout);
    for (stop, reason) in [(raised, StopReason::Timeout), (Stop::within(Some(1000)), StopReason::Memory)] {
        assert_eq!(read(&domain, &problem, &stop), Err(PddlError::Stopped(reason)));
    }
}
