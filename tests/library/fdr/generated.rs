//! Random small ground problems: operators that move things, with conditional effects and stratified recursive rules.

use proptest::prelude::*;

use bmcplan_kinds::fdr::{
    AtomEffect, AtomGroup, AtomId, AtomLiteral, GroundAxiom, GroundOperator, GroundTask,
};

pub(super) const N_STATE: usize = 7;
const N_DERIVED: usize = 4;

fn atom(number: usize) -> AtomId {
    AtomId(u32::try_from(number).unwrap())
}

fn literal(n_atoms: usize) -> impl Strategy<Value = AtomLiteral> {
    (0..n_atoms, any::<bool>()).prop_map(|(number, positive)| AtomLiteral { atom: atom(number), positive })
}

fn condition(most: usize) -> impl Strategy<Value = Vec<AtomLiteral>> {
    prop::collection::vec(literal(N_STATE + N_DERIVED), 0..=most)
}

fn effect() -> impl Strategy<Value = AtomEffect> {
    let condition = prop_oneof![2 => Just(Vec::new()), 1 => condition(3)];
    (condition, literal(N_STATE)).prop_map(|(condition, literal)| AtomEffect { condition, literal })
}

/// An operator that moves something from one atom to another, perhaps with more effects, or deletes every atom if it holds.
fn operator() -> impl Strategy<Value = GroundOperator> {
    let parts = (0..N_STATE, 0..N_STATE, condition(1), prop::collection::vec(effect(), 0..3), 0..5_usize);
    parts.prop_map(|(from, to, mut precondition, mut effects, form)| {
        let lit = |number, positive| AtomLiteral { atom: atom(number), positive };
        if form % 2 == 0 {
            precondition.push(lit(from, true));
        }
        if form == 4 {
            let deleted =
                |number| AtomEffect { condition: vec![lit(number, true)], literal: lit(number, false) };
            effects.extend((0..N_STATE).map(deleted));
        }
        let condition = if form < 2 { Vec::new() } else { vec![lit(from, true)] };
        effects.push(AtomEffect { condition: condition.clone(), literal: lit(to, true) });
        effects.push(AtomEffect { condition, literal: lit(from, false) });
        GroundOperator { name: String::new(), precondition, effects, cost: 1 }
    })
}

/// A rule for the first two derived atoms mentions the others in positive literals only.
fn axiom() -> impl Strategy<Value = GroundAxiom> {
    (N_STATE..N_STATE + N_DERIVED, condition(3)).prop_map(|(head, mut body)| {
        let stratum = |number: usize| usize::from(N_STATE + 2 <= number);
        body.retain(|lit| lit.atom.index() < N_STATE || stratum(lit.atom.index()) <= stratum(head));
        for lit in &mut body {
            let number = lit.atom.index();
            lit.positive |= N_STATE <= number && stratum(number) == stratum(head);
        }
        GroundAxiom { head: atom(head), body }
    })
}

pub(super) fn ground_task() -> impl Strategy<Value = GroundTask> {
    let operators = prop::collection::vec(operator(), 1..6);
    let axioms = prop::collection::vec(axiom(), 0..8);
    let initial = prop::collection::btree_set(0..N_STATE, 1..4);
    (operators, axioms, initial, condition(2)).prop_map(|(mut operators, axioms, initial, goal)| {
        for (number, operator) in operators.iter_mut().enumerate() {
            operator.name = format!("operator {number}");
        }
        GroundTask {
            atoms: (0..N_STATE + N_DERIVED).map(|number| format!("a{number}")).collect(),
            is_derived: (0..N_STATE + N_DERIVED).map(|number| N_STATE <= number).collect(),
            initial: initial.into_iter().map(atom).collect(),
            operators,
            axioms,
            goal,
            ..GroundTask::default()
        }
    })
}

pub(super) fn groups() -> impl Strategy<Value = Vec<AtomGroup>> {
    let group = (prop::collection::btree_set(0..N_STATE, 2..5), any::<bool>());
    let group = group.prop_map(|(atoms, exactly)| AtomGroup { atoms: atoms.into_iter().collect(), exactly });
    prop::collection::vec(group, 40)
}

/// Five lamps, and rules for five derived atoms that depend on each other in circles; each of these lets a lamp be put out.
pub(super) fn circles() -> impl Strategy<Value = GroundTask> {
    const N: usize = 5;
    let body = (prop::collection::vec(N..2 * N, 0..=2), prop::collection::vec(0..N, 0..=1));
    let rule = (N..2 * N, body);
    prop::collection::vec(rule, 6..14).prop_map(|rules| {
        let lit = |number, positive| AtomLiteral { atom: atom(number), positive };
        let set =
            |number, positive| vec![AtomEffect { condition: Vec::new(), literal: lit(number, positive) }];
        let operator =
            |name: String, precondition, effects| GroundOperator { name, precondition, effects, cost: 1 };
        let on = (0..N).map(|lamp| operator(format!("on {lamp}"), vec![lit(lamp, false)], set(lamp, true)));
        let off =
            (0..N).map(|lamp| operator(format!("off {lamp}"), vec![lit(N + lamp, true)], set(lamp, false)));
        let axioms = rules.into_iter().map(|(head, (inner, outer))| GroundAxiom {
            head: atom(head),
            body: inner.into_iter().chain(outer).map(|number| lit(number, true)).collect(),
        });
        GroundTask {
            atoms: (0..2 * N).map(|number| format!("a{number}")).collect(),
            is_derived: (0..2 * N).map(|number| N <= number).collect(),
            operators: on.chain(off).collect(),
            axioms: axioms.collect(),
            ..GroundTask::default()
        }
    })
}
