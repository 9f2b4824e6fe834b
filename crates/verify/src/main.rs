//! `bmcplan-verify FOLDER`: checks a certificate, or a proof that a formula has no model, and does nothing else.

#![allow(clippy::print_stdout, clippy::print_stderr)]

use std::env;
use std::path::Path;
use std::process::ExitCode;

use bmcplan_base::stop::Stop;
use bmcplan_kinds::Kinds;
use bmcplan_verify::{VerifyError, verify, verify_proof};

const USAGE: &str = "\
Checks a certificate that `bmcplan … --certify FOLDER` wrote.

Usage: bmcplan-verify FOLDER
       bmcplan-verify FORMULA --proof PROOF     a proof in LRAT, text or binary, of any origin

Exit codes:
    0  the certificate proves its claim, or the proof that FORMULA (DIMACS) has no model
    2  bad usage, or a file that cannot be read
   20  the certificate or the proof is wrong";

fn main() -> ExitCode {
    let arguments: Vec<_> = env::args_os().skip(1).collect();
    let stop = Stop::default();
    let found = match &*arguments {
        [argument] if argument == "--help" || argument == "-h" => {
            println!("{USAGE}");
            return ExitCode::SUCCESS;
        }
        [argument] if argument == "--version" || argument == "-V" => {
            println!("bmcplan-verify {}", env!("CARGO_PKG_VERSION"));
            return ExitCode::SUCCESS;
        }
        [folder] => verify(Path::new(folder), &Kinds::default(), &stop).map(|verified| verified.to_string()),
        [formula, option, proof] if option == "--proof" => {
            verify_proof(Path::new(formula), Path::new(proof), &stop).map(|refuted| refuted.to_string())
        }
        _ => {
            eprintln!("{USAGE}");
            return ExitCode::from(2);
        }
    };
    match found {
        Ok(found) => {
            print!("{found}");
            ExitCode::SUCCESS
        }
        Err(error) => {
            eprintln!("bmcplan-verify: {error}");
            ExitCode::from(if matches!(error, VerifyError::Wrong(_)) { 20 } else { 2 })
        }
    }
}
