//! Reports with answers, limits and contradictions, and their plots.

use std::num::NonZeroUsize;
use std::time::Duration;

use bmcplan::ask::Limits;
use bmcplan::draw::svg;
use bmcplan::plan::Cost;
use bmcplan_bench::plots::{cactus, comparison, scatter};
use bmcplan_bench::report::{ConfigurationScore, contradictions, markdown, scores, unexpected};
use bmcplan_bench::run_log::{BenchSession, Entry, Head, Machine, RunLog, RunLogWriter, SuiteId};
use bmcplan_bench::{Configuration, Expected, HorizonRecord, Instance, Planned, Record, RunOutcome, Suite};
use expect_test::expect;

use super::{record, solved};

fn run(instance: &str, encoding: &str, result: RunOutcome, seconds: f64) -> Record {
    let mut record = record(encoding, "incremental", result);
    record.instance = instance.to_owned();
    (record.cpu_seconds, record.wall_seconds) = (Some(2.0 * seconds), seconds);
    record
}

/// A file with these runs, all of which should give 3 within 10 seconds.
fn log(records: Vec<Record>) -> RunLog {
    let planned = planned();
    let machine = Machine {
        os: Some("Some Linux".to_owned()),
        cpu: None,
        threads: NonZeroUsize::new(2),
        memory_mb: Some(8000),
    };
    let session = BenchSession {
        date: "2026-01-02T03:04:05Z".to_owned(),
        commit: Some("0123456789abcdef-dirty".to_owned()),
        shard: None,
        at_a_time: NonZeroUsize::MIN,
        machine,
        solvers: [("varisat".to_owned(), Some("0.2.2".to_owned())), ("cmd:x".to_owned(), None)].into(),
    };
    let suite = Suite {
        name: "s".to_owned(),
        hash: "0123456789abcdef".to_owned(),
        planned: vec![planned],
        warnings: vec![],
    };
    let mut head = Head::of(&suite, "1.0", session);
    head.suite = SuiteId { runs: 9, ..head.suite };
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("log");
    let mut writer = RunLogWriter::create(&path, &head).unwrap();
    entries(records).iter().for_each(|entry| writer.add(entry).unwrap());
    drop(writer);
    RunLog::read(&path).unwrap()
}

fn planned() -> Planned {
    let instance = Instance { name: String::new(), kind: String::new(), arguments: Vec::new() };
    Planned {
        instance,
        configuration: Configuration::default(),
        run: 1,
        limits: Limits { timeout: Some(Duration::from_secs(10)), ..Limits::default() },
        expected: Some(Expected::Steps(3)),
    }
}

fn entries(records: Vec<Record>) -> Vec<Entry> {
    records.into_iter().zip(1..).map(|(record, job)| Entry::of(job, &planned(), record)).collect()
}

fn scored(records: Vec<Record>) -> Vec<ConfigurationScore> {
    scores(&entries(records).iter().collect::<Vec<_>>())
}

fn contradictory(records: Vec<Record>) -> Vec<String> {
    contradictions(&entries(records).iter().collect::<Vec<_>>())
}

fn four() -> Vec<Record> {
    vec![
        run("a.toml", "transition", solved(3, true), 0.5),
        run("a.toml", "operators", solved(3, true), 1.5),
        run("b.toml", "transition", solved(3, true), 4.0),
        run("b.toml", "operators", RunOutcome::OutOfTime, 10.0),
    ]
}

