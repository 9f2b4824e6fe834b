//! Runs: files of records in ascending order, each state once.
//!
//! A run consists of blocks. Each begins with the bytes of its records, their number, and a [checksum] of these and of the
//! block's place. A record is written as the difference from the one before, or from zero at the beginning of a block. Records
//! of several words are written as the number of equal words, the difference of the next one, and the rest. Numbers take as few
//! bytes as they need: the zeros at the low end of the first byte give the number of bytes that follow. So a state of a large
//! layer takes about as many bytes as the gap to the one before. Reading has no branches.

use std::cell::Cell;
use std::cmp::Ordering;
use std::fs::File;
use std::io::{Read as _, Write as _};
use std::path::PathBuf;

use serde::{Deserialize, Serialize};

use bmcplan_base::folders::{DiskError, Interrupted};
use bmcplan_base::stop::StopReason;

use super::super::width::{States, Width};

/// Form of records: the words of a state, with an operator in the low bits of states of one word where these are free.
#[derive(Debug, Clone, Copy)]
pub struct RecordForm {
    /// Number of bits of the operator.
    pub operator_bits: u32,
}

impl RecordForm {
    /// Turns a state into a record of a state found by `operator`.
    #[inline]
    pub fn add_operator(self, state: &mut [u64], operator: u16) {
        if let [word] = state {
            let operator = u64::from(operator) & !(u64::MAX << self.operator_bits);
            *word = *word << self.operator_bits | operator;
        }
    }

    /// Turns a record into its state.
    #[inline]
    pub fn remove_operator(self, record: &mut [u64]) {
        if let [word] = record {
            *word >>= self.operator_bits;
        }
    }

    /// Compares the states of two records.
    #[inline]
    pub fn compare(self, a: &[u64], b: &[u64]) -> Ordering {
        match (a, b) {
            ([a], [b]) => (a >> self.operator_bits).cmp(&(b >> self.operator_bits)),
            _ => a.cmp(b),
        }
    }

    /// Returns the operator of a record, or all ones if it has none.
    #[inline]
    pub fn operator(self, record: &[u64]) -> u16 {
        // No more than sixteen bits.
        (record[0] & !(u64::MAX << self.operator_bits)) as u16
    }
}

/// Size of a run, checked when it is read.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RunSize {
    /// Number of records.
    pub records: u64,
    /// Number of bytes.
    pub bytes: u64,
    /// Checksum of the checksums of blocks.
    pub checksum: u64,
}

/// Disk quota: the bytes that the files of a search may use, and do use.
#[derive(Debug)]
pub struct DiskQuota {
    most: u64,
    used: Cell<u64>,
}

impl DiskQuota {
    /// Builds a quota of `most` bytes, or without a limit.
    pub fn of(most: Option<u64>) -> Self {
        Self { most: most.unwrap_or(u64::MAX), used: Cell::new(0) }
    }

    /// Counts bytes before they are written; fails if the quota would be exceeded.
    pub fn take(&self, bytes: u64) -> Result<(), StopReason> {
        let used = self.used.get().saturating_add(bytes);
        if self.most < used {
            return Err(StopReason::Disk);
        }
        self.used.set(used);
        Ok(())
    }

    /// Counts bytes that were removed.
    pub fn give_back(&self, bytes: u64) {
        self.used.set(self.used.get().saturating_sub(bytes));
    }

    /// Sets the number of bytes in use.
    pub fn set(&self, bytes: u64) {
        self.used.set(bytes);
    }
}

/// Returns the checksum of bytes, which depends on a seed: 64 bits, computed eight bytes at a time.
///
/// Each step is a bijection both of the sum so far and of the word that is added. So a change within one word always changes
/// the result; any other change does with a probability of all but 2^-64. It is no protection against deliberate changes.
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

const HEAD: usize = 16;
/// Greatest number of bytes of a block without its head. Blocks are closed as soon as they have the requested number of bytes,
/// and one more record takes a few kilobytes at most.
const MOST_BLOCK_BYTES: usize = 1 << 20;
const MOST_NUMBER_BYTES: usize = 9;

/// Run being written.
#[derive(Debug)]
pub struct RunWriter<'a, W: Width> {
    file: File,
    path: PathBuf,
    quota: &'a DiskQuota,
    seed: u64,
    block_bytes: usize,
    /// Current block: its head, to be filled in, and its records.
    block: Vec<u8>,
    n_in_block: u32,
    width: W,
    last: W::Owned,
    size: RunSize,
}

impl<'a, W: Width> RunWriter<'a, W> {
    /// Starts a run without records, in an empty file.
    pub fn new(
        width: W,
        file: File,
        path: PathBuf,
        quota: &'a DiskQuota,
        seed: u64,
        block_bytes: usize,
    ) -> Self {
        let block = vec![0; HEAD];
        Self {
            file,
            path,
            quota,
            seed,
            block_bytes,
            block,
            n_in_block: 0,
            width,
            last: width.zeros(),
            size: RunSize { checksum: seed, ..RunSize::default() },
        }
    }

