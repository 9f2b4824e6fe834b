//! The path to a state, read off the layers backwards: one after the other is read until a state has the target as a successor.
//!
//! A state before the target differs from it in variables that one operator changes, and in the clock. Few states do, and only
//! these are expanded.

use bmcplan_base::folders::Interrupted;
use bmcplan_base::stop::Stop;
use bmcplan_task::Task;

use super::super::compiled::Compiled;
use super::super::successors::SuccessorRules;
use super::super::width::Width;
use super::run::{RecordForm, RunReader};

/// Bits that operators change.
#[derive(Debug)]
pub struct Changes {
    width: usize,
    /// Sets of bits, one after the other.
    sets: Vec<u64>,
}

/// With more sets of bits than this, comparing them takes as long as expanding the state.
const MOST_SETS: usize = 64;

impl Changes {
    /// Collects the bits that each of a task's operators changes.
    pub fn of(task: &Task, compiled: &Compiled) -> Self {
        let (packing, width) = (&compiled.layout.packing, compiled.width());
        let mut sets: Vec<u64> = Vec::new();
        for id in compiled.operator_ids() {
            let mut bits: Vec<u64> = (0..width).map(|word| compiled.clock_bits(word)).collect();
            for effect in &task.operator(id).effects {
                let field = packing.variable(effect.fact.var).packed;
                bits[field.word] |= field.mask();
            }
            if !sets.chunks_exact(width).any(|known| known == bits) {
                sets.extend(bits);
            }
            if MOST_SETS * width < sets.len() {
                return Self { width, sets: vec![u64::MAX; width] };
            }
        }
        Self { width, sets }
    }

    #[inline]
    fn may_lead(&self, from: &[u64], to: &[u64]) -> bool {
        self.sets
            .chunks_exact(self.width)
            .any(|bits| from.iter().zip(to).zip(bits).all(|((from, to), bits)| (from ^ to) & !bits == 0))
    }
}

/// Returns the first state of a layer with an operator to the target, if there is one. `clock` is the clock that the layer's
/// records omit.
pub fn state_before<W: Width>(
    rules: &SuccessorRules<'_, W>,
    changes: &Changes,
    target: &W::State,
    mut layer: RunReader<W>,
    form: RecordForm,
    clock: &[u64],
    stop: &Stop,
) -> Result<Option<W::Owned>, Interrupted> {
    let (compiled, width) = (rules.compiled, rules.width);
    let mut scratch = compiled.scratch();
    let (mut room, mut state) = (width.zeros(), width.zeros());
    let target_key = rules.keys.of(target, &mut room);
    loop {
        stop.check()?;
        let block = width.states(layer.rest_of_block()?);
        let n = block.len();
        if n == 0 {
            return Ok(None);
        }
        for record in block {
            let words = W::of_mut(&mut state);
            W::copy(record, words);
            form.remove_operator(words.as_mut());
            if !changes.may_lead((*words).as_ref(), target_key.as_ref()) {
                continue;
            }
            add_clock(words.as_mut(), clock);
            let mut leads = false;
            compiled.each_successor::<W>(words, &mut scratch, |_, next| leads |= next == target);
            if leads {
                return Ok(Some(state));
            }
        }
        layer.pass(n);
    }
}

/// Adds the clock to a state whose record omits it.
#[inline]
pub fn add_clock(key: &mut [u64], clock: &[u64]) {
    key.iter_mut().zip(clock).for_each(|(word, clock)| *word |= clock);
}
