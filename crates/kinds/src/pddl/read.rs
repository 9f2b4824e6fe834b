//! Reading a planning problem in PDDL: from the texts of a domain and a problem to a checked [`PddlProblem`].

use bmcplan_base::stop::{Stop, StopReason};
use bmcplan_base::text::{Diagnostic, Source};

use super::costs::{minimises_cost, scale};
use super::diagnostics::{PddlError, PddlWarnings};
use super::file::{PddlFile, PddlPart, PddlSections};
use super::initial::InitialReader;
use super::names::{NameTable, folded, name};
use super::requirements;
use super::schema::{SchemaReader, derived};
use super::syntax::{ActionSchema, CostTerm, PddlEffect, PddlFormula, PddlProblem};
use super::unsupported;
use super::vocabulary::{TypeTable, Vocabulary};

/// A problem after reading, and warnings about its text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PddlReading {
    /// Problem of both files.
    pub problem: PddlProblem,
    /// Likely mistakes, at most ten, and a note if there are more.
    pub warnings: Vec<Diagnostic>,
}

/// Greatest number of bytes that an expression takes for each byte of text.
const BYTES_PER_BYTE: usize = 40;

/// Reads a domain and a problem, in either order.
///
/// # Errors
/// [`PddlError::Invalid`] with the fault, its place, and the right form: wrong notation, undeclared names, wrong numbers of
/// arguments, and unsupported parts of PDDL. Unsupported are durations, numbers other than costs, preferences, constraints,
/// timed initial literals, and functions with objects as values. [`PddlError::Stopped`] if `stop` is raised.
pub fn read(domain: &Source, problem: &Source, stop: &Stop) -> Result<PddlReading, PddlError> {
    stop.needs(
        "reading the files",
        (domain.text().len() + problem.text().len()).saturating_mul(BYTES_PER_BYTE),
    );
    let file = |source| PddlFile::read(source, &|| stop.is_raised());
    let (Some(first), Some(second)) = (file(domain)?, file(problem)?) else {
        return Err(stopped(stop));
    };
    let (domain, problem) = in_order(first, second)?;
    let found = Definition { stop, warnings: PddlWarnings::default() }.read(&domain, &problem);
    let (found, warnings) =
        found.map_err(|error| unsupported::with_others(error, [domain.source, problem.source]))?;
    if stop.is_raised() {
        return Err(stopped(stop));
    }
    Ok(PddlReading { problem: found, warnings: warnings.into_vec(domain.source) })
}

fn stopped(stop: &Stop) -> PddlError {
    PddlError::Stopped(stop.reason().unwrap_or(StopReason::Interrupt))
}

fn in_order<'a>(
    first: PddlFile<'a>,
    second: PddlFile<'a>,
) -> Result<(PddlFile<'a>, PddlFile<'a>), Diagnostic> {
    match (first.part, second.part) {
        (PddlPart::Domain, PddlPart::Problem) => Ok((first, second)),
        (PddlPart::Problem, PddlPart::Domain) => Ok((second, first)),
        (part, _) => {
            let missing = match part {
                PddlPart::Domain => PddlPart::Problem,
                PddlPart::Problem => PddlPart::Domain,
            };
            Err(Diagnostic::new(second.source, format!("both files define a {}", part.name()))
                .at(second.name_span, format!("another {} is in {}", part.name(), first.source.name()))
                .help(format!("give a domain and a problem: a {} is missing", missing.name())))
        }
    }
}

struct Definition<'s> {
    stop: &'s Stop,
    warnings: PddlWarnings,
}

