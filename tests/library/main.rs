//! The library as programs use it: every answer against something slower that shares no code with what gave it.
//!
//! One crate for all of these tests, because linking takes longer than most of them run.

#![allow(clippy::unwrap_used, clippy::print_stderr)]

mod common;

#[cfg(all(feature = "bench", feature = "varisat"))]
mod any_bytes;
mod astar;
mod auto;
#[cfg(feature = "bench")]
mod bench;
#[cfg(all(unix, feature = "pictures"))]
mod browser;
#[cfg(feature = "varisat")]
mod certificates;
mod cheapest;
#[cfg(feature = "varisat")]
#[path = "../checker/mod.rs"]
mod checker;
mod commuting;
#[cfg(feature = "varisat")]
mod cost_certificates;
#[cfg(feature = "varisat")]
mod cost_forgeries;
mod cubes;
mod disk;
mod dive;
#[cfg(feature = "pictures")]
mod drawings;
#[cfg(feature = "workshop")]
mod explain;
mod exported_costs;
mod fdr;
mod first;
mod gdl;
#[cfg(feature = "pictures")]
mod gif;
mod goal_distances;
mod greedy;
mod horizons_by_hand;
mod known_facts;
mod limits_of_questions;
#[cfg(feature = "varisat")]
mod makespan_certificates;
mod manifests;
mod mutex_pairs;
#[cfg(feature = "workshop")]
mod new_puzzles;
#[cfg(feature = "varisat")]
mod odd_steps;
#[cfg(feature = "pictures")]
mod pages;
mod paper_encodings;
mod pddl;
mod pdr;
#[cfg(feature = "varisat")]
mod plan_counts;
mod plans;
#[cfg(feature = "prisoners")]
mod prisoners;
mod questions;
#[cfg(feature = "workshop")]
mod rating;
mod reductions;
#[cfg(feature = "prisoners")]
mod refused;
mod rush_hour;
mod same_formulas;
mod samples;
mod schedules;
mod search;
mod search_threads;
#[cfg(feature = "workshop")]
mod seeds;
mod settings;
mod sizes;
#[path = "../checker/skipped.rs"]
mod skipped;
mod sliding;
mod solvers;
mod steps;
#[cfg(feature = "bench")]
mod suites;
mod svg;
mod sweep;
mod symbolic;
mod symmetries;
mod texts;
#[cfg(feature = "varisat")]
mod usual_certificates;
mod variants;
mod written_tasks;
