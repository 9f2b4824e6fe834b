//! The axioms of a SAS file as derived variables of a task.

use crate::frontend::{Diagnostic, Source, Span};
use crate::task::{DerivedId, Fact, Literal, TaskBuilder, VarId, components};

use super::read::{SasError, SasFact, SasVariable};

/// An axiom: the variable has not its value at the start, if all of the body holds.
#[derive(Debug, Clone)]
pub(super) struct SasRule {
    pub(super) head: usize,
    pub(super) body: Vec<SasFact>,
    pub(super) span: Span,
}

/// What stands for the variables of the file in the task.
pub(super) struct SasAxioms {
    meanings: Vec<SasMeaning>,
}

#[derive(Debug, Clone, Copy)]
enum SasMeaning {
    /// Not yet known.
    Unknown,
    State(VarId),
    /// A derived variable is true if the variable has not this value, the one at the start.
    Derived(DerivedId, u32),
}

impl SasAxioms {
    /// Adds the derived variables, each after those that it depends on.
    pub(super) fn add(
        builder: &mut TaskBuilder,
        variables: &[SasVariable],
        rules: &[SasRule],
        source: &Source,
    ) -> Result<Self, SasError> {
        let mut uses = vec![Vec::new(); variables.len()];
        for rule in rules {
            let layer = variables[rule.head].layer;
            for (used, value) in &rule.body {
                let used_layer = variables[*used].layer;
                let is_negative = *value == variables[*used].initial;
                if layer < used_layer || (used_layer.is_some() && layer == used_layer && is_negative) {
                    return Err(Diagnostic::new(source, "the axiom layers are not in order")
                        .at(rule.span.clone(), format!("this axiom uses variable {used} before it is known"))
                        .help("an axiom uses derived variables of lower layers, or of its own one if not in their value at the start")
                        .into());
                }
                if used_layer.is_some() {
                    uses[rule.head].push(*used);
                }
            }
        }
        let mut rules_of = vec![Vec::new(); variables.len()];
        rules.iter().for_each(|rule| rules_of[rule.head].push(rule));
        let mut meanings: Vec<SasMeaning> = variables
            .iter()
            .map(|variable| variable.id.map_or(SasMeaning::Unknown, SasMeaning::State))
            .collect();
        for component in components(&uses) {
            let number = component[0];
            let variable = &variables[number];
            if variable.layer.is_none() {
                continue;
            }
            if 1 < component.len() || uses[number].contains(&number) {
                let span = rules_of[number].first().map_or(0..0, |rule| rule.span.clone());
                return Err(Diagnostic::new(source, "axioms depend on each other in a circle")
                    .at(span, "this axiom is part of it")
                    .help("such axioms are not read")
                    .into());
            }
            let body = |rule: &&SasRule| {
                rule.body.iter().filter_map(|fact| meanings[fact.0].literal(fact.1)).collect()
            };
            let bodies = rules_of[number].iter().map(body).collect();
            let name = &variable.values[usize::from(variable.initial == 0)];
            meanings[number] = SasMeaning::Derived(builder.derived(name, bodies), variable.initial);
        }
        Ok(Self { meanings })
    }

    /// That variables have these values.
    pub(super) fn literals(&self, facts: &[SasFact]) -> Vec<Literal> {
        facts.iter().filter_map(|(variable, value)| self.meanings[*variable].literal(*value)).collect()
    }

    /// The same, if no axiom derives the variable.
    pub(super) fn fact(&self, (variable, value): SasFact) -> Option<Fact> {
        match self.meanings[variable] {
            SasMeaning::State(var) => Some(Fact { var, value }),
            SasMeaning::Derived(..) | SasMeaning::Unknown => None,
        }
    }
}

impl SasMeaning {
    fn literal(self, value: u32) -> Option<Literal> {
        match self {
            Self::State(var) => Some(Fact { var, value }.into()),
            Self::Derived(derived, default) if value == default => Some(!Literal::from(derived)),
            Self::Derived(derived, _) => Some(derived.into()),
            Self::Unknown => None,
        }
    }
}
