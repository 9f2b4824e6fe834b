//! The fact files of the Rush Hour ASP document: recognised, not read yet.

use super::located::Located;
use crate::frontend::{Diagnostic, Source};

pub(super) fn read(source: &Source) -> Result<Located, Diagnostic> {
    Err(Diagnostic::new(source, "ASP facts are not read yet").help("write the board in TOML"))
}
