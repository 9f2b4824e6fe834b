//! Patterns: terms with variables, matched against ground terms and instantiated, and rule bodies made of them.

use bmcplan_base::ordered::Set;

use super::terms::{Symbol, TermId, Terms};

/// Term with variables. A part without variables is stored by its number.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Pattern {
    Ground(TermId),
    Variable(usize),
    Function(Symbol, Box<[Pattern]>),
}

/// Values of a rule's variables, and the order in which they were bound.
#[derive(Debug, Default)]
pub(crate) struct Binding {
    values: Vec<Option<TermId>>,
    trail: Vec<usize>,
}

impl Binding {
    /// Unbinds all variables, for a rule of `n_variables` variables.
    pub(crate) fn reset(&mut self, n_variables: usize) {
        self.values.clear();
        self.values.resize(n_variables, None);
        self.trail.clear();
    }

    /// Returns the number of bound variables, for [`Binding::undo`].
    pub(super) fn mark(&self) -> usize {
        self.trail.len()
    }

    /// Unbinds the variables that were bound since the mark.
    pub(super) fn undo(&mut self, mark: usize) {
        for variable in self.trail.drain(mark.min(self.trail.len())..) {
            self.values[variable] = None;
        }
    }

    pub(crate) fn value(&self, variable: usize) -> Option<TermId> {
        self.values.get(variable).copied().flatten()
    }

    pub(crate) fn bind(&mut self, variable: usize, term: TermId) {
        self.values[variable] = Some(term);
        self.trail.push(variable);
    }
}

/// Greatest number of arguments of a term that is instantiated without an allocation.
const FEW: usize = 8;

impl Pattern {
    /// Applies a symbol to patterns; `None` if the result is ground and too large.
    pub(crate) fn of(symbol: Symbol, parts: Vec<Self>, terms: &mut Terms) -> Option<Self> {
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

    /// Binds variables such that the pattern equals the term. Returns false if that is impossible; then some may stay bound.
    pub(crate) fn matches(&self, term: TermId, terms: &Terms, binding: &mut Binding) -> bool {
        match self {
            Self::Ground(ground) => *ground == term,
            Self::Variable(variable) => match binding.value(*variable) {
                Some(value) => value == term,
                None => {
                    binding.bind(*variable, term);
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

    /// Returns the ground term; `None` if it is too large or a variable is not bound.
    pub(crate) fn fill(&self, terms: &mut Terms, binding: &Binding) -> Option<TermId> {
        match self {
            Self::Ground(term) => Some(*term),
            Self::Variable(variable) => binding.value(*variable),
            Self::Function(symbol, parts) if parts.len() <= FEW => {
                let mut arguments = [TermId(0); FEW];
                for (argument, part) in arguments.iter_mut().zip(parts) {
                    *argument = part.fill(terms, binding)?;
                }
                terms.intern(*symbol, &arguments[..parts.len()])
            }
            Self::Function(symbol, parts) => {
                let arguments: Option<Vec<TermId>> =
                    parts.iter().map(|part| part.fill(terms, binding)).collect();
                terms.intern(*symbol, &arguments?)
            }
        }
    }

    /// Returns the ground term if it exists already; `None` also if a variable is not bound.
    pub(crate) fn find(&self, terms: &Terms, binding: &Binding) -> Option<TermId> {
        match self {
            Self::Ground(term) => Some(*term),
            Self::Variable(variable) => binding.value(*variable),
            Self::Function(symbol, parts) if parts.len() <= FEW => {
                let mut arguments = [TermId(0); FEW];
                for (argument, part) in arguments.iter_mut().zip(parts) {
                    *argument = part.find(terms, binding)?;
                }
                terms.find(*symbol, &arguments[..parts.len()])
            }
            Self::Function(symbol, parts) => {
                let arguments: Option<Vec<TermId>> =
                    parts.iter().map(|part| part.find(terms, binding)).collect();
                terms.find(*symbol, &arguments?)
            }
        }
    }

    pub(crate) fn arguments(&self, terms: &Terms) -> Vec<Self> {
        match self {
            Self::Ground(atom) => terms.arguments(*atom).iter().copied().map(Self::Ground).collect(),
            Self::Variable(_) => Vec::new(),
            Self::Function(_, parts) => parts.to_vec(),
        }
    }

    /// Calls `see` for each occurrence of a variable.
    pub(crate) fn variables(&self, see: &mut dyn FnMut(usize)) {
        self.places(&mut |variable| variable.into_iter().for_each(&mut *see));
    }

    pub(super) fn is_bound(&self, bound: &[bool]) -> bool {
        let mut known = true;
        self.variables(&mut |variable| known &= bound[variable]);
        known
    }

    /// Calls `see` for each place: with the variable there, or with `None` for a ground part.
    pub(super) fn places(&self, see: &mut dyn FnMut(Option<usize>)) {
        match self {
            Self::Ground(_) => see(None),
            Self::Variable(variable) => see(Some(*variable)),
            Self::Function(_, parts) => parts.iter().for_each(|part| part.places(see)),
        }
    }
}

/// Conditions of a rule, for joins. Each variable occurs in a condition that holds.
#[derive(Debug, Default)]
pub(crate) struct RuleBody {
    /// Relations and patterns of the conditions that must hold.
    pub(crate) holds: Vec<(Symbol, Pattern)>,
    /// Relations and patterns of the conditions that must fail. They are not checked while the relation still grows.
    pub(crate) fails: Vec<(Symbol, Pattern)>,
    /// Pairs of terms that must differ.
    pub(crate) distinct: Vec<[Pattern; 2]>,
    /// Terms, each with its possible values.
    pub(crate) domains: Vec<(Pattern, Set<TermId>)>,
    pub(crate) n_variables: usize,
}
