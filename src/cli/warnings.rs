//! Warnings about a problem, on stderr.

use crate::text::Diagnostic;

use super::failure::Failure;
use super::terminal;

/// The warnings about a problem, unless they count as errors and there are any.
pub(crate) fn checked(warnings: &[Diagnostic], are_errors: bool) -> Result<&[Diagnostic], Failure> {
    if are_errors && !warnings.is_empty() {
        return Err(Failure::Warned(warnings.iter().cloned().map(Diagnostic::into_error).collect()));
    }
    Ok(warnings)
}

/// Prints the warnings about a problem; where they count as errors, there is no answer if there are any.
pub(crate) fn report(warnings: &[Diagnostic], are_errors: bool) -> Result<(), Failure> {
    checked(warnings, are_errors)?.iter().for_each(terminal::print_diagnostic);
    Ok(())
}
