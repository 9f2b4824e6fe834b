//! Cubes: one horizon is refuted by several threads under different assumptions (cube and conquer; Heule, Kullmann, Wieringa &
//! Biere, *Cube and conquer: guiding CDCL SAT solvers by lookaheads*, HVC 2011).
//!
//! A horizon is divided by [landmark facts](crate::encode::LandmarkFacts): does this one still hold when a little more than half of
//! the plan is over? First come those with the greatest share in the lemmas for the horizons before. Each thread keeps its
//! solver over all cubes and horizons. An idle thread takes one half of the cube with the longest running time, which continues
//! as a whole.
//!
//! A horizon is refuted when it was as a whole, or when all leaves of a tree of cubes were. So the length of the answer does
//! not depend on the threads; the trace may.

mod choice;
mod tree;

pub use choice::{Cubes, InvalidCubes};

use std::collections::HashMap;
use std::thread;
use std::time::{Duration, Instant};

use bmcplan_base::ordered::sort_by;
use bmcplan_base::stop::StopReason;
use bmcplan_formula::{Cnf, Lit};

use self::tree::{NodeId, Tree};
use super::incremental::{Querier, incremental};
use super::outcome::{Attempt, HorizonAnswer, HorizonEvent, Verdict};
use super::proof::{ProofComposer, ProofPart};
use super::session::{Reply, Session};
use super::strategy::HorizonRange;
use super::worker_pool::{Completion, Query, QueryAnswer, WorkerPool};
use crate::encode::TransitionSystem;
use crate::solver::{SolverError, StepId};

/// CPU time of a horizon after which the next ones are divided. They take several times as long, and all solvers then have the
/// lemmas learned in between.
const LONG: Duration = Duration::from_millis(150);

/// Time after which an undivided horizon without an answer is divided. Its solver is lost, with all lemmas.
const PATIENCE: Duration = Duration::from_secs(10);

/// Running time of a cube after which it may be halved for idle threads.
const HALVED_AFTER: Duration = Duration::from_millis(500);

/// Interval at which idle threads look for a cube to halve.
const LOOK_AGAIN: Duration = Duration::from_millis(50);

/// Part of a plan after which landmark facts are used. Most paths to the goal are undecided there: after half or two thirds of
/// a plan cubes take a quarter more conflicts (two boards of 13 and 14 cells a side, batsat).
const SHARE: (usize, usize) = (3, 5);

/// Number of landmark facts by which a horizon is divided for two threads: one answers easy cubes while the other has a hard
/// one.
const FOR_TWO: usize = 5;

/// Runs the strategy `incremental` over `range`, with threads that divide horizons.
pub(super) fn run(session: &mut Session<'_, '_>, range: &HorizonRange) -> Result<Verdict, SolverError> {
    let HorizonRange { schedule, copy_lemmas, cubes, threads, .. } = *range;
    thread::scope(|scope| {
        let pool = WorkerPool::start(scope, threads, session, copy_lemmas);
        if pool.is_empty() {
            return incremental(session, schedule, range);
        }
        let activity = Activity::of(session.system());
        let mut divided = Divided { session, pool, cubes, refuted: None, activity, is_long: false };
        incremental(&mut divided, schedule, range)
    })
}

/// Threads that answer one query after the other together.
struct Divided<'a, 's, 'o> {
    session: &'a mut Session<'s, 'o>,
    pool: WorkerPool<NodeId>,
    cubes: Cubes,
    refuted: Option<usize>,
    activity: Activity,
    is_long: bool,
}

impl<'s, 'o> Querier<'s, 'o> for Divided<'_, 's, 'o> {
    fn query(&mut self, horizon: usize, frames: usize) -> Result<Reply, SolverError> {
        self.session.emit(HorizonEvent::Started(horizon));
        let mut spent = HorizonEffort::default();
        let reply = self.answer(horizon, frames, &mut spent)?;
        let HorizonEffort { elapsed, conflicts } = spent;
        self.is_long |= LONG <= elapsed;
        self.session.enter(Attempt { horizon, answer: HorizonAnswer::of(&reply), elapsed, conflicts });
        Ok(reply)
    }

    fn exclude_up_to(&mut self, horizon: usize, frames: usize) {
        if self.session.gives_clauses(horizon, frames) {
            self.refuted = self.refuted.max(Some(horizon));
        }
    }

    fn session(&mut self) -> &mut Session<'s, 'o> {
        self.session
    }
}

