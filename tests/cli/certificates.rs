//! Certificates are written, checked by both checkers, and refused when anything in them is changed.

use std::fs;
use std::path::Path;

use expect_test::expect;
use hmac_sha256::Hash;
use serde_json::{Value, json};
use tempfile::TempDir;

use crate::checker::check_py;
use crate::{code, run_in, stderr, stdout};

/// A folder with a board of three moves and its certificate `c`.
fn certificate() -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("board.toml"), "board = \"\"\"\nXXB\n..B\n.CC\n\"\"\"\n").unwrap();
    let written = run_in(&folder, "solve board.toml --certify c --json");
    let answer: Value = serde_json::from_str(&stdout(&written)).unwrap();
    assert_eq!(answer["certificate"]["folder"], "c", "{}", stderr(&written));
    folder
}

/// A folder with a puzzle that has no solution, three pieces that can only go round, and its certificate `c`.
fn no_plan() -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    let puzzle = "start = \"\"\"\nAB\nC.\n\"\"\"\ngoal = \"\"\"\nBA\n..\n\"\"\"\n";
    fs::write(folder.path().join("ring.toml"), puzzle).unwrap();
    let written = run_in(&folder, "solve ring.toml --metric moves --certify c --evidence proof");
    assert_eq!(code(&written), 10, "{}", stderr(&written));
    assert!(stdout(&written).contains("\ncertified: "), "{}", stdout(&written));
    folder
}

/// The verdicts of both checkers, which agree on the exit code; only the first where there is no Python.
pub(crate) fn verdict(folder: &TempDir) -> (i32, String) {
    let ours = run_in(folder, "verify c");
    if let Some(python) = check_py(folder.path(), "c") {
        assert_eq!(python.code, code(&ours), "{}{}{}", stderr(&ours), python.stdout, python.stderr);
    }
    (code(&ours), stderr(&ours))
}

/// Changes what is claimed.
pub(crate) fn manifest(folder: &TempDir, change: impl FnOnce(&mut Value)) {
    let path = folder.path().join("c/certificate.json");
    let mut json: Value = serde_json::from_slice(&fs::read(&path).unwrap()).unwrap();
    change(&mut json);
    fs::write(&path, json.to_string()).unwrap();
}

/// Changes a file and the digests, so that these are in order.
pub(crate) fn change(folder: &TempDir, name: &str, change: impl Fn(&mut Vec<u8>)) {
    let path = folder.path().join("c").join(name);
    let mut bytes = fs::read(&path).unwrap();
    change(&mut bytes);
    fs::write(&path, &bytes).unwrap();
    let sha256: String = Hash::hash(&bytes).iter().map(|byte| format!("{byte:02x}")).collect();
    manifest(folder, |json| json["files"][name] = json!({"bytes": bytes.len(), "sha256": sha256}));
}

pub(crate) fn replace(from: &str, to: &str) -> impl Fn(&mut Vec<u8>) {
    move |bytes| {
        let text = String::from_utf8(bytes.clone()).unwrap();
        assert!(text.contains(from), "{from} in {text}");
        *bytes = text.replacen(from, to, 1).into_bytes();
    }
}

/// Comments have lines of their own in `plan.txt`, and its lines have neither numbers nor times.
#[test]
fn a_plan_has_the_name_of_a_move_in_each_line() {
    let folder = certificate();
    let plan = fs::read_to_string(folder.path().join("c/plan.txt")).unwrap();
    let names: Vec<&str> = plan.lines().filter(|line| !line.starts_with(';')).collect();
    let bare = |name: &str| name.trim_matches(['(', ')']).to_owned();
    let rewrite = |text: String| change(&folder, "plan.txt", |bytes| *bytes = text.clone().into_bytes());
    let of_lines =
        |line: &dyn Fn(&str) -> String| names.iter().map(|name| line(name) + "\n").collect::<String>();
    for fine in [of_lines(&bare), of_lines(&|name| format!("; a move\n  {} \n", name.to_uppercase()))] {
        rewrite(fine.clone());
        assert_eq!(verdict(&folder).0, 0, "{fine}");
    }
    for odd in [
        of_lines(&|name| format!("{name} ; a comment")),
        of_lines(&|name| format!("0: {name}")),
        names.iter().zip(1..).map(|(name, number)| format!("{number}  {}\n", bare(name))).collect(),
        serde_json::to_string(&names.iter().map(|name| bare(name)).collect::<Vec<_>>()).unwrap(),
    ] {
        rewrite(odd.clone());
        let (code, reason) = verdict(&folder);
        assert_eq!(code, 20, "{odd}: {reason}");
        assert!(reason.contains("plan.txt is no plan: step 1: there is no move"), "{reason}");
    }
}