impl Definition<'_> {
    /// Reads the problem of both files, or part of it if the flag is raised.
    fn read(
        mut self,
        domain: &PddlFile<'_>,
        problem: &PddlFile<'_>,
    ) -> Result<(PddlProblem, PddlWarnings), Diagnostic> {
        let (domain_sections, problem_sections) = (PddlSections::of(domain)?, PddlSections::of(problem)?);
        for (file, sections) in [(domain, &domain_sections), (problem, &problem_sections)] {
            requirements::check_words(file.source, sections, &mut self.warnings)?;
        }
        let mut vocabulary = self.vocabulary(domain, &domain_sections, problem, &problem_sections)?;
        let mut actions: Vec<ActionSchema> = Vec::new();
        let mut names = NameTable::default();
        for section in domain_sections.all(":action") {
            if self.stop.is_raised() {
                break;
            }
            let action = self.schema(domain.source, &vocabulary).action(section)?;
            if let Err(number) = names.add(&action.name) {
                return Err(Diagnostic::new(
                    domain.source,
                    format!("the action `{}` is defined twice", action.name),
                )
                .at(action.span, "here again")
                .also(actions[number].span.clone(), "here first")
                .help("give one of them another name"));
            }
            actions.push(action);
        }
        let rules = domain_sections.all(":derived").take_while(|_| !self.stop.is_raised());
        let rules: Vec<_> = rules.collect();
        let axioms = rules
            .into_iter()
            .map(|section| self.schema(domain.source, &vocabulary).axiom(section))
            .collect::<Result<_, _>>()?;
        let (mut is_cost, mut costs, mut has_costs) =
            (vec![false; vocabulary.functions.len()], Vec::new(), false);
        actions.iter().for_each(|action| {
            action.effect.visit(&mut |effect| {
                let PddlEffect::Increase(term, span) = effect else { return };
                has_costs = true;
                match term {
                    CostTerm::Number(number) => costs.push((domain.source, span.clone(), *number)),
                    CostTerm::Function(function, _) => is_cost[*function] = true,
                }
            });
        });
        let mut reader = InitialReader {
            source: problem.source,
            vocabulary: &mut vocabulary,
            warnings: &mut self.warnings,
            is_cost: &is_cost,
            costs,
        };
        let initial = reader.read(problem_sections.items(":init"), self.stop)?;
        let costs = reader.costs;
        let cost_scale = scale(&costs)?;
        let (goal, n_goal_variables) = self.goal(problem, &problem_sections, &vocabulary)?;
        let minimises_cost = match problem_sections.only(":metric") {
            Some(section) => minimises_cost(problem.source, section, has_costs, &mut self.warnings)?,
            None => false,
        };
        if let Some(section) = problem_sections.only(":length") {
            self.warnings.push(
                Diagnostic::warning(problem.source, "`:length` has no effect")
                    .at(section.span.clone(), "this is ignored")
                    .help("remove it: a shortest plan is searched for in any case"),
            );
        }
        self.check_domain_name(domain, problem, &problem_sections)?;
        let Vocabulary { types: TypeTable { types, .. }, objects, predicates, functions, .. } = vocabulary;
        let found = PddlProblem {
            domain: domain.name.to_owned(),
            name: problem.name.to_owned(),
            types,
            objects,
            predicates,
            functions,
            actions,
            axioms,
            initial,
            goal,
            n_goal_variables,
            minimises_cost,
            cost_scale,
        };
        let files = [(domain.source, &domain_sections), (problem.source, &problem_sections)];
        requirements::check(&found, files, &mut self.warnings);
        Ok((found, self.warnings))
    }

    fn schema<'r>(&'r mut self, source: &'r Source, vocabulary: &'r Vocabulary) -> SchemaReader<'r> {
        SchemaReader::new(source, vocabulary, &mut self.warnings)
    }

    /// Reads all declared names; predicates with rules are marked as derived.
    fn vocabulary(
        &mut self,
        domain: &PddlFile<'_>,
        domain_sections: &PddlSections<'_, '_>,
        problem: &PddlFile<'_>,
        problem_sections: &PddlSections<'_, '_>,
    ) -> Result<Vocabulary, Diagnostic> {
        let mut vocabulary = Vocabulary::default();
        let warnings = &mut self.warnings;
        vocabulary.types = TypeTable::read(domain.source, domain_sections.items(":types"), warnings)?;
        vocabulary.read_objects(domain.source, domain_sections.items(":constants"), warnings)?;
        vocabulary.read_predicates(domain.source, domain_sections.items(":predicates"))?;
        vocabulary.read_functions(domain.source, domain_sections.items(":functions"))?;
        vocabulary.read_objects(problem.source, problem_sections.items(":objects"), warnings)?;
        for section in domain_sections.all(":derived") {
            let predicate = derived(&vocabulary, domain.source, section)?;
            vocabulary.predicates[predicate.0].is_derived = true;
        }
        Ok(vocabulary)
    }

    fn goal(
        &mut self,
        problem: &PddlFile<'_>,
        sections: &PddlSections<'_, '_>,
        vocabulary: &Vocabulary,
    ) -> Result<(PddlFormula, usize), Diagnostic> {
        let refuse = |span, message: &str, label: &str| {
            let help = "write what has to hold in the end: (:goal (and (at truck1 depot) …))";
            Err(Diagnostic::new(problem.source, message).at(span, label).help(help))
        };
        let Some(section) = sections.only(":goal") else {
            return refuse(problem.name_span.clone(), "the problem has no goal", "in this problem");
        };
        let [condition] = section.items else {
            let label = format!("here are {}", section.items.len());
            return refuse(section.span.clone(), "a goal is one condition", &label);
        };
        let mut reader = self.schema(problem.source, vocabulary);
        let goal = reader.condition(condition)?;
        Ok((goal, reader.n_variables()))
    }

    fn check_domain_name(
        &mut self,
        domain: &PddlFile<'_>,
        problem: &PddlFile<'_>,
        sections: &PddlSections<'_, '_>,
    ) -> Result<(), Diagnostic> {
        let Some(section) = sections.only(":domain") else { return Ok(()) };
        let [named] = section.items else {
            let label = format!("here are {}", section.items.len());
            return Err(Diagnostic::new(problem.source, "a problem is for one domain")
                .at(section.span.clone(), label)
                .help(format!("write (:domain {})", domain.name)));
        };
        let named = name(problem.source, named, "a domain")?;
        if folded(named) != folded(domain.name) {
            let message = format!("the problem is for the domain `{named}`, not `{}`", domain.name);
            self.warnings.push(
                Diagnostic::warning(problem.source, message)
                    .at(section.span.clone(), "so it says here")
                    .help(format!("if {} is the right file, change one of the names", domain.source.name())),
            );
        }
        Ok(())
    }
}
