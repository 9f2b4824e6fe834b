#![allow(clippy::unwrap_used, clippy::print_stderr, dead_code, unused)]
#[path = "../library/common/mod.rs"]
mod common;
#[path = "../library/sweep/mod.rs"]
mod sweep;
mod gdl {
    #[path = "../../library/gdl/interpreter.rs"]
    pub(crate) mod interpreter;
    #[path = "../../library/gdl/sheets.rs"]
    pub(crate) mod sheets;
}
mod pddl {
    #[path = "../../library/pddl/interpreter.rs"]
    pub(crate) mod interpreter;
    fn read_text(text: &texts::PddlText) -> bmcplan::kinds::pddl::PddlReading {
        use bmcplan::text::Source;
        let [domain, problem] = [("domain.pddl", &text.domain), ("problem.pddl", &text.problem)]
            .map(|(name, text)| Source::new(name, text));
        bmcplan::kinds::pddl::read(&domain, &problem, &bmcplan::stop::Stop::default())
            .unwrap_or_else(|error| panic!("{error}"))
    }
    #[path = "../../library/pddl/texts.rs"]
    pub(crate) mod texts;
}
mod sliding {
    #[path = "../../library/sliding/oracle.rs"]
    pub(crate) mod oracle;
    #[path = "../../library/sliding/random.rs"]
    pub(crate) mod random;
}
mod steps {
    #[path = "../../library/steps/reference.rs"]
    pub(crate) mod reference;
}
