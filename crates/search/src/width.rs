//! The number of words of packed states. The search is compiled for states of one word, of two words, and of a number known at run
//! time.
//!
//! States are stored consecutively in lists, and are read in place: as arrays, or as slices.

use std::fmt::Debug;
use std::hash::Hash;

pub(super) trait Width: Copy + Debug + Send + Sync + 'static {
    type State: ?Sized + 'static + AsRef<[u64]> + AsMut<[u64]> + Eq + Ord + Debug + Send + Sync;
    type Owned: Clone + Eq + Ord + Hash + Debug + Send + Sync;

    fn n_words(self) -> usize;

    fn state(words: &[u64]) -> &Self::State;

    fn state_mut(words: &mut [u64]) -> &mut Self::State;

    fn states(self, words: &[u64]) -> impl ExactSizeIterator<Item = &Self::State>;

    fn zeros(self) -> Self::Owned;

    fn owned(state: &Self::State) -> Self::Owned;

    fn of(owned: &Self::Owned) -> &Self::State;

    fn of_mut(owned: &mut Self::Owned) -> &mut Self::State;

    fn copy(from: &Self::State, to: &mut Self::State);

    /// Appends a state to a list of words.
    fn push(words: &mut Vec<u64>, state: &Self::State);

    /// Sorts the states in a list of words. `aside` has as many words, and the states in any order afterwards.
    fn sort(self, words: &mut [u64], aside: &mut [u64]);

    #[inline]
    fn are_same(a: &Self::State, b: &Self::State) -> bool {
        a == b
    }

    #[inline]
    fn n_bytes(self) -> usize {
        self.n_words() * size_of::<u64>()
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Fixed<const N: usize>;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct AnyWidth(pub(super) usize);

impl<const N: usize> Width for Fixed<N> {
    type State = [u64; N];
    type Owned = [u64; N];

    #[inline]
    fn n_words(self) -> usize {
        N
    }

    #[inline]
    fn state(words: &[u64]) -> &[u64; N] {
        &words.as_chunks().0[0]
    }

    #[inline]
    fn state_mut(words: &mut [u64]) -> &mut [u64; N] {
        &mut words.as_chunks_mut().0[0]
    }

    #[inline]
    fn states(self, words: &[u64]) -> impl ExactSizeIterator<Item = &[u64; N]> {
        words.as_chunks().0.iter()
    }

    #[inline]
    fn zeros(self) -> [u64; N] {
        [0; N]
    }

    #[inline]
    fn owned(state: &[u64; N]) -> [u64; N] {
        *state
    }

    #[inline]
    fn of(owned: &[u64; N]) -> &[u64; N] {
        owned
    }

    #[inline]
    fn of_mut(owned: &mut [u64; N]) -> &mut [u64; N] {
        owned
    }

    #[inline]
    fn copy(from: &[u64; N], to: &mut [u64; N]) {
        *to = *from;
    }

    #[inline]
    fn push(words: &mut Vec<u64>, state: &[u64; N]) {
        for word in state {
            words.push(*word);
        }
    }

    fn sort(self, words: &mut [u64], _: &mut [u64]) {
        words.as_chunks_mut::<N>().0.sort_unstable();
    }
}

impl Width for AnyWidth {
    type State = [u64];
    type Owned = Box<[u64]>;

    #[inline]
    fn n_words(self) -> usize {
        self.0
    }

    #[inline]
    fn state(words: &[u64]) -> &[u64] {
        words
    }

    #[inline]
    fn state_mut(words: &mut [u64]) -> &mut [u64] {
        words
    }

    #[inline]
    fn states(self, words: &[u64]) -> impl ExactSizeIterator<Item = &[u64]> {
        words.chunks_exact(self.0)
    }

    fn zeros(self) -> Box<[u64]> {
        vec![0; self.0].into()
    }

    #[inline]
    fn owned(state: &[u64]) -> Box<[u64]> {
        state.into()
    }

    #[inline]
    fn of(owned: &Box<[u64]>) -> &[u64] {
        owned
    }

    #[inline]
    fn of_mut(owned: &mut Box<[u64]>) -> &mut [u64] {
        owned
    }

    #[inline]
    fn copy(from: &[u64], to: &mut [u64]) {
        to.copy_from_slice(from);
    }

    #[inline]
    fn push(words: &mut Vec<u64>, state: &[u64]) {
        words.extend_from_slice(state);
    }

    /// Compares two states. Most differ in the first word, and then no function is called.
    #[inline]
    fn are_same(a: &[u64], b: &[u64]) -> bool {
        a.first() == b.first() && a == b
    }

    fn sort(self, words: &mut [u64], aside: &mut [u64]) {
        let mut sorted: Vec<&[u64]> = self.states(words).collect();
        sorted.sort_unstable();
        for (place, state) in aside.chunks_exact_mut(self.0).zip(sorted) {
            place.copy_from_slice(state);
        }
        words.copy_from_slice(aside);
    }
}

#[inline]
pub(super) fn is_zero<S: AsRef<[u64]> + ?Sized>(state: &S) -> bool {
    state.as_ref().iter().all(|word| *word == 0)
}

#[derive(Debug, Clone)]
pub(super) struct States<W> {
    width: W,
    words: Vec<u64>,
}

impl<W: Width> States<W> {
    #[inline]
    pub(super) fn new(width: W) -> Self {
        Self { width, words: Vec::new() }
    }

    #[inline]
    pub(super) fn width(&self) -> W {
        self.width
    }

    #[inline]
    pub(super) fn len(&self) -> usize {
        self.words.len() / self.width.n_words()
    }

    #[inline]
    pub(super) fn is_empty(&self) -> bool {
        self.words.is_empty()
    }

    #[inline]
    pub(super) fn n_bytes(&self) -> usize {
        size_of_val(&*self.words)
    }

    pub(super) fn capacity_bytes(&self) -> usize {
        self.words.capacity() * size_of::<u64>()
    }

    #[inline]
    pub(super) fn get(&self, place: usize) -> &W::State {
        let n_words = self.width.n_words();
        W::state(&self.words[place * n_words..][..n_words])
    }

    #[inline]
    pub(super) fn get_mut(&mut self, place: usize) -> &mut W::State {
        let n_words = self.width.n_words();
        W::state_mut(&mut self.words[place * n_words..][..n_words])
    }

    #[inline]
    pub(super) fn iter(&self) -> impl ExactSizeIterator<Item = &W::State> {
        self.width.states(&self.words)
    }

    #[inline]
    pub(super) fn words(&self) -> &[u64] {
        &self.words
    }

    /// Returns the words of all states, for adding or removing states.
    #[inline]
    pub(super) fn words_mut(&mut self) -> &mut Vec<u64> {
        &mut self.words
    }

    #[inline]
    pub(super) fn push(&mut self, state: &W::State) {
        W::push(&mut self.words, state);
    }

    #[inline]
    pub(super) fn clear(&mut self) {
        self.words.clear();
    }
}

#[derive(Debug, Clone)]
pub(super) struct Keys<W: Width> {
    /// Bits in which states differ.
    mask: W::Owned,
    are_all: bool,
}

impl<W: Width> Keys<W> {
    pub(super) fn all(width: W) -> Self {
        let mut mask = width.zeros();
        W::of_mut(&mut mask).as_mut().fill(u64::MAX);
        Self { mask, are_all: true }
    }

    pub(super) fn without(width: W, left_out: impl Fn(usize) -> u64) -> Self {
        let mut keys = Self::all(width);
        for (number, word) in W::of_mut(&mut keys.mask).as_mut().iter_mut().enumerate() {
            *word = !left_out(number);
            keys.are_all &= *word == u64::MAX;
        }
        keys
    }

    /// Returns the key of a state. The contents of `room` do not matter.
    #[inline]
    pub(super) fn of<'a>(&'a self, state: &'a W::State, room: &'a mut W::Owned) -> &'a W::State {
        if self.are_all {
            return state;
        }
        let key = W::of_mut(room);
        W::copy(state, key);
        for (place, word) in key.as_mut().iter_mut().enumerate() {
            *word &= W::of(&self.mask).as_ref()[place];
        }
        key
    }
}
