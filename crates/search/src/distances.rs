//! The distance of every reachable state to the nearest goal state.
//!
//! In a forward pass each state gets a number, and all transitions are stored. Then they are followed backwards from all goal
//! states at once, the nearest state first (Dijkstra, *A note on two problems in connexion with graphs*, 1959). In that order
//! the numbers of best plans can be added up, too.

use std::collections::BTreeMap;

use bmcplan_base::stop::Stop;
use bmcplan_task::plan::Metric;
use bmcplan_task::{OperatorId, OperatorNames, State, Task, VarId};

use super::compiled::Compiled;
use super::limits::{IncompleteReason, OnProgress, PathCost, SearchInput, SearchLimits, SearchProgress};
use super::memory::{Chunks, MemoryBudget, OutOfMemory};
use super::numbered::{NumberedStates, index};
use super::packing::Unpacking;
use super::successors::Successors;
use super::width::Width;

/// Distance of a state to the nearest goal state: the cost of a cheapest plan from it, where costs are minimised, and of these
/// the least number of operators.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct GoalDistance {
    /// Sum of costs; 0 where the number of operators is minimised.
    pub cost: u64,
    /// Number of operators.
    pub length: usize,
}

/// Reachable states of a task with their distances, numbered from 0, the initial state's number, in the order in which
/// breadth-first search finds them.
#[derive(Debug, Clone)]
pub struct GoalDistances {
    initial: State,
    unpacking: Unpacking,
    words: Vec<u64>,
    width: usize,
    transitions: Transitions,
    distances: Vec<Option<PathCost>>,
    /// For each state the number of best plans; the greatest number represents all that are too great.
    n_plans: Vec<u64>,
    /// Reason why not all states were visited, if so. Then distances are those among the visited states: true distances may be
    /// less, and states without one may have one.
    pub incomplete: Option<IncompleteReason>,
}

impl GoalDistances {
    /// Returns the number of states.
    pub fn len(&self) -> usize {
        self.distances.len()
    }

    /// Checks whether there are no states. The initial one always exists, unless the work was stopped before it was visited.
    pub fn is_empty(&self) -> bool {
        self.distances.is_empty()
    }

    /// Returns the state with number `number`.
    pub fn state(&self, number: usize) -> State {
        let mut values = self.initial.values().to_vec();
        self.unpacking.read(&self.words[number * self.width..][..self.width], &mut values);
        State::from_values(values)
    }

    /// Drops the transitions to save memory: afterwards no state has successors.
    #[must_use]
    pub fn without_transitions(self) -> Self {
        Self { transitions: Transitions::default(), ..self }
    }

    /// Returns the value of a variable in a state.
    pub fn value(&self, number: usize, var: VarId) -> u32 {
        let initial = self.initial.values()[var.index()];
        self.unpacking.value(&self.words[number * self.width..][..self.width], var).unwrap_or(initial)
    }

    /// Returns the successors of a state, in the order of the operators, each with the cost where costs are minimised,
    /// otherwise 0. Operators of one name that lead to the same state count once.
    pub fn successors(&self, number: usize) -> impl Iterator<Item = (usize, u64)> {
        self.transitions.of(number).map(|(target, cost)| (index(target), cost))
    }

    /// Checks whether a transition of cost `cost` to the state `target` begins a best plan from this state.
    pub fn is_best(&self, number: usize, (target, cost): (usize, u64)) -> bool {
        let rest = self.distances[target];
        rest.is_some_and(|rest| self.distances[number] == Some(rest.and(cost)))
    }

    /// Returns the distance of a state; `None` if no goal state can be reached from it.
    pub fn distance(&self, number: usize) -> Option<GoalDistance> {
        let PathCost { cost, length } = self.distances[number]?;
        Some(GoalDistance { cost, length: usize::try_from(length).unwrap_or(usize::MAX) })
    }

    /// Returns the number of plans of that distance from a state, 0 where there is no plan; `None` if it is 2^64 - 1 or more.
    /// Operators of one name that lead to the same state count once.
    pub fn n_plans(&self, number: usize) -> Option<u64> {
        Some(self.n_plans[number]).filter(|n_plans| *n_plans != u64::MAX)
    }
}

/// Computes the distance of every reachable state from a goal, in a metric.
///
/// Goal states are expanded like all others, so states reachable only through them count, too. The limits on depth and cost are
/// ignored. `progress` is called once in a while.
///
/// # Errors
/// Nothing is known: the states are too large, or the sums of costs too great to be compared.
pub fn goal_distances(
    task: &Task,
    metric: Metric,
    limits: &SearchLimits,
    stop: &Stop,
    progress: OnProgress<'_>,
) -> Result<GoalDistances, IncompleteReason> {
    let compiled = Compiled::of(task, stop)?;
    at_width!(compiled, distances_at(SearchInput { task, limits, stop }, &compiled, metric, progress))
}

