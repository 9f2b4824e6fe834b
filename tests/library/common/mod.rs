//! Helpers of several suites: random boards, tasks and mistakes, solving without limits, solvers of the system, readers of any bytes.

pub(crate) mod alike;
pub(crate) mod ask;
pub(crate) mod boards;
pub(crate) mod cases;
pub(crate) mod cheapest;
pub(crate) mod foreign;
#[cfg(all(feature = "bench", feature = "varisat"))]
pub(crate) mod forger;
pub(crate) mod made;
#[cfg(all(feature = "bench", feature = "varisat"))]
pub(crate) mod mistakes;
pub(crate) mod optimum;
#[cfg(feature = "bench")]
pub(crate) mod readers;
#[cfg(feature = "varisat")]
pub(crate) mod served;
pub(crate) mod tasks;
