//! Actions with their effects, and the rules of derived predicates.

use super::file::PddlSection;
use super::names::{WORDS, folded, meant, name};
use super::schema::SchemaReader;
use super::syntax::{ActionSchema, AxiomSchema, PddlAtom, PddlEffect, PddlFormula, PredicateId};
use super::unsupported;
use super::vocabulary::Vocabulary;
use crate::text::sexpr::Expression;
use crate::text::{Diagnostic, Source};

/// The parts of an action. `:vars` of PDDL 1.2 are variables bound by the precondition.
const KEYS: [&str; 4] = [":parameters", ":vars", ":precondition", ":effect"];

impl SchemaReader<'_> {
    /// Reads `(:action name :parameters (…) :precondition … :effect …)`.
    pub(super) fn action(mut self, section: &PddlSection<'_, '_>) -> Result<ActionSchema, Diagnostic> {
        let Some((head, parts)) = section.items.split_first() else {
            return Err(self.refuse(
                &section.span,
                "an action has no name",
                "here",
                "write (:action name :parameters (…) :precondition … :effect …)",
            ));
        };
        let name = name(self.source, head, "an action")?.to_owned();
        let [parameters, variables, precondition, effect] = self.parts(parts)?;
        let mut declared = Vec::new();
        for list in [parameters, variables].into_iter().flatten() {
            declared.extend(self.declare(list)?);
        }
        let parameters = declared;
        let precondition = match precondition {
            Some(condition) => self.condition(condition)?,
            None => PddlFormula::And(Vec::new()),
        };
        let effect = match effect {
            Some(effect) => self.effect(effect)?,
            None => PddlEffect::And(Vec::new()),
        };
        let (n_variables, span) = (self.n_variables(), section.span.clone());
        Ok(ActionSchema { name, parameters, n_variables, precondition, effect, span })
    }

    /// The expression behind each of the [`KEYS`].
    fn parts<'e, 'a>(
        &self,
        mut parts: &'e [Expression<'a>],
    ) -> Result<[Option<&'e Expression<'a>>; KEYS.len()], Diagnostic> {
        let mut found = [None; KEYS.len()];
        while let Some((key, rest)) = parts.split_first() {
            let word = key.word().map(folded).unwrap_or_default();
            let Some(index) = KEYS.iter().position(|key| *key == word) else {
                let near = match key.list() {
                    Some(_) => {
                        "a parenthesis before this may be one too many, or several conditions need an (and …)"
                            .into()
                    }
                    None => meant(&word, KEYS, "an action has :parameters, :precondition and :effect"),
                };
                return Err(self.refuse(&key.span, "this is no part of an action", "here", &near));
            };
            let Some((part, behind)) = rest.split_first().filter(|(part, _)| !is_key(part)) else {
                let help = "write what belongs there, or leave the keyword out";
                return Err(self.refuse(&key.span, format!("nothing stands behind {word}"), "here", help));
            };
            if found[index].replace(part).is_some() {
                let help = "an action has each part once; perhaps a parenthesis is missing before this";
                return Err(self.refuse(
                    &key.span,
                    format!("{word} stands twice in an action"),
                    "here again",
                    help,
                ));
            }
            parts = behind;
        }
        Ok(found)
    }

    /// Reads `(:derived (predicate ?x) condition)`.
    pub(super) fn axiom(mut self, section: &PddlSection<'_, '_>) -> Result<AxiomSchema, Diagnostic> {
        let [head, condition] = section.items else {
            let label = format!("here it has {}", section.items.len());
            return Err(self.refuse(&section.span, "a rule has two parts", &label, RULE));
        };
        let predicate = derived(self.vocabulary, self.source, section)?;
        let items = head.list().and_then(|items| items.get(1..)).unwrap_or_default();
        let mut parameters = self.declare_all(items)?;
        self.vocabulary.check_arity(self.source, predicate, parameters.len(), &head.span)?;
        // Variables without a type have the types of the declaration.
        if !items.iter().any(|item| item.word() == Some("-")) {
            let declared = &self.vocabulary.predicates[predicate.0].parameters;
            for (parameter, declared) in parameters.iter_mut().zip(declared) {
                parameter.types.clone_from(&declared.types);
                self.retype(parameter);
            }
        }
        let condition = self.condition(condition)?;
        let (n_variables, span) = (self.n_variables(), section.span.clone());
        Ok(AxiomSchema { predicate, parameters, n_variables, condition, span })
    }
}

const RULE: &str = "write (:derived (predicate ?x - type) condition)";

fn is_key(expression: &Expression<'_>) -> bool {
    expression.word().is_some_and(|word| word.starts_with(':'))
}

pub(super) fn derived(
    vocabulary: &Vocabulary,
    source: &Source,
    section: &PddlSection<'_, '_>,
) -> Result<PredicateId, Diagnostic> {
    match section.items.first().map(|head| (head, head.headed())) {
        Some((head, Some((word, _)))) => vocabulary.predicate(source, word, &head.span),
        other => {
            let span = other.map_or(&section.span, |(head, _)| &head.span).clone();
            Err(Diagnostic::new(source, "a rule derives no predicate").at(span, "here").help(RULE))
        }
    }
}

const FORM: &str = "write an atom such as (at ?x depot), or one of (and …) (not …) (when condition …) (forall (…) …) \
                    (increase (total-cost) …)";

impl SchemaReader<'_> {
    pub(super) fn effect(&mut self, expression: &Expression<'_>) -> Result<PddlEffect, Diagnostic> {
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
                let parts = parts.iter().map(|part| self.effect(part));
                Ok(PddlEffect::And(parts.collect::<Result<_, _>>()?))
            }
            ("not", [negated]) => Ok(PddlEffect::Delete(self.changed(negated)?)),
            ("forall", [variables, body]) => {
                let parameters = self.declare(variables)?;
                let body = Box::new(self.effect(body)?);
                self.forget(&parameters);
                Ok(PddlEffect::Forall(parameters, body))
            }
            ("when", [condition, body]) => {
                let condition = self.condition(condition)?;
                Ok(PddlEffect::When(condition, Box::new(self.effect(body)?)))
            }
            ("increase", [counter, amount]) => {
                Ok(PddlEffect::Increase(self.cost(counter, amount)?, expression.span.clone()))
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
            if folded == "=" || WORDS.contains(&&*folded) {
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
}
