//! A growing array in chunks of equal size: growth copies nothing and wastes at most one chunk.

use super::memory::{MemoryBudget, OutOfMemory};

/// See the module. Indices count from 0 and stay valid.
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
    const SIZE: usize = 1 << Self::SHIFT;

    /// How many elements there are.
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

    /// Removes every element and frees all.
    pub(super) fn clear(&mut self, budget: &mut MemoryBudget) {
        budget.give_back(self.chunks.len() * Self::SIZE * size_of::<T>());
        *self = Self::default();
    }
}
