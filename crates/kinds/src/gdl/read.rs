//! Reading a rule sheet: from text to a checked [`Sheet`].

use std::collections::HashMap;

use bmcplan_base::ordered::{Map, Set};
use bmcplan_base::text::sexpr::{self, Expression, ExpressionForm};
use bmcplan_base::text::{Diagnostic, Source, Span};

use super::infix::{self, Words};
use super::limits::{GroundError, GroundLimits, SymbolBudget};
use super::sheet::{BodyFormula, GdlAtom, GdlTerm, Sheet, Statement, Symbol, Symbols};
use super::{check, normal};
use crate::pddl::PddlPart;

/// Reads a rule sheet.
///
/// # Errors
/// [`GroundError::Invalid`] with the fault, its place, and the right form: wrong notation, a relation with several arities, an
/// unsafe rule, no player or several. Errors that need grounding are not checked here. [`GroundError::Stopped`] if
/// `limits.stop` is true; the memory limit is not checked.
pub fn read(source: &Source, limits: GroundLimits<'_>) -> Result<Sheet, GroundError> {
    read_sheet(source, limits).map_err(|error| match error {
        GroundError::Invalid(fault) => GroundError::Invalid(infix::spelled(source, fault)),
        stopped @ GroundError::Stopped { .. } => stopped,
    })
}

fn read_sheet(source: &Source, limits: GroundLimits<'_>) -> Result<Sheet, GroundError> {
    let mut symbols = Symbols::default();
    let mut arities = Map::new();
    let mut budget = SymbolBudget::until(limits.stop);
    let mut defined = Set::new();
    let (mut statements, mut rules) = (Vec::new(), Vec::new());
    if PddlPart::of(source).is_some() {
        return Err(pddl(source).into());
    }
    let infix = infix::is_infix(source).then(|| Words::of(source)).transpose()?;
    let expressions = infix.as_ref().map_or_else(|| sexpr::read(source), Words::expressions)?;
    if expressions.iter().all(|expression| expression.word().is_some()) {
        let message = if expressions.is_empty() { "the sheet is empty" } else { "this is not a rule sheet" };
        return Err(Diagnostic::new(source, message).at(0..0, "no rule here").help(FORMS).into());
    }
    for expression in expressions {
        let statement = statement(source, &mut symbols, &expression)?;
        check::statement(source, &symbols, &statement, &mut arities)?;
        defined.insert(statement.head.relation);
        let alternatives = normal::rules(source, &statement, &mut budget);
        if budget.is_stopped {
            return Err(stopped(source, statement.span));
        }
        for rule in alternatives? {
            check::safety(source, &statement, &rule)?;
            rules.push(rule);
        }
        statements.push(statement);
    }
    let role = check::role(source, &symbols, &rules)?;
    check::sheet(source, &symbols, &defined, &rules)?;
    Ok(Sheet { symbols, role, rules, statements })
}

fn stopped(source: &Source, span: Span) -> GroundError {
    let text = source.text().get(span.clone()).unwrap_or_default().to_owned();
    let rule = Diagnostic::new(source, "reading the rules reached a limit")
        .at(span.clone(), "as far as this rule")
        .help("give it more time");
    GroundError::Stopped { rule, span, text, instances: 0 }
}

/// Checks whether a text is most likely a rule sheet: a line begins with a parenthesis, as in no other format. The first line
/// may be a word, since that is a fact without arguments. Prose may begin likewise, so a text that begins with a word must
/// name a role. In infix form, lines begin with two of the language's relations.
pub fn looks_like(source: &Source) -> bool {
    if 2 <= infix::n_heads(source) {
        return true;
    }
    let mut lines = source.text().lines().map(str::trim_start);
    let first = lines.clone().find(|line| !line.is_empty() && !line.starts_with(';'));
    let names_role = || {
        let text = source.text().to_ascii_lowercase();
        text.split('(').skip(1).any(|rest| rest.trim_start().starts_with("role"))
    };
    first.is_some_and(|line| line.starts_with('('))
        || (lines.any(|line| line.starts_with('(')) && names_role())
}

fn pddl(source: &Source) -> Diagnostic {
    const BEGIN: &str = "(define";
    let start = source.text().to_ascii_lowercase().find(BEGIN).unwrap_or(0);
    Diagnostic::new(source, "this is PDDL, not a rule sheet")
        .at(start..start + BEGIN.len(), "a domain or a problem in PDDL begins like this")
        .help("solve it by: bmcplan pddl DOMAIN PROBLEM")
}

const FORMS: &str = "a rule sheet has facts and rules: (role player) and (<= terminal (true (step 7))); or, in infix form, \
                     role(player). and terminal :- true(step(7)).";

const ATOM: &str = "write a relation, such as (cell 1 2 b) or terminal";

