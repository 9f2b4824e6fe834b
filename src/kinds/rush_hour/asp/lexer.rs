//! The words of an ASP program (Gebser et al., *Potassco User Guide*, 2nd ed., section 3.1), comments left out.

use crate::text::{Diagnostic, Source, Span};

/// The kind of a word.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum TokenKind {
    /// A name that starts with a lower-case letter: a constant, function or predicate.
    Name,
    /// A name that starts with an upper-case letter or is `_`.
    Variable,
    /// Digits.
    Number,
    /// Text in double quotes.
    Quoted,
    /// `#` and a word.
    Directive,
    /// `:-`, or `:~`.
    If,
    /// `..`.
    Dots,
    /// Any other character.
    Sign(char),
}

/// A word and where it stands.
#[derive(Debug, Clone)]
pub(super) struct AspToken {
    pub(super) kind: TokenKind,
    pub(super) span: Span,
}

/// Cuts the text into words.
pub(super) fn tokens(source: &Source) -> Result<Vec<AspToken>, Diagnostic> {
    let text = source.text();
    let mut tokens = Vec::new();
    let mut at = 0;
    while let Some(first) = text[at..].chars().next() {
        let rest = &text[at..];
        let after = &rest[first.len_utf8()..];
        let word = || rest.find(|c: char| !is_word(c)).unwrap_or(rest.len());
        let (kind, length) = match first {
            c if c.is_whitespace() => (None, first.len_utf8()),
            '%' if after.starts_with('*') => (None, closed(source, at, 2, "*%", "comment")?),
            '%' => (None, rest.find('\n').unwrap_or(rest.len())),
            '"' => (Some(TokenKind::Quoted), closed(source, at, 1, "\"", "string")?),
            '0'..='9' => {
                let digits = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
                (Some(TokenKind::Number), digits)
            }
            '#' => {
                let name = after.find(|c: char| !is_word(c)).unwrap_or(after.len());
                (Some(TokenKind::Directive), 1 + name)
            }
            ':' if after.starts_with(['-', '~']) => (Some(TokenKind::If), 2),
            '.' if after.starts_with('.') => (Some(TokenKind::Dots), 2),
            c if is_word(c) => {
                let initial = rest.trim_start_matches(['_', '\'']).chars().next();
                let name = initial.is_some_and(|c| c.is_ascii_lowercase());
                (Some(if name { TokenKind::Name } else { TokenKind::Variable }), word())
            }
            c => (Some(TokenKind::Sign(c)), c.len_utf8()),
        };
        tokens.extend(kind.map(|kind| AspToken { kind, span: at..at + length }));
        at += length;
    }
    Ok(tokens)
}

fn is_word(c: char) -> bool {
    c.is_ascii_alphanumeric() || matches!(c, '_' | '\'')
}

/// The length of what starts `at` that byte with `opening` bytes and reaches to the closing mark.
fn closed(source: &Source, at: usize, opening: usize, mark: &str, what: &str) -> Result<usize, Diagnostic> {
    let rest = source.text().get(at + opening..).unwrap_or_default();
    rest.find(mark).map(|offset| opening + offset + mark.len()).ok_or_else(|| {
        Diagnostic::new(source, format!("this {what} never ends"))
            .at(at..at + opening, "it starts here")
            .help(format!("close it with {mark}"))
    })
}
