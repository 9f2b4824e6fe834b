//! The name that a file gives its problem.

use serde::Deserialize;

use super::Source;

/// The value of the key `name` of a text in TOML. Other texts have no names.
pub fn name(source: &Source) -> Option<String> {
    #[derive(Deserialize)]
    struct Named {
        name: Option<String>,
    }
    let named: Named = toml::from_str(source.text()).ok()?;
    named.name.filter(|name| !name.trim().is_empty())
}
