//! S-expressions with their places in the text: words and lists in parentheses; `;` begins a comment.
//!
//! GDL's KIF is written in them.

use super::{Diagnostic, Source, Span};

/// How deep lists may be nested. The sheets of the General Game Playing collections need less than ten levels.
const MAX_DEPTH: usize = 100;

/// A word or a list, and where it stands.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Expression {
    /// What it is.
    pub(super) form: ExpressionForm,
    /// From its first character to after its last.
    pub(super) span: Span,
}

/// What an [`Expression`] is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum ExpressionForm {
    /// A word as it is written.
    Word(String),
    /// A list, perhaps an empty one.
    List(Vec<Expression>),
}

/// Reads all expressions of a text.
pub(super) fn read(source: &Source) -> Result<Vec<Expression>, Diagnostic> {
    let mut open: Vec<(usize, Vec<Expression>)> = Vec::new();
    let mut done = Vec::new();
    for (token, span) in tokens(source.text()) {
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
                    .help(
                        "names of moves and fluents are printed; write them in characters that can be seen",
                    ));
            }
            ExpressionToken::Word(text) => Expression { form: ExpressionForm::Word(text.to_owned()), span },
        };
        open.last_mut().map_or(&mut done, |(_, items)| items).push(expression);
    }
    match open.as_slice() {
        [] => Ok(done),
        [(start, _), ..] => Err(Diagnostic::new(source, "a parenthesis is not closed")
            .at(*start..start + 1, "opened here")
            .help("every '(' needs its ')'; the rule that begins here has too few of them")),
    }
}

enum ExpressionToken<'a> {
    Open,
    Close,
    Word(&'a str),
}

/// Cuts a text into tokens; comments and white space are left out.
fn tokens(text: &str) -> impl Iterator<Item = (ExpressionToken<'_>, Span)> {
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
                _ => rest.find(|c: char| c.is_whitespace() || "();".contains(c)).unwrap_or(rest.len()),
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
        fn show(expression: &Expression) -> String {
            match &expression.form {
                ExpressionForm::Word(text) => text.clone(),
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
