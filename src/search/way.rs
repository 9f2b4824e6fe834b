//! The measure of a way from one state to another.

/// The cost and the number of operators. The better way is the smaller one: the cheaper one, and of these the shorter one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default)]
pub(super) struct Way {
    /// The sum of costs; the greatest number stands for all sums that are too great.
    pub(super) cost: u64,
    pub(super) length: u32,
}

impl Way {
    #[inline]
    pub(super) fn and(self, cost: u64) -> Self {
        Self { cost: self.cost.saturating_add(cost), length: self.length.saturating_add(1) }
    }
}
