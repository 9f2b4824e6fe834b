//! Refused inputs: every file in the folders of `tests/refused` is refused, in the words of the `.stderr` file beside it:
//! the place, what is wrong there, and what would be right. And inputs in `tests/warned`, about which there are warnings.
//!
//! With `BLESS=1` the `.stderr` files are written anew instead.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::{env, fs};

use bmcplan::kinds::gdl::{self, Game, GroundError, GroundLimits};
use bmcplan::kinds::pddl::{self, PddlError, PddlPart, PddlReading};
use bmcplan::kinds::sas::{self, SasError};
use bmcplan::kinds::{rush_hour, sliding_block};
use bmcplan::stop::Stop;
use bmcplan::text::{Diagnostic, MAX_BYTES, Source};
use expect_test::{Expect, expect};

/// Nothing if nothing is wrong.
type Reader = fn(&Source) -> Option<String>;

/// Boards in TOML, as rows (`.txt`), as facts (`.lp`), and as they are typed for the option `--board` (`.board`).
#[test]
fn rush_hour_boards() {
    check_folder("refused/rush_hour", |source| rush_hour::read(source).err().as_ref().map(shown));
}

/// Boards in which another car may have been meant than the one that its name makes red.
#[test]
fn rush_hour_boards_with_doubts() {
    check_folder("warned/rush_hour", |source| {
        let reading = rush_hour::read_with_warnings(source).unwrap_or_else(|error| panic!("{error}"));
        let warnings: Vec<String> = reading.warnings.iter().map(shown).collect();
        Some(warnings.join("\n")).filter(|warnings| !warnings.is_empty())
    });
}

/// Puzzles in TOML and as rows (`.txt`, or no extension at all).
#[test]
fn sliding_block_puzzles() {
    check_folder("refused/sliding_block", |source| sliding_block::read(source).err().as_ref().map(shown));
}

/// Rule sheets, refused when they are read or when they are made ground.
#[test]
fn rule_sheets() {
    check_folder("refused/gdl", |source| match game(source) {
        Ok(_) => None,
        Err(GroundError::Refused(refusal)) => Some(shown(&refusal)),
        Err(stopped @ GroundError::Stopped { .. }) => panic!("{stopped}"),
    });
}

/// Rule sheets that can be played and most likely are not what was meant.
#[test]
fn rule_sheets_with_slips() {
    check_folder("warned/gdl", |source| {
        let game = game(source).unwrap_or_else(|error| panic!("{error}"));
        let warnings: Vec<String> = game.warnings().iter().map(shown).collect();
        Some(warnings.join("\n")).filter(|warnings| !warnings.is_empty())
    });
}

/// Halves of a planning problem in PDDL, each with another half in which nothing is wrong, refused when they are read or when
/// they are made ground.
#[test]
fn pddl_files() {
    check_folder("refused/pddl", |source| match pddl_with_other_half(source) {
        Ok(PddlReading { problem, .. }) => match pddl::ground(&problem, &Stop::default()) {
            Ok(_) => None,
            Err(error) => Some(shown(&error.diagnostic(source))),
        },
        Err(PddlError::Refused(refusal)) => Some(shown(&refusal)),
        Err(stopped @ PddlError::Stopped(_)) => panic!("{stopped}"),
    });
}

/// Planning tasks in the format of Fast Downward's translator.
#[test]
fn sas_files() {
    check_folder("refused/sas", |source| match sas::read(source, &Stop::default()) {
        Ok(_) => None,
        Err(SasError::Refused(refusal)) => Some(shown(&refusal)),
        Err(SasError::Task(error)) => panic!("{error}"),
    });
}

/// Halves of a planning problem that can be read and most likely are not what was meant.
#[test]
fn pddl_files_with_slips() {
    check_folder("warned/pddl", |source| {
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

fn check_folder(folder: &str, read: Reader) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests").join(folder);
    let files: BTreeSet<PathBuf> =
        fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    let (expected, inputs): (BTreeSet<PathBuf>, BTreeSet<PathBuf>) =
        files.into_iter().partition(|file| file.extension().is_some_and(|end| end == "stderr"));
    assert!(!inputs.is_empty());
    let bless = env::var_os("BLESS").is_some();
    let mut differing = Vec::new();
    for input in &inputs {
        let refusal = refusal(input, read) + "\n";
        let beside = input.with_extension("stderr");
        if bless {
            fs::write(&beside, refusal).unwrap();
        } else {
            let expected = fs::read_to_string(&beside).unwrap_or_default();
            if refusal != expected {
                differing.push(format!("{}\nexpected:\n{expected}\nfound:\n{refusal}", input.display()));
            }
        }
    }
    assert!(differing.is_empty(), "{}\nBLESS=1 writes what is found", differing.join("\n"));
    let left_over: Vec<_> = expected
        .difference(&inputs.iter().map(|input| input.with_extension("stderr")).collect())
        .cloned()
        .collect();
    assert!(left_over.is_empty(), "nothing is refused like this: {left_over:?}");
}

/// The message about a file, under its own name; about typed text, under that of the option.
fn refusal(input: &Path, read: Reader) -> String {
    let name = match input.extension() {
        Some(end) if end == "board" => "--board".into(),
        _ => input.file_name().unwrap().to_string_lossy(),
    };
    let bytes = fs::read(input).unwrap();
    let source = Source::from_bytes(&name, &bytes);
    match source.map(|source| if name == "--board" { source.in_one_row() } else { source }) {
        Ok(source) => read(&source).unwrap_or_else(|| panic!("nothing is said of {}", input.display())),
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
             = help: no problem needs nearly as much; is this the right file?"#]],
    );
}
