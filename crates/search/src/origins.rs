//! The list of states of a breadth-first search, with the operator and the parent of every state that was found, in three
//! bytes.
//!
//! States are found in the order of their parents. So it is enough to store the distance of each parent from that of the state
//! before: a byte, nearly always. With the operators, the path to a state can be read off when the states on it have been
//! freed.

use super::layer::{FoundList, OriginBatch};
use super::memory::{Chunks, MemoryBudget, OutOfMemory};
use super::pruning::Pruning;
use super::width::{States, Width};

#[derive(Debug)]
pub(super) struct Origins {
    /// Lower halves of the operators' numbers.
    pub(super) operators: Chunks<u16>,
    /// Upper halves, if one is not 0.
    upper: Option<Chunks<u16>>,
    /// Numbers of parents, each less the one before; [`FAR`] if it is in `far`.
    advances: Chunks<u8>,
    /// States, and by how much their parents' numbers are greater than the ones before.
    far: Vec<(usize, usize)>,
    last_parent: usize,
}

#[derive(Debug, Default)]
pub(super) struct NewOrigins {
    operators: Vec<u16>,
    upper: Vec<u16>,
    /// Unknown for the first state.
    advances: Vec<u8>,
    /// Indices in these arrays, and advances.
    far: Vec<(usize, usize)>,
    first_parent: usize,
    last_parent: usize,
}

const FAR: u8 = u8::MAX;

impl Origins {
    /// Builds the list with the initial state, in a search with `n_operators` operators.
    pub(super) fn new(n_operators: usize, budget: &mut MemoryBudget) -> Result<Self, OutOfMemory> {
        let mut origins = Self {
            operators: Chunks::default(),
            upper: (usize::from(u16::MAX) < n_operators).then(Chunks::default),
            advances: Chunks::default(),
            far: Vec::new(),
            last_parent: 0,
        };
        origins.operators.push(Pruning::NO_OPERATOR, budget)?;
        if let Some(upper) = &mut origins.upper {
            upper.push(0, budget)?;
        }
        origins.advances.push(0, budget)?;
        Ok(origins)
    }

    pub(super) fn growth(&self, n_origins: usize) -> usize {
        let upper = self.upper.as_ref().map_or(0, |upper| upper.growth(n_origins));
        self.operators.growth(n_origins) + upper + self.advances.growth(n_origins)
    }

    pub(super) fn append(
        &mut self,
        new: &mut NewOrigins,
        budget: &mut MemoryBudget,
    ) -> Result<(), OutOfMemory> {
        let NewOrigins { operators, upper, advances, far, first_parent, last_parent } = new;
        let Some(first) = advances.first_mut() else { return Ok(()) };
        let number = self.advances.len();
        *first = short(*first_parent - self.last_parent).unwrap_or_else(|advance| {
            self.far.push((number, advance));
            FAR
        });
        self.far.extend(far.iter().map(|(place, advance)| (number + place, *advance)));
        self.operators.extend(operators, budget)?;
        if let Some(all) = &mut self.upper {
            upper.resize(operators.len(), 0);
            all.extend(upper, budget)?;
        }
        self.advances.extend(advances, budget)?;
        self.last_parent = *last_parent;
        new.clear();
        Ok(())
    }

    pub(super) fn way_to(&self, mut state: usize) -> Vec<usize> {
        let (mut way, mut parent, mut far) = (Vec::new(), self.last_parent, self.far.iter().rev());
        for number in (1..self.advances.len()).rev() {
            if number == state {
                let upper = self.upper.as_ref().map_or(0, |upper| upper.get(number));
                way.push(usize::from(upper) << u16::BITS | usize::from(self.operators.get(number)));
                state = parent;
            }
            parent -= match self.advances.get(number) {
                FAR => far.next().map_or(0, |(_, advance)| *advance),
                advance => usize::from(advance),
            };
        }
        way.reverse();
        way
    }
}

impl OriginBatch for NewOrigins {
    type Origin = u32;

