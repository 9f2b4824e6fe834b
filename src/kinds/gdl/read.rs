//! Reading a rule sheet: from text to a checked [`Sheet`].

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use super::budget::SymbolBudget;
use super::error::GroundError;
use super::limits::GroundLimits;
use super::sheet::{Sheet, Symbols};
use super::{check, formula, normal};
use crate::kinds::pddl::PddlPart;
use crate::text::sexpr;
use crate::text::{Diagnostic, Source, Span};

/// Reads a rule sheet.
///
/// # Errors
/// [`GroundError::Refused`] with what is wrong, the place, and what would be right: the notation, a relation with several
/// numbers of arguments, an unsafe rule, no player or several. What only grounding can tell is left to it.
/// [`GroundError::Stopped`] if it was to stop; of the other limits, the size of a sheet is far below any.
pub fn read(source: &Source, limits: GroundLimits<'_>) -> Result<Sheet, GroundError> {
    let mut symbols = Symbols::default();
    let mut arities = BTreeMap::new();
    let mut budget = SymbolBudget::until(limits.stop);
    let mut defined = BTreeSet::new();
    let (mut statements, mut rules) = (Vec::new(), Vec::new());
    if PddlPart::of(source).is_some() {
        return Err(pddl(source).into());
    }
    for expression in sexpr::read(source)? {
        let statement = formula::statement(source, &mut symbols, &expression)?;
        check::statement(source, &symbols, &statement, &mut arities)?;
        defined.insert(statement.head.relation);
        let alternatives = normal::rules(source, &statement, &mut budget);
        if budget.is_stopped() {
            return Err(stopped(source, statement.span));
        }
        for rule in alternatives? {
            check::safety(source, &statement, &rule)?;
            rules.push(rule);
        }
        statements.push(statement);
    }
    if defined.is_empty() {
        return Err(Diagnostic::new(source, "the sheet is empty").at(0..0, "no rule here").help(
            "a rule sheet has facts such as (role player) and rules such as (<= terminal (true (step 7)))",
        ).into());
    }
    let role = check::role(source, &symbols, &rules)?;
    check::sheet(source, &symbols, &defined, &rules)?;
    Ok(Sheet { symbols, role, rules, statements })
}

fn stopped(source: &Source, span: Span) -> GroundError {
    let text = source.text().get(span.clone()).unwrap_or_default().to_owned();
    let rule = Diagnostic::new(source, "reading the rules reached a limit")
        .at(span.clone(), "as far as this rule")
        .help("give it more time");
    GroundError::Stopped { rule, span, text, instances: 0 }
}

/// Reads the rule sheet in a file.
///
/// # Errors
/// As [`Source::open`] and [`read`].
pub fn read_path(path: &Path, limits: GroundLimits<'_>) -> Result<Sheet, GroundError> {
    read(&Source::open(path)?, limits)
}

/// Whether a text is more likely a rule sheet than anything else: a line of it begins with a parenthesis, as none does in
/// any other format. The first one need not, for a fact without arguments is a word.
pub fn looks_like(source: &Source) -> bool {
    source.text().lines().any(|line| line.trim_start().starts_with('('))
}

