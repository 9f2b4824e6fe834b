//! What a problem asks to be minimised: `(:metric minimize (total-cost))`.

use super::file::PddlSection;
use super::names::folded;
use super::unsupported;
use super::warnings::PddlWarnings;
use crate::text::{Diagnostic, Source};

/// Is it the cost?
pub(super) fn minimises_cost(
    source: &Source,
    section: &PddlSection<'_, '_>,
    warnings: &mut PddlWarnings,
) -> Result<bool, Diagnostic> {
    if let [direction, what] = section.items
        && direction.word().map(folded).as_deref() == Some("minimize")
    {
        let counter =
            what.word().or_else(|| what.headed().filter(|(_, rest)| rest.is_empty()).map(|(word, _)| word));
        match counter.map(folded).as_deref() {
            Some("total-cost") => return Ok(true),
            Some("total-time") => {
                warnings.push(
                    Diagnostic::warning(source, "there is no time to minimise")
                        .at(section.span.clone(), "this is not looked at")
                        .help("remove it: the number of steps is minimised"),
                );
                return Ok(false);
            }
            _ => {}
        }
    }
    let help = "write (:metric minimize (total-cost)), or leave it out";
    Err(unsupported::refusal(source, "other metrics than costs", &section.span, "this is one", help))
}
