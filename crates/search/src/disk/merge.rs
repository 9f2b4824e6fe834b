//! Merging sorted runs, and removing known states from the result.

use bmcplan_base::folders::DiskError;

use super::super::width::{States, Width};
use super::run::{RecordForm, RunReader};

/// Records of several runs in ascending order, of equal states the first.
#[derive(Debug)]
pub struct Merge<W: Width> {
    width: W,
    form: RecordForm,
    /// In the end read to their ends.
    pub runs: Vec<RunReader<W>>,
    /// Next record of every run that has one, with the run's number: a heap, the least on top.
    next: Vec<(W::Owned, usize)>,
    last: W::Owned,
    has_last: bool,
}

/// Number of records that are merged at a time.
pub const CHUNK: usize = 1 << 14;

impl<W: Width> Merge<W> {
    /// Starts the merge of `runs`.
    pub fn of(width: W, mut runs: Vec<RunReader<W>>, form: RecordForm) -> Result<Self, DiskError> {
        let mut next = Vec::with_capacity(runs.len());
        for (number, run) in runs.iter_mut().enumerate() {
            next.extend(run.take()?.map(|record| (W::owned(record), number)));
        }
        // A sorted list is a heap.
        next.sort_unstable();
        Ok(Self { width, form, runs, next, last: width.zeros(), has_last: false })
    }

    /// Replaces `chunk` by the next records; empty at the end.
    pub fn next_chunk(&mut self, chunk: &mut States<W>) -> Result<(), DiskError> {
        chunk.clear();
        let (form, n_words) = (self.form, self.width.n_words());
        while chunk.words().len() < CHUNK * n_words
            && let Some((record, number)) = self.next.first_mut()
        {
            let state = W::of(record);
            let last = W::of_mut(&mut self.last);
            if !self.has_last || form.compare((*last).as_ref(), state.as_ref()).is_ne() {
                chunk.push(state);
                W::copy(state, last);
                self.has_last = true;
            }
            let run = &mut self.runs[*number];
            if self.next.len() == 1 {
                // One run is left, in which no state occurs twice.
                let rest = run.rest_of_block()?;
                let n = (rest.len() / n_words).min(CHUNK - chunk.len());
                chunk.words_mut().extend_from_slice(&rest[..n * n_words]);
                if 0 < n {
                    W::copy(chunk.get(chunk.len() - 1), last);
                }
                run.pass(n);
            }
            match run.take()? {
                Some(next) => W::copy(next, W::of_mut(&mut self.next[0].0)),
                None => drop(self.next.swap_remove(0)),
            }
            sink(&mut self.next);
        }
        Ok(())
    }
}

/// Restores the heap property where only the top may be too great.
#[inline]
fn sink<T: Ord>(heap: &mut [T]) {
    let mut place = 0;
    loop {
        let mut least = 2 * place + 1;
        if heap.len() <= least {
            return;
        }
        if least + 1 < heap.len() && heap[least + 1] < heap[least] {
            least += 1;
        }
        if heap[place] <= heap[least] {
            return;
        }
        heap.swap(place, least);
        place = least;
    }
}

/// Removes the states of a run from a chunk. Chunks come in ascending order; the run is read only as far as needed.
pub fn take_out<W: Width>(
    chunk: &mut States<W>,
    known: &mut RunReader<W>,
    form: RecordForm,
) -> Result<(), DiskError> {
    let n_words = chunk.width().n_words();
    let words = chunk.words_mut();
    let (mut from, mut kept) = (0, 0);
    while from < words.len() {
        let block = known.rest_of_block()?;
        if block.is_empty() {
            words.copy_within(from.., kept);
            kept += words.len() - from;
            break;
        }
        let mut passed = 0;
        // Without branches: none could be predicted.
        while from < words.len() && passed < block.len() {
            words.copy_within(from..from + n_words, kept);
            let order = form.compare(&words[kept..kept + n_words], &block[passed..passed + n_words]);
            kept += n_words * usize::from(order.is_lt());
            from += n_words * usize::from(order.is_le());
            passed += n_words * usize::from(order.is_gt());
        }
        known.pass(passed / n_words);
    }
    words.truncate(kept);
    Ok(())
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::super::super::width::Fixed;
    use super::*;

    const FORM: RecordForm = RecordForm { operator_bits: 2 };

    fn random_run(random: &mut fastrand::Rng, n: usize, most: u64) -> Vec<u64> {
        let mut records: Vec<u64> = (0..n).map(|_| random.u64(..most)).collect();
        records.sort_unstable();
        records.dedup_by_key(|record| *record >> FORM.operator_bits);
        records
    }

    fn reader(records: &[u64]) -> RunReader<Fixed<1>> {
        let mut list = States::new(Fixed);
        list.words_mut().extend(records);
        RunReader::of_memory(list)
    }

    #[test]
    fn runs_are_merged_without_the_states_of_others() {
        let mut random = fastrand::Rng::with_seed(5);
        for round in 0..200 {
            let most = 1 << random.u64(4..20);
            let mut runs = |most_runs| -> Vec<Vec<u64>> {
                (0..random.usize(..most_runs))
                    .map(|_| {
                        let n = random.usize(..[5, 50, 3 * CHUNK][round % 3]);
                        random_run(&mut random, n, most)
                    })
                    .collect()
            };
            let (runs, known) = (runs(6), runs(4));
            let states: BTreeSet<u64> =
                known.iter().flatten().map(|record| record >> FORM.operator_bits).collect();
            let mut expected: Vec<u64> = runs.iter().flatten().copied().collect();
            expected.sort_unstable();
            expected.dedup_by_key(|record| *record >> FORM.operator_bits);
            expected.retain(|record| !states.contains(&(record >> FORM.operator_bits)));

            let mut known: Vec<_> = known.iter().map(|run| reader(run)).collect();
            let mut merge =
                Merge::of(Fixed::<1>, runs.iter().map(|run| reader(run)).collect(), FORM).unwrap();
            let (mut merged, mut chunk) = (Vec::new(), States::new(Fixed::<1>));
            loop {
                merge.next_chunk(&mut chunk).unwrap();
                if chunk.is_empty() {
                    break;
                }
                for run in &mut known {
                    take_out(&mut chunk, run, FORM).unwrap();
                }
                merged.append(chunk.words_mut());
            }
            assert_eq!(merged, expected);
        }
    }
}
