//! Run logs: whole, torn, resumed and joined.

use std::fs;
use std::num::NonZeroUsize;
use std::path::PathBuf;

use bmcplan::ask::Limits;
use bmcplan_bench::run_log::{BenchSession, Entry, Head, Machine, RunLog, RunLogError, RunLogWriter, merge};
use bmcplan_bench::{Configuration, Expected, Instance, Planned, RunOutcome, Suite};

use super::record;

fn suite() -> Suite {
    let planned = |run| Planned {
        instance: Instance { name: "i".to_owned(), kind: "k".to_owned(), arguments: Vec::new() },
        configuration: Configuration::default(),
        run,
        limits: Limits { memory: Some(7_000_000), ..Limits::default() },
        expected: Some(Expected::Steps(3)),
    };
    Suite {
        name: "s".to_owned(),
        hash: "0123456789abcdef".to_owned(),
        planned: (1..=4).map(planned).collect(),
        warnings: vec![],
    }
}

fn head(date: &str) -> Head {
    let machine =
        Machine { os: None, cpu: Some("é".to_owned()), threads: NonZeroUsize::new(2), memory_mb: None };
    let session = BenchSession {
        date: date.to_owned(),
        commit: None,
        shard: None,
        at_a_time: NonZeroUsize::MIN,
        machine,
        solvers: [("varisat".to_owned(), Some("1".to_owned()))].into(),
    };
    Head::of(&suite(), "1.0", session)
}

fn entry(job: usize) -> Entry {
    let mut record = record("transition", "incremental", RunOutcome::Unsolvable);
    record.wall_seconds = 0.1;
    record.run = job;
    Entry::of(job, &suite().planned[job - 1], record)
}

/// A file with these runs, and its place.
fn written(folder: &tempfile::TempDir, name: &str, date: &str, jobs: &[usize]) -> PathBuf {
    let path = folder.path().join(name);
    let mut writer = RunLogWriter::create(&path, &head(date)).unwrap();
    jobs.iter().for_each(|job| writer.add(&entry(*job)).unwrap());
    path
}

fn jobs(log: &RunLog) -> Vec<usize> {
    log.entries.keys().copied().collect()
}

#[test]
fn what_was_written_is_read() {
    let folder = tempfile::tempdir().unwrap();
    let path = written(&folder, "a", "2026", &[3, 1]);
    let log = RunLog::read(&path).unwrap();
    assert_eq!((jobs(&log), log.torn, &log.head), (vec![1, 3], 0, &head("2026")));
    assert_eq!(log.entries[&3].0, entry(3));
    assert!(matches!(RunLogWriter::create(&path, &head("2026")), Err(RunLogError::Exists(_))));
    assert!(matches!(RunLog::read(&folder.path().join("no")), Err(RunLogError::System { .. })));
}

#[test]
fn a_file_is_taken_up_again_wherever_it_was_torn() {
    let folder = tempfile::tempdir().unwrap();
    let whole = fs::read(written(&folder, "a", "2026", &[3, 1])).unwrap();
    let torn_path = folder.path().join("torn");
    for length in 0..=whole.len() {
        fs::write(&torn_path, &whole[..length]).unwrap();
        let (mut writer, before) = RunLogWriter::resume(&torn_path, &head("2027")).unwrap();
        let there = before.as_ref().map(jobs).unwrap_or_default();
        for job in (1..=4).filter(|job| !there.contains(job)) {
            writer.add(&entry(job)).unwrap();
        }
        let after = RunLog::read(&torn_path).unwrap();
        assert_eq!((jobs(&after), after.torn), (vec![1, 2, 3, 4], 0), "{length}");
        let sessions = if before.is_some() { 2 } else { 1 };
        assert_eq!(after.head.sessions.len(), sessions, "{length}");
        // A run is lost only if its line is torn; the end of the line does not matter.
        let lines = whole[..length].iter().filter(|byte| **byte == b'\n').count();
        let ends_whole = whole.get(length) == Some(&b'\n') && 0 < lines;
        assert_eq!(there.len(), (lines + usize::from(ends_whole)).saturating_sub(1), "{length}");
    }
}

#[test]
fn a_file_of_something_else_is_left_alone() {
    let folder = tempfile::tempdir().unwrap();
    let path = written(&folder, "a", "2026", &[1]);
    let before = fs::read(&path).unwrap();
    let mut other_suite = head("2027");
    other_suite.suite.hash = "0".to_owned();
    let mut other_version = head("2027");
    other_version.version = "1.1".to_owned();
    for other in [other_suite, other_version] {
        assert!(matches!(RunLogWriter::resume(&path, &other), Err(RunLogError::Other { .. })));
    }
    assert_eq!(fs::read(&path).unwrap(), before);
    for (text, line) in [("hello\n", 1), ("{\"format\":\"x\"}\n", 1), ("hello", 1), ("{\"format\":\"x\"", 1)]
    {
        fs::write(&path, text).unwrap();
        let error = RunLogWriter::resume(&path, &head("2027")).unwrap_err();
        assert!(matches!(error, RunLogError::Line(_, at, _) if at == line), "{error}");
        assert_eq!(fs::read_to_string(&path).unwrap(), text);
    }
}

