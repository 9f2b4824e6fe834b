//! A recount: all states are explored again, the nearest first. It checks that no goal is nearer than claimed, or that none is
//! reachable, and the number of shortest plans.
//!
//! The distance of a state is a pair: the least cost of a path to it, and the least number of steps at that cost. Where
//! lengths are claimed, steps have cost 0. So states are settled distance by distance. This is uniform-cost search (Dijkstra,
//! *A note on two problems in connexion with graphs*, 1959), and breadth-first search where all costs are 0.
//!
//! A shortest plan reaches each of its states at the earliest possible time, since a shorter path to a state would make a
//! shorter plan. Take a state that is first reached by i + 1 steps. Its paths extend the paths to states that are first reached
//! by i steps, once for each name of an operator between the two.
//!
//! **Architecture Invariant:** this shares no code with the search that answers.

use std::collections::hash_map::Entry;
use std::collections::{BTreeMap, HashMap, HashSet, btree_map};
use std::fmt;

use bmcplan_base::ordered::sort;
use bmcplan_base::stop::{Stop, StopReason};
use bmcplan_task::{Atom, ExtendedState, Operator, OperatorId, OperatorNames, State, Task};

/// Greatest number of states of a recount, all held in memory.
pub const MAX_STATES: usize = 10_000_000;

/// Findings of a recount.
#[derive(Debug, PartialEq, Eq)]
pub struct Recount {
    /// Number of states that fewer steps lead to.
    pub n_states: usize,
    /// Number of plans of that number of steps.
    pub n_plans: Natural,
}

/// Reason why a recount ends early.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum RecountError {
    /// A goal state is nearer than claimed.
    #[error("{steps} steps lead to a goal")]
    Goal {
        /// Number of steps to it.
        steps: usize,
    },
    /// A goal state is nearer than claimed, where operators have costs.
    #[error("a goal is reached at a cost of {} in {} steps", .0.cost, .0.steps)]
    Cheaper(Distance),
    /// More states than expected can be reached.
    #[error("more than {0} states can be reached")]
    More(usize),
    /// More states than can be held in memory have to be explored.
    #[error("more than {MAX_STATES} states would have to be explored")]
    TooMany,
    /// State numbers would need more than 128 bits.
    #[error("the task has 2^128 states or more")]
    TooLarge,
    /// Stopped by the stop flag.
    #[error("it was stopped")]
    Stopped(StopReason),
}

/// Distance of a state from the initial one: the cost of a path to it, and of the cheapest paths the number of steps.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default)]
pub struct Distance {
    /// Sum of the costs of the steps; 0 where only lengths count.
    pub cost: u128,
    /// Number of steps.
    pub steps: usize,
}

impl Distance {
    fn after(self, cost: u64) -> Self {
        Self { cost: self.cost + u128::from(cost), steps: self.steps + 1 }
    }
}

/// Counts the plans of `n_steps` steps of an [affirmative](Task::affirmative) task. Explores the states that fewer steps lead
/// to, at most `most` of them, and checks that none is a goal. Without `n_steps`, explores all reachable states.
pub fn recount(
    task: &Task,
    n_steps: Option<usize>,
    most: usize,
    stop: &Stop,
) -> Result<Recount, RecountError> {
    let (n_states, n_plans) = explore_steps::<Natural>(task, n_steps, most, stop)?;
    Ok(Recount { n_states, n_plans })
}

/// Explores states like [`recount`], without counting plans. Returns the number of states.
pub fn recount_states(
    task: &Task,
    n_steps: Option<usize>,
    most: usize,
    stop: &Stop,
) -> Result<usize, RecountError> {
    explore_steps::<()>(task, n_steps, most, stop).map(|(n_states, ())| n_states)
}

/// Explores the states of an [affirmative](Task::affirmative) task that are nearer than `before`, at most `most` of them, none
/// of which is a goal. Returns the number of states. Operators have their own costs.
pub fn recount_cheaper_states(
    task: &Task,
    before: Distance,
    most: usize,
    stop: &Stop,
) -> Result<usize, RecountError> {
    explore::<()>(task, &StepCosts::of(task), Some(before), most, stop).map(|(n_states, ())| n_states)
}

struct StepCosts {
    /// Cost of each class, the least first.
    costs: Vec<u64>,
    classes: Vec<usize>,
}

impl StepCosts {
    fn none(task: &Task) -> Self {
        Self { costs: vec![0], classes: vec![0; task.operators().len()] }
    }

    fn of(task: &Task) -> Self {
        let mut costs: Vec<u64> = task.operators().iter().map(|operator| operator.cost).collect();
        sort(&mut costs);
        costs.dedup();
        let class = |operator: &Operator| costs.partition_point(|cost| *cost < operator.cost);
        Self { classes: task.operators().iter().map(class).collect(), costs }
    }
}

trait Ways: Default {
    const ARE_COUNTED: bool;

