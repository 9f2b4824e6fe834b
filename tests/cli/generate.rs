//! `bmcplan generate`: all interesting boards of a size as text, as lines of JSON and as a collection that `solve` reads.

use std::fs;

use expect_test::expect;
use serde_json::Value;

use crate::{check, code, run, stderr, stdout};

/// The objects of lines of JSON.
fn objects(text: &str) -> Vec<Value> {
    text.lines().map(|line| serde_json::from_str(line).unwrap_or_else(|_| panic!("{line}"))).collect()
}

#[test]
fn boards_are_printed_with_a_summary() {
    check(
        "generate --exhaustive --size 3",
        expect![[r#"
            1-1: 1 slide, the hardest of 2 positions, 1 car
            +-------+
            | . . . |
            | X X . >
            | . . . |
            +-------+

            1 boards, of 1 slides at most: of 42 positions in 12 signatures, 8 clusters with a solution (_ s)
            -- stderr
            -- exit code 0
        "#]],
    );
}

#[test]
fn lines_of_json() {
    let output = run("generate --exhaustive --size 4 --exit-row 2 --jsonl");
    let found = objects(&stdout(&output));
    assert_eq!((found.len(), code(&output), &*stderr(&output)), (32, 0, ""));
    let hardest: Vec<_> = found.iter().filter(|board| board["length"] == 7).collect();
    assert_eq!(hardest.len(), 3);
    // The usual row is the one above the middle.
    assert_eq!(stdout(&run("generate --exhaustive --size 4 --jsonl --jobs 3")), stdout(&output));
    let parts = ["1/2", "2/2"].map(|shard| {
        objects(&stdout(&run(&format!("generate --exhaustive --size 4 --jsonl --shard {shard}"))))
    });
    assert!(parts.iter().all(|part| !part.is_empty()));
    assert_eq!(parts.concat().len(), 32);
    assert!(parts.concat().iter().all(|board| found.contains(board)));
}

/// The file is a collection, whose plans are as long as was said.
#[test]
fn a_collection() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("boards.toml");
    let file = file.to_str().unwrap();
    let found = objects(&stdout(&run(&format!("generate --exhaustive --size 4 --jsonl --output {file}"))));
    let text = fs::read_to_string(file).unwrap();
    assert!(text.starts_with("# Interesting boards of 4×4 cells with the exit in row 2, "), "{text}");
    assert_eq!(text.matches("[[problem]]").count(), 32);
    let solved = objects(&stdout(&run(&format!("solve {file} --metric slides --jsonl --ordered"))));
    assert_eq!(solved.len(), 32);
    for (board, answer) in found.iter().zip(&solved) {
        assert_eq!((&board["id"], &board["length"]), (&answer["id"], &answer["length"]), "{answer}");
        assert_eq!(answer["optimal"], true, "{answer}");
    }
}

/// Boards found so far are an answer, but not all of it.
#[test]
fn limits_leave_what_was_found() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("boards.toml");
    let line = format!("generate --exhaustive --timeout 1.5 --output {}", file.display());
    let output = run(&line);
    let (text, written) = (stdout(&output), fs::read_to_string(&file).unwrap());
    assert_eq!(code(&output), 12);
    assert!(text.contains("; these are not all: ") && text.contains("slides, the hardest of "), "{text}");
    assert!(written.contains("[[problem]]") && written.ends_with(".\n"), "{written}");
    let output = run("generate --exhaustive --timeout 0 --jsonl");
    assert_eq!((&*stdout(&output), code(&output)), ("", 12));
    assert!(stderr(&output).contains("these are not all boards: "), "{}", stderr(&output));
}

#[test]
fn slips_are_refused() {
    for (line, why) in [
        ("--exhaustive --size 7", "boards of 7×7 cells cannot be enumerated; sizes from 3 to 6 can"),
        ("--exhaustive --size 2", "2 is not in 3..=12"),
        ("--exhaustive --size x", "invalid value 'x'"),
        ("--exhaustive --size 5 --exit-row 0", "0 is not in 1..=12"),
        ("--exhaustive --size 5 --exit-row 6", "--exit-row 6: the board has 5 rows"),
        ("--exhaustive --shard 0/3", "not a part such as 2/4"),
        ("--exhaustive --shard 4/3", "not a part such as 2/4"),
        ("--exhaustive --jobs 0", "invalid value '0'"),
        ("--exhaustive --size 3 --output no/such/folder.toml", "there is no such directory"),
    ] {
        let output = run(&format!("generate {line}"));
        assert_eq!((code(&output), &*stdout(&output)), (2, ""), "{line}");
        assert!(stderr(&output).contains(why), "{line}: {}", stderr(&output));
    }
}