fn pddl(source: &Source) -> Diagnostic {
    const BEGIN: &str = "(define";
    let start = source.text().to_ascii_lowercase().find(BEGIN).unwrap_or(0);
    Diagnostic::new(source, "this is PDDL, and no rule sheet")
        .at(start..start + BEGIN.len(), "a domain or a problem in PDDL begins like this")
        .help("solve it by: bmcplan pddl DOMAIN PROBLEM")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sheets_are_told_from_other_texts() {
        let is_sheet = |text: &str| looks_like(&Source::new("f", text));
        for sheet in ["(role r)", "; a game\n (role r)", "frozen\n(role r)"] {
            assert!(is_sheet(sheet), "{sheet}");
        }
        for other in ["XX.\n", "start\nA.\ngoal\n.A\n", "rows = 4 # (or more)\n", "car(a,2,h).\n", ""] {
            assert!(!is_sheet(other), "{other}");
        }
    }

    const GAME: [&str; 4] = ["(role r)", "(legal r a)", "(goal r 100)", "terminal"];

    fn message(text: &str) -> Option<String> {
        match read(&Source::new("sheet.kif", text), GroundLimits::default()).err()? {
            GroundError::Refused(refusal) => {
                assert!(refusal.to_string().contains("help: "), "{refusal}");
                Some(refusal.message().to_owned())
            }
            stopped @ GroundError::Stopped { .. } => panic!("{stopped}"),
        }
    }

    #[test]
    fn what_takes_long_asks_whether_to_stop() {
        let rule = format!("(<= h {})", "(or a b)".repeat(11));
        let source = Source::new("sheet.kif", &(GAME.concat() + &rule.repeat(20)));
        let n_polls = std::cell::Cell::new(0);
        let stop = || {
            n_polls.set(n_polls.get() + 1);
            10_000 < n_polls.get()
        };
        let stopped = read(&source, GroundLimits { stop: &stop, ..GroundLimits::default() });
        assert!(matches!(stopped, Err(GroundError::Stopped { text, .. }) if text == rule), "{n_polls:?}");
        assert_eq!(n_polls.get(), 10_001);
    }

    #[test]
    fn what_makes_a_game_has_to_be_there() {
        assert_eq!(message(&GAME.concat()), None);
        for (left_out, expected) in GAME.iter().zip([
            "nobody plays",
            "there is no rule for `legal`",
            "there is no rule for `goal`",
            "there is no rule for `terminal`",
        ]) {
            assert_eq!(message(&GAME.concat().replace(left_out, "")).as_deref(), Some(expected));
        }
        assert_eq!(message(" ; nothing").as_deref(), Some("the sheet is empty"));
    }

    #[test]
    fn a_rule_that_can_never_hold_is_a_rule() {
        let never = ["(role r)", "(<= (legal r a) (or))", "(<= (goal r 100) (or))", "(<= terminal (or))"];
        assert_eq!(message(&never.concat()), None);
    }

    #[test]
    fn numbers_of_arguments_are_said_and_helped() {
        for (text, expected) in [
            ("(legal r)", "`legal` has 1 argument"),
            ("(next a b)", "`next` has 2 arguments"),
            ("(p a) (p a b)", "`p` has 2 arguments here and 1 there"),
            ("(<= p (not q q))", "`not` takes one condition"),
            ("(<= p (distinct a))", "`distinct` takes two terms"),
        ] {
            assert_eq!(message(&(GAME.concat() + text)).as_deref(), Some(expected));
        }
        // Functions may have several.
        assert_eq!(message(&(GAME.concat() + "(p (f a) (f a b) f)")), None);
    }

    #[test]
    fn variables_that_nothing_binds_are_found_wherever_they_stand() {
        for rule in [
            "(h ?x)",
            "(<= (h (f ?x)) q)",
            "(<= h (not (q ?x)))",
            "(<= h (distinct a (f ?x)))",
            "(<= h (distinct ?x a))",
            "(<= (h ?x) (or (p ?x) (p ?y)))",
            "(<= (h ?x) (not (distinct ?x ?y)) (p a))",
        ] {
            let said = message(&(GAME.concat() + rule)).unwrap_or_default();
            assert!(said.starts_with("the rule is unsafe: nothing says what ?"), "{rule}: {said}");
        }
        assert_eq!(message(&(GAME.concat() + "(<= (h ?x) (not (distinct ?x (f ?y))) (p ?y))")), None);
    }

    /// Each fits in a file as large as any that is read; the limit holds for all rules together.
    #[test]
    fn the_whole_sheet_has_a_limit() {
        let rule = format!("(<= h {})", "(or a b)".repeat(12));
        assert_eq!(message(&(GAME.concat() + &rule)), None);
        let said = message(&(GAME.concat() + &rule.repeat(100))).unwrap_or_default();
        assert_eq!(said, "the sheet grows too large when its rules are multiplied out");
        assert_eq!(message(&(GAME.concat() + &" p".repeat(500_000))), None);
    }
}
