//! Reads learned clauses off the proof that varisat writes, in its native format (version 0.2.2).
//!
//! The proof is a sequence of numbers, most of them of one to five bytes: the kind of a step, and then its parts, which are
//! lists with their lengths before them, or single numbers. Everything but learned clauses and the names of variables is passed over.
//! A proof that is not understood gives wrong clauses, so whoever takes them must not believe them unchecked.

use std::collections::HashMap;

use super::learned::Notebook;
use crate::formula::{Lit, Var};

// The kinds of steps, as in the crate varisat-internal-proof.
const LEARNED: u64 = 7;
const USER_NAME: u64 = 2;

/// Reads a proof piece by piece.
#[derive(Default)]
pub(super) struct ProofReader {
    notebook: Notebook,
    /// The user's variables by the proof's, where they differ.
    users: HashMap<usize, usize>,
    clause: Vec<Lit>,
    next: Part,
    /// A number of which only the first bytes have come.
    number: u128,
    n_bytes: u32,
}

/// The meaning of the next number.
#[derive(Clone, Copy, Default)]
enum Part {
    /// The kind of a step.
    #[default]
    Kind,
    /// So many numbers without interest, and then a new step.
    Skipped(u64),
    /// The length of a list of items of so many numbers each, after which come so many more lists.
    Length { width: u64, more: u64 },
    /// So many items of a list, and after them other lists.
    Items { left: u64, more: u64 },
    /// The length of a learned clause.
    ClauseLength,
    /// So many of its literals.
    Literals(u64),
    /// The proof's number of a variable, after which comes the user's.
    Variable,
    /// The user's number of this variable.
    User(usize),
}

impl ProofReader {
    pub(super) fn new(notebook: Notebook) -> Self {
        Self { notebook, ..Self::default() }
    }

    /// Reads the next piece, unless nobody wants to know.
    pub(super) fn read(&mut self, proof: &[u8]) {
        if !self.notebook.is_open() {
            return;
        }
        for byte in proof {
            self.number |= u128::from(*byte) << (8 * self.n_bytes);
            self.n_bytes += 1;
            // Zero bits before the first one: of the first byte, or of the first two, one less than there are bytes.
            let length = (self.number | 1 << 9).trailing_zeros() + 1;
            let is_length_known = *byte != 0 || 1 < self.n_bytes;
            if is_length_known && length <= self.n_bytes {
                let number = (self.number >> length) as u64;
                (self.number, self.n_bytes) = (0, 0);
                self.next = self.after(number);
            }
        }
    }

    /// The meaning of the number after this one.
    fn after(&mut self, number: u64) -> Part {
        match self.next {
            Part::Kind => match number {
                LEARNED => Part::ClauseLength,
                USER_NAME => Part::Variable,
                0 => Part::Skipped(2),
                1 | 3..=6 | 13 => Part::Skipped(1),
                // A derived clause or a refutation, and the hashes of its premises.
                8 | 17 => Part::Length { width: 1, more: 1 },
                // Units and hashes, in pairs.
                9 => Part::Length { width: 2, more: 0 },
                10..=12 | 14..=16 => Part::Length { width: 1, more: 0 },
                _ => Part::Kind,
            },
            Part::Skipped(left) => {
                if left <= 1 {
                    Part::Kind
                } else {
                    Part::Skipped(left - 1)
                }
            }
            Part::Length { width, more } => Self::items(number.saturating_mul(width), more),
            Part::Items { left, more } => Self::items(left - 1, more),
            Part::ClauseLength => {
                self.clause.clear();
                self.literals(number)
            }
            Part::Literals(left) => {
                let (proof_var, is_negative) = ((number / 2) as usize, number % 2 == 1);
                let user = self.users.get(&proof_var).copied().unwrap_or(proof_var);
                self.clause.push(Var::from_index(user.min(Var::MAX_INDEX)).lit(!is_negative));
                self.literals(left - 1)
            }
            Part::Variable => Part::User(number as usize),
            Part::User(proof_var) => {
                self.users.insert(proof_var, number as usize);
                Part::Kind
            }
        }
    }

    fn items(left: u64, more: u64) -> Part {
        match (left, more) {
            (0, 0) => Part::Kind,
            (0, more) => Part::Length { width: 1, more: more - 1 },
            _ => Part::Items { left, more },
        }
    }

    fn literals(&self, left: u64) -> Part {
        if left == 0 {
            self.notebook.note(self.clause.iter().copied());
            return Part::Length { width: 1, more: 0 };
        }
        Part::Literals(left)
    }
}
