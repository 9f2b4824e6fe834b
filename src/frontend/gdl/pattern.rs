//! Patterns: terms with variables, matched against ground terms and filled in.

use super::terms::{TermId, Terms};
use super::{GdlAtom, GdlTerm, Symbol};

/// A term with variables; what has none is a number already.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Pattern {
    Ground(TermId),
    Variable(usize),
    Function(Symbol, Box<[Pattern]>),
}

/// What each variable of a rule stands for, and the order in which that was settled.
#[derive(Debug, Default)]
pub(super) struct Binding {
    values: Vec<Option<TermId>>,
    trail: Vec<usize>,
}

impl Binding {
    /// Forgets everything, for a rule of so many variables.
    pub(super) fn reset(&mut self, n_variables: usize) {
        self.values.clear();
        self.values.resize(n_variables, None);
        self.trail.clear();
    }

    /// How many variables are bound.
    pub(super) fn mark(&self) -> usize {
        self.trail.len()
    }

    /// Forgets what was bound since the mark.
    pub(super) fn undo(&mut self, mark: usize) {
        for variable in self.trail.drain(mark.min(self.trail.len())..) {
            self.values[variable] = None;
        }
    }
}

impl Pattern {
    /// An atom as a pattern; `None` if it has a ground part that is too large.
    pub(super) fn of_atom(atom: &GdlAtom, terms: &mut Terms) -> Option<Self> {
        Self::of_function(atom.relation, &atom.arguments, terms)
    }

    /// A term as a pattern; `None` if it has a ground part that is too large.
    pub(super) fn of_term(term: &GdlTerm, terms: &mut Terms) -> Option<Self> {
        match term {
            GdlTerm::Constant(symbol) => terms.intern(*symbol, &[]).map(Self::Ground),
            GdlTerm::Variable(variable) => Some(Self::Variable(*variable)),
            GdlTerm::Function(symbol, arguments) => Self::of_function(*symbol, arguments, terms),
        }
    }

    fn of_function(symbol: Symbol, arguments: &[GdlTerm], terms: &mut Terms) -> Option<Self> {
        let parts: Vec<Self> =
            arguments.iter().map(|argument| Self::of_term(argument, terms)).collect::<Option<_>>()?;
        let ground: Option<Vec<TermId>> = parts
            .iter()
            .map(|part| match part {
                Self::Ground(term) => Some(*term),
                _ => None,
            })
            .collect();
        match ground {
            Some(arguments) => terms.intern(symbol, &arguments).map(Self::Ground),
            None => Some(Self::Function(symbol, parts.into())),
        }
    }

    /// Binds variables so that the pattern is the term; false if that is impossible (some may be bound then).
    pub(super) fn matches(&self, term: TermId, terms: &Terms, binding: &mut Binding) -> bool {
        match self {
            Self::Ground(ground) => *ground == term,
            Self::Variable(variable) => match binding.values[*variable] {
                Some(value) => value == term,
                None => {
                    binding.values[*variable] = Some(term);
                    binding.trail.push(*variable);
                    true
                }
            },
            Self::Function(symbol, parts) => {
                let arguments = terms.arguments(term);
                *symbol == terms.symbol(term)
                    && parts.len() == arguments.len()
                    && parts
                        .iter()
                        .zip(arguments)
                        .all(|(part, argument)| part.matches(*argument, terms, binding))
            }
        }
    }

    /// The ground term; `None` if it is too large or a variable is not bound.
    pub(super) fn fill(&self, terms: &mut Terms, binding: &Binding) -> Option<TermId> {
        match self {
            Self::Ground(term) => Some(*term),
            Self::Variable(variable) => binding.values.get(*variable).copied().flatten(),
            Self::Function(symbol, parts) => {
                let mut arguments = Vec::with_capacity(parts.len());
                for part in parts {
                    arguments.push(part.fill(terms, binding)?);
                }
                terms.intern(*symbol, &arguments)
            }
        }
    }

    /// The arguments of an atom.
    pub(super) fn arguments(&self, terms: &Terms) -> Vec<Self> {
        match self {
            Self::Ground(atom) => terms.arguments(*atom).iter().copied().map(Self::Ground).collect(),
            Self::Variable(_) => Vec::new(),
            Self::Function(_, parts) => parts.to_vec(),
        }
    }

    /// Calls `see` for each occurrence of a variable.
    pub(super) fn variables(&self, see: &mut dyn FnMut(usize)) {
        self.places(&mut |variable| variable.into_iter().for_each(&mut *see));
    }

    /// Calls `see` for each place: with the variable there, or with nothing for a ground part.
    pub(super) fn places(&self, see: &mut dyn FnMut(Option<usize>)) {
        match self {
            Self::Ground(_) => see(None),
            Self::Variable(variable) => see(Some(*variable)),
            Self::Function(_, parts) => parts.iter().for_each(|part| part.places(see)),
        }
    }
}
