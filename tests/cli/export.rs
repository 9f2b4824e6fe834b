//! `bmcplan export`.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::skipped::skipped;

use super::{code, run, stderr, stdout};

fn scratch(name: &str) -> PathBuf {
    Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("export_{}_{name}", std::process::id()))
}

/// 39 moves are enough for this board, 38 are not, reduced or not; and two cars leave the way in one step. So any solver of the system
/// says of the file, which is what stands on standard output.
#[test]
fn other_solvers_read_it() {
    let cars = "export --board XX.BC....BC......................... --metric slides --semantics";
    for (line, horizon, answer, part) in [
        ("export instances/sample02.toml", 38, 20, ""),
        ("export instances/sample02.toml", 39, 10, ""),
        (
            "export instances/sample02.toml --reduce relevance,order,mutexes",
            38,
            20,
            "reduced by relevance,order,mutexes; ",
        ),
        (
            "export instances/sample02.toml --reduce relevance,order,mutexes",
            39,
            10,
            "reduced by relevance,order,mutexes; ",
        ),
        (&format!("{cars} sequential"), 2, 20, ""),
        (&format!("{cars} sequential"), 3, 10, ""),
        (&format!("{cars} forall"), 1, 20, "∀-steps"),
        (&format!("{cars} forall"), 2, 10, "∀-steps"),
    ] {
        let (path, line) = (scratch("formula.cnf"), format!("{line} --horizon {horizon}"));
        let output = run(&format!("{line} -o {}", path.display()));
        assert_eq!((code(&output), &*stdout(&output), &*stderr(&output)), (0, "", ""));
        let text = fs::read_to_string(&path).unwrap();
        assert_eq!(text, stdout(&run(&line)));
        assert!(text.contains(part) && text.contains("∀-steps") == (part == "∀-steps"), "{line}");
        for program in ["cadical", "picosat", "minisat"] {
            let solver =
                Command::new(program).arg(&path).stdout(Stdio::null()).stderr(Stdio::null()).status();
            if let Ok(status) = solver {
                assert_eq!(status.code(), Some(answer), "{program}: {line}");
            }
        }
        fs::remove_file(path).unwrap();
    }
}

