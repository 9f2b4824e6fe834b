//! Runs of programs that are scripts: what is recorded of them, under limits and side by side.

use std::fs;
use std::num::NonZeroUsize;
use std::os::unix::fs::PermissionsExt as _;
use std::path::Path;
use std::time::Duration;

use bmcplan::ask::Limits;
use bmcplan::stop::{Stop, StopReason};
use bmcplan_bench::{
    Configuration, Instance, Planned, Record, RunEvent, RunOutcome, Runner, first_line, random_order, run_all,
};

/// The record of a program that is this script.
fn ran(script: &str, limits: Limits) -> Record {
    ran_with(script, limits, Configuration::default())
}

fn ran_with(script: &str, limits: Limits, configuration: Configuration) -> Record {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("program");
    fs::write(&path, format!("#!/bin/sh\n{script}\n")).unwrap();
    fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
    let instance = Instance {
        name: "board".to_owned(),
        kind: "rushhour".to_owned(),
        arguments: vec!["some/file".to_owned()],
    };
    let planned = Planned { instance, configuration, run: 2, limits, expected: None };
    let program = Runner { path, version: "mine".to_owned() };
    program.run(&planned, &Stop::default()).unwrap()
}

fn result(script: &str) -> RunOutcome {
    ran(script, Limits::default()).result
}

#[test]
fn what_a_program_tells_is_recorded() {
    let output = r#"{"status":"solved","length":3,"makespan":2,"optimal":true,"refuted":1,"proved_by":"cmd:x","trusted":"cmd:x","clauses":7,"conflicts":7,
        "horizons":[{"horizon":1,"result":"refuted","seconds":0.5,"conflicts":3},
        {"horizon":2,"result":"reached","seconds":0.5,"conflicts":4}],"solver_seconds":0.5,"version":"its"}"#;
    let record = ran(&format!("cat << END\n{output}\nEND"), Limits::default());
    assert_eq!(
        record.result,
        RunOutcome::Solved { length: Some(3), steps: Some(2), cost: None, optimal: true, cut_short_by: None }
    );
    assert_eq!((record.run, &*record.version, record.refuted), (2, "its", Some(1)));
    assert_eq!(
        (record.horizon, record.figures.clauses, record.figures.conflicts),
        (Some(2), Some(7), Some(7))
    );
    assert_eq!(
        (record.figures.solver_seconds, record.figures.build_seconds, record.figures.literals),
        (Some(0.5), None, None)
    );
    assert_eq!((record.trusted.as_deref(), record.proved_by.as_deref()), (Some("cmd:x"), Some("cmd:x")));
    assert!(record.cpu_seconds.is_some() && record.memory_mb.is_some());
    assert!(record.open_goals.is_empty());
    let output = r#"{"status":"solved","makespan":1,"optimal":false,"open_goals":[100,60]}"#;
    assert_eq!(ran(&format!("echo '{output}'"), Limits::default()).open_goals, [100, 60]);
}

#[test]
fn limits_and_arguments_are_passed_on() {
    let limits = Limits {
        timeout: Some(Duration::from_secs(7)),
        cpu_timeout: Some(Duration::from_millis(500)),
        memory: Some(9_000_000),
    };
    let RunOutcome::Failed { message, exit_code: Some(5) } = ran("echo $@ >&2; exit 5", limits).result else {
        panic!("it tells its arguments and fails")
    };
    assert!(message.starts_with("rushhour some/file --json --end-with-parent "), "{message}");
    assert!(message.ends_with(" --timeout 7 --cpu-timeout 0.5 --memory 9"), "{message}");
}

#[test]
fn a_certificate_has_a_folder_while_the_program_runs() {
    let configuration =
        Configuration { options: [("certify".to_owned(), String::new())].into(), ..Configuration::default() };
    let script = r#"test "$3" = --certify -a -d "$(dirname "$4")" || exit 7
        echo "{\"status\":\"solved\",\"certificate\":{\"folder\":\"$4\",\"evidence\":\"proof\",\"proof_bytes\":9,\"making_seconds\":0.1,\"checking_seconds\":0.1},\"version\":\"$4\"}""#;
    let record = ran_with(script, Limits::default(), configuration);
    let certificate = record.certificate.unwrap();
    assert_eq!((certificate.proof_bytes, certificate.missing), (Some(9), None));
    assert!(!Path::new(&record.version).exists());
}

