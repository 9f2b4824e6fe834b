//! The layered search itself: from the last complete layer to the next, checkpoint after checkpoint.

use bmcplan_base::folders::{DiskError, Interrupted};
use bmcplan_base::ordered::sort_by_key;
use bmcplan_task::plan::Plan;

use super::super::compiled::Scratch;
use super::super::limits::{
    AtGoal, Counter, Ended, IncompleteReason, OnProgress, SearchInput, SearchProgress,
};
use super::super::orbits::plan_along;
use super::super::pruning::Pruning;
use super::super::report::{SearchRun, StateSpace, goals_at_start};
use super::super::successors::{SuccessorRules, Successors};
use super::super::width::{States, Width};
use super::folder::{Folder, Manifest, OnDisk, RunName, SearchFiles, StoredRun};
use super::merge::{CHUNK, Merge, take_out};
use super::recent::Recent;
use super::run::{RecordForm, RunReader};
use super::settings::DiskBuffers;
use super::sorter::Sorter;
use super::trace::{Changes, add_clock, state_before};

/// Search whose layers are on disk.
#[derive(Debug)]
pub struct LayeredSearch<'a, W: Width> {
    input: SearchInput<'a>,
    rules: &'a SuccessorRules<'a, W>,
    folder: Folder,
    form: RecordForm,
    buffers: DiskBuffers,
    recent: Recent<W>,
    sorter: Sorter<W>,
    scratch: Scratch,
    /// Sorted successors of the current layer that are on disk.
    runs: Vec<StoredRun>,
    next_run: u64,
    /// Transitions from the last layer, once it is expanded.
    new_transitions: u64,
    /// Greatest number of bytes of successors in memory.
    memory_bytes: usize,
}

/// Greatest number of expansions before a batch is closed and the stop flag is read.
const EXPANSIONS_PER_BATCH: u64 = 1 << 10;
/// Number of successors or new states after which progress is reported, besides after each layer.
const RECORDS_PER_REPORT: u64 = 1 << 20;

enum Expanded<W: Width> {
    /// All successors, sorted, in runs and in memory, and the clock in them.
    All(States<W>, W::Owned),
    /// Some successors, since this one is a goal state.
    UpTo(W::Owned),
}

impl<'a, W: Width> LayeredSearch<'a, W> {
    /// Starts or continues the search in a folder.
    pub fn new(
        input: SearchInput<'a>,
        rules: &'a SuccessorRules<'a, W>,
        folder: Folder,
        buffers: DiskBuffers,
    ) -> Self {
        let n_bits = rules.compiled.layout.packing.n_bits();
        let n_operators = rules.compiled.operator_ids().len();
        // One more code means "none".
        let operator_bits = usize::BITS - n_operators.leading_zeros();
        let has_room =
            rules.width.n_words() == 1 && operator_bits < u16::BITS && n_bits + operator_bits <= u64::BITS;
        let operator_bits = if has_room && rules.pruning.has_rows() { operator_bits } else { 0 };
        Self {
            input,
            rules,
            folder,
            form: RecordForm { operator_bits },
            buffers,
            recent: Recent::new(rules.width, buffers.recent_bytes),
            sorter: Sorter::new(rules.width, buffers.successors, n_bits + operator_bits),
            scratch: rules.compiled.scratch(),
            runs: Vec::new(),
            next_run: 0,
            new_transitions: 0,
            memory_bytes: 0,
        }
    }

    fn manifest(&self) -> &Manifest {
        &self.folder.manifest
    }

    fn depth(&self) -> usize {
        self.manifest().layers.len().saturating_sub(1)
    }

    fn states(&self) -> u64 {
        self.manifest().layers.iter().map(|layer| layer.size.records).sum()
    }

