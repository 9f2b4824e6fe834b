//! Parts of answers beside the plan: who proved it, other metrics, moves in parts, states, statistics, names; and limits
//! of counts and of CPU time.

use std::fs;

use serde_json::{Value, json};

use crate::{bmcplan, code, run, stderr, stdout};

const THREE: &str = "XXBooBoCC";

fn told(line: &str) -> Value {
    serde_json::from_str(&stdout(&run(line))).unwrap_or_else(|_| panic!("{line}"))
}

#[test]
fn text_json_and_titles_name_the_same_source() {
    let folder = tempfile::tempdir().unwrap();
    let picture = folder.path().join("plan.svg");
    for (mode, source) in [
        ("--search", "search"),
        ("--incremental", "relaxed reachability"),
        ("--incremental --lower-bound none", "varisat"),
        ("--minimize 5 --lower-bound none --solver batsat", "batsat"),
        ("--pdr", "varisat"),
    ] {
        let line = format!("rushhour --board {THREE} --svg {} {mode}", picture.display());
        let text = stdout(&run(&line));
        assert!(text.contains(&format!("every length up to 2 was refuted by {source};")), "{line}: {text}");
        assert_eq!(told(&format!("{line} --json"))["proved_by"], source, "{line}");
        let drawn = fs::read_to_string(&picture).unwrap();
        assert!(drawn.contains(&format!("3 units, shortest, proved by {source}")), "{line}: {drawn}");
    }
    let walled = told("rushhour --board XX#...... --json");
    assert_eq!(
        (&walled["proved_by"], &walled["solver"], &walled["encoding"]),
        (&"relaxed reachability".into(), &Value::Null, &Value::Null)
    );
    assert_eq!(told("prisoners --days 7 --json")["proved_by"], "counting");
    assert_eq!(told("prisoners --design kirkman --prisoners 6 --days 2 --json")["proved_by"], "varisat");
    assert_eq!(told("prisoners --days 2 --json")["proved_by"], Value::Null);
}

#[test]
fn other_metrics_are_named_where_none_was_chosen() {
    let summary = |line: &str| stdout(&run(line)).lines().last().unwrap().to_owned();
    let klotski = summary("sliding instances/sliding/klotski.toml");
    assert!(klotski.contains("; as slides or moves it may be shorter: --metric slides ("), "{klotski}");
    let board = summary(&format!("rushhour --board {THREE}"));
    assert!(board.contains("; as slides it may be shorter: --metric slides ("), "{board}");
    for line in [format!("rushhour --board {THREE} --metric units"), "rushhour --board XX.......".to_owned()]
    {
        let summary = summary(&line);
        assert!(!summary.contains("may be shorter"), "{line}: {summary}");
    }
    for command in ["rushhour", "solve", "explore", "solve --kind rushhour"] {
        let output = run(&format!("{command} instances/sample02.toml --metric moves"));
        let expected = "error: --metric moves makes no sense for a problem of kind rushhour: a car goes straight, so its moves \
                        are slides; give --metric slides\n";
        assert_eq!((code(&output), &*stderr(&output)), (2, expected), "{command}");
    }
    let other = run("rushhour instances/sample02.toml --metric jumps");
    assert!(stderr(&other).contains("[possible values: units, slides]"), "{}", stderr(&other));
}

#[test]
fn moves_have_parts() {
    let board = told(&format!("rushhour --board {THREE} --json --metric slides --frames"));
    assert_eq!(
        board["moves"],
        json!([
            { "name": "C left 1", "piece": "C", "direction": "left", "cells": 1, "path": [[3, 2], [3, 1]] },
            { "name": "B down 1", "piece": "B", "direction": "down", "cells": 1, "path": [[1, 3], [2, 3]] },
            { "name": "X right 1", "piece": "X", "direction": "right", "cells": 1, "path": [[1, 1], [1, 2]] },
        ])
    );
    assert_eq!(board["frames"].as_array().unwrap().len(), 4);
    assert_eq!(board["frames"][3], "+-------+\n| . X X >\n| . . B |\n| C C B |\n+-------+\n");
    assert_eq!((&board["name"], &board["file"]), (&THREE.into(), &Value::Null));

    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("corner.toml");
    fs::write(&path, "name = \"Around\"\nstart = '''\nA.\n#.\n'''\ngoal = '''\n..\n#A\n'''\n").unwrap();
    let file = path.display();
    let puzzle = told(&format!("sliding {file} --metric moves --json"));
    let around = json!([{ "name": "A right 1 down 1", "piece": "A", "direction": null, "cells": 2, "path": [[1, 1], [1, 2], [2, 2]] }]);
    assert_eq!((&puzzle["moves"], &puzzle["name"]), (&around, &"Around".into()), "{puzzle}");
    assert_eq!(puzzle["file"], file.to_string());
    assert!(puzzle.get("frames").is_none());
    assert_eq!(told(&format!("explore {file} --json"))["name"], "Around");

    let game = told("gdl instances/gdl/buttons-and-lights.kif --json");
    assert_eq!(game["moves"][0]["piece"], Value::Null);
    assert_eq!(game["moves"][0]["name"], game["plan"][0]);
    assert_eq!(game["name"], "buttons-and-lights");
}

