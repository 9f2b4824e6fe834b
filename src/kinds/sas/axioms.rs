//! The axioms of a SAS file as derived variables of a task.

use crate::fdr::{DerivedAtom, DerivedValue, FiniteDomainError, RuleTable, solve};
use crate::stop::Stop;
use crate::task::{DerivedId, Fact, TaskBuilder, VarId};
use crate::text::{Diagnostic, Source, Span};

use super::parts::{SasError, SasFact, SasVariable};

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
    State(VarId),
    /// The variable has not this value, the one at the start, if that holds.
    Derived(DerivedValue, u32),
}

impl SasAxioms {
    /// Adds the derived variables, each after those that it depends on. Axioms may depend on each other in circles.
    pub(super) fn add(
        builder: &mut TaskBuilder,
        variables: &[SasVariable],
        rules: &[SasRule],
        source: &Source,
        stop: &Stop,
    ) -> Result<Self, SasError> {
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
            }
        }
        // Numbers of derived variables, while they are rules that may be circular.
        let place = |(variable, value): &SasFact| match variables[*variable].id {
            Some(var) => DerivedValue::Is(Fact { var, value: *value }.into()),
            None => {
                let number = DerivedValue::Is(DerivedId::from_index(*variable).into());
                number.signed(*value != variables[*variable].initial)
            }
        };
        let named = |variable: &SasVariable| DerivedAtom {
            name: variable.values.get(usize::from(variable.initial == 0)).cloned().unwrap_or_default(),
            bodies: Vec::new(),
        };
        let mut atoms: Vec<DerivedAtom> = variables.iter().map(named).collect();
        for rule in rules {
            atoms[rule.head].bodies.extend(DerivedValue::all(rule.body.iter().map(place)));
        }
        let mut table = RuleTable::until(stop);
        let needed = (0..variables.len()).filter(|variable| variables[*variable].layer.is_some());
        let values = solve(&atoms, needed, &mut table, stop).map_err(|error| match error {
            FiniteDomainError::Task(error) => SasError::Task(error),
            error => Diagnostic::new(source, error.to_string()).into(),
        })?;
        for derived in table.into_derived() {
            builder.derived(derived.name, derived.rules);
        }
        let meanings = variables.iter().zip(values).map(|(variable, value)| match variable.id {
            Some(var) => SasMeaning::State(var),
            None => SasMeaning::Derived(value, variable.initial),
        });
        Ok(Self { meanings: meanings.collect() })
    }

    /// That a variable has a value.
    pub(super) fn value(&self, (variable, value): SasFact) -> DerivedValue {
        match self.meanings[variable] {
            SasMeaning::State(var) => DerivedValue::Is(Fact { var, value }.into()),
            SasMeaning::Derived(derived, default) => derived.signed(value != default),
        }
    }

    /// The same, if no axiom derives the variable.
    pub(super) fn fact(&self, (variable, value): SasFact) -> Option<Fact> {
        match self.meanings[variable] {
            SasMeaning::State(var) => Some(Fact { var, value }),
            SasMeaning::Derived(..) => None,
        }
    }
}