#[test]
fn lines_that_do_not_belong_there() {
    let folder = tempfile::tempdir().unwrap();
    let path = written(&folder, "a", "2026", &[1]);
    let text = fs::read_to_string(&path).unwrap();
    let run = text.lines().nth(1).unwrap();
    let read = |more: &str| {
        fs::write(&path, format!("{text}{more}\n")).unwrap();
        RunLog::read(&path).unwrap_err().to_string()
    };
    assert!(read("{}").contains(":3: not a line of a run log"));
    assert!(
        read(&run.replace("\"job\":1", "\"job\":5"))
            .contains(":3: not a line of a run log: the suite has no run 5")
    );
}

#[test]
fn no_two_write_to_a_file() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a");
    let mut writer = RunLogWriter::create(&path, &head("2026")).unwrap();
    writer.add(&entry(1)).unwrap();
    let before = fs::read(&path).unwrap();
    assert!(matches!(RunLogWriter::resume(&path, &head("2027")), Err(RunLogError::InUse(_))));
    assert_eq!(fs::read(&path).unwrap(), before);
    // Reading harms nobody.
    assert_eq!(jobs(&RunLog::read(&path).unwrap()), [1]);
    drop(writer);
    let (_writer, before) = RunLogWriter::resume(&path, &head("2027")).unwrap();
    assert_eq!(jobs(&before.unwrap()), [1]);
    assert!(matches!(RunLogWriter::resume(&path, &head("2027")), Err(RunLogError::InUse(_))));
}

#[test]
fn a_run_that_is_there_twice_counts_once() {
    let folder = tempfile::tempdir().unwrap();
    let path = written(&folder, "a", "2026", &[1, 2, 1]);
    let clean = merge(&[RunLog::read(&written(&folder, "b", "2026", &[1, 2])).unwrap()]).unwrap();
    let mut other = entry(2);
    other.record.wall_seconds = 9.0;
    let mut writer = RunLogWriter::resume(&path, &head("2026")).unwrap().0;
    writer.add(&other).unwrap();
    drop(writer);
    let log = RunLog::read(&path).unwrap();
    assert_eq!((jobs(&log), log.repeated), (vec![1, 2], 2));
    assert_eq!(log.entries[&2].0, entry(2), "the first one");
    // Joined alone it is clean, but for its second session.
    let text = merge(&[log]).unwrap();
    assert_eq!(text.lines().skip(1).collect::<Vec<_>>(), clean.lines().skip(1).collect::<Vec<_>>());
    fs::write(&path, text).unwrap();
    let log = RunLog::read(&path).unwrap();
    assert_eq!((jobs(&log), log.repeated), (vec![1, 2], 0));
}

#[cfg(unix)]
#[test]
fn devices_are_no_files_of_runs() {
    for device in ["/dev/null", "/dev/zero", "/"].map(std::path::Path::new) {
        assert!(matches!(RunLog::read(device), Err(RunLogError::NoFile(_))));
        assert!(matches!(RunLogWriter::create(device, &head("2026")), Err(RunLogError::NoFile(_))));
        assert!(matches!(RunLogWriter::resume(device, &head("2026")), Err(RunLogError::NoFile(_))));
    }
}

#[test]
fn parts_are_joined_in_any_order() {
    let folder = tempfile::tempdir().unwrap();
    let paths = [("c", "2028", &[3][..]), ("a", "2026", &[4, 1]), ("b", "2027", &[2])]
        .map(|(name, date, jobs)| written(&folder, name, date, jobs));
    let read = |order: [usize; 3]| order.map(|place| RunLog::read(&paths[place]).unwrap());
    let joined = merge(&read([0, 1, 2])).unwrap();
    for order in [[0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]] {
        assert_eq!(merge(&read(order)).unwrap(), joined);
    }
    let path = folder.path().join("joined");
    fs::write(&path, &joined).unwrap();
    let log = RunLog::read(&path).unwrap();
    assert_eq!(jobs(&log), [1, 2, 3, 4]);
    let dates: Vec<&str> = log.head.sessions.iter().map(|session| &*session.date).collect();
    assert_eq!(dates, ["2026", "2027", "2028"]);
    // Joined files can be joined again, byte by byte the same.
    assert_eq!(merge(&[log]).unwrap(), joined);
}

#[test]
fn parts_that_do_not_belong_together() {
    let folder = tempfile::tempdir().unwrap();
    let [a, b] = [("a", &[1, 2]), ("b", &[2, 3])].map(|(name, jobs)| written(&folder, name, "2026", jobs));
    let [a, b] = [a, b].map(|path| RunLog::read(&path).unwrap());
    assert!(matches!(merge(&[]), Err(RunLogError::NoFiles)));
    assert!(matches!(merge(&[a.clone(), b.clone()]), Err(RunLogError::Twice(_, 2, _))));
    assert!(matches!(merge(&[a.clone(), a.clone()]), Err(RunLogError::Twice(_, 1, _))));
    let mut other = b;
    other.entries.clear();
    other.head.version = "1.1".to_owned();
    let error = merge(&[a, other]).unwrap_err().to_string();
    assert!(error.contains("b is of suite s (4 runs, 0123456789ab) under version 1.1, not of "), "{error}");
}

#[test]
fn this_machine_is_known() {
    let machine = Machine::here();
    assert!(machine.threads.is_some() && machine.memory_mb.is_some(), "{machine:?}");
}
