//! Numbers in binary LRAT: groups of seven bits, the least significant first.

use std::io::{self, Read, Write};

/// A byte that begins a step that adds a clause.
pub(super) const ADD: u8 = b'a';
/// A byte that begins a list of clauses to forget.
pub(super) const DELETE: u8 = b'd';

/// Writes a number.
pub(super) fn write(mut number: u64, out: &mut impl Write) -> io::Result<()> {
    while 0x7f < number {
        out.write_all(&[(number & 0x7f) as u8 | 0x80])?;
        number >>= 7;
    }
    out.write_all(&[number as u8])
}

/// Reads a number; none if the text ends in it or it has more than 35 bits.
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

/// Reads a byte; none at the end.
pub(in crate::certificate) fn byte(bytes: &mut impl Read) -> io::Result<Option<u8>> {
    let mut byte = [0];
    match bytes.read_exact(&mut byte) {
        Ok(()) => Ok(Some(byte[0])),
        Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => Ok(None),
        Err(error) => Err(error),
    }
}
