//! Tests of the notation.

use super::*;

fn shown(text: &str) -> String {
    fn show(expression: &Expression<'_>) -> String {
        match &expression.form {
            ExpressionForm::Word(text) => (*text).to_owned(),
            ExpressionForm::List(items) => {
                format!("[{}]", items.iter().map(show).collect::<Vec<_>>().join(" "))
            }
        }
    }
    read(&Source::new("test", text)).unwrap().iter().map(show).collect::<Vec<_>>().join(" ")
}

#[test]
fn lists_words_and_comments() {
    assert_eq!(shown("(a(b ?c);x)\n d)e ; (\n()"), "[a [b ?c] d] e []");
    assert_eq!(shown(" ; nothing"), "");
    assert_eq!(shown("(<= (p ?x)\r\n(q ?x))"), "[<= [p ?x] [q ?x]]");
}

#[test]
fn a_variable_begins_behind_a_word_in_pddl() {
    let source = Source::new("test", "at?x?? y");
    let words = |ends| read_until(&source, ends, &|| false).unwrap().unwrap();
    let words =
        [ENDS, PDDL_ENDS].map(|ends| words(ends).iter().filter_map(Expression::word).collect::<Vec<_>>());
    assert_eq!(words, [vec!["at?x??", "y"], vec!["at", "?x", "?", "?", "y"]]);
}

#[test]
fn long_texts_ask_whether_to_stop() {
    let source = Source::new("test", &"(a)".repeat(TOKENS_PER_POLL));
    let polls = std::cell::Cell::new(0);
    let stop_after = |most: usize| {
        polls.set(0);
        let stop = || {
            polls.set(polls.get() + 1);
            most < polls.get()
        };
        read_until(&source, ENDS, &stop).unwrap().map(|all| all.len())
    };
    assert_eq!((stop_after(3), polls.get()), (Some(TOKENS_PER_POLL), 3));
    assert_eq!((stop_after(2), polls.get()), (None, 3));
}

#[test]
fn the_list_that_is_not_closed_is_found_by_its_place() {
    for (text, start) in [
        ("(a\n (b\n  (c)\n (d))", 4),
        ("(a\n (b\n  (c)\n (d)\n", 4),
        ("(a (b\n (c (d)\n (e)))", 7),
        ("(a\n(b c)\n(d)", 0),
        ("(a (b)", 0),
        ("x\n(a (b)", 2),
    ] {
        let error = read(&Source::new("test", text)).unwrap_err();
        let line = text[..start].matches('\n').count() + 1;
        let column = start - text[..start].rfind('\n').map_or(0, |end| end + 1) + 1;
        assert_eq!(error.line_and_column(), Some((line, column)), "{text}");
    }
}

#[test]
fn spans_are_those_of_the_text() {
    let source = Source::new("test", "é (ab ü)");
    let spans: Vec<Span> = read(&source).unwrap().into_iter().map(|found| found.span).collect();
    assert_eq!(spans.iter().map(|span| &source.text()[span.clone()]).collect::<Vec<_>>(), ["é", "(ab ü)"]);
}

#[test]
fn parentheses_must_match_and_have_a_limit() {
    for (text, message) in [
        ("(a (b)", "not closed"),
        ("(a))", "not opened"),
        (&"(".repeat(1_000_000), "nested too deep"),
        (&"(".repeat(MAX_DEPTH), "not closed"),
    ] {
        let error = read(&Source::new("test", text)).unwrap_err();
        assert!(error.to_string().contains(message), "{error}");
    }
}

#[test]
fn the_first_list_that_is_another_ends_somewhere() {
    let end = |text: &str| first_end(&Source::new("test", text), "skip");
    assert_eq!(end("(a (b)) (c)"), Some(7));
    assert_eq!(end("; (\n(Skip (x)) (a (skip)) (c)"), Some(25));
    assert_eq!([end("(skip)"), end("(a"), end(")"), end("")], [None; 4]);
}