    /// Searches layer by layer.
    pub fn run(mut self, progress: OnProgress<'_>) -> Result<OnDisk<SearchRun>, DiskError> {
        let end = match self.search(progress) {
            Ok(end) => end,
            Err(Interrupted::Stop(reason)) => {
                self.folder.remove_unsaved();
                Err(reason.into())
            }
            Err(Interrupted::Fault(error)) => return Err(error),
        };
        let space = StateSpace {
            states: self.states(),
            transitions: self.manifest().transitions + self.new_transitions,
            depth: self.depth() + usize::from(matches!(end, Ok(Some(_)))),
            goal_states: goals_at_start(self.input.task) + self.manifest().goal_states,
        };
        let memory_bytes = self.memory_bytes;
        let result = SearchRun { end, space, plans: None, stopped: None, memory_bytes };
        Ok(OnDisk { result, files: Some(SearchFiles(self.folder)) })
    }

    fn search(&mut self, progress: OnProgress<'_>) -> Result<Ended<Plan>, Interrupted> {
        if self.manifest().layers.is_empty() {
            self.begin()?;
        } else {
            progress(self.progress());
        }
        loop {
            if self.input.limits.max_depth.is_some_and(|max_depth| max_depth <= self.depth()) {
                return Ok(Err(IncompleteReason::DepthReached));
            }
            let (successors, clock) = match self.expand(progress)? {
                Expanded::All(successors, clock) => (successors, clock),
                Expanded::UpTo(goal) => {
                    self.folder.remove_unsaved();
                    return Ok(Ok(Some(self.plan_to(goal)?)));
                }
            };
            if !self.complete(successors, W::of(&clock).as_ref(), progress)? {
                return Ok(Ok(None));
            }
            progress(self.progress());
        }
    }

    fn begin(&mut self) -> Result<(), Interrupted> {
        let name = RunName::Layer(0);
        let mut layer = self.folder.create(self.rules.width, name, self.buffers.block_bytes)?;
        let mut initial = self.rules.width.zeros();
        self.form.add_operator(W::of_mut(&mut initial).as_mut(), Pruning::NO_OPERATOR);
        layer.push(W::of(&initial))?;
        let first = StoredRun { name, size: layer.finish(true)? };
        let mut manifest = self.manifest().clone();
        manifest.layers.push(first);
        manifest.clocks.push(Vec::new());
        manifest.known.push(first);
        self.folder.save(manifest)
    }

    fn progress(&self) -> SearchProgress {
        SearchProgress::of_layers(self.depth(), self.states(), self.memory_bytes)
    }

    /// Opens a layer with its clock, which is empty if states include it.
    fn layer(&self, depth: usize) -> Result<(RunReader<W>, &[u64]), DiskError> {
        let manifest = self.manifest();
        Ok((self.folder.read(self.rules.width, &manifest.layers[depth])?, &manifest.clocks[depth]))
    }

    fn expand(&mut self, progress: OnProgress<'_>) -> Result<Expanded<W>, Interrupted> {
        let (rules, form, width) = (self.rules, self.form, self.rules.width);
        let (mut layer, clock) = self.layer(self.depth())?;
        let clock = clock.to_vec();
        let (mut batch, mut fresh, mut next_clock) = (Successors::new(width), Vec::new(), width.zeros());
        let (mut state, mut room) = (width.zeros(), width.zeros());
        let (mut n_expanded, mut n_successors, mut next_report) = (0, 0, RECORDS_PER_REPORT);
        self.new_transitions = 0;
        loop {
            let next = layer.take()?;
            let is_last = next.is_none();
            if let Some(record) = next {
                let state = W::of_mut(&mut state);
                W::copy(record, state);
                let operator = match form.operator_bits {
                    0 => Pruning::NO_OPERATOR,
                    _ => form.operator(record.as_ref()),
                };
                form.remove_operator(state.as_mut());
                add_clock(state.as_mut(), &clock);
                self.new_transitions += rules.expand(state, operator, &mut self.scratch, &mut batch);
                n_expanded += 1;
                if !batch.is_full() && n_expanded % EXPANSIONS_PER_BATCH != 0 {
                    continue;
                }
            }
            if !batch.states.is_empty() {
                let state = batch.states.get(0);
                let key = rules.keys.of(state, &mut room).as_ref().iter().zip(state.as_ref());
                let next_clock = W::of_mut(&mut next_clock).as_mut();
                next_clock.iter_mut().zip(key).for_each(|(clock, (key, word))| *clock = word & !key);
            }
            self.recent.add_all(&batch.states, &rules.keys, &mut fresh);
            for place in &fresh {
                let found = batch.states.get(*place);
                if rules.at_goal == AtGoal::Halt && rules.compiled.is_goal(found.as_ref(), &mut self.scratch)
                {
                    return Ok(Expanded::UpTo(W::owned(found)));
                }
                if self.sorter.is_full() {
                    self.write_run()?;
                }
                let operator = u16::try_from(batch.made_by[*place]).unwrap_or(Pruning::NO_OPERATOR);
                let record = W::of_mut(&mut state);
                W::copy(rules.keys.of(found, &mut room), record);
                form.add_operator(record.as_mut(), operator);
                self.sorter.push(record);
            }
            n_successors += batch.states.len() as u64;
            batch.clear();
            self.input.stop.check()?;
            if next_report <= n_successors {
                next_report = n_successors + RECORDS_PER_REPORT;
                progress(self.progress());
            }
            if is_last {
                let rest = self.sorted();
                return Ok(Expanded::All(rest, next_clock));
            }
        }
    }

