//! Nothing that can be written makes a reader panic, or the complaint about it.

use bmcplan::kinds::sliding_block::{Labelling, PuzzleFormat, PuzzleMetric, looks_like, read, read_as, task};
use bmcplan::stop::Stop;
use bmcplan::text::{Paint, Source};
use proptest::collection::vec;
use proptest::prelude::*;

use super::random::arb_puzzle;
use crate::common::mistakes::{mistakes, with_mistakes};

/// Reads the bytes in every way, draws every complaint, and makes a task of what is small.
fn read_anyhow(bytes: &[u8]) {
    let mut complaints = Vec::new();
    match Source::from_bytes("f", bytes) {
        Err(complaint) => complaints.push(complaint),
        Ok(source) => {
            looks_like(&source);
            let readings = [PuzzleFormat::Toml, PuzzleFormat::Text].map(|format| read_as(&source, format));
            for reading in readings.into_iter().chain([read(&source)]) {
                match reading {
                    Err(complaint) => complaints.push(complaint),
                    Ok(puzzle) if puzzle.cells().count() <= 20 => {
                        task(&puzzle, PuzzleMetric::Slides, Labelling::Shapes, &Stop::default()).unwrap();
                    }
                    Ok(_) => {}
                }
            }
        }
    }
    for complaint in complaints {
        for paint in [Paint::Plain, Paint::Colored] {
            let drawn = complaint.render(paint);
            assert!(drawn.contains('f') && drawn.contains("help"), "{drawn}");
        }
    }
}

/// Parts of both formats, for texts that get past the first word.
fn parts() -> impl Strategy<Value = String> {
    let part = prop::sample::select(vec![
        "start",
        "goal",
        "interchangeable",
        "cost",
        "cost = { A = 0 }\n",
        "name",
        "source",
        "=",
        "[",
        "]",
        "\"",
        "'''",
        "\"\"\"",
        "\n",
        "\r\n",
        "\t",
        "\0",
        ",",
        "start\n",
        "goal\n",
        "start = '''\n",
        "goal = '''\n",
        "'''\n",
        "AA.\n",
        "A..\n",
        "..A\n",
        ".#.\n",
        "AB\n",
        "%",
        "% x\n",
        ".",
        "#",
        "A",
        "é",
        "\u{200d}",
        "🚗",
        " ",
        "['AB']",
        "1",
        "\\u0041",
    ]);
    vec(part, 0..40).prop_map(|parts| parts.concat())
}

proptest! {
    #[test]
    fn any_bytes(bytes in vec(any::<u8>(), 0..200)) {
        read_anyhow(&bytes);
    }

    #[test]
    fn any_text(text in "(?s).{0,100}") {
        read_anyhow(text.as_bytes());
    }

    #[test]
    fn any_parts(text in parts()) {
        read_anyhow(text.as_bytes());
    }

    #[test]
    fn any_valid_file_with_mistakes(
        drawn in arb_puzzle(),
        mistakes in mistakes(parts()),
    ) {
        for text in [drawn.text(), drawn.toml()] {
            read_anyhow(&with_mistakes(&text, &mistakes));
        }
    }
}

#[test]
fn deep_nesting_and_long_lines() {
    let n = 50_000;
    for part in ["(", "[", "{", "a=", "..", "X", "é", "\n", "\"", "start\n", "goal\n", "'''"] {
        let many = part.repeat(n / part.len());
        for text in [
            many.clone(),
            format!("start\n{many}\ngoal\n{many}"),
            format!("start = [{many}"),
            format!("start = '''\n{many}'''\ngoal = '''\n{many}'''\n"),
        ] {
            read_anyhow(text.as_bytes());
        }
    }
}
