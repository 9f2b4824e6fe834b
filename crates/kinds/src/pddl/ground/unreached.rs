//! Why a goal is out of relaxed reach: an atom of the goal that nothing adds, or the condition that its achievers wait for in vain.

use itertools::Itertools as _;

use bmcplan_base::ordered::Map;
use bmcplan_base::stop::Stop;

use crate::datalog::TermId;

use super::super::lifted::LiftedTask;
use super::super::normal::normalise;
use super::super::syntax::{
    ActionSchema, ObjectId, Parameter, PddlAtom, PddlEffect, PddlFormula, PddlProblem, PddlTerm,
};
use super::meter::GroundMeter;
use super::program::symbol;
use super::reach::{Reachable, reach};

/// Returns a sentence about the first atom of the goal that is not relaxed reachable. `None` if all atoms that every goal state has
/// are reachable, or at a stop.
pub fn why_unreached(problem: &PddlProblem, stop: &Stop) -> Option<String> {
    let task = normalise(problem, stop).ok()?;
    let reachable = reach(&task, &mut GroundMeter::new(problem, &task, stop)).ok()?;
    let reached = Reached { problem, atoms: atoms(&task, &reachable) };
    let is_ground = |atom: &&PddlAtom| atom.arguments.iter().all(|term| value(*term, &[]).is_some());
    let goal =
        conjuncts(&problem.goal).into_iter().filter(is_ground).find(|atom| !reached.holds(atom, &[]))?;
    let name = reached.name(goal, &[], &[]);
    let achievers = reached.achievers(goal);
    let adds = |(action, why): &(&str, String)| format!("`{action}` adds it, and {why}");
    Some(match &*achievers {
        [] if problem.predicates.get(goal.predicate.0)?.is_derived => format!("`{name}` is never derived"),
        [] => format!("`{name}` is never reached: no action adds it"),
        [only] => format!("`{name}` is never reached: only {}", adds(only)),
        several => format!("`{name}` is never reached: {}", several.iter().map(adds).join("; ")),
    })
}

const NEVER: &str = "its condition never holds";

struct Reached<'a> {
    problem: &'a PddlProblem,
    /// The objects of all reached atoms, for each predicate.
    atoms: Map<usize, Vec<Vec<u32>>>,
}

fn atoms(task: &LiftedTask, reachable: &Reachable) -> Map<usize, Vec<Vec<u32>>> {
    let Reachable { terms, symbols, store, .. } = reachable;
    let of = |predicate: usize| {
        let found = store.atoms(symbol(predicate)?).iter();
        let objects = |atom: &TermId| {
            terms.arguments(*atom).iter().map(|term| symbols.object(*term)).collect::<Option<_>>()
        };
        Some((predicate, found.filter_map(objects).collect()))
    };
    (0..task.predicates.len()).filter_map(of).collect()
}

