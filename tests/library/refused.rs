//! Invalid inputs: every case in the files of `tests/refused` is refused, in the words below it: the place, what is wrong there, and
//! what would be right. And inputs in `tests/warned`, about which there are warnings.
//!
//! A case is a line `==== NAME`, the file of this name, a line `----`, and the diagnostic. After `==== NAME, escaped` the file stands in
//! one line with escapes such as `\n` and `\xff`, as it has no line end or is no text. With `UPDATE_EXPECT=1` the
//! diagnostics are written anew.

use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use bmcplan::kinds::gdl::{self, Game, GroundError, GroundLimits};
use bmcplan::kinds::pddl::{self, PddlError, PddlPart, PddlReading};
use bmcplan::kinds::sas::{self, SasError};
use bmcplan::kinds::{rush_hour, sliding_block};
use bmcplan::stop::Stop;
use bmcplan::text::{Diagnostic, MAX_BYTES, Source};
use expect_test::{Expect, expect, expect_file};

/// Nothing if nothing is wrong.
type Reader = fn(&Source) -> Option<String>;

/// Boards in TOML, as rows (`.txt`), as facts (`.lp`), and as they are typed for the option `--board` (`.board`).
#[test]
fn rush_hour_boards() {
    check_cases("refused/rush_hour", |source| rush_hour::read(source).err().as_ref().map(shown));
}

/// Boards in which another car may have been meant than the one that its name makes red, or another exit.
#[test]
fn rush_hour_boards_with_doubts() {
    check_cases("warned/rush_hour", |source| {
        let reading = rush_hour::read_with_warnings(source).unwrap_or_else(|error| panic!("{error}"));
        let warnings: Vec<String> = reading.warnings.iter().map(shown).collect();
        Some(warnings.join("\n")).filter(|warnings| !warnings.is_empty())
    });
}

/// Puzzles in TOML and as rows (`.txt`, or no extension at all).
#[test]
fn sliding_block_puzzles() {
    check_cases("refused/sliding_block", |source| sliding_block::read(source).err().as_ref().map(shown));
}

/// Drawings whose goal is taken.
#[test]
fn sliding_block_puzzles_without_a_goal() {
    check_cases("warned/sliding_block", |source| {
        let reading = sliding_block::read_with_warnings(source).unwrap_or_else(|error| panic!("{error}"));
        let warnings: Vec<String> = reading.warnings.iter().map(shown).collect();
        Some(warnings.join("\n")).filter(|warnings| !warnings.is_empty())
    });
}

#[test]
fn schedules() {
    check_cases("refused/prisoners", |source| {
        bmcplan_prisoners::read::read(source).err().map(|fault| fault.to_string())
    });
}

/// Rule sheets, refused when they are read or when they are made ground.
#[test]
fn rule_sheets() {
    check_cases("refused/gdl", |source| match game(source) {
        Ok(_) => None,
        Err(GroundError::Invalid(refusal)) => Some(shown(&refusal)),
        Err(stopped @ GroundError::Stopped { .. }) => panic!("{stopped}"),
    });
}

#[test]
fn rule_sheets_with_slips() {
    check_cases("warned/gdl", |source| {
        let game = game(source).unwrap_or_else(|error| panic!("{error}"));
        let warnings: Vec<String> = game.warnings().iter().map(shown).collect();
        Some(warnings.join("\n")).filter(|warnings| !warnings.is_empty())
    });
}

/// Halves of a planning problem in PDDL, each with another half in which nothing is wrong, refused when they are read or when
/// they are made ground.
#[test]
fn pddl_files() {
    check_cases("refused/pddl", |source| match pddl_with_other_half(source) {
        Ok(PddlReading { problem, .. }) => match pddl::ground(&problem, &Stop::default()) {
            Ok(_) => None,
            Err(error) => Some(shown(&error.diagnostic(source))),
        },
        Err(PddlError::Invalid(refusal)) => Some(shown(&refusal)),
        Err(stopped @ PddlError::Stopped(_)) => panic!("{stopped}"),
    });
}

/// Planning tasks in the format of Fast Downward's translator.
#[test]
fn sas_files() {
    check_cases("refused/sas", |source| match sas::read(source, &Stop::default()) {
        Ok(_) => None,
        Err(SasError::Invalid(refusal)) => Some(shown(&refusal)),
        Err(SasError::Task(error)) => panic!("{error}"),
    });
}

