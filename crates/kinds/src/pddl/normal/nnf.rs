//! Conditions in negation normal form, without universal quantifiers.
//!
//! Parts that objects and static facts decide are removed on construction. So a condition that always holds is the empty
//! conjunction, and one that never holds the empty disjunction.

use bmcplan_base::ordered::Set;

use super::super::lifted::{LiftedArgument, LiftedLiteral};

/// A condition in negation normal form.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum NormalCondition {
    Literal(LiftedLiteral),
    And(Vec<NormalCondition>),
    Or(Vec<NormalCondition>),
    /// For some objects. The variables differ from all others.
    Exists(Vec<u32>, Box<NormalCondition>),
}

impl NormalCondition {
    pub(super) const TRUE: Self = Self::And(Vec::new());
    pub(super) const FALSE: Self = Self::Or(Vec::new());

    pub(super) fn constant(value: bool) -> Self {
        if value { Self::TRUE } else { Self::FALSE }
    }

    pub(super) fn and(parts: impl IntoIterator<Item = Self>) -> Self {
        let mut all = Vec::new();
        for part in parts {
            match part {
                Self::And(parts) => all.extend(parts),
                Self::Or(parts) if parts.is_empty() => return Self::FALSE,
                other => all.push(other),
            }
        }
        single(all, Self::And)
    }

    pub(super) fn or(parts: impl IntoIterator<Item = Self>) -> Self {
        let mut all = Vec::new();
        for part in parts {
            match part {
                Self::Or(parts) => all.extend(parts),
                Self::And(parts) if parts.is_empty() => return Self::TRUE,
                other => all.push(other),
            }
        }
        single(all, Self::Or)
    }

    pub(super) fn is_conjunction(&self) -> bool {
        match self {
            Self::Literal(_) => true,
            Self::And(parts) => parts.iter().all(|part| matches!(part, Self::Literal(_))),
            Self::Or(_) | Self::Exists(..) => false,
        }
    }

    pub(super) fn size(&self) -> usize {
        match self {
            Self::Literal(_) => 1,
            Self::And(parts) | Self::Or(parts) => parts.iter().map(Self::size).sum(),
            Self::Exists(_, part) => part.size(),
        }
    }

    /// Returns the number of conjunctions after multiplying out.
    pub(super) fn n_cases(&self) -> usize {
        match self {
            Self::Literal(_) => 1,
            Self::And(parts) => parts.iter().map(Self::n_cases).fold(1, usize::saturating_mul),
            Self::Or(parts) => parts.iter().map(Self::n_cases).fold(0, usize::saturating_add),
            Self::Exists(_, part) => part.n_cases(),
        }
    }

    /// Returns the free variables in the order of their first occurrences.
    pub(super) fn free_variables(&self) -> Vec<u32> {
        let (mut free, mut seen, mut bound) = (Vec::new(), Set::new(), Set::new());
        self.visit(&mut |variable, is_bound| {
            if is_bound {
                bound.insert(variable);
            } else if seen.insert(variable) {
                free.push(variable);
            }
        });
        free.retain(|variable| !bound.contains(variable));
        free
    }

    /// Calls `see` for each occurrence of a variable; with true at its quantifier.
    pub(super) fn visit(&self, see: &mut dyn FnMut(u32, bool)) {
        match self {
            Self::Literal(literal) => {
                rename_literal(literal, &mut |variable| {
                    see(variable, false);
                    LiftedArgument::Variable(variable)
                });
            }
            Self::And(parts) | Self::Or(parts) => parts.iter().for_each(|part| part.visit(see)),
            Self::Exists(variables, part) => {
                variables.iter().for_each(|variable| see(*variable, true));
                part.visit(see);
            }
        }
    }

    /// Replaces variables by other arguments, including quantified ones.
    pub(super) fn rename(&self, with: &mut dyn FnMut(u32) -> LiftedArgument) -> Self {
        match self {
            Self::Literal(literal) => Self::Literal(rename_literal(literal, with)),
            Self::And(parts) => Self::And(parts.iter().map(|part| part.rename(with)).collect()),
            Self::Or(parts) => Self::Or(parts.iter().map(|part| part.rename(with)).collect()),
            Self::Exists(variables, part) => {
                let variables = variables.iter().filter_map(|variable| match with(*variable) {
                    LiftedArgument::Variable(variable) => Some(variable),
                    LiftedArgument::Object(_) => None,
                });
                Self::Exists(variables.collect(), Box::new(part.rename(with)))
            }
        }
    }
}

fn single(
    mut parts: Vec<NormalCondition>,
    several: fn(Vec<NormalCondition>) -> NormalCondition,
) -> NormalCondition {
    match (parts.pop(), parts.is_empty()) {
        (Some(only), true) => only,
        (last, _) => {
            parts.extend(last);
            several(parts)
        }
    }
}

pub(super) fn rename_literal(
    literal: &LiftedLiteral,
    with: &mut dyn FnMut(u32) -> LiftedArgument,
) -> LiftedLiteral {
    let mut literal = literal.clone();
    let rename = |argument: &mut LiftedArgument| {
        if let LiftedArgument::Variable(variable) = argument {
            *argument = with(*variable);
        }
    };
    match &mut literal {
        LiftedLiteral::Holds(atom) | LiftedLiteral::Fails(atom) => atom.arguments.iter_mut().for_each(rename),
        LiftedLiteral::Same(one, other, _) => [one, other].into_iter().for_each(rename),
    }
    literal
}
