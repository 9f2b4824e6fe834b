//! The part of each obstacle in what solvers learn: its values' literals in short learned clauses, in any frame.
//!
//! A split by what the proof of the horizon before was about divides the next one best, and short clauses say most.

use crate::encode::TransitionSystem;
use crate::formula::Cnf;
use crate::ordered::sort_by;

/// The sums of all that was heard.
pub struct Activity {
    /// For each variable of a frame the obstacle that it belongs to.
    obstacles: Vec<Option<usize>>,
    sums: Vec<f64>,
}

impl Activity {
    pub fn of(system: &TransitionSystem) -> Self {
        let mut obstacles = vec![None; system.n_vars()];
        for (index, obstacle) in system.obstacles().iter().enumerate() {
            obstacle.values.iter().for_each(|lit| obstacles[lit.var().index()] = Some(index));
        }
        Self { obstacles, sums: vec![0.0; system.obstacles().len()] }
    }

    /// Takes note of short learned clauses; a literal counts for more in a shorter one.
    pub fn hear(&mut self, learned: &Cnf) {
        for clause in learned.clauses() {
            let share = clause.iter().map(|_| 1.0).sum::<f64>().recip();
            for lit in clause {
                if let Some(obstacle) = self.obstacles[lit.var().index() % self.obstacles.len()] {
                    self.sums[obstacle] += share;
                }
            }
        }
    }

    /// All obstacles, the most active ones first; of equal ones those of the first variables.
    pub fn ranking(&self) -> Vec<usize> {
        let mut ranking: Vec<usize> = (0..self.sums.len()).collect();
        sort_by(&mut ranking, |one, other| self.sums[*other].total_cmp(&self.sums[*one]));
        ranking
    }
}
