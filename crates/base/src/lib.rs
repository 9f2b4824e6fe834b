//! What every other crate stands on, and what knows none of them: the stop flag, ordered maps, arithmetic, names, texts and
//! diagnostics, files that outlive a process, child processes.

pub mod arithmetic;
pub mod child;
pub mod folders;
pub mod names;
pub mod ordered;
pub mod stop;
pub mod text;
