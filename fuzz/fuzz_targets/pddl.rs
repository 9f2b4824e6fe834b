//! Fuzz target: domains and problems in PDDL.

#![no_main]

use libfuzzer_sys::fuzz_target;

#[path = "../../tests/library/common/readers.rs"]
mod readers;

fuzz_target!(|bytes: &[u8]| readers::pddl(bytes));
