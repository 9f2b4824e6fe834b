//! The forms of settings: the values that each takes, and how a value is checked.

use crate::figures::parse_duration;
use crate::plan::Cost;

/// The values of a setting.
#[derive(Debug, Clone, Copy)]
pub enum Form {
    /// None: it is given or not.
    Flag,
    /// A whole number, at least this one.
    Number(usize),
    /// One of these names.
    Name(fn() -> Vec<&'static str>),
    /// A text that is parsed; what stands for it in help, and names that can be completed.
    Text {
        /// Its placeholder in help.
        value_name: &'static str,
        /// Names that it may be, among others.
        names: fn() -> Vec<String>,
        /// The check of a text; the error says what is wrong with it.
        check: fn(&str) -> Result<(), String>,
    },
    /// A time: seconds, or `90s`, `2m`, `500ms`.
    Time,
    /// Megabytes of 10⁶ bytes.
    Megabytes,
    /// A cost, which may have decimals.
    Cost,
    /// The path of a folder.
    Folder,
}

impl Form {
    /// Checks a value.
    ///
    /// # Errors
    /// The fault, in a line.
    pub fn check(self, value: &str) -> Result<(), String> {
        match self {
            Self::Flag if value.is_empty() || value == "true" => Ok(()),
            Self::Flag => Err("it takes no value".to_owned()),
            Self::Number(least) => match value.parse::<usize>() {
                Ok(number) if number < least => Err(format!("a number from {least} on is meant")),
                Ok(_) => Ok(()),
                Err(error) => Err(error.to_string()),
            },
            Self::Name(names) if names().contains(&value) => Ok(()),
            Self::Name(names) => {
                Err(format!("nothing is called `{value}`; there are: {}", names().join(", ")))
            }
            Self::Text { check, .. } => check(value),
            Self::Time => parse_duration(value).map(drop).map_err(|error| error.to_string()),
            Self::Megabytes => bytes(value)
                .map(drop)
                .ok_or_else(|| "megabytes are meant, more than 0, such as 4000".to_owned()),
            Self::Cost => match Cost::parts(value, 1) {
                Some(_) => Ok(()),
                None => Err("a cost is meant, such as 37 or 3.5".to_owned()),
            },
            Self::Folder => Ok(()),
        }
    }
}

/// The bytes of megabytes, which may have decimals.
pub(super) fn bytes(megabytes: &str) -> Option<usize> {
    const MEGABYTE: f64 = 1e6;
    /// More is a slip: ten million megabytes.
    const MOST: f64 = 1e13;
    let bytes = (megabytes.parse::<f64>().ok()? * MEGABYTE).round();
    // A whole number in the range.
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "the range was checked")]
    (1.0..=MOST).contains(&bytes).then_some(bytes as usize)
}
