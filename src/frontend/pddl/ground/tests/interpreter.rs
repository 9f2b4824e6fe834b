//! An interpreter of problems as they are written, and one of ground tasks, both slow and obvious.

use std::collections::BTreeSet;

use crate::fdr::{AtomId, AtomLiteral, GroundTask};
use crate::frontend::pddl::{
    ObjectId, Parameter, PddlAtom, PddlEffect, PddlFormula, PddlProblem, PddlTerm, PredicateId,
};
use crate::task::components;

/// An atom, and the atoms that hold.
pub(super) type PlainAtom = (PredicateId, Vec<ObjectId>);
pub(super) type Atoms = BTreeSet<PlainAtom>;

type Values = Vec<Option<ObjectId>>;

fn is_of(problem: &PddlProblem, object: ObjectId, parameter: &Parameter) -> bool {
    let mut open = problem.objects[object.0].types.clone();
    let mut seen = BTreeSet::new();
    while let Some(next) = open.pop() {
        if seen.insert(next) {
            open.extend(&problem.types[next.0].parents);
        }
    }
    parameter.types.iter().any(|kind| kind.0 == 0 || seen.contains(kind))
}

/// All ways to choose objects for parameters.
fn choices(problem: &PddlProblem, parameters: &[Parameter], values: &Values) -> Vec<Values> {
    let mut all = vec![values.clone()];
    for parameter in parameters {
        let mut longer = Vec::new();
        for values in &all {
            let objects = (0..problem.objects.len()).map(ObjectId);
            for object in objects.filter(|object| is_of(problem, *object, parameter)) {
                let mut values = values.clone();
                values[parameter.variable] = Some(object);
                longer.push(values);
            }
        }
        all = longer;
    }
    all
}

fn object(term: PddlTerm, values: &Values) -> ObjectId {
    match term {
        PddlTerm::Object(object) => object,
        PddlTerm::Variable(variable) => values[variable].unwrap(),
    }
}

fn atom(atom: &PddlAtom, values: &Values) -> PlainAtom {
    (atom.predicate, atom.arguments.iter().map(|term| object(*term, values)).collect())
}

fn holds(problem: &PddlProblem, formula: &PddlFormula, state: &Atoms, values: &Values) -> bool {
    let rec = |part: &PddlFormula| holds(problem, part, state, values);
    match formula {
        PddlFormula::Atom(condition) => state.contains(&atom(condition, values)),
        PddlFormula::Equal(one, other) => object(*one, values) == object(*other, values),
        PddlFormula::Not(part) => !rec(part),
        PddlFormula::And(parts) => parts.iter().all(rec),
        PddlFormula::Or(parts) => parts.iter().any(rec),
        PddlFormula::Imply(one, other) => !rec(one) || rec(other),
        PddlFormula::Exists(parameters, part) => {
            choices(problem, parameters, values).iter().any(|values| holds(problem, part, state, values))
        }
        PddlFormula::Forall(parameters, part) => {
            choices(problem, parameters, values).iter().all(|values| holds(problem, part, state, values))
        }
    }
}

/// The state with what rules derive. Rules of one predicate may refer to those before it in any way, to their own and those
/// after it positively only.
pub(super) fn complete(problem: &PddlProblem, state: &Atoms) -> Atoms {
    let mut all = state.clone();
    for predicate in (0..problem.predicates.len()).map(PredicateId) {
        loop {
            let before = all.len();
            for axiom in problem.axioms.iter().filter(|axiom| axiom.predicate == predicate) {
                for values in choices(problem, &axiom.parameters, &vec![None; axiom.n_variables]) {
                    if holds(problem, &axiom.condition, &all, &values) {
                        let arguments = axiom.parameters.iter().filter_map(|it| values[it.variable]);
                        all.insert((predicate, arguments.collect()));
                    }
                }
            }
            if all.len() == before {
                break;
            }
        }
    }
    all
}

