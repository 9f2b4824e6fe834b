//! The random order in which runs are made, so that other work of the machine falls on all configurations alike; the
//! same order for the same seed.

/// Puts them into the order of a seed.
pub fn shuffle<T>(items: &mut [T], seed: u64) {
    fastrand::Rng::with_seed(seed).shuffle(items);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_same_seed_gives_the_same_order_of_the_same() {
        let shuffled = |seed| {
            let mut numbers: Vec<usize> = (0..100).collect();
            shuffle(&mut numbers, seed);
            numbers
        };
        assert_eq!(shuffled(1), shuffled(1));
        assert_ne!(shuffled(1), shuffled(2));
        let mut sorted = shuffled(1);
        sorted.sort_unstable();
        assert_eq!(sorted, (0..100).collect::<Vec<_>>());
    }
}
