//! Random mistakes in a text: pieces cut out, bytes and other pieces put in.

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::Index;

/// A place, how many bytes are cut out there, and what is put in: the byte if it is one of ASCII, else the text.
pub(crate) type Mistake = (Index, usize, u8, String);

/// One to three mistakes, with texts of these.
pub(crate) fn mistakes(texts: impl Strategy<Value = String>) -> impl Strategy<Value = Vec<Mistake>> {
    vec((any::<Index>(), 0..6_usize, any::<u8>(), texts), 1..4)
}

/// The text with the mistakes made in it.
pub(crate) fn with_mistakes(text: &[u8], mistakes: &[Mistake]) -> Vec<u8> {
    let mut bytes = text.to_vec();
    for (place, cut, byte, text) in mistakes {
        let at = place.index(bytes.len() + 1);
        let end = (at + cut).min(bytes.len());
        let new = if *byte < 128 { vec![*byte] } else { text.clone().into_bytes() };
        bytes.splice(at..end, new);
    }
    bytes
}
