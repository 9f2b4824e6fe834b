//! Shared fields of the packed state: which variables are stored together.
//!
//! A field of its own wastes part of a bit for each variable whose number of values is not a power of two. A
//! greedy choice among all pairs and triples of sizes, most bits saved per variable first, wastes little.

use std::cmp::Reverse;
use std::collections::BTreeMap;

/// A shared field has at most so many codes, so that tables over them stay small.
const MAX_CODES: u64 = 512;

/// How many bits hold so many codes (at least 1).
pub(super) fn bits(n_codes: u64) -> u32 {
    u64::BITS - (n_codes.max(1) - 1).leading_zeros()
}

/// Parts the variables with more than one value into groups that share a field. `sizes` are the numbers of
/// values.
pub(super) fn groups(sizes: &[u64]) -> Vec<Vec<usize>> {
    let mut left: BTreeMap<u64, Vec<usize>> = BTreeMap::new();
    for (var, size) in sizes.iter().enumerate().rev().filter(|(_, size)| 1 < **size) {
        left.entry(*size).or_default().push(var);
    }
    let mut groups = Vec::new();
    for shape in shapes(left.keys().copied().filter(|size| !size.is_power_of_two()).collect()) {
        while let Some(group) = take(&mut left, &shape) {
            groups.push(group);
        }
    }
    groups.extend(left.into_values().flatten().map(|var| vec![var]));
    groups
}

/// The multisets of two or three sizes that save bits, the best first.
fn shapes(sizes: Vec<u64>) -> Vec<Vec<u64>> {
    let mut shapes = Vec::new();
    for (i, a) in sizes.iter().enumerate().take_while(|(_, a)| **a * **a <= MAX_CODES) {
        for (j, b) in sizes.iter().enumerate().skip(i).take_while(|(_, b)| a * **b <= MAX_CODES) {
            shapes.push(vec![*a, *b]);
            let third = sizes.iter().skip(j).take_while(|c| a * b * **c <= MAX_CODES);
            shapes.extend(third.map(|c| vec![*a, *b, *c]));
        }
    }
    let saved =
        |shape: &[u64]| shape.iter().map(|size| bits(*size)).sum::<u32>() - bits(shape.iter().product());
    shapes.retain(|shape| 0 < saved(shape));
    shapes.sort_by_key(|shape| {
        // Per variable, in sixths; then the share of its codes that the field uses.
        let per_variable = saved(shape) * if shape.len() == 2 { 3 } else { 2 };
        let n_codes: u64 = shape.iter().product();
        Reverse((per_variable, n_codes << (16 - bits(n_codes))))
    });
    shapes
}

/// Takes one variable of each size, if there are enough.
fn take(left: &mut BTreeMap<u64, Vec<usize>>, shape: &[u64]) -> Option<Vec<usize>> {
    let enough = shape.iter().all(|size| {
        let wanted = shape.iter().filter(|other| *other == size).count();
        left.get(size).is_some_and(|vars| wanted <= vars.len())
    });
    enough.then(|| shape.iter().filter_map(|size| left.get_mut(size)?.pop()).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn five_times_five_times_five_fits_seven_bits() {
        assert_eq!([1, 2, 3, 5, 8, 9].map(bits), [0, 1, 2, 3, 3, 4]);
        let sizes = [5, 1, 4, 5, 6, 5, 5, 7];
        let total: u32 =
            groups(&sizes).iter().map(|group| bits(group.iter().map(|i| sizes[*i]).product())).sum();
        assert_eq!(groups(&sizes), [vec![0, 3, 5], vec![6, 4], vec![2], vec![7]]);
        assert_eq!(total, 7 + 5 + 2 + 3);
    }
}
