//! Merging sorted runs, and taking known states out of the result.

use super::run::{RecordForm, RunReader};
use crate::folders::DiskError;

/// The records of several runs in ascending order, of equal states the first.
#[derive(Debug)]
pub struct Merge<const W: usize> {
    form: RecordForm,
    runs: Vec<RunReader<W>>,
    /// The next record of every run that has one, with the run's number: a heap, the least on top.
    next: Vec<([u64; W], usize)>,
    last: Option<[u64; W]>,
}

/// The number of records that are merged at a time.
pub const CHUNK: usize = 1 << 14;

impl<const W: usize> Merge<W> {
    /// The records of these runs.
    pub fn of(mut runs: Vec<RunReader<W>>, form: RecordForm) -> Result<Self, DiskError> {
        let mut next = Vec::with_capacity(runs.len());
        for (number, run) in runs.iter_mut().enumerate() {
            next.extend(run.take()?.map(|record| (record, number)));
        }
        // Sorted is a heap.
        next.sort_unstable();
        Ok(Self { form, runs, next, last: None })
    }

    /// The next records, in place of what is there; none at the end.
    pub fn next_chunk(&mut self, chunk: &mut Vec<[u64; W]>) -> Result<(), DiskError> {
        chunk.clear();
        let form = self.form;
        while chunk.len() < CHUNK
            && let Some((record, number)) = self.next.first().copied()
        {
            let state = form.state(&record);
            if self.last != Some(state) {
                chunk.push(record);
                self.last = Some(state);
            }
            let run = &mut self.runs[number];
            if self.next.len() == 1 {
                // One run is left, in which no state is there twice.
                let rest = run.rest_of_block()?;
                let rest = &rest[..rest.len().min(CHUNK - chunk.len())];
                chunk.extend_from_slice(rest);
                self.last = rest.last().map(|record| form.state(record)).or(self.last);
                let n = rest.len();
                run.pass(n);
            }
            match run.take()? {
                Some(record) => self.next[0] = (record, number),
                None => drop(self.next.swap_remove(0)),
            }
            sink(&mut self.next);
        }
        Ok(())
    }

    /// The runs, read to their ends.
    pub fn into_runs(self) -> Vec<RunReader<W>> {
        self.runs
    }
}

/// Makes a heap of one whose top may be too great.
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

/// Takes the states of a run out of a chunk. Chunks come in ascending order; of the run, only as much is read as that takes.
pub fn take_out<const W: usize>(
    chunk: &mut Vec<[u64; W]>,
    known: &mut RunReader<W>,
    form: RecordForm,
) -> Result<(), DiskError> {
    let (mut from, mut kept) = (0, 0);
    while from < chunk.len() {
        let block = known.rest_of_block()?;
        if block.is_empty() {
            chunk.copy_within(from.., kept);
            kept += chunk.len() - from;
            break;
        }
        let mut passed = 0;
        // Without branches: none could be predicted.
        while from < chunk.len() && passed < block.len() {
            let record = chunk[from];
            let (state, other) = (form.state(&record), form.state(&block[passed]));
            chunk[kept] = record;
            kept += usize::from(state < other);
            from += usize::from(state <= other);
            passed += usize::from(other < state);
        }
        known.pass(passed);
    }
    chunk.truncate(kept);
    Ok(())
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    const FORM: RecordForm = RecordForm { operator_bits: 2 };

    /// Sorted records without equal states.
    fn random_run(random: &mut fastrand::Rng, n: usize, most: u64) -> Vec<[u64; 1]> {
        let mut records: Vec<[u64; 1]> = (0..n).map(|_| [random.u64(..most)]).collect();
        records.sort_unstable();
        records.dedup_by_key(|record| FORM.state(record));
        records
    }

    #[test]
    fn runs_are_merged_without_the_states_of_others() {
        let mut random = fastrand::Rng::with_seed(5);
        for round in 0..200 {
            let most = 1 << random.u64(4..20);
            let mut runs = |most_runs| -> Vec<Vec<[u64; 1]>> {
                (0..random.usize(..most_runs))
                    .map(|_| {
                        let n = random.usize(..[5, 50, 3 * CHUNK][round % 3]);
                        random_run(&mut random, n, most)
                    })
                    .collect()
            };
            let (runs, known) = (runs(6), runs(4));
            let states: BTreeSet<[u64; 1]> =
                known.iter().flatten().map(|record| FORM.state(record)).collect();
            let mut expected: Vec<[u64; 1]> = runs.iter().flatten().copied().collect();
            expected.sort_unstable();
            expected.dedup_by_key(|record| FORM.state(record));
            expected.retain(|record| !states.contains(&FORM.state(record)));

            let mut known: Vec<_> = known.into_iter().map(RunReader::of_memory).collect();
            let mut merge = Merge::of(runs.into_iter().map(RunReader::of_memory).collect(), FORM).unwrap();
            let (mut merged, mut chunk) = (Vec::new(), Vec::new());
            loop {
                merge.next_chunk(&mut chunk).unwrap();
                if chunk.is_empty() {
                    break;
                }
                for run in &mut known {
                    take_out(&mut chunk, run, FORM).unwrap();
                }
                merged.append(&mut chunk);
            }
            assert_eq!(merged, expected);
        }
    }
}
