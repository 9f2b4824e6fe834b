//! Checksums of blocks: 64 bits, made eight bytes at a time.
//!
//! Each step is a bijection both of the sum so far and of the word that is added. So a change within one word always changes the result;
//! any other change does with a probability of all but 2^-64. It is no protection against people.

/// The checksum of bytes, which depends on a seed.
pub fn checksum(seed: u64, bytes: &[u8]) -> u64 {
    let (words, rest) = bytes.as_chunks::<8>();
    let sum = words.iter().fold(seed, |sum, word| add(sum, u64::from_le_bytes(*word)));
    let mut last = [0; 8];
    last[..rest.len()].copy_from_slice(rest);
    add(add(sum, u64::from_le_bytes(last)), bytes.len() as u64)
}

/// Adds a word to a sum.
pub fn add(sum: u64, word: u64) -> u64 {
    const FACTOR: u64 = 0x9e37_79b9_7f4a_7c15;
    let product = (sum ^ word).wrapping_mul(FACTOR);
    product ^ product >> 32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_bit_and_the_length_count() {
        let mut bytes = [7; 21];
        let sum = checksum(1, &bytes);
        assert_ne!(sum, checksum(2, &bytes));
        assert_ne!(checksum(1, &[0; 8]), checksum(1, &[0; 9]));
        for bit in 0..8 * bytes.len() {
            bytes[bit / 8] ^= 1 << (bit % 8);
            assert_ne!(sum, checksum(1, &bytes), "{bit}");
            bytes[bit / 8] ^= 1 << (bit % 8);
        }
    }
}
