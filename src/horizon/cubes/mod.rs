//! Cubes: one horizon is refuted by several threads, each of which assumes something else (cube and conquer; Heule, Kullmann,
//! Wieringa & Biere, *Cube and conquer: guiding CDCL SAT solvers by lookaheads*, HVC 2011).
//!
//! A horizon is divided by [obstacles](crate::encode::Obstacle): is this one still in the way of the goal when a little more than
//! half of the plan is over? Those come first that had the greatest part in what was learned for the horizons before. Each thread
//! keeps its solver over all cubes and horizons. Who has nothing to do takes a half of the cube that has been worked on for
//! longest, while that goes on as a whole.
//!
//! A horizon is called refuted when it was as a whole, or when all leaves of a tree of cubes were; a trace in
//! any cube ends the others. So the length of the answer does not depend on the threads; the trace may.
//!
//! Where a proof is kept, each thread gives the part that refutes its cube, and the refutations of both halves of a node are resolved to
//! one of the node.
//!
//! Several processes do the same together, through a folder ([`shared`]).

mod activity;
mod choice;
mod division;
mod node_proofs;
mod shared;
mod tree;

pub use choice::{Cubes, InvalidCubes};
pub use shared::{InvalidShare, Share};

use std::thread;
use std::time::{Duration, Instant};

use self::activity::Activity;
use self::division::{DEEPEST, Division};
use self::node_proofs::NodeProofs;
use self::shared::{SharedFolder, SharedQuestions};
use self::tree::{NodeId, Tree};
use super::crew::{Answer, Crew, CrewNews, Order};
use super::error::RunError;
use super::incremental::{Asker, incremental};
use super::outcome::{Attempt, HorizonAnswer, Verdict};
use super::session::{Reply, Session};
use super::strategy::HorizonRange;
use crate::folders::{DiskError, Interrupted};
use crate::solver::SolverError;
use crate::stop::StopReason;

/// Horizons are divided once one took so much CPU time: the next ones take several times as long, and then all solvers know what was
/// learned in between.
const LONG: Duration = Duration::from_millis(150);

/// The same for several processes, whose cubes are files.
const LONG_TOGETHER: Duration = Duration::from_millis(200);

/// A horizon that is not divided from the start is when it is not answered after that time. The solver that was at it is lost, with all
/// that it has learned.
const PATIENCE: Duration = Duration::from_secs(10);

/// The same for several processes, which all try it alone meanwhile.
const PATIENCE_TOGETHER: Duration = Duration::from_secs(1);

/// A cube on which somebody has worked for so long may be halved for those who have nothing to do.
const HALVED_AFTER: Duration = Duration::from_millis(500);

/// The time after which threads with nothing to do look for a cube to halve again.
const LOOK_AGAIN: Duration = Duration::from_millis(50);

/// The part of a plan after which obstacles are looked at. Most ways to the goal are undecided there: after half or two thirds of
/// a plan cubes take a quarter more conflicts (two boards of 13 and 14 cells a side, batsat).
const SHARE: (usize, usize) = (3, 5);

/// The obstacles by which a horizon is divided for two threads: one is done with easy cubes while the other has a hard one.
const FOR_TWO: usize = 5;

/// As the strategy `incremental` with this range, with threads that divide horizons.
pub(super) fn run(session: &mut Session<'_, '_>, range: &HorizonRange) -> Result<Verdict, RunError> {
    let HorizonRange { schedule, copy_lemmas, cubes, threads, ref share, .. } = *range;
    let shared = share.as_ref().map(|share| {
        let solver = session.kind().to_string();
        let folder = SharedFolder::open(share, session.system(), &solver, &schedule.to_string());
        folder.map(SharedQuestions::of)
    });
    let shared = match shared.transpose() {
        Ok(shared) => shared,
        Err(Interrupted::Stop(reason)) => return Ok(Verdict::Stopped(reason)),
        Err(Interrupted::Fault(error)) => return Err(error.into()),
    };
    thread::scope(|scope| {
        let crew = Crew::start(scope, threads, session, copy_lemmas);
        if crew.is_empty() {
            return Ok(incremental(session, schedule, range)?);
        }
        let activity = Activity::of(session.system());
        let mut divided =
            Divided { session, crew, cubes, refuted: None, activity, is_long: false, shared, disk: None };
        let verdict = incremental(&mut divided, schedule, range)?;
        divided.disk.map_or(Ok(verdict), |error| Err(error.into()))
    })
}

/// Threads that answer one question after the other together.
struct Divided<'a, 's, 'o> {
    /// Keeps the records.
    session: &'a mut Session<'s, 'o>,
    crew: Crew<NodeId>,
    cubes: Cubes,
    refuted: Option<usize>,
    activity: Activity,
    /// True once a horizon took long.
    is_long: bool,
    /// The folder shared with other processes.
    shared: Option<SharedQuestions>,
    /// The fault of the folder that ended everything.
    disk: Option<DiskError>,
}

