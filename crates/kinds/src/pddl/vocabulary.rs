//! The names declared by a planning problem: types, objects, predicates and functions.

use bmcplan_base::ordered::{Set, sort};
use bmcplan_base::text::sexpr::Expression;
use bmcplan_base::text::{Diagnostic, Source, Span};

use super::diagnostics::PddlWarnings;
use super::names::{NameTable, WORDS, folded, name, suggestion, typed_list, variable};
use super::syntax::{
    CostFunction, ObjectId, Parameter, PddlObject, PddlType, Predicate, PredicateId, TypeId,
};

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
        // The problem may declare constants of the domain again.
        let n_before = self.objects.len();
        for group in typed_list(source, items, Some(warnings))? {
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
                        sort(known);
                        known.dedup();
                    }
                }
            }
        }
        Ok(())
    }

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
            // Some domains declare `=`.
            if word == "=" {
                continue;
            }
            if WORDS.contains(&&*folded(word)) {
                return Err(Diagnostic::new(source, format!("`{word}` is a word of the language"))
                    .at(item.span.clone(), "a predicate cannot have this name")
                    .help("give the predicate another name"));
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

    /// Reads the parameters of a list, numbered from 0.
    pub(super) fn parameters(
        &self,
        source: &Source,
        items: &[Expression<'_>],
    ) -> Result<Vec<Parameter>, Diagnostic> {
        let mut parameters = Vec::new();
        for group in typed_list(source, items, None)? {
            let types = self.types.all(source, &group.types)?;
            for item in group.items {
                let name = variable(source, item)?.to_owned();
                parameters.push(Parameter { variable: parameters.len(), name, types: types.clone() });
            }
        }
        Ok(parameters)
    }

    pub(super) fn object(&self, source: &Source, word: &str, span: &Span) -> Result<ObjectId, Diagnostic> {
        self.object_names.find(word).map(ObjectId).ok_or_else(|| {
            let known = self.objects.iter().map(|object| &*object.name);
            Diagnostic::new(source, format!("there is no object `{word}`"))
                .at(span.clone(), "neither a constant of the domain nor an object of the problem")
                .help(suggestion(
                    word,
                    known,
                    "declare it: in (:objects …) of the problem, or (:constants …) of the domain",
                ))
        })
    }

    pub(super) fn find_predicate(&self, word: &str) -> Option<PredicateId> {
        self.predicate_names.find(word).map(PredicateId)
    }

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
                .help(suggestion(
                    word,
                    known,
                    "declare it, with a variable for each argument: (name ?x - type …)",
                ))
        })
    }

    /// Checks that a predicate has the declared number of arguments.
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

    /// Returns a warning about the first argument whose type can never fit the predicate.
    pub(super) fn misfit(
        &self,
        source: &Source,
        predicate: PredicateId,
        types: &[&[TypeId]],
        spans: &[Expression<'_>],
    ) -> Option<Diagnostic> {
        let Predicate { name, parameters, .. } = &self.predicates[predicate.0];
        let (index, parameter) = parameters
            .iter()
            .enumerate()
            .find(|(index, parameter)| !self.types.may_meet(types[*index], &parameter.types))?;
        let (found, wanted) = (self.types.shown(types[index]), self.types.shown(&parameter.types));
        Some(
            Diagnostic::warning(source, format!("`{name}` has an argument of the wrong type"))
                .at(spans[index].span.clone(), format!("this is of type {found}"))
                .help(format!("`{name}` is declared for {wanted} here")),
        )
    }
}

/// Returns the error for too many or too few arguments; `form` has the right ones.
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

/// The type above all others.
const OBJECT: TypeId = TypeId(0);

pub(super) struct TypeTable {
    names: NameTable,
    pub(super) types: Vec<PddlType>,
    spans: Vec<Span>,
}

impl Default for TypeTable {
    fn default() -> Self {
        let mut table = Self { names: NameTable::default(), types: Vec::new(), spans: Vec::new() };
        table.add("object", 0..0);
        table
    }
}

