//! Interference of operators in one step: the disabling graph, in linear size.
//!
//! An edge from a to b means that a may disable b. Edges can be quadratically many, so they are stored by the literal in
//! between, with its falsifiers and readers ([`Link`]). Pairs that other clauses [keep out of one
//! step](super::step_exclusions) anyway are no edges; a link keeps the operators that have an edge left.
//!
//! `task/dependence.rs` compares disabling with other notions of independence.

use crate::ordered::{Map, Set, sort, sort_by_key};

use super::Term;
use super::operator_variables::OperatorTerms;
use super::step_exclusions::StepExclusions;
use crate::stop::Stop;
use crate::task::{Fact, Literal, Needs, Operator, Task, components};

/// A literal between operators. Operators are given by their place in the list that the graph was made of.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Link {
    /// Effects that may falsify the literal: the operator, ascending, and the term that is true when it is active.
    pub falsifiers: Vec<(usize, Term)>,
    /// The operators that must not run after an active one of these effects, ascending.
    pub readers: Vec<usize>,
}

/// The links of a task whose operators have these variables, in the order of their literals.
///
/// The formula has a clause for each of `mutexes`.
pub fn links(task: &Task, operators: &[OperatorTerms], mutexes: &[[Fact; 2]], stop: &Stop) -> Vec<Link> {
    let mut exclusions = StepExclusions::of(task, operators, mutexes);
    let mut effects: Vec<EffectsByNeed> = vec![EffectsByNeed::new(); task.variables().len()];
    let mut readers: Map<Literal, Readers> = Map::new();
    for (place, terms) in operators.iter().enumerate().take_while(|_| !stop.is_raised()) {
        for (fact, active) in &terms.effects {
            let need = exclusions.needed_value(place, fact.var);
            effects[fact.var.index()].entry(need).or_default().push((fact.value, place, *active));
        }
        let operator = task.operator(terms.id);
        for literal in read_by(operator) {
            let readers = readers.entry(literal).or_default();
            readers.places.push(place);
            readers.all_need_it &= operator.precondition.contains(&literal);
        }
    }
    let mut links = Vec::new();
    for (literal, Readers { places: readers, all_need_it }) in readers {
        let mut falsifiers: Vec<(usize, Term)> = Vec::new();
        for (var, needs) in Needs::of(task, literal).0 {
            // An operator that needs another value of the variable is never applicable together with any of the readers.
            let of_readers = literal.as_fact().filter(|_| all_need_it).map(|fact| fact.value);
            let may_run = |need: &Option<u32>| of_readers.is_none() || need.is_none() || *need == of_readers;
            let effects = effects[var.index()].iter().filter(|(need, _)| may_run(need));
            let effects = effects.flat_map(|(_, effects)| effects);
            let falsifying = effects.filter(|(value, ..)| needs.falsified_by(*value));
            falsifiers.extend(falsifying.map(|(_, place, active)| (*place, *active)));
        }
        sort_by_key(&mut falsifiers, |(place, _)| *place);
        let places: Vec<usize> = falsifiers.iter().map(|(place, _)| *place).collect();
        let mut with_edge = |some: &[usize], others: &[usize]| -> Vec<usize> {
            let mut is_edge = |a: usize, b: usize| a != b && !exclusions.exclude(a, b);
            let some = some.iter().copied().take_while(|_| !stop.is_raised());
            some.filter(|a| others.iter().any(|b| is_edge(*a, *b))).collect()
        };
        let kept = with_edge(&places, &readers);
        let readers = with_edge(&readers, &kept);
        falsifiers.retain(|(place, _)| kept.binary_search(place).is_ok());
        if stop.is_raised() {
            break;
        }
        if !readers.is_empty() {
            links.push(Link { falsifiers, readers });
        }
    }
    links
}

/// The effects on a variable, as value, operator and term for being active; by the value of the variable that the operator
/// needs.
type EffectsByNeed = Map<Option<u32>, Vec<(u32, usize, Term)>>;

/// The operators that read a literal.
struct Readers {
    places: Vec<usize>,
    /// True if it is part of the precondition of each.
    all_need_it: bool,
}

impl Default for Readers {
    fn default() -> Self {
        Self { places: Vec::new(), all_need_it: true }
    }
}

/// The operators in an order in which operators come before others that may disable them, as far as possible; in parts, the
/// strongly connected components of the disabling graph. Within a part operators keep the order of the list.
pub fn order(n_operators: usize, links: &[Link]) -> Vec<Vec<usize>> {
    let mut successors: Vec<Vec<usize>> = vec![Vec::new(); n_operators];
    for (link, node) in links.iter().zip(n_operators..) {
        for (operator, _) in &link.falsifiers {
            successors[*operator].push(node);
        }
    }
    successors.extend(links.iter().map(|link| link.readers.clone()));
    let mut parts = components(&successors);
    for part in &mut parts {
        part.retain(|node| *node < n_operators);
        sort(part);
    }
    parts.retain(|part| !part.is_empty());
    parts
}

/// The literals that must not become false before an operator has run: the literals of its precondition, and the literals of
/// its effects' conditions and their negations.
fn read_by(operator: &Operator) -> Set<Literal> {
    let conditions = operator.effects.iter().flat_map(|effect| &effect.condition);
    let either = conditions.flat_map(|literal| [*literal, !*literal]);
    operator.precondition.iter().copied().chain(either).collect()
}