fn change(
    problem: &PddlProblem,
    effect: &PddlEffect,
    state: &Atoms,
    values: &Values,
    added: &mut Atoms,
    deleted: &mut Atoms,
) {
    match effect {
        PddlEffect::Add(what) => {
            added.insert(atom(what, values));
        }
        PddlEffect::Delete(what) => {
            deleted.insert(atom(what, values));
        }
        PddlEffect::And(parts) => {
            parts.iter().for_each(|part| change(problem, part, state, values, added, deleted));
        }
        PddlEffect::Forall(parameters, part) => {
            for values in choices(problem, parameters, values) {
                change(problem, part, state, &values, added, deleted);
            }
        }
        PddlEffect::When(condition, part) => {
            if holds(problem, condition, state, values) {
                change(problem, part, state, values, added, deleted);
            }
        }
    }
}

/// All actions that apply in a state, by name, and the states that they lead to. States are without what rules derive.
pub(super) fn successors(problem: &PddlProblem, state: &Atoms) -> BTreeSet<(String, Atoms)> {
    let full = complete(problem, state);
    let mut all = BTreeSet::new();
    for action in &problem.actions {
        for values in choices(problem, &action.parameters, &vec![None; action.n_variables]) {
            if !holds(problem, &action.precondition, &full, &values) {
                continue;
            }
            let (mut added, mut deleted) = (Atoms::new(), Atoms::new());
            change(problem, &action.effect, &full, &values, &mut added, &mut deleted);
            let mut next = state.clone();
            next.retain(|atom| !deleted.contains(atom));
            next.extend(added);
            let objects = action.parameters.iter().filter_map(|parameter| values[parameter.variable]);
            let names = objects.map(|object| format!(" {}", problem.objects[object.0].name));
            all.insert((action.name.clone() + &names.collect::<String>(), next));
        }
    }
    all
}

pub(super) fn is_goal(problem: &PddlProblem, state: &Atoms) -> bool {
    holds(problem, &problem.goal, &complete(problem, state), &vec![None; problem.n_goal_variables])
}

/// Which atoms of a ground task hold.
pub(super) type GroundState = BTreeSet<AtomId>;

fn all_hold(literals: &[AtomLiteral], state: &GroundState) -> bool {
    literals.iter().all(|literal| state.contains(&literal.atom) == literal.positive)
}

fn complete_ground(task: &GroundTask, state: &GroundState) -> GroundState {
    let mut uses = vec![Vec::new(); task.atoms.len()];
    for axiom in &task.axioms {
        uses[axiom.head.0 as usize].extend(axiom.body.iter().map(|literal| literal.atom.0 as usize));
    }
    let mut all = state.clone();
    for component in components(&uses) {
        loop {
            let before = all.len();
            for axiom in &task.axioms {
                if component.contains(&(axiom.head.0 as usize)) && all_hold(&axiom.body, &all) {
                    all.insert(axiom.head);
                }
            }
            if all.len() == before {
                break;
            }
        }
    }
    all
}

/// As [`successors`].
pub(super) fn ground_successors(task: &GroundTask, state: &GroundState) -> BTreeSet<(String, GroundState)> {
    let full = complete_ground(task, state);
    let mut all = BTreeSet::new();
    for operator in task.operators.iter().filter(|operator| all_hold(&operator.precondition, &full)) {
        let triggered = operator.effects.iter().filter(|effect| all_hold(&effect.condition, &full));
        let (added, deleted): (Vec<_>, Vec<_>) = triggered.partition(|effect| effect.literal.positive);
        let mut next = state.clone();
        next.retain(|atom| deleted.iter().all(|effect| effect.literal.atom != *atom));
        next.extend(added.iter().map(|effect| effect.literal.atom));
        all.insert((operator.name.clone(), next));
    }
    all
}

/// As [`is_goal`].
pub(super) fn is_ground_goal(task: &GroundTask, state: &GroundState) -> bool {
    all_hold(&task.goal, &complete_ground(task, state))
}
