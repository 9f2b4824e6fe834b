//! The form of `certificate.json`, which has one meaning only: each key once, and no part in another form than it is written in.

use std::collections::HashSet;
use std::fmt;

use serde::Deserialize;
use serde::de::{Deserializer, Error, MapAccess, SeqAccess, Visitor};
use serde_json::Value;

/// Are structures objects and names texts? (Serde takes lists for structures, and objects for names.)
pub(super) fn has_plain_parts(manifest: &Value) -> bool {
    let is_single = |part: &Value| !part.is_array() && !part.is_object();
    let is_plain = |(key, part): (&String, &Value)| match key.as_str() {
        "problem" | "proved" | "trusted" => part.is_array(),
        "options" => part.is_object(),
        "files" => part.as_object().is_some_and(|files| files.values().all(Value::is_object)),
        "steps" | "cost" => part.is_null() || part.as_object().is_some_and(|of| of.values().all(is_single)),
        _ => is_single(part),
    };
    manifest.as_object().is_some_and(|parts| parts.iter().all(is_plain))
}

/// JSON in which each object has every key once, since readers differ in which of two they take, and texts have no control
/// characters, such as line ends, behind which they could pass for other lines where they are printed. Nothing is kept of it.
#[derive(Clone, Copy)]
pub(super) struct UniqueKeys;

impl<'de> Deserialize<'de> for UniqueKeys {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(Self)
    }
}

impl<'de> Visitor<'de> for UniqueKeys {
    type Value = Self;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("JSON")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self, A::Error> {
        let mut keys: HashSet<String> = HashSet::new();
        while let Some(key) = map.next_key::<String>()? {
            self.visit_str::<A::Error>(&key)?;
            if keys.contains(&key) {
                return Err(A::Error::custom(format!("duplicate key `{key}`")));
            }
            keys.insert(key);
            map.next_value::<Self>()?;
        }
        Ok(self)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut all: A) -> Result<Self, A::Error> {
        while all.next_element::<Self>()?.is_some() {}
        Ok(self)
    }

    fn visit_bool<E>(self, _: bool) -> Result<Self, E> {
        Ok(self)
    }

    fn visit_i64<E>(self, _: i64) -> Result<Self, E> {
        Ok(self)
    }

    fn visit_u64<E>(self, _: u64) -> Result<Self, E> {
        Ok(self)
    }

    fn visit_f64<E>(self, _: f64) -> Result<Self, E> {
        Ok(self)
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<Self, E> {
        if text.contains(char::is_control) {
            return Err(E::custom("a control character in a text"));
        }
        Ok(self)
    }

    fn visit_unit<E>(self) -> Result<Self, E> {
        Ok(self)
    }
}