    fn sorted(&mut self) -> States<W> {
        let form = self.form;
        let sorted = self.sorter.sorted(|a, b| form.compare(a, b).is_eq());
        self.memory_bytes =
            self.memory_bytes.max(self.recent.bytes() + self.sorter.bytes() + sorted.n_bytes());
        sorted
    }

    fn write_run(&mut self) -> Result<(), Interrupted> {
        let sorted = self.sorted();
        let name = self.next_run();
        let mut writer = self.folder.create(self.rules.width, name, self.buffers.block_bytes)?;
        for (number, record) in sorted.iter().enumerate() {
            if number % CHUNK == 0 {
                self.input.stop.check()?;
            }
            writer.push(record)?;
        }
        self.runs.push(StoredRun { name, size: writer.finish(false)? });
        self.sorter.reuse(sorted);
        if self.buffers.runs <= self.runs.len() {
            let runs = std::mem::take(&mut self.runs);
            let name = self.next_run();
            let (smaller, rest) = smallest(runs, (self.buffers.runs / 2).max(2));
            let merged = self.merged(name, &smaller)?;
            smaller.iter().for_each(|run| self.folder.remove(run));
            self.runs = rest;
            self.runs.push(merged);
        }
        Ok(())
    }

    fn next_run(&mut self) -> RunName {
        self.next_run += 1;
        RunName::Successors(self.next_run - 1)
    }

    fn readers(&self, runs: &[StoredRun]) -> Result<Vec<RunReader<W>>, DiskError> {
        runs.iter().map(|run| self.folder.read(self.rules.width, run)).collect()
    }

    fn merged(&self, name: RunName, runs: &[StoredRun]) -> Result<StoredRun, Interrupted> {
        let mut merge = Merge::of(self.rules.width, self.readers(runs)?, self.form)?;
        let mut writer = self.folder.create(self.rules.width, name, self.buffers.block_bytes)?;
        let mut chunk = States::new(self.rules.width);
        loop {
            merge.next_chunk(&mut chunk)?;
            if chunk.is_empty() {
                let is_kept = matches!(name, RunName::Known(_));
                return Ok(StoredRun { name, size: writer.finish(is_kept)? });
            }
            self.input.stop.check()?;
            chunk.iter().try_for_each(|record| writer.push(record))?;
        }
    }

