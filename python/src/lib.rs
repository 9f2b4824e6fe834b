//! The native part of the Python package `bmcplan`: problems, and what can be asked of them.
//!
//! Only text crosses the border: settings and descriptions come as JSON, answers go as JSON. The Python part makes
//! dataclasses of them. Work runs with the interpreter's lock released, and what takes long on a thread of its own; nothing prints, nothing exits,
//! and a panic becomes an exception.

mod built;
mod certificate;
mod failure;
mod generate;
mod keywords;
mod lazy_problem;
mod lifted;
mod pictures;
mod problem;
mod schedules;
mod solve;
mod space;
mod work;

use std::ffi::OsString;
use std::path::PathBuf;

use pyo3::prelude::*;

/// Runs a command of the command line, which prints and reads as it does elsewhere; returns its exit code.
#[pyfunction]
fn command_line(py: Python<'_>, launcher: PathBuf, words: Vec<OsString>) -> u8 {
    py.detach(|| bmcplan::cli::run_words(launcher, words))
}

#[pymodule]
fn _native(module: &Bound<'_, PyModule>) -> PyResult<()> {
    work::keep_panics_quiet();
    module.add("__version__", bmcplan::ask::VERSION)?;
    module.add_class::<problem::Problem>()?;
    module.add_class::<space::Space>()?;
    module.add_class::<work::StopFlag>()?;
    module.add_function(wrap_pyfunction!(command_line, module)?)?;
    module.add_function(wrap_pyfunction!(certificate::verify, module)?)?;
    module.add_function(wrap_pyfunction!(problem::names, module)?)?;
    module.add_function(wrap_pyfunction!(keywords::has_formula, module)?)?;
    module.add_function(wrap_pyfunction!(keywords::keywords, module)?)?;
    module.add_function(wrap_pyfunction!(schedules::schedules, module)?)?;
    module.add_function(wrap_pyfunction!(schedules::check_schedule, module)?)?;
    Ok(())
}