/// The path of a move that is followed from the start leads to where the board has the car.
#[test]
fn paths_lead_from_state_to_state() {
    for line in [
        "rushhour --board BBoKMxDDDKMoIAALooIoJLEEooJFFNoGGoxN --json --frames",
        "rushhour --board BBoKMxDDDKMoIAALooIoJLEEooJFFNoGGoxN --json --frames --metric slides",
        "sliding instances/sliding/klotski.toml --json --frames --metric moves",
    ] {
        let answer = told(line);
        let (moves, states) = (answer["moves"].as_array().unwrap(), answer["frames"].as_array().unwrap());
        assert_eq!(moves.len() + 1, states.len(), "{line}");
        for (index, made) in moves.iter().enumerate() {
            let (path, cells) = (made["path"].as_array().unwrap(), made["cells"].as_u64().unwrap());
            assert_eq!(path.len() as u64, cells + 1, "{line}: {made}");
            assert_eq!(made["name"], answer["plan"][index], "{line}");
            for (place, state) in [(&path[0], &states[index]), (&path[path.len() - 1], &states[index + 1])] {
                let [row, column] = [0, 1].map(|at| usize::try_from(place[at].as_u64().unwrap()).unwrap());
                // A frame of one line and of two characters, and a space between cells.
                let shown = state.as_str().unwrap().lines().nth(row).unwrap().chars().nth(2 * column);
                let piece = made["piece"].as_str().unwrap().chars().next();
                assert_eq!(shown, piece, "{line}: {made} in\n{}", state.as_str().unwrap());
            }
        }
    }
}

#[test]
fn statistics_stand_in_groups() {
    let output = run(&format!("rushhour --board {THREE} --stats --incremental --lower-bound none"));
    let text = stdout(&output);
    let (_, stats) = text.split_once(" s)\n\n").unwrap();
    let groups: Vec<&str> = stats.lines().map(|line| line.split_once("  ").unwrap().0.trim()).collect();
    assert_eq!(groups, ["formula", "solver", "horizons", "proved by", "times", "memory"], "{stats}");
    assert!(stats.contains("\nhorizons   4 tried: 3 refuted (0 to 2), 1 reached (3)\n"), "{stats}");
    assert!(stats.contains("formula    transition: "), "{stats}");
    let search = stdout(&run(&format!("rushhour --board {THREE} --stats --search")));
    assert!(search.contains("\nsearch     4 states\nproved by  search\ntimes      "), "{search}");
    assert_eq!(code(&run(&format!("rushhour --board {THREE} --stats --json"))), 2);
}

#[test]
fn a_count_of_no_schedules_is_zero() {
    for (problem, options, number) in [
        ("--days 7", "--count", "0\n"),
        ("--days 7", "--all", ""),
        ("--design kirkman --prisoners 6 --days 2", "--count", "0\n"),
    ] {
        let none = run(&format!("prisoners {problem} {options} --quiet"));
        assert_eq!((code(&none), &*stdout(&none)), (10, number), "{problem} {options}");
    }
}

#[test]
fn a_count_goes_no_further_than_its_limit() {
    let counted = told("prisoners --days 2 --count --limit 5 --json");
    assert_eq!((&counted["count"], &counted["complete"]), (&5.into(), &false.into()));
    assert_eq!(stdout(&run("prisoners --days 2 --count --limit 5 --quiet")), "at least 5\n");
    let all = told("prisoners --prisoners 4 --row 4 --count --limit 5 --json");
    assert_eq!((&all["count"], &all["complete"]), (&1.into(), &true.into()));
    assert_eq!(code(&run("prisoners --days 2 --limit 5")), 2);
    assert_eq!(code(&run("prisoners --days 2 --count --all")), 2);
    // More than 2^53.
    assert_eq!(told("rushhour instances/prob40.toml --count --json")["count"], "15513808750045233279300");
    let listed = run("rushhour instances/prob40.toml --all --limit 2");
    assert!(stdout(&listed).contains("; more than 2 of that length"), "{}", stdout(&listed));
}

