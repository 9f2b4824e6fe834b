//! Reading one statement of a sheet: its head, and its body as a formula with `not`, `and` and `or` in any order.

use std::collections::HashMap;

use super::sheet::{BodyFormula, GdlAtom, GdlTerm, Statement, Symbol, Symbols};
use crate::text::sexpr::{Expression, ExpressionForm};
use crate::text::{Diagnostic, Source, Span};

/// How an atom is written, for whoever wrote something else.
const ATOM: &str = "write a relation, such as (cell 1 2 b) or terminal";

const NOT: &str = "write (not condition); for several of them, (not (or …)) or (not (and …))";
const DISTINCT: &str = "write (distinct ?x ?y); for three terms, one for each pair";

/// Reads one expression at the top of a sheet.
pub(super) fn statement(
    source: &Source,
    symbols: &mut Symbols,
    expression: &Expression<'_>,
) -> Result<Statement, Diagnostic> {
    let mut reader = Reader { source, symbols, variables: Vec::new(), numbers: HashMap::new() };
    let (head, body) = match expression.headed() {
        Some(("<=", [])) => {
            return Err(Diagnostic::new(source, "the rule is empty")
                .at(expression.span.clone(), "nothing is defined here")
                .help("write (<= head condition …)"));
        }
        Some(("<=", [head, body @ ..])) => (head, body),
        _ => (expression, [].as_slice()),
    };
    let head_span = head.span.clone();
    let head = reader.atom(head)?;
    let body = body.iter().map(|condition| reader.formula(condition)).collect::<Result<_, _>>()?;
    let variables = reader.variables;
    Ok(Statement { head, head_span, body, variables, span: expression.span.clone() })
}

struct Reader<'a> {
    source: &'a Source,
    symbols: &'a mut Symbols,
    variables: Vec<(String, Span)>,
    numbers: HashMap<String, usize>,
}

impl Reader<'_> {
    fn formula(&mut self, expression: &Expression<'_>) -> Result<BodyFormula, Diagnostic> {
        let Some((word, rest)) = expression.headed() else {
            return Ok(BodyFormula::Atom(self.atom(expression)?, expression.span.clone()));
        };
        let (symbol, span) = (self.symbols.intern(word), &expression.span);
        let all = |reader: &mut Self| -> Result<Vec<BodyFormula>, Diagnostic> {
            rest.iter().map(|part| reader.formula(part)).collect()
        };
        match symbol {
            Symbol::AND => Ok(BodyFormula::And(all(self)?)),
            Symbol::OR => Ok(BodyFormula::Or(all(self)?)),
            Symbol::NOT => match rest {
                [negated] => Ok(BodyFormula::Not(Box::new(self.formula(negated)?))),
                _ => Err(self.count(span, "`not` takes one condition", rest.len(), NOT)),
            },
            Symbol::DISTINCT => match rest {
                [one, other] => Ok(BodyFormula::Distinct(self.term(one)?, self.term(other)?)),
                _ => Err(self.count(span, "`distinct` takes two terms", rest.len(), DISTINCT)),
            },
            _ => Ok(BodyFormula::Atom(self.atom(expression)?, span.clone())),
        }
    }

    fn count(&self, span: &Span, message: &str, found: usize, help: &str) -> Diagnostic {
        Diagnostic::new(self.source, message).at(span.clone(), format!("here it has {found}")).help(help)
    }

    fn atom(&mut self, expression: &Expression<'_>) -> Result<GdlAtom, Diagnostic> {
        let (name, arguments, span) = match &expression.form {
            ExpressionForm::Word(word) => (word, [].as_slice(), &expression.span),
            ExpressionForm::List(items) => match items.as_slice() {
                [Expression { form: ExpressionForm::Word(word), span }, rest @ ..] => (word, rest, span),
                [] => return Err(self.empty(&expression.span)),
                [first, ..] => {
                    return Err(Diagnostic::new(self.source, "a list begins with a list")
                        .at(first.span.clone(), "a name is to stand here")
                        .help(ATOM));
                }
            },
        };
        if name.starts_with('?') {
            return Err(Diagnostic::new(self.source, format!("the variable {name} stands for a relation"))
                .at(span.clone(), "a name is to stand here")
                .help(ATOM));
        }
        let relation = self.symbols.intern(name);
        if matches!(relation, Symbol::NOT | Symbol::OR | Symbol::AND | Symbol::DISTINCT | Symbol::IF) {
            return Err(Diagnostic::new(
                self.source,
                format!("`{}` is no relation", self.symbols.name(relation)),
            )
            .at(span.clone(), "a relation is to stand here")
            .help(ATOM));
        }
        let arguments = arguments.iter().map(|argument| self.term(argument)).collect::<Result<_, _>>()?;
        Ok(GdlAtom { relation, arguments })
    }

    fn term(&mut self, expression: &Expression<'_>) -> Result<GdlTerm, Diagnostic> {
        match &expression.form {
            ExpressionForm::Word(word) if word.starts_with('?') => Ok(self.variable(word, &expression.span)),
            ExpressionForm::Word(word) => Ok(GdlTerm::Constant(self.symbols.intern(word))),
            ExpressionForm::List(items) => match items.as_slice() {
                [] => Err(self.empty(&expression.span)),
                [Expression { form: ExpressionForm::Word(word), .. }, arguments @ ..]
                    if !word.starts_with('?') =>
                {
                    let symbol = self.symbols.intern(word);
                    let arguments: Vec<GdlTerm> =
                        arguments.iter().map(|argument| self.term(argument)).collect::<Result<_, _>>()?;
                    // `(a)` and `a` are the same.
                    Ok(if arguments.is_empty() {
                        GdlTerm::Constant(symbol)
                    } else {
                        GdlTerm::Function(symbol, arguments)
                    })
                }
                [first, ..] => Err(Diagnostic::new(self.source, "a term begins with a list or a variable")
                    .at(first.span.clone(), "a name is to stand here")
                    .help("write a constant, a ?variable, or a function such as (cell 1 2 b)")),
            },
        }
    }

    fn empty(&self, span: &Span) -> Diagnostic {
        Diagnostic::new(self.source, "a list is empty").at(span.clone(), "nothing in it").help(ATOM)
    }

    /// Variables are told apart by their names in any case, as all names are.
    fn variable(&mut self, word: &str, span: &Span) -> GdlTerm {
        let next = self.variables.len();
        let number = *self.numbers.entry(word.to_lowercase()).or_insert(next);
        if number == next {
            self.variables.push((word.to_owned(), span.clone()));
        }
        GdlTerm::Variable(number)
    }
}
