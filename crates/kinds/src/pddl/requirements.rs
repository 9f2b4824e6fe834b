//! The section `:requirements`: unknown words, and features that a file uses without declaring them.
//!
//! The section does not change how files are read, and without it there are no warnings. Other planners may reject undeclared
//! features. Words that would change the meaning of the whole file, such as an open world, are rejected.

use bmcplan_base::ordered::Set;
use bmcplan_base::text::{Diagnostic, Source};

use super::diagnostics::PddlWarnings;
use super::file::PddlSections;
use super::names::{folded, suggestion};
use super::syntax::{PddlEffect, PddlFormula, PddlProblem};
use super::unsupported;

/// A requirement, and the requirements that include it (Kovacs, *BNF definition of PDDL 3.1*, 2011).
type Requirement = (&'static str, &'static [&'static str]);

const TYPING: Requirement = (":typing", &[":adl", ":ucpop"]);
const NEGATIVE: Requirement = (":negative-preconditions", &[":adl", ":ucpop"]);
const DISJUNCTIVE: Requirement = (":disjunctive-preconditions", &[":adl", ":ucpop"]);
const EQUALITY: Requirement = (":equality", &[":adl", ":ucpop"]);
const EXISTENTIAL: Requirement =
    (":existential-preconditions", &[":quantified-preconditions", ":adl", ":ucpop"]);
const UNIVERSAL: Requirement = (":universal-preconditions", &[":quantified-preconditions", ":adl", ":ucpop"]);
const CONDITIONAL: Requirement = (":conditional-effects", &[":adl", ":ucpop"]);
const DERIVED: Requirement = (":derived-predicates", &[":domain-axioms", ":ucpop"]);
const COSTS: Requirement = (":action-costs", &[":numeric-fluents", ":fluents"]);

/// Further known words: their features are read, or rejected where they occur.
const OTHERS: [&str; 24] = [
    ":strips",
    ":adl",
    ":ucpop",
    ":quantified-preconditions",
    ":domain-axioms",
    ":numeric-fluents",
    ":object-fluents",
    ":fluents",
    ":durative-actions",
    ":duration-inequalities",
    ":continuous-effects",
    ":timed-initial-literals",
    ":timed-initial-fluents",
    ":timed-effects",
    ":time",
    ":preferences",
    ":constraints",
    ":goal-utilities",
    ":safety-constraints",
    ":expression-evaluation",
    ":subgoal-through-axioms",
    ":non-deterministic",
    ":probabilistic-effects",
    ":hierarchy",
];

/// Words by which atoms missing in `:init` are not false.
const OPEN: [&str; 2] = [":open-world", ":true-negation"];

/// Rejects words that change the meaning of the rest, and warns of unknown words.
pub(super) fn check_words(
    source: &Source,
    sections: &PddlSections<'_, '_>,
    warnings: &mut PddlWarnings,
) -> Result<(), Diagnostic> {
    let announced =
        [TYPING, NEGATIVE, DISJUNCTIVE, EQUALITY, EXISTENTIAL, UNIVERSAL, CONDITIONAL, DERIVED, COSTS];
    let known: Vec<&str> = announced.into_iter().map(|(name, _)| name).chain(OTHERS).collect();
    for item in sections.items(":requirements") {
        let word = item.word().map(folded).unwrap_or_default();
        if OPEN.contains(&&*word) {
            return Err(unsupported::feature(
                source,
                "partially observable worlds",
                &item.span,
                "this requires one",
                "what :init does not list does not hold; leave the word out if that is so",
            ));
        }
        if !known.contains(&&*word) {
            warnings.push(
                Diagnostic::warning(source, "this is not a requirement of PDDL")
                    .at(item.span.clone(), "it has no effect")
                    .help(suggestion(
                        &word,
                        known.iter().copied(),
                        "remove it, if nothing more is meant by it",
                    )),
            );
        }
    }
    Ok(())
}

/// Warns of features that a file uses and the sections do not declare.
pub(super) fn check(
    problem: &PddlProblem,
    [domain, of_problem]: [(&Source, &PddlSections<'_, '_>); 2],
    warnings: &mut PddlWarnings,
) {
    let of_files = [domain, of_problem].map(|(_, sections)| sections.only(":requirements"));
    if of_files.iter().all(Option::is_none) {
        return;
    }
    let words = of_files.iter().flatten().flat_map(|section| section.items).filter_map(|item| item.word());
    let announced: Vec<_> = words.map(folded).collect();
    let [domain_section, problem_section] = of_files;
    let mut in_goal = Set::new();
    in_condition(&problem.goal, &mut in_goal);
    let files = [
        (domain.0, domain_section, in_domain(problem, domain.1)),
        (of_problem.0, problem_section.or(of_problem.1.only(":goal")), in_goal),
    ];
    for (source, section, used) in files {
        let is_announced = |(name, above): &Requirement| {
            announced.iter().any(|word| word == name || above.contains(&&**word))
        };
        let missing: Vec<&str> =
            used.iter().filter(|one| !is_announced(one)).map(|(name, _)| *name).collect();
        if let Some(section) = section.filter(|_| !missing.is_empty()) {
            let missing = missing.join(" ");
            warnings.push(
                Diagnostic::warning(source, format!("not declared in (:requirements …): {missing}"))
                    .at(section.span.clone(), "this file uses more than is declared")
                    .help("add what is missing, for other planners; here it makes no difference"),
            );
        }
    }
}

fn in_domain(problem: &PddlProblem, sections: &PddlSections<'_, '_>) -> Set<Requirement> {
    let mut used = Set::new();
    if sections.only(":types").is_some() {
        used.insert(TYPING);
    }
    if !problem.axioms.is_empty() {
        used.insert(DERIVED);
    }
    for action in &problem.actions {
        in_condition(&action.precondition, &mut used);
        in_effect(&action.effect, &mut used);
    }
    problem.axioms.iter().for_each(|axiom| in_condition(&axiom.condition, &mut used));
    used
}

fn in_condition(condition: &PddlFormula, used: &mut Set<Requirement>) {
    condition.visit(&mut |part| {
        used.extend(match part {
            PddlFormula::Atom(_) | PddlFormula::And(_) => None,
            PddlFormula::Equal(..) => Some(EQUALITY),
            PddlFormula::Not(negated) => match **negated {
                // `:equality` most often declares objects that differ.
                PddlFormula::Equal(..) => None,
                PddlFormula::Atom(_) => Some(NEGATIVE),
                _ => Some(DISJUNCTIVE),
            },
            PddlFormula::Or(_) | PddlFormula::Imply(..) => Some(DISJUNCTIVE),
            PddlFormula::Exists(..) => Some(EXISTENTIAL),
            PddlFormula::Forall(..) => Some(UNIVERSAL),
        });
    });
}

fn in_effect(effect: &PddlEffect, used: &mut Set<Requirement>) {
    effect.visit(&mut |part| {
        used.extend(match part {
            PddlEffect::Add(_) | PddlEffect::Delete(_) | PddlEffect::And(_) => None,
            PddlEffect::Increase(..) => Some(COSTS),
            PddlEffect::Forall(..) | PddlEffect::When(..) => Some(CONDITIONAL),
        });
        if let PddlEffect::When(condition, _) = part {
            in_condition(condition, used);
        }
    });
}
