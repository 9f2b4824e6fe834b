//! Bounds by saturated cost partitioning over several orders of the patterns.
//!
//! In an *order*, each pattern takes of the operators' costs as much as its distances need, and leaves the rest to those after
//! it. So the distances may be added up (Seipp & Helmert, *Counterexample-guided Cartesian abstraction refinement for
//! classical planning*, 2018). Which order is good depends on the state: the bound is the greatest of several orders (Seipp,
//! Keller & Helmert, *Saturated cost partitioning for optimal classical planning*, 2020).
//!
//! - An order is made for a state. First come patterns of a great distance that takes little from others, by what all of them
//!   want at full costs.
//! - Each pattern takes, in that order, only what keeps the distances up to that of the state. What is left is divided in a
//!   second round, for all states (Seipp & Helmert, *Subset-saturated cost partitioning*, 2019).
//! - Orders are made as the search goes on, for states that it evaluates (Seipp, *Online saturated cost partitioning for
//!   classical planning*, 2021): as long as that has taken no more work than the evaluations. An order that makes the bound of
//!   its state no greater is dropped, and the next one has to wait longer.
//!
//! Work is counted in transitions and table entries, never in time.

use std::cmp::Reverse;

use bmcplan_base::ordered::{distinct, sort_by_key};
use bmcplan_base::stop::{Stop, StopReason};
use bmcplan_task::plan::Metric;
use bmcplan_task::{Task, VarId};

use super::actions::{Actions, index, number};
use super::projection::{Distances, INFINITE, Projection};
use super::selection::select;

/// The greatest lower bound of several orders, with their tables.
#[derive(Debug)]
pub struct PatternDatabases {
    unit: u64,
    /// Costs of actions.
    costs: Vec<u32>,
    databases: Vec<Database>,
    /// Databases that a look-up reads: those that some order uses, and those with dead ends.
    used: Vec<u32>,
    /// Variables of these databases, sorted.
    variables: Vec<VarId>,
    with_dead_ends: Vec<DeadEnds>,
    n_evaluated: u32,
    orders: Vec<Order>,
    /// Abstract state of each database.
    states: Vec<u32>,
    distances: Distances,
    effort: Effort,
    bytes: usize,
    most_bytes: usize,
}

/// Projection, and what it is at full costs.
#[derive(Debug)]
struct Database {
    projection: Projection,
    of_states: Vec<u32>,
    /// Costs that its distances take and others want, too.
    stolen: u64,
}

/// Database with states from which no goal state is reached.
#[derive(Debug)]
struct DeadEnds {
    database: u32,
    /// True if a state was recognised by it, and by none before.
    is_met: bool,
}

/// Number of evaluations after which dead ends are looked for only in databases that have recognised one.
const DEAD_END_TRIAL: u32 = 1 << 12;

/// Tables of the databases that have a part of the costs in an order.
#[derive(Debug)]
struct Order {
    /// Each database with the place of its table.
    parts: Vec<(u32, usize)>,
    distances: Vec<u32>,
}

/// Work in table entries, which decides when orders are made.
#[derive(Debug, Default)]
struct Effort {
    of_lookups: u64,
    of_orders: u64,
    /// Number of orders in a row that were dropped.
    n_dropped: u32,
}

/// Work for orders before the first evaluations pay for them.
const HEAD_START: u64 = 1 << 25;

impl Effort {
    fn allows_order(&self) -> bool {
        self.of_orders <= self.of_lookups + HEAD_START
    }
}

impl PatternDatabases {
    /// Builds the heuristic in `metric`. Its tables take at most `most_bytes` bytes, about.
    ///
    /// # Errors
    /// `stop` was raised meanwhile.
    pub fn of(task: &Task, metric: Metric, most_bytes: usize, stop: &Stop) -> Result<Self, StopReason> {
        let actions = Actions::of(task, metric, stop)?;
        // The other half is for orders.
        let projections = select(&actions, most_bytes / 2, stop)?;
        let n_states: u64 = projections.iter().map(|projection| u64::from(projection.n_states)).sum();
        log::info!("{} patterns with {n_states} abstract states", projections.len());
        let bytes = projections.iter().map(Projection::bytes).sum();
        let databases = projections.into_iter().map(|projection| Database {
            projection,
            of_states: Vec::new(),
            stolen: 0,
        });
        let mut databases = Self {
            unit: actions.unit,
            costs: actions.costs(),
            databases: databases.collect(),
            used: Vec::new(),
            variables: Vec::new(),
            with_dead_ends: Vec::new(),
            n_evaluated: 0,
            orders: Vec::new(),
            states: Vec::new(),
            distances: Distances::default(),
            effort: Effort::default(),
            bytes,
            most_bytes,
        };
        databases.measure(stop)?;
        Ok(databases)
    }

