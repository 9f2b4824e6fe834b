//! Lanes: all placements of cars in a row or column, and the slides between them.
//!
//! A placement has a number, and placements of the same sequence of lengths follow each other. The cells of a lane that crossing
//! cars cover are a *pattern*, bit by bit. For each pattern, the placements of a sequence that fit have *ranks*, from 0.

use std::ops::Range;

use itertools::Itertools as _;

/// The greatest number of cells in a lane.
pub(super) const MAX_LANE: usize = 6;

/// The number of patterns of the longest lane.
const PATTERNS: usize = 1 << MAX_LANE;

/// The lengths of cars.
const LENGTHS: [u8; 2] = [2, 3];

/// A car in a lane.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct LaneCar {
    pub length: u8,
    /// The place of its first cell, from 0.
    pub first: u8,
}

impl LaneCar {
    fn cells(self) -> u8 {
        ((1 << self.length) - 1) << self.first
    }
}

/// One car of a lane moves by any distance.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct LaneSlide {
    /// The placement afterwards.
    pub to: u8,
    /// The rank afterwards less that before.
    pub rank_change: i32,
    /// The index of the car in its lane.
    pub car: u8,
}

/// All placements in lanes of one size.
pub(super) struct LaneTable {
    /// The number of cells.
    pub size: usize,
    /// The cars of each placement.
    cars: Vec<Vec<LaneCar>>,
    /// The cells of each placement, a bit each.
    cells: Vec<u8>,
    /// The same, as many bits apart as lanes have cells.
    cells_across: Vec<u64>,
    /// The placements of each sequence.
    sequences: Vec<Range<u8>>,
    /// For each sequence and pattern the placements that fit, by rank.
    fitting: Vec<Vec<Vec<u8>>>,
    /// For each placement and pattern its rank.
    ranks: Vec<[u8; PATTERNS]>,
    /// For each placement and pattern, the range of its slides.
    slide_ranges: Vec<[(u16, u16); PATTERNS]>,
    slides: Vec<LaneSlide>,
    /// For each placement and car the placement of the others.
    without: Vec<Vec<u8>>,
}

impl LaneTable {
    /// The table for lanes of up to [`MAX_LANE`] cells. Cars that fill the lane are left out: none of them could ever move.
    pub(super) fn new(size: usize) -> Self {
        let cars = placements(size);
        let cells = cars.iter().map(|cars| covered(cars)).collect_vec();
        let sequences = sequences(&cars);
        let n_patterns = 1 << size;
        let fits =
            |placement: &u8, pattern: usize| usize::from(cells[usize::from(*placement)]) & pattern == 0;
        let fitting_one = |sequence: &Range<u8>| -> Vec<Vec<u8>> {
            let with = |pattern| sequence.clone().filter(|placement| fits(placement, pattern)).collect();
            (0..n_patterns).map(with).collect()
        };
        let fitting = sequences.iter().map(fitting_one).collect_vec();
        let mut ranks = vec![[0_u8; PATTERNS]; cars.len()];
        for (pattern, placements) in fitting.iter().flat_map(|patterns| patterns.iter().enumerate()) {
            for (rank, placement) in (0..).zip(placements) {
                ranks[usize::from(*placement)][pattern] = rank;
            }
        }
        let mut table = Self {
            size,
            without: without(&cars),
            cells_across: cells.iter().map(|cells| spread(*cells, size)).collect(),
            cars,
            cells,
            sequences,
            fitting,
            slide_ranges: vec![[(0, 0); PATTERNS]; ranks.len()],
            ranks,
            slides: Vec::new(),
        };
        table.add_slides();
        table
    }

    fn add_slides(&mut self) {
        let placed = self.fitting.iter().flat_map(|patterns| patterns.iter().enumerate());
        let placed =
            placed.flat_map(|(pattern, fitting)| fitting.iter().map(move |from| (pattern, *from, fitting)));
        let placed = placed.map(|(pattern, from, fitting)| {
            let slides = fitting.iter().filter_map(|to| self.slide(from, *to, pattern)).collect_vec();
            (pattern, from, slides)
        });
        for (pattern, from, slides) in placed.collect_vec() {
            let start = self.slides.len();
            self.slides.extend(slides);
            // Some hundreds of slides for the longest lane.
            self.slide_ranges[usize::from(from)][pattern] = (start as u16, self.slides.len() as u16);
        }
    }

