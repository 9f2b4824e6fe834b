//! The facts of an ASP program: `name(term, …).`, with intervals `1..6`, pools `a; b`, arithmetic and `#const`.
//!
//! Tokens are those of the *Potassco User Guide* (Gebser et al., 2nd ed., section 3.1), without comments. This reads data, it
//! does not ground programs: a rule is refused. A term with an undefined constant is [`AspValue::Unknown`], such as the horizon
//! `l` of `0..l-1`, given to clingo with `-c l=40`.

use std::cmp::Ordering;
use std::collections::HashMap;

use bmcplan_base::text::{Diagnostic, Source, Span};

/// Directives that change no fact.
const HARMLESS: [&str; 9] = [
    "#const",
    "#show",
    "#project",
    "#program",
    "#minimize",
    "#maximize",
    "#defined",
    "#heuristic",
    "#external",
];

/// Greatest nesting depth of terms, far below a stack overflow.
const MAX_DEPTH: u32 = 64;

pub(super) fn facts(source: &Source) -> Result<Vec<AspFact<'_>>, Diagnostic> {
    let mut parser = Parser {
        source,
        tokens: tokens(source)?,
        next: 0,
        names: HashMap::new(),
        constants: HashMap::new(),
        depth: 0,
    };
    // Constants may be defined after their use.
    parser.constants()?;
    parser.next = 0;
    let mut facts = Vec::new();
    while parser.next < parser.tokens.len() {
        parser.statement(&mut facts)?;
    }
    Ok(facts)
}

struct Parser<'a> {
    source: &'a Source,
    tokens: Vec<AspToken>,
    next: usize,
    names: HashMap<&'a str, AspName<'a>>,
    constants: HashMap<&'a str, AspValue<'a>>,
    depth: u32,
}

impl<'a> Parser<'a> {
    fn constants(&mut self) -> Result<(), Diagnostic> {
        while self.next < self.tokens.len() {
            if self.accept(TokenKind::Directive).is_some_and(|span| self.text(&span) == "#const") {
                let name = self.expect(TokenKind::Name, "the name of a constant")?;
                self.expect(TokenKind::Sign('='), "'='")?;
                let value = self.term()?;
                let name = self.text(&name);
                self.constants.insert(name, value);
            } else {
                self.next += 1;
            }
        }
        Ok(())
    }

    fn statement(&mut self, facts: &mut Vec<AspFact<'a>>) -> Result<(), Diagnostic> {
        if let Some(span) = self.accept(TokenKind::Directive) {
            let name = self.text(&span);
            if !HARMLESS.contains(&name) {
                return Err(Diagnostic::new(self.source, format!("the directive {name} is not read"))
                    .at(span, "here")
                    .help("give the facts of the board alone, as in car(r, 2, h). position(0, r, 3, 1)."));
            }
            while self.peek().is_some_and(|kind| kind != TokenKind::Sign('.')) {
                self.next += 1;
            }
            self.expect(TokenKind::Sign('.'), "'.' at the end of the directive")?;
            return Ok(());
        }
        self.refuse_rule()?;
        let name = self.expect(TokenKind::Name, "a fact")?;
        let alternatives = self.arguments()?;
        let end = self.expect(TokenKind::Sign('.'), "'.' at the end of the fact")?;
        let (predicate, span) = (self.name(&name), name.start..end.end);
        facts.extend(alternatives.into_iter().map(|arguments| AspFact {
            predicate,
            arguments,
            span: span.clone(),
        }));
        Ok(())
    }