    fn none_but_the_start() -> Self;

    fn add(&mut self, before: &Self);
}

impl Ways for () {
    const ARE_COUNTED: bool = false;

    fn none_but_the_start() {}

    fn add(&mut self, (): &()) {}
}

impl Ways for Natural {
    const ARE_COUNTED: bool = true;

    fn none_but_the_start() -> Self {
        Self::one()
    }

    fn add(&mut self, before: &Self) {
        self.add(before);
    }
}

/// Explores states like [`explore`], where operators have cost 0 and steps are counted.
fn explore_steps<W: Ways>(
    task: &Task,
    n_steps: Option<usize>,
    most: usize,
    stop: &Stop,
) -> Result<(usize, W), RecountError> {
    let before = n_steps.map(|steps| Distance { cost: 0, steps });
    explore(task, &StepCosts::none(task), before, most, stop).map_err(|error| match error {
        RecountError::Cheaper(Distance { steps, .. }) => RecountError::Goal { steps },
        error => error,
    })
}

fn explore<W: Ways>(
    task: &Task,
    costs: &StepCosts,
    before: Option<Distance>,
    most: usize,
    stop: &Stop,
) -> Result<(usize, W), RecountError> {
    let graph = StateGraph::of(task)?;
    let mut known: HashSet<u128> = HashSet::new();
    let start: HashMap<u128, W> = [(graph.number(task.initial()), W::none_but_the_start())].into();
    // By their distances; a state that is known was nearer.
    let mut open: BTreeMap<Distance, HashMap<u128, W>> = [(Distance::default(), start)].into();
    let mut n_open = 1;
    // For each class of operators, the states that they lead to.
    let mut next: Vec<HashMap<u128, W>> = Vec::new();
    next.resize_with(costs.costs.len(), HashMap::new);
    let mut of_goals = W::default();
    let is_asked =
        |distance| before.is_none_or(|before| distance < before || W::ARE_COUNTED && distance == before);
    while let Some((distance, mut ways)) = open.pop_first() {
        n_open -= ways.len();
        // With a single cost, no state occurs again.
        if 1 < next.len() {
            ways.retain(|number, _| !known.contains(number));
        }
        if before == Some(distance) {
            ways.iter()
                .filter(|(number, _)| graph.is_goal(**number))
                .for_each(|(_, ways)| of_goals.add(ways));
            break;
        }
        known.extend(ways.keys());
        if most < known.len() {
            return Err(RecountError::More(most));
        }
        let n_asked = costs.costs.partition_point(|cost| is_asked(distance.after(*cost)));
        for (number, ways) in &ways {
            if let Some(reason) = stop.reason() {
                return Err(RecountError::Stopped(reason));
            }
            let state = graph.state(*number);
            let extended = task.extend(&state);
            if extended.satisfies(task.goal()) {
                return Err(RecountError::Cheaper(distance));
            }
            if 0 < n_asked {
                graph.expand(
                    &state,
                    &extended,
                    |id| costs.classes[id.index()],
                    n_asked,
                    |class, to| {
                        if !known.contains(&to) {
                            match next[class].entry(to) {
                                Entry::Occupied(mut found) => found.get_mut().add(ways),
                                Entry::Vacant(found) => {
                                    found.insert(W::default()).add(ways);
                                    n_open += 1;
                                }
                            }
                        }
                    },
                );
            }
            if MAX_STATES < known.len() + n_open {
                return Err(RecountError::TooMany);
            }
        }
        for (cost, next) in costs.costs.iter().zip(&mut next).filter(|(_, next)| !next.is_empty()) {
            let met = std::mem::take(next);
            match open.entry(distance.after(*cost)) {
                btree_map::Entry::Vacant(place) => _ = place.insert(met),
                btree_map::Entry::Occupied(mut place) => {
                    for (number, ways) in met {
                        match place.get_mut().entry(number) {
                            Entry::Occupied(mut found) => {
                                found.get_mut().add(&ways);
                                n_open -= 1;
                            }
                            Entry::Vacant(found) => _ = found.insert(ways),
                        }
                    }
                }
            }
        }
    }
    Ok((known.len(), of_goals))
}

struct StateGraph<'t> {
    task: &'t Task,
    names: OperatorNames,
    sizes: Vec<u128>,
    /// For each variable and value: the operators whose first required fact it is.
    by_fact: Vec<Vec<Vec<OperatorId>>>,
    /// Operators that require no fact of a state variable.
    others: Vec<OperatorId>,
}