    /// Returns the number of bytes of all tables, which grows with the evaluations.
    pub fn bytes(&self) -> usize {
        self.bytes
    }

    /// Returns the variables that [`Self::distance`] reads next time, in order.
    pub fn variables(&self) -> &[VarId] {
        &self.variables
    }

    /// Checks whether [`Self::learn`] is due for the state whose distance was asked for last.
    pub fn is_to_learn(&self) -> bool {
        self.effort.allows_order() && !self.databases.is_empty()
    }

    /// Returns a lower bound on the measure of plans from the state with these `values`, of which only [some](Self::variables)
    /// matter; `None` if there is no plan.
    pub fn distance(&mut self, values: &[u32]) -> Option<u64> {
        let Self { databases, states, used, with_dead_ends, .. } = self;
        for number in &*used {
            states[index(*number)] = databases[index(*number)].projection.state(values);
        }
        let is_dead_end = |dead_ends: &&mut DeadEnds| {
            let own = index(dead_ends.database);
            databases[own].of_states[index(states[own])] == INFINITE
        };
        let met = with_dead_ends.iter_mut().find(is_dead_end);
        let is_dead_end = met.map(|met| met.is_met = true).is_some();
        self.n_evaluated = self.n_evaluated.saturating_add(1);
        if self.n_evaluated == DEAD_END_TRIAL {
            self.with_dead_ends.retain(|dead_ends| dead_ends.is_met);
            self.find_used();
        }
        if is_dead_end {
            return None;
        }
        let best = self.orders.iter().map(|order| order.distance(&self.states)).max().unwrap_or(0);
        let n_parts: usize = self.orders.iter().map(|order| order.parts.len()).sum();
        self.effort.of_lookups += (n_parts + self.used.len()) as u64;
        Some(self.in_metric(best))
    }

    /// Rounds down to the metric's unit. The greatest number represents "no plan".
    fn in_metric(&self, distance: u64) -> u64 {
        distance.saturating_mul(self.unit).min(u64::MAX - 1)
    }

    /// Computes distances at full costs, and how much of these each database takes from others.
    fn measure(&mut self, stop: &Stop) -> Result<(), StopReason> {
        let mut wanted: Vec<Vec<u32>> = Vec::new();
        let mut demand = vec![0_u64; self.costs.len()];
        for (number, database) in (0..).zip(&mut self.databases) {
            stop.check()?;
            let Database { projection, of_states, .. } = database;
            projection.measure(&self.costs, &mut self.distances);
            let saturated = projection.saturated_costs(&self.distances, INFINITE - 1);
            of_states.clone_from(&self.distances.of_states);
            for (group, cost) in projection.groups().zip(&saturated) {
                group.iter().for_each(|action| demand[index(*action)] += u64::from(*cost));
            }
            if of_states.contains(&INFINITE) {
                self.with_dead_ends.push(DeadEnds { database: number, is_met: false });
            }
            wanted.push(saturated);
        }
        for (database, wanted) in self.databases.iter_mut().zip(wanted) {
            let groups = database.projection.groups().zip(wanted);
            database.stolen = groups
                .flat_map(|(group, cost)| group.iter().map(move |action| (index(*action), u64::from(cost))))
                .map(|(action, cost)| cost.min(demand[action].saturating_sub(self.costs[action].into())))
                .sum();
        }
        self.states = vec![0; self.databases.len()];
        self.find_used();
        Ok(())
    }

    fn find_used(&mut self) {
        let in_orders = self.orders.iter().flat_map(|order| &order.parts).map(|(number, _)| *number);
        let with_dead_ends = self.with_dead_ends.iter().map(|dead_ends| dead_ends.database);
        self.used = in_orders.chain(with_dead_ends).collect();
        self.used.sort_unstable();
        self.used.dedup();
        let used = self.used.iter().map(|number| &self.databases[index(*number)].projection);
        let variables = used.flat_map(Projection::variables).map(|var| VarId::from_index(index(var)));
        self.variables = distinct(variables.collect());
    }

