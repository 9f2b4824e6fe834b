//! Order of variables: those that influence each other stand close together.
//!
//! An operator's effect depends on its precondition and goes with its other effects. These pairs are the edges of the causal
//! graph. A local search swaps variables to make the sum of squared distances along edges small (Kissmann & Hoffmann, *BDD
//! ordering heuristics for classical planning*, 2014).

/// Number of starts of the local search, of which the best result is taken.
const N_STARTS: usize = 8;

/// Greatest number of swaps tried in each.
const MOST_SWAPS: usize = 30_000;

/// Returns the nodes of a graph, ordered so that `neighbours` stand close together.
pub(super) fn close_together(neighbours: &[Vec<usize>]) -> Vec<usize> {
    let n = neighbours.len();
    let mut random = Random(1);
    let start = |start: usize, random: &mut Random| {
        let mut order: Vec<usize> = (0..n).collect();
        if 0 < start {
            (1..n).rev().for_each(|last| order.swap(last, random.below(last + 1)));
        }
        improved(order, neighbours, random)
    };
    let orders = (0..N_STARTS).map(|number| start(number, &mut random));
    orders.min_by_key(|(_, length)| *length).map_or_else(Vec::new, |(order, _)| order)
}

/// Swaps variables while that makes edges shorter; returns the order, and the sum over each variable's edges.
fn improved(mut order: Vec<usize>, neighbours: &[Vec<usize>], random: &mut Random) -> (Vec<usize>, i64) {
    let n = order.len();
    let mut places = vec![0_i64; n];
    let number = |index: usize| i64::try_from(index).unwrap_or(i64::MAX);
    order.iter().enumerate().for_each(|(place, var)| places[*var] = number(place));
    let length = |var: usize, places: &[i64]| -> i64 {
        neighbours[var].iter().map(|other| (places[var] - places[*other]).pow(2)).sum()
    };
    for _ in 0..MOST_SWAPS.min(64 * n * n.saturating_sub(1)) {
        let (one, other) = (order[random.below(n)], order[random.below(n)]);
        let before = length(one, &places) + length(other, &places);
        places.swap(one, other);
        // An edge between the two keeps its length.
        if before < length(one, &places) + length(other, &places) {
            places.swap(one, other);
        } else {
            let place = |var: usize| usize::try_from(places[var]).unwrap_or(0);
            (order[place(one)], order[place(other)]) = (one, other);
        }
    }
    let sum = (0..n).map(|var| length(var, &places)).sum();
    (order, sum)
}

/// Pseudo-random numbers, the same in every run (xorshift; Marsaglia 2003).
struct Random(u64);

impl Random {
    fn below(&mut self, n: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        usize::try_from((self.0 >> 16) % n as u64).unwrap_or(0)
    }
}
