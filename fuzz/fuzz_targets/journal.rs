//! Fuzz target: files of benchmark runs.

#![no_main]

use libfuzzer_sys::fuzz_target;

#[path = "../../tests/library/common/readers.rs"]
mod readers;

fuzz_target!(|bytes: &[u8]| readers::journal(bytes));
