//! LRAT: proofs that a formula has no model, as steps with hints (Cruz-Filipe, Heule, Hunt, Kaufmann & Schneider-Kamp,
//! *Efficient certified RAT verification*, 2017): writing them in binary form, and reading their steps in both forms.
//!
//! In binary form a number is written in groups of seven bits, the least significant first. See `docs/certificate-format.md`,
//! "The proof".

use std::io::{self, BufRead, Read, Write};

use bmcplan_formula::Lit;

/// Proof being written. Clauses are numbered from 1.
#[derive(Debug)]
pub struct LratWriter<W> {
    out: W,
}

impl<W: Write> LratWriter<W> {
    /// Starts a proof.
    pub fn to(out: W) -> Self {
        Self { out }
    }

    /// Writes a clause that follows by unit propagation from those of the hints, in their order.
    pub fn implied(&mut self, number: u64, clause: &[Lit], hints: &[u64]) -> io::Result<()> {
        self.add(number, clause, hints, &[])
    }

    /// Writes a clause of a definition. The variable of its first literal is new, or the literal occurs negated only in the
    /// clauses `blocked`. Each of these has the negation of another of its literals.
    pub fn defines(&mut self, number: u64, clause: &[Lit], blocked: &[u64]) -> io::Result<()> {
        self.add(number, clause, &[], blocked)
    }

    fn add(&mut self, number: u64, clause: &[Lit], hints: &[u64], negative: &[u64]) -> io::Result<()> {
        self.out.write_all(&[ADD])?;
        write(2 * number, &mut self.out)?;
        for lit in clause {
            write(lit.code() as u64 + 2, &mut self.out)?;
        }
        write(0, &mut self.out)?;
        hints.iter().try_for_each(|hint| write(2 * hint, &mut self.out))?;
        negative.iter().try_for_each(|hint| write(2 * hint + 1, &mut self.out))?;
        write(0, &mut self.out)
    }

    /// Deletes clauses.
    pub fn forget(&mut self, numbers: &[u64]) -> io::Result<()> {
        if numbers.is_empty() {
            return Ok(());
        }
        self.out.write_all(&[DELETE])?;
        numbers.iter().try_for_each(|number| write(2 * number, &mut self.out))?;
        write(0, &mut self.out)
    }

    /// Writes all buffered bytes.
    pub fn finish(mut self) -> io::Result<()> {
        self.out.flush()
    }
}

const ADD: u8 = b'a';
const DELETE: u8 = b'd';

fn write(mut number: u64, out: &mut impl Write) -> io::Result<()> {
    while 0x7f < number {
        out.write_all(&[(number & 0x7f) as u8 | 0x80])?;
        number >>= 7;
    }
    out.write_all(&[number as u8])
}

/// Most numbers of a step.
const LONGEST: usize = 1 << 22;
/// Most bytes of a line of text.
pub(super) const LONGEST_LINE: u64 = 1 << 26;
const USUAL: usize = 64;

/// Step of a proof, in the numbers of the binary form: a literal or a clause is an even number, its negation the next one.
#[derive(Debug)]
pub(super) enum LratStep {
    /// Number of the clause, its literals and its hints.
    Add(u64, Vec<u64>, Vec<u64>),
    /// Numbers of deleted clauses.
    Delete(Vec<u64>),
}

/// Fault of a step that cannot be read.
#[derive(Debug)]
pub(super) enum LratFault {
    Unreadable(io::Error),
    Malformed,
    TooLong,
}

impl From<io::Error> for LratFault {
    fn from(error: io::Error) -> Self {
        Self::Unreadable(error)
    }
}

/// Form in which a proof is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum LratForm {
    /// Bytes, as in certificates.
    Binary,
    /// A step a line: `NUMBER LITERALS 0 HINTS 0`, or `NUMBER d NUMBERS 0` for deleted clauses. Lines that begin with `c` are
    /// comments.
    Text,
}