impl Divided<'_, '_, '_> {
    /// Queries a horizon: as a whole while that is short, and then by cubes.
    fn answer(
        &mut self,
        horizon: usize,
        frames: usize,
        spent: &mut HorizonEffort,
    ) -> Result<Reply, SolverError> {
        let mut reply = None;
        if self.cubes == Cubes::Auto && !self.is_long {
            reply = self.together(horizon, frames, None, spent)?;
        }
        let reply = match reply {
            Some(reply) => Some(reply),
            None => {
                let division = self.division(horizon);
                self.together(horizon, frames, Some(&division), spent)?
            }
        };
        // The panic that ended everything is propagated right after this.
        Ok(reply.unwrap_or(Reply::Stopped(StopReason::Interrupt)))
    }

    /// Queries a horizon with a `division`. Without one, a single thread is queried, and the result is `None` if it has no
    /// answer in time.
    fn together(
        &mut self,
        horizon: usize,
        frames: usize,
        division: Option<&Division>,
        spent: &mut HorizonEffort,
    ) -> Result<Option<Reply>, SolverError> {
        let system = self.session.system();
        let deadline = division.is_none().then(|| Instant::now() + PATIENCE);
        let mut tree = division.map_or_else(
            || Tree::of(Vec::new(), 0),
            |division| Tree::of(division.literals(system), division.depth),
        );
        let mut proofs = NodeProofs::default();
        let (mut reply, mut fault) = (None, None);
        loop {
            let is_over = deadline.is_some_and(|deadline| deadline <= Instant::now());
            let is_decided = is_over || reply.is_some() || fault.is_some() || tree.is_refuted();
            while !is_decided
                && let Some(free) = self.pool.free()
                && let Some((node, cube)) = tree.take(HALVED_AFTER)
            {
                self.pool.give(free, node, Query { horizon, frames, refuted: self.refuted, cube });
            }
            for (worker, node) in self.pool.busy() {
                if is_decided || tree.is_decided(node) {
                    self.pool.stop(worker);
                }
            }
            if self.pool.is_idle() {
                break;
            }
            let waits = deadline.is_some() || self.pool.free().is_some();
            for news in self.pool.listen(waits.then_some(LOOK_AGAIN)) {
                let Completion::Answered { task: node, answer, was_stopped } = news else {
                    reply = Some(Reply::Stopped(StopReason::Interrupt));
                    continue;
                };
                let was_needless = was_stopped && !self.session.stop().is_raised();
                if let Some((part, composer)) = answer.part.as_ref().zip(self.session.composer()) {
                    proofs.append(node, part, composer);
                }
                match self.record(*answer, spent) {
                    Ok(Reply::Refuted) => tree.refute(node),
                    Ok(Reply::Stopped(_)) if was_needless => {}
                    Ok(found) => reply = Some(reply.unwrap_or(found)),
                    Err(error) => fault = fault.or(Some(error)),
                }
            }
        }
        if let Some(error) = fault {
            return Err(error);
        }
        if let Some(composer) = self.session.composer() {
            proofs.close(horizon, &tree, composer);
        }
        log::debug!("horizon {horizon}: {} cubes", tree.n_leaves());
        Ok(reply.or_else(|| tree.is_refuted().then_some(Reply::Refuted)))
    }

    fn record(&mut self, answer: QueryAnswer, spent: &mut HorizonEffort) -> Result<Reply, SolverError> {
        if let Some(attempt) = answer.attempt {
            spent.add(&attempt);
        }
        self.session.enter_measured(answer.measured);
        self.activity.record(&answer.batch.clauses);
        answer.reply
    }

    fn division(&self, horizon: usize) -> Division {
        let frame = SHARE.0 * horizon / SHARE.1;
        // Each doubling of the threads doubles the cubes.
        let doublings = self.pool.len().div_ceil(2).next_power_of_two().trailing_zeros() as usize;
        let depth = match self.cubes {
            Cubes::Landmarks { number } => number,
            _ => DEEPEST.min(FOR_TWO + doublings),
        };
        Division { frame, depth, landmark_facts: self.activity.ranking() }
    }
}

