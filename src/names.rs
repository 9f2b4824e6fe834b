//! Enums that are chosen by name: how they are printed and parsed, and the error for an unknown name.

/// Gives a type that has `ALL` and `name()` its `Display`, its `FromStr`, and the error of a name that it does not know.
macro_rules! chosen_by_name {
    ($type:ident, $unknown:ident, $what:literal) => {
        impl std::fmt::Display for $type {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str(self.name())
            }
        }

        #[doc = concat!("A name that no ", $what, " has.")]
        #[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
        #[error("{}", $crate::names::refusal($what, .name, &$type::ALL.map($type::name)))]
        pub struct $unknown {
            /// What was asked for.
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

pub(crate) use chosen_by_name;

/// What is said of a name that is none of these.
pub(crate) fn refusal(what: &str, name: &str, all: &[&str]) -> String {
    format!("no {what} is called `{name}`; there are: {}", all.join(", "))
}
