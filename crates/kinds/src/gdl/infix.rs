//! Rule sheets in infix form, as in Prolog: `next(on) :- does(robot, press), \+true(on).` The text becomes the expressions
//! of the prefix form, with places in the infix text.
//!
//! Three things differ from Prolog. Clauses may end at the end of a line instead of a dot, as in the sheets of Stanford's
//! General Game Playing. A sheet without `role` has the role of its `legal`. `succ(X, Y)` may count only a fluent whose last
//! value ends the game: then the pairs up to that value are all that a play can need.

use std::borrow::Cow;
use std::collections::HashMap;
use std::ops::RangeInclusive;

use bmcplan_base::text::sexpr::{Expression, ExpressionForm};
use bmcplan_base::text::{Diagnostic, Source, Span};

/// Greatest depth of nested terms and conditions, as in prefix form.
const MAX_DEPTH: usize = 100;

/// Greatest number that `succ` counts to.
const MAX_COUNT: usize = 10_000;

/// Relations whose clauses, at the beginning of a line, make a text a rule sheet.
const HEADS: [&str; 5] = ["role(", "init(", "legal(", "next(", "goal("];

/// Signs, the longer ones first, each with the sign or the name that it stands for. An empty one is passed over.
const SIGNS: &[(&str, &str)] = &[
    ("```", ""),
    (":-", ":-"),
    ("\\==", "distinct"),
    ("\\=", "distinct"),
    ("!=", "distinct"),
    ("\\+", "not"),
    ("~", "not"),
    ("&", "and"),
    (",", ","),
    ("|", "or"),
    (";", "or"),
    ("(", "("),
    (")", ")"),
    (".", "."),
];

/// Counts the relations of the language that clauses of an infix sheet define, each once.
pub(super) fn n_heads(source: &Source) -> usize {
    let begins =
        |head: &&str| source.text().lines().any(|line| line.trim_start_matches(['`', ' ']).starts_with(head));
    HEADS.iter().filter(|head| begins(head)).count()
}

/// Checks whether a rule sheet is in infix form.
pub(super) fn is_infix(source: &Source) -> bool {
    let has_rule = |line: &str| line.split([';', '%']).next().is_some_and(|code| code.contains(":-"));
    0 < n_heads(source) || source.text().lines().any(has_rule)
}

/// Writes the expressions in a message about an infix sheet in the form of the sheet.
pub(super) fn spelled(source: &Source, diagnostic: Diagnostic) -> Diagnostic {
    if is_infix(source) { diagnostic.spelled(in_infix) } else { diagnostic }
}

/// Writes the expressions in a message, such as `(next (at ?x))`, in infix form: `next(at(X))`.
fn in_infix(text: &str) -> String {
    let mut rest = text;
    let mut written = String::new();
    while let Some((before, group)) = rest.find('(').map(|at| rest.split_at(at)) {
        written += before;
        let is_list = !before.ends_with(|c: char| !c.is_whitespace() && c != '`');
        rest = match list(&group[1..], MAX_DEPTH).filter(|_| is_list) {
            Some((infix, rest)) => {
                written += &infix;
                rest
            }
            None => {
                written.push('(');
                &group[1..]
            }
        };
    }
    written + rest
}

/// Converts a list, without its first parenthesis, to infix form, and returns the text behind it.
fn list(mut text: &str, depth: usize) -> Option<(String, &str)> {
    let mut items: Vec<String> = Vec::new();
    loop {
        text = text.trim_start();
        if let Some(rest) = text.strip_prefix(')') {
            let (head, arguments) = items.split_first()?;
            let body = |from: usize| arguments.get(from..).unwrap_or_default().join(", ");
            return Some(match head.as_str() {
                "<=" if arguments.len() < 2 => (format!("{}.", body(0)), rest),
                "<=" => (format!("{} :- {}.", arguments[0], body(1)), rest),
                _ => (format!("{head}({})", body(0)), rest),
            });
        }
        let item = match text.strip_prefix('(') {
            Some(inner) => {
                let (item, rest) = list(inner, depth.checked_sub(1)?)?;
                text = rest;
                item
            }
            None => {
                let (word, rest) = text.split_at(text.find([' ', '(', ')'])?);
                text = rest;
                match word.strip_prefix('?') {
                    Some(variable) => variable.to_uppercase(),
                    None => word.to_owned(),
                }
            }
        };
        items.push(item);
    }
}

