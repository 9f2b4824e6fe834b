//! The solvable clusters of a signature: one breadth-first search backward from all goals, with a union of those that meet.
//!
//! Slides can be taken back, so backward and forward are the same. Each position has the label of a goal that it was reached from;
//! labels of one cluster are joined where positions are neighbours.

use super::space::{Neighbour, StateSpace};

/// Positions that lead to each other, and to a goal.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Cluster {
    /// The greatest distance to a goal.
    pub length: u8,
    /// A position of that distance; of several the one whose horizontal cells, then vertical cells make the least number.
    pub farthest: u32,
    /// The number of positions.
    pub states: u32,
}

/// No distance is known.
const UNSEEN: u8 = u8::MAX;

/// Searches of one signature after another.
#[derive(Default)]
pub(super) struct ClusterSearch {
    distances: Vec<u8>,
    labels: Vec<u32>,
    /// The union of labels: each leads to another one of its cluster, or to itself.
    leaders: Vec<u32>,
    /// For each leading label its cluster.
    numbers: Vec<u32>,
    queue: Vec<u32>,
    clusters: Vec<Cluster>,
}

impl ClusterSearch {
    /// Searches the signature, whose red car is in this row.
    pub(super) fn explore(&mut self, space: &StateSpace<'_>, exit_row: usize) {
        self.begin(space, exit_row);
        self.spread(space);
        self.measure(space);
    }

    /// The solvable clusters.
    pub(super) fn clusters(&self) -> &[Cluster] {
        &self.clusters
    }

    fn begin(&mut self, space: &StateSpace<'_>, exit_row: usize) {
        let n_states = space.states().len();
        self.distances.clear();
        self.distances.resize(n_states, UNSEEN);
        for numbers in [&mut self.labels, &mut self.leaders, &mut self.numbers] {
            numbers.resize(n_states, 0);
        }
        self.queue.clear();
        let goal = space.lanes.red_goal();
        for (number, state) in (0..).zip(space.states()) {
            if state.position.placement(exit_row) == goal {
                self.distances[number as usize] = 0;
                self.labels[number as usize] = number;
                self.leaders[number as usize] = number;
                self.queue.push(number);
            }
        }
    }

    fn spread(&mut self, space: &StateSpace<'_>) {
        let Self { distances, labels, leaders, queue, .. } = self;
        let mut done = 0;
        while let Some(number) = queue.get(done).copied() {
            done += 1;
            let (distance, label) = (distances[number as usize] + 1, labels[number as usize]);
            space.each_neighbour(number, |Neighbour { state, .. }| {
                let seen = state as usize;
                if distances[seen] == UNSEEN {
                    distances[seen] = distance;
                    labels[seen] = label;
                    queue.push(state);
                } else if labels[seen] != label {
                    let (one, other) = (leader(leaders, label), leader(leaders, labels[seen]));
                    leaders[one.max(other) as usize] = one.min(other);
                }
            });
        }
    }

    fn measure(&mut self, space: &StateSpace<'_>) {
        let Self { distances, labels, leaders, numbers, queue, clusters } = self;
        clusters.clear();
        // Goals come first in the queue, the leader first of those of its cluster.
        for state in &*queue {
            let label = leader(leaders, labels[*state as usize]);
            let length = distances[*state as usize];
            if label == *state {
                numbers[label as usize] = clusters.len() as u32;
                clusters.push(Cluster { length, farthest: *state, states: 0 });
            }
            let cluster = &mut clusters[numbers[label as usize] as usize];
            cluster.states += 1;
            let is_less = || space.cells(*state) < space.cells(cluster.farthest);
            if cluster.length < length || cluster.length == length && is_less() {
                (cluster.length, cluster.farthest) = (length, *state);
            }
        }
    }

    /// The cars that move in a shortest solution of a position: the lane of each, and its index there.
    pub(super) fn moved_cars(&self, space: &StateSpace<'_>, mut number: u32) -> Vec<(usize, usize)> {
        let mut moved = Vec::new();
        while 0 < self.distances[number as usize] {
            let mut nearer = None;
            space.each_neighbour(number, |neighbour| {
                if self.distances[neighbour.state as usize] < self.distances[number as usize] {
                    nearer = Some(neighbour);
                }
            });
            let Some(Neighbour { state, lane, car }) = nearer else { break };
            moved.push((lane, car));
            number = state;
        }
        moved
    }
}

/// The label that leads the cluster; ways to it are halved.
fn leader(leaders: &mut [u32], mut label: u32) -> u32 {
    while leaders[label as usize] != label {
        let next = leaders[leaders[label as usize] as usize];
        leaders[label as usize] = next;
        label = next;
    }
    label
}
