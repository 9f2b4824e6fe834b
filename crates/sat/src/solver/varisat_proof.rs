//! Reads learned clauses off the proof that varisat writes, in its native format (version 0.2.2).
//!
//! The proof is a sequence of numbers, most of them of one to five bytes: the kind of a step, and then its parts. Parts are
//! lists with their lengths before them, or single numbers. Everything but learned clauses and the names of variables is
//! skipped. A misread proof gives wrong clauses, so callers must check them.

use std::cell::Cell;
use std::collections::HashMap;
use std::rc::Rc;

use bmcplan_formula::{Lit, Var};

use super::answer::LemmaBuffer;

// Kinds of steps, as in the crate varisat-internal-proof.
const LEARNED: u64 = 7;
const USER_NAME: u64 = 2;

#[derive(Default)]
pub(super) struct ProofReader {
    lemmas: LemmaBuffer,
    conflicts: Rc<Cell<u64>>,
    /// User's variables by the proof's, where they differ.
    users: HashMap<usize, usize>,
    clause: Vec<Lit>,
    next: Expected,
    /// Number of which only the first bytes have been read.
    begun: Vec<u8>,
}

/// Meaning of the next number.
#[derive(Clone, Copy, Default)]
enum Expected {
    #[default]
    Kind,
    /// Length of a list of items of `width` numbers each, and what comes after them.
    Length {
        width: u64,
        more: More,
    },
    /// `left` numbers to be skipped, and what comes after them.
    Items {
        left: u64,
        more: More,
    },
    /// Length of the list of the clauses from which one was derived.
    Premises,
    /// Length of a learned clause.
    ClauseLength,
    Literals(u64),
    /// Proof's number of a variable, after which comes the user's.
    Variable,
    /// User's number of this variable.
    User(usize),
}

/// Rest of a step behind a list.
#[derive(Clone, Copy)]
enum More {
    Nothing,
    List,
    Premises,
}

impl ProofReader {
    pub(super) fn new(lemmas: LemmaBuffer, conflicts: Rc<Cell<u64>>) -> Self {
        Self { lemmas, conflicts, ..Self::default() }
    }

    /// Reads the next piece.
    pub(super) fn read(&mut self, proof: &[u8]) {
        let mut bytes = proof;
        while let (false, Some((first, rest))) = (self.begun.is_empty(), bytes.split_first()) {
            self.begun.push(*first);
            bytes = rest;
            if let Some((number, _)) = number_at(&self.begun) {
                self.begun.clear();
                self.next = self.after(number);
            }
        }
        loop {
            if let Expected::Items { left, more } = self.next {
                let (skipped, rest) = skip(bytes, left);
                (self.next, bytes) = (Self::items(left - skipped, more), rest);
            }
            let Some((number, length)) = number_at(bytes) else { break };
            self.next = self.after(number);
            bytes = &bytes[length..];
        }
        self.begun.extend_from_slice(bytes);
    }

    fn after(&mut self, number: u64) -> Expected {
        match self.next {
            Expected::Kind => match number {
                LEARNED => Expected::ClauseLength,
                USER_NAME => Expected::Variable,
                0 => Expected::Items { left: 2, more: More::Nothing },
                1 | 3..=6 | 13 => Expected::Items { left: 1, more: More::Nothing },
                // Derived clause, and the hashes of its premises.
                8 => Expected::Length { width: 1, more: More::Premises },
                // Refutation, and the hashes of its premises.
                17 => Expected::Length { width: 1, more: More::List },
                // Units and hashes, in pairs.
                9 => Expected::Length { width: 2, more: More::Nothing },
                10..=12 | 14..=16 => Expected::Length { width: 1, more: More::Nothing },
                _ => Expected::Kind,
            },
            Expected::Length { width, more } => Self::items(number.saturating_mul(width), more),
            Expected::Items { left, more } => Self::items(left - 1, more),
            Expected::Premises => {
                // A conflict is between at least two clauses. A clause that is shortened by known literals has one premise.
                if 1 < number {
                    self.conflicts.set(self.conflicts.get() + 1);
                }
                Self::items(number, More::Nothing)
            }
            Expected::ClauseLength if self.lemmas.count(usize::try_from(number).unwrap_or(usize::MAX)) => {
                self.clause.clear();
                self.literals(number)
            }
            // Literals, and the hashes of the premises.
            Expected::ClauseLength => Self::items(number, More::Premises),
            Expected::Literals(left) => {
                let (proof_var, is_negative) = ((number / 2) as usize, number % 2 == 1);
                let user = self.users.get(&proof_var).copied().unwrap_or(proof_var);
                self.clause.push(Var::from_index(user.min(Var::MAX_INDEX)).lit(!is_negative));
                self.literals(left - 1)
            }
            Expected::Variable => Expected::User(number as usize),
            Expected::User(proof_var) => {
                self.users.insert(proof_var, number as usize);
                Expected::Kind
            }
        }
    }

    fn items(left: u64, more: More) -> Expected {
        match (left, more) {
            (0, More::Nothing) => Expected::Kind,
            (0, More::List) => Expected::Length { width: 1, more: More::Nothing },
            (0, More::Premises) => Expected::Premises,
            _ => Expected::Items { left, more },
        }
    }

    fn literals(&self, left: u64) -> Expected {
        if left == 0 {
            self.lemmas.push(&self.clause);
            return Expected::Premises;
        }
        Expected::Literals(left)
    }
}

/// Returns the length in bytes of the number that begins here, if known: the number of zero bits before the first one bit, plus
/// one; at most ten.
#[inline]
fn length_at(bytes: &[u8]) -> Option<usize> {
    let bits = match bytes {
        [] | [0] => return None,
        [0, second, ..] => 8 + second.trailing_zeros().min(1),
        [first, ..] => first.trailing_zeros(),
    };
    Some(bits as usize + 1)
}

/// Returns the number that begins here, and its length, unless a part of it is missing.
#[inline]
fn number_at(bytes: &[u8]) -> Option<(u64, usize)> {
    let length = length_at(bytes)?;
    let digits =
        bytes.get(..length)?.iter().rev().fold(0_u128, |number, byte| number << 8 | u128::from(*byte));
    Some(((digits >> length) as u64, length))
}

/// Skips at most `most` numbers. Returns how many were skipped, and the bytes after them.
fn skip(mut bytes: &[u8], most: u64) -> (u64, &[u8]) {
    for skipped in 0..most {
        match length_at(bytes).and_then(|length| bytes.get(length..)) {
            Some(rest) => bytes = rest,
            None => return (skipped, bytes),
        }
    }
    (most, bytes)
}