impl<'t> StateGraph<'t> {
    fn of(task: &'t Task) -> Result<Self, RecountError> {
        let sizes: Vec<u128> =
            task.variables().iter().map(|variable| variable.values.len() as u128).collect();
        let n_numbers = sizes.iter().try_fold(1_u128, |product, size| product.checked_mul(*size));
        n_numbers.ok_or(RecountError::TooLarge)?;
        let mut by_fact: Vec<Vec<Vec<OperatorId>>> =
            task.variables().iter().map(|variable| vec![Vec::new(); variable.values.len()]).collect();
        let mut others = Vec::new();
        for id in task.operator_ids() {
            let fact = task.operator(id).precondition.iter().find_map(|literal| match literal.atom {
                Atom::Fact(fact) if literal.positive => Some(fact),
                _ => None,
            });
            match fact {
                Some(fact) => by_fact[fact.var.index()][fact.value_index()].push(id),
                None => others.push(id),
            }
        }
        Ok(Self { task, names: OperatorNames::of(task), sizes, by_fact, others })
    }

    fn number(&self, state: &State) -> u128 {
        let digits = state.values().iter().zip(&self.sizes).rev();
        digits.fold(0, |number, (value, size)| number * size + u128::from(*value))
    }

    fn state(&self, mut number: u128) -> State {
        State::from_values(self.sizes.iter().map(|size| {
            let value = number % size;
            number /= size;
            value as u32
        }))
    }

    /// Calls `each` with each successor of a state and the class of the operator that leads to it, by operators of the first
    /// `n_classes` classes. Operators of one name and class that lead to the same state count once.
    fn expand(
        &self,
        state: &State,
        extended: &ExtendedState<'_>,
        class: impl Fn(OperatorId) -> usize,
        n_classes: usize,
        mut each: impl FnMut(usize, u128),
    ) {
        let of_facts = self
            .by_fact
            .iter()
            .zip(state.values())
            .flat_map(|(of_values, value)| &of_values[*value as usize]);
        let mut met = HashSet::new();
        for id in of_facts.chain(&self.others) {
            let class = class(*id);
            if n_classes <= class {
                continue;
            }
            if let Ok(next) = extended.successor(*id) {
                let to = self.number(&next);
                if self.names.have_no_cases() || met.insert((self.names.first(*id), class, to)) {
                    each(class, to);
                }
            }
        }
    }

    fn is_goal(&self, number: u128) -> bool {
        self.task.extend(&self.state(number)).satisfies(self.task.goal())
    }
}

const BASE: u64 = 1_000_000_000_000_000_000;

/// Natural number of any size, which can be added and displayed: a number of plans.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Natural {
    /// Digits to the base 10^18, the least significant first, without zeros at the end.
    digits: Vec<u64>,
}

impl Natural {
    /// Returns 1.
    pub fn one() -> Self {
        Self { digits: vec![1] }
    }

    /// Adds `other`.
    pub fn add(&mut self, other: &Self) {
        let mut carry = 0;
        for place in 0..self.digits.len().max(other.digits.len()) {
            if self.digits.len() <= place {
                self.digits.push(0);
            }
            let digit = &mut self.digits[place];
            let sum = *digit + other.digits.get(place).copied().unwrap_or(0) + carry;
            (*digit, carry) = (sum % BASE, sum / BASE);
        }
        if 0 < carry {
            self.digits.push(carry);
        }
    }
}

impl fmt::Display for Natural {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Some((first, rest)) = self.digits.split_last() else { return f.write_str("0") };
        write!(f, "{first}")?;
        rest.iter().rev().try_for_each(|digit| write!(f, "{digit:018}"))
    }
}

#[cfg(test)]
mod tests {
    use bmcplan_task::{Fact, TaskBuilder};

    use super::*;

    /// Checks the greatest number of a state, with 126 bits and a lever of three values: 3 · 2^126 - 1, which is above 2^127.
    #[test]
    fn numbers_of_states_have_128_bits() {
        let recounted = |n_bits: usize| {
            let mut builder = TaskBuilder::default();
            for bit in 0..n_bits {
                builder.variable(format!("bit {bit}"), ["0", "1"], 1);
            }
            let lever = builder.variable("lever", ["low", "middle", "high"], 0);
            let fact = |value| Fact { var: lever, value };
            for value in 0..2 {
                let name = format!("pull {value}");
                builder.operator(Operator::simple(name, [fact(value).into()], [fact(value + 1)]));
            }
            builder.goal([fact(2).into()]);
            recount(&builder.build().unwrap(), Some(2), MAX_STATES, &Stop::default())
        };
        assert_eq!(recounted(126), Ok(Recount { n_states: 2, n_plans: Natural::one() }));
        assert_eq!(recounted(127), Err(RecountError::TooLarge));
    }

    #[test]
    fn sums() {
        let (mut number, mut expected) = (Natural::default(), 0_u128);
        assert_eq!(number.to_string(), "0");
        number.add(&Natural::one());
        expected += 1;
        for _ in 0..120 {
            assert_eq!(number.to_string(), expected.to_string());
            let mut twice = number.clone();
            twice.add(&number);
            twice.add(&Natural::one());
            (number, expected) = (twice, 2 * expected + 1);
        }
    }
}
