//! A solver, its unrolling and the log of queries, shared by all horizon strategies.

use bmcplan_base::stop::{Stop, StopReason};
use bmcplan_formula::{Cnf, FormulaSize, Lit};

use super::lemmas::{LONGEST, LemmaCopier, LemmaCopies};
use super::measured::{Counted, Measured, Stopwatch};
use super::outcome::{Attempt, HorizonAnswer, HorizonEvent, Run, Verdict, check_length};
use super::proof::{ProofComposer, ProofPart, ProofSlicer};
use crate::encode::{Trace, TransitionSystem, Unrolling};
use crate::figures::CpuInstant;
use crate::solver::{self, GrowingLog, Solver, SolverError, SolverKind};

/// Short clauses that one solver has learned for one query. Solvers in several threads share these between two queries (Hamadi,
/// Jabbour & Sais, *ManySAT: a parallel SAT solver*, JSAT 2009, where they do so at any time).
///
/// The threads' formulas have the same variables and grow in the same way: by frames, by clauses that exclude what was refuted,
/// which every thread has before its next query, and by shared lemmas. So a clause that one has learned follows from the
/// formula of every other that has as many frames.
#[derive(Default)]
pub(super) struct LemmaBatch {
    pub(super) n_frames: usize,
    pub(super) clauses: Cnf,
}

pub(super) struct Session<'s, 'o> {
    kind: SolverKind,
    solver: Box<dyn Solver + 'o>,
    /// Set if the solver keeps its derivations: then only derived clauses are added to those of the frames.
    proving: Option<Proving<'s, 'o>>,
    stop: Stop,
    unrolling: Unrolling<'s>,
    lemmas: Option<LemmaCopier<'s>>,
    /// Short learned clauses; kept only when clause sharing is on.
    learned: Option<Cnf>,
    /// Measurements so far, without the time on the stopwatch.
    measured: Measured,
    stopwatch: Stopwatch,
    attempts: Vec<Attempt>,
    refuted: Option<usize>,
    /// Number of horizons, from 0 on, that are excluded by clauses.
    n_excluded: usize,
    stopped: Option<StopReason>,
    observer: &'o mut dyn FnMut(HorizonEvent<'_>),
}

struct Proving<'s, 'o> {
    parts: ProofSlicer<'s>,
    /// Composer for parts that are all of this solver; `None` if the caller collects them.
    composer: Option<&'o mut ProofComposer>,
}

pub(super) enum Reply {
    Reached(Trace),
    /// No plan within the steps of the query.
    Refuted,
    /// No run of that many steps at all, whatever the goal: no longer plan can exist either.
    Contradiction,
    Stopped(StopReason),
}

impl HorizonAnswer {
    pub(super) fn of(reply: &Reply) -> Self {
        match reply {
            Reply::Reached(_) => Self::Reached,
            Reply::Refuted | Reply::Contradiction => Self::Refuted,
            Reply::Stopped(_) => Self::Stopped,
        }
    }
}