#[test]
fn a_wrong_schedule_is_not_an_unreadable_one() {
    let folder = tempfile::tempdir().unwrap();
    let check = |text: &str, more: &[&str]| {
        let path = folder.path().join("schedule.toml");
        fs::write(&path, text).unwrap();
        bmcplan(&[&["prisoners", "--check", path.to_str().unwrap()], more].concat()).output().unwrap()
    };
    let wrong = "days = [\n  [[1, 2, 3]],\n  [[1, 2, 3]],\n]\n";
    let output = check(wrong, &[]);
    assert_eq!((code(&output), stdout(&output)), (20, String::new()), "{}", stderr(&output));
    let output = check(wrong, &["--json"]);
    crate::json_keys::check_lines(&stdout(&output));
    let object: Value = serde_json::from_str(&stdout(&output)).unwrap();
    assert_eq!(
        (code(&output), &object["status"], &object["error"]["line"]),
        (20, &"wrong".into(), &3.into())
    );
    assert_eq!(code(&check("days = 3\n", &[])), 2);
    assert_eq!(code(&check("days = [[[1, 2, 3]]]\n", &[])), 0);
}

#[test]
fn a_comparison_of_nothing_is_no_success_and_writes_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let nothing =
        "compare instances/sample02.toml --encodings paper-v1 --metric slides --modes incremental --runs 1";
    for option in ["--csv", "--json", "--plot"] {
        let file = folder.path().join(format!("old{option}.svg"));
        fs::write(&file, "an older one").unwrap();
        let output = run(&format!("{nothing} {option} {}", file.display()));
        assert_eq!(code(&output), 2, "{option}");
        assert!(stderr(&output).starts_with("error: nothing was measured"), "{}", stderr(&output));
        assert_eq!(fs::read_to_string(file).unwrap(), "an older one", "{option}");
    }
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 3);
}

/// A solver that waits takes no CPU time, and one that works takes it even if it is another process.
#[cfg(target_os = "linux")]
#[test]
fn a_limit_of_cpu_time() {
    let limited = |solver: &str, limits: &[&str]| {
        let line = ["rushhour", "instances/sample02.toml", "--incremental", "--solver", solver, "--json"];
        let output = bmcplan(&[&line, limits].concat()).output().unwrap();
        let object: Value = serde_json::from_str(&stdout(&output)).unwrap();
        assert_eq!((code(&output), &object["stopped_by"]), (12, &"timeout".into()), "{solver}: {object}");
        object["wall_seconds"].as_f64().unwrap()
    };
    let working = "cmd:sh -c 'while :; do :; done'";
    assert!(0.4 <= limited(working, &["--cpu-timeout", "500ms", "--timeout", "1m"]));
    let sleeping = "cmd:sh -c 'sleep 60'";
    assert!(0.9 <= limited(sleeping, &["--cpu-timeout", "500ms", "--timeout", "1s"]));
    let hard = "rushhour instances/large/12x12_7.toml --metric slides --json --cpu-timeout 0.3";
    let object = told(hard);
    assert_eq!(object["stopped_by"], "timeout", "{object}");
    assert!(0.3 <= object["cpu_seconds"].as_f64().unwrap(), "{object}");
}

/// Threads change neither a plan nor its figures; some of them may be asked for without a mode, too.
#[test]
fn threads_of_search() {
    let answer = |threads: &str| {
        let object = told(&format!("rushhour instances/sample02.toml --search --json {threads}"));
        ["plan", "length", "states", "refuted"].map(|key| object[key].clone())
    };
    let one = answer("--threads 1");
    assert_eq!([answer("--threads 3"), answer("")], [one.clone(), one]);
    for more in ["", " --schedule linear"] {
        let object = told(&format!("rushhour instances/sample02.toml --json --threads 3{more}"));
        assert_eq!(object["length"], 39, "{object}");
    }
}

/// Parts of a run are no longer than the run, by the clock of all of them.
#[test]
fn seconds_of_parts_add_up() {
    for line in [
        "rushhour instances/sample05.toml --json --incremental",
        "rushhour instances/sample02.toml --json --incremental --cubes landmarks:3 --threads 2",
        "prisoners --days 3 --count --limit 1000 --json",
    ] {
        let object = told(line);
        let seconds = |key: &str| object[key].as_f64().unwrap();
        let parts = seconds("build_seconds") + seconds("solver_seconds");
        assert!(parts <= seconds("cpu_seconds"), "{line}: {object}");
    }
}