    /// Makes an order for the state with these `values`, which is no dead end; keeps it if its bound is greater than the
    /// `known` one. Returns its bound.
    ///
    /// # Errors
    /// `stop` was raised meanwhile.
    pub fn learn(&mut self, values: &[u32], known: u64, stop: &Stop) -> Result<u64, StopReason> {
        stop.check()?;
        for (state, database) in self.states.iter_mut().zip(&self.databases) {
            *state = database.projection.state(values);
        }
        let (order, work) = self.order(stop)?;
        let found = self.in_metric(order.distance(&self.states));
        let bytes = order.bytes();
        let is_kept = known < found && self.bytes + bytes <= self.most_bytes;
        self.effort.n_dropped = if is_kept { 0 } else { self.effort.n_dropped + 1 };
        self.effort.of_orders += work * (1 + u64::from(self.effort.n_dropped));
        if is_kept {
            self.bytes += bytes;
            self.orders.push(order);
            self.find_used();
            log::debug!("order {} for a bound of {found}, not {known}", self.orders.len());
        }
        Ok(found)
    }

    /// Makes an order for the current abstract states. Returns it with the work that it took.
    fn order(&mut self, stop: &Stop) -> Result<(Order, u64), StopReason> {
        let Self { databases, states, distances, .. } = self;
        let at_full_costs = |number: u32| databases[index(number)].of_states[index(states[index(number)])];
        let mut sequence: Vec<u32> = (0..number(databases.len())).collect();
        // The greatest quotient first, without fractions.
        let rank = |number: &u32| {
            let worth = u128::from(at_full_costs(*number)) << 64;
            Reverse(worth / u128::from(databases[index(*number)].stolen.max(1)))
        };
        sort_by_key(&mut sequence, rank);
        let mut costs = self.costs.clone();
        let mut tables: Vec<Option<Vec<u32>>> = vec![None; databases.len()];
        let mut work = 0;
        for is_first_round in [true, false] {
            for number in &sequence {
                let own = index(*number);
                if is_first_round && at_full_costs(*number) == 0 {
                    continue;
                }
                let projection = &databases[own].projection;
                work += projection.n_groups() as u64;
                stop.check()?;
                if projection.is_free(&costs) {
                    continue;
                }
                projection.measure(&costs, distances);
                let most =
                    if is_first_round { distances.of_states[index(states[own])] } else { INFINITE - 1 };
                work += projection.work();
                if most == 0 {
                    continue;
                }
                if !projection.take_costs(distances, most, &mut costs) {
                    continue;
                }
                let table = tables[own].get_or_insert_with(|| vec![0; index(projection.n_states)]);
                for (sum, distance) in table.iter_mut().zip(&distances.of_states) {
                    // Dead ends are known beforehand.
                    *sum = sum.saturating_add((*distance).min(most));
                }
            }
        }
        let mut order = Order { parts: Vec::new(), distances: Vec::new() };
        for (number, table) in (0..).zip(tables) {
            if let Some(table) = table {
                order.parts.push((number, order.distances.len()));
                order.distances.extend(table);
            }
        }
        Ok((order, work))
    }
}

impl Order {
    #[inline]
    fn distance(&self, states: &[u32]) -> u64 {
        let parts = self.parts.iter();
        parts.map(|(number, first)| u64::from(self.distances[first + index(states[index(*number)])])).sum()
    }

    fn bytes(&self) -> usize {
        self.parts.len() * size_of::<(u32, usize)>() + self.distances.len() * size_of::<u32>()
    }
}

#[cfg(test)]
mod tests {
    use bmcplan_task::{DerivedId, Effect, Fact, Literal, Operator, State, TaskBuilder};
    use fastrand::Rng;

    use super::*;

    fn random_fact(sizes: &[u32], random: &mut Rng) -> Fact {
        let var = random.usize(..sizes.len());
        Fact { var: bmcplan_task::VarId::from_index(var), value: random.u32(..sizes[var]) }
    }

    fn random_condition(sizes: &[u32], most: usize, random: &mut Rng) -> Vec<Literal> {
        let literal = |random: &mut Rng| match random.u32(..8) {
            0 => Literal { positive: random.bool(), ..DerivedId::from_index(0).into() },
            1 => !Literal::from(random_fact(sizes, random)),
            _ => random_fact(sizes, random).into(),
        };
        (0..random.usize(..=most)).map(|_| literal(random)).collect()
    }

