//! The names that a planning problem declares: types, objects, predicates and functions.

use super::names::{NameTable, meant};
use super::syntax::{CostFunction, ObjectId, Parameter, PddlObject, Predicate, PredicateId};
use super::typed_list::{name, typed_list, variable};
use super::types::TypeTable;
use super::warnings::PddlWarnings;
use crate::text::sexpr::Expression;
use crate::text::{Diagnostic, Source, Span};

/// Everything that has a name, except actions.
#[derive(Default)]
pub(super) struct Vocabulary {
    pub(super) types: TypeTable,
    pub(super) objects: Vec<PddlObject>,
    object_names: NameTable,
    pub(super) predicates: Vec<Predicate>,
    predicate_names: NameTable,
    pub(super) functions: Vec<CostFunction>,
    pub(super) function_names: NameTable,
}

impl Vocabulary {
    /// Reads objects or constants: `(:objects …)` or `(:constants …)`.
    pub(super) fn read_objects(
        &mut self,
        source: &Source,
        items: &[Expression<'_>],
        warnings: &mut PddlWarnings,
    ) -> Result<(), Diagnostic> {
        // What the domain declares may be declared again by the problem.
        let n_before = self.objects.len();
        for group in typed_list(source, items)? {
            let types = self.types.all(source, &group.types)?;
            for item in group.items {
                let word = name(source, item, "an object")?;
                match self.object_names.add(word) {
                    Ok(_) => self.objects.push(PddlObject { name: word.to_owned(), types: types.clone() }),
                    Err(number) => {
                        if n_before <= number {
                            warnings.push(
                                Diagnostic::warning(source, format!("`{word}` is declared twice"))
                                    .at(item.span.clone(), "it stands in this list before")
                                    .help("it is one object, of all types that it is declared with"),
                            );
                        }
                        let known = &mut self.objects[number].types;
                        known.extend(&types);
                        known.sort_unstable();
                        known.dedup();
                    }
                }
            }
        }
        Ok(())
    }

    /// Reads `(:predicates …)`.
    pub(super) fn read_predicates(
        &mut self,
        source: &Source,
        items: &[Expression<'_>],
    ) -> Result<(), Diagnostic> {
        for item in items {
            let Some((word, parameters)) = item.headed() else {
                let help =
                    item.word().map_or("write (name ?x - type …)".into(), |word| format!("write ({word})"));
                return Err(Diagnostic::new(source, "a predicate is expected")
                    .at(item.span.clone(), "here")
                    .help(help));
            };
            // Some domains declare what the language has.
            if word == "=" {
                continue;
            }
            let parameters = self.parameters(source, parameters)?;
            match self.predicate_names.add(word) {
                Ok(_) => {
                    self.predicates.push(Predicate { name: word.to_owned(), parameters, is_derived: false });
                }
                Err(number) => {
                    let other = &self.predicates[number].parameters;
                    let types = |of: &[Parameter]| of.iter().map(|one| one.types.clone()).collect::<Vec<_>>();
                    if types(other) != types(&parameters) {
                        return Err(Diagnostic::new(
                            source,
                            format!("the predicate `{word}` is declared twice"),
                        )
                        .at(item.span.clone(), "with other parameters than before")
                        .help("give one of them another name"));
                    }
                }
            }
        }
        Ok(())
    }

    /// The parameters of a list, numbered from 0.
    pub(super) fn parameters(
        &self,
        source: &Source,
        items: &[Expression<'_>],
    ) -> Result<Vec<Parameter>, Diagnostic> {
        let mut parameters = Vec::new();
        for group in typed_list(source, items)? {
            let types = self.types.all(source, &group.types)?;
            for item in group.items {
                let name = variable(source, item)?.to_owned();
                parameters.push(Parameter { variable: parameters.len(), name, types: types.clone() });
            }
        }
        Ok(parameters)
    }

    /// The object of that name.
    pub(super) fn object(&self, source: &Source, word: &str, span: &Span) -> Result<ObjectId, Diagnostic> {
        self.object_names.find(word).map(ObjectId).ok_or_else(|| {
            let known = self.objects.iter().map(|object| &*object.name);
            Diagnostic::new(source, format!("there is no object `{word}`"))
                .at(span.clone(), "neither a constant of the domain nor an object of the problem")
                .help(meant(
                    word,
                    known,
                    "declare it: in (:objects …) of the problem, or (:constants …) of the domain",
                ))
        })
    }

    /// The predicate of that name, if it is declared.
    pub(super) fn find_predicate(&self, word: &str) -> Option<PredicateId> {
        self.predicate_names.find(word).map(PredicateId)
    }

    /// The predicate of that name.
    pub(super) fn predicate(
        &self,
        source: &Source,
        word: &str,
        span: &Span,
    ) -> Result<PredicateId, Diagnostic> {
        self.find_predicate(word).ok_or_else(|| {
            let known = self.predicates.iter().map(|predicate| &*predicate.name);
            Diagnostic::new(source, format!("the predicate `{word}` is not declared"))
                .at(span.clone(), "it does not stand in (:predicates …) of the domain")
                .help(meant(word, known, "declare it, with a variable for each argument: (name ?x - type …)"))
        })
    }

    /// Checks that a predicate has as many arguments as it is declared with.
    pub(super) fn check_arity(
        &self,
        source: &Source,
        predicate: PredicateId,
        found: usize,
        span: &Span,
    ) -> Result<(), Diagnostic> {
        let Predicate { name, parameters, .. } = &self.predicates[predicate.0];
        if parameters.len() == found {
            return Ok(());
        }
        let form: String = parameters.iter().map(|parameter| format!(" {}", parameter.name)).collect();
        Err(arity_clash(source, name, found, parameters.len(), span, &form))
    }

    /// What a predicate with arguments of these types has to be warned of: the first that can never fit.
    pub(super) fn misfit(
        &self,
        source: &Source,
        predicate: PredicateId,
        types: &[&[super::syntax::TypeId]],
        spans: &[Expression<'_>],
    ) -> Option<Diagnostic> {
        let Predicate { name, parameters, .. } = &self.predicates[predicate.0];
        let (index, parameter) = parameters
            .iter()
            .enumerate()
            .find(|(index, parameter)| !self.types.may_meet(types[*index], &parameter.types))?;
        let (found, wanted) = (self.types.shown(types[index]), self.types.shown(&parameter.types));
        Some(
            Diagnostic::warning(source, format!("`{name}` is said of the wrong type"))
                .at(spans[index].span.clone(), format!("this is of type {found}"))
                .help(format!("`{name}` is declared for {wanted} here")),
        )
    }
}

/// Too many or too few arguments; `form` are those that would be right.
pub(super) fn arity_clash(
    source: &Source,
    name: &str,
    found: usize,
    wanted: usize,
    span: &Span,
    form: &str,
) -> Diagnostic {
    let arguments = if found == 1 { "argument" } else { "arguments" };
    Diagnostic::new(source, format!("`{name}` has {found} {arguments}"))
        .at(span.clone(), format!("it takes {wanted}"))
        .help(format!("it is declared as ({name}{form})"))
}