const EXPANSIONS_PER_CHECK: u32 = 1 << 10;

const EXPANSIONS_PER_REPORT: u32 = 1 << 17;

fn distances_at<W: Width>(
    width: W,
    input: SearchInput<'_>,
    compiled: &Compiled,
    metric: Metric,
    progress: OnProgress<'_>,
) -> Result<GoalDistances, IncompleteReason> {
    let task = input.task;
    let mut budget = MemoryBudget::new(input.limits.memory_bytes);
    let mut graph = StateGraph::new(width, &mut budget)?;
    let explored = graph.explore(input, compiled, metric, &mut budget, progress);
    let measured = graph.distances();
    if measured.distances.iter().flatten().any(|way| way.cost == u64::MAX) {
        return Err(IncompleteReason::CostOverflow);
    }
    let incomplete = explored.err();
    let words = (0..).map_while(|number: u32| (index(number) < graph.states.len()).then_some(number));
    Ok(GoalDistances {
        initial: task.initial().clone(),
        unpacking: Unpacking::of(task, &compiled.layout.packing),
        words: words.flat_map(|number| graph.states.get(number).as_ref()).copied().collect(),
        width: width.n_words(),
        n_plans: graph.transitions.n_plans(&measured),
        transitions: graph.transitions,
        distances: measured.distances,
        incomplete,
    })
}

/// States with the transitions from those that were expanded.
struct StateGraph<W: Width> {
    width: W,
    states: NumberedStates<W>,
    goals: Vec<u32>,
    transitions: Transitions,
}

#[derive(Debug, Clone, Default)]
struct Transitions {
    /// For each expanded state the index of its first transition.
    first: Vec<usize>,
    targets: Chunks<u32>,
    /// For each transition its cost, if costs are minimised and some operator does not cost 1.
    costs: Chunks<u64>,
    /// Cost of each transition otherwise: 1 if costs are minimised, 0 if lengths are.
    usual_cost: u64,
}

struct Measured {
    distances: Vec<Option<PathCost>>,
    /// States with a distance, the nearest first.
    order: Vec<u32>,
}

impl<W: Width> StateGraph<W> {
    fn new(width: W, budget: &mut MemoryBudget) -> Result<Self, OutOfMemory> {
        let mut states = NumberedStates::new(width, budget)?;
        let _ = states.find_or_add(W::of(&width.zeros()), budget)?;
        let transitions = Transitions { first: vec![0], ..Transitions::default() };
        Ok(Self { width, states, goals: Vec::new(), transitions })
    }

    fn explore(
        &mut self,
        SearchInput { task, stop, .. }: SearchInput<'_>,
        compiled: &Compiled,
        metric: Metric,
        budget: &mut MemoryBudget,
        progress: OnProgress<'_>,
    ) -> Result<(), IncompleteReason> {
        self.transitions.usual_cost = u64::from(metric == Metric::Cost);
        let costs: Vec<u64> = match metric.in_task(task) {
            Metric::Actions => Vec::new(),
            Metric::Cost => compiled.operator_ids().map(|id| metric.of(task.operator(id))).collect(),
        };
        let names = OperatorNames::of(task);
        let mut scratch = compiled.scratch();
        let mut successors = Successors::new(self.width);
        let mut steps: Vec<(OperatorId, u32, Option<u64>)> = Vec::new();
        let (mut layer_end, mut depth) = (1, 0);
        for number in 0.. {
            if index(number) == self.states.len() {
                return Ok(());
            }
            if index(number) == layer_end {
                (layer_end, depth) = (self.states.len(), depth + 1);
            }
            let state = self.states.get(number);
            if compiled.is_goal(state.as_ref(), &mut scratch) {
                self.goals.push(number);
            }
            compiled.each_successor::<W>(state, &mut scratch, |operator, next| {
                successors.push(next, operator);
            });
            for (operator, next) in successors.made_by.iter().zip(successors.states.iter()) {
                let (Ok(target) | Err(target)) = self.states.find_or_add(next, budget)?;
                let name = names.first(compiled.operator_id(*operator));
                steps.push((name, target, costs.get(*operator).copied()));
            }
            successors.clear();
            // Of operators of one name that lead to the same state, the cheapest counts.
            if !names.have_no_cases() {
                steps.sort_unstable();
                steps.dedup_by_key(|(name, target, _)| (*name, *target));
            }
            budget.take(
                Backwards::PER_STATE + self.width.n_bytes() + steps.len() * Backwards::PER_TRANSITION,
            )?;
            for (_, target, cost) in steps.drain(..) {
                self.transitions.targets.push(target, budget)?;
                if let Some(cost) = cost {
                    self.transitions.costs.push(cost, budget)?;
                }
            }
            self.transitions.first.push(self.transitions.targets.len());
            if number % EXPANSIONS_PER_CHECK == 0 {
                stop.check()?;
            }
            if (number + 1) % EXPANSIONS_PER_REPORT == 0 {
                progress(SearchProgress::of_layers(depth, self.states.len() as u64, budget.peak()));
            }
        }
        Err(IncompleteReason::TooLarge)
    }

