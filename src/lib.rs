//! Provably shortest plans by incremental SAT solving.

pub mod draw;
pub mod encode;
pub mod formula;
pub mod frontend;
pub mod horizon;
pub mod plan;
pub mod planner;
pub mod search;
pub mod solver;
pub mod stop;
pub mod task;
