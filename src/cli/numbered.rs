//! File names with a place for a number, such as `step%03d.svg`.

use std::path::Path;

/// A file name with a place for a number.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Numbered {
    before: String,
    /// Numbers of fewer digits have zeros in front.
    digits: usize,
    after: String,
}

impl Numbered {
    /// The first `%d`, or `%0` with one more digit and `d`, in the name of a file.
    pub(crate) fn of(path: &Path) -> Option<Self> {
        let name = path.file_name()?.to_str()?;
        name.match_indices('%').find_map(|(at, _)| {
            let rest = &name[at + 1..];
            let (digits, after) = match rest.strip_prefix('d') {
                Some(after) => (1, after),
                None => {
                    let (digit, after) = rest.strip_prefix('0')?.split_at_checked(1)?;
                    (digit.parse().ok()?, after.strip_prefix('d')?)
                }
            };
            Some(Self { before: name[..at].to_owned(), digits, after: after.to_owned() })
        })
    }

    pub(crate) fn name(&self, number: usize) -> String {
        let Self { before, digits, after } = self;
        format!("{before}{number:0digits$}{after}")
    }

    /// Is this the name of some number?
    pub(crate) fn is_name(&self, name: &str) -> bool {
        let inside = name.strip_prefix(&*self.before).and_then(|rest| rest.strip_suffix(&*self.after));
        inside.and_then(|digits| digits.parse().ok()).is_some_and(|number| self.name(number) == name)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_in_names() {
        let name = |name: &str| Numbered::of(Path::new(name)).map(|numbered| numbered.name(7));
        for (given, expected) in [
            ("plan.svg", None),
            ("folder%d/plan.svg", None),
            ("plan%d.svg", Some("plan7.svg")),
            ("a/100%-plan%03d.svg", Some("100%-plan007.svg")),
            ("%d%d", Some("7%d")),
            ("%00d", Some("7")),
            ("%3d %012d %0", None),
            ("%0ä", None),
            ("..", None),
        ] {
            assert_eq!(name(given).as_deref(), expected, "{given}");
            let numbered = Numbered::of(Path::new(given));
            assert_eq!(numbered.is_some_and(|it| it.is_name(expected.unwrap_or(""))), expected.is_some());
        }
    }
}
