//! Checking a proof of any origin: a formula in DIMACS has no model.

use std::fmt;
use std::fs::File;
use std::io::{self, BufRead as _, BufReader, Read};
use std::path::Path;

use bmcplan_base::stop::Stop;
use bmcplan_formula::{Cnf, Lit, Var};

use super::folder::{Stoppable, VerifyError, check_proof, proof_sentence, unread, unreadable};
use super::lrat::LratChecker;
use crate::lrat::{LONGEST_LINE, LratForm};

/// Formula that a proof refutes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RefutedFormula {
    /// Claim: the formula has no model.
    pub sentence: String,
    /// Check that was made.
    pub checked: String,
    /// Assumption that remains.
    pub believed: String,
}

impl fmt::Display for RefutedFormula {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "checked: {}", self.checked)?;
        writeln!(f, "to be believed: {}", self.believed)?;
        writeln!(f, "certified: {}", self.sentence)
    }
}

/// Checks a proof in LRAT, text or binary, that a formula in DIMACS has no model. The error is the first fault of the proof, a file
/// that cannot be read, or the reason of a stop.
pub fn verify_proof(formula: &Path, proof: &Path, stop: &Stop) -> Result<RefutedFormula, VerifyError> {
    let (formula_file, proof_file) = (formula.display().to_string(), proof.display().to_string());
    let read = read_formula(Stoppable { bytes: open(formula, &formula_file)?.0, stop });
    let (n_vars, clauses) = read.map_err(|fault| match (stop.reason(), fault) {
        (Some(reason), _) => VerifyError::Stopped(reason),
        (None, FormulaFault::Unreadable(cause)) => unread(&formula_file, cause),
        (None, FormulaFault::Malformed(line, cause)) => {
            unreadable(&formula_file, format!("line {line}: {cause}; the formula has to be in DIMACS"))
        }
    })?;
    let (file, n_bytes) = open(proof, &proof_file)?;
    let mut proof = BufReader::new(file);
    let first = proof.fill_buf().map_err(|cause| unread(&proof_file, cause))?.first().copied();
    let mut checker = LratChecker::default();
    clauses.clauses().for_each(|clause| checker.add_clause(clause));
    let n_steps = check_proof(checker, proof, LratForm::of(first), n_bytes, &proof_file, stop)?;
    Ok(RefutedFormula {
        sentence: format!("{formula_file} has no model ({n_vars} variables, {} clauses)", clauses.len()),
        checked: proof_sentence(&proof_file, n_steps, &formula_file),
        believed: format!("that {formula_file} is the intended formula: its meaning was not checked"),
    })
}

/// Opens a file, and returns its size.
fn open(path: &Path, name: &str) -> Result<(File, u64), VerifyError> {
    let file = File::open(path).map_err(|cause| unread(name, cause))?;
    let metadata = file.metadata().map_err(|cause| unread(name, cause))?;
    if !metadata.is_file() {
        return Err(unreadable(name, "with a proof, this has to be a regular file"));
    }
    Ok((file, metadata.len()))
}

enum FormulaFault {
    Unreadable(io::Error),
    /// Line, counted from 1, and what is wrong there.
    Malformed(usize, String),
}

const MOST_VARIABLES: usize = Var::MAX_INDEX + 1;

/// Reads a formula in DIMACS: its number of variables and its clauses.
fn read_formula(file: impl Read) -> Result<(usize, Cnf), FormulaFault> {
    let (mut file, mut line, mut number) = (BufReader::new(file), Vec::new(), 0);
    let (mut head, mut clauses, mut clause) = (None, Cnf::default(), Vec::new());
    loop {
        line.clear();
        number += 1;
        let malformed = |cause: String| FormulaFault::Malformed(number, cause);
        file.by_ref().take(LONGEST_LINE).read_until(b'\n', &mut line).map_err(FormulaFault::Unreadable)?;
        if line.is_empty() {
            let Some((n_vars, n_clauses)) = head else {
                return Err(malformed("the file ends before `p cnf VARIABLES CLAUSES`".to_owned()));
            };
            if !clause.is_empty() || clauses.len() != n_clauses {
                let cause = format!("the file ends after {} whole clauses of {n_clauses}", clauses.len());
                return Err(malformed(cause));
            }
            return Ok((n_vars, clauses));
        }
        if line.starts_with(b"c") {
            continue;
        }
        let text = std::str::from_utf8(&line).map_err(|_| malformed("this is not text".to_owned()))?;
        let Some((n_vars, _)) = head else {
            head = head_of(text);
            match head {
                None if !text.trim_ascii().is_empty() => {
                    return Err(malformed("`p cnf VARIABLES CLAUSES` is missing".to_owned()));
                }
                Some((n_vars, _)) if MOST_VARIABLES < n_vars => {
                    return Err(malformed(format!("a formula may have {MOST_VARIABLES} variables at most")));
                }
                _ => {}
            }
            continue;
        };
        for word in text.split_ascii_whitespace() {
            let value: Option<i32> = word.parse().ok();
            let lit = value.and_then(Lit::from_dimacs).filter(|lit| lit.var().index() < n_vars);
            match (value, lit) {
                (Some(0), _) => {
                    clauses.push(&clause);
                    clause.clear();
                }
                (_, Some(lit)) => clause.push(lit),
                _ => return Err(malformed(format!("{word:.20?} is no literal of {n_vars} variables"))),
            }
        }
    }
}

/// Returns the numbers of variables and clauses of the head of a formula.
fn head_of(line: &str) -> Option<(usize, usize)> {
    let words: Vec<&str> = line.split_ascii_whitespace().collect();
    let ["p", "cnf", n_vars, n_clauses] = words[..] else { return None };
    Some((n_vars.parse().ok()?, n_clauses.parse().ok()?))
}
