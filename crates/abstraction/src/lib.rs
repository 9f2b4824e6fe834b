//! Pattern databases: lower bounds on costs to the goal from projections of a task, combined by saturated cost partitioning.
//!
//! ```text
//! Task ──actions──▶ operators without derived variables ──patterns──▶ sets of a few variables
//!                                                           └──projection──▶ distances to the goal in each
//!                                                                              └──databases──▶ bounds, as sums of them
//! ```
//!
//! A *pattern* is a set of variables; the *projection* to it keeps their values and forgets all others. So every plan of the
//! task is one of the projection, and its distances are lower bounds (Culberson & Schaeffer, *Pattern databases*, 1998;
//! Edelkamp, *Planning with pattern databases*, 2001). Bounds of several patterns may be added up if each operator's cost is
//! divided among them.
//!
//! **Architecture Invariant:** this crate knows nothing of SAT and of search: a state is a list of values.

mod actions;
mod databases;
mod patterns;
mod projection;
mod selection;

pub use databases::PatternDatabases;
