//! Conditions and effects with variables, prepared to be filled in for many instances.

use super::super::lifted::{LiftedArgument, LiftedAtom, LiftedEffect, LiftedLiteral, LiftedOperator};
use super::program::{JoinForm, Vocables};
use crate::datalog::{Binding, JoinPlan, JoinStart, Pattern, Store, TermId, Terms};
use crate::fdr::{AtomEffect, AtomId, AtomLiteral};

/// The numbers of atoms that could ever hold, by their terms.
#[derive(Debug)]
pub(super) struct AtomNumbers(pub(super) Vec<Option<AtomId>>);

impl AtomNumbers {
    /// Nothing for an atom that can never hold.
    pub(super) fn find(&self, pattern: &Pattern, terms: &Terms, binding: &Binding) -> Option<AtomId> {
        let atom: TermId = pattern.find(terms, binding)?;
        self.0.get(atom.index()).copied().flatten()
    }

    /// The literals of forms; nothing if one can never hold. What always holds is left out.
    pub(super) fn literals(
        &self,
        forms: &[LiteralForm],
        terms: &Terms,
        binding: &Binding,
    ) -> Option<Vec<AtomLiteral>> {
        let mut literals = Vec::with_capacity(forms.len());
        for form in forms {
            match self.find(&form.pattern, terms, binding) {
                Some(atom) => literals.push(AtomLiteral { atom, positive: form.positive }),
                None if form.positive => return None,
                None => {}
            }
        }
        Some(literals)
    }
}

/// A literal of a predicate that can change; others are settled by the joins.
#[derive(Debug)]
pub(super) struct LiteralForm {
    pattern: Pattern,
    positive: bool,
}

impl LiteralForm {
    /// The literals that can change, with what their variables are.
    fn all(
        literals: &[LiftedLiteral],
        variables: &[Pattern],
        vocables: &Vocables,
        terms: &mut Terms,
    ) -> Option<Vec<Self>> {
        let mut forms = Vec::new();
        for literal in literals {
            let (LiftedLiteral::Holds(atom) | LiftedLiteral::Fails(atom)) = literal else { continue };
            if !vocables.is_static[atom.predicate] {
                let positive = matches!(literal, LiftedLiteral::Holds(_));
                forms.push(Self { pattern: vocables.pattern(atom, variables, terms)?, positive });
            }
        }
        Some(forms)
    }

    /// The same with the variables as they are.
    pub(super) fn plain(
        literals: &[LiftedLiteral],
        n_variables: usize,
        vocables: &Vocables,
        terms: &mut Terms,
    ) -> Option<Vec<Self>> {
        Self::all(literals, &variables(n_variables), vocables, terms)
    }
}

/// An atom with its variables as they are.
pub(super) fn plain(atom: &LiftedAtom, vocables: &Vocables, terms: &mut Terms) -> Option<Pattern> {
    let n_variables = atom.arguments.iter().map(|argument| match argument {
        LiftedArgument::Variable(variable) => *variable as usize + 1,
        LiftedArgument::Object(_) => 0,
    });
    vocables.pattern(atom, &variables(n_variables.max().unwrap_or(0)), terms)
}

fn variables(n_variables: usize) -> Vec<Pattern> {
    (0..n_variables).map(Pattern::Variable).collect()
}

/// An operator.
#[derive(Debug)]
pub(super) struct OperatorForm {
    pub(super) precondition: Vec<LiteralForm>,
    pub(super) effects: Vec<EffectForm>,
}

/// An effect.
#[derive(Debug)]
pub(super) struct EffectForm {
    pub(super) n_variables: usize,
    atom: Pattern,
    is_added: bool,
    condition: Vec<LiteralForm>,
    /// How the objects for its own variables are found; none if it has no condition.
    join: Option<(JoinForm, JoinPlan)>,
}

impl OperatorForm {
    pub(super) fn of(
        operator: &LiftedOperator,
        vocables: &Vocables,
        store: &mut Store,
        terms: &mut Terms,
    ) -> Option<Self> {
        let precondition = LiteralForm::plain(&operator.precondition, operator.n_variables, vocables, terms)?;
        let mut effects = Vec::new();
        for effect in &operator.effects {
            let n_given = operator.n_variables;
            let conjunction = JoinForm::of(&effect.condition, effect.n_variables, n_given, vocables, terms);
            // Without one the condition contradicts itself.
            if let Some(conjunction) = conjunction {
                effects.push(EffectForm::of(effect, conjunction, n_given, vocables, store, terms)?);
            }
        }
        Some(Self { precondition, effects })
    }
}

impl EffectForm {
    fn of(
        effect: &LiftedEffect,
        conjunction: JoinForm,
        n_given: usize,
        vocables: &Vocables,
        store: &mut Store,
        terms: &mut Terms,
    ) -> Option<Self> {
        let variables = &conjunction.variables;
        Some(Self {
            n_variables: effect.n_variables,
            atom: vocables.pattern(&effect.atom, variables, terms)?,
            is_added: effect.is_added,
            condition: LiteralForm::all(&effect.condition, variables, vocables, terms)?,
            join: (!effect.condition.is_empty()).then(|| {
                let plan = JoinPlan::new(&conjunction.body, JoinStart::Variables(n_given), store, terms);
                (conjunction, plan)
            }),
        })
    }

    /// Calls `found` with each instance, and with nothing in each step. The operator's variables are bound.
    pub(super) fn instances<E>(
        &self,
        binding: &mut Binding,
        store: &Store,
        numbers: &AtomNumbers,
        terms: &mut Terms,
        found: &mut dyn FnMut(Option<AtomEffect>) -> Result<(), E>,
    ) -> Result<(), E> {
        let instance = |binding: &Binding, terms: &Terms| {
            let atom = numbers.find(&self.atom, terms, binding)?;
            let condition = numbers.literals(&self.condition, terms, binding)?;
            Some(AtomEffect { condition, literal: AtomLiteral { atom, positive: self.is_added } })
        };
        let Some((conjunction, plan)) = &self.join else {
            return found(instance(binding, terms));
        };
        let differs = |[one, other]: &[Pattern; 2]| one.find(terms, binding) != other.find(terms, binding);
        if conjunction.same.iter().any(differs) {
            return Ok(());
        }
        plan.run(&conjunction.body, None, binding, store, terms, &mut |binding, terms| {
            found(binding.and_then(|binding| instance(binding, terms)))
        })
    }
}
