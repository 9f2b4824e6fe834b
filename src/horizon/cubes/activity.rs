//! The part of each obstacle in what a solver learns: its values' literals in short learned clauses, in any frame.
//!
//! A split by what the proof of the horizon before was about divides the next one best, and short clauses say most.

use crate::encode::TransitionSystem;
use crate::solver::Learned;

/// The sums for one solver.
pub struct Activity {
    /// For each variable of a frame the obstacle that it belongs to.
    obstacles: Vec<Option<usize>>,
    sums: Vec<f64>,
}

impl Activity {
    /// None if the system has no obstacles.
    pub fn of(system: &TransitionSystem) -> Option<Self> {
        let mut obstacles = vec![None; system.n_vars()];
        for (index, obstacle) in system.obstacles().iter().enumerate() {
            obstacle.values.iter().for_each(|lit| obstacles[lit.var().index()] = Some(index));
        }
        let sums = vec![0.0; system.obstacles().len()];
        (!sums.is_empty()).then_some(Self { obstacles, sums })
    }

    /// Takes note of learned clauses; a literal counts for more in a shorter one.
    pub fn hear(&mut self, learned: &Learned) {
        for clause in learned.short.clauses() {
            let share = clause.iter().map(|_| 1.0).sum::<f64>().recip();
            for lit in clause {
                if let Some(obstacle) = self.obstacles[lit.var().index() % self.obstacles.len()] {
                    self.sums[obstacle] += share;
                }
            }
        }
    }

    /// The sums since the last call.
    pub fn take(&mut self) -> Vec<f64> {
        let none = vec![0.0; self.sums.len()];
        std::mem::replace(&mut self.sums, none)
    }
}
