//! Breadth-first search on disk: layers are sorted files, and duplicates are found by merging them.
//!
//! The successors of a layer are gathered in memory, sorted, and written as sorted runs of which each holds a state once. When the layer is
//! expanded, its runs are [merged](merge), the states of all earlier layers are taken out, and the rest is the next layer. So files are
//! read and written from the beginning to the end, whatever their size (delayed duplicate detection: Korf, *Delayed duplicate detection*,
//! 2003; Zhou & Hansen, *Structured duplicate detection in external-memory graph search*, 2004). A plan is read off
//! [backwards](trace): the layer before a state holds another one with an operator to it.
//!
//! **Checkpoints.** A complete layer is written to the disk before the [manifest](folder) names it, and the manifest is
//! replaced in one step. So at every moment the folder holds a search that can go on.
//!
//! **Distrust.** Every block of a [file](run) has a checksum that depends on its place, the file and the task; the manifest knows
//! the size of each file and has a digest of its own. So a file that was damaged, cut off or exchanged is an error, never a wrong answer.
//!
//! **Pruning.** For states of one word, the operator that found a state is kept in the low bits of its record where these
//! are free. Move pruning is right whichever operator is recorded ([`super::pruning`]), since layers hold exactly the
//! states at their distance.

mod folder;
mod merge;
mod recent;
mod run;
mod search;
mod settings;
mod sorter;
mod trace;

pub use folder::SearchFiles;
pub use settings::{DiskBuffers, DiskSearch, NoDiskSearch};

use super::compiled::Compiled;
use super::limits::{AtGoal, SearchLimits, Tell};
use super::pruning::Pruning;
use super::report::{Incomplete, IncompleteReason, SearchOutcome, SearchReport, SearchRun, StateSpace};
use super::successors::SuccessorRules;
use super::width::Width;
use crate::folders::DiskError;
use crate::plan::{Metric, Plan};
use crate::stop::{Stop, StopReason};
use crate::task::{OperatorNames, Task};
use folder::Folder;
use search::LayeredSearch;

/// The result of a search on disk, and the files by which it can go on.
#[derive(Debug)]
pub struct OnDisk<T> {
    /// The result.
    pub result: T,
    /// The files, to be removed when nobody needs them any more. `None` if there are none.
    pub files: Option<SearchFiles>,
}

/// Finds a plan with the fewest operators, as [`shortest_plan`](super::shortest_plan) does, by a search on disk.
///
/// Orbits and threads among the limits are passed over: states that are alike are told apart, and one thread does all. A full disk stops
/// the search as other limits do.
///
/// # Errors
/// A folder that cannot be used for this search, or a file that is damaged or cannot be read or written.
pub fn shortest_plan_on_disk(
    task: &Task,
    limits: &SearchLimits,
    disk: &DiskSearch,
    stop: &Stop,
    progress: Tell<'_>,
) -> Result<OnDisk<SearchReport>, DiskError> {
    if task.is_goal(task.initial()) {
        let report = SearchReport::at_start(SearchOutcome::Solved(Plan::default()), None);
        return Ok(OnDisk { result: report, files: None });
    }
    let Some((found, files)) = search(task, limits, disk, stop, AtGoal::Halt, progress)? else {
        return Ok(OnDisk { result: SearchReport::at_start(SearchOutcome::TooLarge, Some(0)), files: None });
    };
    Ok(OnDisk { result: found.into_plans().first, files })
}

/// Visits every reachable state, as [`explore`](super::explore) does, by a search on disk.
///
/// # Errors
/// As [`shortest_plan_on_disk`].
pub fn explore_on_disk(
    task: &Task,
    limits: &SearchLimits,
    disk: &DiskSearch,
    stop: &Stop,
    progress: Tell<'_>,
) -> Result<OnDisk<Result<StateSpace, Incomplete>>, DiskError> {
    let Some((found, files)) = search(task, limits, disk, stop, AtGoal::Count, progress)? else {
        let incomplete = Incomplete { reason: IncompleteReason::TooLarge, partial: StateSpace::default() };
        return Ok(OnDisk { result: Err(incomplete), files: None });
    };
    Ok(OnDisk { result: found.explored(), files })
}

type FoundOnDisk = Option<(SearchRun, Option<SearchFiles>)>;

fn search(
    task: &Task,
    limits: &SearchLimits,
    disk: &DiskSearch,
    stop: &Stop,
    at_goal: AtGoal,
    progress: Tell<'_>,
) -> Result<FoundOnDisk, DiskError> {
    let compiled = Compiled::of(task, stop);
    if let Some(reason) = stop.reason() {
        return Ok(Some((SearchRun::stopped_at_start(task, reason), None)));
    }
    let Some(compiled) = compiled else { return Ok(None) };
    at_width!(compiled, search_at(task, &compiled, limits, disk, stop, at_goal, progress)).map(Some)
}

#[expect(clippy::too_many_arguments, reason = "called at each width")]
fn search_at<W: Width>(
    width: W,
    task: &Task,
    compiled: &Compiled,
    limits: &SearchLimits,
    disk: &DiskSearch,
    stop: &Stop,
    at_goal: AtGoal,
    progress: Tell<'_>,
) -> Result<(SearchRun, Option<SearchFiles>), DiskError> {
    let Some(buffers) = disk.buffers(width.n_bytes(), limits.memory_bytes) else {
        log::warn!(
            "a search on disk takes {} MB of memory at least",
            settings::LEAST_MEMORY.div_ceil(1_000_000)
        );
        return Ok((SearchRun::stopped_at_start(task, StopReason::Memory), None));
    };
    let pruning = Pruning::of(task, compiled, limits.counter, Metric::Actions);
    let names = if at_goal == AtGoal::Halt { OperatorNames::default() } else { OperatorNames::of(task) };
    let rules = SuccessorRules::new(width, compiled, pruning, None, names, at_goal, limits.counter);
    let folder = Folder::open(task, compiled, at_goal, limits.counter, disk)?;
    let search = LayeredSearch::new(&rules, folder, buffers, limits.counter);
    let (found, files) = search.run(task, limits, stop, progress)?;
    Ok((found, Some(files)))
}
