//! Helpers for the TOML formats of all front ends.

use serde::Deserialize;
use toml::Spanned;

use super::rows::{TextRow, lines};
use super::{Diagnostic, Source, Span};

/// Converts a parser's error: the fault, then what was expected. For a missing field that is `fields`, and where the parser
/// does not say it is `forms`. Quotes of word processors are named first, since a parser mistakes what follows them.
pub fn complaint(source: &Source, error: &toml::de::Error, fields: &str, forms: &str) -> Diagnostic {
    let is_quote = |c: char| matches!(c, '“' | '”' | '„' | '‘' | '’');
    let is_value = |(at, _): &(usize, &str)| source.text()[..*at].trim_end().ends_with('=');
    if let Some((at, quote)) = source.text().match_indices(is_quote).find(is_value) {
        return Diagnostic::new(source, format!("{quote} does not begin a text"))
            .at(at..at + quote.len(), "here")
            .help("texts stand between straight quotes, \"\"\" or \"");
    }
    let message = error.message().replace("i64", "a whole number").replace('\n', "; ");
    let (what, help) = match message.split_once(", expected ") {
        Some((what, "nothing")) => (what, "leave it out".to_owned()),
        Some((what, expected)) => (what, format!("expected {expected}")),
        None if message.starts_with("missing field") => (message.as_str(), fields.to_owned()),
        None => (message.as_str(), forms.to_owned()),
    };
    let end = source.text().len();
    Diagnostic::new(source, what).at(error.span().unwrap_or(end..end), "here").help(help)
}

/// Returns the rows of `what`, a string value, at their places in the source; an error if the source has them in an escaped
/// form.
pub fn quoted<'a>(
    source: &'a Source,
    what: &str,
    board: &Spanned<String>,
) -> Result<Vec<TextRow<'a>>, Diagnostic> {
    let Span { start, end } = board.span();
    let raw = source.text().get(start..end).unwrap_or_default();
    let inside = raw.trim_matches(['"', '\'']);
    let rows = lines(inside, start + (raw.len() - raw.trim_start_matches(['"', '\'']).len()));
    let value = lines(board.get_ref(), 0);
    let same = rows.len() == value.len() && rows.iter().zip(&value).all(|(a, b)| a.text == b.text);
    same.then_some(rows).ok_or_else(|| {
        Diagnostic::new(source, format!("the {what} has escapes in it"))
            .at(start..end, "in this string")
            .help("write the rows as they are, one line each, between \"\"\" and \"\"\"")
    })
}

/// Formats a text without control characters as a string value.
pub fn written_text(text: &str) -> String {
    format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\""))
}

/// Returns a key as TOML writes it: in quotes unless it is a bare key.
pub fn written_key(key: &str) -> String {
    let is_bare = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '-');
    if !key.is_empty() && key.chars().all(is_bare) { key.to_owned() } else { written_text(key) }
}

/// Returns the value of the key `name` of a text in TOML. Other texts have no names.
pub fn name(source: &Source) -> Option<String> {
    #[derive(Deserialize)]
    struct Named {
        name: Option<String>,
    }
    let named: Named = toml::from_str(source.text()).ok()?;
    named.name.filter(|name| !name.trim().is_empty())
}
