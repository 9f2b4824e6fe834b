//! Writing formulas for other SAT tools, in the DIMACS CNF format.
//!
//! `c` comment lines, one `p cnf VARIABLES CLAUSES` line, then every clause as its literals and a closing `0`.
//! ("Satisfiability: suggested format", DIMACS challenge 1993; this is the form of the SAT competitions.)

use std::io::{self, Write};

use crate::Lit;

/// Writes each line of `comments` as one comment line.
///
/// # Errors
/// Any error of writing to `out`.
pub fn write_comments(comments: &str, out: &mut (impl Write + ?Sized)) -> io::Result<()> {
    comments.lines().try_for_each(|line| writeln!(out, "{}", format!("c {line}").trim_end()))
}

/// Writes a clause as one line: its literals and a closing `0`.
///
/// # Errors
/// Any error of writing to `out`.
pub fn write_clause(clause: &[Lit], out: &mut (impl Write + ?Sized)) -> io::Result<()> {
    clause.iter().try_for_each(|lit| write_literal(*lit, out))?;
    out.write_all(b"0\n")
}

/// Writes a literal and a space. Formulas have millions of literals, and `write!` takes several times as long.
fn write_literal(lit: Lit, out: &mut (impl Write + ?Sized)) -> io::Result<()> {
    let mut text = [b' '; 12];
    let mut start = text.len() - 1;
    let mut rest = lit.to_dimacs().unsigned_abs();
    while 0 < rest {
        start -= 1;
        text[start] = b'0' + (rest % 10) as u8;
        rest /= 10;
    }
    if !lit.is_positive() {
        start -= 1;
        text[start] = b'-';
    }
    out.write_all(&text[start..])
}
