//! States in bit fields: as few bits as whole fields allow, no field across a word boundary.
//!
//! Only values that are reachable in the delete relaxation get a code, and the initial value's code is 0. So variables that
//! never change take no bits, and *the initial state is packed as all zeros*. A zeroed slot of the [state table](super::table)
//! can then mean "free", as the initial state is never looked up there.
//!
//! Where it saves words, two or three variables [share](shared_groups) a field, in mixed radix. To be tested, they have copies
//! in scratch words after the state. A variable's code is a digit with a `unit` in its word, and changing it is an addition.

use std::cmp::Reverse;
use std::num::NonZeroU64;

use bmcplan_base::ordered::{distinct, sort, sort_by_key};
use bmcplan_task::{Clock, Fact, Reachability, Task, VarId};

/// Greatest number of words of a state. More: too large to search.
const MOST_WORDS: usize = 256;
/// Greatest number of codes of a shared field, so that tables over them stay small.
const MAX_CODES: u64 = 512;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Field {
    pub(super) word: usize,
    pub(super) shift: u32,
    /// As many ones as the field has bits, at the low end.
    pub(super) ones: u64,
}

impl Field {
    /// Field of no bits, which is 0 in every state.
    pub(super) const NONE: Self = Self { word: 0, shift: 0, ones: 0 };

    #[inline]
    pub(super) fn get(self, words: &[u64]) -> u64 {
        (words[self.word] >> self.shift) & self.ones
    }

    /// Returns the part of `n_bits` bits from bit `first` on.
    pub(super) fn part(self, first: usize, n_bits: usize) -> Self {
        let ones = (1 << n_bits) - 1;
        Self { shift: self.shift + u32::try_from(first).unwrap_or(0), ones, ..self }
    }

    #[inline]
    pub(super) fn mask(self) -> u64 {
        self.ones << self.shift
    }
}

#[derive(Debug, Clone)]
pub(super) struct Packing {
    variables: Vec<PackedVariable>,
    fields: Vec<SharedField>,
    width: usize,
    n_words: usize,
}

#[derive(Debug, Clone)]
pub(super) struct PackedVariable {
    /// Field for tests: the packed one, or a copy after the packed state.
    pub(super) field: Field,
    pub(super) packed: Field,
    /// Value that a code of 1 adds to that field's word; 0 for a variable that never changes.
    pub(super) unit: u64,
    codes: Vec<Option<u64>>,
    pub(super) n_codes: u64,
}

/// Field of the packed state with the variables in it, least significant digit first.
#[derive(Debug, Clone)]
pub(super) struct SharedField {
    pub(super) field: Field,
    pub(super) members: Vec<VarId>,
}

impl Packing {
    pub(super) fn of(task: &Task, reachable: &Reachability) -> Option<Self> {
        let codes: Vec<Vec<Option<u64>>> = task
            .variable_ids()
            .zip(task.initial().values())
            .map(|(var, initial)| codes(task, reachable, var, *initial))
            .collect();
        let sizes: Vec<u64> = codes.iter().map(|codes| codes.iter().flatten().count() as u64).collect();
        let alone: Vec<Vec<usize>> =
            (0..sizes.len()).filter(|var| 1 < sizes[*var]).map(|var| vec![var]).collect();
        let mut groups = alone;
        let mut fields = allocate(&group_sizes(&groups, &sizes), 0)?;
        if 1 < n_words(&fields) {
            let shared = groups_but_for(task.clock(), &sizes);
            let shared_fields = allocate(&group_sizes(&shared, &sizes), 0)?;
            if n_words(&shared_fields) < n_words(&fields) {
                (groups, fields) = (shared, shared_fields);
            }
        }
        let width = n_words(&fields).max(1);
        let variables = codes.into_iter().zip(&sizes).map(|(codes, n_codes)| PackedVariable {
            field: Field::NONE,
            packed: Field::NONE,
            unit: 0,
            codes,
            n_codes: *n_codes,
        });
        let mut packing = Self { variables: variables.collect(), fields: Vec::new(), width, n_words: width };
        for (members, field) in groups.into_iter().zip(fields) {
            packing.place(&members, field);
        }
        packing.copy_sharers()?;
        Some(packing)
    }

    fn place(&mut self, members: &[usize], field: Field) {
        let mut unit = 1 << field.shift;
        for var in members {
            let variable = &mut self.variables[*var];
            (variable.field, variable.packed, variable.unit) = (field, field, unit);
            unit = unit.wrapping_mul(variable.n_codes);
        }
        let members = members.iter().copied().map(VarId::from_index).collect();
        self.fields.push(SharedField { field, members });
    }

    /// Gives variables that share a field separate fields after the packed state.
    fn copy_sharers(&mut self) -> Option<()> {
        let sharers = self.fields.iter().filter(|field| 1 < field.members.len());
        let sharers: Vec<VarId> = sharers.flat_map(|field| field.members.iter().copied()).collect();
        let sizes: Vec<u64> = sharers.iter().map(|var| self.variable(*var).n_codes).collect();
        let copies = allocate(&sizes, self.width)?;
        self.n_words = self.width.max(n_words(&copies));
        for (var, copy) in sharers.iter().zip(copies) {
            self.variables[var.index()].field = copy;
        }
        Some(())
    }