/// A solver's output for a formula becomes a plan again, with the options of the export.
#[test]
fn models_become_plans() {
    let models = scratch("models");
    fs::create_dir_all(&models).unwrap();
    let at = |name: &str| models.join(name).display().to_string();
    for (number, (problem, options, length)) in [
        ("instances/thinkfun/card01.toml", "--horizon 18", None),
        ("instances/thinkfun/card01.toml", "--horizon 16", Some("16 units")),
        (
            "instances/thinkfun/card01.toml",
            "--metric slides --horizon 8 --reduce relevance --at-most-one ladder",
            Some("8 slides"),
        ),
        ("instances/pddl/circuit/problem.pddl", "--horizon 9 --encoding operators", Some("9 actions")),
        ("instances/pddl/errands/problem.pddl", "--horizon 9 --semantics exists", None),
        ("instances/gdl/hanoi.kif", "--horizon 31", Some("31 moves")),
    ]
    .into_iter()
    .enumerate()
    {
        let (formula, model) = (at(&format!("{number}.cnf")), at(&format!("{number}.txt")));
        assert_eq!(code(&run(&format!("export {problem} {options} -o {formula}"))), 0);
        let Ok(solved) = Command::new("picosat").arg(&formula).output() else {
            skipped("there is no picosat");
            return;
        };
        fs::write(&model, solved.stdout).unwrap();
        let output = run(&format!("check {problem} {model} {options}"));
        let text = stdout(&output);
        // MiniSat writes the same model in another form.
        let printed = fs::read_to_string(&model).unwrap();
        let literals: Vec<&str> = printed.lines().filter_map(|line| line.strip_prefix("v ")).collect();
        fs::write(at("minisat"), format!("SAT\n{}\n", literals.join(" "))).unwrap();
        assert_eq!(stdout(&run(&format!("check {problem} {} {options}", at("minisat")))), text, "{problem}");
        assert_eq!(code(&output), 0, "{problem} {options}: {}", stderr(&output));
        let (last, moves) = text
            .lines()
            .collect::<Vec<_>>()
            .split_last()
            .map(|(last, moves)| (last.to_string(), moves.join("\n")))
            .unwrap();
        if let Some(length) = length {
            assert!(last.starts_with(&format!("valid: {length}")), "{text}");
        }
        // The printed plan can be read again.
        fs::write(at("plan"), moves).unwrap();
        let metric = if options.contains("slides") { "--metric slides" } else { "" };
        let again = run(&format!("check {problem} {} {metric}", at("plan")));
        assert_eq!(stdout(&again).trim(), last, "{}", stderr(&again));
    }
    let board = "instances/thinkfun/card01.toml";
    for (arguments, complaint) in [
        (format!("check {board} {}", at("0.txt")), "this is what a solver prints for a formula"),
        (format!("check {board} {}", at("minisat")), "this is what a solver prints for a formula"),
        (format!("check {board} {} --horizon 17", at("0.txt")), "no model of this formula of"),
        (format!("check {board} {} --horizon 18 --encoding operators", at("0.txt")), "no model of th"),
        (format!("check {board} {} --reduce all", at("0.txt")), "--reduce is of a formula; --horizon N says"),
        (format!("check {board} {} --horizon 99999999999", at("0.txt")), "--horizon: "),
    ] {
        let output = run(&arguments);
        assert_eq!((code(&output), &*stdout(&output)), (2, ""), "{arguments}");
        assert!(stderr(&output).contains(complaint), "{arguments}: {}", stderr(&output));
    }
    fs::write(at("none"), "s UNSATISFIABLE\n").unwrap();
    let none = run(&format!("check {board} {} --horizon 15", at("none")));
    assert!(stderr(&none).contains("no plan within horizon 15"), "{}", stderr(&none));
    fs::remove_dir_all(models).unwrap();
}

/// Clingo finds plans as short with the encoding of docs/, horizon by horizon.
#[test]
fn clingo_plans_with_the_facts() {
    for (problem, length) in [
        ("instances/thinkfun/card03.toml --metric slides", 14),
        ("instances/pddl/circuit/problem.pddl", 9),
        ("instances/gdl/wolf-goat-cabbage.kif", 7),
    ] {
        let path = scratch(&format!("{length}.lp"));
        let output = run(&format!("export {problem} --format lp -o {}", path.display()));
        assert_eq!(code(&output), 0, "{}", stderr(&output));
        let Ok(answer) = Command::new("clingo").arg(&path).arg("docs/shortest-plan.lp").output() else {
            skipped("there is no clingo");
            return;
        };
        let answer = String::from_utf8_lossy(&answer.stdout).into_owned();
        assert_eq!(answer.matches("occurs(").count(), length, "{problem}: {answer}");
        fs::remove_file(path).unwrap();
    }
}

/// Returns the output of clingo; `None`, with a message, where clingo is not installed.
fn clingo(arguments: &[&str]) -> Option<Vec<u8>> {
    let output = Command::new("clingo").args(arguments).output();
    if output.is_err() {
        skipped("there is no clingo");
    }
    Some(output.ok()?.stdout)
}

