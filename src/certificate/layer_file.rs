//! Layer tables as bytes: for each layer its size, its first number and the differences of the others, in groups of seven bits.
//!
//! See `docs/certificates.md`, "Layer tables".

use std::io::{self, Read, Write};

use super::layer_error::{LayerError, MAX_STATES};
use super::lrat::byte;

/// Reads layers.
pub(super) struct LayerReader<R> {
    table: R,
    n_numbers: u128,
    layer: usize,
}

impl<R: Read> LayerReader<R> {
    /// Reads states with numbers below this one.
    pub(super) fn of(table: R, n_numbers: u128) -> Self {
        Self { table, n_numbers, layer: 0 }
    }

    /// A number of any size; none at the end or if it has more than 128 bits.
    fn number(&mut self) -> Result<u128, LayerError> {
        let malformed = LayerError::Malformed { layer: self.layer };
        let mut number = 0_u128;
        for shift in (0..128).step_by(7) {
            let Some(byte) = byte(&mut self.table)? else { return Err(malformed) };
            number |= u128::from(byte & 0x7f) << shift;
            if byte < 0x80 {
                return Ok(number);
            }
        }
        Err(malformed)
    }

    /// The next layer; empty behind the last one.
    pub(super) fn next(&mut self) -> Result<Vec<u128>, LayerError> {
        let layer_index = self.layer;
        let malformed = || LayerError::Malformed { layer: layer_index };
        let n_states = usize::try_from(self.number()?).unwrap_or(usize::MAX);
        if MAX_STATES < n_states {
            return Err(LayerError::TooLarge);
        }
        let mut layer: Vec<u128> = Vec::new();
        for _ in 0..n_states {
            let number = self.number()?;
            let number = match layer.last() {
                Some(before) => before.checked_add(number).filter(|_| number != 0),
                None => Some(number),
            };
            let number = number.filter(|number| *number < self.n_numbers).ok_or_else(malformed)?;
            layer.push(number);
        }
        if layer.is_empty() && byte(&mut self.table)?.is_some() {
            return Err(malformed());
        }
        self.layer += 1;
        Ok(layer)
    }
}

/// Writes a layer, sorted; an empty one ends the table.
///
/// # Errors
/// The errors of the writer.
pub fn write_layer(layer: &[u128], out: &mut impl Write) -> io::Result<()> {
    write_number(layer.len() as u128, out)?;
    let mut before = 0;
    for number in layer {
        write_number(number - before, out)?;
        before = *number;
    }
    Ok(())
}

fn write_number(mut number: u128, out: &mut impl Write) -> io::Result<()> {
    while 0x7f < number {
        out.write_all(&[(number & 0x7f) as u8 | 0x80])?;
        number >>= 7;
    }
    out.write_all(&[number as u8])
}