/// An infix sheet, cut into words.
pub(super) struct Words<'s> {
    source: &'s Source,
    words: Vec<Token<'s>>,
    /// The numbers that `succ` counts, as words.
    numbers: Vec<String>,
}

struct Token<'s> {
    /// A name, a number, a variable after `?`, or what a sign stands for.
    word: Cow<'s, str>,
    span: Span,
    is_sign: bool,
}

impl<'s> Words<'s> {
    /// Cuts an infix sheet into words.
    ///
    /// # Errors
    /// The first character that is not of the form, or two names that differ by case alone, which prefix form has as one.
    pub(super) fn of(source: &'s Source) -> Result<Self, Diagnostic> {
        let text = source.text();
        let mut words: Vec<Token<'s>> = Vec::new();
        let mut variables = HashMap::new();
        let mut names: HashMap<String, (&str, Span)> = HashMap::new();
        let mut at = 0;
        while let Some(first) = text[at..].chars().next() {
            let rest = &text[at..];
            let is_in_name = |c: char| c.is_alphanumeric() || c == '_';
            let length = if first.is_whitespace() || first == '\u{feff}' {
                first.len_utf8()
            } else if first == '%' {
                rest.find('\n').unwrap_or(rest.len())
            } else if let Some(comment) = rest.strip_prefix("/*") {
                comment.find("*/").map_or(rest.len(), |end| end + 4)
            } else if is_in_name(first) {
                let length = rest.find(|c| !is_in_name(c)).unwrap_or(rest.len());
                let (name, span) = (&rest[..length], at..at + length);
                let word = if name == "_" {
                    format!("?_{at}").into()
                } else if first.is_uppercase() || first == '_' {
                    // Variables that differ by case are different ones.
                    let next = variables.len();
                    format!("?{}", variables.entry(name).or_insert(next)).into()
                } else if name.bytes().all(|byte| byte.is_ascii_digit()) {
                    Cow::from(&name[(length - 1).min(name.len() - name.trim_start_matches('0').len())..])
                } else {
                    let (other, place) =
                        names.entry(name.to_lowercase()).or_insert_with(|| (name, span.clone()));
                    if *other != name {
                        let message = format!("`{name}` and `{other}` differ by upper case alone");
                        return Err(Diagnostic::new(source, message)
                            .at(span, "one name")
                            .also(place.clone(), "and the other one")
                            .help("names are compared without regard to case; rename one of them"));
                    }
                    name.into()
                };
                words.push(Token { word, span, is_sign: false });
                length
            } else if let Some((sign, word)) = SIGNS.iter().find(|(sign, _)| rest.starts_with(sign)) {
                if !word.is_empty() {
                    words.push(Token { word: (*word).into(), span: at..at + sign.len(), is_sign: true });
                }
                sign.len()
            } else {
                return Err(Diagnostic::new(source, format!("`{}` is not of a rule sheet", first))
                    .at(at..at + first.len_utf8(), "here")
                    .help("write names with letters, digits and _, and rules such as next(on) :- does(robot, press), ~true(on)."));
            };
            at += length;
        }
        let counts = words.iter().any(|word| word.word == "succ");
        let last = words.iter().filter_map(|word| number(&word.word)).max().filter(|_| counts);
        let numbers = last.map_or(Vec::new(), |last| (0..=last).map(|number| number.to_string()).collect());
        Ok(Self { source, words, numbers })
    }

