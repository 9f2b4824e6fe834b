//! A priority queue for small whole numbers: one stack for each priority.

/// Items by priority, the smallest first.
#[derive(Debug, Clone, Default)]
pub(super) struct BucketQueue {
    buckets: Vec<Vec<u32>>,
    /// All earlier stacks are empty.
    first: usize,
}

impl BucketQueue {
    /// Adds an item.
    #[inline]
    pub(super) fn push(&mut self, priority: u32, item: u32) {
        let bucket = super::lists::index(priority);
        if self.buckets.len() <= bucket {
            self.buckets.resize_with(bucket + 1, Vec::new);
        }
        self.buckets[bucket].push(item);
        self.first = self.first.min(bucket);
    }

    /// Removes and returns an item of the smallest priority, with the priority.
    #[inline]
    pub(super) fn pop(&mut self) -> Option<(u32, u32)> {
        loop {
            let item = self.buckets.get_mut(self.first)?.pop();
            if let Some(item) = item {
                return Some((super::lists::number(self.first), item));
            }
            self.first += 1;
        }
    }
}
