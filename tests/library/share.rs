//! Horizons shared by processes, which here are threads with the same folder: the answer of breadth-first search for each of them, however
//! many there are, whenever they end, and whatever happens to the files.

use std::fs;
use std::path::{Path, PathBuf};
use std::thread;
use std::time::{Duration, Instant, SystemTime};

use bmcplan::encode::{Encoding as _, StepOptions, Trace, Transition, TransitionSystem, encodings};
use bmcplan::horizon::{HorizonRange, Share, Verdict, run};
use bmcplan::kinds::rush_hour::{self, BoardMetric};
use bmcplan::planner::{
    InternalError, LowerBound, Mode, Options, Outcome, ProofSource, Report, Strategy, solve,
};
use bmcplan::solver::SolverKind;
use bmcplan::stop::{Stop, StopReason};
use bmcplan::task::Task;
use hmac_sha256::Hash;
use itertools::Itertools as _;
use proptest::prelude::*;
use tempfile::{TempDir, tempdir};

use crate::common::boards;
use crate::common::cases::cases;
use crate::common::optimum::optimum;
use crate::common::tasks;

/// A horizon that stands for "none so far" on tasks without a plan.
const FAR: usize = 5;

fn shared(folder: &TempDir, cubes: &str) -> Options {
    Options {
        mode: Mode::Formula(Strategy::Incremental),
        cubes: cubes.parse().unwrap(),
        search_threads: std::num::NonZeroUsize::new(1),
        share: Some(Share { stale_after: Duration::from_millis(300), ..place(folder).into() }),
        lower_bound: LowerBound::None,
        schedule: "linear".parse().unwrap(),
        ..Options::default()
    }
}

fn place(folder: &TempDir) -> PathBuf {
    folder.path().join("shared")
}

fn ask(task: &Task, options: &Options) -> Result<Report, InternalError> {
    solve(task, &Transition, options, &Stop::default(), &mut |_| {})
}

/// The report has the optimum, or no plan up to the greatest horizon if there is none.
fn check(report: &Report, optimum: Option<usize>, cell: &str) {
    match (&report.outcome, optimum) {
        (Outcome::Solved { plan, optimal: true, .. }, Some(optimum)) => {
            assert_eq!(plan.length(), optimum, "{cell}");
            assert_eq!(report.refuted, optimum.checked_sub(1), "{cell}");
        }
        (Outcome::NoPlanWithin(FAR) | Outcome::Unsolvable, None) => {}
        other => panic!("{cell}: {other:?}"),
    }
}

fn check_task(task: &Task) {
    let optimum = optimum(task);
    for (cubes, processes) in [("auto", 2), ("landmarks:2", 3), ("landmarks:4@1", 2)] {
        let cell = format!("{cubes} {processes}");
        let folder = tempdir().unwrap();
        let options = Options { max_horizon: optimum.is_none().then_some(FAR), ..shared(&folder, cubes) };
        let reports = thread::scope(|scope| {
            let workers = (0..processes).map(|_| scope.spawn(|| ask(task, &options).unwrap())).collect_vec();
            workers.into_iter().map(|worker| worker.join().unwrap()).collect_vec()
        });
        reports.iter().for_each(|report| check(report, optimum, &cell));
        assert!(reports.iter().map(|report| &report.outcome).all_equal(), "{cell}");
        // All is read; nothing is solved.
        let late = ask(task, &options).unwrap();
        assert_eq!(late.outcome, reports[0].outcome, "{cell}");
        assert!(late.attempts.iter().all(|attempt| attempt.elapsed == Duration::ZERO), "{cell}");
        // A step counter that has proved it leaves nothing to others.
        let is_by_others = late
            .proved_by
            .is_none_or(|by| by == ProofSource::StepCounter || by.to_string().contains("other processes in"));
        assert!(late.attempts.is_empty() || is_by_others || late.refuted.is_none(), "{cell}");
    }
}