    /// Returns the clauses as the expressions of prefix form.
    ///
    /// # Errors
    /// The first place where a clause is not well formed, and a `succ` that may count without end.
    pub(super) fn expressions(&self) -> Result<Vec<Expression<'_>>, Diagnostic> {
        let mut parser = InfixParser { source: self.source, words: &self.words, at: 0, depth: 0 };
        let has_dots = self.words.iter().any(|token| token.is_sign && token.word == ".");
        let mut clauses = Vec::new();
        while parser.at < self.words.len() {
            clauses.push(parser.clause(has_dots)?);
        }
        let heads = |name: &'static str| {
            let head = move |clause| rule(clause).0;
            clauses.iter().map(head).filter(move |head| headed(head).0 == name)
        };
        let mut added = Vec::new();
        if heads("role").next().is_none() {
            let mut players = heads("legal").filter_map(|head| headed(head).1.first());
            if let Some(player) = players.next()
                && player.word().is_some_and(|player| !player.starts_with('?'))
                && players.all(|other| other.word() == player.word())
            {
                added.push(form("role", vec![player.clone()], player.span.clone()));
            }
        }
        let counts = self.words.iter().find(|token| token.word == "succ");
        if let Some(counts) = counts.filter(|_| heads("succ").next().is_none()) {
            let Some(pairs) = pairs(&clauses) else {
                return Err(Diagnostic::new(self.source, "`succ` may count without end")
                    .at(counts.span.clone(), "the greatest number is unknown")
                    .help(
                        "write the pairs, succ(1, 2). succ(2, 3). and so on; or let the last number end the game, as in \
                         next(step(Y)) :- true(step(X)), succ(X, Y). and terminal :- true(step(7)).",
                    ));
            };
            let word = |number: &usize| leaf(self.numbers.get(*number).map_or("", |text| text), &counts.span);
            added.extend(
                pairs.map(|number| {
                    form("succ", vec![word(&number), word(&(number + 1))], counts.span.clone())
                }),
            );
        }
        clauses.extend(added);
        Ok(clauses)
    }
}

fn number(word: &str) -> Option<usize> {
    word.parse().ok().filter(|number| *number <= MAX_COUNT)
}

fn leaf<'a>(word: &'a str, span: &Span) -> Expression<'a> {
    Expression { form: ExpressionForm::Word(word), span: span.clone() }
}

/// Returns the list of `name` and `arguments`.
fn form<'a>(name: &'a str, arguments: Vec<Expression<'a>>, span: Span) -> Expression<'a> {
    let items = std::iter::once(leaf(name, &span)).chain(arguments).collect();
    Expression { form: ExpressionForm::List(items), span }
}

/// Returns the head of a clause and its conditions.
fn rule<'e, 'a>(clause: &'e Expression<'a>) -> (&'e Expression<'a>, &'e [Expression<'a>]) {
    match clause.headed() {
        Some(("<=", [head, body @ ..])) => (head, body),
        _ => (clause, &[]),
    }
}

