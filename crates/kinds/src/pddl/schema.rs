//! Actions with their effects, the rules of derived predicates, and goals: variables, terms, atoms and conditions.

use std::collections::HashMap;

use bmcplan_base::text::sexpr::{Expression, ExpressionForm};
use bmcplan_base::text::{Diagnostic, Source, Span};

use super::diagnostics::PddlWarnings;
use super::file::PddlSection;
use super::names::{WORDS, folded, name, suggestion};
use super::syntax::{
    ActionSchema, AxiomSchema, Parameter, PddlAtom, PddlEffect, PddlFormula, PddlTerm, PredicateId, TypeId,
};
use super::unsupported;
use super::vocabulary::Vocabulary;

/// Reader of an action, a rule or a goal, which numbers its variables.
pub(super) struct SchemaReader<'r> {
    pub(super) source: &'r Source,
    pub(super) vocabulary: &'r Vocabulary,
    pub(super) warnings: &'r mut PddlWarnings,
    types: Vec<Vec<TypeId>>,
    /// Variables of each name in scope, the innermost last.
    in_scope: HashMap<String, Vec<usize>>,
}

impl<'r> SchemaReader<'r> {
    pub(super) fn new(
        source: &'r Source,
        vocabulary: &'r Vocabulary,
        warnings: &'r mut PddlWarnings,
    ) -> Self {
        Self { source, vocabulary, warnings, types: Vec::new(), in_scope: HashMap::new() }
    }

    pub(super) fn n_variables(&self) -> usize {
        self.types.len()
    }

    pub(super) fn refuse(
        &self,
        span: &Span,
        message: impl Into<String>,
        label: &str,
        help: &str,
    ) -> Diagnostic {
        Diagnostic::new(self.source, message).at(span.clone(), label).help(help)
    }

    pub(super) fn declare(&mut self, list: &Expression<'_>) -> Result<Vec<Parameter>, Diagnostic> {
        let Some(items) = list.list() else {
            return Err(self.refuse(
                &list.span,
                "a list of variables is expected",
                "this is a word",
                "write variables with their types in parentheses: (?x ?y - truck)",
            ));
        };
        self.declare_all(items)
    }

    /// Declares the parameters of a list without its parentheses.
    fn declare_all(&mut self, items: &[Expression<'_>]) -> Result<Vec<Parameter>, Diagnostic> {
        let first = self.types.len();
        let mut parameters = self.vocabulary.parameters(self.source, items)?;
        for parameter in &mut parameters {
            parameter.variable += first;
            let same = self.in_scope.entry(folded(&parameter.name).into_owned()).or_default();
            if same.last().is_some_and(|last| first <= *last) {
                let again = |item: &&Expression<'_>| {
                    item.word().is_some_and(|word| folded(word) == folded(&parameter.name))
                };
                let span = items.iter().rfind(again).map_or(0..0, |item| item.span.clone());
                return Err(Diagnostic::new(self.source, format!("{} is declared twice", parameter.name))
                    .at(span, "it stands in this list before")
                    .help("give it another name"));
            }
            same.push(parameter.variable);
            self.types.push(parameter.types.clone());
        }
        Ok(parameters)
    }

    fn forget(&mut self, parameters: &[Parameter]) {
        for parameter in parameters {
            self.in_scope.get_mut(&*folded(&parameter.name)).and_then(Vec::pop);
        }
    }

