//! What is recorded of a run, what contradicts what is expected, tables of records, and configurations.

use bmcplan::plan::Cost;
use bmcplan_bench::{
    Choices, Configuration, Expected, HorizonRecord, Record, RunOutcome, Spread, TableStyle, summaries,
    table, write_csv,
};
use expect_test::expect;

use super::{record, solved};

/// A plan of so many moves, steps and hundredths, perhaps cut short by a timeout.
fn measured(
    length: Option<usize>,
    steps: Option<usize>,
    cost: Option<u128>,
    optimal: bool,
    cut: bool,
) -> RunOutcome {
    let cost = cost.map(|cost| Cost::of(cost, 100));
    RunOutcome::Solved { length, steps, cost, optimal, cut_short_by: cut.then(|| "timeout".to_owned()) }
}

#[test]
fn a_record_is_a_line_and_back() {
    for outcome in [
        measured(Some(3), Some(3), None, true, true),
        RunOutcome::Unsolvable,
        RunOutcome::NoPlanWithin { horizon: 2 },
        RunOutcome::OutOfTime,
        RunOutcome::OutOfMemory,
        RunOutcome::NotStarted { message: "no memory".to_owned() },
        RunOutcome::Failed { message: "no\nsuch \"thing\"".to_owned(), exit_code: Some(2) },
    ] {
        let mut record = record("transition", "incremental", outcome);
        record.open_goals = vec![100, 50];
        record.certificate.get_or_insert_default().proof_bytes = Some(7);
        let result = "reached".to_owned();
        record.horizons = vec![HorizonRecord { horizon: 3, result, seconds: 0.125, conflicts: Some(7) }];
        let line = serde_json::to_string(&record).unwrap();
        assert!(!line.contains('\n'));
        assert_eq!(serde_json::from_str::<Record>(&line).unwrap(), record);
        assert!(serde_json::from_str::<Record>(&line[..line.len() - 1]).is_err());
    }
    let mut record = record("transition", "fixed", solved(3, true));
    record.configuration.options.insert("schedule".to_owned(), "linear".to_owned());
    expect![[r#"{"instance":"board.toml","kind":"rushhour","metric":null,"encoding":"transition","mode":"fixed","given_horizon":null,"solver":null,"options":{"schedule":"linear"},"run":1,"result":{"status":"solved","length":3,"steps":3,"optimal":true},"refuted":null,"horizon":null,"variables":null,"clauses":null,"literals":null,"formula_bytes":null,"states":null,"build_seconds":null,"solver_seconds":null,"conflicts":null,"cpu_seconds":null,"wall_seconds":0.25,"memory_mb":null,"horizons":[],"version":"1"}"#]]
        .assert_eq(&serde_json::to_string(&record).unwrap());
}

#[test]
fn results_in_words() {
    for (result, semantics, metric, is_answer, words) in [
        (solved(38, true), None, None, true, "38, shortest"),
        (measured(Some(38), Some(15), None, true, false), Some("sequential"), None, true, "38, shortest"),
        (
            measured(Some(38), Some(15), None, true, false),
            Some("forall"),
            None,
            true,
            "makespan 15 (38 moves), least",
        ),
        (
            measured(Some(38), Some(15), None, true, false),
            Some("exists"),
            Some("slides"),
            true,
            "makespan 15 (38 slides), least",
        ),
        (
            measured(Some(38), Some(15), None, false, false),
            Some("exists"),
            Some("slides"),
            true,
            "makespan 15 (38 slides)",
        ),
        (measured(None, None, None, false, true), None, None, false, "solved; incomplete: timeout"),
        (measured(Some(3), Some(3), None, true, true), None, None, false, "3, shortest; incomplete: timeout"),
    ] {
        let mut record = record("operators", "incremental", result);
        record.configuration.options.extend(semantics.map(|name| ("semantics".to_owned(), name.to_owned())));
        record.configuration.metric = metric.map(str::to_owned);
        assert_eq!((record.result.is_answer(), &*record.result_in_words()), (is_answer, words));
    }
}

#[test]
fn what_contradicts_an_expected_answer_and_what_does_not() {
    let without_steps = || measured(None, None, None, false, false);
    let makespan = || measured(Some(38), Some(15), None, true, false);
    let costly = |cost, optimal| measured(Some(3), Some(3), Some(cost), optimal, false);
    let cost = Expected::Cost(Cost::of(1250, 1000));
    for (expected, result, contradicted) in [
        (Expected::Steps(3), solved(3, true), false),
        (Expected::Steps(3), solved(4, false), false),
        (Expected::Steps(3), solved(4, true), true),
        (Expected::Steps(3), solved(2, false), true),
        (Expected::Steps(3), RunOutcome::NoPlanWithin { horizon: 2 }, false),
        (Expected::Steps(3), RunOutcome::NoPlanWithin { horizon: 3 }, true),
        (Expected::Steps(3), RunOutcome::Unsolvable, true),
        (Expected::Steps(3), RunOutcome::OutOfTime, false),
        (Expected::Solved, without_steps(), false),
        (Expected::Solved, RunOutcome::Unsolvable, true),
        (Expected::Solved, RunOutcome::NoPlanWithin { horizon: 9 }, false),
        (Expected::Unsolvable, RunOutcome::Unsolvable, false),
        (Expected::Unsolvable, RunOutcome::NoPlanWithin { horizon: 9 }, false),
        (Expected::Unsolvable, without_steps(), true),
        (cost, costly(125, true), false),
        (cost, costly(126, false), false),
        (cost, costly(126, true), true),
        (cost, costly(124, false), true),
        (cost, RunOutcome::NoPlanAtCost { cost: Cost::of(124, 100) }, false),
        (cost, RunOutcome::NoPlanAtCost { cost: Cost::of(125, 100) }, true),
        (cost, RunOutcome::Unsolvable, true),
        (cost, RunOutcome::OutOfTime, false),
        (cost, solved(1, true), true),
    ] {
        let record = record("transition", "incremental", result);
        assert_eq!(expected.is_contradicted_by(&record), contradicted, "{expected:?} {:?}", record.result);
    }
    // A plan of 38 moves in 15 steps contradicts neither 26 nor 38 moves.
    let mut record = record("operators", "incremental", makespan());
    record.configuration.options.insert("semantics".to_owned(), "exists".to_owned());
    for (expected, contradicted) in [(14, true), (15, false), (26, false), (38, false), (39, true)] {
        assert_eq!(Expected::Steps(expected).is_contradicted_by(&record), contradicted, "{expected}");
    }
    for (expected, text) in [
        (Expected::Steps(3), r#"{"steps":3}"#),
        (Expected::Cost(Cost::of(125, 100)), r#"{"cost":1.25}"#),
        (Expected::Solved, r#""solved""#),
        (Expected::Unsolvable, r#""unsolvable""#),
    ] {
        assert_eq!(serde_json::to_string(&expected).unwrap(), text);
        assert_eq!(serde_json::from_str::<Expected>(text).unwrap(), expected);
    }
}

#[test]
fn rows_have_the_runs_of_one_configuration() {
    let of = |numbers: &[f64]| {
        Spread::of(numbers.iter().map(|number| Some(*number))).map(|it| (it.median, it.least, it.greatest))
    };
    assert_eq!(of(&[]), None);
    assert_eq!(of(&[9.0, 1.0]), Some((5.0, 1.0, 9.0)));
    assert_eq!(of(&[9.0, 1.0, 2.0]), Some((2.0, 1.0, 9.0)));
    assert_eq!(Spread::of([None, Some(4.0)]).map(|spread| spread.median), Some(4.0));
    let mut records = [
        ("transition", RunOutcome::Unsolvable),
        ("operators", RunOutcome::Unsolvable),
        ("transition", RunOutcome::OutOfTime),
        ("transition", RunOutcome::Unsolvable),
    ]
    .map(|(encoding, result)| record(encoding, "incremental", result));
    (records[0].figures.clauses, records[3].figures.clauses) = (Some(10), Some(30));
    let rows = summaries(&records);
    let shown = rows.iter().map(|row| {
        let clauses = row.count(|record| record.figures.clauses);
        format!("{}: {} {} {clauses:?}", row.configuration, row.answered(), row.result_in_words())
    });
    assert_eq!(
        shown.collect::<Vec<_>>(),
        [
            "transition, incremental: 2 unsolvable (2 of 3) Some(30)",
            "operators, incremental: 1 unsolvable None"
        ]
    );
}

#[test]
fn tables() {
    let mut records = vec![
        record("transition", "incremental", solved(39, true)),
        record("transition", "incremental", solved(39, true)),
        record("paper-v1", "fixed", RunOutcome::OutOfTime),
    ];
    for (record, seconds) in records.iter_mut().zip([0.25, 0.125, 60.0]) {
        record.cpu_seconds = Some(seconds);
        record.figures.variables = Some(12_345).filter(|_| seconds < 1.0);
        record.figures.formula_bytes = Some(1_234_567).filter(|_| seconds < 1.0);
        record.memory_mb = Some(123.456);
    }
    records[2].configuration.given_horizon = Some(39);
    records[2].configuration.solver = Some("cmd:a | b".to_owned());
    let rows = summaries(&records);
    expect![[r#"
        encoding    mode         solver     result        variables  formula  CPU s  from–to       MB
        transition  incremental             39, shortest     12,345  1.23 MB  0.188  0.125–0.250  123
        paper-v1    fixed 39     cmd:a | b  out of time                        60.0               123
    "#]]
    .assert_eq(&table(&rows, TableStyle::Terminal));
    expect![[r#"
        | encoding   | mode        | solver     | result       | variables | formula | CPU s | from–to     |  MB |
        |------------|-------------|------------|--------------|----------:|--------:|------:|-------------|----:|
        | transition | incremental |            | 39, shortest |    12,345 | 1.23 MB | 0.188 | 0.125–0.250 | 123 |
        | paper-v1   | fixed 39    | cmd:a \| b | out of time  |           |         |  60.0 |             | 123 |
    "#]]
    .assert_eq(&table(&rows, TableStyle::Markdown));
    let mut text = Vec::new();
    write_csv(&rows, &mut text).unwrap();
    expect![[r#"
        instance,kind,metric,encoding,mode,given_horizon,solver,options,seed,runs,answered,result,length,cost,makespan,horizon,refuted,proved_by,variables,clauses,literals,formula_bytes,states,conflicts,build_seconds,solver_seconds,proof_bytes,certify_seconds,check_seconds,not_certified,cpu_seconds,cpu_seconds_least,cpu_seconds_greatest,wall_seconds,memory_mb,version
        board.toml,rushhour,,transition,incremental,,,,,2,2,"39, shortest",39,,39,,,,12345,,,1234567,,,,,,,,,0.1875,0.125,0.25,0.25,123.456,1
        board.toml,rushhour,,paper-v1,fixed,39,cmd:a | b,,,1,0,out of time,,,,,,,,,,,,,,,,,,,60.0,60.0,60.0,0.25,123.456,1
    "#]]
    .assert_eq(&String::from_utf8(text).unwrap());
}

#[test]
fn configurations_in_words_and_as_arguments() {
    let (before, after) = ("--encoding transition --solver batsat", "--at-most-one ladder --labelled");
    for (mode, horizon, words, typed) in [
        ("auto", None, "auto", ""),
        ("pdr", None, "pdr", "--pdr "),
        ("fixed", Some(39), "fixed 39", "--horizon 39 "),
        ("minimize", Some(39), "minimize 39", "--minimize 39 "),
    ] {
        let configuration = Configuration {
            encoding: Some("transition".to_owned()),
            mode: Some(mode.to_owned()),
            given_horizon: horizon,
            solver: Some("batsat".to_owned()),
            options: [("at-most-one", "ladder"), ("labelled", "")]
                .map(|(name, value)| (name.to_owned(), value.to_owned()))
                .into(),
            ..Configuration::default()
        };
        assert_eq!(
            configuration.to_string(),
            format!("transition, {words}, batsat, at-most-one ladder, labelled")
        );
        assert_eq!(configuration.arguments(1).join(" "), format!("{before} {typed}{after}"));
    }
    assert_eq!(Configuration::default().to_string(), "");
    assert_eq!(Configuration::default().arguments(1), Vec::<String>::new());
}

#[test]
fn what_does_not_matter_is_not_multiplied() {
    let names = |names: &str| names.split_whitespace().map(str::to_owned).collect::<Vec<_>>();
    let combined = |modes: Option<&str>, varied: &[(&'static str, &str)], horizon| {
        let choices = Choices {
            encodings: names("e f"),
            modes: modes.map(names),
            solvers: names("s"),
            varied: varied.iter().map(|(name, values)| (*name, names(values))).collect(),
            horizon,
            ..Choices::default()
        };
        let (all, left_out) = choices.combine();
        (all.iter().map(Configuration::to_string).collect::<Vec<_>>().join("; "), left_out)
    };
    let varied = [("schedule", "linear ramp:2"), ("heuristic", "blind lmcut")];
    let (all, _) = combined(Some("search pdr incremental"), &varied, None);
    assert_eq!(
        all,
        "search, heuristic blind; search, heuristic lmcut; e, pdr, s; f, pdr, s; e, incremental, s, schedule linear; \
         e, incremental, s, schedule ramp:2; f, incremental, s, schedule linear; f, incremental, s, schedule ramp:2"
    );
    // Search may answer, so encodings are not compared, and the one solver is taken.
    assert_eq!(combined(Some("auto auto"), &[], None).0, "auto, s");
    // Problems without modes, and modes that need a horizon.
    let (all, _) = combined(None, &[("symmetry", "none strong")], None);
    assert_eq!(all, "e, s, symmetry none; e, s, symmetry strong; f, s, symmetry none; f, s, symmetry strong");
    assert_eq!(
        combined(Some("fixed minimize search"), &[], None),
        ("search".to_owned(), vec!["fixed", "minimize"])
    );
    assert_eq!(combined(Some("fixed search"), &[], Some(7)).0, "e, fixed 7, s; f, fixed 7, s; search");
}
