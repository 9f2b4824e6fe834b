//! Rule sheets: what is read, what is refused and how, and that nothing makes the reader panic; and that the interpreter
//! the other suites compare with plays known games as they are known.

mod against_interpreter;
mod fixed;
mod fuzz;
mod ground;
mod instances;
mod interpreter;
mod plays;
mod random;
mod refused;
mod sheets;
