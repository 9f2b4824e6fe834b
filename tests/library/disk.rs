//! Breadth-first search on disk: the answers and numbers of the search in memory, whatever the buffers, stops and damages.

use std::fs;
use std::path::Path;
use std::thread;
use std::time::Duration;

use bmcplan::plan::validate;
use bmcplan::stop::{Stop, StopReason};
use bmcplan::task::Task;
use bmcplan_search::{
    Counter, DiskBuffers, DiskError, DiskSearch, Incomplete, IncompleteReason, SearchLimits, SearchOutcome,
    SearchReport, StateSpace, explore, explore_on_disk, shortest_plan, shortest_plan_on_disk,
};
use tempfile::{TempDir, tempdir};

use crate::search_threads::wheels;

/// Buffers that make many runs, blocks and mergings of small tasks.
const TINY: DiskBuffers = DiskBuffers { successors: 3, recent_bytes: 64, block_bytes: 16, runs: 2, known: 2 };

/// A search in a folder, which goes on if there is one.
fn within(folder: &TempDir, buffers: DiskBuffers) -> DiskSearch {
    DiskSearch {
        folder: folder.path().join("search"),
        most_bytes: None,
        resume: true,
        buffers: Some(buffers),
    }
}

/// The report about one plan. The folder keeps what is done.
fn plan_in(
    task: &Task,
    limits: &SearchLimits,
    disk: &DiskSearch,
    stop: &Stop,
) -> Result<SearchReport, DiskError> {
    shortest_plan_on_disk(task, limits, disk, stop, &mut |_| {}).map(|found| found.result)
}

fn space_in(
    task: &Task,
    limits: &SearchLimits,
    disk: &DiskSearch,
) -> Result<Result<StateSpace, Incomplete>, DiskError> {
    explore_on_disk(task, limits, disk, &Stop::default(), &mut |_| {}).map(|found| found.result)
}

/// The length of a plan, which is one; or else the outcome.
fn answer(task: &Task, report: &SearchReport) -> Result<usize, SearchOutcome> {
    match &report.outcome {
        SearchOutcome::Solved(plan) => {
            validate(task, plan).unwrap();
            Ok(plan.operators().count())
        }
        other => Err(other.clone()),
    }
}

/// The same answers and numbers as in memory. Of a search that halts at a goal, the states of the last layer are not compared.
fn check(task: &Task, limits: SearchLimits, buffers: DiskBuffers) {
    let stop = Stop::default();
    let [plans, spaces] = [tempdir().unwrap(), tempdir().unwrap()];
    let expected = shortest_plan(task, &limits, &stop, &mut |_| {});
    let report = plan_in(task, &limits, &within(&plans, buffers), &stop).unwrap();
    assert_eq!(answer(task, &report), answer(task, &expected));
    assert_eq!(report.refuted, expected.refuted);
    if report.outcome == SearchOutcome::Exhausted {
        assert_eq!(report.states, expected.states);
    }
    let expected = explore(task, &limits, &stop, &mut |_| {});
    assert_eq!(space_in(task, &limits, &within(&spaces, buffers)).unwrap(), expected);
}

#[test]
fn buffers_make_no_difference() {
    let task = wheels(5, 4);
    let few = DiskBuffers { successors: 100, recent_bytes: 100, block_bytes: 100, runs: 3, known: 3 };
    let usual =
        DiskBuffers { successors: 1 << 20, recent_bytes: 1 << 20, block_bytes: 1 << 16, runs: 32, known: 8 };
    let mut plans = Vec::new();
    for buffers in [few, TINY, DiskBuffers { successors: 1000, known: 100, ..few }, usual] {
        check(&task, SearchLimits::default(), buffers);
        let folder = tempdir().unwrap();
        let report =
            plan_in(&task, &SearchLimits::default(), &within(&folder, buffers), &Stop::default()).unwrap();
        plans.push((report.outcome, report.states));
    }
    assert!(plans.iter().all(|plan| *plan == plans[0]), "{plans:?}");
    // Three quarters are behind it; the goal is one state of the last layer but that of the resets.
    assert_eq!(plans[0].1, 4_u64.pow(5) - 1);
}

/// Without a limit on depth nothing more is written, and the folder may go.
#[test]
fn files_can_be_removed_at_the_end() {
    let (task, folder) = (wheels(4, 3), tempdir().unwrap());
    let disk = within(&folder, TINY);
    let found = shortest_plan_on_disk(&task, &SearchLimits::default(), &disk, &Stop::default(), &mut |_| {});
    assert!(disk.folder.join("search.json").exists());
    found.unwrap().files.unwrap().remove();
    assert_eq!(fs::read_dir(&disk.folder).unwrap().count(), 0);
}

