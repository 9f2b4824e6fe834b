//! A rule sheet after reading and checking: its statements as written, and in normal form.
//!
//! In normal form facts are rules without a body, and a body is a conjunction without `or`, `and` and nested `not`. Names are
//! interned, and the relations of the language have fixed symbols.

use itertools::Itertools as _;

pub use crate::datalog::Symbol;
use crate::datalog::{TermId, Terms};
use bmcplan_base::text::Span;

/// Names of a sheet, folded to lower case, by their symbols. Those of the language come first.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Symbols {
    names: Vec<String>,
    numbers: std::collections::HashMap<String, Symbol>,
}

/// A term of an atom.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum GdlTerm {
    /// A name, or a number, which is a name like any other.
    Constant(Symbol),
    /// A variable, numbered within its rule from 0.
    Variable(usize),
    /// A function of at least one term.
    Function(Symbol, Vec<GdlTerm>),
}

/// A relation with its arguments; `terminal` has none.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct GdlAtom {
    /// Name of the relation.
    pub relation: Symbol,
    /// Arguments; their number is the same for all atoms of the relation.
    pub arguments: Vec<GdlTerm>,
}

/// A condition in a body.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Condition {
    /// The atom holds.
    Holds(GdlAtom),
    /// The atom does not hold. Each of its variables occurs in a `Holds` of the same body, too.
    Fails(GdlAtom),
    /// The terms differ syntactically, once ground. Each of their variables occurs in a `Holds` of the same body, too.
    Distinct(GdlTerm, GdlTerm),
}

/// A rule: `head` holds if all of `body` does. Each variable of the head occurs in a `Holds` of the body, too.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GdlRule {
    /// Derived atom.
    pub head: GdlAtom,
    /// Conjunction; empty for a fact.
    pub body: Vec<Condition>,
    /// Number of variables; they are numbered from 0.
    pub n_variables: usize,
    /// Place in the text.
    pub span: Span,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Statement {
    pub(super) head: GdlAtom,
    pub(super) head_span: Span,
    pub(super) body: Vec<BodyFormula>,
    /// Name of each variable and its first place.
    pub(super) variables: Vec<(String, Span)>,
    pub(super) span: Span,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum BodyFormula {
    Atom(GdlAtom, Span),
    Distinct(GdlTerm, GdlTerm),
    Not(Box<BodyFormula>),
    And(Vec<BodyFormula>),
    Or(Vec<BodyFormula>),
}

impl BodyFormula {
    /// Calls `see` for each atom, with its place and its sign.
    pub(super) fn atoms<'f>(&'f self, positive: bool, see: &mut dyn FnMut(&'f GdlAtom, &'f Span, bool)) {
        match self {
            Self::Atom(atom, span) => see(atom, span, positive),
            Self::Distinct(..) => {}
            Self::Not(negated) => negated.atoms(!positive, see),
            Self::And(parts) | Self::Or(parts) => parts.iter().for_each(|part| part.atoms(positive, see)),
        }
    }
}

/// A checked rule sheet of one player.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Sheet {
    /// Names in the sheet.
    pub symbols: Symbols,
    /// Name of the player.
    pub role: Symbol,
    /// Facts and rules in the order of the text.
    pub rules: Vec<GdlRule>,
    /// The same as written, each condition with its place.
    pub(super) statements: Vec<Statement>,
}

macro_rules! keywords {
    ($($name:ident = $index:literal $text:literal,)*) => {
        impl Symbol {
            $(
                #[doc = concat!("`", $text, "`")]
                pub const $name: Self = Self($index);
            )*
        }
        const KEYWORDS: &[&str] = &[$($text),*];
    };
}

keywords! {
    ROLE = 0 "role",
    INIT = 1 "init",
    TRUE = 2 "true",
    DOES = 3 "does",
    NEXT = 4 "next",
    LEGAL = 5 "legal",
    GOAL = 6 "goal",
    TERMINAL = 7 "terminal",
    BASE = 8 "base",
    INPUT = 9 "input",
    DISTINCT = 10 "distinct",
    NOT = 11 "not",
    OR = 12 "or",
    AND = 13 "and",
    IF = 14 "<=",
}

impl Default for Symbols {
    fn default() -> Self {
        let mut symbols = Self { names: Vec::new(), numbers: std::collections::HashMap::new() };
        for name in KEYWORDS {
            symbols.intern(name);
        }
        symbols
    }
}

impl Symbols {
    /// Returns the symbol of a name, in any case.
    pub fn intern(&mut self, name: &str) -> Symbol {
        let name = name.to_lowercase();
        if let Some(known) = self.numbers.get(&name) {
            return *known;
        }
        let symbol = Symbol(u32::try_from(self.names.len()).unwrap_or(u32::MAX));
        self.names.push(name.clone());
        self.numbers.insert(name, symbol);
        symbol
    }

    /// Returns the name of a symbol, in lower case.
    pub fn name(&self, symbol: Symbol) -> &str {
        self.names.get(symbol.0 as usize).map_or("", String::as_str)
    }

    /// Formats a term: `(cell 1 2 b)`, `a`, `?0`.
    pub fn term(&self, term: &GdlTerm) -> String {
        match term {
            GdlTerm::Constant(symbol) => self.name(*symbol).to_owned(),
            GdlTerm::Variable(number) => format!("?{number}"),
            GdlTerm::Function(symbol, arguments) => self.application(*symbol, arguments),
        }
    }

    /// Formats an atom: `(succ 1 2)`, `terminal`.
    pub fn atom(&self, atom: &GdlAtom) -> String {
        match atom.arguments.as_slice() {
            [] => self.name(atom.relation).to_owned(),
            arguments => self.application(atom.relation, arguments),
        }
    }

    pub(super) fn ground(&self, terms: &Terms, term: TermId) -> String {
        let name = self.name(terms.symbol(term));
        if terms.arguments(term).is_empty() {
            return name.to_owned();
        }
        let arguments = terms.arguments(term).iter().map(|argument| self.ground(terms, *argument));
        format!("({name} {})", arguments.format(" "))
    }

    fn application(&self, symbol: Symbol, arguments: &[GdlTerm]) -> String {
        let arguments = arguments.iter().map(|argument| self.term(argument));
        format!("({} {})", self.name(symbol), arguments.format(" "))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keywords_have_their_symbols_and_case_is_folded() {
        let mut symbols = Symbols::default();
        assert_eq!(symbols.intern("Terminal"), Symbol::TERMINAL);
        assert_eq!(symbols.name(Symbol::IF), "<=");
        let (cell, one) = (symbols.intern("CELL"), symbols.intern("1"));
        let term = GdlTerm::Function(cell, vec![GdlTerm::Constant(one), GdlTerm::Variable(0)]);
        assert_eq!(symbols.term(&term), "(cell 1 ?0)");
        assert_eq!(symbols.atom(&GdlAtom { relation: Symbol::TERMINAL, arguments: vec![] }), "terminal");
    }
}
