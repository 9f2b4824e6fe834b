//! Names of values: `Atom at(a, b)` in SAS files is `at(a, b)` for people.

const NONE: &str = "<none of those>";

/// The name that people see.
pub(super) fn shown(name: &str) -> String {
    if name == NONE {
        return "none of those".to_owned();
    }
    match (name.strip_prefix("Atom "), name.strip_prefix("NegatedAtom ")) {
        (Some(atom), _) => atom.to_owned(),
        (_, Some(atom)) => format!("not {atom}"),
        _ => name.to_owned(),
    }
}

/// The name in a SAS file.
pub(super) fn written(name: &str) -> String {
    let name = name.replace(['\n', '\r'], " ");
    match name.strip_prefix("not ") {
        _ if name == "none of those" => NONE.to_owned(),
        Some(atom) => format!("NegatedAtom {atom}"),
        None => format!("Atom {name}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_those_that_were_written() {
        for name in ["Atom at(a, b)", "NegatedAtom at(a, b)", "<none of those>"] {
            assert_eq!(written(&shown(name)), name);
        }
        assert_eq!(shown("Atom p()"), "p()");
    }
}
