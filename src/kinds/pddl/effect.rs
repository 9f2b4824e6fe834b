//! Effects of actions, and what actions cost.

use super::costs::{FunctionHead, natural};
use super::names::folded;
use super::schema::SchemaReader;
use super::syntax::{CostTerm, PddlAtom, PddlEffect};
use super::unsupported;
use crate::text::Diagnostic;
use crate::text::sexpr::Expression;

const FORM: &str = "write an atom such as (at ?x depot), or one of (and …) (not …) (when condition …) (forall (…) …) \
                    (increase (total-cost) …)";

impl SchemaReader<'_> {
    /// Reads an effect. What it adds to the cost goes to `costs`; where there are none, it is under a condition.
    pub(super) fn effect(
        &mut self,
        expression: &Expression<'_>,
        mut costs: Option<&mut Vec<CostTerm>>,
    ) -> Result<PddlEffect, Diagnostic> {
        if expression.list().is_some_and(<[_]>::is_empty) {
            return Ok(PddlEffect::And(Vec::new()));
        }
        let Some((word, rest)) = expression.headed() else {
            let help = expression.word().map(|word| format!("an atom stands in parentheses: ({word})"));
            let help = help.as_deref().unwrap_or(FORM);
            return Err(self.refuse(&expression.span, "an effect is expected", "this is none", help));
        };
        match (&*folded(word), rest) {
            ("and", parts) => {
                let parts = parts.iter().map(|part| self.effect(part, costs.as_deref_mut()));
                Ok(PddlEffect::And(parts.collect::<Result<_, _>>()?))
            }
            ("not", [negated]) => Ok(PddlEffect::Delete(self.changed(negated)?)),
            ("forall", [variables, body]) => {
                let parameters = self.declare(variables)?;
                let body = Box::new(self.effect(body, None)?);
                self.forget(&parameters);
                Ok(PddlEffect::Forall(parameters, body))
            }
            ("when", [condition, body]) => {
                let condition = self.condition(condition)?;
                Ok(PddlEffect::When(condition, Box::new(self.effect(body, None)?)))
            }
            ("increase", [counter, amount]) => {
                let cost = self.cost(counter, amount)?;
                let Some(costs) = costs else {
                    return Err(unsupported::refusal(
                        self.source,
                        "costs under conditions",
                        &expression.span,
                        "this is inside of `when` or `forall`",
                        "an action costs the same in every state; write one action for each case",
                    ));
                };
                costs.push(cost);
                Ok(PddlEffect::And(Vec::new()))
            }
            (known @ ("not" | "forall" | "when" | "increase"), _) => {
                Err(self.wrong_parts(known, rest.len(), expression))
            }
            _ => Ok(PddlEffect::Add(self.changed(expression)?)),
        }
    }

    /// The atom that is added or deleted.
    fn changed(&mut self, expression: &Expression<'_>) -> Result<PddlAtom, Diagnostic> {
        let span = &expression.span;
        let Some((word, arguments)) = expression.headed() else {
            return Err(self.refuse(span, "an effect is expected", "this is no atom", FORM));
        };
        let Some(predicate) = self.vocabulary.find_predicate(word) else {
            let folded = folded(word);
            if matches!(&*folded, "and" | "or" | "not" | "imply" | "exists" | "forall" | "when" | "=") {
                let message = format!("`{word}` cannot be an effect here");
                return Err(self.refuse(span, message, "an atom is to stand here", FORM));
            }
            let unsupported = unsupported::formula(self.source, word, span);
            let unknown = || self.vocabulary.predicate(self.source, word, span).err();
            return Err(unsupported
                .or_else(unknown)
                .unwrap_or_else(|| self.refuse(span, "an effect is expected", "this is none", FORM)));
        };
        if self.vocabulary.predicates[predicate.0].is_derived {
            let message = format!("`{word}` is changed by an action, and derived by rules");
            let help = "what (:derived …) defines follows from everything else; change what it follows from";
            return Err(self.refuse(span, message, "changed here", help));
        }
        self.atom(predicate, arguments, span)
    }

    /// What `(increase (total-cost) …)` adds.
    fn cost(&self, counter: &Expression<'_>, amount: &Expression<'_>) -> Result<CostTerm, Diagnostic> {
        match self.vocabulary.function(self.source, counter)? {
            FunctionHead::TotalCost => {}
            FunctionHead::Function(..) => {
                return Err(unsupported::number(
                    self.source,
                    &counter.span,
                    "only (total-cost) may be increased",
                ));
            }
        }
        if let Some(word) = amount.word() {
            return natural(self.source, word, &amount.span).map(CostTerm::Number);
        }
        match self.vocabulary.function(self.source, amount)? {
            FunctionHead::TotalCost => Err(unsupported::number(
                self.source,
                &amount.span,
                "what an action costs depends on what was spent before",
            )),
            FunctionHead::Function(function, arguments) => {
                let terms = arguments.iter().map(|argument| self.term(argument));
                Ok(CostTerm::Function(function, terms.collect::<Result<_, _>>()?))
            }
        }
    }
}
