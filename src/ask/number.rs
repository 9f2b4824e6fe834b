//! Counts in JSON, which are larger than its numbers at times.

use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::Value;

/// The greatest number up to which every whole one is a number of JSON for whoever reads these as `f64`: 2^53.
const GREATEST_NUMBER: u128 = 1 << 53;

/// A count in JSON: a number, or a string of digits beyond 2^53.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct JsonCount(pub u128);

impl Serialize for JsonCount {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match u64::try_from(self.0) {
            Ok(count) if self.0 <= GREATEST_NUMBER => serializer.serialize_u64(count),
            _ => serializer.collect_str(&self.0),
        }
    }
}

impl<'de> Deserialize<'de> for JsonCount {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let count = match Value::deserialize(from)? {
            Value::Number(number) => number.as_u64().map(u128::from),
            Value::String(digits) => digits.parse().ok(),
            _ => None,
        };
        count.map(Self).ok_or_else(|| D::Error::custom("a count is meant: a number, or a string of digits"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn great_counts_are_strings() {
        let text = |count| serde_json::to_string(&JsonCount(count)).unwrap();
        assert_eq!(text(0), "0");
        assert_eq!(text(1 << 53), "9007199254740992");
        assert_eq!(text((1 << 53) + 1), "\"9007199254740993\"");
        assert_eq!(text(u128::MAX), "\"340282366920938463463374607431768211455\"");
    }
}
