//! The formula of some steps and their relaxed suffix, inside a solver. It grows by steps and by landmarks.

use bmcplan_base::ordered::{Map, Set};
use bmcplan_base::stop::{Stop, StopReason};
use bmcplan_formula::{ClauseShapes as _, ClauseSink as _, Lit};

use super::counter::Counter;
use crate::encode::{Cycle, Landmark, Suffix, Term, Trace, TransitionSystem, Unrolling};
use crate::figures::CpuInstant;
use crate::horizon::measured::{Counted, Measured, Stopwatch};
use crate::solver::{Answer, Solver, SolverError};

/// Steps with suffixes after some of the frames, the last frame included.
pub(super) struct CostFormula<'s> {
    pub(super) solver: Box<dyn Solver + 's>,
    suffix: &'s Suffix,
    unrolling: Unrolling<'s>,
    /// Literals of the suffix after the last frame.
    pub(super) used: Vec<Lit>,
    /// For each segment between two suffixes and for each operator a counter of its runs there, and its use after it.
    pub(super) segments: Vec<Vec<Counter>>,
    /// Landmarks of the suffix after the last frame.
    pub(super) landmarks: Vec<Landmark>,
    cycles: Set<Cycle>,
    /// Pairs of frames that are known to differ.
    distinct: Set<[usize; 2]>,
    measured: Measured,
    stopwatch: Stopwatch,
    stop: Stop,
}

pub(super) enum CostReply {
    Core(Vec<Lit>),
    /// Model whose operators reach the goal, at least in the relaxation.
    Model(Model),
    Stopped(StopReason),
}

pub(super) struct Model {
    pub(super) trace: Trace,
    /// True if the goal holds in the last frame.
    pub(super) reaches_goal: bool,
    pub(super) used: Vec<bool>,
}

impl<'s> CostFormula<'s> {
    pub(super) fn of(
        system: &'s TransitionSystem,
        suffix: &'s Suffix,
        solver: Box<dyn Solver + 's>,
        stop: &Stop,
    ) -> Self {
        let stopwatch = Stopwatch::default();
        let mut formula = Self {
            solver: stopwatch.on(solver, stop),
            suffix,
            unrolling: Unrolling::of(system),
            used: Vec::new(),
            segments: Vec::new(),
            landmarks: Vec::new(),
            cycles: Set::new(),
            distinct: Set::new(),
            measured: Measured::default(),
            stopwatch,
            stop: stop.clone(),
        };
        let mut sink = Counted { solver: &mut *formula.solver, size: &mut formula.measured.size };
        formula.unrolling.grow(&mut sink);
        formula.used = suffix.write(&formula.unrolling, &mut sink);
        formula
    }

    pub(super) fn n_steps(&self) -> usize {
        self.unrolling.n_frames().saturating_sub(1)
    }

