//! Durations in user notation: `90s`, `2m`, `1h`, `500ms`, or plain seconds.

use std::time::Duration;

/// Error of parsing a duration.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("not a duration such as 90s, 2m, 1h, 500ms, or plain seconds")]
pub struct InvalidDuration;

const UNITS: [(&str, f64); 5] = [("ms", 1e-3), ("s", 1.0), ("min", 60.0), ("m", 60.0), ("h", 3600.0)];

/// Parses a duration, which may have a fraction.
pub fn parse_duration(text: &str) -> Result<Duration, InvalidDuration> {
    let number_ends = text.find(|c: char| c.is_ascii_alphabetic()).unwrap_or(text.len());
    let (number, unit) = text.split_at(number_ends);
    let seconds = match unit {
        "" => 1.0,
        unit => UNITS.iter().find(|(name, _)| *name == unit).ok_or(InvalidDuration)?.1,
    };
    let number: f64 = number.trim_end().parse().map_err(|_| InvalidDuration)?;
    Duration::try_from_secs_f64(number * seconds).map_err(|_| InvalidDuration)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn durations() {
        for (text, milliseconds) in [
            ("0.25", 250),
            ("3", 3000),
            ("0", 0),
            ("90s", 90_000),
            ("2m", 120_000),
            ("1.5min", 90_000),
            ("1h", 3_600_000),
            ("500ms", 500),
            ("5 s", 5000),
        ] {
            assert_eq!(parse_duration(text), Ok(Duration::from_millis(milliseconds)), "{text}");
        }
        for wrong in ["", "x", "s", "-1", "-1s", "nan", "inf", "1e30", "1h30m", "2 days", "1m s", "ä", "1ä"]
        {
            assert_eq!(parse_duration(wrong), Err(InvalidDuration), "{wrong}");
        }
    }
}
