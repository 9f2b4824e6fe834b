//! The files of `tests/transcripts` are sessions in a terminal. A line in them is
//!
//! | line | meaning |
//! |---|---|
//! | `# …` | a new session, in the folder of the repository as long as it writes no file |
//! | `> FILE` | writes the lines up to `<` into a file of the session's own folder |
//! | `$ bmcplan …` | below stand all that the command prints, what it says on stderr, and its exit code |
//! | `$ bmcplan … => CODE PART && PART && !PART` | its exit code, parts of its output, and such as are not in it |
//! | `… => 2= …` | as well, and nothing in the session's folder has changed |
//! | `$ toy_kind …` | the same of a program that brings a kind of problem of its own |
//! | `= FILE PART && !PART`, `! FILE` | a file is there, with such parts, or is not |
//! | `~ FILE EDIT` | for the next command, this file of the certificate `c` is edited (see `certificates::edit`), and its digest is right |
//! | `~ certificate.json {…}` | for the next command, the certificate claims this |
//! | `$ check.py c => …` | the checker in Python, if it can run; after `bmcplan verify c` it has to end with the same code |
//!
//! A command line may end in `< FILE` or `> FILE`. `@/` is the folder of the repository, `\n` in a word or a part ends a line, and `_`
//! stands for what may differ between runs. With `UPDATE_EXPECT=1` whole outputs are written anew.

use std::fs;
use std::path::{Path, PathBuf};

use expect_test::expect_file;

use crate::certificates::{change, edit, manifest};
use crate::checker::check_py;
use crate::{bmcplan, code, command, contents, json_keys, seen, stderr, stdout};

const ROOT: &str = env!("CARGO_MANIFEST_DIR");

/// Asserts that the parts are in a text, or are not.
fn assert_parts(text: &str, parts: &str, what: &str) {
    for part in parts.split(" && ").filter(|part| !part.is_empty()) {
        let (is_there, part) = part.strip_prefix('!').map_or((true, part), |part| (false, part));
        assert_eq!(text.contains(&part.replace("\\n", "\n")), is_there, "{what}: {part}\n{text}");
    }
}

/// The program of `examples/toy_kind.rs`, which stands beside the folder of the tests.
fn example() -> PathBuf {
    let test = std::env::current_exe().unwrap();
    let folder = test.parent().and_then(Path::parent).unwrap();
    let program = folder.join("examples").join(format!("toy_kind{}", std::env::consts::EXE_SUFFIX));
    assert!(program.is_file(), "cargo test builds it, or cargo build --example toy_kind");
    program
}

