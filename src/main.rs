//! The `bmcplan` command: everything is in [`bmcplan::cli`]. Only the allocator is a matter of the program, not of the library.

use std::process::ExitCode;

#[global_allocator]
static ALLOCATOR: bmcplan::cli::OrEnd = bmcplan::cli::OrEnd;

fn main() -> ExitCode {
    bmcplan::cli::main()
}