const NOT: &str = "write (not condition); for several of them, (not (or …)) or (not (and …))";
const DISTINCT: &str = "write (distinct ?x ?y); for three terms, one for each pair";

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
                        .at(first.span.clone(), "a name is expected here")
                        .help(ATOM));
                }
            },
        };
        if name.starts_with('?') {
            let name = self.source.text().get(span.clone()).unwrap_or(name);
            return Err(Diagnostic::new(self.source, format!("the variable {name} stands for a relation"))
                .at(span.clone(), "a name is expected here")
                .help(ATOM));
        }
        let relation = self.symbols.intern(name);
        if matches!(relation, Symbol::NOT | Symbol::OR | Symbol::AND | Symbol::DISTINCT | Symbol::IF) {
            return Err(Diagnostic::new(
                self.source,
                format!("`{}` is not a relation", self.symbols.name(relation)),
            )
            .at(span.clone(), "a relation is expected here")
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
                    .at(first.span.clone(), "a name is expected here")
                    .help("write a constant, a ?variable, or a function such as (cell 1 2 b)")),
            },
        }
    }

    fn empty(&self, span: &Span) -> Diagnostic {
        Diagnostic::new(self.source, "a list is empty").at(span.clone(), "nothing in it").help(ATOM)
    }

    /// Returns a variable. Like all names, variables are compared without regard to case.
    fn variable(&mut self, word: &str, span: &Span) -> GdlTerm {
        let next = self.variables.len();
        let number = *self.numbers.entry(word.to_lowercase()).or_insert(next);
        if number == next {
            self.variables
                .push((self.source.text().get(span.clone()).unwrap_or(word).to_owned(), span.clone()));
        }
        GdlTerm::Variable(number)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sheets_are_told_from_other_texts() {
        let is_sheet = |text: &str| looks_like(&Source::new("f", text));
        for sheet in ["(role r)", "; a game\n (role r)", "frozen\n(role r)", "frozen\n(\nROLE r)"] {
            assert!(is_sheet(sheet), "{sheet}");
        }
        for other in ["XX.\n", "start\nA.\ngoal\n.A\n", "rows = 4 # (or more)\n", "car(a,2,h).\n", ""] {
            assert!(!is_sheet(other), "{other}");
        }
        assert!(!is_sheet("These boards are hard\n(most of them).\n"));
    }

    const GAME: [&str; 4] = ["(role r)", "(legal r a)", "(goal r 100)", "terminal"];

    fn message(text: &str) -> Option<String> {
        match read(&Source::new("sheet.kif", text), GroundLimits::default()).err()? {
            GroundError::Invalid(diagnostic) => {
                assert!(diagnostic.to_string().contains("help: "), "{diagnostic}");
                Some(diagnostic.message().to_owned())
            }
            stopped @ GroundError::Stopped { .. } => panic!("{stopped}"),
        }
    }

    #[test]
    fn what_takes_long_asks_whether_to_stop() {
        let rule = format!("(<= h {})", "(or a b)".repeat(11));
        let source = Source::new("sheet.kif", &(GAME.concat() + &rule.repeat(20)));
        let n_polls = std::cell::Cell::new(0);
        let stop = || {
            n_polls.set(n_polls.get() + 1);
            10_000 < n_polls.get()
        };
        let stopped = read(&source, GroundLimits { stop: &stop, ..GroundLimits::default() });
        assert!(matches!(stopped, Err(GroundError::Stopped { text, .. }) if text == rule), "{n_polls:?}");
        assert_eq!(n_polls.get(), 10_001);
    }

    #[test]
    fn what_makes_a_game_has_to_be_there() {
        assert_eq!(message(&GAME.concat()), None);
        for (left_out, expected) in GAME.iter().zip([
            "nobody plays",
            "there is no rule for `legal`",
            "there is no rule for `goal`",
            "there is no rule for `terminal`",
        ]) {
            assert_eq!(message(&GAME.concat().replace(left_out, "")).as_deref(), Some(expected));
        }
        assert_eq!(message(" ; nothing").as_deref(), Some("the sheet is empty"));
    }

    #[test]
    fn a_rule_that_can_never_hold_is_a_rule() {
        let never = ["(role r)", "(<= (legal r a) (or))", "(<= (goal r 100) (or))", "(<= terminal (or))"];
        assert_eq!(message(&never.concat()), None);
    }

    #[test]
    fn numbers_of_arguments_are_said_and_helped() {
        for (text, expected) in [
            ("(legal r)", "`legal` has 1 argument"),
            ("(next a b)", "`next` has 2 arguments"),
            ("(p a) (p a b)", "`p` has 2 arguments here and 1 there"),
            ("(<= p (not q q))", "`not` takes one condition"),
            ("(<= p (distinct a))", "`distinct` takes two terms"),
        ] {
            assert_eq!(message(&(GAME.concat() + text)).as_deref(), Some(expected));
        }
        // Functions may have several.
        assert_eq!(message(&(GAME.concat() + "(p (f a) (f a b) f)")), None);
    }

    #[test]
    fn variables_that_nothing_binds_are_found_wherever_they_stand() {
        for rule in [
            "(h ?x)",
            "(<= (h (f ?x)) q)",
            "(<= h (not (q ?x)))",
            "(<= h (distinct a (f ?x)))",
            "(<= h (distinct ?x a))",
            "(<= (h ?x) (or (p ?x) (p ?y)))",
            "(<= (h ?x) (not (distinct ?x ?y)) (p a))",
        ] {
            let said = message(&(GAME.concat() + rule)).unwrap_or_default();
            assert!(said.starts_with("the rule is unsafe: nothing says what ?"), "{rule}: {said}");
        }
        assert_eq!(message(&(GAME.concat() + "(<= (h ?x) (not (distinct ?x (f ?y))) (p ?y))")), None);
    }

    /// Checks that the limit holds for all rules together, each of which fits in the largest file that is read.
    #[test]
    fn the_whole_sheet_has_a_limit() {
        let rule = format!("(<= h {})", "(or a b)".repeat(12));
        assert_eq!(message(&(GAME.concat() + &rule)), None);
        let said = message(&(GAME.concat() + &rule.repeat(100))).unwrap_or_default();
        assert_eq!(said, "the sheet grows too large when its rules are multiplied out");
        assert_eq!(message(&(GAME.concat() + &" p".repeat(500_000))), None);
    }
}
