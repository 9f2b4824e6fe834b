//! The options of a formula that is written for other solvers, and read again with their models.

use crate::encode::{Reductions, Semantics, StepOptions};
use crate::formula::AtMostOne;
use clap::Args;

use super::shared_args::one_of;

/// How a step is written.
#[derive(Debug, Clone, Args)]
#[group(skip)]
#[command(next_help_heading = "Formula")]
pub(crate) struct StepArgs {
    /// How "at most one move a step" becomes clauses; auto: pairwise for few moves, product for 600 and more
    #[arg(long, value_name = "NAME", default_value_t, value_parser = one_of(AtMostOne::ALL, AtMostOne::name))]
    at_most_one: AtMostOne,

    /// Which moves may share a step; then the horizon counts steps
    #[arg(long, value_name = "NAME", default_value_t, value_parser = one_of(Semantics::ALL, Semantics::name))]
    semantics: Semantics,

    /// Leave plans out as --reduce of the commands that solve does; dimspec, which has two frames, knows relevance, mutexes and symmetries
    #[arg(long, value_name = "none|all|NAME,…", default_value_t = Reductions::NONE)]
    reduce: Reductions,
}

impl StepArgs {
    /// The names of the arguments of a formula.
    pub(crate) const NAMES: [&str; 4] = ["encoding", "at_most_one", "semantics", "reduce"];

    /// Unless something else was asked for, who reads the formula elsewhere is to find every plan in it.
    pub(crate) fn options(&self) -> StepOptions {
        StepOptions {
            at_most_one: self.at_most_one,
            semantics: self.semantics,
            reductions: self.reduce,
            ..StepOptions::default()
        }
    }
}