    /// Parses `(…)`, or nothing. Each alternative of a pool makes a separate fact.
    fn arguments(&mut self) -> Result<Vec<Vec<Argument<'a>>>, Diagnostic> {
        let mut alternatives = vec![Vec::new()];
        if self.accept(TokenKind::Sign('(')).is_none() {
            return Ok(alternatives);
        }
        loop {
            let start = self.here().start;
            let value = self.term()?;
            let span = start..self.before().end;
            if let Some(arguments) = alternatives.last_mut() {
                arguments.push(Argument { value, span });
            }
            if self.accept(TokenKind::Sign(';')).is_some() {
                alternatives.push(Vec::new());
            } else if self.accept(TokenKind::Sign(',')).is_none() {
                self.expect(TokenKind::Sign(')'), "',' or ')'")?;
                return Ok(alternatives);
            }
        }
    }

    fn term(&mut self) -> Result<AspValue<'a>, Diagnostic> {
        let first = self.sum()?;
        if self.accept(TokenKind::Dots).is_none() {
            return Ok(first);
        }
        let last = self.sum()?;
        let number = |value| if let AspValue::Number(number) = value { Some(number) } else { None };
        Ok(AspValue::Interval(number(first), number(last)))
    }

    fn sum(&mut self) -> Result<AspValue<'a>, Diagnostic> {
        self.operations(Self::product, [('+', i64::checked_add), ('-', i64::checked_sub)])
    }

    fn product(&mut self) -> Result<AspValue<'a>, Diagnostic> {
        self.operations(Self::primary, [('*', i64::checked_mul), ('/', i64::checked_div)])
    }

    fn operations(
        &mut self,
        operand: fn(&mut Self) -> Result<AspValue<'a>, Diagnostic>,
        signs: [(char, Operation); 2],
    ) -> Result<AspValue<'a>, Diagnostic> {
        let mut value = operand(self)?;
        while let Some((_, operation)) =
            signs.iter().find(|(sign, _)| self.accept(TokenKind::Sign(*sign)).is_some())
        {
            value = combine(value, operand(self)?, *operation);
        }
        Ok(value)
    }

    fn primary(&mut self) -> Result<AspValue<'a>, Diagnostic> {
        if MAX_DEPTH < self.depth {
            return Err(self.error("this term is nested too deeply", "use plain numbers and names"));
        }
        self.depth += 1;
        let value = self.nested();
        self.depth -= 1;
        value
    }

    fn nested(&mut self) -> Result<AspValue<'a>, Diagnostic> {
        if let Some(span) = self.accept(TokenKind::Number) {
            return Ok(self.text(&span).parse().map_or(AspValue::Unknown, AspValue::Number));
        }
        if let Some(span) = self.accept(TokenKind::Name) {
            let name = self.text(&span);
            if self.peek() == Some(TokenKind::Sign('(')) {
                self.arguments()?;
                return Ok(AspValue::Unknown);
            }
            let constant = self.constants.get(name).copied();
            return Ok(constant.unwrap_or_else(|| AspValue::Name(self.name(&span))));
        }
        if self.accept(TokenKind::Quoted).is_some() {
            return Ok(AspValue::Unknown);
        }
        if self.accept(TokenKind::Sign('-')).is_some() {
            return Ok(combine(AspValue::Number(0), self.primary()?, i64::checked_sub));
        }
        if self.accept(TokenKind::Sign('(')).is_some() {
            let value = self.term()?;
            self.expect(TokenKind::Sign(')'), "')'")?;
            return Ok(value);
        }
        Err(match self.peek() {
            Some(TokenKind::Variable) => {
                self.error("a fact has no variables", "write a number or a name in lower case")
            }
            _ => {
                self.error("expected a term", "write a number, a name in lower case, or a range such as 1..6")
            }
        })
    }

    fn peek(&self) -> Option<TokenKind> {
        self.tokens.get(self.next).map(|token| token.kind)
    }

    fn accept(&mut self, kind: TokenKind) -> Option<Span> {
        let token = self.tokens.get(self.next).filter(|token| token.kind == kind)?;
        self.next += 1;
        Some(token.span.clone())
    }

    fn expect(&mut self, kind: TokenKind, what: &str) -> Result<Span, Diagnostic> {
        self.accept(kind).ok_or_else(|| {
            // The place is right after the token before, not at the next one lines below.
            let end = self.before().end;
            Diagnostic::new(self.source, format!("expected {what}"))
                .at(end..end, "here")
                .help("facts look like car(r, 2, h). position(0, r, 3, 1).")
        })
    }

    /// Returns the span of the next token, or the end of the text.
    fn here(&self) -> Span {
        let end = self.source.text().len();
        self.tokens.get(self.next).map_or(end..end, |token| token.span.clone())
    }

    /// Returns the span of the token before the next one.
    fn before(&self) -> Span {
        self.next
            .checked_sub(1)
            .and_then(|last| self.tokens.get(last))
            .map_or(0..0, |token| token.span.clone())
    }

    fn name(&mut self, span: &Span) -> AspName<'a> {
        let text = self.text(span);
        *self.names.entry(text).or_insert(AspName(text))
    }

    fn text(&self, span: &Span) -> &'a str {
        self.source.text().get(span.clone()).unwrap_or_default()
    }

    fn error(&self, message: &str, help: &str) -> Diagnostic {
        Diagnostic::new(self.source, message).at(self.here(), "here").help(help)
    }

    /// Looks ahead for a sign that the next statement is a rule. This is reported before any other fault in it.
    fn refuse_rule(&self) -> Result<(), Diagnostic> {
        let rest = self.tokens.get(self.next..).unwrap_or_default();
        let mut statement = rest.iter().take_while(|token| token.kind != TokenKind::Sign('.'));
        match statement.find(|token| matches!(token.kind, TokenKind::If | TokenKind::Sign('{'))) {
            None => Ok(()),
            Some(token) => Err(Diagnostic::new(self.source, "this is a rule; only facts are read")
                .at(token.span.clone(), "here")
                .help("give the file with the facts of the board alone; the rules of the game are built in")),
        }
    }
}

