//! Rule sheets: what is read, what is refused and how, and that nothing makes the reader panic; and that the interpreter
//! which later suites compare with plays known games as they are known.

#![allow(clippy::unwrap_used)]

#[path = "../common/gdl_fixed.rs"]
mod fixed;
mod fuzz;
mod instances;
#[path = "../common/gdl_interpreter.rs"]
mod interpreter;
mod plays;
mod random;
mod refused;
#[path = "../common/gdl_sheets.rs"]
mod sheets;
