//! Texts as users write them: their lines, the complaints that point into them, and how they are cut into problems.

use bmcplan::text::{Collection, CollectionEntry, CollectionForm, Diagnostic, Paint, Source, name};
use expect_test::expect;
use proptest::prelude::*;

#[test]
fn lines_end_with_a_line_feed_a_carriage_return_or_both() {
    let text = |text: &str| Source::new("test", text).text().to_owned();
    assert_eq!(text("a\rb\r\nc\nd\r\re\r"), "a\nb\r\nc\nd\n\ne\n");
    assert_eq!(text("\r\ra"), "\n\na");
    assert_eq!(text("a\r\n\r\n"), "a\r\n\r\n");
    assert_eq!(text("\r"), "\n");
    assert_eq!(text(""), "");
}

#[test]
fn a_diagnostic_counts_every_kind_of_line_end() {
    let source =
        Source::from_bytes("test", b"a\rb\r\nc\nd\rhere\r").unwrap_or_else(|error| panic!("{error}"));
    let shown = Diagnostic::new(&source, "wrong").at(9..13, "this").to_string();
    assert!(shown.contains("test:5:1") && shown.contains("5 | here"), "{shown}");
}

#[test]
fn texts_in_toml_may_have_names() {
    let of = |text: &str| name(&Source::new("test", text));
    assert_eq!(of("name = \"Klotski\"\nstart = 3\n").as_deref(), Some("Klotski"));
    for text in ["name = \" \"\n", "name = 3\n", "board = \"\"\n", "XX..\n", "(init name)", ""] {
        assert_eq!(of(text), None, "{text}");
    }
}

