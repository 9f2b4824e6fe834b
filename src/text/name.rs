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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_in_toml_may_have_names() {
        let of = |text: &str| name(&Source::new("test", text));
        assert_eq!(of("name = \"Klotski\"\nstart = 3\n").as_deref(), Some("Klotski"));
        for text in ["name = \" \"\n", "name = 3\n", "board = \"\"\n", "XX..\n", "(init name)", ""] {
            assert_eq!(of(text), None, "{text}");
        }
    }
}
