//! LRAT: proofs that a formula has no model, as steps with hints (Cruz-Filipe, Heule, Hunt, Kaufmann & Schneider-Kamp,
//! *Efficient certified RAT verification*, 2017), in binary form: writing them, and the numbers that they consist of.
//!
//! A number is written in groups of seven bits, the least significant first. See `docs/certificate-format.md`, "The proof".

use std::io::{self, Read, Write};

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

pub(super) const ADD: u8 = b'a';
pub(super) const DELETE: u8 = b'd';

fn write(mut number: u64, out: &mut impl Write) -> io::Result<()> {
    while 0x7f < number {
        out.write_all(&[(number & 0x7f) as u8 | 0x80])?;
        number >>= 7;
    }
    out.write_all(&[number as u8])
}

pub(super) fn read(bytes: &mut impl Read) -> io::Result<Option<u64>> {
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

pub(super) fn byte(bytes: &mut impl Read) -> io::Result<Option<u8>> {
    let mut byte = [0];
    match bytes.read_exact(&mut byte) {
        Ok(()) => Ok(Some(byte[0])),
        Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => Ok(None),
        Err(error) => Err(error),
    }
}