impl Reached<'_> {
    /// Checks whether a reached atom matches, under a binding of some variables. Equal variables may match different objects.
    fn holds(&self, atom: &PddlAtom, binding: &[Option<ObjectId>]) -> bool {
        let fits = |objects: &Vec<u32>| {
            let mut pairs = atom.arguments.iter().zip(objects);
            pairs.all(|(term, object)| value(*term, binding).is_none_or(|value| value.0 == *object as usize))
        };
        self.atoms.get(&atom.predicate.0).is_some_and(|atoms| atoms.iter().any(fits))
    }

    /// Returns the actions that add the atom, each with what is missing.
    fn achievers(&self, goal: &PddlAtom) -> Vec<(&str, String)> {
        let mut found = Vec::new();
        for action in &self.problem.actions {
            let mut all = Vec::new();
            adds(&action.effect, &mut vec![&action.precondition], &mut all);
            for (atom, conditions) in all {
                let Some(binding) = unify(atom, goal, action.n_variables) else { continue };
                let atoms = conditions.into_iter().flat_map(conjuncts);
                let missing = atoms.into_iter().find(|atom| !self.holds(atom, &binding));
                let why = missing.map(|atom| self.missing(atom, &binding, action));
                found.push((&*action.name, why.unwrap_or_else(|| NEVER.to_owned())));
            }
        }
        // The effects of one action may have different conditions.
        let of_action = found.into_iter().unique().into_group_map();
        let joined = of_action.into_iter().map(|(name, why)| match <[String; 1]>::try_from(why) {
            Ok([only]) => (name, only),
            Err(_) => (name, NEVER.to_owned()),
        });
        joined.sorted().collect()
    }

    fn missing(&self, atom: &PddlAtom, binding: &[Option<ObjectId>], action: &ActionSchema) -> String {
        let name = self.name(atom, binding, &action.parameters);
        let open = atom.arguments.iter().filter(|term| value(**term, binding).is_none());
        match &*open.map(|term| self.term(*term, binding, &action.parameters)).unique().join(", ") {
            "" => format!("`{name}` never holds"),
            open => format!("`{name}` holds for no {open}"),
        }
    }

    fn term(&self, term: PddlTerm, binding: &[Option<ObjectId>], parameters: &[Parameter]) -> String {
        let object = value(term, binding).and_then(|object| self.problem.objects.get(object.0));
        let named = |number| parameters.iter().find(|parameter| parameter.variable == number);
        match (object, term) {
            (Some(object), _) => object.name.clone(),
            (None, PddlTerm::Variable(number)) if let Some(parameter) = named(number) => {
                parameter.name.clone()
            }
            _ => "?".to_owned(),
        }
    }

    fn name(&self, atom: &PddlAtom, binding: &[Option<ObjectId>], parameters: &[Parameter]) -> String {
        let predicate =
            self.problem.predicates.get(atom.predicate.0).map_or("", |predicate| &*predicate.name);
        let arguments = atom.arguments.iter().map(|term| self.term(*term, binding, parameters)).join(", ");
        if arguments.is_empty() { predicate.to_owned() } else { format!("{predicate}({arguments})") }
    }
}

fn value(term: PddlTerm, binding: &[Option<ObjectId>]) -> Option<ObjectId> {
    match term {
        PddlTerm::Object(object) => Some(object),
        PddlTerm::Variable(number) => binding.get(number).copied().flatten(),
    }
}

/// Returns the objects of variables under which `atom` is the ground atom `goal`.
fn unify(atom: &PddlAtom, goal: &PddlAtom, n_variables: usize) -> Option<Vec<Option<ObjectId>>> {
    let mut binding = vec![None; n_variables];
    if atom.predicate != goal.predicate {
        return None;
    }
    for (term, wanted) in atom.arguments.iter().zip(&goal.arguments) {
        let wanted = value(*wanted, &[])?;
        if value(*term, &binding).is_some_and(|bound| bound != wanted) {
            return None;
        }
        if let PddlTerm::Variable(number) = term {
            *binding.get_mut(*number)? = Some(wanted);
        }
    }
    Some(binding)
}

type Added<'p> = (&'p PddlAtom, Vec<&'p PddlFormula>);

/// Collects the atoms that an effect adds, each with all its conditions.
fn adds<'p>(effect: &'p PddlEffect, conditions: &mut Vec<&'p PddlFormula>, found: &mut Vec<Added<'p>>) {
    match effect {
        PddlEffect::Add(atom) => found.push((atom, conditions.clone())),
        PddlEffect::Delete(_) | PddlEffect::Increase(..) => {}
        PddlEffect::And(parts) => parts.iter().for_each(|part| adds(part, conditions, found)),
        PddlEffect::Forall(_, part) => adds(part, conditions, found),
        PddlEffect::When(condition, part) => {
            conditions.push(condition);
            adds(part, conditions, found);
            conditions.pop();
        }
    }
}

/// Returns the atoms that a formula asks for in any case.
fn conjuncts(formula: &PddlFormula) -> Vec<&PddlAtom> {
    match formula {
        PddlFormula::Atom(atom) => vec![atom],
        PddlFormula::And(parts) => parts.iter().flat_map(conjuncts).collect(),
        PddlFormula::Exists(_, part) => conjuncts(part),
        _ => Vec::new(),
    }
}