proptest! {
    #![proptest_config(cases(24))]

    #[test]
    fn random_tasks(task in tasks::tasks()) {
        check_task(&task);
    }

    #[test]
    fn random_boards(board in boards::arb_board()) {
        check_task(&rush_hour::task(&board, BoardMetric::Slides, &Stop::default()).unwrap());
    }

    /// Processes that are stopped at some event, one after the other, until one comes to the end.
    #[test]
    fn stopped_and_started_again(board in boards::arb_board(), steps in prop::collection::vec(1..4_usize, 3)) {
        let task = rush_hour::task(&board, BoardMetric::Slides, &Stop::default()).unwrap();
        let optimum = optimum(&task);
        let folder = tempdir().unwrap();
        let options =
            Options { max_horizon: optimum.is_none().then_some(FAR), ..shared(&folder, "landmarks:2") };
        for events in steps {
            let (stop, mut heard) = (Stop::default(), 0);
            let report = solve(&task, &Transition, &options, &stop, &mut |_| {
                heard += 1;
                if heard == events {
                    stop.raise(StopReason::Interrupt);
                }
            });
            match report.unwrap() {
                Report { outcome: Outcome::Stopped(_), .. } => {}
                report => check(&report, optimum, "stopped too late"),
            }
        }
        check(&ask(&task, &options).unwrap(), optimum, "at last");
    }
}

fn task_of(file: &str) -> Task {
    let board = rush_hour::read_path(&Path::new(env!("CARGO_MANIFEST_DIR")).join(file)).unwrap();
    rush_hour::task(&board, BoardMetric::Slides, &Stop::default()).unwrap()
}

/// All files below a folder, in order.
fn files(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).sorted();
    entries.flat_map(|path| if path.is_dir() { files(&path) } else { vec![path] }).collect()
}

/// A folder in which that board was solved.
fn solved(task: &Task) -> (TempDir, Options, usize) {
    let folder = tempdir().unwrap();
    let options = shared(&folder, "landmarks:2");
    let Outcome::Solved { plan, .. } = ask(task, &options).unwrap().outcome else {
        panic!("there is a plan")
    };
    (folder, options, plan.length())
}

/// The right answer, or an error that names a file.
fn is_right_or_refused(task: &Task, options: &Options, length: usize, cell: &str) -> bool {
    match ask(task, options) {
        Ok(report) => {
            check(&report, Some(length), cell);
            true
        }
        Err(InternalError::Disk(error)) => {
            assert!(error.place.starts_with(&options.share.as_ref().unwrap().folder), "{cell}: {error}");
            false
        }
        Err(other) => panic!("{cell}: {other}"),
    }
}

#[test]
fn damaged_files() {
    let task = task_of("instances/thinkfun/card02.toml");
    let (folder, options, length) = solved(&task);
    let mut random = fastrand::Rng::with_seed(3);
    let (mut n_right, mut n_refused) = (0, 0);
    let all = files(&place(&folder));
    for (file, others) in all.iter().map(|file| (file, &all)) {
        let bytes = fs::read(file).unwrap();
        let mut flipped = bytes.clone();
        flipped[random.usize(..bytes.len())] ^= 1 << random.u32(..8);
        let other = fs::read(&others[random.usize(..others.len())]).unwrap();
        let wrong = [
            bytes[..random.usize(..bytes.len())].to_vec(),
            Vec::new(),
            b"\xff\0garbage\n".to_vec(),
            flipped,
            other,
        ];
        for (number, wrong) in wrong.into_iter().enumerate() {
            fs::write(file, wrong).unwrap();
            let cell = format!("{} {number}", file.display());
            match is_right_or_refused(&task, &options, length, &cell) {
                true => n_right += 1,
                false => n_refused += 1,
            }
            fs::write(file, &bytes).unwrap();
        }
        // As if it had never been written.
        fs::remove_file(file).unwrap();
        let is_manifest = file.ends_with("manifest");
        assert_eq!(
            is_right_or_refused(&task, &options, length, "removed"),
            !is_manifest,
            "{}",
            file.display()
        );
        fs::write(file, &bytes).unwrap();
    }
    assert!(20 < n_right && 20 < n_refused, "{n_right} {n_refused}");
}

