//! The strategy `first`: any trace, fast. Several horizons are tried in turn, shorter ones with more effort.
//!
//! The easiest horizon is not known beforehand. A horizon below the optimum may take very long to refute, and one far above it
//! gives a trace at once, in a large formula. So horizons grow geometrically, each in its own solver. In every round, the
//! effort of each is a fixed fraction of that of the one before it (algorithm B of Rintanen, Heljanko & Niemelä, *Planning as
//! satisfiability: parallel plans and algorithms for plan search*, 2006). Effort is counted in literals and not in seconds, so
//! the same input gives the same plan. Decisions are made by [open goals](super::open_goals).

use std::rc::Rc;

use bmcplan_base::stop::{Stop, StopReason};
use bmcplan_formula::{ClauseSink, FormulaSize, Lit, Var};

use super::measured::Measured;
use super::open_goals::{OpenGoals, Supports};
use super::outcome::{Attempt, HorizonAnswer, HorizonEvent, Verdict, check_length};
use super::session::Session;
use crate::encode::{TransitionSystem, Unrolling};
use crate::figures::CpuInstant;
use crate::solver::{GuidedAnswer, GuidedSolver};

/// Effort of the first horizon in a round, in literals.
const ROUND: u64 = 1 << 20;

/// Ratio of a horizon's share to the share of the horizon before.
const SHARE: [u64; 2] = [4, 5];

/// Greatest number of literals of all formulas: about two gigabytes.
const MOST_LITERALS: u64 = 100_000_000;

/// Approximate number of bytes that a literal takes in a solver.
const BYTES: u64 = 24;

/// Tries horizons from the first that is not `refuted` up to `greatest`.
pub(super) fn run(session: &mut Session<'_, '_>, refuted: Option<usize>, greatest: Option<usize>) -> Verdict {
    let begin = refuted.map_or(0, |known| known.saturating_add(1));
    if let Some(greatest) = greatest.filter(|greatest| *greatest < begin) {
        return Verdict::NoneWithin(greatest);
    }
    let system = session.system();
    let supports = Rc::new(Supports::of(system));
    let cost = literals_of(system);
    let memory = session.stop().memory().and_then(|bytes| u64::try_from(bytes).ok());
    let most = memory.map_or(MOST_LITERALS, |bytes| (bytes / BYTES).min(MOST_LITERALS));
    let mut trials: Vec<Trial> = Vec::new();
    // Horizon that is tried when all before it have had their shares.
    let mut next = Some(begin);
    loop {
        let mut share = ROUND;
        let mut index = 0;
        while 0 < share {
            if let Some(reason) = session.stop().reason() {
                return Verdict::Stopped(reason);
            }
            if index == trials.len() {
                let Some(horizon) = next else { break };
                let literals = trials.iter().map(|trial| trial.literals).sum::<u64>();
                let fits = literals.saturating_add(cost.saturating_mul(steps(horizon))) <= most
                    && check_length(system, horizon).is_ok();
                if !fits {
                    if trials.is_empty() {
                        log::warn!("a formula of {horizon} steps would take too much memory");
                        return Verdict::Stopped(StopReason::Memory);
                    }
                    break;
                }
                next =
                    Some(after(horizon).min(greatest.unwrap_or(usize::MAX))).filter(|next| horizon < *next);
                trials.push(Trial::new(horizon, cost.saturating_mul(steps(horizon))));
            }
            let trial = &mut trials[index];
            trial.credit = trial.credit.saturating_add(share);
            match trial.go_on(session, &supports) {
                None => {}
                Some(GuidedAnswer::Satisfiable(model)) => {
                    let value = |lit: Lit| model[lit.var().index()] == lit.is_positive();
                    let trace = Unrolling::of(system).trace(trial.horizon + 1, value);
                    return Verdict::Reached { trace, shortest: false };
                }
                Some(GuidedAnswer::Stopped(reason)) => return Verdict::Stopped(reason),
                Some(_) => {
                    let horizon = trial.horizon;
                    if greatest == Some(horizon) {
                        return Verdict::NoneWithin(horizon);
                    }
                    // The refutation covers all shorter horizons.
                    trials.drain(..=index);
                    index = 0;
                    continue;
                }
            }
            share = share * SHARE[0] / SHARE[1];
            index += 1;
        }
    }
}

