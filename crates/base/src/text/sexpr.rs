//! S-expressions with their places in the text: words and lists in parentheses; `;` begins a comment.
//!
//! They are the syntax of GDL's KIF and of PDDL.

use super::{Diagnostic, Source, Span};

/// Greatest depth of nested lists. The sheets of the General Game Playing collections need less than ten levels, the domains of
/// the planning competitions twelve.
const MAX_DEPTH: usize = 100;

/// Characters that end a word in KIF, besides white space.
const ENDS: &str = "();";

/// Characters that end a word in PDDL: some files have `(at?x depot)`.
pub const PDDL_ENDS: &str = "();?";

/// Number of words and parentheses between two polls of the stop flag.
const TOKENS_PER_POLL: usize = 1 << 12;

/// Word or list, with its place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Expression<'a> {
    /// The word or the list.
    pub form: ExpressionForm<'a>,
    /// Its place in the text.
    pub span: Span,
}

/// A word, or a list of expressions.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ExpressionForm<'a> {
    /// A word.
    Word(&'a str),
    /// A list in parentheses.
    List(Vec<Expression<'a>>),
}

impl<'a> Expression<'a> {
    /// Returns the word; `None` for a list.
    pub fn word(&self) -> Option<&'a str> {
        match self.form {
            ExpressionForm::Word(word) => Some(word),
            ExpressionForm::List(_) => None,
        }
    }

    /// Returns the items of a list; `None` for a word.
    pub fn list(&self) -> Option<&[Self]> {
        match &self.form {
            ExpressionForm::Word(_) => None,
            ExpressionForm::List(items) => Some(items),
        }
    }

    /// Returns the first word of a list, and the rest of it.
    pub fn headed(&self) -> Option<(&'a str, &[Self])> {
        let (first, rest) = self.list()?.split_first()?;
        Some((first.word()?, rest))
    }
}

/// Reads all expressions of a text.
///
/// # Errors
/// The first parenthesis without its partner, or lists nested too deeply.
pub fn read(source: &Source) -> Result<Vec<Expression<'_>>, Diagnostic> {
    Ok(read_until(source, ENDS, &|| false)?.unwrap_or_default())
}

/// Parses all expressions of a text; `None` if `stop` returned true. Words end before any of `ends`.
pub fn read_until<'a>(
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
                .help("add the ')' that closes this '('"))
        }
    }
}

/// Returns the list that most likely is not closed in a text with too few closing parentheses. It is the first one that began a
/// line and was still open when another line began with a list, no further to the right.
fn unclosed(source: &Source, ends: &str) -> Option<usize> {
    let text = source.text();
    // Each open list and, where it begins a line, its column.
    let mut open: Vec<(usize, Option<usize>)> = Vec::new();
    let (mut behind, mut line) = (0, Some(0));
    for (token, span) in tokens(text, ends) {
        // Between two tokens there are white space and comments.
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

/// Returns the first words and parentheses of a text, at most `most`.
pub fn beginning(source: &Source, most: usize) -> Vec<(&str, Span)> {
    let text = |span: Span| (source.text().get(span.clone()).unwrap_or_default(), span);
    tokens(source.text(), ENDS).take(most).map(|(_, span)| text(span)).collect()
}

/// Returns the end of the first list of a text that does not begin with the word `but`; `None` if it is not closed.
pub fn first_end(source: &Source, but: &str) -> Option<usize> {
    let (mut depth, mut is_other) = (0_usize, false);
    let mut before: Option<usize> = None;
    for (token, span) in tokens(source.text(), ENDS) {
        let is_head = before == Some(0) && depth == 1;
        before = matches!(token, ExpressionToken::Open).then_some(depth);
        match token {
            ExpressionToken::Open => depth += 1,
            ExpressionToken::Close => {
                depth = depth.checked_sub(1)?;
                if depth == 0 && !is_other {
                    return Some(span.end);
                }
                is_other &= depth != 0;
            }
            ExpressionToken::Word(word) if is_head => is_other = word.eq_ignore_ascii_case(but),
            ExpressionToken::Word(_) => {}
        }
    }
    None
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
