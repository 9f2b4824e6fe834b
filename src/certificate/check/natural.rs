//! Natural numbers of any size, added and written: numbers of plans.

use std::fmt;

/// The base of the digits: a power of ten, so that no number has to be divided to be written.
const BASE: u64 = 1_000_000_000_000_000_000;

/// A natural number of any size, added and written: a number of plans.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Natural {
    /// The least significant first, without zeros at the end.
    digits: Vec<u64>,
}

impl Natural {
    /// One.
    pub fn one() -> Self {
        Self { digits: vec![1] }
    }

    /// Adds another one.
    pub fn add(&mut self, other: &Self) {
        let mut carry = 0;
        for place in 0..self.digits.len().max(other.digits.len()) {
            if self.digits.len() <= place {
                self.digits.push(0);
            }
            let digit = &mut self.digits[place];
            let sum = *digit + other.digits.get(place).copied().unwrap_or(0) + carry;
            (*digit, carry) = (sum % BASE, sum / BASE);
        }
        if 0 < carry {
            self.digits.push(carry);
        }
    }
}

impl fmt::Display for Natural {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Some((first, rest)) = self.digits.split_last() else { return f.write_str("0") };
        write!(f, "{first}")?;
        rest.iter().rev().try_for_each(|digit| write!(f, "{digit:018}"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sums() {
        let (mut number, mut expected) = (Natural::default(), 0_u128);
        assert_eq!(number.to_string(), "0");
        number.add(&Natural::one());
        expected += 1;
        for _ in 0..120 {
            assert_eq!(number.to_string(), expected.to_string());
            let mut twice = number.clone();
            twice.add(&number);
            twice.add(&Natural::one());
            (number, expected) = (twice, 2 * expected + 1);
        }
    }
}
