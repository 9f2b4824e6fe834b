//! The variables of one action, rule or goal, with their types.

use super::types::TypeChoiceId;

/// See the module. Numbers that nobody declared have no type.
#[derive(Debug, Clone, Default)]
pub(super) struct VariableScope {
    kinds: Vec<Option<TypeChoiceId>>,
}

impl VariableScope {
    /// A scope whose new variables are numbered from here.
    pub(super) fn above(n_variables: usize) -> Self {
        Self { kinds: vec![None; n_variables] }
    }

    /// Says what type a variable is of.
    pub(super) fn declare(&mut self, variable: u32, kind: TypeChoiceId) {
        let place = variable as usize;
        if self.kinds.len() <= place {
            self.kinds.resize(place + 1, None);
        }
        self.kinds[place] = Some(kind);
    }

    /// The type of a variable.
    pub(super) fn kind(&self, variable: u32) -> Option<TypeChoiceId> {
        self.kinds.get(variable as usize).copied().flatten()
    }

    /// A new variable of the same type as another.
    pub(super) fn copy(&mut self, variable: u32) -> u32 {
        self.kinds.push(self.kind(variable));
        u32::try_from(self.kinds.len() - 1).unwrap_or(u32::MAX)
    }
}
