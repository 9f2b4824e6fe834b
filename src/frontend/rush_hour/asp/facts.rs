//! The facts of an ASP program: `name(term, …).`, with intervals `1..6`, pools `a; b`, arithmetic and `#const`.
//!
//! This reads data, it does not ground programs: a rule is refused. A constant that the file does not define (the
//! horizon `l` of `0..l-1`, given to clingo with `-c l=40`) makes the term that mentions it [`Value::Unknown`].

use std::cmp::Ordering;
use std::collections::HashMap;

use super::lexer::{Kind, Token, tokens};
use crate::frontend::{Diagnostic, Source, Span};

/// What a term stands for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Value<'a> {
    /// A whole number.
    Number(i64),
    /// A constant.
    Name(Name<'a>),
    /// All numbers from the first to the last; an end that is not known is none.
    Interval(Option<i64>, Option<i64>),
    /// Anything else.
    Unknown,
}

/// A constant or a predicate, as it is written where it stands first. All that have the same name share that place, so
/// that names of any length are compared at once.
#[derive(Debug, Clone, Copy)]
pub(super) struct Name<'a>(&'a str);

/// A term and where it stands.
#[derive(Debug, Clone)]
pub(super) struct Argument<'a> {
    pub(super) value: Value<'a>,
    pub(super) span: Span,
}

/// A fact and where it stands.
#[derive(Debug, Clone)]
pub(super) struct AspFact<'a> {
    pub(super) predicate: Name<'a>,
    pub(super) arguments: Vec<Argument<'a>>,
    pub(super) span: Span,
}

impl<'a> Name<'a> {
    pub(super) fn text(self) -> &'a str {
        self.0
    }
}

impl PartialEq for Name<'_> {
    fn eq(&self, other: &Self) -> bool {
        std::ptr::eq(self.0, other.0)
    }
}

impl Eq for Name<'_> {}

/// By the place.
impl Ord for Name<'_> {
    fn cmp(&self, other: &Self) -> Ordering {
        self.0.as_ptr().cmp(&other.0.as_ptr())
    }
}

impl PartialOrd for Name<'_> {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

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

/// Terms nested deeper than this are refused, long before the stack would be.
const MAX_DEPTH: u32 = 64;

/// Reads all facts, in the order of the text.
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
    tokens: Vec<Token>,
    next: usize,
    names: HashMap<&'a str, Name<'a>>,
    constants: HashMap<&'a str, Value<'a>>,
    depth: u32,
}

impl<'a> Parser<'a> {
    fn constants(&mut self) -> Result<(), Diagnostic> {
        while self.next < self.tokens.len() {
            if self.accept(Kind::Directive).is_some_and(|span| self.text(&span) == "#const") {
                let name = self.expect(Kind::Name, "the name of a constant")?;
                self.expect(Kind::Sign('='), "'='")?;
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
        if let Some(span) = self.accept(Kind::Directive) {
            let name = self.text(&span);
            if !HARMLESS.contains(&name) {
                return Err(Diagnostic::new(self.source, format!("the directive {name} is not read"))
                    .at(span, "here")
                    .help("give the facts of the board alone, as in car(r, 2, h). position(0, r, 3, 1)."));
            }
            while self.peek().is_some_and(|kind| kind != Kind::Sign('.')) {
                self.next += 1;
            }
            self.expect(Kind::Sign('.'), "'.' at the end of the directive")?;
            return Ok(());
        }
        self.refuse_rule()?;
        let name = self.expect(Kind::Name, "a fact")?;
        let alternatives = self.arguments()?;
        let end = self.expect(Kind::Sign('.'), "'.' at the end of the fact")?;
        let (predicate, span) = (self.name(&name), name.start..end.end);
        facts.extend(alternatives.into_iter().map(|arguments| AspFact {
            predicate,
            arguments,
            span: span.clone(),
        }));
        Ok(())
    }

    /// `(…)`, or nothing; the alternatives of a pool are facts of their own.
    fn arguments(&mut self) -> Result<Vec<Vec<Argument<'a>>>, Diagnostic> {
        let mut alternatives = vec![Vec::new()];
        if self.accept(Kind::Sign('(')).is_none() {
            return Ok(alternatives);
        }
        loop {
            let start = self.here().start;
            let value = self.term()?;
            let span = start..self.before().end;
            if let Some(arguments) = alternatives.last_mut() {
                arguments.push(Argument { value, span });
            }
            if self.accept(Kind::Sign(';')).is_some() {
                alternatives.push(Vec::new());
            } else if self.accept(Kind::Sign(',')).is_none() {
                self.expect(Kind::Sign(')'), "',' or ')'")?;
                return Ok(alternatives);
            }
        }
    }

    fn term(&mut self) -> Result<Value<'a>, Diagnostic> {
        let first = self.sum()?;
        if self.accept(Kind::Dots).is_none() {
            return Ok(first);
        }
        let last = self.sum()?;
        let number = |value| if let Value::Number(number) = value { Some(number) } else { None };
        Ok(Value::Interval(number(first), number(last)))
    }

