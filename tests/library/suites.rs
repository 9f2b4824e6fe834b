//! Tests of suites, with a stand-in for the program that knows a few names.

use std::fs;
use std::path::Path;

use expect_test::{Expect, expect};

use bmcplan::ask::Reading;
use bmcplan::text::{Diagnostic, Source};
use bmcplan_bench::{Abilities, Configuration, Instance, Planned, Suite};

use crate::refused::check_cases;

fn knows(instance: &Instance, configuration: &Configuration) -> Result<(), String> {
    if !["rushhour", "prisoners"].contains(&&*instance.kind) {
        return Err(format!("there is no kind `{}`", instance.kind));
    }
    let known =
        ["--metric", "units", "slides", "--encoding", "transition", "operators", "--solver", "batsat"];
    let more = ["--horizon", "--minimize", "--search", "--incremental", "--schedule", "linear", "--labelled"];
    let is_known = |word: &String| {
        known.contains(&&**word) || more.contains(&&**word) || word.starts_with(|c: char| c.is_ascii_digit())
    };
    let words = configuration.arguments(1);
    words.iter().find(|word| !is_known(word)).map_or(Ok(()), |word| Err(format!("what is {word}?")))
}

fn read_in(source: &Source, folder: &Path) -> Result<Suite, Diagnostic> {
    Suite::read(source, folder, Abilities { reading: &Reading::default(), check: &knows })
}

/// A folder with three boards.
fn folder() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    fs::create_dir(folder.path().join("more")).unwrap();
    for name in ["a.toml", "more/b.toml", "more/c.toml"] {
        fs::write(folder.path().join(name), name).unwrap();
    }
    folder
}

fn read(text: &str) -> Result<Suite, Diagnostic> {
    read_in(&Source::new("suite.toml", text), folder().path())
}

/// The runs in a line each.
fn check(text: &str, expected: Expect) {
    let suite = read(text).unwrap();
    let lines = suite.planned.iter().map(|planned| {
        let Planned { instance, configuration, run, limits, expected } = planned;
        let metric = configuration.metric.as_deref().unwrap_or("-");
        let answer = expected.map_or("?".to_owned(), |answer| answer.to_string());
        let timeout = limits.timeout.map(|timeout| format!(" {timeout:?}")).unwrap_or_default();
        let memory = limits.megabytes().map(|memory| format!(" {memory} MB")).unwrap_or_default();
        format!("{} {metric} ({configuration}) {run}: {answer}{timeout}{memory}\n", instance.name)
    });
    expected.assert_eq(&lines.collect::<String>());
}