/// The reason why a question has no answer.
enum Trouble {
    Solver(SolverError),
    Folder(Interrupted),
}

impl From<SolverError> for Trouble {
    fn from(error: SolverError) -> Self {
        Self::Solver(error)
    }
}

impl From<Interrupted> for Trouble {
    fn from(end: Interrupted) -> Self {
        Self::Folder(end)
    }
}

impl<'s, 'o> Asker<'s, 'o> for Divided<'_, 's, 'o> {
    fn ask(&mut self, horizon: usize, frames: usize) -> Result<Reply, SolverError> {
        self.session.tell_started(horizon);
        let mut spent = Spent::default();
        let reply = match self.answer(horizon, frames, &mut spent) {
            Ok(reply) => reply,
            Err(Trouble::Solver(error)) => return Err(error),
            Err(Trouble::Folder(Interrupted::Stop(reason))) => Reply::Stopped(reason),
            Err(Trouble::Folder(Interrupted::Fault(error))) => {
                self.disk = Some(error);
                Reply::Stopped(StopReason::Disk)
            }
        };
        let answer = HorizonAnswer::of(&reply);
        let refuted = answer == HorizonAnswer::Refuted;
        let by_others = refuted && self.shared.as_ref().is_some_and(SharedQuestions::is_by_others);
        self.is_long |= match &self.shared {
            Some(shared) => shared.is_divided() || LONG_TOGETHER <= spent.elapsed,
            None => LONG <= spent.elapsed,
        };
        let Spent { elapsed, conflicts } = spent;
        self.session.enter(Attempt { horizon, answer, elapsed, conflicts, by_others });
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
    /// Asks for a horizon: others, if they know, then as a whole while that is short, and then by cubes.
    fn answer(&mut self, horizon: usize, frames: usize, spent: &mut Spent) -> Result<Reply, Trouble> {
        let system = self.session.system();
        let mut n_solvers = self.crew.len();
        let mut is_divided = false;
        if let Some(shared) = &mut self.shared {
            shared.begin(horizon, frames, self.refuted)?;
            let (mut undivided, mut proofs) = (Tree::of(Vec::new(), 0), NodeProofs::default());
            let found = shared.look(&mut undivided, system, false, (&mut proofs, self.session.book()))?;
            if let Some(reply) = found.or_else(|| undivided.is_refuted().then_some(Reply::Refuted)) {
                if let Some(book) = self.session.book() {
                    proofs.close(horizon, &undivided, book);
                }
                return Ok(reply);
            }
            is_divided = shared.is_divided();
            n_solvers *= shared.n_processes();
        }
        // Each doubling of the threads doubles the cubes.
        let depth = FOR_TWO + n_solvers.div_ceil(2).next_power_of_two().trailing_zeros() as usize;
        let mut reply = None;
        if self.cubes == Cubes::Auto && !self.is_long && !is_divided {
            reply = self.together(horizon, frames, None, spent)?;
        }
        let depth = match self.cubes {
            Cubes::Landmarks { number, .. } => number,
            _ => depth.min(DEEPEST),
        };
        let reply = match reply {
            Some(reply) => Some(reply),
            None => {
                let mut division = self.division(horizon, depth);
                if let Some(shared) = &mut self.shared {
                    division = shared.division(system, &division)?;
                }
                self.together(horizon, frames, Some(&division), spent)?
            }
        };
        // The panic that ended everything is passed on right after this.
        Ok(reply.unwrap_or(Reply::Stopped(StopReason::Interrupt)))
    }

    /// Asks for a horizon that is divided. Without a division, by one thread, and there is no answer if it has none after a while.
    fn together(
        &mut self,
        horizon: usize,
        frames: usize,
        division: Option<&Division>,
        spent: &mut Spent,
    ) -> Result<Option<Reply>, Trouble> {
        let system = self.session.system();
        let patience = if self.shared.is_some() { PATIENCE_TOGETHER } else { PATIENCE };
        let deadline = division.is_none().then(|| Instant::now() + patience);
        let mut tree = division.map_or_else(
            || Tree::of(Vec::new(), 0),
            |division| Tree::of(division.literals(system), division.depth),
        );
        let mut proofs = NodeProofs::default();
        let (mut reply, mut fault, mut is_over) = (None, Fault::default(), false);
        loop {
            if let Some(shared) = &mut self.shared
                && reply.is_none()
                && fault.is_none()
            {
                let of_proofs = (&mut proofs, self.session.book());
                reply = fault.of(shared.look(&mut tree, system, self.crew.is_idle(), of_proofs)).flatten();
                is_over |= division.is_none() && shared.is_divided();
            }
            is_over |= deadline.is_some_and(|deadline| deadline <= Instant::now());
            let is_decided = is_over || reply.is_some() || fault.is_some() || tree.is_refuted();
            while !is_decided
                && let Some(free) = self.crew.free()
                && let Some((node, cube)) = tree.take(HALVED_AFTER)
            {
                let claim = self.shared.as_mut().filter(|_| division.is_some());
                let is_claimed = claim.map_or(Some(true), |shared| fault.of(shared.claim(&tree, node)));
                match is_claimed {
                    Some(true) => {
                        self.crew.give(free, node, Order { horizon, frames, refuted: self.refuted, cube });
                    }
                    Some(false) => {}
                    None => break,
                }
            }
            for (worker, node) in self.crew.busy() {
                if is_decided || tree.is_decided(node) {
                    self.crew.stop(worker);
                }
            }
            if self.crew.is_idle() {
                // Cubes that others have are waited for.
                if is_decided || self.shared.is_none() {
                    break;
                }
                reply = reply.or_else(|| self.session.stop().reason().map(Reply::Stopped));
            }
            let waits = deadline.is_some() || self.crew.free().is_some() || self.shared.is_some();
            for news in self.crew.listen(waits.then_some(LOOK_AGAIN)) {
                let CrewNews::Answered { task: node, answer, was_stopped } = news else {
                    reply = Some(Reply::Stopped(StopReason::Interrupt));
                    continue;
                };
                let was_needless = was_stopped && !self.session.stop().is_raised();
                let part = answer.part.as_ref();
                if let Some((part, book)) = part.zip(self.session.book()) {
                    proofs.enter(node, part, book);
                }
                let told = part.zip(self.shared.as_mut()).map(|(part, shared)| shared.tell_part(part));
                let told = told.and_then(|told| fault.of(told));
                match fault.of(self.hear(*answer, spent)) {
                    Some(Reply::Refuted) => {
                        tree.refute(node);
                        if let Some(shared) = &mut self.shared {
                            fault.of(shared.tell_refuted(&tree, node, told.as_deref()));
                        }
                    }
                    Some(Reply::Stopped(_)) if was_needless => {}
                    Some(found) => reply = Some(reply.unwrap_or(found)),
                    None => {}
                }
            }
        }
        fault.end()?;
        if let Some(book) = self.session.book() {
            proofs.close(horizon, &tree, book);
        }
        log::debug!("horizon {horizon}: {} cubes", tree.n_leaves());
        let reply = reply.or_else(|| tree.is_refuted().then_some(Reply::Refuted));
        match (reply, &mut self.shared) {
            (Some(reply), Some(shared)) => Ok(Some(shared.tell(reply, &tree, system)?)),
            (reply, _) => Ok(reply),
        }
    }

    /// Enters the figures of an answer.
    fn hear(&mut self, answer: Answer, spent: &mut Spent) -> Result<Reply, SolverError> {
        if let Some(attempt) = answer.attempt {
            spent.add(&attempt);
        }
        self.session.enter_measured(answer.measured);
        self.activity.hear(&answer.lesson.clauses);
        answer.reply
    }

    /// The division by the most active obstacles.
    fn division(&self, horizon: usize, depth: usize) -> Division {
        let frame = match self.cubes {
            Cubes::Landmarks { frame: Some(frame), .. } => frame.min(horizon),
            _ => SHARE.0 * horizon / SHARE.1,
        };
        Division { frame, depth, obstacles: self.activity.ranking() }
    }
}

/// The first trouble, after which all threads are stopped.
#[derive(Default)]
struct Fault(Option<Trouble>);

impl Fault {
    fn is_some(&self) -> bool {
        self.0.is_some()
    }

    fn is_none(&self) -> bool {
        self.0.is_none()
    }

    /// The result, if there is one, and if not, a note of it.
    fn of<T>(&mut self, result: Result<T, impl Into<Trouble>>) -> Option<T> {
        result.map_err(|error| self.0.get_or_insert(error.into())).ok()
    }

    fn end(self) -> Result<(), Trouble> {
        self.0.map_or(Ok(()), Err)
    }
}

/// The effort for one horizon, of all threads together.
struct Spent {
    elapsed: Duration,
    conflicts: Option<u64>,
}

impl Default for Spent {
    fn default() -> Self {
        Self { elapsed: Duration::ZERO, conflicts: Some(0) }
    }
}

impl Spent {
    fn add(&mut self, attempt: &Attempt) {
        self.elapsed += attempt.elapsed;
        self.conflicts = self.conflicts.zip(attempt.conflicts).map(|(one, other)| one + other);
    }
}
