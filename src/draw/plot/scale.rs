//! Scales: the map from numbers to places on an axis, and the ticks beside it.

/// The arrangement of numbers on an axis.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Scale {
    /// Numbers from zero to the greatest.
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

/// The ratio of the greatest number to the least at which the small ones would no longer be seen on a linear scale.
const LARGE_RANGE: f64 = 50.0;

/// The least number that is not as good as nothing: a logarithm has to end somewhere.
const LEAST: f64 = 1e-4;

impl Scale {
    /// A scale for these numbers, which are not negative: logarithmic if they lie far apart.
    pub(super) fn of(numbers: impl IntoIterator<Item = f64>) -> Self {
        let (mut least, mut greatest) = (f64::INFINITY, LEAST);
        for number in numbers.into_iter().filter(|number| number.is_finite()) {
            (least, greatest) = (least.min(number.max(LEAST)), greatest.max(number));
        }
        if least * LARGE_RANGE < greatest {
            Self::Logarithmic { powers: (least.log10().floor(), greatest.log10().ceil()) }
        } else {
            let step = round_step(greatest);
            Self::Linear { greatest: (greatest / step).ceil() * step }
        }
    }

    /// The place of a number, from 0 to 1.
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
            Self::Linear { greatest } => round_numbers(greatest),
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

/// Round numbers from zero up to this one: at most six.
pub(super) fn round_numbers(greatest: f64) -> Vec<f64> {
    let step = round_step(greatest);
    // Sums of tenths are not exact in floats; that is no reason to leave the last one out.
    (0_u32..=5)
        .map(|count| f64::from(count) * step)
        .filter(|number| *number <= greatest * 1.000_001)
        .collect()
}

/// The least of 1, 2 or 5 times a power of ten that is at least a fifth of the number.
fn round_step(number: f64) -> f64 {
    let fifth = number.max(LEAST) / 5.0;
    let power = 10_f64.powf(fifth.log10().floor());
    let steps = [1.0, 2.0, 5.0].map(|step| step * power);
    steps.into_iter().find(|step| fifth <= step * 1.000_001).unwrap_or(10.0 * power)
}

/// A number at an axis, as short as it can be.
pub(super) fn label(number: f64) -> String {
    // Digits that floats add to tenths are cut off.
    let rounded = (number * 1e6).round() / 1e6;
    format!("{rounded}")
}
