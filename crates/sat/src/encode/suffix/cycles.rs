//! Cycles: operators of consecutive steps that together change nothing, while no other operator uses their variables.
//!
//! A cheapest plan of the fewest operators has none: without them it is still a plan, and shorter. Formulas with a suffix need
//! this constraint. Otherwise steps could be spent in a cycle at little or no cost. The suffix would begin in the same state,
//! for any number of steps. Cycles are found in models and excluded wherever they could begin.

use bmcplan_base::ordered::{Map, Set};
use bmcplan_formula::Lit;
use bmcplan_task::relaxation::{index, number};
use bmcplan_task::{Atom, Fact, Literal, OperatorId, Task, VarId};

use crate::encode::Trace;
use crate::encode::TransitionSystem;

const MOST_STEPS: usize = 8;

/// Operators of consecutive steps that change nothing unless another operator uses their variables.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Cycle {
    /// Number of steps.
    pub n_steps: usize,
    /// For each operator of the cycle its step, counted from 0, and its index in the suffix.
    pub operators: Set<(usize, u32)>,
    /// Operators that read or change the variables of the cycle.
    pub touching: Vec<u32>,
}

#[derive(Debug)]
pub(super) struct Touched {
    operators: Vec<TouchedByOperator>,
    /// For each variable the operators that read or change it.
    touching: Vec<Vec<u32>>,
}

#[derive(Debug)]
struct TouchedByOperator {
    lit: Lit,
    needs: Vec<Fact>,
    makes: Vec<Fact>,
    variables: Set<VarId>,
    /// True if no effect has a condition.
    is_simple: bool,
}

impl Touched {
    pub(super) fn of(task: &Task, operators: &[(OperatorId, Lit)]) -> Self {
        let mut of_derived: Vec<Set<VarId>> = Vec::with_capacity(task.derived().len());
        for derived in task.derived() {
            let literals = derived.rules.iter().flatten();
            let variables = literals.flat_map(|literal| read(*literal, &of_derived)).collect();
            of_derived.push(variables);
        }
        let mut touching = vec![Vec::new(); task.variables().len()];
        let operators = operators.iter().enumerate().map(|(place, (id, lit))| {
            let operator = task.operator(*id);
            let conditions = operator.effects.iter().flat_map(|effect| &effect.condition);
            let literals = operator.precondition.iter().chain(conditions);
            let mut variables: Set<VarId> =
                literals.flat_map(|literal| read(*literal, &of_derived)).collect();
            variables.extend(operator.effects.iter().map(|effect| effect.fact.var));
            variables.iter().for_each(|var| touching[var.index()].push(number(place)));
            TouchedByOperator {
                lit: *lit,
                needs: operator.needed_facts().collect(),
                makes: operator.effects.iter().map(|effect| effect.fact).collect(),
                variables,
                is_simple: operator.effects.iter().all(|effect| effect.condition.is_empty()),
            }
        });
        let operators = operators.collect();
        Self { operators, touching }
    }

    pub(super) fn cycles(&self, system: &TransitionSystem, trace: &Trace) -> Set<Cycle> {
        let n_steps = trace.length(system);
        let runs = |step: usize| -> Vec<u32> {
            let operators = (0..).zip(&self.operators);
            operators
                .filter(|(_, operator)| trace.holds(step, operator.lit.into()))
                .map(|(place, _)| place)
                .collect()
        };
        let steps: Vec<Vec<u32>> = (0..n_steps).map(runs).collect();
        let mut in_cycles: Set<(usize, u32)> = Set::new();
        let mut found = Set::new();
        for length in 1..=MOST_STEPS.min(n_steps) {
            for (first, window) in steps.windows(length).enumerate() {
                for start in &window[0] {
                    if in_cycles.contains(&(first, *start)) {
                        continue;
                    }
                    let Some(cycle) = self.cycle(*start, window) else { continue };
                    let members: Vec<(usize, u32)> =
                        cycle.operators.iter().map(|(step, operator)| (first + step, *operator)).collect();
                    if !members.iter().any(|member| in_cycles.contains(member)) {
                        in_cycles.extend(members);
                        found.insert(cycle);
                    }
                }
            }
        }
        found
    }

    /// Returns the cycle with the operator `start` of the first of these steps, if there is one.
    fn cycle(&self, start: u32, steps: &[Vec<u32>]) -> Option<Cycle> {
        let mut operators: Set<(usize, u32)> = Set::from([(0, start)]);
        let mut variables: Set<VarId> = self.changed(start).collect();
        loop {
            let n_before = operators.len();
            for (step, runs) in steps.iter().enumerate() {
                for operator in runs {
                    if self.operators[index(*operator)].variables.iter().any(|var| variables.contains(var)) {
                        operators.insert((step, *operator));
                        variables.extend(self.changed(*operator));
                    }
                }
            }
            if operators.len() == n_before {
                break;
            }
        }
        let is_simple = |(_, operator): &(usize, u32)| self.operators[index(*operator)].is_simple;
        if !operators.iter().all(is_simple) || !self.changes_nothing(&operators, &variables) {
            return None;
        }
        let touching: Set<u32> =
            variables.iter().flat_map(|var| &self.touching[var.index()]).copied().collect();
        Some(Cycle { n_steps: steps.len(), operators, touching: touching.into_iter().collect() })
    }

    fn changed(&self, operator: u32) -> impl Iterator<Item = VarId> {
        self.operators[index(operator)].makes.iter().map(|fact| fact.var)
    }

    /// Checks whether the variables have at the end the values that they need to have at the start.
    fn changes_nothing(&self, operators: &Set<(usize, u32)>, variables: &Set<VarId>) -> bool {
        let (mut at_start, mut now): (Map<VarId, u32>, Map<VarId, u32>) = Default::default();
        let operators: Vec<&(usize, u32)> = operators.iter().collect();
        for step in operators.chunk_by(|one, other| one.0 == other.0) {
            let operators = || step.iter().map(|(_, operator)| &self.operators[index(*operator)]);
            for need in operators().flat_map(|operator| &operator.needs) {
                if !now.contains_key(&need.var) {
                    at_start.insert(need.var, need.value);
                }
            }
            for made in operators().flat_map(|operator| &operator.makes) {
                now.insert(made.var, made.value);
            }
        }
        variables.iter().all(|var| now.contains_key(var) && now.get(var) == at_start.get(var))
    }
}

fn read(literal: Literal, of_derived: &[Set<VarId>]) -> Vec<VarId> {
    match literal.atom {
        Atom::Fact(fact) => vec![fact.var],
        Atom::Derived(id) => of_derived[id.index()].iter().copied().collect(),
    }
}
