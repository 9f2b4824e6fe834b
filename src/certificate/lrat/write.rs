//! Writing proofs.

use std::io::{self, Write};

use super::number::{ADD, DELETE, write};
use crate::formula::Lit;

/// A proof being written. Clauses are numbered from 1.
#[derive(Debug)]
pub struct LratWriter<W> {
    out: W,
}

impl<W: Write> LratWriter<W> {
    /// Nothing written yet.
    pub fn to(out: W) -> Self {
        Self { out }
    }

    /// A clause that follows by unit propagation from those of the hints, in their order.
    ///
    /// # Errors
    /// The errors of the writer.
    pub fn implied(&mut self, number: u64, clause: &[Lit], hints: &[u64]) -> io::Result<()> {
        self.add(number, clause, hints, &[])
    }

    /// A clause of a definition: its first literal's variable is new, or it contradicts these clauses on that literal, each of
    /// which has the negation of another of its literals.
    ///
    /// # Errors
    /// The errors of the writer.
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

    /// Forgets clauses.
    ///
    /// # Errors
    /// The errors of the writer.
    pub fn forget(&mut self, numbers: &[u64]) -> io::Result<()> {
        if numbers.is_empty() {
            return Ok(());
        }
        self.out.write_all(&[DELETE])?;
        numbers.iter().try_for_each(|number| write(2 * number, &mut self.out))?;
        write(0, &mut self.out)
    }

    /// Writes what is held back.
    ///
    /// # Errors
    /// The errors of the writer.
    pub fn finish(mut self) -> io::Result<()> {
        self.out.flush()
    }
}
