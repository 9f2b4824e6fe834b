//! PDDL: reading, which never panics, and an interpreter of problems as they are read, with which the planner is compared.

mod corpus;
#[cfg(feature = "varisat")]
mod counts;
mod ground;
mod grounded;
mod instances;
mod interpreter;
mod task;
pub(crate) mod texts;

use bmcplan::kinds::pddl::{PddlReading, read};
use bmcplan::stop::Stop;
use bmcplan::text::Source;

use texts::PddlText;

fn read_text(text: &PddlText) -> PddlReading {
    let [domain, problem] = [("domain.pddl", &text.domain), ("problem.pddl", &text.problem)]
        .map(|(name, text)| Source::new(name, text));
    read(&domain, &problem, &Stop::default()).unwrap_or_else(|error| panic!("{error}"))
}
