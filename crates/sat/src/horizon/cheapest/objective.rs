//! A weighted sum with a lower bound that rises core by core.
//!
//! Every operator with a cost is assumed not to be used. While that fails, the solver returns a set of failed assumptions, a
//! core: each model breaks at least one of them. So the bound rises by the least weight in the core, and all weights of the
//! core fall by as much. A new assumption allows one of them to break, but not two; when it breaks itself, two but not three
//! (OLL: Andres, Kaufmann, Matheis & Schaub, *Unsatisfiability-based optimization in clasp*, 2012; Morgado, Dodaro &
//! Marques-Silva, *Core-guided MaxSAT with soft cardinality constraints*, 2014). Heavy assumptions come first (stratification:
//! Ansótegui, Bonet & Levy, *SAT-based MaxSAT algorithms*, 2013). Cores are counted only when no further core is found without
//! counting them (Berg & Järvisalo, *Weight-aware core extraction in SAT-based MaxSAT solving*, 2017).
//!
//! Operators are counted, not steps. An operator is assumed not to be used at all, and once it is in a core, not to run twice.
//! So cores are sets of operators, generalised landmarks (Davies, Pearce, Stuckey & Lipovetzky, *Sequencing operator counts*,
//! 2015). They do not depend on the number of steps, and hold when steps are added.

use bmcplan_base::arithmetic::greatest_common_divisor;
use bmcplan_base::ordered::{Map, sort, sort_by_key};
use bmcplan_base::stop::StopReason;
use bmcplan_formula::{ClauseShapes as _, Lit};

use super::counter::Counter;
use super::formula::{CostFormula, CostReply, Model};
use crate::solver::SolverError;

/// Most repetitions of a query with only the core assumed, as long as the core gets smaller.
const TRIMS: usize = 4;

/// Origin of an assumption, which says that fewer than `n` of these are true.
#[derive(Debug, Clone, Copy)]
enum Origin {
    Use {
        operator: usize,
    },
    /// Runs of the operator in a segment.
    Runs {
        segment: usize,
        operator: usize,
        n: usize,
    },
    /// Broken assumptions of a core.
    Core {
        core: usize,
        n: usize,
    },
}

/// Remaining weights, and the bound.
pub(super) struct Objective {
    /// For each operator its weight, divided by their greatest common divisor.
    weights: Vec<u128>,
    divisor: u128,
    /// Marks operators without a weight, which count as used in every suffix.
    pub(super) free: Vec<bool>,
    /// Operators by weight, the lightest first: the heavier the operators of a landmark, the higher the bound.
    pub(super) order: Vec<u32>,
    softs: Map<Lit, u128>,
    origins: Map<Lit, Origin>,
    /// For each operator, true if it is counted beyond its first use.
    is_counted: Vec<bool>,
    n_segments: usize,
    cores: Vec<(Counter, u128)>,
    /// Cores that are not counted yet.
    delayed: Vec<(Vec<Lit>, u128)>,
    bound: u128,
    /// True if the bound is reached and must not be exceeded.
    is_fixed: bool,
    pub(super) n_cores: usize,
}

/// Event of a model or a bound. The callback returns the cost of the cheapest known plan.
pub(super) enum ObjectiveEvent<'a> {
    /// Lower bound: no model costs less.
    Bound(u128),
    /// Model, not necessarily a plan.
    Model(&'a Model),
}

pub(super) enum Least {
    /// A model as cheap as the bound exists.
    Model,
    /// The formula has no model.
    NoModel,
    /// The bound exceeds the limit `greatest`.
    Above,
    Stopped(StopReason),
}