/// Effort for one horizon, summed over all threads.
struct HorizonEffort {
    elapsed: Duration,
    conflicts: Option<u64>,
}

impl Default for HorizonEffort {
    fn default() -> Self {
        Self { elapsed: Duration::ZERO, conflicts: Some(0) }
    }
}

impl HorizonEffort {
    fn add(&mut self, attempt: &Attempt) {
        self.elapsed += attempt.elapsed;
        self.conflicts = self.conflicts.zip(attempt.conflicts).map(|(one, other)| one + other);
    }
}

/// Greatest depth of a division at first: each landmark fact doubles the cubes.
const DEEPEST: usize = 14;

/// Division of one horizon by landmark facts in one frame.
struct Division {
    frame: usize,
    /// Number of landmark facts by which the horizon is divided from the start.
    depth: usize,
    /// Indices of landmark facts in the system's list: the first divides the whole.
    landmark_facts: Vec<usize>,
}

impl Division {
    /// Returns the literals by which nodes are split: does the landmark fact hold in the frame?
    fn literals(&self, system: &TransitionSystem) -> Vec<Lit> {
        let landmark_facts =
            self.landmark_facts.iter().filter_map(|landmark| system.landmark_facts().get(*landmark));
        landmark_facts.map(|landmark| system.at(landmark.there, self.frame)).collect()
    }
}

/// Activity of each landmark fact: the share of its values' literals in short learned clauses, in any frame. A split by what
/// the proof of the horizon before was about divides the next one best, and short clauses weigh most.
struct Activity {
    /// For each variable of a frame the landmark fact that it belongs to.
    landmark_facts: Vec<Option<usize>>,
    sums: Vec<f64>,
}

impl Activity {
    fn of(system: &TransitionSystem) -> Self {
        let mut landmark_facts = vec![None; system.n_vars()];
        for (index, landmark) in system.landmark_facts().iter().enumerate() {
            landmark.values.iter().for_each(|lit| landmark_facts[lit.var().index()] = Some(index));
        }
        Self { landmark_facts, sums: vec![0.0; system.landmark_facts().len()] }
    }

    /// Records short learned clauses; a literal weighs more in a shorter one.
    fn record(&mut self, learned: &Cnf) {
        for clause in learned.clauses() {
            let share = clause.iter().map(|_| 1.0).sum::<f64>().recip();
            for lit in clause {
                if let Some(landmark) = self.landmark_facts[lit.var().index() % self.landmark_facts.len()] {
                    self.sums[landmark] += share;
                }
            }
        }
    }

    /// Returns all landmark facts, the most active ones first; of equal ones those of the first variables.
    fn ranking(&self) -> Vec<usize> {
        let mut ranking: Vec<usize> = (0..self.sums.len()).collect();
        sort_by(&mut ranking, |one, other| self.sums[*other].total_cmp(&self.sums[*one]));
        ranking
    }
}

/// Refutation of each node that was refuted as a whole.
#[derive(Default)]
struct NodeProofs(HashMap<NodeId, StepId>);

impl NodeProofs {
    fn append(&mut self, node: NodeId, part: &ProofPart, composer: &mut ProofComposer) {
        if let Some(step) = composer.append(part) {
            self.0.entry(node).or_insert(step);
        }
    }

    /// Records the refutation of the root as that of the horizon, if it follows.
    fn close(&self, horizon: usize, tree: &Tree, composer: &mut ProofComposer) {
        let own = |node| self.0.get(&node).copied();
        if let Some(step) =
            tree.fold(0, &own, &mut |lit, assuming, denying| composer.join(lit, assuming, denying))
        {
            composer.record_refuted(horizon, step);
        }
    }
}