/// Returns the name of an atom and its arguments.
fn headed<'e, 'a>(atom: &'e Expression<'a>) -> (&'a str, &'e [Expression<'a>]) {
    atom.headed().unwrap_or((atom.word().unwrap_or_default(), &[]))
}

/// Returns the first numbers of the pairs of `succ` that a play can need, if these are known without playing.
///
/// They are where each `succ(X, Y)` is a condition of `next` or `legal` beside `true(f(X))`, a fluent f(N) ends the game, and
/// no number of the sheet is greater than N, except values of `goal`. Then no number of a play is greater before the game
/// ends, and afterwards neither `next` nor `legal` matters.
fn pairs(clauses: &[Expression<'_>]) -> Option<RangeInclusive<usize>> {
    fn count<'e>(expression: &'e Expression<'_>, see: &mut dyn FnMut(&'e str)) {
        match &expression.form {
            ExpressionForm::Word(word) => see(word),
            ExpressionForm::List(items) => items.iter().for_each(|item| count(item, see)),
        }
    }
    let counter = |condition: &Expression<'_>| -> Option<(String, String)> {
        let ("true", [fluent]) = headed(condition) else { return None };
        let (name, [value]) = headed(fluent) else { return None };
        Some((name.to_owned(), value.word()?.to_owned()))
    };
    let last = |counted: &str| {
        let ends = clauses.iter().filter_map(|clause| match rule(clause) {
            (head, [only]) if head.word() == Some("terminal") => counter(only),
            _ => None,
        });
        ends.filter(|(name, _)| name == counted).filter_map(|(_, value)| number(&value)).max()
    };
    let mut greatest = None;
    for clause in clauses {
        let (head, body) = rule(clause);
        let mut n_used = 0;
        count(clause, &mut |word| n_used += usize::from(word == "succ"));
        for condition in body {
            let ("succ", [from, _]) = headed(condition) else { continue };
            let from = from.word().filter(|from| from.starts_with('?'))?;
            let (counted, _) = body.iter().filter_map(counter).find(|(_, value)| value == from)?;
            let end = last(&counted)?;
            greatest = Some(greatest.map_or(end, |greatest: usize| greatest.min(end)));
            n_used -= 1;
        }
        if n_used != 0
            || (body.iter().any(|condition| headed(condition).0 == "succ")
                && !["next", "legal"].contains(&headed(head).0))
        {
            return None;
        }
    }
    let greatest = greatest?;
    let mut is_bounded = true;
    for clause in clauses {
        let (head, body) = rule(clause);
        let mut see = |word: &str| {
            let is_number = word.bytes().all(|byte| byte.is_ascii_digit());
            is_bounded &=
                word != "goal" && (!is_number || number(word).is_some_and(|number| number <= greatest));
        };
        body.iter().for_each(|condition| count(condition, &mut see));
        if headed(head).0 != "goal" {
            count(head, &mut see);
        }
    }
    (is_bounded && 0 < greatest).then(|| 0..=greatest - 1)
}

struct InfixParser<'w, 's> {
    source: &'w Source,
    words: &'w [Token<'s>],
    at: usize,
    depth: usize,
}

