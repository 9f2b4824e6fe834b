//! Conditions of actions, rules and goals.

use super::names::folded;
use super::schema::SchemaReader;
use super::syntax::PddlFormula;
use super::unsupported;
use crate::text::Diagnostic;
use crate::text::sexpr::Expression;

const FORM: &str = "write an atom such as (at ?x depot), or one of (and …) (or …) (not …) (imply …) (= …) (exists (…) …) \
                    (forall (…) …)";

impl SchemaReader<'_> {
    /// Reads a condition.
    pub(super) fn condition(&mut self, expression: &Expression<'_>) -> Result<PddlFormula, Diagnostic> {
        let span = &expression.span;
        // Nothing at all is asked for.
        if expression.list().is_some_and(<[_]>::is_empty) {
            return Ok(PddlFormula::And(Vec::new()));
        }
        let Some((word, rest)) = expression.headed() else {
            let label = "this is none";
            return Err(match expression.word() {
                Some(word) => {
                    let help = format!("an atom stands in parentheses: ({word})");
                    self.refuse(span, "a condition is expected", label, &help)
                }
                None => self.refuse(span, "a condition is expected", "this list begins with a list", FORM),
            });
        };
        match (&*folded(word), rest) {
            ("and", parts) => Ok(PddlFormula::And(self.conditions(parts)?)),
            ("or", parts) => Ok(PddlFormula::Or(self.conditions(parts)?)),
            ("not", [negated]) => Ok(PddlFormula::Not(Box::new(self.condition(negated)?))),
            ("imply", [one, other]) => {
                let (one, other) = (self.condition(one)?, self.condition(other)?);
                Ok(PddlFormula::Imply(Box::new(one), Box::new(other)))
            }
            ("=", [one, other]) => {
                if let Some(number) = [one, other].into_iter().find(|term| term.list().is_some()) {
                    return Err(unsupported::number(
                        self.source,
                        &number.span,
                        "this is the value of a function",
                    ));
                }
                Ok(PddlFormula::Equal(self.term(one)?, self.term(other)?))
            }
            (quantifier @ ("exists" | "forall"), [variables, body]) => {
                let parameters = self.declare(variables)?;
                let body = Box::new(self.condition(body)?);
                self.forget(&parameters);
                Ok(match quantifier {
                    "exists" => PddlFormula::Exists(parameters, body),
                    _ => PddlFormula::Forall(parameters, body),
                })
            }
            (known @ ("not" | "imply" | "=" | "exists" | "forall"), _) => {
                Err(self.wrong_parts(known, rest.len(), expression))
            }
            (other, arguments) => {
                let Some(predicate) = self.vocabulary.find_predicate(other) else {
                    return Err(self.no_condition(word, expression));
                };
                Ok(PddlFormula::Atom(self.atom(predicate, arguments, span)?))
            }
        }
    }

    fn conditions(&mut self, parts: &[Expression<'_>]) -> Result<Vec<PddlFormula>, Diagnostic> {
        parts.iter().map(|part| self.condition(part)).collect()
    }

    fn no_condition(&self, word: &str, expression: &Expression<'_>) -> Diagnostic {
        let span = &expression.span;
        match word {
            "when" | "increase" => self.refuse(
                span,
                format!("`{word}` is no condition"),
                "this is an effect",
                "it belongs in :effect; for a condition under a condition, write (imply …)",
            ),
            _ => unsupported::formula(self.source, word, span).unwrap_or_else(|| {
                let unknown = self.vocabulary.predicate(self.source, word, span).err();
                unknown.unwrap_or_else(|| self.refuse(span, "a condition is expected", "this is none", FORM))
            }),
        }
    }

    /// A word of the language with too many or too few parts.
    pub(super) fn wrong_parts(&self, word: &str, found: usize, expression: &Expression<'_>) -> Diagnostic {
        let (takes, help) = match word {
            "not" => ("one part", "write (not (p)); for several, (not (or …)) or (not (and …))"),
            "imply" => ("two parts", "write (imply condition consequence)"),
            "=" => ("two terms", "write (= ?x ?y)"),
            "when" => ("a condition and an effect", "write (when condition (and effect …))"),
            "increase" => ("a function and a number", "write (increase (total-cost) 5)"),
            _ => ("variables and one part", "write (forall (?x - type) (and …))"),
        };
        self.refuse(
            &expression.span,
            format!("`{word}` takes {takes}"),
            &format!("here it has {found}"),
            help,
        )
    }
}
