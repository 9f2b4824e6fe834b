//! Typed ids: indices into a task's tables, converted once, here.

macro_rules! id {
    ($(#[$doc:meta])* $name:ident) => {
        $(#[$doc])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[repr(transparent)]
        pub struct $name(u32);

        impl $name {
            /// The id of the `index`-th entry. Indices past `u32::MAX` saturate; no table gets that long
            /// (`TaskBuilder::build` refuses it).
            pub fn from_index(index: usize) -> Self {
                Self(u32::try_from(index).unwrap_or(u32::MAX))
            }

            /// The index in its table.
            pub fn index(self) -> usize {
                self.0 as usize
            }
        }
    };
}

id!(
    /// A state variable.
    VarId
);
id!(
    /// A derived variable.
    DerivedId
);
id!(
    /// An operator.
    OperatorId
);

/// A state variable with one of its values.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Fact {
    /// The variable.
    pub var: VarId,
    /// The value, an index into the variable's domain.
    pub value: u32,
}

impl Fact {
    /// The value as an index.
    pub fn value_index(self) -> usize {
        self.value as usize
    }
}
