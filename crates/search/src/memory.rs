//! Memory of a search: a budget, counted to the byte and the same in every run, and arrays that grow within it.

use super::width::{Fixed, Width};

#[derive(Debug, Clone)]
pub(super) struct MemoryBudget {
    limit: usize,
    used: usize,
    peak: usize,
}

/// Error: an allocation would exceed the limit. Nothing was changed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct OutOfMemory;

impl MemoryBudget {
    pub(super) fn new(limit: Option<usize>) -> Self {
        Self { limit: limit.unwrap_or(usize::MAX), used: 0, peak: 0 }
    }

    /// Counts an allocation before it is made; fails if it would exceed the limit.
    #[inline]
    pub(super) fn take(&mut self, bytes: usize) -> Result<(), OutOfMemory> {
        match self.used.checked_add(bytes) {
            Some(used) if used <= self.limit => {
                self.used = used;
                self.peak = self.peak.max(used);
                Ok(())
            }
            _ => Err(OutOfMemory),
        }
    }

    #[inline]
    pub(super) fn give_back(&mut self, bytes: usize) {
        self.used = self.used.saturating_sub(bytes);
    }

    #[inline]
    pub(super) fn left(&self) -> usize {
        self.limit - self.used
    }

    #[inline]
    pub(super) fn peak(&self) -> usize {
        self.peak
    }
}

/// Growing array in chunks of equal size: growth copies nothing and wastes at most one chunk. Indices count from 0 and stay
/// valid. An element is one value, or a state of `width` words.
#[derive(Debug, Clone)]
pub(super) struct Chunks<T, W = Fixed<1>> {
    chunks: Vec<Vec<T>>,
    len: usize,
    width: W,
    /// Number of elements of a chunk, as a power of two.
    shift: u32,
}

impl<T> Default for Chunks<T> {
    fn default() -> Self {
        Self::of(Fixed)
    }
}

impl<T, W: Width> Chunks<T, W> {
    pub(super) fn of(width: W) -> Self {
        const BYTES: usize = 1 << 16;
        let shift = (BYTES / (size_of::<T>() * width.n_words())).ilog2();
        Self { chunks: Vec::new(), len: 0, width, shift }
    }
}

impl<T: Copy, W: Width> Chunks<T, W> {
    #[inline]
    pub(super) fn len(&self) -> usize {
        self.len
    }

    #[inline]
    fn chunk_len(&self) -> usize {
        self.width.n_words() << self.shift
    }

    #[inline]
    fn chunk_bytes(&self) -> usize {
        self.chunk_len() * size_of::<T>()
    }

    #[inline]
    fn place(&self, index: usize) -> usize {
        (index & !(usize::MAX << self.shift)) * self.width.n_words()
    }

    /// Returns the chunk of another element, which must then be appended.
    #[inline]
    fn begin(&mut self, budget: &mut MemoryBudget) -> Result<&mut Vec<T>, OutOfMemory> {
        let chunk = self.len >> self.shift;
        if chunk == self.chunks.len() {
            self.add_chunk(budget)?;
        }
        self.len += 1;
        Ok(&mut self.chunks[chunk])
    }

    #[cold]
    fn add_chunk(&mut self, budget: &mut MemoryBudget) -> Result<(), OutOfMemory> {
        budget.take(self.chunk_bytes())?;
        self.chunks.push(Vec::with_capacity(self.chunk_len()));
        Ok(())
    }

    /// Splits the array: the returned part can be read by threads and has all elements. This part continues after them and can
    /// only be appended to until [`Self::join`]. A chunk that is not full is copied.
    pub(super) fn fork(&mut self) -> Self {
        let begun = self.chunks.get(self.len >> self.shift).map(|begun| {
            let mut copy = Vec::with_capacity(self.chunk_len());
            copy.extend_from_slice(begun);
            copy
        });
        let read = Self { chunks: std::mem::take(&mut self.chunks), ..*self };
        self.chunks.resize_with(self.len >> self.shift, Vec::new);
        self.chunks.extend(begun);
        read
    }

    /// Restores the elements from before [`Self::fork`].
    pub(super) fn join(&mut self, read: Self) {
        let n_full = read.len >> self.shift;
        for (place, chunk) in self.chunks.iter_mut().zip(read.chunks).take(n_full) {
            *place = chunk;
        }
    }

    pub(super) fn extend(&mut self, mut values: &[T], budget: &mut MemoryBudget) -> Result<(), OutOfMemory> {
        while !values.is_empty() {
            let chunk = self.len >> self.shift;
            if chunk == self.chunks.len() {
                self.add_chunk(budget)?;
            }
            let room = self.chunk_len() - self.chunks[chunk].len();
            let (fitting, rest) = values.split_at(room.min(values.len()));
            self.chunks[chunk].extend_from_slice(fitting);
            self.len += fitting.len() / self.width.n_words();
            values = rest;
        }
        Ok(())
    }

    pub(super) fn growth(&self, n_elements: usize) -> usize {
        let n_chunks = (self.len + n_elements).div_ceil(1 << self.shift);
        n_chunks.saturating_sub(self.chunks.len()) * self.chunk_bytes()
    }

    /// Frees the chunks that only have elements before `index`. These must not be read any more.
    pub(super) fn free_before(&mut self, index: usize, budget: &mut MemoryBudget) {
        let bytes = self.chunk_bytes();
        let chunks = self.chunks.iter_mut().take(index >> self.shift).rev();
        for chunk in chunks.take_while(|chunk| 0 < chunk.capacity()) {
            *chunk = Vec::new();
            budget.give_back(bytes);
        }
    }

    pub(super) fn clear(&mut self, budget: &mut MemoryBudget) {
        budget.give_back(self.chunks.len() * self.chunk_bytes());
        *self = Self::of(self.width);
    }
}

impl<T: Copy> Chunks<T> {
    #[inline]
    pub(super) fn get(&self, index: usize) -> T {
        self.chunks[index >> self.shift][self.place(index)]
    }

    #[inline]
    pub(super) fn set(&mut self, index: usize, value: T) {
        let place = self.place(index);
        self.chunks[index >> self.shift][place] = value;
    }

    #[inline]
    pub(super) fn push(&mut self, value: T, budget: &mut MemoryBudget) -> Result<(), OutOfMemory> {
        self.begin(budget)?.push(value);
        Ok(())
    }
}

impl<W: Width> Chunks<u64, W> {
    #[inline]
    pub(super) fn state(&self, index: usize) -> &W::State {
        W::state(&self.chunks[index >> self.shift][self.place(index)..][..self.width.n_words()])
    }

    #[inline]
    pub(super) fn push_state(
        &mut self,
        state: &W::State,
        budget: &mut MemoryBudget,
    ) -> Result<(), OutOfMemory> {
        W::push(self.begin(budget)?, state);
        Ok(())
    }
}
