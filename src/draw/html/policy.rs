//! The content security policy of the page: its one script, its one style sheet, and nothing else.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use hmac_sha256::Hash as Sha256;

/// The Content Security Policy (W3C, level 3) that names a script and a style sheet by what they say.
pub(super) fn of(script: &str, style: &str) -> String {
    format!(
        "default-src 'none'; script-src '{}'; style-src '{}'; base-uri 'none'; form-action 'none'",
        digest(script),
        digest(style)
    )
}

/// A browser hashes what stands between the tags, in UTF-8.
fn digest(text: &str) -> String {
    format!("sha256-{}", STANDARD.encode(Sha256::hash(text.as_bytes())))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The digest of the specification's own example, `alert('Hello, world.');`.
    #[test]
    fn the_example_of_the_specification() {
        assert_eq!(digest("alert('Hello, world.');"), "sha256-qznLcsROx4GACP2dm0UCKCzCG+HiZ1guq6ZZDob/Tng=");
    }
}