    fn sum(&mut self) -> Result<Value<'a>, Diagnostic> {
        let mut value = self.product()?;
        loop {
            if self.accept(Kind::Sign('+')).is_some() {
                value = combine(value, self.product()?, i64::checked_add);
            } else if self.accept(Kind::Sign('-')).is_some() {
                value = combine(value, self.product()?, i64::checked_sub);
            } else {
                return Ok(value);
            }
        }
    }

    fn product(&mut self) -> Result<Value<'a>, Diagnostic> {
        let mut value = self.primary()?;
        loop {
            if self.accept(Kind::Sign('*')).is_some() {
                value = combine(value, self.primary()?, i64::checked_mul);
            } else if self.accept(Kind::Sign('/')).is_some() {
                value = combine(value, self.primary()?, i64::checked_div);
            } else {
                return Ok(value);
            }
        }
    }

    fn primary(&mut self) -> Result<Value<'a>, Diagnostic> {
        if MAX_DEPTH < self.depth {
            return Err(self.error("this term is nested too deeply", "use plain numbers and names"));
        }
        self.depth += 1;
        let value = self.nested();
        self.depth -= 1;
        value
    }

    fn nested(&mut self) -> Result<Value<'a>, Diagnostic> {
        if let Some(span) = self.accept(Kind::Number) {
            return Ok(self.text(&span).parse().map_or(Value::Unknown, Value::Number));
        }
        if let Some(span) = self.accept(Kind::Name) {
            let name = self.text(&span);
            if self.peek() == Some(Kind::Sign('(')) {
                self.arguments()?;
                return Ok(Value::Unknown);
            }
            let constant = self.constants.get(name).copied();
            return Ok(constant.unwrap_or_else(|| Value::Name(self.name(&span))));
        }
        if self.accept(Kind::Quoted).is_some() {
            return Ok(Value::Unknown);
        }
        if self.accept(Kind::Sign('-')).is_some() {
            return Ok(combine(Value::Number(0), self.primary()?, i64::checked_sub));
        }
        if self.accept(Kind::Sign('(')).is_some() {
            let value = self.term()?;
            self.expect(Kind::Sign(')'), "')'")?;
            return Ok(value);
        }
        Err(match self.peek() {
            Some(Kind::Variable) => {
                self.error("a fact has no variables", "write a number or a name in lower case")
            }
            _ => {
                self.error("expected a term", "write a number, a name in lower case, or a range such as 1..6")
            }
        })
    }

    fn peek(&self) -> Option<Kind> {
        self.tokens.get(self.next).map(|token| token.kind)
    }

    fn accept(&mut self, kind: Kind) -> Option<Span> {
        let token = self.tokens.get(self.next).filter(|token| token.kind == kind)?;
        self.next += 1;
        Some(token.span.clone())
    }

    fn expect(&mut self, kind: Kind, what: &str) -> Result<Span, Diagnostic> {
        self.accept(kind).ok_or_else(|| {
            // The place is right after the word before, not at the next one lines below.
            let end = self.before().end;
            Diagnostic::new(self.source, format!("expected {what}"))
                .at(end..end, "here")
                .help("facts look like car(r, 2, h). position(0, r, 3, 1).")
        })
    }

    /// The next word, or the end of the text.
    fn here(&self) -> Span {
        let end = self.source.text().len();
        self.tokens.get(self.next).map_or(end..end, |token| token.span.clone())
    }

    /// The word before the next one.
    fn before(&self) -> Span {
        self.next
            .checked_sub(1)
            .and_then(|last| self.tokens.get(last))
            .map_or(0..0, |token| token.span.clone())
    }

    fn name(&mut self, span: &Span) -> Name<'a> {
        let text = self.text(span);
        *self.names.entry(text).or_insert(Name(text))
    }

    fn text(&self, span: &Span) -> &'a str {
        self.source.text().get(span.clone()).unwrap_or_default()
    }

    fn error(&self, message: &str, help: &str) -> Diagnostic {
        Diagnostic::new(self.source, message).at(self.here(), "here").help(help)
    }

    /// Looks ahead for what makes the next statement a rule: it is said before anything else is found odd in it.
    fn refuse_rule(&self) -> Result<(), Diagnostic> {
        let rest = self.tokens.get(self.next..).unwrap_or_default();
        let mut statement = rest.iter().take_while(|token| token.kind != Kind::Sign('.'));
        match statement.find(|token| matches!(token.kind, Kind::If | Kind::Sign('{'))) {
            None => Ok(()),
            Some(token) => Err(Diagnostic::new(self.source, "this is a rule; only facts are read")
                .at(token.span.clone(), "here")
                .help("give the file with the facts of the board alone; the rules of the game are built in")),
        }
    }
}

fn combine<'a>(a: Value<'a>, b: Value<'a>, operation: fn(i64, i64) -> Option<i64>) -> Value<'a> {
    match (a, b) {
        (Value::Number(a), Value::Number(b)) => operation(a, b).map_or(Value::Unknown, Value::Number),
        _ => Value::Unknown,
    }
}
