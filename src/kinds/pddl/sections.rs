//! The sections of a definition, checked: each belongs there, and is there as often as it may be.

use super::file::{PddlFile, PddlPart, PddlSection};
use super::names::meant;
use super::unsupported;
use crate::text::Diagnostic;

/// The sections that are read, and the half that each belongs in; nothing for both.
const KNOWN: [(&str, Option<PddlPart>); 13] = [
    (":requirements", None),
    (":types", Some(PddlPart::Domain)),
    (":constants", Some(PddlPart::Domain)),
    (":predicates", Some(PddlPart::Domain)),
    (":functions", Some(PddlPart::Domain)),
    (":action", Some(PddlPart::Domain)),
    (":derived", Some(PddlPart::Domain)),
    (":domain", Some(PddlPart::Problem)),
    (":objects", Some(PddlPart::Problem)),
    (":init", Some(PddlPart::Problem)),
    (":goal", Some(PddlPart::Problem)),
    (":metric", Some(PddlPart::Problem)),
    (":length", Some(PddlPart::Problem)),
];

/// The sections of a definition.
pub(super) struct PddlSections<'e, 'a>(Vec<PddlSection<'e, 'a>>);

impl<'e, 'a> PddlSections<'e, 'a> {
    /// The sections of a file.
    pub(super) fn of(file: &'e PddlFile<'a>) -> Result<Self, Diagnostic> {
        let sections = file.sections()?;
        let mut first: Vec<&PddlSection<'_, '_>> = Vec::new();
        for section in &sections {
            let word = section.span.start + 1..section.span.start + 1 + section.keyword.len();
            let Some((keyword, part)) = KNOWN.into_iter().find(|(keyword, _)| *keyword == section.keyword)
            else {
                let part = file.part.name();
                return Err(unsupported::section(file.source, &section.keyword, &word).unwrap_or_else(
                    || {
                        Diagnostic::new(file.source, format!("a {part} has no section `{}`", section.keyword))
                            .at(word, "this is not known")
                            .help(meant(
                                &section.keyword,
                                KNOWN.map(|(keyword, _)| keyword),
                                &Self::all_of(file.part),
                            ))
                    },
                ));
            };
            if part.is_some_and(|part| part != file.part) {
                let message = format!("`{keyword}` stands in the {}", file.part.name());
                let other = part.map_or("", PddlPart::name);
                return Err(Diagnostic::new(file.source, message)
                    .at(word, format!("it belongs in the {other}"))
                    .help(Self::all_of(file.part)));
            }
            if matches!(keyword, ":action" | ":derived") {
                continue;
            }
            if let Some(before) = first.iter().find(|before| before.keyword == keyword) {
                return Err(Diagnostic::new(file.source, format!("`{keyword}` stands there twice"))
                    .at(word, "here again")
                    .also(before.span.clone(), "here first")
                    .help("join the two"));
            }
            first.push(section);
        }
        Ok(Self(sections))
    }

    fn all_of(part: PddlPart) -> String {
        let known =
            KNOWN.iter().filter(|(_, of)| of.is_none_or(|of| of == part)).map(|(keyword, _)| *keyword);
        format!("a {} has {}", part.name(), known.collect::<Vec<_>>().join(" "))
    }

    /// All sections with that keyword.
    pub(super) fn all(&self, keyword: &str) -> impl Iterator<Item = &PddlSection<'e, 'a>> {
        self.0.iter().filter(move |section| section.keyword == keyword)
    }

    /// The section with that keyword, if there is one.
    pub(super) fn only(&self, keyword: &str) -> Option<&PddlSection<'e, 'a>> {
        self.all(keyword).next()
    }
}
