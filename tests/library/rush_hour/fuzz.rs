//! Nothing that can be written makes a reader panic, or the complaint about it.

use bmcplan::kinds::rush_hour::{BoardFormat, read, read_as};
use bmcplan::text::{Paint, Source};
use proptest::collection::vec;
use proptest::prelude::*;

use super::writers;
use crate::common::boards::arb_board;
use crate::common::mistakes::{mistakes, with_mistakes};

/// Reads the bytes in every way and draws every complaint.
fn read_anyhow(bytes: &[u8]) {
    let mut complaints = Vec::new();
    match Source::from_bytes("f", bytes) {
        Err(complaint) => complaints.push(complaint),
        Ok(source) => {
            let readings = [BoardFormat::Toml, BoardFormat::Asp, BoardFormat::Text, BoardFormat::Line]
                .map(|format| read_as(&source, format));
            complaints.extend(readings.into_iter().chain([read(&source)]).filter_map(Result::err));
        }
    }
    for complaint in complaints {
        for paint in [Paint::Plain, Paint::Colored] {
            let drawn = complaint.render(paint);
            assert!(drawn.contains('f') && drawn.contains("help"), "{drawn}");
        }
    }
}

/// Pieces of all formats, for texts that get past the first word.
fn pieces() -> impl Strategy<Value = String> {
    let piece = prop::sample::select(vec![
        "board",
        "rows",
        "columns",
        "walls",
        "car",
        "goal",
        "cost",
        "cost = { X = 3 }",
        "red",
        "name",
        "length",
        "orientation",
        "row",
        "column",
        "=",
        "[",
        "]",
        "[[car]]",
        "{",
        "}",
        "\"",
        "'''",
        "\"\"\"",
        "\n",
        "\r\n",
        "\r",
        "\t",
        "\0",
        ",",
        ".",
        "..",
        "1",
        "6",
        "65",
        "-1",
        "99999999999999999999",
        "h",
        "v",
        "AA",
        "X",
        "XX",
        "x",
        "o",
        "#",
        "%",
        "%*",
        "*%",
        ":-",
        "(",
        ")",
        ";",
        "position(0,a,h,3,1,2).",
        "car(r,2,h).",
        "position",
        "(0,",
        "0..l-1",
        "not_free",
        "busy",
        "no",
        "grid(",
        "#const",
        "#show",
        "l",
        "_",
        "T",
        "é",
        "\u{200d}",
        "🚗",
        " ",
        "+",
        "-",
        "*",
        "/",
    ]);
    vec(piece, 0..60).prop_map(|pieces| pieces.concat())
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
    fn any_pieces(text in pieces()) {
        read_anyhow(text.as_bytes());
    }

    #[test]
    fn any_valid_file_with_mistakes(
        board in arb_board(),
        mistakes in mistakes(pieces()),
    ) {
        let texts = [
            Some(writers::toml_list(&board)),
            writers::rows(&board),
            writers::rows(&board).map(|rows| format!("board = '''\n{rows}'''")),
            Some(writers::asp_first(&board)),
            writers::asp_second(&board),
        ];
        for text in texts.into_iter().flatten() {
            read_anyhow(&with_mistakes(&text, &mistakes));
        }
    }
}

#[test]
fn deep_nesting_and_long_lines() {
    let n = 50_000;
    for piece in
        ["(", "-", "f(", "[", "{", "a=", "1+", "p(1).", "..", "X", "é", "\n", "\"", "%*", "no(1..64,1..64)."]
    {
        read_anyhow(piece.repeat(n / piece.len()).as_bytes());
        read_anyhow(format!("p({}", piece.repeat(n / piece.len())).as_bytes());
        read_anyhow(format!("board = [{}", piece.repeat(n / piece.len())).as_bytes());
        read_anyhow(format!("..\n{}", piece.repeat(n / piece.len())).as_bytes());
    }
}
