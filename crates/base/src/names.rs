//! Names: enums that are chosen by name, the error for an unknown one, and the known name that was probably meant.

/// Gives an enum the table of its variants' names: `ALL`, in the order of the table, `name()` and `Display`. A variant that is
/// missing in the table does not compile.
#[macro_export]
macro_rules! named {
    ($type:ident { $($variant:ident: $name:literal),+ $(,)? }) => {
        impl $type {
            /// All variants, in the order in which they are listed.
            pub const ALL: [Self; [$($name),+].len()] = [$(Self::$variant),+];

            /// Returns the name by which it is chosen.
            pub const fn name(self) -> &'static str {
                match self {
                    $(Self::$variant => $name),+
                }
            }
        }

        impl std::fmt::Display for $type {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str(self.name())
            }
        }
    };
}

/// Extends [`named`] by the enum's `FromStr` and the error of an unknown name.
#[macro_export]
macro_rules! chosen_by_name {
    ($type:ident { $($table:tt)+ }, $unknown:ident, $what:literal) => {
        $crate::named!($type { $($table)+ });

        #[doc = concat!("A name that no ", $what, " has.")]
        #[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
        #[error("{}", $crate::names::refusal($what, .name, &$type::ALL.map($type::name)))]
        pub struct $unknown {
            /// Name as given.
            pub name: String,
        }

        impl std::str::FromStr for $type {
            type Err = $unknown;

            fn from_str(name: &str) -> Result<Self, Self::Err> {
                let found = Self::ALL.into_iter().find(|variant| variant.name() == name);
                found.ok_or_else(|| $unknown { name: name.to_owned() })
            }
        }
    };
}

pub use crate::{chosen_by_name, named};

/// Returns the refusal of an unknown name.
pub fn refusal(what: &str, name: &str, all: &[&str]) -> String {
    format!("no {what} is called `{name}`; there are: {}", all.join(", "))
}

/// Formats as `piece A, piece B and wall 2,3`, or `none`.
pub fn listed<T: std::fmt::Display>(names: impl IntoIterator<Item = T>) -> String {
    let names: Vec<String> = names.into_iter().map(|name| name.to_string()).collect();
    match names.split_last() {
        None => "none".to_owned(),
        Some((last, [])) => last.clone(),
        Some((last, first)) => format!("{} and {last}", first.join(", ")),
    }
}

/// Returns the known name that is most similar to an unknown one, if any is similar enough; the first of equally similar ones.
pub fn nearest<'a>(name: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    /// Threshold of similarity that clap uses for options.
    const ALIKE: f64 = 0.7;
    let mut best: Option<(f64, &str)> = None;
    for known in known {
        let alike = strsim::jaro(name, known);
        if ALIKE < alike && best.is_none_or(|(other, _)| other < alike) {
            best = Some((alike, known));
        }
    }
    best.map(|(_, known)| known)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_in_a_sentence() {
        assert_eq!([&[][..], &[1], &[1, 2], &[1, 2, 3]].map(listed), ["none", "1", "1 and 2", "1, 2 and 3"]);
    }

    #[test]
    fn the_name_that_was_meant() {
        let known = ["adj", "at", "succ", "robot"];
        assert_eq!(nearest("adjacent", known), Some("adj"));
        assert_eq!(nearest("robt", known), Some("robot"));
        assert_eq!(nearest("suc", known), Some("succ"));
        assert_eq!(nearest("zzz", known), None);
        assert_eq!(nearest("x", []), None);
    }
}
