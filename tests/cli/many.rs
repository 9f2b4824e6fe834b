//! Many problems at once: files, folders and collections; a line for each, and a summary.

use std::fs;
use std::path::Path;
use std::process::Output;
use std::time::{Duration, Instant};

use expect_test::expect;
use serde_json::Value;
use tempfile::TempDir;

use crate::{bmcplan, code, stderr, stdout};

/// A board of 81 units, one of 103, a faulty one and one without a plan.
const LINES: &str = "\
81 GBBoLoGHIoLMGHIAAMCCCKoMooJKDDEEJFFo 1
103 IBBxooIooLDDJAALooJoKEEMFFKooMGGHHHM 2332
7 BBB?
0 XX#......
";

/// Takes seconds in slides, and gigabytes by search.
const HARD: &str = "instances/large/12x12_7.toml";
const EASY: &str = "instances/thinkfun/card01.toml";

fn run_in(folder: &Path, line: &str) -> Output {
    bmcplan(&line.split_whitespace().collect::<Vec<_>>()).current_dir(folder).output().unwrap()
}

fn folder(files: &[(&str, &str)]) -> TempDir {
    let folder = TempDir::new().unwrap();
    for (name, text) in files {
        let path = folder.path().join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }
    folder
}

/// The objects that stand on the lines of standard output.
fn objects(output: &Output) -> Vec<Value> {
    stdout(output).lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

/// The lines of standard output before the summary.
fn lines(output: &Output) -> Vec<String> {
    stdout(output).lines().take_while(|line| !line.is_empty()).map(|line| line.trim().to_owned()).collect()
}

/// Standard output without the time.
fn timeless(output: &Output) -> String {
    let text = stdout(output);
    match text.split_once(" problems in ") {
        Some((before, after)) => {
            format!(
                "{before} problems in _{}",
                after.trim_start_matches(|c: char| c.is_ascii_digit() || c == '.')
            )
        }
        None => text,
    }
}

#[test]
fn a_collection_with_a_board_on_each_line() {
    let folder = folder(&[("boards.txt", LINES)]);
    let output = run_in(folder.path(), "solve boards.txt --jobs 1 --search");
    expect![[r#"
            81 units  search        81 1 (boards.txt:1)
           103 units  search        103 2332 (boards.txt:2)
              failed  -             boards.txt:3
             no plan  search        0 (boards.txt:4)

        4 problems in _ s: 2 proved shortest, 1 unsolvable, 1 failed
        hardest: 103 units  103 2332 (boards.txt:2); 81 units  81 1 (boards.txt:1)
        unsolvable: 0 (boards.txt:4)
        failed: boards.txt:3
    "#]]
    .assert_eq(&timeless(&output));
    assert!(stderr(&output).contains("--> boards.txt:3:1\n"), "{}", stderr(&output));
    assert_eq!(code(&output), 2);
}

#[test]
fn an_object_for_each() {
    let folder = folder(&[("boards.txt", LINES)]);
    let output = run_in(folder.path(), "rushhour boards.txt --jsonl --ordered --jobs 4");
    assert_eq!(code(&output), 2);
    let objects = objects(&output);
    let keys = |key: &str| objects.iter().map(|object| object[key].clone()).collect::<Vec<_>>();
    assert_eq!(
        keys("id"),
        ["81 1", "103 2332", "", "0"].map(|id| if id.is_empty() { Value::Null } else { id.into() })
    );
    assert_eq!(keys("line"), [1, 2, 3, 4].map(Value::from));
    assert_eq!(keys("file"), ["boards.txt"; 4].map(Value::from));
    assert_eq!(keys("status"), ["solved", "solved", "error", "unsolvable"].map(Value::from));
    assert_eq!(objects[1]["plan"].as_array().unwrap().len(), 103);
    assert_eq!(objects[2]["error"]["message"], "a board string of 6 cells is not square");
    // One problem is shown so, too, if that is asked for.
    let output = run_in(Path::new(env!("CARGO_MANIFEST_DIR")), &format!("solve {EASY} --jsonl"));
    assert_eq!((code(&output), self::objects(&output).len()), (0, 1));
    assert!(stderr(&output).starts_with("1 problem in "), "{}", stderr(&output));
}

#[test]
fn files_folders_and_standard_input() {
    let (board, puzzle) = ("XX..\n....\n", "start\nA.\ngoal\n.A\n");
    let folder = folder(&[
        ("set/b.txt", board),
        ("set/a.toml", "board = 'XX.'\n"),
        ("set/more/puzzle", puzzle),
        ("set/faulty.txt", "XX..\n...\n"),
        ("set/notes.md", "# My boards\n\nSome\n(of them) are hard.\n"),
        ("set/.hidden", board),
        ("two.txt", "% first\nstart\nA.\ngoal\n.A\n% second\nstart\nB..\ngoal\n..B\n"),
    ]);
    let mut command = bmcplan(&["solve", "set", "two.txt", "-", "missing", "--ordered", "--search"]);
    let input = fs::File::open(folder.path().join("set/b.txt")).unwrap();
    let output = command.current_dir(folder.path()).stdin(input).output().unwrap();
    assert_eq!(
        lines(&output),
        [
            "1 unit  search        set/a.toml",
            "2 units  search        set/b.txt",
            "failed  -             set/faulty.txt",
            "1 unit  search        set/more/puzzle",
            "1 unit  search        first (two.txt:1)",
            "2 units  search        second (two.txt:6)",
            "2 units  search        standard input",
            "failed  -             missing",
        ]
    );
    assert_eq!(code(&output), 2);
    let told = stderr(&output);
    assert!(told.starts_with("left out, as they look like no problems: set/notes.md\n"), "{told}");
    assert!(told.contains("set/faulty.txt:2:1"), "{told}");
}

#[test]
fn tables_point_at_their_lines() {
    let text = "[[problem]]\nid = 'one'\nboard = 'XX.'\n\n[[problem]]\nid = 'two'\nboard = 'AB.'\n";
    let folder = folder(&[("boards.toml", text)]);
    let output = run_in(folder.path(), "solve boards.toml --ordered --search");
    assert_eq!(
        lines(&output),
        ["1 unit  search        one (boards.toml:1)", "failed  -             two (boards.toml:5)"]
    );
    assert!(stderr(&output).contains("boards.toml:7:10"), "{}", stderr(&output));
}

#[test]
fn the_exit_code_is_that_of_the_worst() {
    let folder =
        folder(&[("fine.txt", "XX..\n....\n"), ("stuck.txt", "XX#.\n....\n"), ("faulty.txt", "XX#.\n...\n")]);
    for (line, expected) in [
        ("solve fine.txt fine.txt", 0),
        ("solve fine.txt stuck.txt fine.txt", 10),
        ("solve fine.txt fine.txt --horizon 1", 11),
        ("solve stuck.txt fine.txt --incremental --lower-bound none --timeout 0", 12),
        ("solve stuck.txt faulty.txt fine.txt", 2),
    ] {
        assert_eq!(code(&run_in(folder.path(), line)), expected, "{line}");
    }
    // The moves of each on a line, in order, and nothing else.
    let output = run_in(folder.path(), "solve fine.txt stuck.txt fine.txt --quiet");
    assert_eq!(
        (&*stdout(&output), &*stderr(&output)),
        ("fine.txt\tX right 1, X right 1\nstuck.txt\t\nfine.txt\tX right 1, X right 1\n", "")
    );
    let output = run_in(folder.path(), "solve fine.txt fine.txt --count --quiet");
    assert_eq!(stdout(&output), "fine.txt\t1\nfine.txt\t1\n");
}

#[test]
fn what_is_for_one_problem_is_refused_for_many() {
    let folder = folder(&[("a.txt", "XX..\n"), ("b.txt", "XX..\n")]);
    for option in ["--svg x.svg", "--gif x.gif", "--html x.html", "--plan-out x", "--frames"] {
        let output = run_in(folder.path(), &format!("solve a.txt b.txt {option}"));
        let name = option.split(' ').next().unwrap();
        assert_eq!((code(&output), &*stdout(&output)), (2, ""), "{name}");
        let expected = format!("error: {name} is for one problem, and there are 2; ");
        assert!(stderr(&output).starts_with(&expected), "{}", stderr(&output));
        assert!(!folder.path().join("x").exists());
    }
}

#[test]
fn an_answer_is_printed_as_soon_as_it_is_known() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let line = format!("solve {HARD} {EASY} --metric slides --search --jobs 2 --timeout 2");
    for (ordered, first) in [("", EASY), (" --ordered", HARD)] {
        let output = run_in(root, &format!("{line}{ordered}"));
        assert!(lines(&output)[0].ends_with(first), "{}", stdout(&output));
        assert_eq!(code(&output), 12);
        assert!(stdout(&output).contains(": 1 proved shortest, 1 out of time\n"), "{}", stdout(&output));
    }
}

/// One that takes all memory does not take it from those beside it.
#[test]
fn memory_is_taken_by_one_alone() {
    let line = format!("solve {HARD} {EASY} {EASY} {EASY} --metric slides --search --jobs 2 --memory 30");
    let output = run_in(Path::new(env!("CARGO_MANIFEST_DIR")), &line);
    assert!(stdout(&output).contains(": 3 proved shortest, 1 out of memory\n"), "{}", stdout(&output));
    assert_eq!(code(&output), 12);
}

/// A loop of processes takes six seconds; a debug build on a busy machine may take as long.
#[test]
fn five_hundred_boards() {
    let board = LINES.lines().next().unwrap();
    let folder = folder(&[("boards.txt", &format!("{board}\n").repeat(500))]);
    let begun = Instant::now();
    let output = run_in(folder.path(), "solve boards.txt");
    assert!(stdout(&output).contains(": 500 proved shortest\n"), "{}", stdout(&output));
    assert!(begun.elapsed() < Duration::from_secs(20), "{:?}", begun.elapsed());
}

#[cfg(unix)]
#[test]
fn an_interrupt_keeps_what_is_known() {
    use std::io::{BufRead as _, BufReader, Read as _};
    use std::process::{Command, Stdio};

    let line = format!("solve {EASY} {HARD} {EASY} --metric slides --jobs 1");
    let mut command = bmcplan(&line.split_whitespace().collect::<Vec<_>>());
    let mut child = command.stdout(Stdio::piped()).spawn().unwrap();
    let mut out = BufReader::new(child.stdout.take().unwrap());
    let mut first = String::new();
    out.read_line(&mut first).unwrap();
    assert!(first.contains("slides"), "{first}");
    assert!(Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap().success());
    let mut rest = String::new();
    out.read_to_string(&mut rest).unwrap();
    assert!(rest.contains("1 proved shortest") && rest.contains("1 not tried"), "{rest}");
    assert_eq!(child.wait().unwrap().code(), Some(130));
}

/// Lengths that were not proved are not called so: in lines, in the summary, and among the hardest.
#[test]
fn plans_without_a_proof() {
    let folder =
        folder(&[("a.txt", "XXB\n..B\n.CC\n"), ("b.txt", "XX..\n....\n"), ("c.txt", "XX#.\n....\n")]);
    let output = run_in(folder.path(), "solve a.txt b.txt c.txt --horizon 6 --ordered");
    let text = timeless(&output);
    assert_eq!(text.matches("at most ").count(), 2, "{text}");
    assert!(text.contains(": 2 with a plan that is perhaps not shortest, 1 unsolvable\n"), "{text}");
    assert!(!text.contains("hardest") && !text.contains("proved shortest"), "{text}");
    let stopped = format!("solve {HARD} {EASY} --metric slides --minimize 60 --timeout 4 --jobs 2");
    let output = run_in(Path::new(env!("CARGO_MANIFEST_DIR")), &stopped);
    let text = stdout(&output);
    assert!(
        text.contains("1 with a plan that is perhaps not shortest (1 out of time)")
            || text.contains("1 out of time"),
        "{text}"
    );
    assert!(text.contains("1 proved shortest"), "{text}");
}

/// A makespan is no length.
#[test]
fn makespans() {
    let folder = folder(&[("a.txt", "XX..\n....\n"), ("b.txt", "XXB.C\n..B.C\n.....\n.....\n")]);
    let output = run_in(folder.path(), "solve a.txt b.txt --semantics exists --ordered --incremental");
    expect![[r#"
        makespan 2 (2 units)  relaxed reachability  a.txt
        makespan 4 (7 units)  relaxed reachability  b.txt

        2 problems in _ s: 2 proved to have the least makespan
        hardest: makespan 4 (7 units)  b.txt; makespan 2 (2 units)  a.txt
    "#]]
    .assert_eq(&timeless(&output));
}

/// Each plan, what is measured and what it costs, of each problem.
#[test]
fn details_of_many() {
    let folder = folder(&[("a.txt", "XX..\n....\n"), ("b.txt", "XXB\n..B\n.CC\n")]);
    let output = run_in(folder.path(), "solve a.txt b.txt --all --ordered --search");
    expect![[r#"
        2 units, 1 plan  search        a.txt
                      X right 1, X right 1
        3 units, 1 plan  search        b.txt
                      C left 1, B down 1, X right 1

        2 problems in _ s: 2 proved shortest
        hardest: 3 units  b.txt; 2 units  a.txt
    "#]]
    .assert_eq(&timeless(&output));
    let quiet = run_in(folder.path(), "solve a.txt b.txt --all --quiet --search");
    assert_eq!(stdout(&quiet), "a.txt\tX right 1, X right 1\nb.txt\tC left 1, B down 1, X right 1\n");
    let output = run_in(folder.path(), "solve a.txt b.txt --stats --ordered --search");
    assert_eq!(stdout(&output).matches(" states\n").count(), 2, "{}", stdout(&output));
    assert!(!stdout(&output).contains("memory"), "{}", stdout(&output));
}

#[test]
fn an_empty_folder_is_bad_input() {
    let folder = folder(&[("a.txt", "XX..\n....\n")]);
    fs::create_dir(folder.path().join("empty")).unwrap();
    for line in ["solve empty", "solve a.txt empty"] {
        let output = run_in(folder.path(), line);
        assert_eq!(code(&output), 2, "{line}: {}", stdout(&output));
        assert!(stderr(&output).contains("there is no problem in this folder"), "{}", stderr(&output));
    }
}

/// Costs with decimals, costs of cars, and lengths: each problem is asked as it would be alone.
#[test]
fn each_of_many_problems_has_the_metric_that_it_would_have_alone() {
    let problems = ["instances/pddl/parcels/problem.pddl", "instances/costs/heavy.toml", EASY];
    let told = |object: &Value| ["metric", "length", "cost", "optimal"].map(|key| object[key].clone());
    for options in ["", "--incremental", "--first --anytime"] {
        let alone = problems.map(|problem| {
            let output = run_in(Path::new("."), &format!("solve {problem} {options} --json"));
            told(&objects(&output)[0])
        });
        let many =
            run_in(Path::new("."), &format!("solve {} {options} --jsonl --ordered", problems.join(" ")));
        assert_eq!(objects(&many).iter().map(told).collect::<Vec<_>>(), alone, "{options}");
        assert_eq!((code(&many), &alone[0][0]), (0, &Value::from("cost")), "{options}");
    }
    let output = run_in(Path::new("."), &format!("solve {} --ordered --search", problems.join(" ")));
    let summary = timeless(&output);
    assert!(summary.contains("3 proved shortest or cheapest, as each asks for\n"), "{summary}");
    assert!(summary.starts_with("cost 11.5 (8 actions)  search "), "{summary}");
}

/// A greatest cost is in the unit of the problem, whose parts are tenths.
#[test]
fn a_greatest_cost_of_many_problems_is_in_their_own_unit() {
    let parcels = "instances/pddl/parcels/problem.pddl";
    for (limit, exit, status) in [("11.5", 0, "solved"), ("11.4", 11, "no_plan_within_cost")] {
        let output = run_in(Path::new("."), &format!("solve {parcels} {parcels} --max-cost {limit} --jsonl"));
        let statuses: Vec<_> = objects(&output).iter().map(|object| object["status"].clone()).collect();
        assert_eq!((code(&output), statuses), (exit, vec![Value::from(status); 2]), "{limit}");
    }
    let output = run_in(Path::new("."), &format!("solve {parcels} {EASY} --max-cost 11.4 --ordered"));
    assert_eq!(lines(&output)[0], format!("none up to cost 11.4  search        {parcels}"));
    assert!(timeless(&output).contains("_ s: 1 without a plan within the cost, 1 failed\n"));
    assert!(stderr(&output).starts_with(&format!("error: {EASY}: --max-cost is about costs, and ")));
}

#[test]
fn what_does_not_go_with_the_metric_of_a_problem_is_refused_for_that_problem() {
    let (parcels, heavy) = ("instances/pddl/parcels/problem.pddl", "instances/costs/heavy.toml");
    let output =
        run_in(Path::new("."), &format!("solve {parcels} {heavy} {EASY} --max-horizon 40 --jsonl --ordered"));
    let statuses: Vec<_> = objects(&output).iter().map(|object| object["status"].clone()).collect();
    assert_eq!((code(&output), statuses), (2, ["error", "error", "solved"].map(Value::from).to_vec()));
}

/// A game may be lost for one value of the goal, and won for another.
#[test]
fn answers_about_games_name_the_value() {
    let game = "(role me) (legal me leave) (legal me stay) (<= (next out) (does me leave)) (<= (next in) (does me stay))
        (<= terminal (true out)) (<= terminal (true in)) (<= (goal me 40) (true out)) (<= (goal me 0) (true in))";
    let folder = folder(&[("a.kif", game), ("b.kif", game)]);
    for (options, expected, line, named) in [
        ("", 10, "goal 100: no plan  ", "\nunsolvable: _ for goal 100; _ for goal 100\n"),
        ("--goal 40", 0, "goal 40: 1 move  ", "\nhardest: goal 40: 1 move  _; goal 40: 1 move  _\n"),
        ("--goal max", 0, "goal 40: 1 move  ", "\nhardest: goal 40: 1 move  _; goal 40: 1 move  _\n"),
        (
            "--goal max --max-horizon 0",
            11,
            "goal 40 or 0: none up to 0 moves  ",
            "\nwithout a plan within the horizon: _ for goal 40 or 0; _ for goal 40 or 0\n",
        ),
    ] {
        let output = run_in(folder.path(), &format!("solve a.kif b.kif {options}"));
        let text = stdout(&output);
        assert_eq!(code(&output), expected, "{options}: {text}{}", stderr(&output));
        assert!(text.lines().take(2).all(|known| known.trim_start().starts_with(line)), "{options}: {text}");
        // The one that is done first is named first.
        let masked = text.replace("a.kif", "_").replace("b.kif", "_");
        assert!(masked.ends_with(named), "{options}: {text}");
    }
}
