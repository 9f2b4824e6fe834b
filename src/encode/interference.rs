//! Interference of operators in one step: the disabling graph, in linear size.
//!
//! An edge from a to b says that a may disable b. There can be quadratically many, so they are kept by the literal that
//! is between: who may falsify it, and who reads it ([`Link`]). Pairs that other clauses keep out of one step anyway, as
//! their preconditions or their effects exclude each other, are no edges; a link keeps those that have an edge left.

use std::collections::{BTreeMap, BTreeSet};

use super::Term;
use super::operator_variables::OperatorTerms;
use crate::stop::Stop;
use crate::task::{Atom, Dependence, Fact, Literal, Operator, Task, VarId, components, single_fact};

/// A literal between operators. Operators are given by their place in the list that the graph was made of.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Link {
    /// Effects that may falsify the literal: the operator, ascending, and the term that is true when it is active.
    pub falsifiers: Vec<(usize, Term)>,
    /// The operators that must not be run after that, ascending.
    pub readers: Vec<usize>,
}

/// The links of a task whose operators have these variables, in the order of their literals.
pub fn links(task: &Task, operators: &[OperatorTerms], stop: &Stop) -> Vec<Link> {
    let exclusions = StepExclusions::of(task, operators);
    let mut effects: Vec<Vec<(u32, usize, Term)>> = vec![Vec::new(); task.variables().len()];
    let mut readers: BTreeMap<Literal, Vec<usize>> = BTreeMap::new();
    for (place, operator) in operators.iter().enumerate().take_while(|_| !stop.is_raised()) {
        for (fact, active) in &operator.effects {
            effects[fact.var.index()].push((fact.value, place, *active));
        }
        for literal in read_by(task.operator(operator.id)) {
            readers.entry(literal).or_default().push(place);
        }
    }
    readers
        .into_iter()
        .take_while(|_| !stop.is_raised())
        .filter_map(|(literal, mut readers)| {
            let mut falsifiers: Vec<(usize, Term)> = Vec::new();
            for (var, needs) in Needs::of(task, literal).0 {
                let falsifying = effects[var.index()].iter().filter(|(value, ..)| needs.falsified_by(*value));
                falsifiers.extend(falsifying.map(|(_, place, active)| (*place, *active)));
            }
            let is_edge = |a: usize, b: usize| a != b && !exclusions.exclude(a, b);
            falsifiers.retain(|(a, _)| !stop.is_raised() && readers.iter().any(|b| is_edge(*a, *b)));
            readers.retain(|b| !stop.is_raised() && falsifiers.iter().any(|(a, _)| is_edge(*a, *b)));
            falsifiers.sort_by_key(|(place, _)| *place);
            (!readers.is_empty()).then_some(Link { falsifiers, readers })
        })
        .collect()
}

/// An order in which operators come before those that may disable them, as far as there is one; within a cycle of
/// them, the order in which they are listed.
pub fn order(n_operators: usize, links: &[Link]) -> Vec<usize> {
    let mut successors: Vec<Vec<usize>> = vec![Vec::new(); n_operators];
    for (link, node) in links.iter().zip(n_operators..) {
        for (operator, _) in &link.falsifiers {
            successors[*operator].push(node);
        }
    }
    successors.extend(links.iter().map(|link| link.readers.clone()));
    let mut order = Vec::with_capacity(n_operators);
    for mut component in components(&successors) {
        component.retain(|node| *node < n_operators);
        component.sort_unstable();
        order.extend(component);
    }
    order
}

/// The literals that must stay true, as long as they are, until an operator has run: those of its precondition, and
/// those of its effects' conditions in either sense.
fn read_by(operator: &Operator) -> BTreeSet<Literal> {
    let conditions = operator.effects.iter().flat_map(|effect| &effect.condition);
    let either = conditions.flat_map(|literal| [*literal, !*literal]);
    operator.precondition.iter().copied().chain(either).collect()
}

/// The facts that a literal may need to be true or false: if it holds, and none of those that are so changes, it goes on
/// to hold.
struct Needs(BTreeMap<VarId, ValueNeeds>);

/// Of one variable, the values that may be needed, and those that may not be taken.
#[derive(Default)]
struct ValueNeeds {
    needed: BTreeSet<u32>,
    forbidden: BTreeSet<u32>,
}

impl ValueNeeds {
    /// Whether something that is needed is no more once the variable has this value.
    fn falsified_by(&self, value: u32) -> bool {
        self.forbidden.contains(&value) || self.needed.iter().any(|needed| *needed != value)
    }
}

impl Needs {
    fn of(task: &Task, literal: Literal) -> Self {
        let mut needs: BTreeMap<VarId, ValueNeeds> = BTreeMap::new();
        let (mut seen, mut open) = (BTreeSet::from([literal]), vec![literal]);
        while let Some(Literal { atom, positive }) = open.pop() {
            match atom {
                Atom::Fact(fact) => {
                    let of_variable = needs.entry(fact.var).or_default();
                    let values = if positive { &mut of_variable.needed } else { &mut of_variable.forbidden };
                    values.insert(fact.value);
                }
                Atom::Derived(id) => {
                    for body in task.derived()[id.index()].rules.iter().flatten() {
                        let body = if positive { *body } else { !*body };
                        if seen.insert(body) {
                            open.push(body);
                        }
                    }
                }
            }
        }
        Self(needs)
    }
}

/// What cannot be in one step, by clauses that are there for other reasons.
struct StepExclusions<'t> {
    /// Of each operator the precondition, and the facts that it makes true in any case.
    operators: Vec<(&'t [Literal], Vec<Fact>)>,
    mutexes: BTreeSet<[Fact; 2]>,
    dependence: Dependence,
}

impl<'t> StepExclusions<'t> {
    fn of(task: &'t Task, operators: &[OperatorTerms]) -> Self {
        let of_operator = |terms: &OperatorTerms| {
            let operator = task.operator(terms.id);
            let always = operator.effects.iter().filter(|effect| effect.condition.is_empty());
            (&*operator.precondition, always.map(|effect| effect.fact).collect())
        };
        Self {
            operators: operators.iter().map(of_operator).collect(),
            mutexes: task.mutexes().iter().flat_map(|[a, b]| [[*a, *b], [*b, *a]]).collect(),
            dependence: Dependence::of(task),
        }
    }

    /// Whether two operators are never applicable in one state, or lead to facts that no state has together.
    fn exclude(&self, a: usize, b: usize) -> bool {
        let ((needed_by_a, made_by_a), (needed_by_b, made_by_b)) = (&self.operators[a], &self.operators[b]);
        needed_by_a.iter().any(|p| needed_by_b.iter().any(|q| self.literals_exclude(*p, *q)))
            || made_by_a.iter().any(|f| made_by_b.iter().any(|g| self.facts_exclude(*f, *g)))
    }

    fn facts_exclude(&self, a: Fact, b: Fact) -> bool {
        self.dependence.excludes(a, b.into()) || self.mutexes.contains(&[a, b])
    }

    fn literals_exclude(&self, p: Literal, q: Literal) -> bool {
        p == !q
            || match (single_fact(&[p]), single_fact(&[q])) {
                (Some(a), Some(b)) => self.facts_exclude(a, b),
                (Some(a), None) => self.dependence.excludes(a, q),
                (None, Some(b)) => self.dependence.excludes(b, p),
                (None, None) => false,
            }
    }
}