impl Objective {
    /// Builds the sum of the operators' weights; `first_uses` are the literals "the operator is used at all".
    pub(super) fn of(weights: &[u64], first_uses: &[Lit]) -> Self {
        let divisor = weights.iter().fold(0, |divisor, weight| greatest_common_divisor(divisor, *weight));
        let divisor = u128::from(divisor.max(1));
        let weights: Vec<u128> = weights.iter().map(|weight| u128::from(*weight) / divisor).collect();
        let mut order: Vec<u32> = (0..).take(weights.len()).collect();
        sort_by_key(&mut order, |operator| weights[*operator as usize]);
        let mut objective = Self {
            divisor,
            free: weights.iter().map(|weight| *weight == 0).collect(),
            order,
            softs: Map::new(),
            origins: Map::new(),
            is_counted: vec![false; weights.len()],
            n_segments: 0,
            cores: Vec::new(),
            delayed: Vec::new(),
            bound: 0,
            is_fixed: false,
            n_cores: 0,
            weights,
        };
        for (operator, used) in first_uses.iter().enumerate() {
            let weight = objective.weights[operator];
            objective.assume(*used, weight, Origin::Use { operator });
        }
        objective
    }

    pub(super) fn bound(&self) -> u128 {
        self.bound.saturating_mul(self.divisor)
    }

    pub(super) fn assumptions(&self) -> Vec<Lit> {
        self.softs.keys().copied().collect()
    }

    /// Excludes all costs above the bound, which a plan reaches.
    pub(super) fn fix(&mut self, formula: &mut CostFormula<'_>) {
        self.count_delayed(formula);
        self.is_fixed = true;
        for lit in std::mem::take(&mut self.softs).into_keys() {
            formula.sink().unit(lit);
        }
    }

    /// Excludes assumptions that cannot break in a plan of cost at most `upper`.
    pub(super) fn harden(&mut self, upper: u128, formula: &mut CostFormula<'_>) {
        let slack = (upper / self.divisor).saturating_sub(self.bound);
        let hard: Vec<Lit> =
            self.softs.iter().filter(|(_, weight)| slack < **weight).map(|(lit, _)| *lit).collect();
        for lit in hard {
            self.softs.remove(&lit);
            formula.sink().unit(lit);
        }
    }

    pub(super) fn count_segments(&mut self, formula: &mut CostFormula<'_>) {
        for segment in self.n_segments..formula.segments.len() {
            for operator in 0..self.weights.len() {
                if self.is_counted[operator] {
                    self.count_runs(segment, operator, 2, formula);
                }
            }
        }
        self.n_segments = formula.segments.len();
    }

