//! The colours of a GIF: no more than 256, the same in all of its pictures.

use std::collections::BTreeMap;

use super::super::palette::Rgb;

/// The number of the colour that leaves a pixel as it is.
pub(super) const UNCHANGED: u8 = 0;

/// The number of colours beside that one, at most.
const MOST: usize = 255;

/// The number of times that each colour is painted.
#[derive(Default)]
pub(super) struct Count(BTreeMap<Rgb, u64>);

impl Count {
    pub(super) fn add(&mut self, row: &[Rgb]) {
        for equal in row.chunk_by(|a, b| a == b) {
            let times = u64::try_from(equal.len()).unwrap_or(u64::MAX);
            let count = self.0.entry(equal[0]).or_default();
            *count = count.saturating_add(times);
        }
    }
}

/// The colours that a GIF has, by their numbers.
pub(super) struct Colours {
    table: Vec<Rgb>,
    /// The number of each colour that has been counted: its own, or the nearest one's.
    numbers: BTreeMap<Rgb, u8>,
}

impl Colours {
    /// The colours that matter, whether counted or not, then those that are painted most often: so small numbers, which
    /// take less room in the file, are common.
    pub(super) fn new(first: impl IntoIterator<Item = Rgb>, count: &Count) -> Self {
        let mut often: Vec<(Rgb, u64)> = count.0.iter().map(|(colour, times)| (*colour, *times)).collect();
        // Stable: of colours that are equally common the darker ones come first.
        often.sort_by_key(|(_, times)| std::cmp::Reverse(*times));
        let mut table: Vec<Rgb> = Vec::new();
        for colour in first.into_iter().chain(often.into_iter().map(|(colour, _)| colour)) {
            if table.len() < MOST && !table.contains(&colour) {
                table.push(colour);
            }
        }
        let numbers = count.0.keys().map(|colour| (*colour, nearest(&table, *colour))).collect();
        Self { table, numbers }
    }

    /// The number of a colour that was counted.
    pub(super) fn number(&self, colour: Rgb) -> u8 {
        self.numbers.get(&colour).copied().unwrap_or_else(|| nearest(&self.table, colour))
    }

    /// Red, green and blue of each number.
    pub(super) fn to_bytes(&self) -> Vec<u8> {
        [[0; 3]].iter().chain(&self.table).flatten().copied().collect()
    }
}

/// The number of the colour that differs least, the first of those.
fn nearest(table: &[Rgb], wanted: Rgb) -> u8 {
    let difference = |colour: &Rgb| -> u32 {
        colour.iter().zip(wanted).map(|(a, b)| u32::from(a.abs_diff(b)).pow(2)).sum()
    };
    let numbered = (UNCHANGED + 1..=u8::MAX).zip(table);
    numbered.min_by_key(|(_, colour)| difference(colour)).map_or(UNCHANGED, |(number, _)| number)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn count(colours: &[(Rgb, usize)]) -> Count {
        let mut count = Count::default();
        colours.iter().for_each(|(colour, times)| count.add(&vec![*colour; *times]));
        count
    }

    #[test]
    fn common_colours_have_small_numbers() {
        let count = count(&[([1; 3], 1), ([2; 3], 5), ([3; 3], 1), ([2; 3], 1)]);
        let colours = Colours::new([[9; 3]], &count);
        assert_eq!([[9; 3], [2; 3], [1; 3], [3; 3]].map(|colour| colours.number(colour)), [1, 2, 3, 4]);
        assert_eq!(colours.to_bytes(), [0, 0, 0, 9, 9, 9, 2, 2, 2, 1, 1, 1, 3, 3, 3]);
    }

    #[test]
    fn too_many_colours_become_the_nearest_ones_but_for_the_first() {
        let many: Vec<(Rgb, usize)> =
            (0..=u8::MAX).flat_map(|red| [([red, 0, 0], 2), ([red, 1, 0], 1)]).collect();
        let colours = Colours::new([[7, 1, 0]], &count(&many));
        assert_eq!(colours.to_bytes().len(), 3 * 256);
        assert_eq!(colours.number([7, 1, 0]), 1);
        assert_eq!(colours.number([9, 1, 0]), colours.number([9, 0, 0]));
    }
}