    #[inline]
    fn push(&mut self, operator: u32, parent: usize) {
        self.operators.push((operator & u32::from(u16::MAX)) as u16);
        let place = self.advances.len();
        if u32::from(u16::MAX) < operator {
            self.upper.resize(place, 0);
            self.upper.push((operator >> u16::BITS) as u16);
        }
        if place == 0 {
            (self.first_parent, self.last_parent) = (parent, parent);
        }
        let advance = short(parent - self.last_parent);
        self.last_parent = parent;
        self.advances.push(advance.unwrap_or_else(|advance| {
            self.far.push((place, advance));
            FAR
        }));
    }

    fn clear(&mut self) {
        self.operators.clear();
        self.upper.clear();
        self.advances.clear();
        self.far.clear();
    }

    fn bytes(&self) -> usize {
        (self.operators.capacity() + self.upper.capacity()) * size_of::<u16>() + self.advances.capacity()
    }
}

/// Returns a distance as a byte, if it fits and differs from [`FAR`].
#[inline]
fn short(advance: usize) -> Result<u8, usize> {
    u8::try_from(advance).ok().filter(|short| *short != FAR).ok_or(advance)
}

/// All states, by number, each with the search's record of it.
#[derive(Debug)]
pub(super) struct StateList<W: Width> {
    /// States; those of layers that are no longer needed are freed.
    pub(super) states: Chunks<u64, W>,
    pub(super) origins: Origins,
}

/// States of a layer that threads expand, each with the operator that found it.
#[derive(Debug)]
pub(super) struct ExpandedLayer<W: Width> {
    pub(super) states: Chunks<u64, W>,
    pub(super) found_by: Chunks<u16>,
}

impl<W: Width> StateList<W> {
    pub(super) fn new(width: W, n_operators: usize, budget: &mut MemoryBudget) -> Result<Self, OutOfMemory> {
        let mut states = Chunks::of(width);
        states.push_state(W::of(&width.zeros()), budget)?;
        Ok(Self { states, origins: Origins::new(n_operators, budget)? })
    }
}

impl<W: Width> FoundList<W> for StateList<W> {
    type Origin = u32;
    type NewOrigins = NewOrigins;
    type Layer = ExpandedLayer<W>;

    fn len(&self) -> usize {
        self.states.len()
    }

    fn growth(&self, n_states: usize) -> usize {
        self.states.growth(n_states) + self.origins.growth(n_states)
    }

    fn append(
        &mut self,
        states: &States<W>,
        origins: &mut NewOrigins,
        budget: &mut MemoryBudget,
    ) -> Result<(), OutOfMemory> {
        self.states.extend(states.words(), budget)?;
        self.origins.append(origins, budget)
    }

    fn fork(&mut self) -> ExpandedLayer<W> {
        ExpandedLayer { states: self.states.fork(), found_by: self.origins.operators.fork() }
    }

    fn join(&mut self, layer: ExpandedLayer<W>) {
        self.states.join(layer.states);
        self.origins.operators.join(layer.found_by);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ways_lead_over_distant_parents_and_large_numbers_of_operators() {
        let mut budget = MemoryBudget::new(None);
        let mut origins = Origins::new(1 << 20, &mut budget).unwrap();
        // For each state the path to it.
        let mut ways: Vec<Vec<usize>> = vec![Vec::new()];
        let mut parent = 0;
        for batch in 0..40_usize {
            let mut new = NewOrigins::default();
            for number in 0..batch * 5 {
                parent += match ways.len() {
                    900 => 256,
                    3_000 => 257,
                    1_500 => 255,
                    2_100 => 254,
                    found => found / 7 % 2,
                };
                parent = parent.min(ways.len() - 1);
                let operator = (batch * 40_503 + number * 7_919) % (1 << 20);
                new.push(u32::try_from(operator).unwrap(), parent);
                let way = ways[parent].iter().copied().chain([operator]).collect();
                ways.push(way);
            }
            origins.append(&mut new, &mut budget).unwrap();
        }
        assert_eq!(origins.far.len(), 3);
        for (state, way) in ways.iter().enumerate() {
            assert_eq!(origins.way_to(state), *way);
        }
    }
}