    /// Appends a record, which must be greater than the one before.
    #[inline]
    pub fn push(&mut self, record: &W::State) -> Result<(), Interrupted> {
        let last = W::of_mut(&mut self.last);
        encode(&mut self.block, record.as_ref(), (*last).as_ref());
        W::copy(record, last);
        self.n_in_block += 1;
        if self.block_bytes + HEAD <= self.block.len() { self.write_block() } else { Ok(()) }
    }

    fn write_block(&mut self) -> Result<(), Interrupted> {
        let Self { file, path, quota, seed, block, n_in_block, last, width, size, .. } = self;
        let n_bytes = u32::try_from(block.len() - HEAD).unwrap_or(u32::MAX);
        let place = add(add(*seed, size.bytes), u64::from(n_bytes) << 32 | u64::from(*n_in_block));
        let sum = checksum(place, &block[HEAD..]);
        block[..4].copy_from_slice(&n_bytes.to_le_bytes());
        block[4..8].copy_from_slice(&n_in_block.to_le_bytes());
        block[8..HEAD].copy_from_slice(&sum.to_le_bytes());
        quota.take(block.len() as u64)?;
        file.write_all(block).map_err(|error| Interrupted::by_system(path, &error))?;
        size.records += u64::from(*n_in_block);
        size.bytes += block.len() as u64;
        size.checksum = add(size.checksum, sum);
        block.truncate(HEAD);
        *n_in_block = 0;
        *last = width.zeros();
        Ok(())
    }

    /// Completes the run and returns its size; `is_kept` if it must be synced to the disk.
    pub fn finish(mut self, is_kept: bool) -> Result<RunSize, Interrupted> {
        if 0 < self.n_in_block {
            self.write_block()?;
        }
        if is_kept {
            self.file.sync_all().map_err(|error| Interrupted::by_system(&self.path, &error))?;
        }
        Ok(self.size)
    }
}

/// Sorted records being read, from a file or from memory.
#[derive(Debug)]
pub struct RunReader<W: Width> {
    pub block: States<W>,
    next: usize,
    file: Option<BlockReader>,
}

#[derive(Debug)]
struct BlockReader {
    file: File,
    path: PathBuf,
    seed: u64,
    size: RunSize,
    seen: RunSize,
    bytes: Vec<u8>,
}

impl<W: Width> RunReader<W> {
    /// Reads the records of a file.
    pub fn of_file(width: W, file: File, path: PathBuf, seed: u64, size: RunSize) -> Self {
        let seen = RunSize { checksum: seed, ..RunSize::default() };
        let file = BlockReader { file, path, seed, size, seen, bytes: Vec::new() };
        Self { block: States::new(width), next: 0, file: Some(file) }
    }

    /// Reads sorted records in memory.
    pub fn of_memory(records: States<W>) -> Self {
        Self { block: records, next: 0, file: None }
    }

    /// Returns the words of the current records that were not taken yet; none at the end.
    pub fn rest_of_block(&mut self) -> Result<&[u64], DiskError> {
        let n_words = self.block.width().n_words();
        if self.next * n_words == self.block.words().len()
            && let Some(file) = &mut self.file
        {
            self.next = 0;
            self.block.clear();
            file.read_block(n_words, self.block.words_mut())?;
        }
        Ok(&self.block.words()[self.next * n_words..])
    }

    /// Skips `n` of the current records.
    #[inline]
    pub fn pass(&mut self, n: usize) {
        self.next += n;
    }

    /// Takes the next record.
    #[inline]
    pub fn take(&mut self) -> Result<Option<&W::State>, DiskError> {
        let is_read = self.next * self.block.width().n_words() == self.block.words().len();
        if is_read && self.rest_of_block()?.is_empty() {
            return Ok(None);
        }
        self.next += 1;
        Ok(Some(self.block.get(self.next - 1)))
    }
}

impl BlockReader {
    /// Appends the next block of records of `width` words each; nothing at the end.
    fn read_block(&mut self, width: usize, words: &mut Vec<u64>) -> Result<(), DiskError> {
        if self.seen.bytes == self.size.bytes {
            // Also where the manifest has the size of another file.
            return if self.seen == self.size { Ok(()) } else { Err(DiskError::damaged(&self.path)) };
        }
        let mut head = [0; HEAD];
        self.read(&mut |file, _| file.read_exact(&mut head))?;
        let [n_bytes, n_records, low, high] =
            [0, 4, 8, 12].map(|at| u32::from_le_bytes([head[at], head[at + 1], head[at + 2], head[at + 3]]));
        let damaged = || DiskError::damaged(&self.path);
        let n_bytes_here = usize::try_from(n_bytes).ok().filter(|bytes| *bytes <= MOST_BLOCK_BYTES);
        let n_bytes_here = n_bytes_here.ok_or_else(damaged)?;
        // Numbers are read eight bytes at a time.
        self.bytes.clear();
        self.bytes.resize(n_bytes_here + MOST_NUMBER_BYTES, 0);
        self.read(&mut |file, bytes| file.read_exact(&mut bytes[..n_bytes_here]))?;
        let place = add(add(self.seed, self.seen.bytes), u64::from(n_bytes) << 32 | u64::from(n_records));
        let sum = checksum(place, &self.bytes[..n_bytes_here]);
        if sum != u64::from(high) << 32 | u64::from(low) {
            return Err(DiskError::damaged(&self.path));
        }
        self.seen.records += u64::from(n_records);
        self.seen.bytes += (HEAD + n_bytes_here) as u64;
        self.seen.checksum = add(self.seen.checksum, sum);
        let decoded = match width {
            1 => decode_words(&self.bytes, n_bytes_here, n_records, words),
            _ => decode(width, &self.bytes, n_bytes_here, n_records, words),
        };
        decoded.ok_or_else(|| DiskError::damaged(&self.path))
    }