    #[inline]
    pub(super) fn width(&self) -> usize {
        self.width
    }

    /// Returns the number of bits in use in the first word, counted from the lowest one.
    pub(super) fn n_bits(&self) -> u32 {
        let masks =
            self.fields.iter().filter(|shared| shared.field.word == 0).map(|shared| shared.field.mask());
        u64::BITS - masks.fold(0, |all, mask| all | mask).leading_zeros()
    }

    pub(super) fn n_words(&self) -> usize {
        self.n_words
    }

    #[inline]
    pub(super) fn variable(&self, var: VarId) -> &PackedVariable {
        &self.variables[var.index()]
    }

    pub(super) fn fields(&self) -> &[SharedField] {
        &self.fields
    }

    /// Checks whether a variable's field for tests is a copy.
    pub(super) fn has_copy(&self, var: VarId) -> bool {
        self.width <= self.variable(var).field.word
    }

    /// Checks whether a variable has more than one reachable value, and so a field.
    pub(super) fn can_change(&self, var: VarId) -> bool {
        self.variable(var).unit != 0
    }

    /// Returns the code of a fact's value; `None` for a fact that is never true.
    pub(super) fn code(&self, fact: Fact) -> Option<u64> {
        self.variable(fact.var).codes[fact.value_index()]
    }
}

/// Returns groups of variables that share a field. The clock has a field of its own, so that states can be compared without it.
fn groups_but_for(clock: Option<Clock>, sizes: &[u64]) -> Vec<Vec<usize>> {
    let Some(clock) = clock.map(|clock| clock.var.index()).filter(|clock| 1 < sizes[*clock]) else {
        return shared_groups(sizes);
    };
    let mut others = sizes.to_vec();
    others[clock] = 1;
    let mut groups = shared_groups(&others);
    groups.push(vec![clock]);
    groups
}

/// Returns the codes of one variable's values: the initial one first, then the other reachable ones in order.
fn codes(task: &Task, reachable: &Reachability, var: VarId, initial: u32) -> Vec<Option<u64>> {
    let mut next = 0;
    task.facts(var)
        .map(|fact| {
            if fact.value == initial {
                return Some(0);
            }
            reachable.fact(fact).then(|| {
                next += 1;
                next
            })
        })
        .collect()
}

/// Returns the number of codes of each group of variables: the product of its members' numbers.
fn group_sizes(groups: &[Vec<usize>], sizes: &[u64]) -> Vec<u64> {
    groups.iter().map(|group| group.iter().map(|var| sizes[*var]).product()).collect()
}

/// Allocates fields of `sizes` codes each, from `first_word` on: the largest first, each in the first word with space.
pub(super) fn allocate(sizes: &[u64], first_word: usize) -> Option<Vec<Field>> {
    let mut largest_first: Vec<usize> = (0..sizes.len()).collect();
    sort_by_key(&mut largest_first, |index| Reverse(sizes[*index]));
    let mut fields = vec![Field::NONE; sizes.len()];
    let mut used: Vec<u32> = Vec::new();
    for index in largest_first {
        let bits = bits_for(sizes[index]);
        let word = used.iter().position(|used| used + bits <= u64::BITS).unwrap_or(used.len());
        if word == used.len() {
            used.push(0);
        }
        if MOST_WORDS < used.len() {
            return None;
        }
        fields[index] =
            Field { word: first_word + word, shift: used[word], ones: u64::MAX >> (u64::BITS - bits) };
        used[word] += bits;
    }
    Some(fields)
}

/// Returns one more than the last word that a field is in.
pub(super) fn n_words(fields: &[Field]) -> usize {
    fields.iter().map(|field| field.word + 1).max().unwrap_or(0)
}

#[inline]
pub(super) fn index(code: u64) -> usize {
    usize::try_from(code).unwrap_or(usize::MAX)
}

/// Returns the number of bits for `n_codes` codes (at least 1).
fn bits_for(n_codes: u64) -> u32 {
    u64::BITS - (n_codes.max(1) - 1).leading_zeros()
}

/// Partitions the variables with more than one value into groups that share a field. `sizes` are the numbers of values.
///
/// A separate field wastes part of a bit for each variable whose number of values is not a power of two. A greedy choice among
/// all pairs and triples of sizes, most bits saved per variable first, wastes little.
fn shared_groups(sizes: &[u64]) -> Vec<Vec<usize>> {
    let mut kinds: Vec<u64> = distinct(sizes.iter().copied().filter(|size| 1 < *size).collect());
    let mut left: Vec<(u64, Vec<usize>)> = kinds.iter().map(|size| (*size, Vec::new())).collect();
    for (var, size) in sizes.iter().enumerate().rev() {
        if let Ok(kind) = kinds.binary_search(size) {
            left[kind].1.push(var);
        }
    }
    let mut groups = Vec::new();
    kinds.retain(|size| !size.is_power_of_two());
    for shape in shapes(kinds) {
        while let Some(group) = take_group(&mut left, &shape) {
            groups.push(group);
        }
    }
    groups.extend(left.into_iter().flat_map(|(_, vars)| vars).map(|var| vec![var]));
    groups
}

