//! S-expressions with their places in the text: words and lists in parentheses; `;` begins a comment.
//!
//! GDL's KIF and PDDL are written in them.

use super::{Diagnostic, Source, Span};

/// How deep lists may be nested. The sheets of the General Game Playing collections need less than ten levels, the domains of
/// the planning competitions twelve.
const MAX_DEPTH: usize = 100;

/// What ends a word in KIF, besides white space.
const ENDS: &str = "();";

/// What ends a word in PDDL: some people write `(at?x depot)`.
pub(super) const PDDL_ENDS: &str = "();?";

/// How many words and parentheses are read between two questions whether to stop.
const TOKENS_PER_POLL: usize = 1 << 12;

/// A word or a list, and where it stands.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Expression<'a> {
    /// What it is.
    pub(super) form: ExpressionForm<'a>,
    /// From its first character to after its last.
    pub(super) span: Span,
}

/// What an [`Expression`] is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum ExpressionForm<'a> {
    /// A word as it is written.
    Word(&'a str),
    /// A list, perhaps an empty one.
    List(Vec<Expression<'a>>),
}

impl<'a> Expression<'a> {
    /// The word, if it is one.
    pub(super) fn word(&self) -> Option<&'a str> {
        match self.form {
            ExpressionForm::Word(word) => Some(word),
            ExpressionForm::List(_) => None,
        }
    }

    /// What stands in the list, if it is one.
    pub(super) fn list(&self) -> Option<&[Self]> {
        match &self.form {
            ExpressionForm::Word(_) => None,
            ExpressionForm::List(items) => Some(items),
        }
    }

    /// The first word of a list, and the rest of it.
    pub(super) fn headed(&self) -> Option<(&'a str, &[Self])> {
        let (first, rest) = self.list()?.split_first()?;
        Some((first.word()?, rest))
    }
}

/// Reads all expressions of a text.
///
/// # Errors
/// What is wrong with the parentheses or a word.
pub(super) fn read(source: &Source) -> Result<Vec<Expression<'_>>, Diagnostic> {
    Ok(read_until(source, ENDS, &|| false)?.unwrap_or_default())
}

/// Reads all expressions of a text, or nothing if it was to stop. Words end before any of `ends`.
///
/// # Errors
/// As [`read`].
pub(super) fn read_until<'a>(
    source: &'a Source,
    ends: &str,
    stop: &dyn Fn() -> bool,
) -> Result<Option<Vec<Expression<'a>>>, Diagnostic> {
    let mut open: Vec<(usize, Vec<Expression<'a>>)> = Vec::new();
    let mut done = Vec::new();
    for (number, (token, span)) in tokens(source.text(), ends).enumerate() {
        if number % TOKENS_PER_POLL == 0 && stop() {
            return Ok(None);
        }
        let expression = match token {
            ExpressionToken::Open if open.len() == MAX_DEPTH => {
                return Err(Diagnostic::new(source, "the parentheses are nested too deep")
                    .at(span, format!("this is level {}", MAX_DEPTH + 1))
                    .help(format!("at most {MAX_DEPTH} levels are read")));
            }
            ExpressionToken::Open => {
                open.push((span.start, Vec::new()));
                continue;
            }
            ExpressionToken::Close => {
                let Some((start, items)) = open.pop() else {
                    return Err(Diagnostic::new(source, "a parenthesis is closed that was not opened")
                        .at(span, "here")
                        .help("remove it, or open one before it"));
                };
                Expression { form: ExpressionForm::List(items), span: start..span.end }
            }
            ExpressionToken::Word(text) if text.contains(char::is_control) => {
                return Err(Diagnostic::new(source, "a word has a control character in it")
                    .at(span, "this word")
                    .help("names are printed; write them in characters that can be seen"));
            }
            ExpressionToken::Word(text) => Expression { form: ExpressionForm::Word(text), span },
        };
        open.last_mut().map_or(&mut done, |(_, items)| items).push(expression);
    }
    match open.as_slice() {
        [] => Ok(Some(done)),
        [(outermost, _), ..] => {
            let start = unclosed(source, ends).unwrap_or(*outermost);
            Err(Diagnostic::new(source, "a parenthesis is not closed")
                .at(start..start + 1, "opened here")
                .help("every '(' needs its ')'; what begins here has too few of them"))
        }
    }
}

/// The list that most likely is not closed in a text with too few closing parentheses: the first one that began a line, and
/// was still open when another line began with a list, no further to the right.
fn unclosed(source: &Source, ends: &str) -> Option<usize> {
    let text = source.text();
    // Each open list and, where it begins a line, how far to the right.
    let mut open: Vec<(usize, Option<usize>)> = Vec::new();
    let (mut behind, mut line) = (0, Some(0));
    for (token, span) in tokens(text, ends) {
        // What lies between two tokens is white space and comments.
        if let Some(end) = text.get(behind..span.start)?.rfind('\n') {
            line = Some(behind + end + 1);
        }
        let column = line.take().map(|line| span.start - line);
        match token {
            ExpressionToken::Open => {
                let is_left =
                    |(_, of): &&(usize, Option<usize>)| of.zip(column).is_some_and(|(of, here)| here <= of);
                if let Some((start, _)) = open.iter().find(is_left) {
                    return Some(*start);
                }
                open.push((span.start, column));
            }
            ExpressionToken::Close => {
                open.pop();
            }
            ExpressionToken::Word(_) => {}
        }
        behind = span.end;
    }
    None
}

/// The first so many words and parentheses of a text, as far as it has them.
pub(super) fn beginning(source: &Source, most: usize) -> Vec<(&str, Span)> {
    let text = |span: Span| (source.text().get(span.clone()).unwrap_or_default(), span);
    tokens(source.text(), ENDS).take(most).map(|(_, span)| text(span)).collect()
}

enum ExpressionToken<'a> {
    Open,
    Close,
    Word(&'a str),
}

/// Cuts a text into tokens; comments and white space are left out.
fn tokens<'a>(text: &'a str, ends: &str) -> impl Iterator<Item = (ExpressionToken<'a>, Span)> {
    let mut at = 0;
    std::iter::from_fn(move || {
        loop {
            let rest = text.get(at..)?;
            let first = rest.chars().next()?;
            if first == ';' {
                at += rest.find('\n').unwrap_or(rest.len());
                continue;
            }
            if first.is_whitespace() || first == '\u{feff}' {
                at += first.len_utf8();
                continue;
            }
            let length = match first {
                '(' | ')' => 1,
                _ => {
                    let behind = first.len_utf8();
                    let end = rest[behind..].find(|c: char| c.is_whitespace() || ends.contains(c));
                    end.map_or(rest.len(), |end| behind + end)
                }
            };
            let span = at..at + length;
            at = span.end;
            let token = match first {
                '(' => ExpressionToken::Open,
                ')' => ExpressionToken::Close,
                _ => ExpressionToken::Word(&rest[..length]),
            };
            return Some((token, span));
        }
    })
}

#[cfg(test)]
mod tests {
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
        assert_eq!(
            spans.iter().map(|span| &source.text()[span.clone()]).collect::<Vec<_>>(),
            ["é", "(ab ü)"]
        );
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
}
