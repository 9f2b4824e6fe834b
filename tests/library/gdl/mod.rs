//! Rule sheets: what is read, that nothing makes the reader panic; and that the interpreter
//! the other suites compare with plays known games as they are known.

mod against_interpreter;
mod fixed;
mod fuzz;
mod games;
mod ground;
mod instances;
mod interpreter;
mod plays;
mod random;
mod sheets;
mod warnings;