impl<'s, 'o> Session<'s, 'o> {
    pub(super) fn new(
        system: &'s TransitionSystem,
        kind: &SolverKind,
        stop: &Stop,
        observer: &'o mut dyn FnMut(HorizonEvent<'_>),
    ) -> Result<Self, SolverError> {
        Ok(Self::with(system, kind, kind.build(stop)?, stop, observer))
    }

    fn with(
        system: &'s TransitionSystem,
        kind: &SolverKind,
        solver: Box<dyn Solver + 'o>,
        stop: &Stop,
        observer: &'o mut dyn FnMut(HorizonEvent<'_>),
    ) -> Self {
        let stopwatch = Stopwatch::default();
        Self {
            kind: kind.clone(),
            solver: stopwatch.on(solver, stop),
            proving: None,
            stop: stop.clone(),
            unrolling: Unrolling::of(system),
            lemmas: None,
            learned: None,
            measured: Measured::default(),
            stopwatch,
            attempts: Vec::new(),
            refuted: None,
            n_excluded: 0,
            stopped: None,
            observer,
        }
    }

    /// Builds a session with a solver that keeps its derivations in `log`, for `composer` or for a caller that collects parts.
    #[cfg_attr(not(feature = "varisat"), expect(dead_code))]
    pub(super) fn proving(
        system: &'s TransitionSystem,
        solver: Box<dyn Solver + 'o>,
        log: GrowingLog,
        composer: Option<&'o mut ProofComposer>,
        stop: &Stop,
        observer: &'o mut dyn FnMut(HorizonEvent<'_>),
    ) -> Self {
        let proving = Some(Proving { parts: ProofSlicer::of(system, log), composer });
        Self { proving, ..Self::with(system, &SolverKind::default(), solver, stop, observer) }
    }

    pub(super) fn keeps_derivations(&self) -> bool {
        self.proving.is_some()
    }

    /// Returns the proof part of the last refutation, if the solver keeps its derivations.
    pub(super) fn take_part(&mut self) -> Option<ProofPart> {
        self.proving.as_mut()?.parts.part()
    }

    /// Returns the composer to which refutations are appended, if there is one.
    pub(super) fn composer(&mut self) -> Option<&mut ProofComposer> {
        self.proving.as_mut()?.composer.as_deref_mut()
    }

    /// Turns on copies of learned clauses, if the solver reports them. Must precede the first query. A solver that keeps its
    /// derivations gets none.
    pub(super) fn copying(mut self, copies: LemmaCopies) -> Self {
        if self.kind.reports_learned() && !self.keeps_derivations() {
            self.lemmas = LemmaCopier::new(self.system(), copies);
        }
        if self.lemmas.is_some() {
            self.solver.keep_learned(LONGEST);
        }
        self
    }

    /// Turns on clause sharing: short learned clauses are kept for [`Self::take_lemmas`], if the solver reports them.
    pub(super) fn sharing(mut self) -> Self {
        if self.kind.reports_learned() {
            self.learned = Some(Cnf::default());
            self.solver.keep_learned(LONGEST);
        }
        self
    }

    fn record_learned(&mut self) {
        if self.lemmas.is_none() && self.learned.is_none() {
            return;
        }
        let learned = self.solver.take_learned();
        if let Some(lemmas) = &mut self.lemmas {
            lemmas.record(&learned);
        }
        if let Some(kept) = &mut self.learned {
            learned.short.clauses().for_each(|clause| kept.push(clause));
        }
    }

    pub(super) fn take_lemmas(&mut self) -> LemmaBatch {
        self.record_learned();
        let clauses = self.learned.as_mut().map(std::mem::take).unwrap_or_default();
        LemmaBatch { n_frames: self.unrolling.n_frames(), clauses }
    }

    /// Adds clauses learned by another solver, if they follow from the clauses here. A solver that keeps its derivations cannot
    /// derive them.
    pub(super) fn import(&mut self, batch: &LemmaBatch) {
        if batch.n_frames <= self.unrolling.n_frames() && !self.keeps_derivations() {
            batch.clauses.clauses().for_each(|clause| self.solver.add_clause(clause));
        }
    }

    fn add_copies(&mut self) -> Result<(), SolverError> {
        self.record_learned();
        let Some(lemmas) = &mut self.lemmas else { return Ok(()) };
        let new_solver = || Ok(self.stopwatch.on(self.kind.build(&self.stop)?, &self.stop));
        for (lemma, frame) in lemmas.copies(self.unrolling.n_frames(), new_solver)? {
            let copy: Vec<Lit> = lemma.iter().map(|lit| self.unrolling.at(*lit, frame)).collect();
            self.solver.add_clause(&copy);
        }
        Ok(())
    }

    /// Searches for a trace to the goal within `horizon` steps, under further assumptions. Grows the formula to `frames`
    /// frames.
    pub(super) fn query(
        &mut self,
        horizon: usize,
        frames: usize,
        extra: &[Lit],
    ) -> Result<Reply, SolverError> {
        self.emit(HorizonEvent::Started(horizon));
        let (reply, attempt) = self.query_apart(horizon, frames, extra);
        let reply = reply?;
        if let Reply::Refuted = reply {
            self.prove(horizon);
        }
        self.enter(attempt);
        Ok(reply)
    }

    /// Appends the last refutation as that of a horizon.
    fn prove(&mut self, horizon: usize) {
        if let Some(part) = self.take_part()
            && let Some(composer) = self.composer()
            && let Some(step) = composer.append(&part)
        {
            composer.record_refuted(horizon, step);
        }
    }

    /// Queries like [`Self::query`], for a caller that keeps the records.
    pub(super) fn query_apart(
        &mut self,
        horizon: usize,
        frames: usize,
        extra: &[Lit],
    ) -> (Result<Reply, SolverError>, Attempt) {
        let begun = CpuInstant::now();
        let before = self.solver.statistics().conflicts;
        let reply = match self.grow_to(frames) {
            Ok(()) => self.solve(frames, extra),
            Err(reason) => Ok(Reply::Stopped(reason)),
        };
        let after = self.solver.statistics().conflicts;
        let answer = reply.as_ref().map_or(HorizonAnswer::Stopped, HorizonAnswer::of);
        let conflicts = after.zip(before).map(|(after, before)| after - before);
        (reply, Attempt { horizon, answer, elapsed: begun.elapsed(), conflicts })
    }

    /// Searches for a trace of at most `steps` steps in the present frames, without a record.
    pub(super) fn query_another(&mut self, steps: usize) -> Result<Reply, SolverError> {
        let frames = self.n_steps();
        self.solve(frames, &self.at_most(steps, frames))
    }

    /// Searches for the trace through these states and then to the goal, without a record.
    pub(super) fn query_through(&mut self, states: &[&[Lit]]) -> Result<Reply, SolverError> {
        if let Err(reason) = self.grow_to(states.len()) {
            return Ok(Reply::Stopped(reason));
        }
        let given: Vec<Lit> = states
            .iter()
            .enumerate()
            .flat_map(|(frame, state)| state.iter().map(move |lit| (*lit, frame)))
            .map(|(lit, frame)| self.unrolling.at(lit, frame))
            .collect();
        self.solve(states.len(), &given)
    }

    /// Adds a clause that excludes the states of `trace` in the first `steps` steps.
    pub(super) fn exclude_trace(&mut self, trace: &Trace, steps: usize) {
        let mut differs = Vec::new();
        for frame in 0..=steps {
            let facts = self.system().state_literals();
            differs.extend(
                facts
                    .filter(|lit| trace.holds(frame, (*lit).into()))
                    .map(|lit| !self.unrolling.at(lit, frame)),
            );
        }
        self.add_clause(&differs);
    }

    fn solve(&mut self, frames: usize, extra: &[Lit]) -> Result<Reply, SolverError> {
        self.add_copies()?;
        let mut assumptions = self.unrolling.goal_at(frames);
        assumptions.extend(extra);
        Ok(match self.solver.solve(&assumptions)? {
            solver::Answer::Satisfiable => {
                let value = |lit| self.solver.value(lit) == Some(true);
                Reply::Reached(self.unrolling.trace(frames + 1, value))
            }
            // A refutation without failed goal literals proves that there is no plan of any length. So it does not rest on the
            // failed assumptions alone.
            solver::Answer::Unsatisfiable if self.solver.failed() == Some(&[]) => self.query_any_run()?,
            solver::Answer::Unsatisfiable => Reply::Refuted,
            solver::Answer::Stopped(reason) => Reply::Stopped(reason),
        })
    }

    /// Searches for any run, now that the goal is refuted: a contradiction if there is none.
    pub(super) fn query_any_run(&mut self) -> Result<Reply, SolverError> {
        Ok(match self.solver.solve(&[])? {
            solver::Answer::Unsatisfiable => Reply::Contradiction,
            solver::Answer::Satisfiable => Reply::Refuted,
            solver::Answer::Stopped(reason) => Reply::Stopped(reason),
        })
    }

    /// Adds clauses that no horizon up to `horizon` reaches the goal. The frames exist already.
    pub(super) fn exclude_up_to(&mut self, horizon: usize) {
        if let Some(proving) = &mut self.proving {
            // The clauses of all other horizons follow from this one.
            if self.n_excluded <= horizon {
                proving.parts.record_refuted(horizon);
                self.exclude_goal(horizon);
                self.n_excluded = horizon + 1;
            }
            return;
        }
        for excluded in self.n_excluded..=horizon {
            self.exclude(excluded);
        }
        self.n_excluded = self.n_excluded.max(horizon + 1);
    }

    /// Checks whether the refutation of a horizon in a formula of `frames` frames gives clauses. A solver that keeps its
    /// derivations has none for horizons without a query, nor for those under an assumed end of the plan.
    pub(super) fn gives_clauses(&self, horizon: usize, frames: usize) -> bool {
        !self.keeps_derivations() || horizon == frames
    }

    /// Adds clauses that `horizon` steps do not reach the goal: it is false in that frame, so a plan does not idle in that
    /// step.
    fn exclude(&mut self, horizon: usize) {
        let goes_on = !self.idle_at(horizon);
        self.exclude_goal(horizon);
        self.add_clause(&[goes_on]);
    }

    fn exclude_goal(&mut self, horizon: usize) {
        let not_yet: Vec<Lit> = self.unrolling.goal_at(horizon).into_iter().map(|lit| !lit).collect();
        self.add_clause(&not_yet);
    }

    /// Returns the literal that is true if the plan has at most `steps` steps.
    pub(super) fn idle_at(&self, steps: usize) -> Lit {
        self.unrolling.at(self.system().idle(), steps)
    }

    /// Returns the assumption of at most `steps` steps, if there are more `frames`.
    pub(super) fn at_most(&self, steps: usize, frames: usize) -> Vec<Lit> {
        (steps < frames).then(|| self.idle_at(steps)).into_iter().collect()
    }

    pub(super) fn n_steps(&self) -> usize {
        self.unrolling.n_frames().saturating_sub(1)
    }

    /// Returns the kind of the solver, for other sessions of the same kind.
    pub(super) fn kind(&self) -> SolverKind {
        self.kind.clone()
    }

    pub(super) fn stop(&self) -> &Stop {
        &self.stop
    }

    /// Returns the size of the formula.
    pub(super) fn size(&self) -> FormulaSize {
        self.measured.size
    }

    pub(super) fn take_measured(&mut self) -> Measured {
        let size = self.measured.size;
        let taken = Measured { solving: self.measured.solving + self.stopwatch.take(), ..self.measured };
        self.measured = Measured { size, ..Measured::default() };
        taken
    }

    pub(super) fn emit(&mut self, event: HorizonEvent<'_>) {
        (self.observer)(event);
    }

    pub(super) fn enter(&mut self, attempt: Attempt) {
        if attempt.answer == HorizonAnswer::Refuted {
            self.refuted = self.refuted.max(Some(attempt.horizon));
        }
        let Attempt { horizon, answer, elapsed, conflicts } = &attempt;
        log::debug!("horizon {horizon}: {answer:?}, {conflicts:?} conflicts, {elapsed:?}");
        (self.observer)(HorizonEvent::Finished(&attempt));
        self.attempts.push(attempt);
    }

    pub(super) fn enter_measured(&mut self, measured: Measured) {
        self.measured = self.measured.with(measured);
    }

    pub(super) fn system(&self) -> &'s TransitionSystem {
        self.unrolling.system()
    }

    /// Notes that a trace was found but the search for a shorter one was stopped.
    pub(super) fn record_stop(&mut self, reason: StopReason) {
        self.stopped = Some(reason);
    }

    pub(super) fn finish(mut self, verdict: Verdict) -> Run {
        Run {
            verdict,
            refuted: self.refuted,
            stopped: self.stopped,
            measured: self.take_measured(),
            attempts: self.attempts,
        }
    }

    /// Copies frames up to `frames`, unless it is stopped on the way or there are not enough variables.
    pub(super) fn grow_to(&mut self, frames: usize) -> Result<(), StopReason> {
        check_length(self.system(), frames).map_err(|_| StopReason::Memory)?;
        while self.unrolling.n_frames() <= frames {
            let begun = CpuInstant::now();
            if let Some(proving) = &mut self.proving {
                proving.parts.record_frame(self.unrolling.n_frames());
            }
            let mut sink = Counted { solver: &mut *self.solver, size: &mut self.measured.size };
            self.unrolling.grow(&mut sink);
            self.measured.building += begun.elapsed();
            // After a stop the last frame may lack clauses.
            self.stop.check()?;
        }
        Ok(())
    }

    fn add_clause(&mut self, clause: &[Lit]) {
        self.measured.size.count(clause);
        self.solver.add_clause(clause);
    }
}