#[test]
fn the_report() {
    let mut records = four();
    records.push(run(
        "c.toml",
        "transition",
        RunOutcome::Failed { message: "no".to_owned(), exit_code: Some(2) },
        0.1,
    ));
    expect![[r#"
        # s

        5 of 9 runs under bmcplan 1.0; the hash of the suite begins with `0123456789ab`.

        ## Where and when

        | began                | commit             | part | at a time | processor | threads | memory  | system     | solvers              |
        |----------------------|--------------------|------|-----------|-----------|---------|---------|------------|----------------------|
        | 2026-01-02T03:04:05Z | 0123456789ab-dirty |      | 1         |           | 2       | 8000 MB | Some Linux | cmd:x, varisat 0.2.2 |

        ## Configurations

        | kind     | encoding   | mode        | solver | options | answered | of | quality | PAR-2, wall-clock s | wall-clock s of answers |
        |----------|------------|-------------|--------|---------|---------:|---:|--------:|--------------------:|------------------------:|
        | rushhour | transition | incremental |        |         |        2 |  3 |    2.00 |                8.17 |                    4.50 |
        | rushhour | operators  | incremental |        |         |        1 |  2 |    1.00 |                10.8 |                    1.50 |

        Answered are problems with an answer in most runs. Quality is the sum of the least known length or cost of each problem divided by that of the plan. PAR-2 is the mean of wall-clock seconds, with twice the limit of that clock where there is no answer.

        ## Problems

        ### a.toml (rushhour; expected: 3; at most 10 s), one run each

        | encoding   | mode        | result      | CPU s |
        |------------|-------------|-------------|------:|
        | transition | incremental | 3, shortest |  1.00 |
        | operators  | incremental | 3, shortest |  3.00 |

        ### b.toml (rushhour; expected: 3; at most 10 s), one run each

        | encoding   | mode        | result      | CPU s |
        |------------|-------------|-------------|------:|
        | transition | incremental | 3, shortest |  8.00 |
        | operators  | incremental | out of time |  20.0 |

        ### c.toml (rushhour; expected: 3; at most 10 s), one run each

        | encoding   | mode        | result     | CPU s |
        |------------|-------------|------------|------:|
        | transition | incremental | failed (2) | 0.200 |

        - failed: transition, incremental (no)
    "#]].assert_eq(&markdown(&log(records)));
}

#[test]
fn a_configuration_without_answers_takes_no_time() {
    let records = vec![run("a.toml", "transition", RunOutcome::OutOfTime, 10.0)];
    let report = markdown(&log(records));
    assert!(
        report.contains(&format!("|        0 |  1 |    0.00 | {:>19} | {:23} |", "20.0", "")),
        "{report}"
    );
}

#[test]
fn scores_of_configurations() {
    let scores = scored(four());
    let shown: Vec<_> = scores
        .iter()
        .map(|score| (score.to_string(), score.answered(), score.tried(), score.par2()))
        .collect();
    assert_eq!(
        shown,
        [
            ("rushhour: transition, incremental".to_owned(), 2, 2, Some(2.25)),
            ("rushhour: operators, incremental".to_owned(), 1, 2, Some(10.75)),
        ]
    );
}

#[test]
fn quality_is_the_least_known_size_by_that_of_the_plan() {
    let costing = |cost: u128| RunOutcome::Solved {
        length: Some(2),
        steps: Some(2),
        cost: Some(Cost::of(cost, 10)),
        optimal: false,
        cut_short_by: None,
    };
    let qualities = |records: Vec<Record>| {
        scored(records)
            .iter()
            .map(|score| (score.configuration.to_string(), score.quality()))
            .collect::<Vec<_>>()
    };
    let of = |encoding: &str, quality: f64| (format!("{encoding}, incremental"), quality);
    // 3 is expected, and 12 is longer; a problem without an answer counts 0.
    let records = vec![
        run("a.toml", "transition", solved(12, false), 1.0),
        run("a.toml", "operators", solved(3, true), 1.0),
        run("b.toml", "transition", solved(4, false), 1.0),
        run("b.toml", "operators", RunOutcome::OutOfTime, 10.0),
    ];
    assert_eq!(qualities(records), [of("transition", 1.0), of("operators", 1.0)]);
    // Costs of 2.4, 1.2 and 4.8, where 3 is expected: a cheaper plan is known. Runs of a problem count by their mean.
    let mut again = run("c.toml", "operators", costing(48), 1.0);
    again.run = 2;
    let records = vec![
        run("c.toml", "transition", costing(24), 1.0),
        run("c.toml", "operators", costing(12), 1.0),
        again,
    ];
    assert_eq!(qualities(records), [of("transition", 0.5), of("operators", 0.625)]);
    // No plan, for sure or within a horizon; a plan that costs nothing.
    let records = vec![
        run("d.toml", "transition", RunOutcome::Unsolvable, 1.0),
        run("d.toml", "operators", RunOutcome::NoPlanWithin { horizon: 2 }, 1.0),
    ];
    assert_eq!(qualities(records), [of("transition", 1.0), of("operators", 0.0)]);
    assert_eq!(qualities(vec![run("e.toml", "transition", costing(0), 1.0)]), [of("transition", 1.0)]);
    // Steps of several moves are not compared with an expected length.
    let mut parallel = run("f.toml", "operators", solved(6, true), 1.0);
    parallel.configuration.options.insert("semantics".to_owned(), "exists".to_owned());
    let quality = scored(vec![parallel]).iter().map(ConfigurationScore::quality).sum::<f64>();
    assert_eq!(quality, 1.0);
}

#[test]
fn coverage_is_shown_by_folder() {
    let report = markdown(&log(vec![
        run("gripper/p01.pddl", "transition", solved(3, true), 0.5),
        run("gripper/p02.pddl", "transition", RunOutcome::OutOfTime, 10.0),
        run("gripper/p02.pddl", "operators", solved(3, true), 1.5),
        run("blocks/p01.pddl", "transition", solved(3, true), 4.0),
    ]));
    let (_, folders) = report.split_once("## Folders\n\n").unwrap();
    expect![[r#"
        | folder  | rushhour: transition, incremental | rushhour: operators, incremental |
        |---------|-----------------------------------|----------------------------------|
        | blocks  | 1 of 1                            |                                  |
        | gripper | 1 of 2                            | 1 of 1                           |
    "#]]
    .assert_eq(folders.split_once("\nAnswered").unwrap().0);
    assert!(!markdown(&log(four())).contains("## Folders"));
}

#[test]
fn scores_are_by_the_clock_of_the_limits() {
    let by = |limits: [Option<f64>; 2]| {
        let mut all = entries(four());
        for entry in &mut all {
            [entry.timeout_seconds, entry.cpu_timeout_seconds] = limits;
        }
        let score = scores(&all.iter().collect::<Vec<_>>()).remove(0);
        (score.clock.name(), score.par2())
    };
    assert_eq!(by([Some(10.0), None]), ("wall-clock", Some(2.25)));
    assert_eq!(by([None, Some(10.0)]), ("CPU", Some(4.5)));
    assert_eq!(by([Some(10.0), Some(10.0)]), ("CPU", Some(4.5)));
    assert_eq!(by([None, None]), ("CPU", Some(4.5)));
}

#[test]
fn an_answer_counts_if_most_runs_have_it_to_the_end() {
    let mut records = four();
    records.truncate(1);
    records.push(run("a.toml", "transition", RunOutcome::OutOfTime, 10.0));
    assert_eq!(scored(records.clone())[0].answered(), 0);
    records.push(run("a.toml", "transition", solved(3, true), 1.0));
    let all = scored(records);
    assert_eq!((all[0].answered(), all[0].par2()), (1, Some(0.75)));
    let unproven = |cut_short_by| RunOutcome::Solved {
        length: Some(3),
        steps: Some(3),
        cost: None,
        optimal: false,
        cut_short_by,
    };
    let mut record = run("a.toml", "transition", unproven(None), 1.0);
    assert_eq!(scored(vec![record.clone()])[0].answered(), 0);
    for (mode, answered) in [("anytime", 0), ("fixed", 1), ("first", 1)] {
        record.configuration.mode = Some(mode.to_owned());
        assert_eq!(scored(vec![record.clone()])[0].answered(), answered, "{mode}");
    }
    let of_a_game = Record { open_goals: vec![100], ..record.clone() };
    assert_eq!(scored(vec![of_a_game])[0].answered(), 0);
    record.result = unproven(Some("timeout".to_owned()));
    assert_eq!(scored(vec![record])[0].answered(), 0);
}

#[test]
fn configurations_have_names() {
    let scores = scored(four());
    let named = |name| {
        ConfigurationScore::named(&scores, name).map(ToString::to_string).map_err(|error| error.to_string())
    };
    assert_eq!(named("operators incremental").unwrap(), "rushhour: operators, incremental");
    assert_eq!(named("rushhour: operators, incremental").unwrap(), "rushhour: operators, incremental");
    assert_eq!(named("transition, incremental").unwrap(), "rushhour: transition, incremental");
    let all = "\n  rushhour: transition, incremental\n  rushhour: operators, incremental";
    // A part of a name is no name, even if no other has it.
    for part in ["incremental", "operators", "rushhour", "paper"] {
        assert_eq!(named(part).unwrap_err(), format!("`{part}` means none of these:{all}"));
    }
    let mut of_two_kinds = four();
    of_two_kinds[0].kind = "sliding".to_owned();
    let scores = scored(of_two_kinds);
    let error = ConfigurationScore::named(&scores, "transition incremental").unwrap_err();
    assert!(error.to_string().starts_with("`transition incremental` means several of these:\n"), "{error}");
    assert!(ConfigurationScore::named(&scores, "sliding transition incremental").is_ok());
}

#[test]
fn what_cannot_be_true() {
    assert_eq!(contradictory(four()), Vec::<String>::new());
    let mut records = four();
    records[0].result = solved(2, true);
    records[3].refuted = Some(7);
    let entries_of = entries(records.clone());
    expect![[r#"
        a.toml: (transition, incremental) says 2, shortest, but 3 is expected
        b.toml: (operators, incremental) says out of time, and refuted 7, but 3 is expected"#]]
    .assert_eq(&unexpected(&entries_of.iter().collect::<Vec<_>>()).join("\n"));
    expect![[r#"
        a.toml: (transition, incremental) has a plan of 2, but (operators, incremental) says that no plan has fewer than 3
        b.toml: (transition, incremental) has a plan of 3, but (operators, incremental) says that no plan has fewer than 8"#]].assert_eq(&contradictory(records).join("\n"));
}

#[test]
fn plots_have_their_points() {
    let scores = scored(four());
    let drawn = svg::figure(&cactus("s", &scores));
    assert_eq!(drawn.matches("<circle").count(), 3, "{drawn}");
    assert!(drawn.contains(">rushhour: operators, incremental (1 of 2)</text>"), "{drawn}");
    let drawn = svg::figure(&scatter("s", &scores[0], &scores[1]));
    assert_eq!(drawn.matches("<circle").count(), 2, "{drawn}");
    assert!(drawn.contains(">above it, rushhour: transition, incremental is faster: 2</text>"), "{drawn}");
}

#[test]
fn runs_that_contradict_each_other() {
    let (transition, operators) = ("board.toml: (transition, incremental)", "(operators, incremental)");
    let within = |horizon| RunOutcome::NoPlanWithin { horizon };
    for (results, expected) in [
        (vec![RunOutcome::OutOfTime, RunOutcome::OutOfMemory], None),
        (vec![solved(3, true), solved(5, false), within(2)], None),
        (vec![solved(3, true), solved(4, true)], Some("no plan has fewer than 4")),
        (vec![solved(3, false), RunOutcome::Unsolvable], Some("there is no plan")),
        (vec![solved(3, false), within(3)], Some("no plan has fewer than 4")),
    ] {
        let encodings = ["transition", "operators", "paper-v1"];
        let records = results.into_iter().zip(encodings);
        let found =
            contradictory(records.map(|(result, name)| record(name, "incremental", result)).collect());
        let said = |says| format!("{transition} has a plan of 3, but {operators} says that {says}");
        assert_eq!(found, expected.map(said).into_iter().collect::<Vec<_>>());
    }
    let agree = |records: &[&Record]| contradictory(records.iter().map(|it| (*it).clone()).collect()).len();
    // What a stopped run has refuted counts, and every pair is told once.
    let mut stopped = record("operators", "search", RunOutcome::OutOfTime);
    stopped.refuted = Some(7);
    let plan = record("transition", "incremental", solved(7, false));
    assert_eq!(agree(&[&plan, &plan, &stopped, &stopped]), 1);
    stopped.refuted = Some(6);
    assert_eq!(agree(&[&plan, &stopped]), 0);
    // Of the best value of a game nothing is known until none is open.
    for result in [solved(1, true), within(3), RunOutcome::OutOfTime] {
        let mut open = record("transition", "incremental", result);
        open.refuted = Some(3);
        open.open_goals = vec![100];
        for proved in [solved(3, true), solved(1, true), RunOutcome::Unsolvable] {
            assert_eq!(agree(&[&open, &record("transition", "search", proved)]), 0);
        }
        assert!(
            !Expected::Steps(2).is_contradicted_by(&open) && !Expected::Unsolvable.is_contradicted_by(&open)
        );
    }
    // Other problems have other answers.
    let (one, other) = (record("transition", "incremental", solved(3, true)), solved(4, true));
    let other = record("transition", "incremental", other);
    assert_eq!(agree(&[&one, &other]), 1);
    for change in [
        (|record: &mut Record| record.instance = "other".to_owned()) as fn(&mut Record),
        |record| record.configuration.metric = Some("slides".to_owned()),
        |record| drop(record.configuration.options.insert("goal".to_owned(), "50".to_owned())),
    ] {
        let mut changed = other.clone();
        change(&mut changed);
        assert_eq!(agree(&[&one, &changed]), 0);
    }
}

#[test]
fn a_comparison_has_bars_and_lines() {
    let with_times = |mode: &str, horizons: &[(usize, &str)]| {
        let mut record = record("transition", mode, solved(2, true));
        record.cpu_seconds = Some(1.0);
        (record.figures.build_seconds, record.figures.solver_seconds) = (Some(0.5), Some(1.5));
        let tried = |&(horizon, result): &(usize, &str)| HorizonRecord {
            horizon,
            result: result.to_owned(),
            seconds: 0.5,
            conflicts: None,
        };
        record.horizons = horizons.iter().map(tried).collect();
        record
    };
    let fixed = |horizon| {
        let mut record = with_times("fixed", &[(horizon, "refuted")]);
        record.configuration.given_horizon = Some(horizon);
        record
    };
    let incremental = with_times("incremental", &[(0, "refuted"), (2, "reached"), (1, "refuted")]);
    let mut late = record("paper-v1", "incremental", RunOutcome::OutOfTime);
    late.cpu_seconds = Some(2.0);
    let drawn = svg::figure(&comparison(&[incremental, fixed(2), late]));
    for (part, times) in [
        ("<title>Comparison of configurations</title>", 1),
        (">transition, incremental</text>", 2),
        (">transition, fixed 2</text>", 1),
        (">2.00 s, out of time</text>", 1),
        (">board.toml: horizon against time</text>", 1),
        // A line and its sample in the legend, two horizons on the way up to the goal; one row without answer.
        ("<polyline class=\"line-series", 2),
        ("<circle", 2),
        ("stroke-dasharray=\"4 4\"", 1),
    ] {
        assert_eq!(drawn.matches(part).count(), times, "{part}: {drawn}");
    }
    assert!(svg::figure(&comparison(&[])).ends_with("</svg>\n"));
    let unknown = svg::figure(&comparison(&[record("transition", "pdr", RunOutcome::OutOfMemory)]));
    assert!(unknown.ends_with("</svg>\n") && !unknown.contains("<circle"));

    // Several problems stand on one axis, each with a horizon of its own; one without an answer leaves a gap.
    let of = |instance: &str, encoding: &str, result: RunOutcome| {
        let mut record = record(encoding, "fixed", result);
        record.instance = instance.to_owned();
        record.configuration.given_horizon = Some(instance.len());
        record.cpu_seconds = Some(if encoding == "paper-v1" { 2.0 } else { 0.01 });
        record
    };
    let both = ["x/one.toml", "x/third.toml", "x/fourth.toml"].map(|instance| {
        let slow = if instance == "x/third.toml" { RunOutcome::OutOfTime } else { solved(2, true) };
        [of(instance, "paper-v1", slow), of(instance, "paper-v2", solved(2, true))]
    });
    let drawn = svg::figure(&comparison(both.as_flattened()));
    for (part, times) in [
        (">one</text>", 1),
        (">third</text>", 1),
        (">CPU seconds, median, logarithmic scale</text>", 1),
        (">paper-v1, fixed (answered 2 of 3)</text>", 1),
        (">paper-v2, fixed</text>", 1),
        // One line of three points, none of a point alone, and two samples.
        ("<polyline class=\"line-series", 3),
        ("<circle", 5),
    ] {
        assert_eq!(drawn.matches(part).count(), times, "{part}: {drawn}");
    }
}