#[test]
fn certificates_are_accepted_by_both_checkers() {
    for folder in [certificate(), no_plan(), recount(true), recount(false)] {
        assert_eq!(verdict(&folder).0, 0);
    }
}

/// The refutations of cubes, by threads of which each has a solver, are joined to one proof.
#[test]
fn a_certificate_of_cubes_is_checked() {
    let folder = tempfile::tempdir().unwrap();
    let card = Path::new(env!("CARGO_MANIFEST_DIR")).join("instances/thinkfun/card02.toml");
    fs::copy(card, folder.path().join("card.toml")).unwrap();
    let asked = run_in(
        &folder,
        "solve card.toml --metric slides --incremental --cubes landmarks:2 --threads 3 --certify c",
    );
    assert!(stdout(&asked).contains("\ncertified: "), "{}{}", stdout(&asked), stderr(&asked));
    assert_eq!(verdict(&folder).0, 0);
}

#[test]
fn a_changed_file_of_an_invariant_is_refused() {
    let mut verdicts = String::new();
    let mut refused = |name: &str, what: &dyn Fn(&Path, &mut Vec<u8>)| {
        let folder = no_plan();
        let others = folder.path().join("c");
        change(&folder, name, |bytes| what(&others, bytes));
        let (code, reason) = verdict(&folder);
        assert_eq!(code, 20, "{name}: {reason}");
        verdicts += &reason;
    };
    let last_line = |bytes: &mut Vec<u8>| {
        let end = bytes.len() - 1;
        let start = bytes[..end].iter().rposition(|byte| *byte == b'\n').unwrap() + 1;
        bytes.drain(start..).collect::<Vec<u8>>()
    };
    refused("ring.toml".replace("ring", "problem").as_str(), &|_, bytes| replace("BA\n", "AB\n")(bytes));
    refused("invariant.cnf", &|_, bytes| drop(last_line(bytes)));
    refused("invariant.cnf", &|_, bytes| bytes.extend(b"-1 0\n"));
    refused("start.cnf", &|_, bytes| drop(last_line(bytes)));
    refused("step.cnf", &|folder, bytes| *bytes = fs::read(folder.join("goal.cnf")).unwrap());
    refused("goal.cnf", &|_, bytes| bytes.extend(b"0\n"));
    refused("step.lrat", &|folder, bytes| *bytes = fs::read(folder.join("goal.lrat")).unwrap());
    refused("goal.lrat", &|_, bytes| bytes.clear());
    refused("start.lrat", &|_, bytes| bytes.truncate(bytes.len() / 2));
    expect![[r#"
        not certified: task.sas is not the task of problem.toml
        not certified: start.cnf is not the formula of invariant.cnf
        not certified: start.cnf is not the formula of invariant.cnf
        not certified: start.cnf is not the formula of invariant.cnf
        not certified: step.cnf is not the formula of invariant.cnf
        not certified: goal.cnf is not the formula of invariant.cnf
        not certified: step.lrat: step 1 of the proof has the number 96, which is not greater than those before
        not certified: goal.lrat: the proof does not end in a contradiction
        not certified: start.lrat: step 37 of the proof is not well formed
    "#]].assert_eq(&verdicts);
}

/// A folder with the certificate `c` of a board, or of a puzzle without a solution, that rests on a recount.
fn recount(is_solvable: bool) -> TempDir {
    let folder = if is_solvable { certificate() } else { no_plan() };
    let line = if is_solvable { "board.toml --evidence recount" } else { "ring.toml --metric moves" };
    let written = run_in(&folder, &format!("solve {line} --certify c"));
    assert!(
        stdout(&written).contains("\nrecomputed: in c, made in "),
        "{}{}",
        stdout(&written),
        stderr(&written)
    );
    folder
}

#[test]
fn a_wrong_recount_is_refused() {
    let mut verdicts = String::new();
    let mut refused = |is_solvable: bool, what: &dyn Fn(&TempDir)| {
        let folder = recount(is_solvable);
        what(&folder);
        let (code, reason) = verdict(&folder);
        assert_eq!(code, 20, "{reason}");
        verdicts += &reason;
    };
    let claim = |key: &'static str, value: Value| {
        move |folder: &TempDir| manifest(folder, |json| json[key] = value.clone())
    };
    for states in [0, 1, 1000, 10_000_000] {
        refused(true, &claim("states", json!(states)));
        refused(false, &claim("states", json!(states)));
    }
    refused(true, &claim("length", json!(2)));
    refused(true, &claim("length", json!(4)));
    // A plan with a detour.
    refused(true, &|folder| {
        change(folder, "plan.txt", replace("(", "(C left 1)\n(C right 1)\n("));
        manifest(folder, |json| (json["length"], json["states"]) = (json!(5), json!(1000)));
    });
    // No plan at all, although there is one.
    refused(true, &|folder| {
        manifest(folder, |json| {
            (json["claim"], json["length"], json["states"]) = (json!("no plan"), Value::Null, json!(1000));
        });
    });
    refused(true, &|folder| change(folder, "plan.txt", replace("(", "(C left 1)\n(")));
    refused(true, &|folder| change(folder, "problem.toml", replace(".CC", "CC.")));
    refused(false, &|folder| change(folder, "problem.toml", replace("BA\n", "AB\n")));
    expect![[r#"
        not certified: more than 0 states can be reached in fewer than 3 steps, and certificate.json claims otherwise
        not certified: more than 0 states can be reached, and certificate.json claims otherwise
        not certified: more than 1 states can be reached in fewer than 3 steps, and certificate.json claims otherwise
        not certified: more than 1 states can be reached, and certificate.json claims otherwise
        not certified: 3 states can be reached in fewer than 3 steps, and certificate.json claims another number
        not certified: 12 states can be reached, and certificate.json claims another number
        not certified: 3 states can be reached in fewer than 3 steps, and certificate.json claims another number
        not certified: 12 states can be reached, and certificate.json claims another number
        not certified: plan.txt is no plan: it has 3 steps, and 2 are claimed
        not certified: plan.txt is no plan: it has 3 steps, and 4 are claimed
        not certified: 3 steps lead to a goal, and certificate.json claims otherwise
        not certified: 3 steps lead to a goal, and certificate.json claims otherwise
        not certified: plan.txt is no plan: step 2: 'C left 1' cannot be applied: its precondition 'C=3,2' is false
        not certified: task.sas is not the task of problem.toml
        not certified: task.sas is not the task of problem.toml
    "#]].assert_eq(&verdicts);
}

#[test]
fn a_recount_that_makes_no_sense_is_refused() {
    for (key, value) in [
        ("states", Value::Null),
        ("states", json!(10_000_001)),
        ("states", json!(-1)),
        ("states", json!(2.0)),
        ("evidence", json!("proof")),
        ("evidence", json!("layers")),
    ] {
        for is_solvable in [true, false] {
            let folder = recount(is_solvable);
            manifest(&folder, |json| json[key] = value.clone());
            assert_eq!(verdict(&folder).0, 2, "{key} {value}");
        }
    }
    let folder = certificate();
    manifest(&folder, |json| json["states"] = json!(3));
    assert_eq!(verdict(&folder).0, 2, "a proof counts no states");
}

/// A certificate of format 1, with a table of states or a proof, has to be made anew.
#[test]
fn a_certificate_of_an_older_format_is_refused() {
    for folder in [recount(true), certificate()] {
        manifest(&folder, |json| {
            json["version"] = json!(1);
            if json.as_object_mut().unwrap().remove("states").is_some() {
                json["evidence"] = json!("layers");
            }
        });
        let (code, reason) = verdict(&folder);
        assert_eq!(code, 2, "{reason}");
        expect![[r#"
            error: c: certificate.json: the format of certificates has changed from 1 to 2 since this one was made; make the certificate anew
        "#]]
        .assert_eq(&reason);
    }
}

#[test]
fn a_claim_that_does_not_fit_is_an_error() {
    for (folder, claim, length) in [
        (no_plan(), "shortest", Value::Null),
        (no_plan(), "no plan", json!(3)),
        (no_plan(), "no plans", Value::Null),
        (certificate(), "no plan", json!(3)),
    ] {
        manifest(&folder, |json| (json["claim"], json["length"]) = (json!(claim), length));
        assert_eq!(verdict(&folder).0, 2, "{claim}");
    }
    for length in [0, 2, 4] {
        let folder = certificate();
        manifest(&folder, |json| json["length"] = json!(length));
        assert_eq!(verdict(&folder).0, 20, "{length}");
    }
    for line in [
        "7 8",
        "0 0",
        "x 0",
        "1 99 0",
        "",
        "10",
        "+1 0",
        "01 0",
        " 1 0",
        "1  0",
        "1 0 ",
        "1_0 0",
        "\u{661} 0",
    ] {
        let folder = no_plan();
        change(&folder, "invariant.cnf", |bytes| bytes.extend(format!("{line}\n").bytes()));
        assert_eq!(verdict(&folder).0, 2, "{line}");
    }
}

#[test]
fn a_changed_file_is_refused() {
    let mut verdicts = String::new();
    let mut refused = |name: &str, what: &dyn Fn(&mut Vec<u8>)| {
        let folder = certificate();
        change(&folder, name, what);
        let (code, reason) = verdict(&folder);
        assert_eq!(code, 20, "{name}: {reason}");
        verdicts += &reason;
    };
    refused("problem.toml", &replace(".CC", "CC."));
    refused("task.sas", &replace("begin_goal\n1\n0 1", "begin_goal\n1\n0 0"));
    refused("plan.txt", &replace("(", "(C left 1)\n("));
    refused("plan.txt", &|bytes| *bytes = b"; nothing\n".to_vec());
    refused("below.cnf", &replace(" 0\n", " 1 0\n"));
    refused("below.cnf", &|bytes| bytes.truncate(bytes.len() - 4));
    refused("below.lrat", &|bytes| bytes.truncate(bytes.len() / 2));
    refused("below.lrat", &|bytes| bytes.rotate_left(1));
    refused("below.lrat", &|bytes| bytes.clear());
    expect![[r#"
        not certified: task.sas is not the task of problem.toml
        not certified: task.sas is not the task of problem.toml
        not certified: plan.txt is no plan: step 2: 'C left 1' cannot be applied: its precondition 'C=3,2' is false
        not certified: plan.txt is no plan: step 0: the plan ends and the goal 'X=1,2' is false
        not certified: below.cnf is not the formula for 2 steps
        not certified: below.cnf is not the formula for 2 steps
        not certified: below.lrat: step 53 of the proof is not well formed
        not certified: below.lrat: step 1 of the proof is not well formed
        not certified: below.lrat: the proof does not end in a contradiction
    "#]].assert_eq(&verdicts);
}

#[test]
fn a_file_that_is_not_that_of_its_digest_is_refused() {
    let folder = certificate();
    let plan = folder.path().join("c/plan.txt");
    fs::write(&plan, fs::read_to_string(&plan).unwrap() + "; a comment\n").unwrap();
    assert_eq!(
        verdict(&folder),
        (20, "not certified: plan.txt is not the file that certificate.json names\n".to_owned())
    );
}

#[test]
fn a_folder_that_is_no_certificate_is_an_error() {
    let mut errors = String::new();
    let mut unreadable = |spoil: &dyn Fn(&Path)| {
        let folder = certificate();
        spoil(&folder.path().join("c"));
        let (code, reason) = verdict(&folder);
        assert_eq!(code, 2, "{reason}");
        errors += &reason;
    };
    unreadable(&|folder| fs::remove_file(folder.join("below.lrat")).unwrap());
    unreadable(&|folder| fs::remove_file(folder.join("certificate.json")).unwrap());
    unreadable(&|folder| fs::write(folder.join("certificate.json"), "{}").unwrap());
    unreadable(&|folder| fs::write(folder.join("certificate.json"), "[".repeat(100_000)).unwrap());
    #[cfg(unix)]
    unreadable(&|folder| {
        fs::remove_file(folder.join("plan.txt")).unwrap();
        std::os::unix::fs::symlink("/dev/zero", folder.join("plan.txt")).unwrap();
    });
    expect![[r#"
        error: c: below.lrat: No such file or directory (os error 2)
        error: c: certificate.json: No such file or directory (os error 2)
        error: c: certificate.json: missing field `format` at line 1 column 2
        error: c: certificate.json: recursion limit exceeded at line 1 column 128
        error: c: plan.txt: this is no ordinary file
    "#]]
    .assert_eq(&errors);
}

#[test]
fn a_plan_of_no_steps_needs_no_proof() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("board.toml"), "board = \"\"\"\n.XX\n...\n...\n\"\"\"\n").unwrap();
    let written = run_in(&folder, "solve board.toml --certify c");
    assert_eq!(code(&written), 0, "{}", stderr(&written));
    assert!(!folder.path().join("c/below.cnf").exists());
    assert_eq!(verdict(&folder).0, 0);
}

#[test]
fn no_certificate_without_a_proof() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("stuck.toml"), "board = \"\"\"\nXXB\n..B\n..B\n\"\"\"\n").unwrap();
    let written = run_in(&folder, "solve stuck.toml --certify c");
    assert!(stdout(&written).contains("certified: "), "{}", stdout(&written));
    assert_eq!(verdict(&folder).0, 0);
    let refused = run_in(&folder, "solve stuck.toml --certify c --evidence recount --semantics forall");
    assert_eq!(code(&refused), 2);
    fs::write(folder.path().join("board.toml"), "board = \"\"\"\nXXB\n..B\n.CC\n\"\"\"\n").unwrap();
    let stopped = run_in(&folder, "solve board.toml --certify stopped --timeout 0");
    assert!(!folder.path().join("stopped/below.lrat").exists(), "{}", stdout(&stopped));
    let refused = run_in(&folder, "solve stuck.toml stuck.toml --certify c");
    assert_eq!(code(&refused), 2);
}

/// A proof may define no more variables than it has bytes, and a step has no more than some millions of numbers.
#[test]
fn proofs_that_take_too_much_are_refused() {
    let number = |mut number: u64| {
        let mut bytes = Vec::new();
        while 127 < number {
            bytes.push((number & 127) as u8 | 128);
            number >>= 7;
        }
        bytes.push(number as u8);
        bytes
    };
    for (literal, n_literals, expected) in [(1 << 28, 1, 20), (1 << 34, 1, 20), (2, 5_000_000, 2)] {
        let folder = certificate();
        change(&folder, "below.lrat", |bytes| {
            let step =
                [b"a".to_vec(), number(2_000_000), number(literal).repeat(n_literals), vec![0, 0]].concat();
            bytes.splice(0..0, step);
        });
        let (code, reason) = verdict(&folder);
        assert_eq!(code, expected, "{literal}: {reason}");
    }
}

#[test]
fn what_makes_no_sense_for_the_problem_is_refused() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("instances");
    let (pddl, game) = (root.join("pddl/trolley/problem.pddl"), root.join("gdl/buttons-and-lights.kif"));
    for (problem, options) in [
        (&*pddl, ""),
        (&*pddl, "--incremental --semantics exists"),
        (&*game, ""),
        (Path::new("board.toml"), ""),
        (Path::new("c/task.sas"), ""),
    ] {
        let folder = certificate();
        let own = folder.path().join("own.sas");
        fs::copy(folder.path().join("c/task.sas"), &own).unwrap();
        let problem = if problem.starts_with("c") { &*own } else { problem };
        let written = run_in(&folder, &format!("solve {} {options} --certify c", problem.display()));
        assert_eq!(code(&written), 0, "{}", stderr(&written));
        assert_eq!(verdict(&folder).0, 0, "{}", problem.display());
        let path = folder.path().join("c/certificate.json");
        let good = fs::read_to_string(&path).unwrap();
        let json: Value = serde_json::from_str(&good).unwrap();
        let refused = |what: &str, text: String| {
            fs::write(&path, text).unwrap();
            let (code, reason) = verdict(&folder);
            assert_eq!(code, 2, "{}: {what}: {reason}", problem.display());
        };
        let with = |key: &str, value: Value| {
            let mut json = json.clone();
            if json["steps"].is_object() && key == "metric" {
                json["steps"]["operators"] = value;
            } else {
                json[key] = value;
            }
            refused(key, json.to_string());
        };
        for metric in ["cost", "makespan", "metres", "moves\ncertified: 1 move"] {
            with("metric", json!(metric));
        }
        with("goal", json["goal"].as_u64().map_or(json!(7), |_| Value::Null));
        with("one_row", json!(true));
        with("kind", json!("chess"));
        with("unknown", json!(1));
        for key in ["metric", "options", "files", "program"] {
            refused(key, good.replacen('{', &format!("{{\"{key}\": {},", json[key]), 1));
        }
        let (name, digest) = json["files"].as_object().unwrap().iter().next().unwrap();
        refused("files", good.replacen("\"files\": {", &format!("\"files\": {{\"{name}\": {digest},"), 1));
    }
}

#[test]
fn the_value_of_a_goal_is_part_of_the_claim() {
    let folder = certificate();
    let game = Path::new(env!("CARGO_MANIFEST_DIR")).join("instances/gdl/buttons-and-lights.kif");
    let written = run_in(&folder, &format!("solve {} --certify c", game.display()));
    assert_eq!(code(&written), 0, "{}", stderr(&written));
    let text = stdout(&run_in(&folder, "verify c"));
    assert!(text.ends_with("\ncertified: 6 moves to a goal of value 100, shortest\n"), "{text}");
    if let Some(said) = check_py(folder.path(), "c") {
        assert!(said.stdout.ends_with("\ncertified: 6 moves to a goal of value 100, shortest\n"));
    }
    manifest(&folder, |json| json["goal"] = json!(50));
    assert_eq!(verdict(&folder).0, 2);
}

/// A board whose text is no TOML any more is no board of some other kind.
#[test]
fn a_board_that_cannot_be_read_is_refused() {
    let folder = certificate();
    change(&folder, "problem.toml", |bytes| bytes.extend(b"= 3\n"));
    assert_eq!(verdict(&folder).0, 2);
}

/// A recount gives up with 2 where there are more states than a checker can hold, and does not call the claim wrong; and a state's number has
/// 128 bits at most.
#[test]
fn states_that_are_too_many_cannot_be_checked() {
    let folder = certificate();
    let bits = |n: usize| {
        let variable =
            |bit| format!("begin_variable\nb{bit}\n-1\n2\nAtom b{bit}(0)\nAtom b{bit}(1)\nend_variable\n");
        let variables: String = (0..n).map(variable).collect();
        format!(
            "begin_version\n3\nend_version\nbegin_metric\n0\nend_metric\n{n}\n{variables}0\nbegin_state\n{}end_state\n\
             begin_goal\n1\n0 1\nend_goal\n0\n0\n",
            "0\n".repeat(n)
        )
    };
    for (n, evidence) in [(127, "recomputed: "), (128, "certified: ")] {
        fs::write(folder.path().join("bits.sas"), bits(n)).unwrap();
        let written = run_in(&folder, "solve bits.sas --search --certify bits --evidence recount");
        assert_eq!(code(&written), 10, "{}", stderr(&written));
        let has_it = stdout(&written).contains(&format!("\n{evidence}"));
        assert_eq!(has_it, n == 127, "{}", stdout(&written));
        if n == 128 {
            assert!(stdout(&written).contains("the task has 2^128 states or more"), "{}", stdout(&written));
        }
        fs::remove_dir_all(folder.path().join("bits")).ok();
    }
}

/// No formula is made for a recount, so the pairs of a variable's values do not matter, of which there are millions here.
#[test]
fn a_recount_of_a_variable_with_many_values() {
    let folder = tempfile::tempdir().unwrap();
    let values: String = (0..5000).map(|value| format!("Atom v({value})\n")).collect();
    let task = format!(
        "begin_version\n3\nend_version\nbegin_metric\n0\nend_metric\n1\nbegin_variable\nvar0\n-1\n5000\n{values}end_variable\n0\n\
         begin_state\n0\nend_state\nbegin_goal\n1\n0 4999\nend_goal\n1\nbegin_operator\na\n0\n1\n0 0 0 4999\n1\nend_operator\n0\n"
    );
    fs::write(folder.path().join("wide.sas"), task).unwrap();
    let written = run_in(&folder, "solve wide.sas --search --evidence recount --certify c");
    assert!(stdout(&written).contains("\nrecomputed: "), "{}{}", stdout(&written), stderr(&written));
    assert_eq!(verdict(&folder).0, 0);
}

/// Of operators with one name, checkers take the first that is applicable; where another one is the plan's, there is no certificate.
#[test]
fn a_plan_that_names_do_not_tell_has_no_certificate() {
    let folder = tempfile::tempdir().unwrap();
    let operator = |effect: &str| format!("begin_operator\na\n0\n1\n0 0 {effect}\n1\nend_operator\n");
    let task = format!(
        "begin_version\n3\nend_version\nbegin_metric\n0\nend_metric\n1\nbegin_variable\nv\n-1\n3\nAtom v(0)\nAtom v(1)\nAtom v(2)\n\
         end_variable\n0\nbegin_state\n0\nend_state\nbegin_goal\n1\n0 2\nend_goal\n2\n{}{}0\n",
        operator("-1 1"),
        operator("0 2")
    );
    fs::write(folder.path().join("two.sas"), &task).unwrap();
    let written = run_in(&folder, "solve two.sas --certify c");
    assert_eq!(code(&written), 0, "{}", stderr(&written));
    let why = "\nno certificate: a plan cannot be written by the names of its operators";
    assert!(stdout(&written).contains(why), "{}", stdout(&written));
    assert!(!folder.path().join("c").exists());
    // A separator of units is no blank, so these are two names; and so are those with and without a blank.
    for end in ["\u{1f}", " "] {
        let (first, second) = task.rsplit_once("begin_operator\na\n").unwrap();
        fs::write(folder.path().join("two.sas"), format!("{first}begin_operator\na{end}\n{second}")).unwrap();
        let written = run_in(&folder, "solve two.sas --certify c");
        assert_eq!(code(&written), 0, "{}", stderr(&written));
        let is_certified = stdout(&written).contains("\ncertified: ");
        assert_eq!(is_certified, end != " ", "{end:?}: {}", stdout(&written));
        if is_certified {
            assert_eq!(verdict(&folder).0, 0);
        }
    }
}
