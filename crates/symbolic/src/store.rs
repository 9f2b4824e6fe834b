//! Binary decision diagrams that share their nodes: the table of nodes, the cache of operations, and garbage collection.
//!
//! Diagrams are reduced and ordered (Bryant, *Graph-based algorithms for Boolean function manipulation*, 1986), so equal sets
//! have equal nodes. A [`Bdd`] keeps its nodes alive; others are collected before an operation, never within one. All memory
//! is counted: tables grow only within the limit.
//!
//! A store of its own, because searches need what libraries lack: operations that a [`Stop`] or an allowance of work ends
//! midway, and memory known to the byte. With 4 million entries each, forward search takes it 0.98, 2.6 and 2.1 CPU seconds on
//! gripper-10, driverlog-07 and blocks-8-0; oxidd 0.11 takes 1.6, 3.1 and 3.4, of which a fifth or more is renaming, which
//! [images](super::operations) do without; biodivine-lib-bdd 0.6.3 takes 16.8, 24.3 and 5.7.

use std::cell::RefCell;
use std::fmt;
use std::rc::Rc;

use bmcplan_base::stop::{Stop, StopReason};

/// Index of a node.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct NodeId(u32);

impl NodeId {
    pub(super) const ZERO: Self = Self(0);
    pub(super) const ONE: Self = Self(1);

    /// Orders operands of commutative operations.
    pub(super) fn sorted(self, other: Self) -> (Self, Self) {
        if self.0 <= other.0 { (self, other) } else { (other, self) }
    }

    fn index(self) -> usize {
        self.0 as usize
    }
}

/// Level of a decision, from the top: twice the number of a bit, plus 1 for its value in the next state.
pub(super) type Level = u32;

/// Level of the two constants, below all decisions.
pub(super) const BOTTOM: Level = u32::MAX;

const FREE: Level = u32::MAX - 1;

/// End of a chain.
const NIL: u32 = u32::MAX;

#[derive(Clone, Copy)]
struct Node {
    level: Level,
    low: NodeId,
    high: NodeId,
    /// Next node of the same bucket, or next free one.
    next: u32,
}

/// Operation, as a part of cache keys.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    And = 1,
    Or,
    Minus,
    Meets,
    Image,
    Preimage,
}

/// Key of an operation in the cache: its operands, the third of which carries the kind.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Key(u32, u32, u32);

/// Number of bits of a node's index; the others are for the kind.
const INDEX_BITS: u32 = 29;

impl Key {
    pub(super) fn of(kind: Kind, one: NodeId, other: NodeId, bits: NodeId) -> Self {
        Self(one.0, other.0, (kind as u32) << INDEX_BITS | bits.0)
    }

    fn operands(self) -> [NodeId; 3] {
        [NodeId(self.0), NodeId(self.1), NodeId(self.2 & ((1 << INDEX_BITS) - 1))]
    }
}

#[derive(Clone, Copy)]
struct Entry {
    key: Key,
    result: NodeId,
}

const EMPTY: Entry = Entry { key: Key(0, 0, 0), result: NodeId::ZERO };

/// Reason why an operation has no result.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Halt {
    /// The table of nodes is full.
    Full,
    /// The allowance of work is spent.
    Allowance,
    /// A limit was reached.
    Stopped(StopReason),
}

/// Set of states, or relation between states. Its nodes stay until the last clone is dropped.
pub(super) struct Bdd {
    pub(super) node: NodeId,
    slot: usize,
    roots: Rc<RefCell<Roots>>,
}

/// Nodes that are in use outside of the store, and free entries of that list.
#[derive(Default)]
struct Roots {
    nodes: Vec<NodeId>,
    free: Vec<usize>,
}

impl Bdd {
    pub(super) fn is_empty(&self) -> bool {
        self.node == NodeId::ZERO
    }
}

impl Clone for Bdd {
    fn clone(&self) -> Self {
        root(&self.roots, self.node)
    }
}

impl Drop for Bdd {
    fn drop(&mut self) {
        let mut roots = self.roots.borrow_mut();
        roots.nodes[self.slot] = NodeId::ZERO;
        roots.free.push(self.slot);
    }
}

