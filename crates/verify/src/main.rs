//! `bmcplan-verify FOLDER`: checks a certificate, and does nothing else.

#![allow(clippy::print_stdout, clippy::print_stderr)]

use std::env;
use std::path::Path;
use std::process::ExitCode;

use bmcplan_base::stop::Stop;
use bmcplan_kinds::Kinds;
use bmcplan_verify::{VerifyError, verify};

const USAGE: &str = "\
Checks a certificate that `bmcplan … --certify FOLDER` wrote.

Usage: bmcplan-verify FOLDER

Exit codes:
    0  the certificate proves its claim
    2  bad usage, or a file that cannot be read
   20  the certificate is wrong";

fn main() -> ExitCode {
    let arguments: Vec<_> = env::args_os().skip(1).collect();
    let [argument] = &*arguments else {
        eprintln!("{USAGE}");
        return ExitCode::from(2);
    };
    if argument == "--help" || argument == "-h" {
        println!("{USAGE}");
        return ExitCode::SUCCESS;
    }
    if argument == "--version" || argument == "-V" {
        println!("bmcplan-verify {}", env!("CARGO_PKG_VERSION"));
        return ExitCode::SUCCESS;
    }
    match verify(Path::new(argument), &Kinds::default(), &Stop::default()) {
        Ok(verified) => {
            print!("{verified}");
            ExitCode::SUCCESS
        }
        Err(error) => {
            eprintln!("bmcplan-verify: {error}");
            ExitCode::from(if matches!(error, VerifyError::Wrong(_)) { 20 } else { 2 })
        }
    }
}