#[test]
fn columns_count_characters() {
    let source = Source::new("ü.txt", "first\r\nßßß\tx\r\n");
    let diagnostic = Diagnostic::new(&source, "an x").at(14..15, "here").also(0..5, "and here").help("no x");
    expect![[r#"
        error: an x
         --> ü.txt:2:5
          |
        1 | first
          | ----- and here
        2 | ßßß    x
          |        ^ here
          |
          = help: no x"#]]
    .assert_eq(&diagnostic.to_string());
    assert_eq!(diagnostic.line_and_column(), Some((2, 5)));
}

#[test]
fn control_characters_do_not_reach_the_terminal() {
    let source = Source::new("\x1b[31m", "a\x1b[31mb\0\u{202e}");
    let shown = Diagnostic::new(&source, "bad\x1b[0m").at(1..2, "\x07").help("\x1b").to_string();
    assert!(shown.chars().all(|c| c == '\n' || !c.is_control()), "{shown:?}");
}

#[test]
fn a_word_of_any_length_is_quoted_in_part() {
    let word = "é".repeat(100_000);
    let quoted = format!("no `{word}`!");
    let diagnostic = Diagnostic::new(&Source::new("f", &word), &quoted).at(0..9, &quoted).help(&quoted);
    assert!(diagnostic.message().starts_with("no `é") && diagnostic.message().ends_with("é`!"));
    assert!(diagnostic.to_string().chars().count() < 5_000, "{diagnostic}");
    let short = "é".repeat(900);
    assert_eq!(Diagnostic::new(&Source::new("f", ""), &short).message(), short);
}

proptest! {
    #[test]
    fn every_span_in_every_text_can_be_drawn(
        text in "(?s)[\\PC\r\n\t\0éß\u{200d}\u{202e}%=]{0,40}",
        (a, b, c, d) in (0..70usize, 0..70usize, 0..70usize, 0..70usize),
    ) {
        let source = Source::new("f", &text);
        let drawn = Diagnostic::new(&source, "m").at(a..b, "l").also(c..d, "k").help("h");
        for paint in [Paint::Plain, Paint::Colored] {
            prop_assert!(drawn.render(paint).contains("f:"));
        }
    }
}

/// The ids, the first lines and the texts.
fn cut(text: &str, form: CollectionForm) -> Vec<(Option<String>, usize, String)> {
    let collection = Collection::cut(&Source::new("test", text), form);
    let entry = |CollectionEntry { id, source }| (id, source.first_line(), source.text().to_owned());
    collection.iter().map(entry).collect()
}

fn entry(id: &str, line: usize, text: &str) -> (Option<String>, usize, String) {
    (Some(id.to_owned()).filter(|id| !id.is_empty()), line, text.to_owned())
}

#[test]
fn a_board_on_each_line() {
    let text =
        "% a comment\n60 IBBxooIooLDDJAALooJoKEEMFFKooMGGHHHM 2332\n\nXX.......\nno board\na,XX.......;b";
    assert_eq!(
        cut(text, CollectionForm::Lines),
        [
            entry("60 2332", 2, "   IBBxooIooLDDJAALooJoKEEMFFKooMGGHHHM\n"),
            entry("", 4, "XX.......\n"),
            entry("", 5, "no board\n"),
            entry("a b", 6, "  XX.......\n"),
        ]
    );
    let collection = Collection::cut(&Source::new("test", text), CollectionForm::Lines);
    assert_eq!(
        [0, 1, 2, 3, 4].map(|index| collection.has_columns(index)),
        [true, false, false, false, false]
    );
}

#[test]
fn blank_lines_between_boards() {
    assert_eq!(
        cut("% alone\n\n% one\nXX.\n...\n \n\nXX.\n% two\n...", CollectionForm::Blocks),
        [entry("one", 3, "% one\nXX.\n...\n"), entry("", 8, "XX.\n% two\n...")]
    );
}

#[test]
fn headings() {
    assert_eq!(
        cut("% one\n\nstart\nA.\n\ngoal\n.A\n\n% two\n start\nB\n", CollectionForm::Headings("start")),
        [entry("one", 1, "% one\n\nstart\nA.\n\ngoal\n.A\n"), entry("two", 9, "% two\n start\nB\n")]
    );
}

#[test]
fn tables() {
    let text = "# all\n[[board]]\nid = \"one\"\nrows = 2\n[[board.car]]\nname = \"X.\"\n[ board . goal ]\n\n[[board]]\nrows = 3\n";
    assert_eq!(
        cut(text, CollectionForm::Tables),
        [
            entry("one", 2, "\n          \nrows = 2\n[[      car]]\nname = \"X.\"\n[         goal ]\n"),
            entry("", 9, "\nrows = 3\n"),
        ]
    );
    // Lines that belong to no board become a problem of their own, which the reader then refuses.
    assert_eq!(cut("red = 1\n[[board]]\nx = 2\n", CollectionForm::Tables).len(), 2);
}

/// A car called `id` has a cost, and a key of a car is none of the table.
#[test]
fn an_id_of_a_part_is_none_of_the_table() {
    let parts = ["[board.cost]\nid = 5\n", "[[board.car]]\nid = \"q\"\n", "name = \"\"\"\nid = 5\n\"\"\"\n"];
    for part in parts {
        let alone = part.replace("board.", "      ");
        assert_eq!(
            cut(&format!("[[board]]\n{part}"), CollectionForm::Tables),
            [entry("", 1, &format!("\n{alone}"))]
        );
    }
}

#[test]
fn an_id_is_a_value_of_toml() {
    for (line, expected) in [
        ("id = \"a\" # the first", "a"),
        ("\"id\" = 'q'", "q"),
        ("  id='a \"b\"'", "a \"b\""),
        ("id = 'b#7'", "b#7"),
        ("id = 0x1F", "0x1F"),
        ("id = 7", "7"),
        ("id = 2.5 # or so", "2.5"),
        ("id = \"a\\n\\u0062\"", "a b"),
        ("id = \"\"\"a\nb\"\"\"", "a b"),
        ("id = ['a']", ""),
    ] {
        let cut = cut(&format!("[[board]]\n{line}\nrows = 2\n"), CollectionForm::Tables);
        let [(id, _, alone)] = &*cut else { panic!("{line}") };
        assert_eq!(id.as_deref().unwrap_or_default(), expected, "{line}");
        let is_gone = !expected.is_empty();
        assert_eq!(!alone.contains("id"), is_gone, "{alone}");
        // What follows stands where it stood.
        assert!(
            alone.ends_with("\nrows = 2\n") && alone.lines().count() == line.lines().count() + 2,
            "{alone}"
        );
        assert_eq!(alone.contains('#'), line.contains(" # "), "{alone}");
    }
}

/// Its fault is shown to those who read it.
#[test]
fn a_faulty_table_keeps_its_id() {
    let text = "[[board]]\nid = \"a\"\nrows =\n";
    assert_eq!(cut(text, CollectionForm::Tables), [entry("a", 1, "\nid = \"a\"\nrows =\n")]);
    for lines in ["id = \"a\"\nid = \"b\"\n", "id = 007\n", "id =\n"] {
        assert_eq!(cut(&format!("[[board]]\n{lines}"), CollectionForm::Tables)[0].2, format!("\n{lines}"));
    }
}

#[test]
fn headers_comments_and_quotes_of_tables() {
    let board = "IBBxooIooLDDJAALooJoKEEMFFKooMGGHHHM";
    let text =
        format!("id;board\n# a comment, with {}\n#x,{board}\n\"Level 1, easy\";\"{board}\";8\n", "commas");
    assert_eq!(
        cut(&text, CollectionForm::Lines),
        [
            entry("#x", 3, &format!("   {board}\n")),
            entry("Level 1, easy", 4, &format!("{}{board}\n", " ".repeat(17)))
        ]
    );
    // Without a name that is an id, all columns are; a line that names nothing is one with a fault.
    let text = format!("moves,board\n7,{board},a\nno board here\n");
    assert_eq!(
        cut(&text, CollectionForm::Lines),
        [entry("7 a", 2, &format!("  {board}\n")), entry("", 3, "no board here\n")]
    );
    // Walls are no comments.
    assert_eq!(cut("#..XX....\n# XX......\n", CollectionForm::Lines).len(), 1);
}

#[test]
fn a_problem_is_found_by_its_line_or_its_id() {
    let board = "IBBxooIooLDDJAALooJoKEEMFFKooMGGHHHM";
    let lines = format!("card01 8 {board}\ncard02 8 {board}\n2 9 {board}\n2 9 {board}\n");
    let lines = Collection::cut(&Source::new("list.txt", &lines), CollectionForm::Lines);
    assert_eq!(["1", "2", "card02", "card02 8"].map(|name| lines.find(name)), [Ok(0), Ok(1), Ok(1), Ok(1)]);
    let refused = |name: &str| lines.find(name).unwrap_err().to_string();
    assert!(refused("9").contains("2 problems have the id 9") && refused("9").contains("3 and 4"));
    assert!(
        refused("card03").contains("there is no problem card03") && refused("card03").contains("list.txt:1")
    );
    let blocks = Collection::cut(&Source::new("test", "% one\nXX.\n...\n\nXX.\n"), CollectionForm::Blocks);
    assert_eq!(["3", "5", "one"].map(|name| blocks.find(name)), [Ok(0), Ok(1), Ok(0)]);
    assert!(blocks.find("4").is_err());
}