    /// Writes the new states among the successors as the next layer, and makes a checkpoint. Returns false if there are none.
    fn complete(
        &mut self,
        successors: States<W>,
        clock: &[u64],
        progress: OnProgress<'_>,
    ) -> Result<bool, Interrupted> {
        let mut manifest = self.manifest().clone();
        let name = RunName::Layer(manifest.layers.len() as u64);
        let runs = self.readers(&self.runs)?;
        let runs = [RunReader::of_memory(successors)].into_iter().chain(runs).collect();
        let mut merge = Merge::of(self.rules.width, runs, self.form)?;
        let mut known = self.readers(&manifest.known)?;
        let mut writer = self.folder.create(self.rules.width, name, self.buffers.block_bytes)?;
        let mut reported = self.progress();
        let mut state = self.rules.width.zeros();
        let (mut n_states, mut chunk) = (reported.states, States::new(self.rules.width));
        loop {
            merge.next_chunk(&mut chunk)?;
            if chunk.is_empty() {
                break;
            }
            self.input.stop.check()?;
            for run in &mut known {
                take_out(&mut chunk, run, self.form)?;
            }
            for record in chunk.iter() {
                if self.rules.at_goal == AtGoal::Count {
                    W::copy(record, W::of_mut(&mut state));
                    let state = W::of_mut(&mut state).as_mut();
                    self.form.remove_operator(state);
                    add_clock(state, clock);
                    manifest.goal_states += u64::from(self.rules.compiled.is_goal(state, &mut self.scratch));
                }
                writer.push(record)?;
            }
            n_states += chunk.len() as u64;
            if reported.states + RECORDS_PER_REPORT <= n_states {
                reported.states = n_states;
                progress(reported);
            }
        }
        let layer = StoredRun { name, size: writer.finish(true)? };
        // The successors that were in memory come first.
        let memory = merge.runs.into_iter().next().map(|run| run.block);
        memory.into_iter().for_each(|memory| self.sorter.reuse(memory));
        self.runs.drain(..).for_each(|run| self.folder.remove(&run));
        if layer.size.records == 0 {
            self.folder.remove(&layer);
            return Ok(false);
        }
        manifest.layers.push(layer);
        let counter = self.input.limits.counter;
        manifest.clocks.push(if counter == Counter::LeftOut { clock.to_vec() } else { Vec::new() });
        manifest.transitions += self.new_transitions;
        self.new_transitions = 0;
        self.add_known(&mut manifest, layer)?;
        self.folder.save(manifest)?;
        Ok(true)
    }

    /// Adds a layer to the states that may be found again. Where these are in too many files, the smaller ones are merged.
    fn add_known(&self, manifest: &mut Manifest, layer: StoredRun) -> Result<(), Interrupted> {
        manifest.known.push(layer);
        let tells = self.input.limits.counter == Counter::Kept;
        if tells && self.rules.compiled.is_once(manifest.layers.len() - 1) {
            // By the clock, the states of this layer and of all before it differ from those of later ones.
            manifest.known.clear();
        }
        if self.buffers.known < manifest.known.len() {
            let known = std::mem::take(&mut manifest.known);
            let (smaller, rest) = smallest(known, self.buffers.known.div_ceil(2).max(2));
            manifest.known = rest;
            manifest.known.push(self.merged(RunName::Known(manifest.next_known), &smaller)?);
            manifest.next_known += 1;
        }
        Ok(())
    }

    /// Returns the plan to a goal state among the successors of the last layer.
    fn plan_to(&self, goal: W::Owned) -> Result<Plan, Interrupted> {
        let SearchInput { task, stop, .. } = self.input;
        let changes = Changes::of(task, self.rules.compiled);
        let mut backwards = vec![goal];
        for depth in (0..=self.depth()).rev() {
            let (layer, clock) = self.layer(depth)?;
            let target = W::of(&backwards[backwards.len() - 1]);
            let before = state_before(self.rules, &changes, target, layer, self.form, clock, stop)?;
            let Some(before) = before else {
                return Err(self.folder.damaged(&self.manifest().layers[depth]).into());
            };
            backwards.push(before);
        }
        let mut chain = States::new(self.rules.width);
        backwards.iter().rev().for_each(|state| chain.push(W::of(state)));
        Ok(plan_along(task, self.rules.compiled, None, &chain, &|_| 0))
    }
}

fn smallest(mut runs: Vec<StoredRun>, n: usize) -> (Vec<StoredRun>, Vec<StoredRun>) {
    sort_by_key(&mut runs, |run| run.size.records);
    let rest = runs.split_off(n.min(runs.len()));
    (runs, rest)
}
