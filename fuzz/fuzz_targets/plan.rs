//! Fuzz target: plans in all their forms.

#![no_main]

use libfuzzer_sys::fuzz_target;

#[path = "../../tests/library/common/readers.rs"]
mod readers;

fuzz_target!(|bytes: &[u8]| readers::plan(bytes));