/// Clingo's answers are plans, in all words and forms; those of the document's programs also where they go on after the goal.
#[test]
fn answers_of_clingo_are_plans() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name).display().to_string();
    let (facts, answer) = (at("facts.lp"), at("answer"));
    for (board, format, program, options, length) in [
        ("instances/thinkfun/card01.toml", "asp-v1", "tests/inputs/asp/rush_hour_v1.lp", "-c l=16", 16),
        ("instances/thinkfun/card01.toml", "asp-v2", "tests/inputs/asp/rush_hour_v2.lp", "-c t=16", 16),
        // Longer, or with moves after the goal.
        ("instances/thinkfun/card02.toml", "asp-v1", "tests/inputs/asp/rush_hour_v1.lp", "-c l=19", 0),
        ("instances/thinkfun/card02.toml", "asp-v2", "tests/inputs/asp/rush_hour_v2.lp", "-c t=19", 0),
        ("instances/thinkfun/card02.toml", "lp", "docs/shortest-plan.lp", "--warn=none", 14),
        ("instances/gdl/wolf-goat-cabbage.kif", "lp", "docs/shortest-plan.lp", "--warn=none", 7),
        ("instances/pddl/circuit/problem.pddl", "lp", "docs/shortest-plan.lp", "--warn=none", 9),
    ] {
        assert_eq!(code(&run(&format!("export {board} --format {format} -o {facts}"))), 0);
        for form in ["-V1", "-V0", "--outf=1", "--outf=2"] {
            let options: Vec<&str> = options.split(' ').collect();
            let Some(said) = clingo(&[&[&*facts, program, form], &*options].concat()) else { return };
            fs::write(&answer, said).unwrap();
            let checked = run(&format!("check {board} {answer}"));
            assert_eq!(code(&checked), 0, "{board} {format} {form}: {}", stderr(&checked));
            if length != 0 {
                assert!(stdout(&checked).starts_with(&format!("valid: {length} ")), "{}", stdout(&checked));
            }
            let drawn = run(&format!("draw {board} --plan {answer}"));
            assert_eq!((code(&drawn), &*stderr(&drawn)), (0, ""), "{board} {format} {form}");
        }
    }
}

/// The facts of all cards describe the same boards, and the document's programs ground them.
#[test]
fn every_card_has_the_facts_of_the_document() {
    let folder = tempfile::tempdir().unwrap();
    let facts = folder.path().join("facts.lp").display().to_string();
    let optima = fs::read_to_string("instances/OPTIMA.tsv").unwrap();
    for card in 1..=40 {
        let board = format!("instances/thinkfun/card{card:02}.toml");
        let (_, known) = optima.split_once(&format!("thinkfun/card{card:02}.toml\t")).unwrap();
        let known = known.split('\t').next().unwrap();
        for (version, program, horizon) in
            [("asp-v1", "rush_hour_v1.lp", "l"), ("asp-v2", "rush_hour_v2.lp", "t")]
        {
            assert_eq!(code(&run(&format!("export {board} --format {version} -o {facts}"))), 0, "{board}");
            let solved = stdout(&run(&format!("rushhour {facts} --search --json")));
            assert!(solved.contains(&format!("\"length\":{known},")), "{board} {version}: {known} {solved}");
            // Facts and program fit together: one move is not enough, and no rule lacks its facts.
            let program = format!("tests/inputs/asp/{program}");
            let horizon = format!("{horizon}=1");
            let Some(said) = clingo(&[&facts, &program, "-c", &horizon]) else { continue };
            let said = String::from_utf8(said).unwrap();
            assert!(said.contains("UNSATISFIABLE"), "{board} {version}: {said}");
        }
    }
}

/// The clauses of a formula, as `place: heading: literals`.
type NamedClauses = Vec<String>;

