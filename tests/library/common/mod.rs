//! Helpers of several suites: random boards and tasks, solving without limits, what is not part of the repository, readers of any bytes.

pub(crate) mod alike;
pub(crate) mod ask;
pub(crate) mod boards;
pub(crate) mod cases;
pub(crate) mod cheapest;
pub(crate) mod foreign;
#[cfg(all(feature = "bench", feature = "varisat"))]
pub(crate) mod forger;
#[cfg(feature = "workshop")]
pub(crate) mod made;
pub(crate) mod optimum;
#[cfg(feature = "bench")]
pub(crate) mod readers;
#[cfg(feature = "varisat")]
pub(crate) mod served;
pub(crate) mod tasks;
