//! Rectangles of pixels.

/// The pixels from `left` and `top` up to, but without, `right` and `bottom`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in super::super) struct Rect {
    pub(in super::super) left: i32,
    pub(in super::super) top: i32,
    pub(in super::super) right: i32,
    pub(in super::super) bottom: i32,
}

impl Rect {
    pub(in super::super) fn of_size(width: i32, height: i32) -> Self {
        Self { left: 0, top: 0, right: width, bottom: height }
    }

    pub(in super::super) fn width(self) -> i32 {
        self.right.saturating_sub(self.left)
    }

    pub(in super::super) fn height(self) -> i32 {
        self.bottom.saturating_sub(self.top)
    }

    pub(in super::super) fn moved(self, (x, y): (i32, i32)) -> Self {
        Self {
            left: self.left.saturating_add(x),
            top: self.top.saturating_add(y),
            right: self.right.saturating_add(x),
            bottom: self.bottom.saturating_add(y),
        }
    }

    /// The pixels that both have; nothing if they have none in common.
    pub(in super::super) fn common(self, other: Self) -> Option<Self> {
        let common = Self {
            left: self.left.max(other.left),
            top: self.top.max(other.top),
            right: self.right.min(other.right),
            bottom: self.bottom.min(other.bottom),
        };
        (common.left < common.right && common.top < common.bottom).then_some(common)
    }

    /// The smallest rectangle around both.
    pub(in super::super) fn around(self, other: Self) -> Self {
        Self {
            left: self.left.min(other.left),
            top: self.top.min(other.top),
            right: self.right.max(other.right),
            bottom: self.bottom.max(other.bottom),
        }
    }
}