    fn read(
        &mut self,
        read: &mut dyn FnMut(&mut File, &mut [u8]) -> std::io::Result<()>,
    ) -> Result<(), DiskError> {
        read(&mut self.file, &mut self.bytes).map_err(|error| match error.kind() {
            std::io::ErrorKind::UnexpectedEof => DiskError::damaged(&self.path),
            _ => DiskError::new(&self.path, error.to_string()),
        })
    }
}

#[inline]
fn encode(bytes: &mut Vec<u8>, record: &[u64], last: &[u64]) {
    if let ([word], [last]) = (record, last) {
        return write_number(bytes, word.wrapping_sub(*last));
    }
    let place = record.iter().zip(last).position(|(word, last)| word != last).unwrap_or(record.len() - 1);
    write_number(bytes, place as u64);
    write_number(bytes, record[place].wrapping_sub(last[place]));
    record[place + 1..].iter().for_each(|word| write_number(bytes, *word));
}

/// Decodes the records of a block, of one word each; `None` if the bytes are invalid.
fn decode_words(bytes: &[u8], end: usize, n_records: u32, words: &mut Vec<u64>) -> Option<()> {
    let (mut at, mut last) = (0, 0_u64);
    words.reserve(usize::try_from(n_records).ok().filter(|n| *n <= end)?);
    for _ in 0..n_records {
        last = last.wrapping_add(read_number(bytes, &mut at)?);
        words.push(last);
    }
    (at == end).then_some(())
}

/// Decodes records of `width` words like [`decode_words`].
fn decode(width: usize, bytes: &[u8], end: usize, n_records: u32, words: &mut Vec<u64>) -> Option<()> {
    let (mut at, mut last) = (0, vec![0_u64; width]);
    words.reserve(width * usize::try_from(n_records).ok().filter(|n| *n <= end)?);
    for _ in 0..n_records {
        let place = usize::try_from(read_number(bytes, &mut at)?).ok().filter(|place| *place < width)?;
        last[place] = last[place].wrapping_add(read_number(bytes, &mut at)?);
        for word in &mut last[place + 1..] {
            *word = read_number(bytes, &mut at)?;
        }
        words.extend_from_slice(&last);
    }
    (at == end).then_some(())
}

/// Writes a number of up to 56 bits with a byte for every seven bits; in the first, a one and below it as many zeros as bytes
/// follow. A longer number takes eight bytes after a zero.
#[inline]
fn write_number(bytes: &mut Vec<u8>, number: u64) {
    let n_bits = u64::BITS - (number | 1).leading_zeros();
    let n_bytes = n_bits.div_ceil(7);
    if 8 < n_bytes {
        bytes.push(0);
        bytes.extend_from_slice(&number.to_le_bytes());
        return;
    }
    let marked = (number << 1 | 1) << (n_bytes - 1);
    let len = bytes.len();
    bytes.extend_from_slice(&marked.to_le_bytes());
    bytes.truncate(len + n_bytes as usize);
}

#[inline]
fn read_number(bytes: &[u8], at: &mut usize) -> Option<u64> {
    let eight = |at: usize| bytes.get(at..)?.first_chunk::<8>().map(|eight| u64::from_le_bytes(*eight));
    let marked = eight(*at)?;
    let n_bytes = (marked | 1 << 8).trailing_zeros() + 1;
    if n_bytes == 9 {
        let number = eight(*at + 1)?;
        *at += MOST_NUMBER_BYTES;
        return Some(number);
    }
    *at += n_bytes as usize;
    Some(marked << (u64::BITS - 8 * n_bytes) >> (u64::BITS - 8 * n_bytes) >> n_bytes)
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

    #[test]
    fn numbers_of_all_sizes() {
        let mut bytes = Vec::new();
        let numbers: Vec<u64> =
            (0..64).flat_map(|bit| [(1 << bit) - 1, 1 << bit]).chain([u64::MAX]).collect();
        numbers.iter().for_each(|number| write_number(&mut bytes, *number));
        let end = bytes.len();
        bytes.extend([0; MOST_NUMBER_BYTES]);
        let mut at = 0;
        for number in numbers {
            assert_eq!(read_number(&bytes, &mut at), Some(number));
        }
        assert_eq!(at, end);
        for (number, size) in [(0, 1), (127, 1), (128, 2), ((1 << 56) - 1, 8), (1 << 56, 9)] {
            let mut bytes = Vec::new();
            write_number(&mut bytes, number);
            assert_eq!(bytes.len(), size, "{number}");
        }
    }
}
