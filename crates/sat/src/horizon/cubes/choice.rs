//! The choice of cubes: whether and how the refutation of a horizon is divided.

use std::fmt;
use std::str::FromStr;

/// Division of horizons into cubes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Cubes {
    /// None: one solver answers one query after the other.
    #[default]
    Off,
    /// Horizons that take long are divided, by as many landmark facts as the threads need.
    Auto,
    /// Every horizon is divided.
    Landmarks {
        /// Number of landmark facts by which it is divided at first, if there are as many.
        number: usize,
    },
}

/// Greatest `number`: each landmark fact doubles the cubes.
const MOST: usize = 12;

impl fmt::Display for Cubes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Off => f.write_str("off"),
            Self::Auto => f.write_str("auto"),
            Self::Landmarks { number } => write!(f, "landmarks:{number}"),
        }
    }
}

/// Error of parsing a choice of cubes.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum InvalidCubes {
    /// Unknown name.
    #[error("expected auto, off, or landmarks:NUMBER such as landmarks:5")]
    Name,
    /// Invalid number of landmark facts.
    #[error("the number of landmarks:NUMBER must be from 1 to {MOST}")]
    Number,
}

impl FromStr for Cubes {
    type Err = InvalidCubes;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        match text {
            "off" => return Ok(Self::Off),
            "auto" => return Ok(Self::Auto),
            _ => {}
        }
        let number = text.strip_prefix("landmarks:").ok_or(InvalidCubes::Name)?;
        let number = number.parse().ok().filter(|number| (1..=MOST).contains(number));
        Ok(Self::Landmarks { number: number.ok_or(InvalidCubes::Number)? })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_printed_is_read_again() {
        for text in ["off", "auto", "landmarks:1", "landmarks:12"] {
            assert_eq!(text.parse::<Cubes>().unwrap().to_string(), text);
        }
        for (text, error) in [
            ("", InvalidCubes::Name),
            ("landmarks", InvalidCubes::Name),
            ("landmarks:", InvalidCubes::Number),
            ("landmarks:0", InvalidCubes::Number),
            ("landmarks:13", InvalidCubes::Number),
            ("landmarks:5@9", InvalidCubes::Number),
        ] {
            assert_eq!(text.parse::<Cubes>(), Err(error), "{text}");
        }
    }
}
