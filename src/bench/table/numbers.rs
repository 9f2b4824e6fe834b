//! Numbers as text for people: three digits, units, and commas between thousands.

/// Three decimals, and fewer where they are more than three digits.
pub(in crate::bench) fn seconds(seconds: f64) -> String {
    if seconds < 1.0 { format!("{seconds:.3}") } else { three_digits(seconds) }
}

/// Three digits, or all before the point.
pub(super) fn three_digits(number: f64) -> String {
    let decimals = if number < 10.0 {
        2
    } else if number < 100.0 {
        1
    } else {
        0
    };
    format!("{number:.decimals$}")
}

/// With a comma before every three digits.
pub(super) fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if 0 < index && (digits.len() - index).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// In the unit that gives one to three digits before the point.
pub(super) fn bytes(bytes: u64) -> String {
    let units = [(1_000_000_000, "GB"), (1_000_000, "MB"), (1_000, "kB")];
    let Some((unit, name)) = units.into_iter().find(|(unit, _)| *unit <= bytes) else {
        return format!("{bytes} B");
    };
    // Hundredths of the unit, of which there are few enough for a float to be exact.
    let hundredths = u32::try_from(bytes / (unit / 100)).map_or(f64::INFINITY, f64::from);
    format!("{} {name}", three_digits(hundredths / 100.0))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_for_people() {
        assert_eq!([0, 999, 1000, 1_234_567].map(grouped), ["0", "999", "1,000", "1,234,567"]);
        assert_eq!(
            [0, 999, 1000, 12_345, 1_234_567].map(bytes),
            ["0 B", "999 B", "1.00 kB", "12.3 kB", "1.23 MB"]
        );
        assert_eq!(
            [0.0, 0.1234, 1.234, 12.34, 123.4].map(seconds),
            ["0.000", "0.123", "1.23", "12.3", "123"]
        );
    }
}
