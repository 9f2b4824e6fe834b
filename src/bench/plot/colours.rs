//! Colours that people with any kind of colour vision tell apart (Okabe & Ito, *Color universal design*, 2008), without the
//! yellow that is hard to see on white.

/// In the order in which they are taken.
pub(super) const COLOURS: [&str; 7] =
    ["#0072B2", "#E69F00", "#009E73", "#CC79A7", "#56B4E9", "#D55E00", "#000000"];