/// Seals texts as the program does.
pub(crate) struct Seals {
    key: String,
}

impl Seals {
    pub(crate) fn of(folder: &TempDir) -> Self {
        let manifest = fs::read_to_string(place(folder).join("manifest")).unwrap();
        Self { key: manifest.lines().find_map(|line| line.strip_prefix("problem ")).unwrap().to_owned() }
    }

    pub(crate) fn write(&self, path: &Path, what: &str, text: &str) {
        let digest = Hash::hash(format!("{}{text}", self.key).as_bytes());
        let digest = digest.iter().map(|byte| format!("{byte:02x}")).join("");
        fs::write(path, format!("bmcplan shared {what}, {digest}\n{text}\n")).unwrap();
    }
}

/// The text of a sealed file, less its last line end.
pub(crate) fn text(path: &Path) -> String {
    fs::read_to_string(path).unwrap().split_once('\n').unwrap().1.trim_end_matches('\n').to_owned()
}

pub(crate) fn question(folder: &TempDir, horizon: usize) -> PathBuf {
    place(folder).join(format!("{horizon}-of-{horizon}"))
}

#[test]
fn wrong_files_with_right_seals() {
    let task = task_of("instances/thinkfun/card02.toml");
    let (folder, options, length) = solved(&task);
    let seals = Seals::of(&folder);
    let trace = question(&folder, length).join("trace");
    let sealed = fs::read(&trace).unwrap();
    let right = text(&trace);
    let refuses = |path: &Path, what: &str, text: &str| {
        let before = fs::read(path).ok();
        seals.write(path, what, text);
        let is_right = is_right_or_refused(&task, &options, length, text);
        before.map_or_else(|| fs::remove_file(path), |before| fs::write(path, before)).unwrap();
        !is_right
    };
    // As it was.
    assert!(!refuses(&trace, "trace", &right));
    assert_eq!(fs::read(&trace).unwrap(), sealed);
    let first = right.find('\n').unwrap();
    let digits = right.match_indices(['0', '1']).map(|(at, _)| at).filter(|at| first < *at);
    let digits = digits.step_by(17).collect_vec();
    assert!(9 < digits.len());
    // Some variables are about nothing, such as the move after the last frame.
    let n_refused = digits.iter().filter(|at| {
        let mut wrong = right.clone();
        wrong.replace_range(**at..=**at, if &right[**at..=**at] == "0" { "1" } else { "0" });
        refuses(&trace, "trace", &wrong)
    });
    assert!(digits.len() / 2 < n_refused.count());
    let lines = right.lines().collect_vec();
    assert!(refuses(&trace, "trace", &lines[..lines.len() - 1].join("\n")));
    assert!(refuses(&trace, "trace", lines[0]));
    // No trace of a shorter horizon.
    let shorter = question(&folder, length - 1).join("trace");
    let text_of = |rest: &[&str]| format!("{0} of {0}\n{1}", length - 1, rest.join("\n"));
    assert!(refuses(&shorter, "trace", &text_of(&lines[1..])));
    assert!(refuses(&shorter, "trace", &text_of(&lines[1..lines.len() - 1])));
    let division = question(&folder, length).join("division");
    // The answer does not need it where there is a trace.
    fs::remove_file(&trace).unwrap();
    for wrong in ["", "0", "0 99 0", "0 1 0 0", "0 1 999", "99 1 0", "0 -1 0", "0 1 0x"] {
        let wrong = format!("{length} of {length}\n{wrong}");
        assert!(refuses(&division, "division", &wrong), "{wrong}");
    }
    // A cube that was refuted counts for no other one.
    let refuted = files(&question(&folder, length - 1)).into_iter().find(|path| path.ends_with("00.refuted"));
    let cube =
        text(&refuted.unwrap()).replace(&format!("{0} of {0}", length - 1), &format!("{length} of {length}"));
    for way in ["01", "10", "11"] {
        assert!(
            refuses(&question(&folder, length).join(format!("{way}.refuted")), "refuted", &cube),
            "{way}"
        );
    }
    // A trace of a length that somebody has refuted by mistake.
    let (folder, options, length) = solved(&task);
    let lie = question(&folder, length).join("root.refuted");
    let trace = question(&folder, length).join("trace");
    fs::rename(&trace, folder.path().join("trace")).unwrap();
    Seals::of(&folder).write(&lie, "refuted", &format!("{length} of {length}\n"));
    let mut longer = solve_longer(&task, &options);
    assert!(longer.as_ref().is_ok_and(|report| report.refuted == Some(length)), "{longer:?}");
    // A trace of that length, in a longer question that says so.
    let frames = text(&folder.path().join("trace"));
    let mut frames = frames.lines().skip(1).map(str::to_owned).collect_vec();
    let system = Transition.encode(&task, &options.step, &Stop::default()).unwrap();
    let idle = system.idle().var().index();
    frames[length].replace_range(idle..=idle, "1");
    frames.push(frames[length].clone());
    let next = question(&folder, length + 1);
    fs::create_dir_all(&next).unwrap();
    let waits = format!("{0} of {0}\n{1}", length + 1, frames.join("\n"));
    Seals::of(&folder).write(&next.join("trace"), "trace", &waits);
    let refused = ask(&task, &Options { max_horizon: Some(length + 1), ..options.clone() }).unwrap_err();
    assert!(refused.to_string().contains(&format!("the trace has {length} steps")), "{refused}");
    fs::rename(folder.path().join("trace"), &trace).unwrap();
    longer = solve_longer(&task, &options);
    assert!(longer.is_ok_and(|report| matches!(report.outcome, Outcome::Solved { optimal: true, .. })));
}

