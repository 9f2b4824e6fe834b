//! Cheapest traces: the least sum of weights over all lengths, with a proof.
//!
//! The formula has some steps and then a [suffix](Suffix) for everything that may follow. Its [bound](objective) holds for
//! plans of any length. If a model as cheap as the bound has the goal in the last frame, it is a cheapest trace. Otherwise
//! steps are added. The suffix then begins later, and everything known about the bound stays valid.
//!
//! Objectives are ordered lexicographically: once the first is minimal, it is fixed, and the next one is minimised.

mod counter;
mod formula;
mod objective;

use formula::{CostFormula, CostReply};
use objective::{Least, Objective, ObjectiveEvent};

use bmcplan_base::stop::{Stop, StopReason};

use super::measured::Measured;
use super::outcome::RunError;
use super::strategy::HorizonSchedule;
use crate::encode::{Suffix, Trace, TransitionSystem};
use crate::solver::SolverKind;

/// Query for a cheapest trace.
#[derive(Debug, Clone)]
pub struct CheapestQuestion<'a> {
    /// For each objective, the most important one first, the weight of each operator of the suffix.
    pub objectives: &'a [Vec<u64>],
    /// Upper limit on the sum of the first objective.
    pub greatest: Option<u128>,
    /// Number of steps of the second formula; the first formula has none.
    pub first_steps: usize,
    /// Growth of the number of steps.
    pub schedule: HorizonSchedule,
}

/// Event of a run.
#[derive(Debug, Clone, Copy)]
pub enum CheapestEvent<'a> {
    /// The formula now has this number of steps.
    Steps(usize),
    /// Lower bound on an objective, by its index, for every trace of any length that is optimal for the objectives before it.
    Bound(usize, u128),
    /// Trace to the goal, the best one so far.
    Reached(&'a Trace),
}

/// Result of a run.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum CheapestVerdict {
    /// The last reported trace is optimal for all objectives.
    Cheapest,
    /// There is no trace to the goal.
    Unsolvable,
    /// No trace costs at most this limit, that of the query.
    NoneWithin(u128),
    /// The run was stopped.
    Stopped(StopReason),
}

/// Record of a run.
#[derive(Debug, Clone)]
pub struct CheapestRun {
    /// Result.
    pub verdict: CheapestVerdict,
    /// For each objective that was begun its lower bound; all but the last are reached.
    pub bounds: Vec<u128>,
    /// Number of steps of the formula.
    pub n_steps: usize,
    /// Size of the formula, and the times.
    pub measured: Measured,
    /// Conflicts, if the solver counts them.
    pub conflicts: Option<u64>,
}

/// Searches for a cheapest trace of a system, of any length.
///
/// # Errors
/// A fault of the solver.
pub fn cheapest(
    system: &TransitionSystem,
    suffix: &Suffix,
    question: &CheapestQuestion<'_>,
    solver: &SolverKind,
    stop: &Stop,
    observer: &mut dyn FnMut(CheapestEvent<'_>),
) -> Result<CheapestRun, RunError> {
    let formula = CostFormula::of(system, suffix, solver.build(stop)?, stop);
    let mut search = CheapestSearch { system, suffix, question, formula, best: None, bounds: Vec::new() };
    let verdict = search.run(stop, observer)?;
    Ok(CheapestRun {
        verdict,
        bounds: search.bounds,
        n_steps: search.formula.n_steps(),
        measured: search.formula.measured(),
        conflicts: search.formula.solver.statistics().conflicts,
    })
}

struct CheapestSearch<'s> {
    system: &'s TransitionSystem,
    suffix: &'s Suffix,
    question: &'s CheapestQuestion<'s>,
    formula: CostFormula<'s>,
    /// Number of runs of each operator in the best trace so far.
    best: Option<Vec<u128>>,
    bounds: Vec<u128>,
}

