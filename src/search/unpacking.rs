//! The values of a packed state's variables: [packing](super::packing) backwards.

use super::packing::{Field, Packing, index};
use crate::task::{Fact, Task};

/// Where the variables that can change are, and what their codes mean.
#[derive(Debug, Clone)]
pub(super) struct Unpacking(Vec<UnpackedVariable>);

#[derive(Debug, Clone)]
struct UnpackedVariable {
    index: usize,
    /// Perhaps shared with others.
    field: Field,
    /// What a code of 1 is in the field.
    unit: u64,
    /// By code.
    values: Vec<u32>,
}

impl Unpacking {
    /// That of a task's packing.
    pub(super) fn of(task: &Task, packing: &Packing) -> Self {
        let changing = task.variable_ids().filter(|var| packing.can_change(*var));
        let unpacked = changing.map(|var| {
            let packed = packing.variable(var);
            let mut by_code: Vec<(u64, u32)> =
                task.facts(var).filter_map(|fact: Fact| Some((packing.code(fact)?, fact.value))).collect();
            by_code.sort_unstable();
            UnpackedVariable {
                index: var.index(),
                field: packed.packed,
                unit: packed.unit >> packed.packed.shift,
                values: by_code.into_iter().map(|(_, value)| value).collect(),
            }
        });
        Self(unpacked.collect())
    }

    /// Writes the values of those variables that can change.
    pub(super) fn read(&self, state: &[u64], values: &mut [u32]) {
        for UnpackedVariable { index: var, field, unit, values: by_code } in &self.0 {
            let code = field.get(state) / unit % by_code.len() as u64;
            values[*var] = by_code[index(code)];
        }
    }
}
