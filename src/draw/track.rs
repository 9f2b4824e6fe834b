//! A track: one thing that changes during a plan, as tables and lanes show it, with its value in each frame.

/// Something that has a value in each frame.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Track {
    /// The name.
    pub(crate) name: String,
    /// The value, frame by frame.
    pub(crate) values: Vec<TrackValue>,
}

/// A value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum TrackValue {
    /// None.
    Nothing,
    /// A light that is on or off.
    Light(bool),
    /// Anything else.
    Text(String),
}

impl Track {
    /// Do its values differ between frames?
    pub(crate) fn changes(&self) -> bool {
        self.values.windows(2).any(|pair| pair[0] != pair[1])
    }

    /// Has the value just changed in this frame?
    pub(crate) fn has_changed(&self, frame: usize) -> bool {
        let before = frame.checked_sub(1).and_then(|before| self.values.get(before));
        before.is_some_and(|before| Some(before) != self.values.get(frame))
    }
}

/// The rows that change or, if none does, all of them.
pub(crate) fn changing(rows: Vec<Track>) -> Vec<Track> {
    if rows.iter().any(Track::changes) { rows.into_iter().filter(Track::changes).collect() } else { rows }
}
