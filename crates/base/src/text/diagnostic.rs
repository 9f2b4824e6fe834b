//! Diagnostics: an error or a warning that points at the text, with the fault, its place, and the remedy.
//!
//! The diagnostic owns what it quotes and is rendered on demand, so the library never prints. The rendering is that of the
//! `annotate-snippets` crate, the one behind rustc's own messages.

use std::error::Error;
use std::fmt;

use annotate_snippets::{AnnotationKind, Level, Origin, Renderer, Snippet, normalize_untrusted_str};

use super::{Source, Span};

/// Colours of a diagnostic.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Paint {
    /// Plain characters.
    #[default]
    Plain,
    /// With ANSI colours, for a terminal.
    Colored,
}

/// Error in an input text, or a warning about it.
#[derive(Debug, Clone, PartialEq, Eq)]
// Boxed: results that carry a diagnostic stay small.
pub struct Diagnostic(Box<Parts>);

#[derive(Debug, Clone, PartialEq, Eq)]
struct Parts {
    severity: Severity,
    message: String,
    source: Source,
    primary: Option<Label>,
    secondary: Vec<Label>,
    help: Option<String>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Severity {
    Error,
    Warning,
}

#[derive(Debug, Clone, PartialEq, Eq)]
struct Label {
    span: Span,
    text: String,
}

impl Diagnostic {
    /// Builds an error in `source`, in a few words.
    pub fn new(source: &Source, message: impl Into<String>) -> Self {
        Self(Box::new(Parts {
            severity: Severity::Error,
            message: shortened(message.into()),
            source: source.clone(),
            primary: None,
            secondary: Vec::new(),
            help: None,
        }))
    }

    /// Builds a warning about `source`, which can be processed all the same.
    pub fn warning(source: &Source, message: impl Into<String>) -> Self {
        let mut warning = Self::new(source, message);
        warning.0.severity = Severity::Warning;
        warning
    }

    /// Turns a warning into an error.
    #[must_use]
    pub fn into_error(mut self) -> Self {
        self.0.severity = Severity::Error;
        self
    }

    /// Builds an error of the file `name`, of which there is nothing to quote.
    pub fn without_text(name: &str, message: impl Into<String>) -> Self {
        Self::new(&Source::new(name, ""), message)
    }

    /// Sets the place and its label. Invalid spans (past the end, inside a character) are trimmed.
    #[must_use]
    pub fn at(mut self, span: Span, label: impl Into<String>) -> Self {
        self.0.primary = Some(Label { span, text: shortened(label.into()) });
        self
    }

    /// Adds another relevant place with its label.
    #[must_use]
    pub fn also(mut self, span: Span, label: impl Into<String>) -> Self {
        self.0.secondary.push(Label { span, text: shortened(label.into()) });
        self
    }

    /// Sets the remedy.
    #[must_use]
    pub fn help(mut self, help: impl Into<String>) -> Self {
        self.0.help = Some(shortened(help.into()));
        self
    }

    /// Adds a sentence to the remedy.
    #[must_use]
    pub fn more_help(self, more: &str) -> Self {
        let help = match &self.0.help {
            Some(help) => format!("{help}; {more}"),
            None => more.to_owned(),
        };
        self.help(help)
    }

    /// Rewrites the message, the labels and the remedy, such as in the notation of the text.
    #[must_use]
    pub fn spelled(mut self, spell: impl Fn(&str) -> String) -> Self {
        let Parts { message, primary, secondary, help, .. } = &mut *self.0;
        let labels = primary.iter_mut().chain(secondary).map(|label| &mut label.text);
        [message].into_iter().chain(labels).chain(help).for_each(|text| *text = spell(text));
        self
    }

    /// Returns the message, without the place.
    pub fn message(&self) -> &str {
        &self.0.message
    }

    /// Returns the name of the text.
    pub fn source_name(&self) -> &str {
        self.0.source.name()
    }

    /// Returns the line and the column of the place, in characters, counted from 1.
    pub fn line_and_column(&self) -> Option<(usize, usize)> {
        let start = within(self.0.source.text(), &self.0.primary.as_ref()?.span).start;
        let before = &self.0.source.text()[..start];
        let line = before.rsplit('\n').next().unwrap_or_default();
        Some((before.matches('\n').count() + self.0.source.first_line(), line.chars().count() + 1))
    }

    /// Renders the diagnostic: message, file, line and column, the line itself with labels, help.
    pub fn render(&self, paint: Paint) -> String {
        let Parts { severity, message, source, primary, secondary, help } = &*self.0;
        let level = match severity {
            Severity::Error => Level::ERROR,
            Severity::Warning => Level::WARNING,
        };
        let mut group = level.primary_title(clean(message)).elements(None::<Origin<'_>>);
        group = match primary {
            Some(primary) => group.element(
                Snippet::source(source.text())
                    .line_start(source.first_line())
                    .path(clean(source.name()))
                    .annotation(annotation(AnnotationKind::Primary, primary, source))
                    .annotations(
                        secondary.iter().map(|label| annotation(AnnotationKind::Context, label, source)),
                    ),
            ),
            None => group.element(Origin::path(clean(source.name()))),
        };
        if let Some(help) = help {
            group = group.element(Level::HELP.message(clean(help)));
        }
        let renderer = match paint {
            Paint::Plain => Renderer::plain(),
            Paint::Colored => Renderer::styled(),
        };
        renderer.render(&[group])
    }
}

impl fmt::Display for Diagnostic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.render(Paint::Plain))
    }
}

impl Error for Diagnostic {}

fn annotation<'a>(kind: AnnotationKind, label: &Label, source: &Source) -> annotate_snippets::Annotation<'a> {
    kind.span(within(source.text(), &label.span)).label(clean(&label.text))
}

/// Returns the part of `span` that can be underlined: on one line, between characters, not past the last non-blank character.
fn within(text: &str, span: &Span) -> Span {
    let written = text.trim_end().len();
    let floor = |at: usize| (0..=at.min(written)).rev().find(|at| text.is_char_boundary(*at)).unwrap_or(0);
    let start = floor(span.start);
    let end = floor(span.end).max(start);
    let line = text[start..end].find(['\r', '\n']).unwrap_or(end - start);
    start..start + line
}

/// Shortens a message to its beginning and its end, since words of a file may have any length.
fn shortened(text: String) -> String {
    /// Number of characters kept on either side.
    const KEPT: usize = 500;
    let mut ends = text.char_indices().map(|(at, _)| at);
    match (ends.nth(KEPT), text.char_indices().rev().nth(KEPT)) {
        (Some(head), Some((tail, _))) if head < tail => format!("{}…{}", &text[..head], &text[tail..]),
        _ => text,
    }
}

/// Makes control characters visible: a message may quote the file, and a terminal would obey them.
fn clean(text: &str) -> String {
    normalize_untrusted_str(text).replace(['\n', '\r'], " ")
}