    pub(super) fn sink(&mut self) -> Counted<'_> {
        Counted { solver: &mut *self.solver, size: &mut self.measured.size }
    }

    pub(super) fn measured(&self) -> Measured {
        Measured { solving: self.stopwatch.total(), ..self.measured }
    }

    /// Returns a literal that is true if the operator runs `n` times in a segment, 2 or more, where a use after it counts once.
    pub(super) fn runs(&mut self, segment: usize, operator: usize, n: usize) -> Option<Lit> {
        let mut sink = Counted { solver: &mut *self.solver, size: &mut self.measured.size };
        self.segments[segment][operator].at_least(n, &mut sink)
    }

    /// Adds steps up to `n_steps`, in a segment of their own, and the suffix after them.
    pub(super) fn grow_to(&mut self, n_steps: usize) -> Result<(), StopReason> {
        super::super::outcome::check_length(self.unrolling.system(), n_steps)
            .map_err(|_| StopReason::Memory)?;
        let begun = CpuInstant::now();
        let first = self.n_steps();
        let mut sink = Counted { solver: &mut *self.solver, size: &mut self.measured.size };
        while self.unrolling.n_frames() <= n_steps {
            self.unrolling.grow(&mut sink);
            self.stop.check()?;
        }
        let used = self.suffix.write(&self.unrolling, &mut sink);
        let mut segment = Vec::with_capacity(used.len());
        for (((_, lit), later), before) in self.suffix.operators().iter().zip(&used).zip(&self.used) {
            let mut runs: Vec<Lit> = (first..n_steps).map(|step| self.unrolling.at(*lit, step)).collect();
            runs.push(*later);
            runs.iter().for_each(|run| sink.implies(*run, *before));
            segment.push(Counter::of(runs, *before));
        }
        self.segments.push(segment);
        for cycle in std::mem::take(&mut self.cycles) {
            self.exclude_cycle(&cycle, (first + 1).saturating_sub(cycle.n_steps));
            self.cycles.insert(cycle);
        }
        self.used = used;
        self.landmarks.clear();
        self.measured.building += begun.elapsed();
        self.stop.check()
    }

    pub(super) fn goal(&self) -> Vec<Lit> {
        self.unrolling.goal_at(self.n_steps())
    }

    /// Solves under the assumptions `assumed`. Operators marked in `free` count as used in every suffix. Operators in `order`
    /// are left out of new landmarks first.
    pub(super) fn query(
        &mut self,
        assumed: &[Lit],
        free: &[bool],
        order: &[u32],
    ) -> Result<CostReply, SolverError> {
        loop {
            match self.solver.solve(assumed)? {
                Answer::Stopped(reason) => return Ok(CostReply::Stopped(reason)),
                Answer::Unsatisfiable => {
                    return Ok(CostReply::Core(self.solver.failed().unwrap_or_default().to_vec()));
                }
                Answer::Satisfiable => {
                    let model = self.model();
                    if model.reaches_goal {
                        return Ok(CostReply::Model(model));
                    }
                    let mut n_found = self.add_landmarks(&model, free, order) + self.exclude_circles(&model);
                    if n_found == 0 {
                        n_found = self.exclude_returns(&model);
                    }
                    if n_found == 0 {
                        return Ok(CostReply::Model(model));
                    }
                }
            }
            if let Some(reason) = self.stop.reason() {
                return Ok(CostReply::Stopped(reason));
            }
        }
    }

    pub(super) fn refute(&mut self, core: &[Lit]) -> Result<CostReply, SolverError> {
        Ok(match self.solver.solve(core)? {
            Answer::Stopped(reason) => CostReply::Stopped(reason),
            Answer::Unsatisfiable => CostReply::Core(self.solver.failed().unwrap_or_default().to_vec()),
            Answer::Satisfiable => CostReply::Model(self.model()),
        })
    }

    fn model(&self) -> Model {
        let value = |lit| self.solver.value(lit) == Some(true);
        let n_frames = self.unrolling.n_frames();
        Model {
            trace: self.unrolling.trace(n_frames, value),
            reaches_goal: self.goal().into_iter().all(value),
            used: self.used.iter().map(|lit| value(*lit)).collect(),
        }
    }

    /// Excludes the cycles of a model, wherever they could begin; returns their number.
    fn exclude_circles(&mut self, model: &Model) -> usize {
        let found = self.suffix.cycles(self.unrolling.system(), &model.trace);
        let n_found = found.len();
        for cycle in found {
            if !self.cycles.contains(&cycle) {
                self.exclude_cycle(&cycle, 0);
                self.cycles.insert(cycle);
            }
        }
        n_found
    }

    fn exclude_cycle(&mut self, cycle: &Cycle, from: usize) {
        for frame in from..=self.n_steps().saturating_sub(cycle.n_steps) {
            let clause = self.suffix.without_cycle(cycle, &self.unrolling, frame);
            self.measured.size.count(&clause);
            self.solver.add_clause(&clause);
        }
    }

    /// Excludes the repetition of a frame's state, where it repeats in a model: a cheapest trace of the fewest operators visits
    /// no state twice. Otherwise steps of cost 0 could repeat for ever, and the suffix would never become shorter. (Simple
    /// paths, lazily: Eén & Sörensson, *Temporal induction by incremental SAT solving*, 2003.)
    fn exclude_returns(&mut self, model: &Model) -> usize {
        let system = self.unrolling.system();
        let literals: Vec<Lit> = system.state_literals().collect();
        let mut frames: Map<Vec<bool>, usize> = Map::new();
        let mut again: Vec<[usize; 2]> = Vec::new();
        for frame in 0..=model.trace.length(system) {
            let state = literals.iter().map(|lit| model.trace.holds(frame, (*lit).into())).collect();
            if let Some(before) = frames.insert(state, frame) {
                again.push([before, frame]);
            }
        }
        for pair in &again {
            if self.distinct.insert(*pair) {
                self.differ(*pair, &literals);
            }
        }
        again.len()
    }

    /// Adds clauses: the states of two frames differ, unless the plan is over before the second.
    fn differ(&mut self, [first, second]: [usize; 2], literals: &[Lit]) {
        let mut sink = Counted { solver: &mut *self.solver, size: &mut self.measured.size };
        let mut ways = vec![self.unrolling.at(self.unrolling.system().idle(), second - 1)];
        for lit in literals {
            let differs = sink.new_var().positive();
            sink.implies(differs, self.unrolling.at(*lit, first));
            sink.implies(differs, !self.unrolling.at(*lit, second));
            ways.push(differs);
        }
        sink.at_least_one(&ways);
    }

    /// Adds the landmarks that a model violates; returns their number.
    fn add_landmarks(&mut self, model: &Model, free: &[bool], order: &[u32]) -> usize {
        let begun = CpuInstant::now();
        let last = self.n_steps();
        let system = self.unrolling.system();
        let holds = |fact| match system.fact(fact) {
            Term::Lit(lit) => model.trace.holds(last, lit.into()),
            constant => constant == Term::True,
        };
        let used = |operator: usize| free[operator] || model.used[operator];
        let landmarks = self.suffix.landmarks(holds, used, order);
        for landmark in &landmarks {
            if let Some(clause) = self.suffix.clause(landmark, &self.unrolling, last, &self.used) {
                self.measured.size.count(&clause);
                self.solver.add_clause(&clause);
            }
        }
        let n_found = landmarks.len();
        self.landmarks.extend(landmarks);
        self.measured.building += begun.elapsed();
        n_found
    }
}
