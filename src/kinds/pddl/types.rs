//! The hierarchy of types, and whether one type is below another.

use std::collections::BTreeSet;

use super::names::{NameTable, meant};
use super::syntax::{PddlType, TypeId};
use super::typed_list::{name, typed_list};
use super::warnings::PddlWarnings;
use crate::text::sexpr::Expression;
use crate::text::{Diagnostic, Source, Span};

/// The type above all others.
pub(super) const OBJECT: TypeId = TypeId(0);

/// The types of a domain.
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
    /// Reads the section `(:types …)`.
    pub(super) fn read(
        source: &Source,
        items: &[Expression<'_>],
        warnings: &mut PddlWarnings,
    ) -> Result<Self, Diagnostic> {
        let mut table = Self::default();
        let groups = typed_list(source, items)?;
        // A type may stand before the one that it is below.
        for item in groups.iter().flat_map(|group| group.items) {
            table.add(name(source, item, "a type")?, item.span.clone());
        }
        for group in &groups {
            let mut parents = Vec::new();
            for (word, span) in &group.types {
                if table.names.find(word).is_none() {
                    warnings.push(
                        Diagnostic::warning(source, format!("the type `{word}` is not declared"))
                            .at(span.clone(), "types are said to be below it")
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
            declared.parents.sort_unstable();
            declared.parents.dedup();
            // All types are below it.
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

    /// No type is below itself: types are taken away from below until none is left.
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
        // What is left is in a circle or above one, so going down from it ends in a circle.
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

    /// The types of those names.
    ///
    /// # Errors
    /// One is not declared.
    pub(super) fn all(&self, source: &Source, names: &[(&str, Span)]) -> Result<Vec<TypeId>, Diagnostic> {
        let known = names.iter().map(|(word, span)| {
            self.names.find(word).map(TypeId).ok_or_else(|| {
                Diagnostic::new(source, format!("the type `{word}` is not declared"))
                    .at(span.clone(), "it does not stand in (:types …) of the domain")
                    .help(self.help(word, &format!("declare it: (:types {word})")))
            })
        });
        let mut types = known.collect::<Result<Vec<_>, _>>()?;
        types.sort_unstable();
        types.dedup();
        if types.is_empty() {
            types.push(OBJECT);
        }
        Ok(types)
    }

    fn help(&self, word: &str, else_do: &str) -> String {
        meant(word, self.types.iter().map(|known| &*known.name), else_do)
    }

    /// Is a type another one, or below it?
    pub(super) fn is_below(&self, low: TypeId, high: TypeId) -> bool {
        if low == high || high == OBJECT {
            return true;
        }
        let mut seen = BTreeSet::new();
        let mut open = vec![low];
        while let Some(at) = open.pop() {
            if at == high {
                return true;
            }
            open.extend(self.types[at.0].parents.iter().filter(|up| seen.insert(**up)));
        }
        false
    }

    /// Whether something may be of one of the first types and of one of the others: whether a type is below both.
    pub(super) fn may_meet(&self, these: &[TypeId], those: &[TypeId]) -> bool {
        let pairs = || these.iter().flat_map(|one| those.iter().map(|other| (*one, *other)));
        pairs().any(|(one, other)| self.is_below(one, other) || self.is_below(other, one))
            || pairs().any(|(one, other)| {
                let mut all = (1..self.types.len()).map(TypeId);
                all.any(|low| self.is_below(low, one) && self.is_below(low, other))
            })
    }

    /// Types as a person reads them: `truck or ship`.
    pub(super) fn shown(&self, types: &[TypeId]) -> String {
        let names: Vec<&str> = types.iter().map(|of| &*self.types[of.0].name).collect();
        names.join(" or ")
    }
}