/// Returns the multisets of two or three sizes that save bits, the best first.
fn shapes(sizes: Vec<u64>) -> Vec<Vec<u64>> {
    let mut shapes = Vec::new();
    for (i, a) in sizes.iter().enumerate().take_while(|(_, a)| **a * **a <= MAX_CODES) {
        for (j, b) in sizes.iter().enumerate().skip(i).take_while(|(_, b)| a * **b <= MAX_CODES) {
            shapes.push(vec![*a, *b]);
            let third = sizes.iter().skip(j).take_while(|c| a * b * **c <= MAX_CODES);
            shapes.extend(third.map(|c| vec![*a, *b, *c]));
        }
    }
    let saved = |shape: &[u64]| {
        shape.iter().map(|size| bits_for(*size)).sum::<u32>() - bits_for(shape.iter().product())
    };
    shapes.retain(|shape| 0 < saved(shape));
    sort_by_key(&mut shapes, |shape| {
        // Per variable, in sixths; then the share of its codes that the field uses.
        let per_variable = saved(shape) * if shape.len() == 2 { 3 } else { 2 };
        let n_codes: u64 = shape.iter().product();
        Reverse((per_variable, n_codes << (16 - bits_for(n_codes))))
    });
    shapes
}

/// Takes one variable of each size, if there are enough.
fn take_group(left: &mut [(u64, Vec<usize>)], shape: &[u64]) -> Option<Vec<usize>> {
    let kind = |left: &[(u64, Vec<usize>)], size| left.binary_search_by_key(size, |(kind, _)| *kind).ok();
    let enough = shape.iter().all(|size| {
        let wanted = shape.iter().filter(|other| *other == size).count();
        kind(left, size).is_some_and(|kind| wanted <= left[kind].1.len())
    });
    enough.then(|| shape.iter().filter_map(|size| left[kind(left, size)?].1.pop()).collect())
}

/// Conversion of packed states back to values: the field and codes of each variable that can change.
#[derive(Debug, Clone)]
pub(super) struct Unpacking(Vec<Option<UnpackedVariable>>);

#[derive(Debug, Clone)]
struct UnpackedVariable {
    field: Field,
    /// Value of a code of 1 in a field that is shared with other variables.
    unit: Option<NonZeroU64>,
    values: Vec<u32>,
}

impl Unpacking {
    pub(super) fn of(task: &Task, packing: &Packing) -> Self {
        let unpacked = |var: VarId| {
            let packed = packing.variable(var);
            let mut by_code: Vec<(u64, u32)> =
                task.facts(var).filter_map(|fact: Fact| Some((packing.code(fact)?, fact.value))).collect();
            sort(&mut by_code);
            let unit = NonZeroU64::new(packed.unit >> packed.packed.shift);
            UnpackedVariable {
                field: packed.packed,
                unit: unit.filter(|_| packing.has_copy(var)),
                values: by_code.into_iter().map(|(_, value)| value).collect(),
            }
        };
        Self(task.variable_ids().map(|var| packing.can_change(var).then(|| unpacked(var))).collect())
    }

    #[inline]
    pub(super) fn read(&self, state: &[u64], values: &mut [u32]) {
        for (variable, value) in self.0.iter().zip(values) {
            if let Some(variable) = variable {
                *value = variable.value(state);
            }
        }
    }

    /// Reads only these variables.
    #[inline]
    pub(super) fn read_some(&self, variables: &[VarId], state: &[u64], values: &mut [u32]) {
        for var in variables {
            if let Some(value) = self.value(state, *var) {
                values[var.index()] = value;
            }
        }
    }

    /// Returns the value of a variable; `None` if it never changes.
    #[inline]
    pub(super) fn value(&self, state: &[u64], var: VarId) -> Option<u32> {
        self.0[var.index()].as_ref().map(|variable| variable.value(state))
    }
}

impl UnpackedVariable {
    #[inline]
    fn value(&self, state: &[u64]) -> u32 {
        let code = self.field.get(state);
        // A division takes as long as all the rest.
        let own = self.unit.map_or(code, |unit| code / unit % self.values.len() as u64);
        self.values[index(own)]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn five_times_five_times_five_fits_seven_bits() {
        assert_eq!([1, 2, 3, 5, 8, 9].map(bits_for), [0, 1, 2, 3, 3, 4]);
        let sizes = [5, 1, 4, 5, 6, 5, 5, 7];
        let total: u32 = shared_groups(&sizes)
            .iter()
            .map(|group| bits_for(group.iter().map(|i| sizes[*i]).product()))
            .sum();
        assert_eq!(shared_groups(&sizes), [vec![0, 3, 5], vec![6, 4], vec![2], vec![7]]);
        assert_eq!(total, 7 + 5 + 2 + 3);
    }
}