    fn distances(&self) -> Measured {
        let n_states = self.states.len();
        let backwards = Backwards::of(&self.transitions, n_states);
        let mut distances: Vec<Option<PathCost>> = vec![None; n_states];
        let mut order = Vec::with_capacity(n_states);
        let mut is_settled = vec![false; n_states];
        let mut open: BTreeMap<PathCost, Vec<u32>> = BTreeMap::new();
        for goal in &self.goals {
            distances[index(*goal)] = Some(PathCost::default());
        }
        open.insert(PathCost::default(), self.goals.clone());
        while let Some((way, numbers)) = open.pop_first() {
            for number in numbers {
                if std::mem::replace(&mut is_settled[index(number)], true) {
                    continue;
                }
                order.push(number);
                for (source, cost) in backwards.leading_to(number) {
                    let longer = way.and(cost);
                    let known = &mut distances[index(source)];
                    if known.is_none_or(|known| longer < known) {
                        *known = Some(longer);
                        open.entry(longer).or_default().push(source);
                    }
                }
            }
        }
        Measured { distances, order }
    }
}

impl Transitions {
    fn of(&self, number: usize) -> impl Iterator<Item = (u32, u64)> {
        let ends = self.first.get(number).zip(self.first.get(number + 1));
        let places = ends.map_or(0..0, |(first, end)| *first..*end);
        let cost = |place| if self.costs.len() == 0 { self.usual_cost } else { self.costs.get(place) };
        places.map(move |place| (self.targets.get(place), cost(place)))
    }

    fn n_plans(&self, measured: &Measured) -> Vec<u64> {
        let Measured { distances, order } = measured;
        let mut n_plans: Vec<u64> = vec![0; distances.len()];
        for number in order {
            let distance = distances[index(*number)];
            n_plans[index(*number)] = if distance == Some(PathCost::default()) {
                1
            } else {
                let best = self.of(index(*number)).filter(|(target, cost)| {
                    distances[index(*target)].map(|rest| rest.and(*cost)) == distance
                });
                best.fold(0, |sum, (target, _)| sum.saturating_add(n_plans[index(target)]))
            };
        }
        n_plans
    }
}

struct Backwards {
    first: Vec<usize>,
    sources: Vec<u32>,
    costs: Vec<u64>,
    usual_cost: u64,
}

impl Backwards {
    /// Bytes for each expanded state, here and for its distance, its place in the order and its number of plans, and for a copy
    /// of it. They are reserved when it is expanded, so that the visited part can be measured when no memory is left.
    const PER_STATE: usize = 4 * size_of::<usize>() + size_of::<Option<PathCost>>() + size_of::<u64>();

    const PER_TRANSITION: usize = size_of::<u32>() + size_of::<u64>();

    fn of(transitions: &Transitions, n_states: usize) -> Self {
        // Transitions of a state whose expansion was interrupted do not count.
        let n_transitions = transitions.first.last().copied().unwrap_or(0);
        let has_costs = transitions.costs.len() != 0;
        let mut first = vec![0; n_states + 1];
        for place in 0..n_transitions {
            first[index(transitions.targets.get(place)) + 1] += 1;
        }
        for number in 0..n_states {
            first[number + 1] += first[number];
        }
        let mut next = first.clone();
        let mut sources = vec![0; n_transitions];
        let mut costs = vec![0; if has_costs { n_transitions } else { 0 }];
        for source in (0..).take(transitions.first.len().saturating_sub(1)) {
            for (target, cost) in transitions.of(index(source)) {
                let place = &mut next[index(target)];
                sources[*place] = source;
                if let Some(kept) = costs.get_mut(*place) {
                    *kept = cost;
                }
                *place += 1;
            }
        }
        Self { first, sources, costs, usual_cost: transitions.usual_cost }
    }

    fn leading_to(&self, number: u32) -> impl Iterator<Item = (u32, u64)> {
        let places = self.first[index(number)]..self.first[index(number) + 1];
        places.map(|place| (self.sources[place], self.costs.get(place).copied().unwrap_or(self.usual_cost)))
    }
}
