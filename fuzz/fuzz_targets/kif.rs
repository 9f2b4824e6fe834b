//! Fuzz target: GDL rule sheets in KIF, read and made ground.

#![no_main]

use libfuzzer_sys::fuzz_target;

#[path = "../../tests/library/common/readers.rs"]
mod readers;

fuzz_target!(|bytes: &[u8]| readers::kif(bytes));
