//! Fuzz target: texts that may hold many problems.

#![no_main]

use libfuzzer_sys::fuzz_target;

#[path = "../../tests/library/common/readers.rs"]
mod readers;

fuzz_target!(|bytes: &[u8]| readers::collection(bytes));
