//! Breadth-first search on disk: layers are sorted files, and duplicates are found by merging them.
//!
//! The successors of a layer are collected in memory, sorted, and written as sorted runs of which each holds a state once. When
//! the layer is expanded, its runs are [merged](merge), the states of all earlier layers are removed, and the rest is the next
//! layer. So files are read and written sequentially, whatever their size (delayed duplicate detection: Korf, *Delayed
//! duplicate detection*, 2003; Zhou & Hansen, *Structured duplicate detection in external-memory graph search*, 2004). A plan
//! is read off [backwards](trace): the layer before a state holds another one with an operator to it.
//!
//! **Checkpoints.** A complete layer is written to the disk before the [manifest](folder) names it, and the manifest is
//! replaced atomically. So at every moment the folder holds a search that can continue.
//!
//! **Integrity.** Every block of a [file](run) has a checksum that depends on its place, the file and the task. The manifest
//! has the size of each file and a digest of its own. So a file that was damaged, truncated or exchanged is an error, never a
//! wrong answer.
//!
//! **Pruning.** For states of one word, the operator that found a state is stored in the low bits of its record where these are
//! free. Move pruning is right whichever operator is recorded ([`super::pruning`]), since layers hold exactly the states at
//! their distance.

mod folder;
mod merge;
mod recent;
mod run;
mod search;
mod settings;
mod sorter;
mod trace;

pub use folder::{OnDisk, SearchFiles};
pub use settings::{DiskBuffers, DiskSearch, NoDiskSearch};

use folder::Folder;
use search::LayeredSearch;

use bmcplan_base::folders::DiskError;
use bmcplan_base::stop::{Stop, StopReason};
use bmcplan_task::plan::{Metric, Plan};
use bmcplan_task::{OperatorNames, Task};

use super::compiled::Compiled;
use super::limits::{AtGoal, OnProgress, SearchInput, SearchLimits};
use super::pruning::Pruning;
use super::report::{Incomplete, SearchOutcome, SearchReport, SearchRun, StateSpace};
use super::successors::SuccessorRules;
use super::width::Width;

/// Finds a plan with the fewest operators, like [`shortest_plan`](super::shortest_plan), by a search on disk.
///
/// Orbits and threads among the limits are ignored: symmetric states are kept apart, and one thread does all. A full disk stops
/// the search as other limits do.
///
/// # Errors
/// A folder that cannot be used for this search, or a file that is damaged or cannot be read or written.
pub fn shortest_plan_on_disk(
    task: &Task,
    limits: &SearchLimits,
    disk: &DiskSearch,
    stop: &Stop,
    progress: OnProgress<'_>,
) -> Result<OnDisk<SearchReport>, DiskError> {
    if task.is_goal(task.initial()) {
        let report = SearchReport::at_start(SearchOutcome::Solved(Plan::default()), None);
        return Ok(OnDisk { result: report, files: None });
    }
    let found = search(SearchInput { task, limits, stop }, disk, AtGoal::Halt, progress)?;
    Ok(OnDisk { result: found.result.into_plans().first, files: found.files })
}

/// Visits every reachable state, like [`explore`](super::explore), by a search on disk.
///
/// # Errors
/// As for [`shortest_plan_on_disk`].
pub fn explore_on_disk(
    task: &Task,
    limits: &SearchLimits,
    disk: &DiskSearch,
    stop: &Stop,
    progress: OnProgress<'_>,
) -> Result<OnDisk<Result<StateSpace, Incomplete>>, DiskError> {
    let found = search(SearchInput { task, limits, stop }, disk, AtGoal::Count, progress)?;
    Ok(OnDisk { result: found.result.explored(), files: found.files })
}

fn search(
    input: SearchInput<'_>,
    disk: &DiskSearch,
    at_goal: AtGoal,
    progress: OnProgress<'_>,
) -> Result<OnDisk<SearchRun>, DiskError> {
    match Compiled::of(input.task, input.stop) {
        Ok(compiled) => at_width!(compiled, search_at(input, &compiled, disk, at_goal, progress)),
        Err(reason) => Ok(OnDisk { result: SearchRun::at_start(input.task, reason), files: None }),
    }
}

fn search_at<W: Width>(
    width: W,
    input: SearchInput<'_>,
    compiled: &Compiled,
    disk: &DiskSearch,
    at_goal: AtGoal,
    progress: OnProgress<'_>,
) -> Result<OnDisk<SearchRun>, DiskError> {
    let SearchInput { task, limits, .. } = input;
    let Some(buffers) = disk.buffers(width.n_bytes(), limits.memory_bytes) else {
        log::warn!(
            "a search on disk takes {} MB of memory at least",
            settings::LEAST_MEMORY.div_ceil(1_000_000)
        );
        return Ok(OnDisk { result: SearchRun::at_start(task, StopReason::Memory.into()), files: None });
    };
    let pruning = Pruning::of(task, compiled, limits.counter, Metric::Actions);
    let names = if at_goal == AtGoal::Halt { OperatorNames::default() } else { OperatorNames::of(task) };
    let rules = SuccessorRules::new(width, compiled, pruning, None, names, at_goal, limits.counter);
    let folder = Folder::open(task, compiled, at_goal, limits.counter, disk)?;
    LayeredSearch::new(input, &rules, folder, buffers).run(progress)
}