impl TypeTable {
    pub(super) fn read(
        source: &Source,
        items: &[Expression<'_>],
        warnings: &mut PddlWarnings,
    ) -> Result<Self, Diagnostic> {
        let mut table = Self::default();
        let groups = typed_list(source, items, Some(warnings))?;
        // A type may stand before its parent.
        for item in groups.iter().flat_map(|group| group.items) {
            table.add(name(source, item, "a type")?, item.span.clone());
        }
        for group in &groups {
            let mut parents = Vec::new();
            for (word, span) in &group.types {
                if table.names.find(word).is_none() {
                    warnings.push(
                        Diagnostic::warning(source, format!("the type `{word}` is not declared"))
                            .at(span.clone(), "types are declared below it")
                            .help(table.help(word, "declare it, too; it is taken to be below `object`")),
                    );
                }
                parents.push(table.add(word, span.clone()));
            }
            for item in group.items {
                let child = table.add(item.word().unwrap_or_default(), item.span.clone());
                if child != OBJECT {
                    table.types[child.0].parents.extend(&parents);
                }
            }
        }
        for declared in table.types.iter_mut().skip(1) {
            sort(&mut declared.parents);
            declared.parents.dedup();
            // All types are below `object`.
            if 1 < declared.parents.len() {
                declared.parents.retain(|parent| *parent != OBJECT);
            } else if declared.parents.is_empty() {
                declared.parents.push(OBJECT);
            }
        }
        table.check_order(source)?;
        Ok(table)
    }

    fn add(&mut self, word: &str, span: Span) -> TypeId {
        match self.names.add(word) {
            Ok(number) => {
                self.types.push(PddlType { name: word.to_owned(), parents: Vec::new() });
                self.spans.push(span);
                TypeId(number)
            }
            Err(number) => TypeId(number),
        }
    }

    /// Checks that no type is below itself, by removing types from the bottom until none is left.
    fn check_order(&self, source: &Source) -> Result<(), Diagnostic> {
        let mut n_children = vec![0_usize; self.types.len()];
        for parent in self.types.iter().flat_map(|declared| &declared.parents) {
            n_children[parent.0] += 1;
        }
        let mut open: Vec<usize> = (0..self.types.len()).filter(|of| n_children[*of] == 0).collect();
        while let Some(done) = open.pop() {
            for parent in &self.types[done].parents {
                n_children[parent.0] -= 1;
                if n_children[parent.0] == 0 {
                    open.push(parent.0);
                }
            }
        }
        // The remaining types are in a cycle or above one, so going down from them ends in a cycle.
        let mut left: Vec<Option<usize>> = vec![None; self.types.len()];
        for child in (0..self.types.len()).filter(|of| n_children[*of] != 0) {
            self.types[child].parents.iter().for_each(|parent| left[parent.0] = Some(child));
        }
        let Some(mut found) = left.iter().position(Option::is_some) else { return Ok(()) };
        for _ in 0..self.types.len() {
            found = left[found].unwrap_or(found);
        }
        let found_name = &self.types[found].name;
        Err(Diagnostic::new(source, format!("the type `{found_name}` is below itself"))
            .at(self.spans[found].clone(), "following the types above it leads back here")
            .help("each type stands before a dash and a type above it, up to `object`"))
    }

    pub(super) fn all(&self, source: &Source, names: &[(&str, Span)]) -> Result<Vec<TypeId>, Diagnostic> {
        let known = names.iter().map(|(word, span)| {
            self.names.find(word).map(TypeId).ok_or_else(|| {
                Diagnostic::new(source, format!("the type `{word}` is not declared"))
                    .at(span.clone(), "it does not stand in (:types …) of the domain")
                    .help(self.help(word, &format!("declare it: (:types {word})")))
            })
        });
        let mut types = known.collect::<Result<Vec<_>, _>>()?;
        sort(&mut types);
        types.dedup();
        if types.is_empty() {
            types.push(OBJECT);
        }
        Ok(types)
    }

    fn help(&self, word: &str, else_do: &str) -> String {
        suggestion(word, self.types.iter().map(|known| &*known.name), else_do)
    }

    pub(super) fn is_below(&self, low: TypeId, high: TypeId) -> bool {
        if low == high || high == OBJECT {
            return true;
        }
        let mut seen = Set::new();
        let mut open = vec![low];
        while let Some(at) = open.pop() {
            if at == high {
                return true;
            }
            open.extend(self.types[at.0].parents.iter().filter(|up| seen.insert(**up)));
        }
        false
    }

    /// Checks whether an object may have one of `these` types and one of `those`: some type is below both.
    fn may_meet(&self, these: &[TypeId], those: &[TypeId]) -> bool {
        let pairs = || these.iter().flat_map(|one| those.iter().map(|other| (*one, *other)));
        pairs().any(|(one, other)| self.is_below(one, other) || self.is_below(other, one))
            || pairs().any(|(one, other)| {
                let mut all = (1..self.types.len()).map(TypeId);
                all.any(|low| self.is_below(low, one) && self.is_below(low, other))
            })
    }

    /// Formats types for messages: `truck or ship`.
    pub(super) fn shown(&self, types: &[TypeId]) -> String {
        let names: Vec<&str> = types.iter().map(|of| &*self.types[of.0].name).collect();
        names.join(" or ")
    }
}