    /// Three or four variables, a derived one, conditional effects that may contradict each other, free operators.
    fn random_task(random: &mut Rng) -> Task {
        let mut builder = TaskBuilder::default();
        let sizes: Vec<u32> = (0..random.usize(3..=4)).map(|_| random.u32(2..=3)).collect();
        for (number, size) in sizes.iter().enumerate() {
            builder.variable(format!("v{number}"), (0..*size).map(|value| value.to_string()), 0);
        }
        let rules = (0..2).map(|_| vec![random_fact(&sizes, random).into()]);
        builder.derived("derived", rules.collect());
        for number in 0..random.usize(2..=12) {
            let effects = (0..random.usize(1..=3)).map(|_| {
                let condition = if random.bool() { random_condition(&sizes, 2, random) } else { Vec::new() };
                Effect { condition, fact: random_fact(&sizes, random) }
            });
            builder.operator(Operator {
                name: format!("o{number}"),
                effects: effects.collect(),
                precondition: random_condition(&sizes, 3, random),
                cost: random.u64(..7),
            });
        }
        builder.goal((0..random.usize(1..=3)).map(|_| Literal::from(random_fact(&sizes, random))));
        builder.build().unwrap()
    }

    /// Returns the reachable states with their distances, by the rules of the task alone.
    fn distances(task: &Task, metric: Metric) -> Vec<(State, Option<u64>)> {
        let mut states = vec![task.initial().clone()];
        let mut steps = Vec::new();
        for number in 0.. {
            let Some(state) = states.get(number).cloned() else { break };
            for id in task.operator_ids() {
                let Ok(next) = task.extend(&state).successor(id) else { continue };
                let target = states.iter().position(|known| *known == next).unwrap_or(states.len());
                if target == states.len() {
                    states.push(next);
                }
                steps.push((number, target, metric.of(task.operator(id))));
            }
        }
        let mut found: Vec<Option<u64>> =
            states.iter().map(|state| task.is_goal(state).then_some(0)).collect();
        for _ in 0..states.len() {
            for (from, to, cost) in &steps {
                let longer = found[*to].map(|rest| rest + cost);
                found[*from] = found[*from].into_iter().chain(longer).min();
            }
        }
        states.into_iter().zip(found).collect()
    }

    /// Returns the bound of a state, after learning from it where that is due. Values that should not matter are wrong first.
    fn bound(databases: &mut PatternDatabases, values: &[u32]) -> Option<u64> {
        let mut read = vec![u32::MAX; values.len()];
        databases.variables().iter().for_each(|var| read[var.index()] = values[var.index()]);
        let known = databases.distance(&read)?;
        let learnt = databases.is_to_learn().then(|| databases.learn(values, known, &Stop::default()));
        Some(known.max(learnt.map_or(0, Result::unwrap)))
    }

    #[test]
    fn no_bound_is_greater_than_the_distance_and_many_are_equal() {
        let (random, stop) = (&mut Rng::with_seed(1), &Stop::default());
        let (mut n_states, mut n_exact, mut n_dead_ends) = (0, 0, 0);
        for _ in 0..2_000 {
            let task = random_task(random);
            let metric = if random.bool() { Metric::Cost } else { Metric::Actions };
            let most_bytes = if random.bool() { usize::MAX } else { random.usize(..10_000) };
            let mut databases = PatternDatabases::of(&task, metric, most_bytes, stop).unwrap();
            for (state, distance) in distances(&task, metric) {
                let bound = bound(&mut databases, state.values());
                let is_bound = distance.is_none_or(|distance| bound.is_some_and(|bound| bound <= distance));
                assert!(is_bound, "{bound:?} but {distance:?} from {state:?} of {task:?}");
                n_states += 1;
                n_exact += usize::from(bound == distance && bound != Some(0));
                n_dead_ends += usize::from(bound.is_none());
            }
            assert!(databases.bytes() <= most_bytes);
        }
        assert!(
            n_states < 5 * n_exact && n_states < 40 * n_dead_ends,
            "{n_exact}, {n_dead_ends} of {n_states}"
        );
    }

    #[test]
    fn great_costs_are_rounded_down() {
        let mut builder = TaskBuilder::default();
        let [a, b] = ["a", "b"].map(|name| builder.variable(name, ["0", "1"], 0));
        for (var, cost) in [(a, Operator::GREATEST_COST), (b, Operator::GREATEST_COST - 1)] {
            let literal = Literal::from(Fact { var, value: 0 });
            let operator = Operator::simple("on", [literal], [Fact { var, value: 1 }]);
            builder.operator(Operator { cost, ..operator });
            builder.goal([Fact { var, value: 1 }.into()]);
        }
        let task = builder.build().unwrap();
        let stop = &Stop::default();
        let mut databases = PatternDatabases::of(&task, Metric::Cost, usize::MAX, stop).unwrap();
        let bound = bound(&mut databases, task.initial().values()).unwrap();
        assert!(u128::from(bound) < u128::from(2 * (Operator::GREATEST_COST - 1) + 1));
        assert!(u64::MAX / 8 * 7 < bound, "{bound}");
    }
}
