//! Scales: the map from numbers to places on an axis, and the ticks beside it.

/// How numbers lie on an axis.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Scale {
    /// From zero to the greatest.
    Linear {
        /// A round number.
        greatest: f64,
    },
    /// Every power of ten as far from the next.
    Logarithmic {
        /// The power that it begins with, and the one that it ends with.
        powers: (f64, f64),
    },
}

/// From this ratio of the greatest number to the least on, the small ones would not be seen on a linear scale.
const LARGE_RANGE: f64 = 50.0;

/// What is not above this is as good as nothing: a logarithm has to end somewhere.
const LEAST: f64 = 1e-4;

impl Scale {
    /// One for these numbers, which are not negative: logarithmic if they lie far apart.
    pub(super) fn of(numbers: impl IntoIterator<Item = f64>) -> Self {
        let (mut least, mut greatest) = (f64::INFINITY, LEAST);
        for number in numbers.into_iter().filter(|number| number.is_finite()) {
            (least, greatest) = (least.min(number.max(LEAST)), greatest.max(number));
        }
        if least * LARGE_RANGE < greatest {
            Self::Logarithmic { powers: (least.log10().floor(), greatest.log10().ceil()) }
        } else {
            Self::Linear { greatest: round_above(greatest) }
        }
    }

    /// Where a number lies, from 0 to 1.
    pub(super) fn place(self, number: f64) -> f64 {
        match self {
            Self::Linear { greatest } => number / greatest,
            Self::Logarithmic { powers: (first, last) } => {
                (number.max(LEAST).log10() - first) / (last - first)
            }
        }
    }

    /// Numbers to be written at the axis.
    pub(super) fn ticks(self) -> Vec<f64> {
        match self {
            Self::Linear { greatest } => [0.0, 0.25, 0.5, 0.75, 1.0].map(|part| part * greatest).into(),
            Self::Logarithmic { powers: (first, last) } => {
                let mut power = first;
                let mut ticks = Vec::new();
                while power <= last {
                    ticks.push(10_f64.powf(power));
                    power += 1.0;
                }
                ticks
            }
        }
    }

    pub(super) fn is_logarithmic(self) -> bool {
        matches!(self, Self::Logarithmic { .. })
    }
}

/// The least of 1, 2, 4 or 8 times a power of ten that is not below the number.
fn round_above(number: f64) -> f64 {
    let power = 10_f64.powf(number.log10().floor());
    let steps = [1.0, 2.0, 4.0, 8.0].map(|step| step * power);
    steps.into_iter().find(|step| number <= *step).unwrap_or(10.0 * power)
}

/// A number at an axis, as short as it can be.
pub(super) fn label(number: f64) -> String {
    // What floats make of tenths is cut off.
    let rounded = (number * 1e6).round() / 1e6;
    format!("{rounded}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn near_numbers_are_linear_and_far_ones_logarithmic() {
        let near = Scale::of([0.7, 3.0, 0.0_f64.max(2.5)]);
        assert_eq!(near, Scale::Linear { greatest: 4.0 });
        assert_eq!((near.place(1.0), near.ticks().len()), (0.25, 5));
        let far = Scale::of([0.02, 30.0]);
        assert_eq!(far, Scale::Logarithmic { powers: (-2.0, 2.0) });
        assert_eq!(far.place(1.0), 0.5);
        assert_eq!(
            far.ticks().iter().map(|tick| label(*tick)).collect::<Vec<_>>(),
            ["0.01", "0.1", "1", "10", "100"]
        );
    }

    #[test]
    fn nothing_and_zero_have_a_scale_too() {
        for numbers in [vec![], vec![0.0], vec![f64::INFINITY]] {
            let scale = Scale::of(numbers);
            assert!(scale.ticks().iter().all(|tick| scale.place(*tick).is_finite()), "{scale:?}");
        }
    }
}
