//! The number of cases of long tests: a part of them, or all where `BMCPLAN_CASES=all`, as the weekly long run has it.

use proptest::prelude::ProptestConfig;

/// True if the environment asks for all cases; tests that only repeat another one on larger cases run only then.
pub(crate) fn everything() -> bool {
    std::env::var_os("BMCPLAN_CASES").is_some_and(|value| value == "all")
}

/// A property test of `all` random cases, or of a sixth of them.
pub(crate) fn cases(all: u32) -> ProptestConfig {
    ProptestConfig::with_cases(if everything() { all } else { all.div_ceil(6) })
}

/// True if a sweep over combinations of options tries the one of that number: all of them, or every 29th. As no option has
/// a multiple of 29 values, each value has its turn.
pub(crate) fn has_turn(number: usize) -> bool {
    everything() || number.is_multiple_of(29)
}