/// Puts remains of a program that was killed into a folder: files that were begun, or that no manifest names yet. There are none before
/// the lock file.
fn leave_remains(folder: &Path, random: &mut fastrand::Rng) {
    if !folder.join("search.lock").exists() {
        return;
    }
    let layers = fs::read_dir(folder).into_iter().flatten();
    let layers =
        layers.filter(|entry| entry.as_ref().unwrap().file_name().to_str().unwrap().starts_with("layer-"));
    let next = format!("layer-{:06}.run", layers.count());
    for name in
        [&*next, "successors-000000.run", "successors-000099.run", "known-000099.run", "search.json.new"]
    {
        if random.bool() {
            let bytes: Vec<u8> = (0..random.usize(..100)).map(|_| random.u8(..)).collect();
            fs::write(folder.join(name), bytes).unwrap();
        }
    }
}

/// Stopped by a flag or by a full disk, at any moment, a search goes on from its last layer.
#[test]
fn a_search_that_is_stopped_a_hundred_times_goes_on() {
    let (task, mut random) = (wheels(5, 4), fastrand::Rng::with_seed(7));
    let stop = Stop::default();
    let plan = answer(&task, &shortest_plan(&task, &SearchLimits::default(), &stop, &mut |_| {}));
    let space = explore(&task, &SearchLimits::default(), &stop, &mut |_| {});
    let buffers = DiskBuffers { successors: 40, recent_bytes: 64, block_bytes: 64, runs: 3, known: 3 };
    let (mut n_stopped, mut n_full) = (0, 0);
    while n_stopped + n_full < 100 || n_stopped.min(n_full) < 20 {
        let [plans, spaces] = [tempdir().unwrap(), tempdir().unwrap()];
        let mut begun_with = 0;
        for is_plan in [true, false] {
            let disk = within(if is_plan { &plans } else { &spaces }, buffers);
            let mut most_bytes = 0;
            loop {
                let stop = Stop::default();
                let (raised, after) = (stop.clone(), Duration::from_micros(random.u64(..20_000)));
                let stopper = thread::spawn(move || {
                    thread::sleep(after);
                    raised.raise(StopReason::Timeout);
                });
                most_bytes += random.u64(..1_000);
                let disk = DiskSearch { most_bytes: Some(most_bytes), ..disk.clone() };
                let limits = SearchLimits::default();
                let reason = if is_plan {
                    let report = plan_in(&task, &limits, &disk, &stop).unwrap();
                    // Unless it was stopped before it looked into the folder.
                    assert!(report.states == 1 || begun_with <= report.states);
                    begun_with = begun_with.max(report.states);
                    match answer(&task, &report) {
                        Err(SearchOutcome::Stopped(reason)) => Some(reason),
                        found => {
                            assert_eq!(found, plan);
                            None
                        }
                    }
                } else {
                    let found = explore_on_disk(&task, &limits, &disk, &stop, &mut |_| {}).unwrap().result;
                    match found.map_err(|incomplete| incomplete.reason) {
                        Err(IncompleteReason::Stopped(reason)) => Some(reason),
                        found => {
                            assert_eq!(found, space.map_err(|incomplete| incomplete.reason));
                            None
                        }
                    }
                };
                stopper.join().unwrap();
                match reason {
                    Some(StopReason::Disk) => n_full += 1,
                    Some(_) => n_stopped += 1,
                    None => break,
                }
                leave_remains(&disk.folder, &mut random);
            }
        }
    }
}

/// A folder with a search for a plan that was stopped after so many layers.
fn stopped_at(task: &Task, depth: usize, buffers: DiskBuffers) -> (TempDir, DiskSearch) {
    let folder = tempdir().unwrap();
    let disk = within(&folder, buffers);
    let limits = SearchLimits { max_depth: Some(depth), ..SearchLimits::default() };
    let report = plan_in(task, &limits, &disk, &Stop::default()).unwrap();
    assert_eq!(report.outcome, SearchOutcome::DepthReached);
    (folder, disk)
}

