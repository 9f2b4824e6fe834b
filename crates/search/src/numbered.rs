//! States with numbers: each state once, in the order in which they were added, and a hash table over them.

use super::memory::{Chunks, MemoryBudget, OutOfMemory};
use super::table::HashFunction;
use super::width::Width;
pub(super) use bmcplan_task::relaxation::{index, number};

#[derive(Debug)]
pub(super) struct NumberedStates<W: Width> {
    states: Chunks<u64, W>,
    /// Open addressing: numbers of states, or [`FREE`].
    slots: Vec<u32>,
}

const FREE: u32 = u32::MAX;
const FIRST_SLOTS: usize = 1 << 10;
/// Slots are not addressed by bits, so the number of bits in use does not matter.
const HASH: HashFunction = HashFunction::new(u64::BITS);

impl<W: Width> NumberedStates<W> {
    pub(super) fn new(width: W, budget: &mut MemoryBudget) -> Result<Self, OutOfMemory> {
        budget.take(FIRST_SLOTS * size_of::<u32>())?;
        Ok(Self { states: Chunks::of(width), slots: vec![FREE; FIRST_SLOTS] })
    }

    #[inline]
    pub(super) fn len(&self) -> usize {
        self.states.len()
    }

    #[inline]
    pub(super) fn get(&self, number: u32) -> &W::State {
        self.states.state(index(number))
    }

    #[inline]
    pub(super) fn find(&self, state: &W::State) -> Option<u32> {
        self.look_up(state).ok()
    }

    /// Returns `Ok` with the number of a known state; otherwise adds the state and returns its number as `Err`.
    #[inline]
    pub(super) fn find_or_add(
        &mut self,
        state: &W::State,
        budget: &mut MemoryBudget,
    ) -> Result<Result<u32, u32>, OutOfMemory> {
        let slot = match self.look_up(state) {
            Ok(number) => return Ok(Ok(number)),
            Err(slot) => slot,
        };
        let number = u32::try_from(self.len()).map_err(|_| OutOfMemory)?;
        if number == FREE {
            return Err(OutOfMemory);
        }
        self.states.push_state(state, budget)?;
        self.slots[slot] = number;
        if self.slots.len() < 2 * self.len() {
            self.grow(budget)?;
        }
        Ok(Err(number))
    }

    /// Returns the number of a state, or the free slot where it would be.
    #[inline]
    fn look_up(&self, state: &W::State) -> Result<u32, usize> {
        let mut slot = HASH.of(state.as_ref()).home(self.slots.len());
        while self.slots[slot] != FREE {
            if W::are_same(self.get(self.slots[slot]), state) {
                return Ok(self.slots[slot]);
            }
            slot = self.after(slot);
        }
        Err(slot)
    }

    #[inline]
    fn after(&self, slot: usize) -> usize {
        if slot + 1 == self.slots.len() { 0 } else { slot + 1 }
    }

    #[cold]
    fn grow(&mut self, budget: &mut MemoryBudget) -> Result<(), OutOfMemory> {
        let n_slots = 2 * self.slots.len();
        budget.take(n_slots * size_of::<u32>())?;
        let old = std::mem::replace(&mut self.slots, vec![FREE; n_slots]);
        for number in old.iter().copied().filter(|number| *number != FREE) {
            let mut slot = HASH.of(self.get(number).as_ref()).home(n_slots);
            while self.slots[slot] != FREE {
                slot = self.after(slot);
            }
            self.slots[slot] = number;
        }
        budget.give_back(old.len() * size_of::<u32>());
        Ok(())
    }
}
