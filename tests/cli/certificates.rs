//! Certificates that no transcript can hold: of odd names, with files of millions of bytes, and keys that are there twice. What transcripts
//! need to change certificates stands here, too.

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

/// What a transcript asks for: the first of some texts is another one (`FROM => TO`), something is put at the end (`=> TEXT`) or cut off there
/// (`-BYTES`), another file stands in its place (`< FILE`), or nothing does.
pub(crate) fn edit(bytes: &mut Vec<u8>, edit: &str, folder: &Path) {
    let unescaped = |text: &str| text.replace("\\n", "\n");
    if let Some(end) = edit.strip_prefix("=> ") {
        bytes.extend(unescaped(end).bytes());
    } else if let Some(file) = edit.strip_prefix("< ") {
        *bytes = fs::read(folder.join(file)).unwrap();
    } else if let Some((from, to)) = edit.split_once(" => ") {
        let (text, from) = (String::from_utf8(bytes.clone()).unwrap(), unescaped(from));
        assert!(text.contains(&from), "{from} in {text}");
        *bytes = text.replacen(&from, &unescaped(to), 1).into_bytes();
    } else {
        let cut = edit.strip_prefix('-').map_or(bytes.len(), |cut| cut.parse().unwrap());
        bytes.truncate(bytes.len() - cut);
    }
}

/// Both checkers count the same steps of the same proof, and say so in the same words.
#[test]
fn both_checkers_count_the_steps_of_a_proof() {
    let folder = certificate();
    let Some(python) = check_py(folder.path(), "c") else { return };
    let counted = |text: &str| {
        let sentences = text.lines().map(|line| line.strip_prefix("checked: ").unwrap_or(line));
        sentences.filter(|line| line.contains("proves in")).map(str::to_owned).collect::<Vec<_>>()
    };
    let ours = counted(&stdout(&run_in(&folder, "verify c")));
    assert_eq!(ours.len(), 1, "{ours:?}");
    assert_eq!(counted(&python.stdout), ours);
    // A certificate's own proof is one of those that can be checked alone.
    let alone = counted(&stdout(&run_in(&folder, "verify c/below.cnf --proof c/below.lrat")));
    assert_eq!(alone.concat().replace("c/", ""), ours.concat());
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
        error: c: plan.txt: this is not a regular file
    "#]]
    .assert_eq(&errors);
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