impl<'w> InfixParser<'w, '_> {
    fn is_at(&self, sign: &str) -> bool {
        self.words.get(self.at).is_some_and(|token| token.is_sign && token.word == sign)
    }

    fn takes(&mut self, sign: &str) -> bool {
        let is_there = self.is_at(sign);
        self.at += usize::from(is_there);
        is_there
    }

    /// Returns an error at the next word.
    fn refuse(&self, expected: &str, help: &str) -> Diagnostic {
        let end = self.source.text().trim_end().len();
        let span = self.words.get(self.at).map_or(end..end, |token| token.span.clone());
        let message =
            if self.at < self.words.len() { "this does not belong here" } else { "the sheet ends too early" };
        Diagnostic::new(self.source, message).at(span, format!("{expected} is expected")).help(help)
    }

    fn clause(&mut self, has_dots: bool) -> Result<Expression<'w>, Diagnostic> {
        let begin = self.words[self.at].span.start;
        if self.is_at(":-") {
            return Err(
                self.refuse("a fact or a rule", "remove directives: a rule sheet has facts and rules alone")
            );
        }
        let head = self.term()?;
        let clause = if self.takes(":-") {
            let body = self.condition()?;
            let span = head.span.start..body.span.end;
            let body = match body.form {
                ExpressionForm::List(items) if items.first().and_then(Expression::word) == Some("and") => {
                    items.into_iter().skip(1).collect()
                }
                form => vec![Expression { form, span: body.span }],
            };
            form("<=", std::iter::once(head).chain(body).collect(), span)
        } else {
            head
        };
        if self.takes(".") || (!has_dots && self.ends_line(begin)) {
            return Ok(clause);
        }
        let rule = "write next(on) :- does(robot, press), ~true(on). with `,` or `&` between conditions and a dot behind each \
                    rule, or no dot in the whole sheet and each rule on a line of its own";
        Err(self.refuse("`,` or the dot behind a rule", rule))
    }

    /// Checks whether the next word begins a line, no further to the right than the clause that began at `begin`.
    fn ends_line(&self, begin: usize) -> bool {
        let Some(next) = self.words.get(self.at) else { return true };
        let indent = |at: usize| {
            let line = &self.source.text()[..at];
            let line = &line[line.rfind('\n').map_or(0, |end| end + 1)..];
            line.trim().is_empty().then_some(line.len())
        };
        indent(next.span.start).is_some_and(|column| column <= indent(begin).unwrap_or(0))
    }

    /// Reads conditions with `;` or `|` between them.
    fn condition(&mut self) -> Result<Expression<'w>, Diagnostic> {
        self.joined("or", &["or"], |parser| parser.joined("and", &["and", ","], Self::literal))
    }

    fn joined(
        &mut self,
        name: &'static str,
        signs: &[&str],
        part: impl Fn(&mut Self) -> Result<Expression<'w>, Diagnostic>,
    ) -> Result<Expression<'w>, Diagnostic> {
        let first = part(self)?;
        let mut parts = vec![first];
        while signs.iter().any(|sign| self.takes(sign)) {
            parts.push(part(self)?);
        }
        if parts.len() == 1 {
            return Ok(parts.swap_remove(0));
        }
        let span =
            parts.first().map_or(0, |part| part.span.start)..parts.last().map_or(0, |part| part.span.end);
        Ok(form(name, parts, span))
    }

    fn literal(&mut self) -> Result<Expression<'w>, Diagnostic> {
        self.deeper(|parser| {
            let begin = parser.words.get(parser.at).map_or(0, |token| token.span.start);
            if parser.takes("not") {
                let negated = parser.literal()?;
                let span = begin..negated.span.end;
                return Ok(form("not", vec![negated], span));
            }
            if parser.takes("(") {
                let inner = parser.condition()?;
                if !parser.takes(")") {
                    return Err(parser.refuse("`)`", "every `(` needs its `)`"));
                }
                return Ok(inner);
            }
            let left = parser.term()?;
            if parser.takes("distinct") {
                let right = parser.term()?;
                let span = begin..right.span.end;
                return Ok(form("distinct", vec![left, right], span));
            }
            Ok(left)
        })
    }

    /// Reads an atom or a term. `not(…)` has a condition in it.
    fn term(&mut self) -> Result<Expression<'w>, Diagnostic> {
        self.deeper(|parser| {
            let Some(token) = parser.words.get(parser.at).filter(|token| !token.is_sign) else {
                return Err(
                    parser.refuse("a name or a variable", "write an atom, such as true(cell(1, X, b))")
                );
            };
            parser.at += 1;
            let opens = parser.is_at("(")
                && parser.words.get(parser.at).is_some_and(|sign| sign.span.start == token.span.end);
            if !opens {
                return Ok(leaf(&token.word, &token.span));
            }
            parser.at += 1;
            let mut items = vec![leaf(&token.word, &token.span)];
            loop {
                let has_conditions = matches!(&*token.word, "not" | "or" | "and");
                items.push(if has_conditions {
                    parser.joined("or", &["or"], Self::literal)?
                } else {
                    parser.term()?
                });
                if parser.takes(")") {
                    let end = parser.words[parser.at - 1].span.end;
                    return Ok(Expression { form: ExpressionForm::List(items), span: token.span.start..end });
                }
                if !parser.takes(",") {
                    return Err(parser.refuse("`,` or `)`", "write an atom, such as true(cell(1, X, b))"));
                }
            }
        })
    }

    fn deeper<T>(&mut self, read: impl FnOnce(&mut Self) -> Result<T, Diagnostic>) -> Result<T, Diagnostic> {
        if self.depth == MAX_DEPTH {
            let message = "the parentheses are nested too deep";
            let span = self.words.get(self.at).map_or(0..0, |token| token.span.clone());
            return Err(Diagnostic::new(self.source, message)
                .at(span, format!("this is level {}", MAX_DEPTH + 1))
                .help(format!("at most {MAX_DEPTH} levels are read")));
        }
        self.depth += 1;
        let result = read(self);
        self.depth -= 1;
        result
    }
}