    pub(super) fn atom(
        &mut self,
        predicate: PredicateId,
        arguments: &[Expression<'_>],
        span: &Span,
    ) -> Result<PddlAtom, Diagnostic> {
        self.vocabulary.check_arity(self.source, predicate, arguments.len(), span)?;
        let expressions = arguments;
        let arguments =
            arguments.iter().map(|argument| self.term(argument)).collect::<Result<Vec<_>, _>>()?;
        let types_of = |term: &PddlTerm| match term {
            PddlTerm::Variable(variable) => &*self.types[*variable],
            PddlTerm::Object(object) => &*self.vocabulary.objects[object.0].types,
        };
        let types: Vec<&[TypeId]> = arguments.iter().map(types_of).collect();
        if let Some(warning) = self.vocabulary.misfit(self.source, predicate, &types, expressions) {
            self.warnings.push(warning);
        }
        Ok(PddlAtom { predicate, arguments })
    }

    pub(super) fn term(&self, expression: &Expression<'_>) -> Result<PddlTerm, Diagnostic> {
        let span = &expression.span;
        match expression.form {
            ExpressionForm::Word(word) if word.starts_with('?') => {
                let known = self.in_scope.get(&*folded(word)).and_then(|same| same.last());
                known.copied().map(PddlTerm::Variable).ok_or_else(|| {
                    let message = format!("the variable {word} is not declared");
                    let help = "declare it among the parameters, or by (exists (?x) …) or (forall (?x) …) around this";
                    self.refuse(span, message, "nothing says what it stands for", help)
                })
            }
            ExpressionForm::Word(word) => {
                Ok(PddlTerm::Object(self.vocabulary.object(self.source, word, span)?))
            }
            ExpressionForm::List(_) => Err(self.refuse(
                span,
                "an argument is a list",
                "a variable or an object is expected here",
                "functions of objects are not read; use a predicate that relates the two objects",
            )),
        }
    }
}

const FORM: &str = "write an atom such as (at ?x depot), or one of (and …) (or …) (not …) (imply …) (= …) (exists (…) …) \
                    (forall (…) …)";

impl SchemaReader<'_> {
    pub(super) fn condition(&mut self, expression: &Expression<'_>) -> Result<PddlFormula, Diagnostic> {
        let span = &expression.span;
        // `()` is the empty conjunction.
        if expression.list().is_some_and(<[_]>::is_empty) {
            return Ok(PddlFormula::And(Vec::new()));
        }
        let Some((word, rest)) = expression.headed() else {
            let label = "this is not a condition";
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
                format!("`{word}` is not a condition"),
                "this is an effect",
                "it belongs in :effect; for a condition under a condition, write (imply …)",
            ),
            _ => unsupported::formula(self.source, word, span).unwrap_or_else(|| {
                let unknown = self.vocabulary.predicate(self.source, word, span).err();
                unknown.unwrap_or_else(|| {
                    self.refuse(span, "a condition is expected", "this is not a condition", FORM)
                })
            }),
        }
    }

    /// Returns the error for a word of the language with too many or too few parts.
    fn wrong_parts(&self, word: &str, found: usize, expression: &Expression<'_>) -> Diagnostic {
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

/// Parts of an action. `:vars` of PDDL 1.2 are variables bound by the precondition.
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

    /// Returns the expression behind each of the [`KEYS`].
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
                    None => suggestion(&word, KEYS, "an action has :parameters, :precondition and :effect"),
                };
                return Err(self.refuse(&key.span, "this is not a part of an action", "here", &near));
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
                self.types[parameter.variable].clone_from(&parameter.types);
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

const EFFECT_FORM: &str = "write an atom such as (at ?x depot), or one of (and …) (not …) (when condition …) (forall (…) …) \
                    (increase (total-cost) …)";

impl SchemaReader<'_> {
    fn effect(&mut self, expression: &Expression<'_>) -> Result<PddlEffect, Diagnostic> {
        if expression.list().is_some_and(<[_]>::is_empty) {
            return Ok(PddlEffect::And(Vec::new()));
        }
        let Some((word, rest)) = expression.headed() else {
            let help = expression.word().map(|word| format!("an atom stands in parentheses: ({word})"));
            let help = help.as_deref().unwrap_or(EFFECT_FORM);
            return Err(self.refuse(
                &expression.span,
                "an effect is expected",
                "this is not an effect",
                help,
            ));
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

    fn changed(&mut self, expression: &Expression<'_>) -> Result<PddlAtom, Diagnostic> {
        let span = &expression.span;
        let Some((word, arguments)) = expression.headed() else {
            return Err(self.refuse(span, "an effect is expected", "this is not an atom", EFFECT_FORM));
        };
        let Some(predicate) = self.vocabulary.find_predicate(word) else {
            let folded = folded(word);
            if folded == "=" || WORDS.contains(&&*folded) {
                let message = format!("`{word}` cannot be an effect here");
                return Err(self.refuse(span, message, "an atom is expected here", EFFECT_FORM));
            }
            let unsupported = unsupported::formula(self.source, word, span);
            let unknown = || self.vocabulary.predicate(self.source, word, span).err();
            return Err(unsupported.or_else(unknown).unwrap_or_else(|| {
                self.refuse(span, "an effect is expected", "this is not an effect", EFFECT_FORM)
            }));
        };
        if self.vocabulary.predicates[predicate.0].is_derived {
            let message = format!("`{word}` is changed by an action, and derived by rules");
            let help = "what (:derived …) defines follows from everything else; change what it follows from";
            return Err(self.refuse(span, message, "changed here", help));
        }
        self.atom(predicate, arguments, span)
    }
}
