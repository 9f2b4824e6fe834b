//! Fuzz target: certificates whose files were changed.

#![no_main]

use libfuzzer_sys::fuzz_target;

#[path = "../../tests/library/common/forger.rs"]
mod forger;

fuzz_target!(|bytes: &[u8]| forger::certificate(bytes));