impl PartialEq for Bdd {
    fn eq(&self, other: &Self) -> bool {
        self.node == other.node
    }
}

impl fmt::Debug for Bdd {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.node.fmt(f)
    }
}

fn root(all: &Rc<RefCell<Roots>>, node: NodeId) -> Bdd {
    let mut roots = all.borrow_mut();
    let slot = roots.free.pop().unwrap_or(roots.nodes.len());
    if slot == roots.nodes.len() {
        roots.nodes.push(node);
    } else {
        roots.nodes[slot] = node;
    }
    Bdd { node, slot, roots: Rc::clone(all) }
}

/// Owner of all nodes.
pub(super) struct Store {
    nodes: Vec<Node>,
    /// First nodes of chains; a power of two.
    buckets: Vec<u32>,
    /// Results, each at the place of its hash; a power of two.
    cache: Vec<Entry>,
    /// A bit for each node, all 0 between traversals.
    marks: Vec<u64>,
    first_free: u32,
    n_free: usize,
    roots: Rc<RefCell<Roots>>,
    /// Greatest number of bytes.
    memory: usize,
    /// Number of nodes in use at which they are collected.
    collect_at: usize,
    work: u64,
    /// Work at which the stop flag and the allowance are looked at.
    pause_at: u64,
    /// Work that no operation may exceed.
    allowance: u64,
    stop: Stop,
}

/// Work between two looks at the stop flag: a fraction of a millisecond.
const PAUSE: u64 = 1 << 12;

/// Number of nodes of a new store.
const FIRST_CAPACITY: usize = 1 << 12;

/// Number of nodes in use below which none are collected, if memory allows: with the nodes, collection drops their results from the
/// cache, and to compute these again takes longer than larger tables do.
const LEAST_COLLECTED: usize = 1 << 19;

/// Greatest number of nodes.
const GREATEST_CAPACITY: usize = 1 << INDEX_BITS;

/// Returns the bytes of all tables for `capacity` nodes.
fn bytes_of(capacity: usize) -> usize {
    let table = floor_power_of_two(capacity);
    capacity * size_of::<Node>() + table * (size_of::<u32>() + size_of::<Entry>()) + capacity / 8
}

/// Returns the number of nodes in use below which none are collected: with their tables, a sixth of the memory at most.
fn least_collected(memory: usize) -> usize {
    (memory / 256).clamp(FIRST_CAPACITY, LEAST_COLLECTED)
}

fn floor_power_of_two(n: usize) -> usize {
    1 << n.max(1).ilog2()
}