fn follow(name: &str) {
    let path = Path::new(ROOT).join("tests/transcripts").join(name);
    let text = fs::read_to_string(&path).unwrap();
    let (mut actual, mut own) = (String::new(), tempfile::tempdir().unwrap());
    let mut is_own = false;
    let mut good = Vec::new();
    let mut lines = text.lines();
    while let Some(line) = lines.next() {
        actual += &format!("{line}\n");
        let folder = if is_own { own.path() } else { Path::new(ROOT) };
        let (first, rest) = line.split_at_checked(2).unwrap_or(("", ""));
        match first {
            "# " => (own, is_own) = (tempfile::tempdir().unwrap(), false),
            "> " => {
                let content: Vec<&str> = lines.by_ref().take_while(|line| *line != "<").collect();
                let content: String = content.iter().map(|line| format!("{line}\n")).collect();
                let file = own.path().join(rest);
                fs::create_dir_all(file.parent().unwrap()).unwrap();
                fs::write(file, &content).unwrap();
                actual += &format!("{content}<\n");
                is_own = true;
            }
            "= " => {
                let (file, parts) = rest.split_once(' ').unwrap_or((rest, ""));
                let bytes = fs::read(folder.join(file)).unwrap_or_else(|error| panic!("{line}: {error}"));
                assert_parts(&String::from_utf8_lossy(&bytes), parts, line);
            }
            "! " => assert!(!folder.join(rest).exists(), "{line}"),
            "~ " => {
                if good.is_empty() {
                    good = contents(&own.path().join("c"));
                }
                let (file, text) = rest.split_once(' ').unwrap_or((rest, ""));
                if file == "certificate.json" {
                    let claims: serde_json::Map<_, _> = serde_json::from_str(text).unwrap();
                    manifest(&own, |json| claims.into_iter().for_each(|(key, value)| json[key] = value));
                } else {
                    change(&own, file, |bytes| edit(bytes, text, own.path()));
                }
            }
            "$ " if rest.starts_with("check.py") => {
                let (number, parts) = rest.strip_prefix("check.py c => ").unwrap().split_once(' ').unwrap();
                if let Some(python) = check_py(folder, "c") {
                    let said = python.stdout + &python.stderr;
                    assert_eq!(python.code.to_string(), number, "{line}: {said}");
                    assert_parts(&said, parts, line);
                }
            }
            "$ " => {
                let (program, line) = match rest.strip_prefix("toy_kind") {
                    Some(line) => (example(), line),
                    None => (bmcplan(&[]).get_program().into(), rest.strip_prefix("bmcplan").unwrap()),
                };
                let before = contents(own.path());
                let (line, expected) =
                    line.split_once(" => ").map_or((line, None), |(line, parts)| (line, Some(parts)));
                let (line, to) = line.split_once(" > ").map_or((line, None), |(line, to)| (line, Some(to)));
                let (line, from) =
                    line.split_once(" < ").map_or((line, None), |(line, from)| (line, Some(from)));
                let words = shlex::split(line).unwrap();
                let words: Vec<String> = words
                    .iter()
                    .map(|word| word.replace("@/", &format!("{ROOT}/")).replace("\\n", "\n"))
                    .collect();
                let mut command = command(&program, &words.iter().map(String::as_str).collect::<Vec<_>>());
                if let Some(from) = from {
                    command.stdin(fs::File::open(folder.join(from)).unwrap());
                }
                let mut output = command.current_dir(folder).output().unwrap();
                if let Some(to) = to {
                    fs::write(folder.join(to), std::mem::take(&mut output.stdout)).unwrap();
                }
                if words == ["verify", "c"]
                    && let Some(python) = check_py(folder, "c")
                {
                    let said = stderr(&output) + &python.stdout + &python.stderr;
                    assert_eq!(python.code, code(&output), "{name}: {line}: {said}");
                }
                json_keys::check_lines(&stdout(&output));
                if let Some(expected) = expected {
                    let (number, parts) = expected.split_once(' ').unwrap_or((expected, ""));
                    let said = (stdout(&output) + &stderr(&output)).replace(ROOT, "@");
                    let (number, is_unchanged) =
                        number.strip_suffix('=').map_or((number, false), |number| (number, true));
                    assert_eq!(code(&output).to_string(), number, "{line}: {said}");
                    assert!(!is_unchanged || contents(own.path()) == before, "{line}");
                    assert_parts(&said, parts, line);
                } else {
                    lines.by_ref().find(|line| line.starts_with("-- exit code "));
                    let seen = seen(&output).replace(ROOT, "@");
                    actual += &seen.replace("-- stderr\n-- exit", "-- exit");
                }
                for (path, bytes) in good.drain(..) {
                    fs::write(path, bytes).unwrap();
                }
            }
            _ => {}
        }
    }
    expect_file![path].assert_eq(&actual);
}

macro_rules! transcripts {
    ($($name:ident)*) => {
        $(#[test]
        fn $name() {
            follow(concat!(stringify!($name), ".txt"));
        })*

        #[test]
        fn all_are_tried() {
            let folder = Path::new(ROOT).join("tests/transcripts");
            assert_eq!(fs::read_dir(folder).unwrap().count(), [$(stringify!($name)),*].len());
        }
    };
}

transcripts!(
    answers bench certificates certified check compare costs disk draw explain export facts files forms games given harden limits many pddl
    pictures prisoners refusals sliding toy_kind trust typed_boards verify warnings
);