impl CheapestSearch<'_> {
    fn run(
        &mut self,
        stop: &Stop,
        observer: &mut dyn FnMut(CheapestEvent<'_>),
    ) -> Result<CheapestVerdict, RunError> {
        let first_uses = self.formula.used.clone();
        // Minimal objectives stay minimal: operators in segments that are added later count, too.
        let mut fixed: Vec<Objective> = Vec::new();
        for place in 0..self.question.objectives.len() {
            let mut objective = Objective::of(&self.question.objectives[place], &first_uses);
            objective.count_segments(&mut self.formula);
            self.bounds.push(0);
            while let Some(verdict) = self.minimise(place, &mut objective, stop, observer)? {
                match verdict {
                    Step::Verdict(verdict) => return Ok(verdict),
                    Step::Grown => {
                        let objectives = fixed.iter_mut().chain([&mut objective]);
                        objectives.for_each(|objective| objective.count_segments(&mut self.formula));
                    }
                }
            }
            objective.fix(&mut self.formula);
            fixed.push(objective);
        }
        Ok(CheapestVerdict::Cheapest)
    }

    /// Minimises an objective with the current number of steps, and adds steps if they are too few. `None` if the best trace is
    /// optimal.
    fn minimise(
        &mut self,
        place: usize,
        objective: &mut Objective,
        stop: &Stop,
        observer: &mut dyn FnMut(CheapestEvent<'_>),
    ) -> Result<Option<Step>, RunError> {
        let Self { system, suffix, question, formula, best, bounds } = self;
        let greatest = question.greatest.filter(|_| place == 0);
        let cost = |runs: &Vec<u128>| {
            let costs = question.objectives[place].iter().zip(runs);
            let costs = costs.map(|(weight, n)| u128::from(*weight).saturating_mul(*n));
            costs.fold(0, u128::saturating_add)
        };
        let mut on_event = |event: ObjectiveEvent<'_>| {
            match event {
                ObjectiveEvent::Bound(bound) => {
                    bounds[place] = bound;
                    observer(CheapestEvent::Bound(place, bound));
                }
                ObjectiveEvent::Model(model) => {
                    if model.reaches_goal {
                        let runs = runs(system, suffix, &model.trace);
                        if best.as_ref().is_none_or(|best| cost(&runs) < cost(best)) {
                            observer(CheapestEvent::Reached(&model.trace));
                            *best = Some(runs);
                        }
                    }
                }
            }
            best.as_ref().map(cost)
        };
        let verdict = match objective.minimise(formula, greatest, &mut on_event)? {
            Least::Stopped(reason) => CheapestVerdict::Stopped(reason),
            Least::NoModel => CheapestVerdict::Unsolvable,
            Least::Above => CheapestVerdict::NoneWithin(greatest.unwrap_or(u128::MAX)),
            Least::Model => {
                let bound = objective.bound();
                if best.as_ref().is_some_and(|best| cost(best) <= bound) {
                    return Ok(None);
                }
                // The suffix of the model may be superfluous.
                let mut assumed = objective.assumptions();
                assumed.extend(formula.goal());
                match formula.query(&assumed, &objective.free, &objective.order)? {
                    CostReply::Model(model) => {
                        let runs = runs(system, suffix, &model.trace);
                        observer(CheapestEvent::Reached(&model.trace));
                        *best = Some(runs);
                        return Ok(None);
                    }
                    CostReply::Stopped(reason) => CheapestVerdict::Stopped(reason),
                    CostReply::Core(_) => {
                        let n_steps = match formula.n_steps() {
                            0 => question.first_steps.max(1),
                            n_steps => question.schedule.after(n_steps),
                        };
                        log::debug!("growing to {n_steps} steps at bound {bound}");
                        match formula.grow_to(n_steps) {
                            Ok(()) => {
                                observer(CheapestEvent::Steps(n_steps));
                                return Ok(Some(Step::Grown));
                            }
                            Err(reason) => CheapestVerdict::Stopped(stop.reason().unwrap_or(reason)),
                        }
                    }
                }
            }
        };
        Ok(Some(Step::Verdict(verdict)))
    }
}

enum Step {
    Verdict(CheapestVerdict),
    Grown,
}

fn runs(system: &TransitionSystem, suffix: &Suffix, trace: &Trace) -> Vec<u128> {
    let n_steps = trace.length(system);
    let of_operator = |lit| (0..n_steps).filter(|step| trace.holds(*step, lit)).count();
    let operators = suffix.operators().iter();
    operators.map(|(_, lit)| of_operator((*lit).into()) as u128).collect()
}
