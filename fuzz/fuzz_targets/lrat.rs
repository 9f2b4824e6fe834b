//! Fuzz target: proofs, held against all assignments of their formulas.

#![no_main]

use libfuzzer_sys::fuzz_target;

#[path = "../../tests/library/common/forger.rs"]
mod forger;

fuzz_target!(|bytes: &[u8]| forger::lrat(bytes));
