//! A schedule: days, rows of a day, members of a row.

use itertools::Itertools;

use super::Meets;

/// A schedule: days × rows × members. People are numbered from 0. It may be invalid; see [`check`](super::check()).
#[derive(Debug, Clone, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Schedule(pub Vec<Vec<Vec<usize>>>);

impl Schedule {
    /// Returns the days.
    pub fn days(&self) -> &[Vec<Vec<usize>>] {
        &self.0
    }

    /// Returns the days with people numbered from 1.
    pub fn numbered(&self) -> Vec<Vec<Vec<usize>>> {
        let row = |row: &Vec<usize>| row.iter().map(|person| person + 1).collect();
        self.0.iter().map(|rows| rows.iter().map(row).collect()).collect()
    }

    /// Returns the same schedule with normalised rows. The smaller end of a row is first, or all members are in order if
    /// everyone in a row meets. Rows of a day are in the order of their first members. Days keep their order.
    #[must_use]
    pub fn tidy(mut self, meets: Meets) -> Self {
        for day in &mut self.0 {
            for row in day.iter_mut() {
                match meets {
                    Meets::Neighbours if row.last() < row.first() => row.reverse(),
                    Meets::Neighbours => {}
                    Meets::Everyone => row.sort_unstable(),
                }
            }
            day.sort_unstable();
        }
        self
    }

    /// Returns the people that a person meets, day by day, in the order of the row.
    pub fn met_by(&self, person: usize, meets: Meets) -> Vec<Vec<usize>> {
        let others = |row: &Vec<usize>| {
            let met = meets.pairs(row).into_iter().filter_map(|[a, b]| match person {
                _ if person == a => Some(b),
                _ if person == b => Some(a),
                _ => None,
            });
            met.collect_vec()
        };
        self.0.iter().map(|day| day.iter().flat_map(others).collect()).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tidy_rows() {
        let schedule = Schedule(vec![vec![vec![5, 3, 4], vec![2, 0, 1]]]);
        let tidy = |meets| schedule.clone().tidy(meets).0;
        assert_eq!(tidy(Meets::Neighbours), [[[1, 0, 2], [4, 3, 5]]]);
        assert_eq!(tidy(Meets::Everyone), [[[0, 1, 2], [3, 4, 5]]]);
    }

    #[test]
    fn neighbours() {
        let schedule = Schedule(vec![vec![vec![0, 1, 2]], vec![vec![1, 0, 2]]]);
        assert_eq!(schedule.met_by(0, Meets::Neighbours), [vec![1], vec![1, 2]]);
        assert_eq!(schedule.met_by(2, Meets::Everyone), [[0, 1], [1, 0]]);
    }
}
