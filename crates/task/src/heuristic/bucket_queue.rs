//! Priority queue for whole numbers: one stack for each small priority, and a heap once priorities are large.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

#[derive(Debug, Clone, Default)]
pub(super) struct BucketQueue {
    buckets: Vec<Vec<u32>>,
    /// Index of a stack before which all stacks are empty.
    first: usize,
    heap: BinaryHeap<Reverse<(u32, u32)>>,
    is_heap: bool,
}

/// Least large priority: skipping this many stacks takes longer than a heap.
const GREAT: usize = 1 << 10;

impl BucketQueue {
    #[inline]
    pub(super) fn push(&mut self, priority: u32, item: u32) {
        let bucket = crate::relaxation::index(priority);
        if self.is_heap || GREAT <= bucket {
            self.push_great(priority, item);
            return;
        }
        if self.buckets.len() <= bucket {
            self.buckets.resize_with(bucket + 1, Vec::new);
        }
        self.buckets[bucket].push(item);
        self.first = self.first.min(bucket);
    }

    fn push_great(&mut self, priority: u32, item: u32) {
        if !self.is_heap {
            self.is_heap = true;
            for (priority, bucket) in (0..).zip(&mut self.buckets) {
                self.heap.extend(bucket.drain(..).map(|item| Reverse((priority, item))));
            }
        }
        self.heap.push(Reverse((priority, item)));
    }

    pub(super) fn clear(&mut self) {
        self.heap.clear();
        self.is_heap = false;
        self.buckets.iter_mut().skip(self.first).for_each(Vec::clear);
        self.first = 0;
    }

    /// Removes and returns an item of the smallest priority, with the priority.
    #[inline]
    pub(super) fn pop(&mut self) -> Option<(u32, u32)> {
        if self.is_heap {
            return self.heap.pop().map(|Reverse(first)| first);
        }
        loop {
            let item = self.buckets.get_mut(self.first)?.pop();
            if let Some(item) = item {
                return Some((crate::relaxation::number(self.first), item));
            }
            self.first += 1;
        }
    }
}