fn hash(one: u32, other: u32, third: u32) -> usize {
    let mixed = (u64::from(one) << 32 | u64::from(other)).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    let mixed = (mixed ^ mixed >> 29 ^ u64::from(third)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    (mixed >> 32) as usize
}

impl Store {
    /// Builds a store of the two constants.
    pub(super) fn new(memory: usize, stop: &Stop) -> Self {
        let constant = |id| Node { level: BOTTOM, low: id, high: id, next: NIL };
        let mut nodes = Vec::with_capacity(FIRST_CAPACITY);
        nodes.extend([NodeId::ZERO, NodeId::ONE].map(constant));
        Self {
            nodes,
            buckets: vec![NIL; FIRST_CAPACITY],
            cache: vec![EMPTY; FIRST_CAPACITY],
            marks: vec![0; FIRST_CAPACITY / 64],
            first_free: NIL,
            n_free: 0,
            roots: Rc::default(),
            memory,
            collect_at: least_collected(memory),
            work: 0,
            pause_at: 0,
            allowance: u64::MAX,
            stop: stop.clone(),
        }
    }

    /// Returns the bytes of all tables.
    pub(super) fn bytes(&self) -> usize {
        bytes_of(self.nodes.capacity())
    }

    /// Returns the work so far: the number of results that were not in the cache.
    pub(super) fn work(&self) -> u64 {
        self.work
    }

    /// Lets operations work no more than `allowance` from now on.
    pub(super) fn allow(&mut self, allowance: u64) {
        self.allowance = self.work.saturating_add(allowance);
        self.pause_at = self.work;
    }

    pub(super) fn constant(&self, value: bool) -> Bdd {
        root(&self.roots, if value { NodeId::ONE } else { NodeId::ZERO })
    }

    /// Runs an operation, which builds nodes, and keeps its result. Unused nodes are collected before.
    pub(super) fn run(&mut self, operation: impl Fn(&mut Self) -> Result<NodeId, Halt>) -> Result<Bdd, Halt> {
        if self.collect_at < self.n_used() {
            self.collect();
        }
        let mut result = operation(self);
        if result == Err(Halt::Full) {
            self.collect();
            // With hardly a free node every operation would end here.
            let is_hopeless = self.nodes.capacity() / 8 * 7 < self.n_used();
            result = if is_hopeless { Err(Halt::Full) } else { operation(self) };
        }
        match result {
            Ok(node) => Ok(root(&self.roots, node)),
            Err(Halt::Full) => Err(Halt::Stopped(StopReason::Memory)),
            Err(halt) => Err(halt),
        }
    }

    #[inline]
    pub(super) fn level(&self, node: NodeId) -> Level {
        self.nodes[node.index()].level
    }

    /// Returns the two parts of a function at a level that is its own or one above.
    #[inline]
    pub(super) fn parts(&self, node: NodeId, level: Level) -> (NodeId, NodeId) {
        let Node { level: own, low, high, .. } = self.nodes[node.index()];
        if own == level { (low, high) } else { (node, node) }
    }

    /// Counts a result that is not in the cache.
    ///
    /// # Errors
    /// A limit was reached.
    #[inline]
    pub(super) fn spend(&mut self) -> Result<(), Halt> {
        self.work += 1;
        if self.work < self.pause_at { Ok(()) } else { self.pause() }
    }

    #[cold]
    fn pause(&mut self) -> Result<(), Halt> {
        self.stop.check().map_err(Halt::Stopped)?;
        if self.allowance <= self.work {
            return Err(Halt::Allowance);
        }
        self.pause_at = self.allowance.min(self.work + PAUSE);
        Ok(())
    }

    #[inline]
    pub(super) fn cached(&self, key: Key) -> Option<NodeId> {
        let entry = &self.cache[hash(key.0, key.1, key.2) & (self.cache.len() - 1)];
        (entry.key == key).then_some(entry.result)
    }

    #[inline]
    pub(super) fn keep(&mut self, key: Key, result: NodeId) {
        let place = hash(key.0, key.1, key.2) & (self.cache.len() - 1);
        self.cache[place] = Entry { key, result };
    }

    /// Returns the node of a decision.
    ///
    /// # Errors
    /// The table is full.
    #[inline]
    pub(super) fn node(&mut self, level: Level, low: NodeId, high: NodeId) -> Result<NodeId, Halt> {
        if low == high {
            return Ok(low);
        }
        let bucket = self.bucket(level, low, high);
        let mut at = self.buckets[bucket];
        while at != NIL {
            let node = &self.nodes[at as usize];
            if (node.level, node.low, node.high) == (level, low, high) {
                return Ok(NodeId(at));
            }
            at = node.next;
        }
        self.add(level, low, high)
    }

    #[inline]
    fn bucket(&self, level: Level, low: NodeId, high: NodeId) -> usize {
        hash(low.0, high.0, level) & (self.buckets.len() - 1)
    }

    fn add(&mut self, level: Level, low: NodeId, high: NodeId) -> Result<NodeId, Halt> {
        let mut id = self.first_free;
        if id == NIL {
            if self.nodes.len() == self.nodes.capacity() {
                self.grow()?;
            }
            id = u32::try_from(self.nodes.len()).map_err(|_| Halt::Full)?;
            self.nodes.push(Node { level: FREE, low, high, next: NIL });
        } else {
            self.first_free = self.nodes[id as usize].next;
            self.n_free -= 1;
        }
        let bucket = self.bucket(level, low, high);
        self.nodes[id as usize] = Node { level, low, high, next: self.buckets[bucket] };
        self.buckets[bucket] = id;
        Ok(NodeId(id))
    }

    /// Doubles the tables, or fills the memory.
    fn grow(&mut self) -> Result<(), Halt> {
        let old = self.nodes.capacity();
        let fits = |capacity: usize| {
            capacity <= GREATEST_CAPACITY
                && bytes_of(capacity).saturating_add(old * size_of::<Node>()) <= self.memory
        };
        let capacity = [8, 7, 6, 5].map(|quarters| old / 4 * quarters).into_iter().find(|size| fits(*size));
        let Some(capacity) = capacity else { return Err(Halt::Full) };
        self.nodes.reserve_exact(capacity - self.nodes.len());
        let table = floor_power_of_two(capacity);
        if self.buckets.len() < table {
            self.buckets = Vec::new();
            self.buckets = vec![NIL; table];
            self.link();
            let before = std::mem::take(&mut self.cache);
            self.cache = vec![EMPTY; table];
            before.into_iter().filter(|entry| entry.key != EMPTY.key).for_each(|entry| {
                self.keep(entry.key, entry.result);
            });
        }
        self.marks = vec![0; self.nodes.capacity().div_ceil(64)];
        Ok(())
    }

    /// Enters all nodes in use into empty buckets.
    fn link(&mut self) {
        for index in 2..self.nodes.len() {
            let Node { level, low, high, .. } = self.nodes[index];
            if level != FREE {
                let bucket = self.bucket(level, low, high);
                self.nodes[index].next = self.buckets[bucket];
                self.buckets[bucket] = index as u32;
            }
        }
    }

    fn n_used(&self) -> usize {
        self.nodes.len() - self.n_free
    }

    /// Frees all nodes that no [`Bdd`] needs.
    fn collect(&mut self) {
        let mut open: Vec<NodeId> = self.roots.borrow().nodes.clone();
        open.extend([NodeId::ZERO, NodeId::ONE]);
        while let Some(node) = open.pop() {
            if self.mark(node) {
                let Node { low, high, .. } = self.nodes[node.index()];
                open.extend([low, high]);
            }
        }
        self.buckets.fill(NIL);
        (self.first_free, self.n_free) = (NIL, 0);
        for index in (2..self.nodes.len()).rev() {
            if !is_marked(&self.marks, index) {
                self.nodes[index].level = FREE;
                self.nodes[index].next = self.first_free;
                self.first_free = index as u32;
                self.n_free += 1;
            }
        }
        self.link();
        for entry in &mut self.cache {
            let used = entry.key.operands().into_iter().chain([entry.result]);
            if !used.into_iter().all(|node| is_marked(&self.marks, node.index())) {
                *entry = EMPTY;
            }
        }
        self.marks.fill(0);
        self.collect_at = least_collected(self.memory).max(2 * self.n_used());
    }

    /// Marks a node; returns whether it was unmarked.
    fn mark(&mut self, node: NodeId) -> bool {
        let (word, bit) = (node.index() / 64, 1 << (node.index() % 64));
        let is_new = self.marks[word] & bit == 0;
        self.marks[word] |= bit;
        is_new
    }

    /// Returns the number of decisions of a diagram, or `most` if there are more.
    pub(super) fn size(&mut self, bdd: &Bdd, most: usize) -> usize {
        let (mut open, mut seen) = (vec![bdd.node], Vec::new());
        while let Some(node) = open.pop() {
            let Node { level, low, high, .. } = self.nodes[node.index()];
            if level != BOTTOM && seen.len() < most && self.mark(node) {
                seen.push(node);
                open.extend([low, high]);
            }
        }
        seen.iter().for_each(|node| self.marks[node.index() / 64] = 0);
        seen.len()
    }

    /// Returns the decisions on a path to true; `None` if the set is empty.
    pub(super) fn path(&self, bdd: &Bdd) -> Option<Vec<(Level, bool)>> {
        let (mut node, mut path) = (bdd.node, Vec::new());
        while self.level(node) != BOTTOM {
            let Node { level, low, high, .. } = self.nodes[node.index()];
            let value = low == NodeId::ZERO;
            path.push((level, value));
            node = if value { high } else { low };
        }
        (node == NodeId::ONE).then_some(path)
    }
}

fn is_marked(marks: &[u64], index: usize) -> bool {
    marks[index / 64] & 1 << (index % 64) != 0
}