impl LratForm {
    /// Returns the form of a proof that begins with `first`: a step of the binary form begins with a letter.
    pub(super) fn of(first: Option<u8>) -> Self {
        if matches!(first, Some(ADD | DELETE)) { Self::Binary } else { Self::Text }
    }

    pub(super) fn read(self, proof: &mut impl BufRead) -> Result<Option<LratStep>, LratFault> {
        match self {
            Self::Binary => read_binary(proof),
            Self::Text => read_line(proof),
        }
    }
}

fn read_binary(proof: &mut impl BufRead) -> Result<Option<LratStep>, LratFault> {
    match byte(proof)? {
        None => Ok(None),
        Some(ADD) => {
            let number = read(proof)?.ok_or(LratFault::Malformed)?;
            let lits = numbers(proof, LONGEST - 3)?;
            let hints = numbers(proof, LONGEST - 3 - lits.len())?;
            Ok(Some(LratStep::Add(number, lits, hints)))
        }
        Some(DELETE) => Ok(Some(LratStep::Delete(numbers(proof, LONGEST - 1)?))),
        Some(_) => Err(LratFault::Malformed),
    }
}

fn numbers(proof: &mut impl Read, most: usize) -> Result<Vec<u64>, LratFault> {
    let mut numbers = Vec::with_capacity(USUAL);
    loop {
        match read(proof)? {
            Some(0) => return Ok(numbers),
            Some(_) if numbers.len() == most => return Err(LratFault::TooLong),
            Some(number) => numbers.push(number),
            None => return Err(LratFault::Malformed),
        }
    }
}

fn read(bytes: &mut impl Read) -> io::Result<Option<u64>> {
    let mut number = 0;
    for shift in (0..35).step_by(7) {
        let Some(byte) = byte(bytes)? else { return Ok(None) };
        number |= u64::from(byte & 0x7f) << shift;
        if byte < 0x80 {
            return Ok(Some(number));
        }
    }
    Ok(None)
}

fn byte(bytes: &mut impl Read) -> io::Result<Option<u8>> {
    let mut byte = [0];
    match bytes.read_exact(&mut byte) {
        Ok(()) => Ok(Some(byte[0])),
        Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => Ok(None),
        Err(error) => Err(error),
    }
}

/// Reads the next line that has a step.
fn read_line(proof: &mut impl BufRead) -> Result<Option<LratStep>, LratFault> {
    let mut line = Vec::with_capacity(USUAL);
    loop {
        line.clear();
        proof.by_ref().take(LONGEST_LINE).read_until(b'\n', &mut line)?;
        if line.is_empty() {
            return Ok(None);
        }
        if line.len() as u64 == LONGEST_LINE {
            return Err(LratFault::TooLong);
        }
        if !line.starts_with(b"c") && !line.trim_ascii().is_empty() {
            let text = std::str::from_utf8(&line).map_err(|_| LratFault::Malformed)?;
            return step_of_line(text).ok_or(LratFault::Malformed).map(Some);
        }
    }
}

fn step_of_line(line: &str) -> Option<LratStep> {
    let mut words = line.split_ascii_whitespace().peekable();
    let number = code(words.next()?)?;
    let is_deletion = words.next_if_eq(&"d").is_some();
    let numbers = words.map(code).collect::<Option<Vec<u64>>>()?;
    let lists: Vec<&[u64]> = numbers.split(|number| *number == 0).collect();
    match (is_deletion, &lists[..]) {
        (true, [clauses, []]) => Some(LratStep::Delete(clauses.to_vec())),
        (false, [lits, hints, []]) => Some(LratStep::Add(number, lits.to_vec(), hints.to_vec())),
        _ => None,
    }
}

/// Returns the number of the binary form for a number of the text.
fn code(word: &str) -> Option<u64> {
    let value: i64 = word.parse().ok()?;
    value.unsigned_abs().checked_mul(2)?.checked_add(u64::from(value < 0))
}