fn solve_longer(task: &Task, options: &Options) -> Result<Report, InternalError> {
    let length = optimum(task);
    ask(task, &Options { max_horizon: length, ..options.clone() })
}

/// A contradiction of another process is believed, and the answer says so.
#[test]
fn contradictions_of_others_are_believed() {
    let task = task_of("instances/thinkfun/card02.toml");
    let (folder, options, _) = solved(&task);
    let lie = question(&folder, 0).join("contradiction");
    Seals::of(&folder).write(&lie, "contradiction", "0 of 0\n");
    let report = ask(&task, &options).unwrap();
    assert_eq!(report.outcome, Outcome::Unsolvable);
    assert!(report.proved_by.is_some_and(|by| by.to_string().contains("other processes in")));
}

/// The claims of a process that died are taken over, but only when its last sign of life is old.
#[test]
fn claims_of_the_dead() {
    let task = task_of("instances/thinkfun/card02.toml");
    let (done, options, length) = solved(&task);
    let dead = "77-00000000deadbeef";
    let [zero, second, minute] = [0, 1, 60].map(Duration::from_secs);
    // The last one dies while its cubes are waited for.
    for (age, stale_after, is_dead) in
        [(zero, minute, false), (2 * minute, minute, true), (zero, second, true)]
    {
        let folder = tempdir().unwrap();
        fs::create_dir_all(place(&folder).join("workers")).unwrap();
        fs::copy(place(&done).join("manifest"), place(&folder).join("manifest")).unwrap();
        let worker = fs::File::create(place(&folder).join("workers").join(dead)).unwrap();
        worker.set_modified(SystemTime::now() - age).unwrap();
        let seals = Seals::of(&done);
        for horizon in 0..=length {
            let (from, to) = (question(&done, horizon), question(&folder, horizon));
            fs::create_dir_all(&to).unwrap();
            // By two obstacles, so that cubes cannot be halved.
            let division = text(&from.join("division"));
            let [question, numbers] = division.lines().collect_vec()[..] else { panic!("{division}") };
            let numbers = numbers.split(' ').take(4).join(" ");
            seals.write(&to.join("division"), "division", &format!("{question}\n{numbers}"));
            for way in ["00", "01", "10", "11"] {
                seals.write(&to.join(format!("{way}.taken")), "taken", &format!("{question}\n{dead}"));
            }
        }
        let share = Share { stale_after, ..place(&folder).into() };
        let options = Options { share: Some(share), ..options.clone() };
        let stop = Stop::default();
        let begun = Instant::now();
        let report = thread::scope(|scope| {
            let solving = scope.spawn(|| solve(&task, &Transition, &options, &stop, &mut |_| {}));
            while !solving.is_finished()
                && begun.elapsed() < Duration::from_secs(if is_dead { 60 } else { 2 })
            {
                thread::sleep(Duration::from_millis(20));
            }
            stop.raise(StopReason::Timeout);
            solving.join().unwrap().unwrap()
        });
        if is_dead {
            check(&report, Some(length), "dead");
        } else {
            assert_eq!(report.outcome, Outcome::Stopped(StopReason::Timeout));
        }
    }
}

