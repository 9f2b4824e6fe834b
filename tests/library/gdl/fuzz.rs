//! Nothing that can be written makes the reader or the grounder panic, or the complaint about it.

use bmcplan::kinds::gdl::{Game, GroundError, GroundLimits, looks_like, read};
use bmcplan::stop::Stop;
use bmcplan::text::{Diagnostic, Paint, Source};
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::{Index, select};

use super::fixed::FIXED;
use super::sheets::arb_sheet;
use crate::common::mistakes::{mistakes, with_mistakes};

/// Reads the bytes, makes ground what can be read, and draws the complaint.
fn read_anyhow(bytes: &[u8]) {
    if let Err(complaint) = ground_anyhow(bytes) {
        for paint in [Paint::Plain, Paint::Colored] {
            let drawn = complaint.render(paint);
            assert!(drawn.contains("error") && drawn.contains("help"), "{drawn}");
        }
    }
}

fn ground_anyhow(bytes: &[u8]) -> Result<(), Diagnostic> {
    let source = Source::from_bytes("f.kif", bytes)?;
    looks_like(&source);
    let limits = GroundLimits { bytes: 4 << 20, ..GroundLimits::default() };
    match read(&source, limits).and_then(|sheet| Game::of(&source, &sheet, limits)) {
        Ok(game) => {
            for value in game.goal_values() {
                let task = game.task(value, &Stop::default()).unwrap();
                game.fluents(task.initial());
            }
            Ok(())
        }
        Err(GroundError::Refused(complaint)) => Err(complaint),
        Err(GroundError::Stopped { rule, .. }) => Err(rule),
    }
}

/// Tokens, for texts that get past the first word.
fn tokens() -> impl Strategy<Value = String> {
    let token = select(vec![
        "(",
        ")",
        "(",
        ")",
        "(<=",
        "<=",
        "role",
        "init",
        "(init",
        "true",
        "(true",
        "does",
        "(does r",
        "next",
        "(next",
        "legal",
        "(legal r",
        "goal",
        "(goal r 100)",
        "terminal",
        "(terminal)",
        "base",
        "input",
        "distinct",
        "(distinct",
        "not",
        "(not",
        "or",
        "(or",
        "and",
        "(and",
        "(role r)",
        "r",
        "a",
        "p",
        "(f",
        "q",
        "1",
        "100",
        "-1",
        "?x",
        "?y",
        "?",
        "??",
        "?X",
        ";",
        "\n",
        "\r\n",
        "\t",
        "\0",
        "\u{feff}",
        "é",
        "İ",
        "\u{200d}",
        "\"",
        "'",
        "|",
        "<",
        "=>",
        "#",
        "99999999999999999999",
    ]);
    vec(token, 0..60).prop_map(|tokens| tokens.join(" "))
}

/// Statements that make it a game with whatever else is said.
const GAME: &str = "(role r) (init p) (legal r a) (goal r 100) (<= terminal (true p)) ";

fn statements() -> impl Strategy<Value = String> {
    let term = prop_oneof![
        select(vec!["a", "b", "1", "2", "?x", "?y", "?z", "r", "p"]).prop_map(str::to_owned),
        select(vec!["(f ?x)", "(f ?x ?y)", "(f a)", "(g (f ?x) 1)", "(g ?y (f a))"]).prop_map(str::to_owned),
    ];
    let atom = (0..9_usize, term.clone(), term.clone()).prop_map(|(kind, one, other)| match kind {
        0 => format!("(true {one})"),
        1 => format!("(does r {one})"),
        2 => format!("(legal r {one})"),
        3 => format!("(goal r {one})"),
        4 => "terminal".to_owned(),
        5 => format!("(s {one})"),
        6 => format!("(t {one} {other})"),
        7 => format!("(distinct {one} {other})"),
        _ => "u".to_owned(),
    });
    let formula = atom.prop_recursive(3, 12, 3, |inner| {
        (select(vec!["not", "or", "and", "or", "and"]), vec(inner, 1..4)).prop_map(|(word, parts)| match word
        {
            "not" => format!("(not {})", parts[0]),
            word => format!("({word} {})", parts.join(" ")),
        })
    });
    let head = (0..8_usize, term.clone(), term).prop_map(|(kind, one, other)| match kind {
        0 | 1 => format!("(next {one})"),
        2 => format!("(legal r {one})"),
        3 => format!("(s {one})"),
        4 => format!("(t {one} {other})"),
        5 => format!("(init {one})"),
        6 => "u".to_owned(),
        _ => "(goal r 50)".to_owned(),
    });
    let bound =
        select(vec!["", "(t ?x ?y)", "(s ?x) (t ?y ?z)", "(true ?x) (does r ?y) (true ?z)", "(t ?x ?x)"]);
    let statement = (head, bound, vec(formula, 0..3))
        .prop_map(|(head, bound, body)| format!("(<= {head} {bound} {})\n", body.join(" ")));
    vec(statement, 0..8)
        .prop_map(|statements| format!("{GAME}(t a b) (t b 1) (s a)\n{}", statements.concat()))
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
    fn any_tokens(text in tokens()) {
        read_anyhow(text.as_bytes());
        read_anyhow((GAME.to_owned() + &text).as_bytes());
    }

    #[test]
    fn any_statements(text in statements()) {
        read_anyhow(text.as_bytes());
    }

    #[test]
    fn random_sheets_with_mistakes(sheet in arb_sheet(), mistakes in mistakes(tokens())) {
        read_anyhow(&with_mistakes(&sheet.0, &mistakes));
    }

    #[test]
    fn sheets_by_hand_with_mistakes(number in any::<Index>(), mistakes in mistakes(tokens())) {
        read_anyhow(&with_mistakes(number.get(FIXED).text, &mistakes));
    }
}

#[test]
fn deep_nesting_and_long_lines() {
    let n = 50_000;
    for piece in [
        "(", ")", "()", "(f ", "(not ", "(or a ", "?x ", "a", ";", "é", "\n", "(role r)", "(p a)", "(<= p q)",
    ] {
        let pieces = piece.repeat(n / piece.len());
        read_anyhow(pieces.as_bytes());
        read_anyhow(format!("{GAME}(<= (next p) {pieces}").as_bytes());
        read_anyhow(format!("{GAME}(<= (next p) {pieces})").as_bytes());
        read_anyhow(format!("{GAME}(init (f {pieces}))").as_bytes());
        read_anyhow(format!("{GAME}{pieces}").as_bytes());
    }
    for depth in [10, 90, 99, 100, 101] {
        for open in ["(not ", "(or ", "(and ", "(or (not a) ", "(not (or a b ", "(true (f "] {
            let closed = format!("{}a{}", open.repeat(depth), ")".repeat(depth * open.matches('(').count()));
            read_anyhow(format!("{GAME}(<= (next p) {closed})").as_bytes());
        }
    }
}
