//! Names of PDDL: compared without regard to case, kept as they are written.

use std::borrow::Cow;
use std::collections::HashMap;

use crate::names::nearest;

/// A name as it is compared.
pub(super) fn folded(name: &str) -> Cow<'_, str> {
    if name.bytes().all(|byte| byte.is_ascii() && !byte.is_ascii_uppercase()) {
        Cow::Borrowed(name)
    } else {
        Cow::Owned(name.to_lowercase())
    }
}

/// Names with their numbers, in the order in which they were added.
#[derive(Default)]
pub(super) struct NameTable {
    numbers: HashMap<String, usize>,
}

impl NameTable {
    /// The number of a name.
    pub(super) fn find(&self, name: &str) -> Option<usize> {
        self.numbers.get(&*folded(name)).copied()
    }

    /// Adds a name.
    ///
    /// # Errors
    /// The number that it has already.
    pub(super) fn add(&mut self, name: &str) -> Result<usize, usize> {
        let next = self.numbers.len();
        let number = *self.numbers.entry(folded(name).into_owned()).or_insert(next);
        if number == next { Ok(number) } else { Err(number) }
    }
}

/// What to do about a name that is none of the known ones.
pub(super) fn meant<'a>(name: &str, known: impl IntoIterator<Item = &'a str>, else_do: &str) -> String {
    match nearest(name, known) {
        Some(near) => format!("perhaps `{near}` is meant; otherwise {else_do}"),
        None => else_do.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_the_same_in_any_case() {
        let mut names = NameTable::default();
        assert_eq!(["Room", "ball", "ROOM"].map(|name| names.add(name)), [Ok(0), Ok(1), Err(0)]);
        assert_eq!(["room", "BALL", "box"].map(|name| names.find(name)), [Some(0), Some(1), None]);
        assert_eq!(folded("ÄB-c"), "äb-c");
    }
}
