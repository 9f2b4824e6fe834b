//! Files in PDDL: the definition of a domain or of a problem, divided into its sections.

use bmcplan_base::text::sexpr::{self, Expression, ExpressionForm};
use bmcplan_base::text::{Diagnostic, Source, Span};

use super::names::{folded, suggestion};
use super::unsupported;

/// Part of a planning problem in a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum PddlPart {
    /// Types, predicates and actions.
    Domain,
    /// Objects, initial state and goal.
    Problem,
}

impl PddlPart {
    /// Detects the part by the first words of a text; `None` if it is not PDDL.
    pub fn of(source: &Source) -> Option<Self> {
        let words = sexpr::beginning(source, 8);
        let words = match words.as_slice() {
            [("(", _), (word, _), _, (")", _), rest @ ..] if word.eq_ignore_ascii_case(PACKAGE) => rest,
            words => words,
        };
        let [("(", _), (define, _), ("(", _), (part, _), ..] = words else { return None };
        Self::named(part).filter(|_| define.eq_ignore_ascii_case("define"))
    }

    /// Splits a text that has both parts, the problem behind the domain. Each part keeps its line numbers.
    pub fn both(source: &Source) -> Option<[Source; 2]> {
        if Self::of(source) != Some(Self::Domain) {
            return None;
        }
        let text = source.text();
        let end = sexpr::first_end(source, PACKAGE)?;
        let (first, rest) = text.split_at_checked(end)?;
        let start = first.rfind('\n').map_or(0, |line| line + 1);
        // The indent keeps the columns.
        let indent: String = first[start..].chars().map(|_| ' ').collect();
        let line = source.first_line() + first.matches('\n').count();
        let problem = Source::new(source.name(), &(indent + rest)).starting_at(line);
        let domain = Source::new(source.name(), first).starting_at(source.first_line());
        (Self::of(&problem) == Some(Self::Problem)).then_some([domain, problem])
    }

    fn named(word: &str) -> Option<Self> {
        [Self::Domain, Self::Problem].into_iter().find(|part| word.eq_ignore_ascii_case(part.name()))
    }

    /// Returns the name in PDDL.
    pub fn name(self) -> &'static str {
        match self {
            Self::Domain => "domain",
            Self::Problem => "problem",
        }
    }
}

/// Head of a list at the beginning of files of 1998: `(in-package "PDDL")`.
const PACKAGE: &str = "in-package";

pub(super) struct PddlFile<'a> {
    pub(super) source: &'a Source,
    pub(super) part: PddlPart,
    pub(super) name: &'a str,
    pub(super) name_span: Span,
    sections: Vec<Expression<'a>>,
}

/// A section of a definition, such as `(:goal (p))`.
#[derive(Clone)]
pub(super) struct PddlSection<'e, 'a> {
    /// Keyword with its colon, in lower case.
    pub(super) keyword: String,
    pub(super) items: &'e [Expression<'a>],
    pub(super) span: Span,
}

impl<'a> PddlFile<'a> {
    /// Reads the definition of a file; `None` if `stop` is true.
    pub(super) fn read(source: &'a Source, stop: &dyn Fn() -> bool) -> Result<Option<Self>, Diagnostic> {
        let Some(expressions) = sexpr::read_until(source, sexpr::PDDL_ENDS, stop)? else { return Ok(None) };
        let is_package = |expression: &Expression<'_>| {
            expression.headed().is_some_and(|(word, _)| word.eq_ignore_ascii_case(PACKAGE))
        };
        let mut expressions = expressions.into_iter().skip_while(is_package);
        let Some(definition) = expressions.next() else {
            return Err(Self::not_defined(source, 0..0, "there is nothing in it"));
        };
        let whole = definition.span.clone();
        let ExpressionForm::List(mut sections) = definition.form else {
            return Err(Self::not_defined(source, whole, "this is something else"));
        };
        let mut first = sections.drain(..sections.len().min(2));
        let (define, head) = (first.next().and_then(|word| word.word()), first.next());
        drop(first);
        if !define.is_some_and(|word| word.eq_ignore_ascii_case("define")) {
            return Err(Self::not_defined(source, whole, "this is something else"));
        }
        if let Some(second) = expressions.next() {
            return Err(Diagnostic::new(source, "there is something behind the definition")
                .at(second.span, "this is outside of it")
                .also(whole.end.saturating_sub(1)..whole.end, "the definition ends here")
                .help("a file has one definition; either a parenthesis before this is one too many, or what follows belongs in a file of its own"));
        }
        let Some(head) = head else {
            return Err(Self::not_defined(source, whole, "nothing is defined here"));
        };
        let [word, name] = head.list().unwrap_or_default() else {
            return Err(Self::not_defined(source, head.span.clone(), "this is neither"));
        };
        match word.word().and_then(PddlPart::named).zip(name.word()) {
            Some((part, name_text)) => {
                let name_span = name.span.clone();
                Ok(Some(Self { source, part, name: name_text, name_span, sections }))
            }
            None => Err(Self::not_defined(source, head.span.clone(), "this is neither")),
        }
    }

    fn not_defined(source: &Source, span: Span, label: &str) -> Diagnostic {
        Diagnostic::new(source, "the file defines neither a domain nor a problem").at(span, label).help(
            "a domain begins (define (domain NAME) …), a problem (define (problem NAME) (:domain NAME) …)",
        )
    }

    fn sections(&self) -> Result<Vec<PddlSection<'_, 'a>>, Diagnostic> {
        let section = |expression: &'_ Expression<'a>| match expression.headed() {
            Some((word, _)) if word.starts_with(':') => Ok(folded(word).into_owned()),
            _ => Err(Diagnostic::new(self.source, "this is not a section")
                .at(expression.span.clone(), format!("here, in the {}", self.part.name()))
                .help(
                    "sections begin with a keyword, such as (:action …) or (:init …); perhaps a \
                     parenthesis before this is one too many",
                )),
        };
        let all = self.sections.iter().map(|expression| {
            let items = expression.list().unwrap_or_default().get(1..).unwrap_or_default();
            Ok(PddlSection { keyword: section(expression)?, items, span: expression.span.clone() })
        });
        all.collect()
    }
}

