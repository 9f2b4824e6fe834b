//! The way to a state, read off the layers backwards: one after the other is read until a state has the target as a successor.
//!
//! A state before the target differs from it in variables that one operator changes, and in the clock. Few states do, and only these
//! are expanded.

use super::super::compiled::Compiled;
use super::super::operator_set::OperatorSet;
use super::super::successors::SuccessorRules;
use super::run::{RecordForm, RunReader};
use crate::folders::Interrupted;
use crate::stop::Stop;
use crate::task::Task;

/// The bits that operators change.
#[derive(Debug)]
pub struct Changes<const W: usize>(Vec<[u64; W]>);

/// With more sets of bits than this, it takes as long to compare them as to expand the state.
const MOST_SETS: usize = 64;

impl<const W: usize> Changes<W> {
    /// The bits that each of a task's operators changes.
    pub fn of(task: &Task, compiled: &Compiled) -> Self {
        let packing = &compiled.layout.packing;
        let mut sets: Vec<[u64; W]> = Vec::new();
        for id in compiled.operator_ids() {
            let mut bits: [u64; W] = std::array::from_fn(|word| compiled.clock_bits(word));
            for effect in &task.operator(id).effects {
                let field = packing.variable(effect.fact.var).packed;
                bits[field.word] |= field.mask();
            }
            if !sets.contains(&bits) {
                sets.push(bits);
            }
            if MOST_SETS < sets.len() {
                return Self(vec![[u64::MAX; W]]);
            }
        }
        Self(sets)
    }

    /// True if an operator may lead from a state to another.
    #[inline]
    fn may_lead(&self, from: &[u64; W], to: &[u64; W]) -> bool {
        let differs = |bits: &[u64; W]| (0..W).any(|word| (from[word] ^ to[word]) & !bits[word] != 0);
        self.0.iter().any(|bits| !differs(bits))
    }
}

/// The first state of a layer with an operator to the target, if there is one. `clock` is what the layer's records leave out.
pub fn state_before<const W: usize>(
    rules: &SuccessorRules<'_, W>,
    changes: &Changes<W>,
    target: &[u64; W],
    mut layer: RunReader<W>,
    form: RecordForm,
    clock: &[u64; W],
    stop: &Stop,
) -> Result<Option<[u64; W]>, Interrupted> {
    let compiled = rules.compiled;
    let mut scratch = compiled.scratch();
    let unwanted = OperatorSet::none_of(compiled.operator_ids().len());
    let target_key = rules.key(target);
    loop {
        if let Some(reason) = stop.reason() {
            return Err(reason.into());
        }
        let block = layer.rest_of_block()?;
        if block.is_empty() {
            return Ok(None);
        }
        let n = block.len();
        for record in block {
            let key = form.state(record);
            if !changes.may_lead(&key, &target_key) {
                continue;
            }
            let state = with_clock(&key, clock);
            let mut leads = false;
            compiled.expand(&state, &mut scratch, compiled.groups(), &unwanted, |_, next| {
                leads |= next == *target;
            });
            if leads {
                return Ok(Some(state));
            }
        }
        layer.pass(n);
    }
}

/// A state with the clock that its record leaves out.
#[inline]
pub fn with_clock<const W: usize>(key: &[u64; W], clock: &[u64; W]) -> [u64; W] {
    std::array::from_fn(|word| key[word] | clock[word])
}