#[test]
fn folders_of_others_are_refused() {
    let task = task_of("instances/thinkfun/card02.toml");
    let (folder, options, _) = solved(&task);
    let why = |task: &Task, options: &Options| ask(task, options).unwrap_err().to_string();
    let other = task_of("instances/thinkfun/card03.toml");
    assert!(why(&other, &options).contains("with another problem, or with other options"));
    let ramp = Options { schedule: "ramp:2".parse().unwrap(), ..options.clone() };
    assert!(why(&task, &ramp).contains("with another problem, or with other options"));
    let batsat = Options { solver: SolverKind::Batsat, ..options.clone() };
    assert!(why(&task, &batsat).contains("with the solver varisat, not batsat"));
    fs::write(place(&folder).join("letter"), "").unwrap();
    assert!(why(&task, &options).contains("something else, letter"));
    // Names alone are no sign that a folder is shared.
    for name in ["new-thesis.txt", "proofs", "workers", "manifest", "1-of-2", "new-1-of-2"] {
        let folder = tempdir().unwrap();
        fs::create_dir_all(place(&folder).join(name)).unwrap();
        let options = Options { share: Some(place(&folder).into()), ..options.clone() };
        assert!(why(&task, &options).contains(&format!("something else, {name}: ")), "{name}");
        assert_eq!(fs::read_dir(place(&folder)).unwrap().count(), 1, "{name}");
    }
    let file = tempdir().unwrap();
    fs::write(place(&file), "").unwrap();
    assert!(!why(&task, &Options { share: Some(place(&file).into()), ..options }).is_empty());
}

/// A model of a system, and no other valuation, is a trace.
#[test]
fn traces_are_checked() {
    let task = task_of("instances/thinkfun/card01.toml");
    let stop = Stop::default();
    for encoding in encodings() {
        let system = encoding.encode(&task, &StepOptions::default(), &stop).unwrap();
        let trace = shortest(&system);
        let (mut frames, length) = (trace.frames().to_vec(), trace.length(&system));
        assert_eq!(Trace::checked(&system, frames.clone()), Some(trace));
        assert_eq!(Trace::checked(&system, frames[..length].to_vec()), None);
        assert_eq!(Trace::checked(&system, frames[1..].to_vec()), None);
        assert_eq!(Trace::checked(&system, Vec::new()), None);
        for state in system.state_literals().collect_vec() {
            let frame = state.var().index() % frames.len();
            frames[frame][state.var().index()] ^= true;
            assert_eq!(Trace::checked(&system, frames.clone()), None, "{}", encoding.name());
            frames[frame][state.var().index()] ^= true;
        }
    }
}

fn shortest(system: &TransitionSystem) -> Trace {
    let range = HorizonRange::default();
    let stop = Stop::default();
    let run = run(system, Strategy::Incremental, &range, &SolverKind::default(), &stop, &mut |_| {}).unwrap();
    let Verdict::Reached { trace, shortest: true } = run.verdict else { panic!("{:?}", run.verdict) };
    trace
}