    /// Raises the bound until a model meets it, or it is greater than `greatest`.
    pub(super) fn minimise(
        &mut self,
        formula: &mut CostFormula<'_>,
        greatest: Option<u128>,
        listener: &mut dyn FnMut(ObjectiveEvent<'_>) -> Option<u128>,
    ) -> Result<Least, SolverError> {
        let mut least_weight = self.next_stratum(u128::MAX);
        loop {
            let assumed: Vec<Lit> = self.at_least(least_weight);
            match formula.query(&assumed, &self.free, &self.order)? {
                CostReply::Stopped(reason) => return Ok(Least::Stopped(reason)),
                CostReply::Core(core) if core.is_empty() => return Ok(Least::NoModel),
                CostReply::Core(core) => {
                    let core = match trimmed(core, formula)? {
                        Ok(core) => core,
                        Err(reason) => return Ok(Least::Stopped(reason)),
                    };
                    if core.is_empty() {
                        return Ok(Least::NoModel);
                    }
                    self.break_core(core);
                    listener(ObjectiveEvent::Bound(self.bound()));
                    if greatest.is_some_and(|greatest| greatest < self.bound()) {
                        return Ok(Least::Above);
                    }
                }
                CostReply::Model(model) => {
                    log::debug!(
                        "{} steps: bound {}, {} cores, stratum {least_weight}, {} softs, {} delayed, {} landmarks, goal {}",
                        formula.n_steps(),
                        self.bound(),
                        self.n_cores,
                        self.softs.len(),
                        self.delayed.len(),
                        formula.landmarks.len(),
                        model.reaches_goal
                    );
                    let upper = listener(ObjectiveEvent::Model(&model));
                    if upper == Some(self.bound()) {
                        return Ok(Least::Model);
                    }
                    if !self.delayed.is_empty() {
                        self.count_delayed(formula);
                        if let Some(upper) = upper {
                            self.harden(upper, formula);
                        }
                    } else if least_weight <= 1 || self.softs.values().all(|weight| least_weight <= *weight) {
                        return Ok(Least::Model);
                    } else {
                        least_weight = self.next_stratum(least_weight);
                    }
                }
            }
        }
    }

    fn at_least(&self, weight: u128) -> Vec<Lit> {
        self.softs.iter().filter(|(_, own)| weight <= **own).map(|(lit, _)| *lit).collect()
    }

    /// Returns the next lower weight from which on assumptions are made: low enough for more assumptions than weights.
    fn next_stratum(&self, weight: u128) -> u128 {
        let mut by_weight: Map<u128, usize> = Map::new();
        for own in self.softs.values() {
            *by_weight.entry(*own).or_default() += 1;
        }
        let (mut n_softs, mut n_weights) = (0, 0);
        for (own, n) in by_weight.into_iter().rev() {
            n_softs += n;
            n_weights += 1;
            if own < weight && 5 * n_weights < 4 * n_softs {
                return own;
            }
        }
        1
    }

    fn assume(&mut self, broken: Lit, weight: u128, origin: Origin) {
        if weight != 0 {
            *self.softs.entry(!broken).or_default() += weight;
            self.origins.insert(!broken, origin);
        }
    }

    fn break_core(&mut self, core: Vec<Lit>) {
        let weight = core.iter().filter_map(|lit| self.softs.get(lit)).min().copied().unwrap_or(0);
        self.n_cores += 1;
        self.bound += weight;
        for lit in &core {
            if let Some(own) = self.softs.get_mut(lit) {
                *own -= weight;
                if *own == 0 {
                    self.softs.remove(lit);
                }
            }
        }
        self.delayed.push((core, weight));
    }

    /// Allows one assumption of each delayed core to break.
    fn count_delayed(&mut self, formula: &mut CostFormula<'_>) {
        for (core, weight) in std::mem::take(&mut self.delayed) {
            for lit in &core {
                if let Some(origin) = self.origins.remove(lit) {
                    self.count_on(origin, formula);
                }
            }
            let broken: Vec<Lit> = core.iter().map(|lit| !*lit).collect();
            formula.sink().at_least_one(&broken);
            let Some(first) = broken.first().copied() else { continue };
            let index = self.cores.len();
            self.cores.push((Counter::of(broken, first), weight));
            self.count_core(index, 2, formula);
        }
    }

    /// Adds the assumption after a broken one, which allows one more.
    fn count_on(&mut self, origin: Origin, formula: &mut CostFormula<'_>) {
        match origin {
            Origin::Use { operator } => {
                self.is_counted[operator] = true;
                for segment in 0..self.n_segments {
                    self.count_runs(segment, operator, 2, formula);
                }
            }
            Origin::Runs { segment, operator, n } => self.count_runs(segment, operator, n + 1, formula),
            Origin::Core { core, n } => self.count_core(core, n + 1, formula),
        }
    }

    fn count_runs(&mut self, segment: usize, operator: usize, n: usize, formula: &mut CostFormula<'_>) {
        if let Some(runs) = formula.runs(segment, operator, n) {
            let weight = self.weights[operator];
            if self.is_fixed {
                formula.sink().unit(!runs);
            } else {
                self.assume(runs, weight, Origin::Runs { segment, operator, n });
            }
        }
    }

    fn count_core(&mut self, core: usize, n: usize, formula: &mut CostFormula<'_>) {
        let (counter, weight) = &mut self.cores[core];
        let weight = *weight;
        if let Some(broken) = counter.at_least(n, &mut formula.sink()) {
            self.assume(broken, weight, Origin::Core { core, n });
        }
    }
}

fn trimmed(
    mut core: Vec<Lit>,
    formula: &mut CostFormula<'_>,
) -> Result<Result<Vec<Lit>, StopReason>, SolverError> {
    for _ in 0..TRIMS {
        if core.len() < 2 {
            break;
        }
        match formula.refute(&core)? {
            CostReply::Core(smaller) if smaller.len() < core.len() => core = smaller,
            CostReply::Core(_) | CostReply::Model(_) => break,
            CostReply::Stopped(reason) => return Ok(Err(reason)),
        }
    }
    sort(&mut core);
    Ok(Ok(core))
}
