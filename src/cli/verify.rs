//! `bmcplan verify`: whether a certificate proves that a plan is shortest or cheapest, or that there is none; or a proof that a
//! formula has no model.

use std::path::PathBuf;

use crate::ask::{self, Verification};
use crate::kinds::Kinds;
use clap::{ArgMatches, Args, Command, FromArgMatches as _};

use super::exit::Exit;
use super::failure::Failure;
use super::limiter;
use super::output;
use super::report::json_line;
use super::setting_args::LimitArgs;
use super::shared_args::described;

const ABOUT: &str = "Check a certificate that a plan is shortest or cheapest, or that none exists";

const DESCRIPTION: &str = "\
Checks a folder that --certify wrote, without a solver: replays the plan, writes the formulas again, and checks their proofs step by \
step. A recount explores the states again. A wrong certificate ends with exit code 20. The folder's check.py does the same in Python. \
With --proof, it checks a solver's own proof in LRAT that a formula in DIMACS has no model, such as one of `bmcplan export`.";

const EXAMPLES: &str = "\
  bmcplan verify certificate
  bmcplan verify certificate --json
  cadical below.cnf --lrat --no-binary below.lrat; bmcplan verify below.cnf --proof below.lrat";

#[derive(Debug, Args)]
pub(crate) struct VerifyArgs {
    /// The folder of the certificate, or a formula with --proof
    #[arg(value_name = "FOLDER")]
    folder: PathBuf,

    /// Check this LRAT proof, text or binary, of a formula's unsatisfiability
    #[arg(long, value_name = "FILE")]
    proof: Option<PathBuf>,

    #[command(flatten)]
    limits: LimitArgs,

    /// Print one JSON object
    #[arg(long, help_heading = "Output")]
    json: bool,
}

pub(crate) fn command() -> Command {
    let command = VerifyArgs::augment_args(Command::new("verify"));
    described(command, ABOUT, DESCRIPTION, EXAMPLES)
}

pub(crate) fn config(matches: &ArgMatches) -> Result<VerifyArgs, Failure> {
    Ok(VerifyArgs::from_arg_matches(matches)?)
}

pub(crate) fn run(args: &VerifyArgs, kinds: &Kinds) -> Result<Exit, Failure> {
    let limiter = limiter::start(&args.limits.limits());
    let found = match &args.proof {
        None => ask::verify(&args.folder, kinds, &limiter)?,
        Some(proof) => ask::verify_proof(&args.folder, proof, &limiter)?,
    };
    let printed = match &found {
        _ if args.json => json_line(&found.answer())?,
        Verification::Certified(verified) => verified.to_string(),
        Verification::Refuted(refuted) => refuted.to_string(),
        Verification::Wrong(_) => String::new(),
    };
    output::print(&printed)?;
    match found {
        Verification::Certified(_) | Verification::Refuted(_) => Ok(Exit::Solved),
        Verification::Wrong(reason) => {
            output::print_error(&format!("not certified: {reason}"));
            Ok(Exit::Wrong)
        }
    }
}