    /// The slide between two placements of a sequence that fit a pattern, if there is one.
    fn slide(&self, from: u8, to: u8, pattern: usize) -> Option<LaneSlide> {
        let (before, after) = (self.cars(from), self.cars(to));
        let (car, (before, after)) = before
            .iter()
            .zip(after)
            .enumerate()
            .filter(|(_, (before, after))| before != after)
            .exactly_one()
            .ok()?;
        let swept = before.first.min(after.first)..before.first.max(after.first) + before.length;
        let is_free = swept.into_iter().all(|cell| pattern >> cell & 1 == 0);
        let rank = |placement: u8| i32::from(self.ranks[usize::from(placement)][pattern]);
        is_free.then(|| LaneSlide { to, rank_change: rank(to) - rank(from), car: car as u8 })
    }

    /// The number of sequences of lengths; the first one has no cars.
    pub(super) fn n_sequences(&self) -> usize {
        self.sequences.len()
    }

    /// The sequence of the red car alone.
    pub(super) fn red_sequence(&self) -> usize {
        1
    }

    /// The placement of the red car at the end of its lane.
    pub(super) fn red_goal(&self) -> u8 {
        self.sequences[self.red_sequence()].end - 1
    }

    /// The placements of a sequence.
    pub(super) fn placements(&self, sequence: usize) -> Range<u8> {
        self.sequences[sequence].clone()
    }

    /// The placements of a sequence that fit a pattern, by rank.
    pub(super) fn fitting(&self, sequence: usize, pattern: u8) -> &[u8] {
        &self.fitting[sequence][usize::from(pattern)]
    }

    /// The rank of a placement that fits a pattern.
    pub(super) fn rank(&self, placement: u8, pattern: u8) -> u32 {
        self.ranks[usize::from(placement)][usize::from(pattern)].into()
    }

    /// The slides from a placement that fits a pattern.
    pub(super) fn slides(&self, placement: u8, pattern: u8) -> &[LaneSlide] {
        let (start, end) = self.slide_ranges[usize::from(placement)][usize::from(pattern)];
        &self.slides[start.into()..end.into()]
    }

    /// The cells of a placement, a bit each.
    pub(super) fn cells(&self, placement: u8) -> u8 {
        self.cells[usize::from(placement)]
    }

    /// The cells of a placement, as many bits apart as lanes have cells.
    pub(super) fn cells_across(&self, placement: u8) -> u64 {
        self.cells_across[usize::from(placement)]
    }

    /// The cars of a placement, in order.
    pub(super) fn cars(&self, placement: u8) -> &[LaneCar] {
        &self.cars[usize::from(placement)]
    }

    /// The placement without one of its cars.
    pub(super) fn without(&self, placement: u8, car: usize) -> u8 {
        self.without[usize::from(placement)][car]
    }
}

/// All placements, those of a sequence together.
fn placements(size: usize) -> Vec<Vec<LaneCar>> {
    let mut all = Vec::new();
    let mut open = vec![(0, Vec::new())];
    while let Some((next, cars)) = open.pop() {
        for (first, length) in (next..size as u8).cartesian_product(LENGTHS) {
            if usize::from(first + length) <= size {
                let longer = [&cars[..], &[LaneCar { length, first }]].concat();
                open.push((first + length, longer));
            }
        }
        if usize::from(lengths(&cars).sum::<u8>()) < size {
            all.push(cars);
        }
    }
    let key = |cars: &Vec<LaneCar>| {
        (cars.len(), lengths(cars).collect_vec(), cars.iter().map(|car| car.first).collect_vec())
    };
    all.sort_by_cached_key(key);
    all
}

fn lengths(cars: &[LaneCar]) -> impl Iterator<Item = u8> {
    cars.iter().map(|car| car.length)
}

fn covered(cars: &[LaneCar]) -> u8 {
    cars.iter().fold(0, |cells, car| cells | car.cells())
}

fn spread(cells: u8, size: usize) -> u64 {
    (0..size).fold(0, |spread, cell| spread | u64::from(cells >> cell & 1) << (size * cell))
}

/// Ranges of placements with the same lengths.
fn sequences(placements: &[Vec<LaneCar>]) -> Vec<Range<u8>> {
    let is_same = |one: &Vec<LaneCar>, other: &Vec<LaneCar>| lengths(one).eq(lengths(other));
    let mut start = 0;
    let range = |sequence: &[Vec<LaneCar>]| {
        let range = start..start + sequence.len() as u8;
        start = range.end;
        range
    };
    placements.chunk_by(is_same).map(range).collect()
}

fn without(placements: &[Vec<LaneCar>]) -> Vec<Vec<u8>> {
    let number =
        |cars: Vec<LaneCar>| placements.iter().position(|other| *other == cars).unwrap_or_default() as u8;
    let one = |cars: &Vec<LaneCar>| {
        let others = |car: usize| [&cars[..car], &cars[car + 1..]].concat();
        (0..cars.len()).map(|car| number(others(car))).collect()
    };
    placements.iter().map(one).collect()
}
