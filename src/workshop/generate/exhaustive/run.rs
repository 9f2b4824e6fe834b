//! The enumeration: parts are shared among threads, and their boards go out in the order of the parts.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{self, Sender};
use std::thread;
use std::time::{Duration, Instant};

use crate::ask::{Stage, Watch, WorkEnd, listen};
use crate::stop::{Stop, StopReason};

use super::board::InterestingBoard;
use super::clusters::ClusterSearch;
use super::lanes::LaneTable;
use super::parts::{Part, parts};
use super::question::AllBoardsQuestion;
use super::removal::RemovalTest;
use super::space::StateSpace;

/// News of an enumeration.
#[derive(Debug)]
pub enum AllBoardsNews {
    /// An interesting board.
    Board(InterestingBoard),
    /// So many parts of the work are done.
    Progress {
        /// The parts that are done.
        parts: usize,
        /// All.
        of: usize,
        /// The figures so far.
        so_far: AllBoards,
    },
}

/// The figures of an enumeration.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct AllBoards {
    /// The number of interesting boards.
    pub boards: u64,
    /// The length of the hardest.
    pub longest: usize,
    /// The number of signatures that have positions.
    pub signatures: u64,
    /// The number of positions.
    pub states: u64,
    /// The number of clusters with a goal.
    pub clusters: u64,
    /// The reason for which not all were found, if they were not.
    pub stopped: Option<StopReason>,
    /// Wall-clock time.
    pub elapsed: Duration,
}

/// A part of the work that is done, or was broken off.
struct DonePart {
    /// Its place in the order.
    turn: usize,
    boards: Vec<InterestingBoard>,
    figures: AllBoards,
}

/// Finds all interesting boards of a size and hands them on as they are found, in an order that depends on the question alone.
///
/// # Examples
/// ```
/// use bmcplan::workshop::{AllBoardsNews, AllBoardsQuestion, all_boards};
/// use bmcplan::{Limits, Stop, Watch};
///
/// let question = AllBoardsQuestion::of_size(4)?;
/// let mut hardest = None;
/// let found = all_boards(&question, &Watch::over(Stop::default(), &Limits::default()), &mut |news| match news {
///     AllBoardsNews::Board(board) if board.length == 7 => hardest = Some(board.rows),
///     _ => {}
/// });
/// assert_eq!((found.boards, found.longest), (32, 7));
/// # assert!(hardest.is_some());
/// # Ok::<(), bmcplan::workshop::AllBoardsError>(())
/// ```
pub fn all_boards(
    question: &AllBoardsQuestion,
    watch: &Watch,
    heard: &mut dyn FnMut(AllBoardsNews),
) -> AllBoards {
    let begun = Instant::now();
    let lanes = LaneTable::new(question.size());
    let parts = parts(&lanes, question);
    let n_parts = parts.len();
    let (sender, receiver) = mpsc::channel();
    let enumeration = Arc::new(Enumeration {
        lanes,
        exit_row: question.exit_row() - 1,
        parts,
        taken: AtomicUsize::new(0),
        stop: watch.stop.clone(),
    });
    let jobs = question.jobs.get();
    let mut total = AllBoards::default();
    let (mut waiting, mut turn, mut n_done) = (BTreeMap::new(), 0, 0);
    let work = move || enumeration.run(jobs, &sender);
    let end = listen(Stage::Working, work, &receiver, watch, |done: DonePart| {
        total.add(&done.figures);
        n_done += usize::from(done.figures.stopped.is_none());
        waiting.insert(done.turn, done.boards);
        while let Some(boards) = waiting.remove(&turn) {
            boards.into_iter().for_each(|board| heard(AllBoardsNews::Board(board)));
            turn += 1;
        }
        heard(AllBoardsNews::Progress { parts: n_done, of: n_parts, so_far: total });
        Stage::Working
    });
    // Parts behind one that was left behind.
    waiting.into_values().flatten().for_each(|board| heard(AllBoardsNews::Board(board)));
    let stopped = match end {
        WorkEnd::Stopped(reason, _) => Some(reason),
        WorkEnd::Result(()) => watch.stop.reason().filter(|_| n_done < n_parts),
    };
    AllBoards { stopped, elapsed: begun.elapsed(), ..total }
}

impl AllBoards {
    fn add(&mut self, other: &Self) {
        self.boards += other.boards;
        self.longest = self.longest.max(other.longest);
        self.signatures += other.signatures;
        self.states += other.states;
        self.clusters += other.clusters;
    }
}

/// The work of all threads.
struct Enumeration {
    lanes: LaneTable,
    /// From 0.
    exit_row: usize,
    parts: Vec<u32>,
    /// The number of parts that were taken.
    taken: AtomicUsize,
    stop: Stop,
}

impl Enumeration {
    fn run(&self, jobs: usize, sender: &Sender<DonePart>) {
        thread::scope(|scope| {
            for _ in 1..jobs.min(self.parts.len()) {
                let spawned = thread::Builder::new().spawn_scoped(scope, || self.take_parts(&sender.clone()));
                if let Err(error) = spawned {
                    log::warn!("no thread can be started: {error}");
                }
            }
            self.take_parts(sender);
        });
    }

    /// Does one part after another, until all are taken.
    fn take_parts(&self, sender: &Sender<DonePart>) {
        let mut search = ClusterSearch::default();
        let mut test = RemovalTest::new(&self.lanes, self.exit_row);
        let mut space: Option<(Vec<usize>, StateSpace<'_>)> = None;
        loop {
            let turn = self.taken.fetch_add(1, Ordering::Relaxed);
            let Some(number) = self.parts.get(turn).copied().filter(|_| !self.stop.is_raised()) else {
                return;
            };
            let part = Part::new(&self.lanes, self.exit_row, number);
            let (_, space) = match space.take().filter(|(rows, _)| *rows == part.rows) {
                Some(same) => space.insert(same),
                None => space.insert((part.rows.clone(), StateSpace::new(&self.lanes, &part.rows))),
            };
            let mut done = DonePart { turn, boards: Vec::new(), figures: AllBoards::default() };
            space.each_signature(&part.columns, &mut |space| {
                self.add_boards(space, number, &mut search, &mut test, &mut done);
                done.figures.stopped = self.stop.reason();
                done.figures.stopped.is_none()
            });
            // Nobody listens any more once the answer is out.
            let _ = sender.send(done);
        }
    }

    /// Adds the interesting boards of a signature.
    fn add_boards(
        &self,
        space: &StateSpace<'_>,
        part: u32,
        search: &mut ClusterSearch,
        test: &mut RemovalTest<'_>,
        done: &mut DonePart,
    ) {
        search.explore(space, self.exit_row);
        done.figures.signatures += 1;
        done.figures.states += space.states().len() as u64;
        done.figures.clusters += search.clusters().len() as u64;
        for cluster in search.clusters() {
            let position = space.position(cluster.farthest);
            let moved = search.moved_cars(space, cluster.farthest);
            // Where all positions are goals, no car is needed.
            if 0 < cluster.length && test.needs_every_car(position, cluster.length, &moved) {
                let id = format!("{}-{}", part + 1, done.boards.len() + 1);
                done.boards.push(InterestingBoard::new(id, &self.lanes, self.exit_row, position, cluster));
                done.figures.boards += 1;
                done.figures.longest = done.figures.longest.max(cluster.length.into());
            }
        }
    }
}