/// Whatever happens to a file, it is refused, or the answer is right since nobody needs the file.
#[test]
fn damaged_files_are_refused() {
    let (task, mut random) = (wheels(5, 4), fastrand::Rng::with_seed(11));
    let expected =
        answer(&task, &shortest_plan(&task, &SearchLimits::default(), &Stop::default(), &mut |_| {}));
    let buffers = DiskBuffers { successors: 50, recent_bytes: 64, block_bytes: 64, runs: 3, known: 3 };
    let (_folder, disk) = stopped_at(&task, 9, buffers);
    let names: Vec<_> = fs::read_dir(&disk.folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    let files: Vec<_> = names.iter().filter(|path| path.extension().unwrap() != "lock").collect();
    let contents: Vec<Vec<u8>> = files.iter().map(|path| fs::read(path).unwrap()).collect();
    assert!(13 < files.len() && files.iter().any(|path| path.to_str().unwrap().contains("known")));
    let mut n_refused = 0;
    for round in 0..400 {
        for (path, bytes) in files.iter().zip(&contents) {
            fs::write(path, bytes).unwrap();
        }
        let number = random.usize(..files.len());
        let bytes = &contents[number];
        let other = random.usize(..files.len());
        let damaged = match round % 5 {
            0 | 1 => {
                let mut damaged = bytes.clone();
                damaged[random.usize(..bytes.len())] ^= 1 << random.u32(..8);
                damaged
            }
            2 => bytes[..random.usize(..bytes.len())].to_vec(),
            3 => [&bytes[..], &[0]].concat(),
            _ => contents[other].clone(),
        };
        fs::write(files[number], &damaged).unwrap();
        match plan_in(&task, &SearchLimits::default(), &disk, &Stop::default()) {
            Ok(report) => {
                assert_eq!(answer(&task, &report), expected);
                // Of layers that others were merged with, a plan needs the beginning alone.
                let is_layer = files[number].to_str().unwrap().contains("layer-");
                assert!(is_layer || damaged == *bytes, "nobody looked at {}", files[number].display());
            }
            Err(error) => {
                assert!(error.to_string().contains("damaged"), "{error}");
                n_refused += 1;
            }
        }
    }
    assert!(250 < n_refused, "{n_refused}");
}

#[test]
fn other_searches_are_refused() {
    let task = wheels(4, 3);
    let (folder, disk) = stopped_at(&task, 3, TINY);
    let refused = |task: &Task, disk: &DiskSearch| {
        let error = plan_in(task, &SearchLimits::default(), disk, &Stop::default()).unwrap_err();
        assert!(!error.to_string().contains("damaged"));
        error.why
    };
    assert!(refused(&wheels(4, 4), &disk).contains("of another problem"));
    // One operator more, which changes neither states nor the answer.
    let mut more = crate::common::tasks::elements_of(&task);
    let operators = task.operators().iter().chain(&task.operators()[..1]);
    operators.for_each(|operator| _ = more.operator(operator.clone()));
    more.goal(task.goal().iter().copied());
    assert!(refused(&more.build().unwrap(), &disk).contains("of another problem"));
    let fresh = DiskSearch { resume: false, ..disk.clone() };
    assert!(refused(&task, &fresh).contains("holds a search already"));
    let explored = space_in(&task, &SearchLimits::default(), &disk).unwrap_err();
    assert!(explored.why.contains("another question"), "{explored}");
    let counter = SearchLimits { counter: Counter::LeftOut, ..SearchLimits::default() };
    let error = plan_in(&task, &counter, &disk, &Stop::default()).unwrap_err();
    assert!(error.why.contains("another question"), "{error}");

    let manifest = disk.folder.join("search.json");
    let text = fs::read_to_string(&manifest).unwrap();
    assert!(text.contains("\"explores\":false,\"without_clock\":false"), "{text}");
    fs::write(&manifest, text.replacen("format 1", "format 2", 1)).unwrap();
    assert!(refused(&task, &disk).contains("has format 2"));
    fs::write(&manifest, text).unwrap();

    let within_search = disk.clone();
    let mut n_refused = 0;
    let found = shortest_plan_on_disk(&task, &SearchLimits::default(), &disk, &Stop::default(), &mut |_| {
        assert!(refused(&task, &within_search).contains("another search is running"));
        n_refused += 1;
    });
    assert!(matches!(found.unwrap().result.outcome, SearchOutcome::Solved(_)) && 0 < n_refused);

    let elsewhere = DiskSearch { folder: folder.path().to_owned(), ..disk };
    assert!(refused(&task, &elsewhere).contains("holds something else, search"));
}

/// Names alone make no search: each of these may be somebody's own.
#[test]
fn files_of_others_are_refused_and_stay() {
    let task = wheels(4, 3);
    let refused = |disk: &DiskSearch, name: &str| {
        for resume in [false, true] {
            let disk = DiskSearch { resume, ..disk.clone() };
            let error = plan_in(&task, &SearchLimits::default(), &disk, &Stop::default()).unwrap_err();
            assert!(error.why.starts_with(&format!("the folder holds something else, {name}: ")), "{error}");
        }
        assert_eq!(fs::read_to_string(disk.folder.join(name)).unwrap(), "mine");
    };
    for name in [
        "known-good.run",
        "layer-notes.run",
        "successors-1.run",
        "layer-000000.run",
        "search.json",
        "search.json.new",
        "search.lock",
    ] {
        let folder = tempdir().unwrap();
        let disk = DiskSearch { folder: folder.path().to_owned(), ..within(&folder, TINY) };
        fs::write(folder.path().join(name), "mine").unwrap();
        refused(&disk, name);
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1, "{name}");
    }
    let (_folder, disk) = stopped_at(&task, 3, TINY);
    for name in ["layer-notes.run", "known-0000001.run"] {
        fs::write(disk.folder.join(name), "mine").unwrap();
        refused(&disk, name);
        fs::remove_file(disk.folder.join(name)).unwrap();
    }
    let report = plan_in(&task, &SearchLimits::default(), &disk, &Stop::default()).unwrap();
    assert!(matches!(report.outcome, SearchOutcome::Solved(_)), "{:?}", report.outcome);
}