#[test]
fn groups_are_combined() {
    check(
        r#"
        timeout = 60
        runs = 2
        [[group]]
        instances = ["a.toml"]
        metrics = ["units", "slides"]
        encodings = ["transition"]
        modes = ["incremental", "search"]
        [[group]]
        instances = ["more/*.toml", "a.toml", "more/b.toml"]
        modes = ["fixed"]
        horizon = "expected"
        metrics = ["units"]
        solvers = ["batsat"]
        options = { labelled = true }
        expected = 5
        runs = 1
        timeout = 0.5
        memory = 100
        [expected]
        "a.toml" = { units = 3, slides = "unsolvable" }
        "#,
        expect![[r#"
            a.toml units (transition, incremental) 1: 3 60s
            a.toml units (search) 1: 3 60s
            a.toml slides (transition, incremental) 1: unsolvable 60s
            a.toml slides (search) 1: unsolvable 60s
            more/b.toml units (fixed 5, batsat, labelled) 1: 5 500ms 100 MB
            more/c.toml units (fixed 5, batsat, labelled) 1: 5 500ms 100 MB
            a.toml units (fixed 5, batsat, labelled) 1: 5 500ms 100 MB
            a.toml units (transition, incremental) 2: 3 60s
            a.toml units (search) 2: 3 60s
            a.toml slides (transition, incremental) 2: unsolvable 60s
            a.toml slides (search) 2: unsolvable 60s
        "#]],
    );
}

#[test]
fn what_is_left_out_is_left_to_the_program() {
    check(
        r#"
        [[group]]
        instances = ["a.toml"]
        [[group]]
        kind = "prisoners"
        instances = [{ days = 6 }, { days = 7, design = "golfers" }]
        expected = "solved"
        "#,
        expect![[r#"
            a.toml - (auto) 1: ?
            prisoners, days 6 - () 1: solved
            prisoners, days 7, design golfers - () 1: solved
        "#]],
    );
}

#[test]
fn folders_and_collections_stand_for_what_is_in_them() {
    let folder = tempfile::tempdir().unwrap();
    fs::create_dir(folder.path().join("more")).unwrap();
    let boards = "card01 XX..............\ncard02 XX#.............\n";
    for (name, text) in
        [("boards.txt", boards), ("more/a.txt", "XX.\n...\n...\n"), ("more/notes", "Some notes, no problem.")]
    {
        fs::write(folder.path().join(name), text).unwrap();
    }
    let names = |instances: &str| {
        let suite = Source::new("suite.toml", &format!("[[group]]\ninstances = [{instances}]\n"));
        let planned = read_in(&suite, folder.path()).unwrap().planned;
        planned.into_iter().map(|planned| planned.instance.name).collect::<Vec<_>>()
    };
    assert_eq!(names("'boards.txt', 'more'"), ["boards.txt:1", "boards.txt:2", "more/a.txt"]);
    assert_eq!(names("'boards.txt:card02', 'boards.txt:2'"), ["boards.txt:card02", "boards.txt:2"]);
}

#[test]
fn an_expected_cost_may_have_decimals() {
    check(
        r#"
        [[group]]
        instances = ["a.toml"]
        metrics = ["units", "slides"]
        expected = { units = 0.000001, slides = 11.50 }
        "#,
        expect![[r#"
            a.toml units (auto) 1: 0.000001
            a.toml slides (auto) 1: 11.5
        "#]],
    );
}

#[test]
fn what_is_meant_twice_is_run_once() {
    let once = "[[group]]\ninstances = [\"a.toml\"]\nmodes = [\"search\"]\n";
    let twice = format!("{once}{once}runs = 2\n");
    assert_eq!(read(&twice).unwrap().planned.len(), 2);
    let with_answer = format!("{once}{once}expected = 7\n");
    assert!(read(&with_answer).unwrap_err().message().contains("the same run"));
}

#[test]
fn the_hash_is_of_the_meaning() {
    let hash = |text: &str| read(text).unwrap().hash;
    let text = "[[group]]\ninstances = [\"a.toml\"]\nmodes = [\"search\"]\n";
    let same = "name = \"other\"\n# no matter\n[[group]]\nmodes = ['search']\ninstances = ['a.*']\n";
    assert_eq!(hash(text), hash(same));
    for other in [
        text.replace("a.toml", "more/b.toml"),
        text.replace("search", "incremental"),
        format!("timeout = 1\n{text}"),
        format!("runs = 2\n{text}"),
        format!("{text}expected = 3\n"),
    ] {
        assert_ne!(hash(text), hash(&other), "{other}");
    }
    let folder = folder();
    let source = Source::new("suite.toml", text);
    let before = read_in(&source, folder.path()).unwrap();
    assert_eq!(before.hash, hash(text), "another folder is no other meaning");
    fs::write(folder.path().join("a.toml"), "changed").unwrap();
    assert_ne!(before.hash, read_in(&source, folder.path()).unwrap().hash);
}

#[test]
fn complaints_point_at_the_place() {
    check_cases("refused/suite", |source| {
        let folder = folder();
        let complaint = read_in(source, folder.path()).err()?;
        Some(complaint.to_string().replace(&folder.path().display().to_string(), "FOLDER"))
    });
}

#[test]
fn what_has_no_effect_is_warned_of() {
    let group = "[[group]]\ninstances = [\"a.toml\"]\nmodes = [\"search\"]\n";
    for (list, what) in
        [("encodings = [\"operators\"]", "an encoding"), ("solvers = [\"batsat\"]", "a solver")]
    {
        let warnings = read(&format!("{group}{list}\n")).unwrap().warnings;
        let [warning] = &*warnings else { panic!("{warnings:?}") };
        assert_eq!(warning.message(), format!("no mode of this group has {what}"));
    }
}

#[test]
fn too_many_runs_are_refused_before_they_are_made() {
    let many = "\"x\",".repeat(400);
    let text = format!("[[group]]\ninstances = [\"a.toml\"]\nmetrics = [{many}]\nencodings = [{many}]\n");
    assert!(read(&text).unwrap_err().message().contains("more than 100000 runs"));
}