/// Returns the clauses of a formula in DIMACS, whose comments have names and headings, with literals as in the format text.
fn clauses_of_dimacs(formula: &str) -> NamedClauses {
    let (head, body) = formula.split_once("\np cnf ").unwrap();
    let names: Vec<(&str, &str)> = head
        .lines()
        .filter_map(|line| {
            let (number, rest) = line.strip_prefix("c ")?.split_once(" at frame ")?;
            number.parse::<usize>().ok()?;
            rest.split_once(": ")
        })
        .collect();
    let names: Vec<String> = names
        .iter()
        .enumerate()
        .map(|(index, (frame, name))| {
            let n_vars = names.iter().filter(|(frame, _)| *frame == "0").count();
            let text = if name.contains([' ', '=']) { format!("({name})") } else { (*name).to_owned() };
            match names[..n_vars].iter().filter(|(_, other)| other == name).count() {
                1 => format!("{text}@{frame}"),
                _ => format!("{text}#{}@{frame}", index % n_vars + 1),
            }
        })
        .collect();
    let mut place = String::new();
    let mut clauses = Vec::new();
    for line in body.lines().skip(1) {
        if let Some(heading) = line.strip_prefix("c ") {
            place = heading.to_owned();
            continue;
        }
        let literals = line.strip_suffix(" 0").unwrap().split(' ');
        let literals = literals.map(|literal| match literal.strip_prefix('-') {
            Some(number) => format!("¬{}", names[number.parse::<usize>().unwrap() - 1]),
            None => names[literal.parse::<usize>().unwrap() - 1].clone(),
        });
        clauses.push(format!("{place}: {}", literals.collect::<Vec<_>>().join(" ∨ ")));
    }
    clauses
}

fn clauses_of_text(formula: &str) -> NamedClauses {
    let (mut place, mut heading, mut clauses) = ("", "", Vec::new());
    for line in formula.lines() {
        if let Some(at) = line.strip_prefix("== ") {
            place = at.split(':').next().unwrap();
        } else if let Some(clause) = line.strip_prefix("  ") {
            let at = if place == "at the end" { String::new() } else { format!("{place}: ") };
            clauses.push(format!("{at}{heading}: {clause}"));
        } else {
            heading = line.strip_suffix(':').unwrap_or_default();
        }
    }
    clauses
}

/// The text has the clauses of the formula, each once in its frame, and a heading that says something.
#[test]
fn text_has_every_clause_once_under_a_heading() {
    let every = "--reduce relevance,order,mutexes,symmetries,repeats";
    for options in [
        "instances/sample02.toml --horizon 2",
        &format!("instances/sample02.toml --horizon 3 --metric slides {every}"),
        "instances/sample02.toml --horizon 2 --encoding operators --at-most-one ladder",
        "instances/thinkfun/card01.toml --horizon 1 --encoding paper-v1",
        "instances/thinkfun/card01.toml --horizon 1 --encoding paper-v2",
        "instances/sliding/quzzle.toml --horizon 1",
        "instances/pddl/trolley/problem.pddl --horizon 2 --encoding operators",
        "instances/pddl/trolley/problem.pddl --horizon 0",
        &format!("instances/pddl/parcels/problem.pddl --horizon 3 {every}"),
        "instances/pddl/parcels/problem.pddl --horizon 2 --semantics exists",
        "instances/pddl/circuit/problem.pddl --horizon 2 --semantics forall --reduce symmetries,mutexes",
        "instances/gdl/buttons-and-lights.kif --horizon 2",
    ] {
        let dimacs = run(&format!("export {options}"));
        let text = run(&format!("export {options} --format text"));
        assert_eq!((code(&dimacs), code(&text)), (0, 0), "{options}: {}", stderr(&text));
        let [mut of_dimacs, mut of_text] =
            [clauses_of_dimacs(&stdout(&dimacs)), clauses_of_text(&stdout(&text))];
        assert!(
            !of_text.is_empty() && !of_text.iter().any(|clause| clause.contains(": every ")),
            "{options}"
        );
        // In one frame, a clause is there once, whatever its headings.
        let mut at = of_text
            .iter()
            .map(|clause| {
                let (place, rest) = clause.split_once(": ").unwrap();
                let mut literals: Vec<&str> = rest.rsplit(": ").next().unwrap().split(" ∨ ").collect();
                literals.sort_unstable();
                (place, literals)
            })
            .collect::<Vec<_>>();
        at.sort_unstable();
        let twice = at.windows(2).find(|pair| pair[0] == pair[1]);
        assert_eq!(twice, None, "{options}");
        of_dimacs.sort_unstable();
        of_text.sort_unstable();
        assert_eq!(of_dimacs, of_text, "{options}");
    }
}