/// Halves of a planning problem that can be read and most likely are not what was meant.
#[test]
fn pddl_files_with_slips() {
    check_cases("warned/pddl", |source| {
        let reading = pddl_with_other_half(source).unwrap_or_else(|error| panic!("{error}"));
        let warnings: Vec<String> = reading.warnings.iter().map(shown).collect();
        Some(warnings.join("\n")).filter(|warnings| !warnings.is_empty())
    });
}

/// A domain with a problem in which there is nothing, or a problem of a small domain.
fn pddl_with_other_half(source: &Source) -> Result<PddlReading, PddlError> {
    const DOMAIN: &str =
        "(define (domain moving) (:types truck box - thing thing place) (:constants depot - place)
        (:predicates (at ?x - thing ?p - place) (in ?b - box ?t - truck) (full ?t - truck))
        (:functions (total-cost) (distance ?p ?q - place) - number)
        (:derived (full ?t - truck) (exists (?b - box) (in ?b ?t)))
        (:action drive :parameters (?t - truck ?p ?q - place) :precondition (at ?t ?p)
            :effect (and (at ?t ?q) (not (at ?t ?p)) (increase (total-cost) (distance ?p ?q)))))";
    const PROBLEM: &str = "(define (problem none) (:domain d) (:goal ()))";
    const CHEAPEST: &str = "(define (problem none) (:domain d) (:goal ()) (:metric minimize (total-cost)))";
    let other = match PddlPart::of(source) {
        Some(PddlPart::Problem) => DOMAIN,
        _ if source.text().contains("(increase ") => CHEAPEST,
        Some(PddlPart::Domain) | None => PROBLEM,
    };
    pddl::read(source, &Source::new("other.pddl", other), &Stop::default())
}

fn game(source: &Source) -> Result<Game, GroundError> {
    let limits = GroundLimits::default();
    let sheet = gdl::read(source, limits)?;
    Game::worth(Some(100), source, &sheet, limits)
}

fn shown(diagnostic: &Diagnostic) -> String {
    diagnostic.to_string()
}

pub(crate) fn check_cases(file: &str, read: Reader) {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests").join(file).with_extension("txt");
    let text = fs::read_to_string(&file).unwrap();
    let mut found = String::new();
    for case in text.split("==== ").skip(1) {
        let (head, rest) = case.split_once('\n').unwrap();
        let (input, _) = rest.split_once("----\n").unwrap();
        let message = match head.strip_suffix(", escaped") {
            Some(name) => refusal(name, &unescaped(input.strip_suffix('\n').unwrap()), read),
            None => refusal(head, input.as_bytes(), read),
        };
        writeln!(found, "==== {head}\n{input}----\n{message}").unwrap();
    }
    expect_file![file].assert_eq(&found);
}

fn unescaped(text: &str) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut rest = text;
    while let Some((plain, escape)) = rest.split_once('\\') {
        bytes.extend(plain.bytes());
        let (byte, length) = match escape.split_at(1) {
            ("n", _) => (b'\n', 1),
            ("x", hex) => (u8::from_str_radix(&hex[..2], 16).unwrap(), 3),
            _ => (b'\\', 1),
        };
        bytes.push(byte);
        rest = &escape[length..];
    }
    bytes.extend(rest.bytes());
    bytes
}

/// The message about a file of this name; about typed text, under the name of the option.
fn refusal(name: &str, bytes: &[u8], read: Reader) -> String {
    let shown = if name.ends_with(".board") { "--board" } else { name };
    match Source::from_bytes(shown, bytes) {
        Ok(source) => {
            let source = if shown == "--board" { source.in_one_row() } else { source };
            read(&source).unwrap_or_else(|| panic!("nothing is said of {name}"))
        }
        Err(refusal) => refusal.to_string(),
    }
}

/// Files of which there is nothing to quote.
#[test]
fn files_that_cannot_be_read() {
    let folder = tempfile::tempdir().unwrap();
    let check = |path: &Path, expected: Expect| {
        let refusal = Source::open(path).unwrap_err().to_string();
        expected.assert_eq(&refusal.replace(&folder.path().display().to_string(), "FOLDER"));
    };
    let file = folder.path().join("board.toml");
    check(
        &file,
        expect![[r#"
            error: cannot read the file: No such file or directory (os error 2)
            --> FOLDER/board.toml
             = help: check the path and its permissions"#]],
    );
    check(
        folder.path(),
        expect![[r#"
            error: this is a directory
            --> FOLDER
             = help: name one of the files in it"#]],
    );
    fs::write(&file, vec![b'.'; MAX_BYTES + 1]).unwrap();
    check(
        &file,
        expect![[r#"
            error: more than 1024 KiB
            --> FOLDER/board.toml
             = help: no problem is nearly as large; is this the right file?"#]],
    );
}