#[test]
fn every_end_has_its_outcome() {
    let stopped = |by| result(&format!(r#"echo '{{"status":"stopped","stopped_by":"{by}"}}'; exit 12"#));
    assert_eq!(["timeout", "cpu_timeout"].map(stopped), [RunOutcome::OutOfTime, RunOutcome::OutOfTime]);
    assert_eq!(stopped("memory"), RunOutcome::OutOfMemory);
    assert_eq!(result(r#"echo '{"status":"unsolvable"}'"#), RunOutcome::Unsolvable);
    let within = r#"echo '{"status":"no_plan_within_horizon","refuted":5}'"#;
    assert_eq!(result(within), RunOutcome::NoPlanWithin { horizon: 5 });
    assert_eq!(
        result("echo 'memory allocation of 7 bytes failed' >&2; kill -ABRT $$"),
        RunOutcome::OutOfMemory
    );
    let failed = |message: &str, exit_code| RunOutcome::Failed { message: message.to_owned(), exit_code };
    assert_eq!(result("echo >&2; echo 'error: no' >&2; exit 2"), failed("error: no", Some(2)));
    assert_eq!(result("echo torn; exit 0"), failed("exit status: 0", Some(0)));
    assert!(matches!(result("kill -KILL $$"), RunOutcome::Failed { exit_code: None, .. }));
}

#[test]
fn a_count_that_a_limit_cuts_short_is_no_answer() {
    let solved = |known: &str, code| result(&format!(r#"echo '{{"status":"solved",{known}}}'; exit {code}"#));
    for by in ["timeout", "memory"] {
        let some = format!(r#""complete":false,"stopped_by":"{by}""#);
        let RunOutcome::Solved { cut_short_by, .. } = solved(&some, 12) else { panic!("there are some") };
        assert_eq!(cut_short_by.as_deref(), Some(by));
        // As many as its limit allows.
        assert!(solved(&some, 0).is_answer());
    }
    assert!(solved(r#""complete":false,"stopped_by":null"#, 0).is_answer());
    assert!(solved(r#""complete":true,"stopped_by":null"#, 0).is_answer());
    // A plan that is not known to be shortest.
    assert!(solved(r#""complete":null,"stopped_by":"timeout""#, 0).is_answer());
}

#[test]
fn a_program_that_hangs_is_out_of_time() {
    let limits = Limits { timeout: Some(Duration::ZERO), ..Limits::default() };
    assert_eq!(ran("sleep 600", limits).result, RunOutcome::OutOfTime);
}

#[test]
fn the_first_line_of_what_succeeds() {
    let said = |script: &str| first_line(Path::new("/bin/sh"), &["-c", script], &Stop::default());
    assert_eq!(said("echo; echo ' v1 '; echo more").as_deref(), Some("v1"));
    assert_eq!(said("echo v1; exit 1"), None);
    assert_eq!(said("true"), None);
    assert_eq!(first_line(Path::new("/no/such/program"), &[], &Stop::default()), None);
}

fn planned(many: usize) -> Vec<Planned> {
    let instance = Instance { name: "i".to_owned(), kind: "k".to_owned(), arguments: Vec::new() };
    let planned = |run| Planned {
        instance: instance.clone(),
        configuration: Configuration::default(),
        run,
        limits: Limits::default(),
        expected: None,
    };
    (1..=many).map(planned).collect()
}

#[test]
fn the_same_seed_gives_the_same_order() {
    assert_eq!(random_order(100, 1), random_order(100, 1));
    assert_ne!(random_order(100, 1), random_order(100, 2));
    let mut sorted = random_order(100, 1);
    sorted.sort_unstable();
    assert_eq!(sorted, (0..100).collect::<Vec<_>>());
}

fn program(folder: &tempfile::TempDir, script: &str) -> Runner {
    let path = folder.path().join("program");
    fs::write(&path, format!("#!/bin/sh\n{script}\n")).unwrap();
    fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
    Runner { path, version: "1".to_owned() }
}

fn heard(
    script: &str,
    many: usize,
    at_a_time: usize,
    stop: &Stop,
    most: usize,
) -> (Vec<RunEvent>, Result<(), ()>) {
    let folder = tempfile::tempdir().unwrap();
    let program = program(&folder, script);
    let planned = planned(many);
    let runs: Vec<&Planned> = planned.iter().collect();
    let mut moments = Vec::new();
    let at_a_time = NonZeroUsize::new(at_a_time).unwrap();
    let result = run_all(&program, &runs, at_a_time, stop, |moment| {
        moments.push(moment);
        if moments.len() < most { Ok(()) } else { Err(()) }
    });
    (moments, result)
}

#[test]
fn every_run_is_made_once() {
    for at_a_time in [1, 3, 9] {
        let (moments, result) =
            heard(r#"echo '{"status":"unsolvable"}'"#, 5, at_a_time, &Stop::default(), 99);
        assert_eq!((result, moments.len()), (Ok(()), 10));
        let mut done = Vec::new();
        for moment in &moments {
            if let RunEvent::Finished(place, record) = moment {
                assert_eq!((record.run, &record.result), (place + 1, &RunOutcome::Unsolvable));
                assert!(moments.contains(&RunEvent::Started(*place)));
                done.push(*place);
            }
        }
        done.sort_unstable();
        assert_eq!(done, [0, 1, 2, 3, 4]);
    }
}

#[test]
fn a_raised_flag_and_a_refusal_end_what_is_in_hand() {
    let stop = Stop::default();
    let (moments, result) = heard("sleep 600", 5, 2, &stop, 2);
    assert_eq!((result, moments.len(), stop.is_raised()), (Err(()), 2, false));
    stop.raise(StopReason::Interrupt);
    let (moments, result) = heard("sleep 600", 5, 2, &stop, 99);
    assert_eq!((result, moments.len()), (Ok(()), 0));
}