type Operation = fn(i64, i64) -> Option<i64>;

fn combine<'a>(a: AspValue<'a>, b: AspValue<'a>, operation: Operation) -> AspValue<'a> {
    match (a, b) {
        (AspValue::Number(a), AspValue::Number(b)) => {
            operation(a, b).map_or(AspValue::Unknown, AspValue::Number)
        }
        _ => AspValue::Unknown,
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum TokenKind {
    /// Name that starts with a lower-case letter: a constant, function or predicate.
    Name,
    /// Name that starts with an upper-case letter or is `_`.
    Variable,
    Number,
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

#[derive(Debug, Clone)]
pub(super) struct AspToken {
    pub(super) kind: TokenKind,
    pub(super) span: Span,
}

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

/// Returns the length of the token that starts at byte `at` with `opening` bytes and ends with the closing `mark`.
fn closed(source: &Source, at: usize, opening: usize, mark: &str, what: &str) -> Result<usize, Diagnostic> {
    let rest = source.text().get(at + opening..).unwrap_or_default();
    rest.find(mark).map(|offset| opening + offset + mark.len()).ok_or_else(|| {
        Diagnostic::new(source, format!("this {what} never ends"))
            .at(at..at + opening, "it starts here")
            .help(format!("close it with {mark}"))
    })
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum AspValue<'a> {
    Number(i64),
    Name(AspName<'a>),
    /// All numbers from the first to the last; `None` for an unknown end.
    Interval(Option<i64>, Option<i64>),
    Unknown,
}

/// Constant or predicate, as written at its first occurrence. Equal names share that place, so names of any length are compared
/// at once.
#[derive(Debug, Clone, Copy)]
pub(super) struct AspName<'a>(&'a str);

#[derive(Debug, Clone)]
pub(super) struct Argument<'a> {
    pub(super) value: AspValue<'a>,
    pub(super) span: Span,
}

#[derive(Debug, Clone)]
pub(super) struct AspFact<'a> {
    pub(super) predicate: AspName<'a>,
    pub(super) arguments: Vec<Argument<'a>>,
    pub(super) span: Span,
}

impl<'a> AspName<'a> {
    pub(super) fn text(self) -> &'a str {
        self.0
    }
}

impl PartialEq for AspName<'_> {
    fn eq(&self, other: &Self) -> bool {
        std::ptr::eq(self.0, other.0)
    }
}

impl Eq for AspName<'_> {}

impl Ord for AspName<'_> {
    fn cmp(&self, other: &Self) -> Ordering {
        self.0.as_ptr().cmp(&other.0.as_ptr())
    }
}

impl PartialOrd for AspName<'_> {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}