fn after(horizon: usize) -> usize {
    horizon.saturating_add((horizon / 2).max(3))
}

fn steps(horizon: usize) -> u64 {
    u64::try_from(horizon).unwrap_or(u64::MAX).saturating_add(1)
}

fn literals_of(system: &TransitionSystem) -> u64 {
    let parts = [system.universal(), system.transition(), system.succession()];
    let literals = parts.iter().flat_map(|part| part.clauses()).map(<[Lit]>::len).sum();
    u64::try_from(usize::max(literals, 1)).unwrap_or(u64::MAX)
}

struct Trial {
    horizon: usize,
    literals: u64,
    credit: u64,
    /// Least effort that is worth a call: decisions are made anew in every call.
    least: u64,
    /// `None` until the trial has enough credit to pay for building the formula.
    solver: Option<GuidedSolver<OpenGoals>>,
}

impl Trial {
    fn new(horizon: usize, literals: u64) -> Self {
        Self { horizon, literals, credit: 0, least: literals, solver: None }
    }

    /// Works as long as the credit lasts; `None` if there is no answer yet.
    fn go_on(&mut self, session: &mut Session<'_, '_>, supports: &Rc<Supports>) -> Option<GuidedAnswer> {
        let building = if self.solver.is_none() { self.literals } else { 0 };
        if self.credit < building.saturating_add(self.least) {
            return None;
        }
        self.credit -= building;
        if self.solver.is_none() {
            session.emit(HorizonEvent::Started(self.horizon));
        }
        let begun = CpuInstant::now();
        let mut measured = Measured::default();
        let solver = self.solver.get_or_insert_with(|| {
            let (solver, size) = build(session.system(), self.horizon, supports, session.stop());
            measured = Measured { size, building: begun.elapsed(), ..Measured::default() };
            solver
        });
        let (spent, conflicts) = (solver.spent(), solver.conflicts());
        let solving = CpuInstant::now();
        let answer = solver.solve(self.credit);
        measured.solving = solving.elapsed();
        let spent = solver.spent() - spent;
        self.credit = self.credit.saturating_sub(spent);
        let conflicts = solver.conflicts() - conflicts;
        if conflicts == 0 {
            // Nothing was learned, so the same effort would get no further.
            self.least = self.least.saturating_mul(2);
        }
        session.enter_measured(measured);
        session.emit(HorizonEvent::Spent(building.saturating_add(spent)));
        let answered = match &answer {
            GuidedAnswer::Spent => return None,
            GuidedAnswer::Satisfiable(_) => HorizonAnswer::Reached,
            GuidedAnswer::Unsatisfiable => HorizonAnswer::Refuted,
            GuidedAnswer::Stopped(_) => HorizonAnswer::Stopped,
        };
        let (horizon, elapsed) = (self.horizon, begun.elapsed());
        session.enter(Attempt { horizon, answer: answered, elapsed, conflicts: Some(conflicts) });
        Some(answer)
    }
}

/// Builds the formula of `horizon` steps with the goal in its last frame, in a solver.
fn build(
    system: &TransitionSystem,
    horizon: usize,
    supports: &Rc<Supports>,
    stop: &Stop,
) -> (GuidedSolver<OpenGoals>, FormulaSize) {
    let (n_vars, n_frames) = (system.n_vars(), horizon + 1);
    let rule = OpenGoals::new(supports.clone(), system.goal(), n_vars, n_frames);
    let solver = GuidedSolver::new(n_vars * n_frames, rule, stop);
    let mut sink = GuidedSink { solver, size: FormulaSize::default(), stop };
    let mut unrolling = Unrolling::of(system);
    for _ in 0..n_frames {
        unrolling.grow(&mut sink);
    }
    for lit in unrolling.goal_at(horizon) {
        sink.add_clause(&[lit]);
    }
    (sink.solver, sink.size)
}

struct GuidedSink<'a> {
    solver: GuidedSolver<OpenGoals>,
    size: FormulaSize,
    stop: &'a Stop,
}

impl ClauseSink for GuidedSink<'_> {
    fn add_clause(&mut self, clause: &[Lit]) {
        if !self.stop.is_raised() {
            self.size.count(clause);
            self.solver.add_clause(clause);
        }
    }

    fn new_var(&mut self) -> Var {
        self.size.new_var()
    }
}
