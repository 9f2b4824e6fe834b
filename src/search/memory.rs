//! Memory of a search: a budget, counted to the byte and the same in every run, and arrays that grow within it.

/// Bytes in use, their peak, and their limit.
#[derive(Debug, Clone)]
pub(super) struct MemoryBudget {
    limit: usize,
    used: usize,
    peak: usize,
}

/// An allocation would pass the limit. Nothing was changed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct OutOfMemory;

impl MemoryBudget {
    /// A budget of so many bytes.
    pub(super) fn new(limit: Option<usize>) -> Self {
        Self { limit: limit.unwrap_or(usize::MAX), used: 0, peak: 0 }
    }

    /// Counts an allocation before it is made; fails if it would pass the limit.
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

    /// Counts freed bytes.
    pub(super) fn give_back(&mut self, bytes: usize) {
        self.used = self.used.saturating_sub(bytes);
    }

    /// The number of bytes that are left.
    pub(super) fn left(&self) -> usize {
        self.limit - self.used
    }

    /// The greatest number of bytes ever in use.
    pub(super) fn peak(&self) -> usize {
        self.peak
    }
}

/// A growing array in chunks of equal size: growth copies nothing and wastes at most one chunk. Indices count from 0 and
/// stay valid.
#[derive(Debug, Clone)]
pub(super) struct Chunks<T> {
    chunks: Vec<Vec<T>>,
    len: usize,
}

impl<T> Default for Chunks<T> {
    fn default() -> Self {
        Self { chunks: Vec::new(), len: 0 }
    }
}

impl<T: Copy> Chunks<T> {
    const BYTES: usize = 1 << 16;
    const SHIFT: u32 = (Self::BYTES / size_of::<T>()).ilog2();
    /// The number of elements of a chunk.
    pub(super) const SIZE: usize = 1 << Self::SHIFT;

    /// The number of elements.
    pub(super) fn len(&self) -> usize {
        self.len
    }

    /// The element at an index below the length.
    pub(super) fn get(&self, index: usize) -> T {
        self.chunks[index >> Self::SHIFT][index & (Self::SIZE - 1)]
    }

    /// Changes the element at an index below the length.
    pub(super) fn set(&mut self, index: usize, value: T) {
        self.chunks[index >> Self::SHIFT][index & (Self::SIZE - 1)] = value;
    }

    /// Appends an element.
    #[inline]
    pub(super) fn push(&mut self, value: T, budget: &mut MemoryBudget) -> Result<(), OutOfMemory> {
        let chunk = self.len >> Self::SHIFT;
        if chunk == self.chunks.len() {
            budget.take(Self::SIZE * size_of::<T>())?;
            self.chunks.push(Vec::with_capacity(Self::SIZE));
        }
        self.chunks[chunk].push(value);
        self.len += 1;
        Ok(())
    }

    /// Parts the array in two: one to be read by threads, with all elements, and this one, which goes on after them and can only
    /// be appended to until [`Self::join`]. A chunk that is not full is copied.
    pub(super) fn fork(&mut self) -> Self {
        let begun = self.chunks.get(self.len >> Self::SHIFT).map(|begun| {
            let mut copy = Vec::with_capacity(Self::SIZE);
            copy.extend_from_slice(begun);
            copy
        });
        let read = Self { chunks: std::mem::take(&mut self.chunks), len: self.len };
        self.chunks.resize_with(self.len >> Self::SHIFT, Vec::new);
        self.chunks.extend(begun);
        read
    }

    /// Takes the elements back that were there before [`Self::fork`].
    pub(super) fn join(&mut self, read: Self) {
        let n_full = read.len >> Self::SHIFT;
        for (place, chunk) in self.chunks.iter_mut().zip(read.chunks).take(n_full) {
            *place = chunk;
        }
    }

    /// Appends elements.
    pub(super) fn extend(&mut self, mut values: &[T], budget: &mut MemoryBudget) -> Result<(), OutOfMemory> {
        while let Some((first, others)) = values.split_first() {
            self.push(*first, budget)?;
            let room = self.len.next_multiple_of(Self::SIZE) - self.len;
            let (fitting, rest) = others.split_at(room.min(others.len()));
            self.chunks[(self.len - 1) >> Self::SHIFT].extend_from_slice(fitting);
            self.len += fitting.len();
            values = rest;
        }
        Ok(())
    }

    /// The bytes that are taken for so many elements more.
    pub(super) fn growth(&self, n_elements: usize) -> usize {
        let n_chunks = (self.len + n_elements).div_ceil(Self::SIZE);
        n_chunks.saturating_sub(self.chunks.len()) * Self::SIZE * size_of::<T>()
    }

    /// Frees the chunks that only have elements before an index. These must not be asked for any more.
    pub(super) fn forget_before(&mut self, index: usize, budget: &mut MemoryBudget) {
        let chunks = self.chunks.iter_mut().take(index >> Self::SHIFT).rev();
        for chunk in chunks.take_while(|chunk| 0 < chunk.capacity()) {
            *chunk = Vec::new();
            budget.give_back(Self::SIZE * size_of::<T>());
        }
    }

    /// Removes every element and frees all.
    pub(super) fn clear(&mut self, budget: &mut MemoryBudget) {
        budget.give_back(self.chunks.len() * Self::SIZE * size_of::<T>());
        *self = Self::default();
    }
}
