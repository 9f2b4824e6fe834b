//! Lists of numbers in one array: the rows of a sparse matrix.

/// Lists of numbers, numbered from 0.
#[derive(Debug, Clone, Default)]
pub struct NumberLists {
    starts: Vec<u32>,
    items: Vec<u32>,
}

impl NumberLists {
    /// Builds the lists in order.
    pub fn of<'a>(lists: impl IntoIterator<Item = &'a [u32]>) -> Self {
        let mut all = Self { starts: vec![0], items: Vec::new() };
        for list in lists {
            all.items.extend(list);
            all.starts.push(number(all.items.len()));
        }
        all
    }

    /// Returns the transposed lists: for each item below `n_items` the numbers of the lists that contain it.
    pub fn transposed(&self, n_items: usize) -> Self {
        let mut starts = vec![0_u32; n_items + 1];
        for item in &self.items {
            starts[index(*item) + 1] += 1;
        }
        for item in 0..n_items {
            starts[item + 1] += starts[item];
        }
        let (mut next, mut items) = (starts.clone(), vec![0; self.items.len()]);
        for list in 0..self.n_lists() {
            for item in self.list(number(list)) {
                let place = &mut next[index(*item)];
                items[index(*place)] = number(list);
                *place += 1;
            }
        }
        Self { starts, items }
    }

    /// Returns the number of lists.
    #[inline]
    pub fn n_lists(&self) -> usize {
        self.starts.len().saturating_sub(1)
    }

    /// Returns the list with number `list`.
    #[inline]
    pub fn list(&self, list: u32) -> &[u32] {
        let list = index(list);
        &self.items[index(self.starts[list])..index(self.starts[list + 1])]
    }
}

/// Converts a number to an index.
#[inline]
pub fn index(number: u32) -> usize {
    usize::try_from(number).unwrap_or(usize::MAX)
}

/// Converts an index to a number; no table is longer than `u32::MAX`.
#[inline]
pub fn number(index: usize) -> u32 {
    u32::try_from(index).unwrap_or(u32::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_and_their_transpose() {
        let lists = NumberLists::of([&[2, 0][..], &[], &[0]]);
        assert_eq!(lists.n_lists(), 3);
        assert_eq!((lists.list(0), lists.list(1), lists.list(2)), (&[2, 0][..], &[][..], &[0][..]));
        let transposed = lists.transposed(3);
        assert_eq!(
            (transposed.list(0), transposed.list(1), transposed.list(2)),
            (&[0, 2][..], &[][..], &[0][..])
        );
    }
}