/// Known sections, with the part that each belongs to; `None` for both.
const KNOWN: [(&str, Option<PddlPart>); 13] = [
    (":requirements", None),
    (":types", Some(PddlPart::Domain)),
    (":constants", Some(PddlPart::Domain)),
    (":predicates", Some(PddlPart::Domain)),
    (":functions", Some(PddlPart::Domain)),
    (":action", Some(PddlPart::Domain)),
    (":derived", Some(PddlPart::Domain)),
    (":domain", Some(PddlPart::Problem)),
    (":objects", Some(PddlPart::Problem)),
    (":init", Some(PddlPart::Problem)),
    (":goal", Some(PddlPart::Problem)),
    (":metric", Some(PddlPart::Problem)),
    (":length", Some(PddlPart::Problem)),
];

/// Checked sections of a definition: each belongs to this part, and occurs no more often than allowed.
pub(super) struct PddlSections<'e, 'a>(Vec<PddlSection<'e, 'a>>);

impl<'e, 'a> PddlSections<'e, 'a> {
    pub(super) fn of(file: &'e PddlFile<'a>) -> Result<Self, Diagnostic> {
        let sections = file.sections()?;
        let mut first: Vec<&PddlSection<'_, '_>> = Vec::new();
        for section in &sections {
            let word = section.span.start + 1..section.span.start + 1 + section.keyword.len();
            let Some((keyword, part)) = KNOWN.into_iter().find(|(keyword, _)| *keyword == section.keyword)
            else {
                let part = file.part.name();
                return Err(unsupported::section(file.source, &section.keyword, &word).unwrap_or_else(
                    || {
                        Diagnostic::new(file.source, format!("a {part} has no section `{}`", section.keyword))
                            .at(word, "this is not known")
                            .help(suggestion(
                                &section.keyword,
                                KNOWN.map(|(keyword, _)| keyword),
                                &Self::all_of(file.part),
                            ))
                    },
                ));
            };
            if part.is_some_and(|part| part != file.part) {
                let message = format!("`{keyword}` stands in the {}", file.part.name());
                let other = part.map_or("", PddlPart::name);
                return Err(Diagnostic::new(file.source, message)
                    .at(word, format!("it belongs in the {other}"))
                    .help(Self::all_of(file.part)));
            }
            if matches!(keyword, ":action" | ":derived") {
                continue;
            }
            if let Some(before) = first.iter().find(|before| before.keyword == keyword) {
                return Err(Diagnostic::new(file.source, format!("`{keyword}` stands there twice"))
                    .at(word, "here again")
                    .also(before.span.clone(), "here first")
                    .help("join the two"));
            }
            first.push(section);
        }
        Ok(Self(sections))
    }

    fn all_of(part: PddlPart) -> String {
        let known =
            KNOWN.iter().filter(|(_, of)| of.is_none_or(|of| of == part)).map(|(keyword, _)| *keyword);
        format!("a {} has {}", part.name(), known.collect::<Vec<_>>().join(" "))
    }

    pub(super) fn all(&self, keyword: &str) -> impl Iterator<Item = &PddlSection<'e, 'a>> {
        self.0.iter().filter(move |section| section.keyword == keyword)
    }

    pub(super) fn only(&self, keyword: &str) -> Option<&PddlSection<'e, 'a>> {
        self.all(keyword).next()
    }

    /// Returns the contents of the section; empty if there is none.
    pub(super) fn items(&self, keyword: &str) -> &'e [Expression<'a>] {
        self.only(keyword).map_or(&[], |section| section.items)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_words_say_what_a_file_is() {
        let of = |text: &str| PddlPart::of(&Source::new("f", text));
        assert_eq!(of("; a domain\n(define (domain gripper)"), Some(PddlPart::Domain));
        assert_eq!(of("(DEFINE\n ; of it\n (Problem p) (:domain d))"), Some(PddlPart::Problem));
        assert_eq!(of("(In-Package \"PDDL\")\n(define (domain d))"), Some(PddlPart::Domain));
        for text in ["(role r)", "(define x)", "(define (f x))", "; (define (domain x)\n(role r)", ""] {
            assert_eq!(of(text), None, "{text}");
        }
    }

    #[test]
    fn a_text_may_have_both() {
        let source = Source::new("f", "; both\n(define (domain d)) (define (problem p)\n (:domain d))\n");
        let [domain, problem] = PddlPart::both(&source).unwrap();
        assert_eq!(domain.text(), "; both\n(define (domain d))");
        assert_eq!(
            (problem.first_line(), problem.text()),
            (2, "                    (define (problem p)\n (:domain d))\n")
        );
        assert_eq!(PddlPart::both(&Source::new("f", "(define (domain d))")), None);
    }
}