/// Before the first manifest there are the lock file and what was begun.
#[test]
fn a_search_that_was_killed_at_its_start_begins_again() {
    let (task, folder) = (wheels(4, 3), tempdir().unwrap());
    let disk = DiskSearch { resume: false, ..within(&folder, TINY) };
    fs::create_dir(&disk.folder).unwrap();
    for (name, text) in [("search.lock", ""), ("layer-000000.run", "x"), ("search.json.new", "bmc")] {
        fs::write(disk.folder.join(name), text).unwrap();
    }
    let found = shortest_plan_on_disk(&task, &SearchLimits::default(), &disk, &Stop::default(), &mut |_| {});
    let found = found.unwrap();
    assert!(matches!(found.result.outcome, SearchOutcome::Solved(_)));
    found.files.unwrap().remove();
    assert_eq!(fs::read_dir(&disk.folder).unwrap().count(), 0);
}

#[test]
fn a_full_disk_is_a_limit_and_not_an_answer() {
    let (task, folder) = (wheels(5, 4), tempdir().unwrap());
    let buffers = DiskBuffers { successors: 100, recent_bytes: 100, block_bytes: 64, runs: 4, known: 4 };
    let disk = DiskSearch { most_bytes: Some(2_000), ..within(&folder, buffers) };
    let report = plan_in(&task, &SearchLimits::default(), &disk, &Stop::default()).unwrap();
    assert_eq!(report.outcome, SearchOutcome::Stopped(StopReason::Disk));
    assert!(1 < report.states && report.refuted.is_some_and(|depth| 1 < depth), "{report:?}");
    let files = fs::read_dir(&disk.folder).unwrap().map(|entry| entry.unwrap());
    let runs = files.filter(|file| file.file_name().to_str().unwrap().ends_with(".run"));
    let bytes: u64 = runs.map(|file| file.metadata().unwrap().len()).sum();
    assert!(bytes <= 2_000, "{bytes}");
    // Nothing is lost, and nothing is gained without more room.
    let again = plan_in(&task, &SearchLimits::default(), &disk, &Stop::default()).unwrap();
    assert_eq!(again.states, report.states);
    let more = DiskSearch { most_bytes: None, ..disk };
    let report = plan_in(&task, &SearchLimits::default(), &more, &Stop::default()).unwrap();
    assert_eq!(answer(&task, &report), Ok(15));
}

/// In a search that writes far more than it keeps.
#[test]
fn files_that_are_removed_give_their_room_back() {
    let (task, folders) = (wheels(4, 4), [tempdir().unwrap(), tempdir().unwrap()]);
    let disk = within(&folders[0], TINY);
    let mut most_kept = 0;
    let mut see = || {
        let files = fs::read_dir(&disk.folder).unwrap().map(|entry| entry.unwrap());
        let runs = files.filter(|file| file.file_name().to_str().unwrap().ends_with(".run"));
        most_kept = runs.map(|file| file.metadata().unwrap().len()).sum::<u64>().max(most_kept);
    };
    let limits = SearchLimits::default();
    let space = explore_on_disk(&task, &limits, &disk, &Stop::default(), &mut |_| see()).unwrap().result;
    assert!(space.is_ok());
    let bounded = DiskSearch { most_bytes: Some(4 * most_kept), ..within(&folders[1], TINY) };
    assert_eq!(space_in(&task, &limits, &bounded).unwrap(), space);
}
