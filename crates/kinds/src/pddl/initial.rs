//! The section `:init`: atoms that hold at the start, and the values of functions.

use bmcplan_base::ordered::{sort, sort_by};
use bmcplan_base::stop::Stop;
use bmcplan_base::text::sexpr::Expression;
use bmcplan_base::text::{Diagnostic, Source, Span};

use super::diagnostics::PddlWarnings;
use super::names::{WORDS, folded};
use super::syntax::{CostNumber, ObjectId, PredicateId, TypeId};
use super::unsupported;
use super::vocabulary::Vocabulary;

type PddlFact = (PredicateId, Vec<ObjectId>);

pub(super) type WrittenCost<'s> = (&'s Source, Span, CostNumber);

pub(super) struct InitialReader<'r> {
    pub(super) source: &'r Source,
    pub(super) vocabulary: &'r mut Vocabulary,
    pub(super) warnings: &'r mut PddlWarnings,
    /// For each function: true if it is part of a cost. Values of other functions are not checked.
    pub(super) is_cost: &'r [bool],
    pub(super) costs: Vec<WrittenCost<'r>>,
}

impl InitialReader<'_> {
    /// Reads the atoms, each once. The values of functions go to the vocabulary. Both may be incomplete if `stop` is raised.
    pub(super) fn read(
        &mut self,
        items: &[Expression<'_>],
        stop: &Stop,
    ) -> Result<Vec<PddlFact>, Diagnostic> {
        let (mut holds, mut fails) = (Vec::new(), Vec::new());
        for item in items {
            if stop.is_raised() {
                break;
            }
            let Some((word, rest)) = item.headed() else {
                let help = item
                    .word()
                    .map(|word| format!("an atom stands in parentheses with its arguments: ({word} …)"));
                let help = help.as_deref().unwrap_or(ATOM);
                return Err(self.refuse(&item.span, "an atom is expected", "this is not an atom", help));
            };
            match (&*folded(word), rest) {
                ("=", [function, value]) => self.value(function, value)?,
                ("not", [negated]) => fails.push((self.atom(negated)?, negated.span.clone())),
                ("at", [time, what]) if what.list().is_some() && time.word().is_some_and(is_number) => {
                    let help = "everything that holds at the start holds until an action changes it";
                    let label = "this begins to hold later";
                    return Err(unsupported::feature(
                        self.source,
                        unsupported::TIMED,
                        &item.span,
                        label,
                        help,
                    ));
                }
                _ => holds.push((self.atom(item)?, item.span.clone())),
            }
        }
        let holds = self.once(holds);
        let mut sorted: Vec<&PddlFact> = holds.iter().collect();
        sort(&mut sorted);
        match fails.into_iter().find(|(fact, _)| sorted.binary_search(&fact).is_ok()) {
            Some((_, span)) => {
                let help = "what is not listed does not hold; remove one of them";
                Err(self.refuse(
                    &span,
                    "this holds and does not hold at the start",
                    "said not to hold here",
                    help,
                ))
            }
            None => {
                self.sort_values()?;
                Ok(holds)
            }
        }
    }

    pub(super) fn refuse(&self, span: &Span, message: &str, label: &str, help: &str) -> Diagnostic {
        Diagnostic::new(self.source, message).at(span.clone(), label).help(help)
    }

    fn atom(&mut self, item: &Expression<'_>) -> Result<PddlFact, Diagnostic> {
        let Some((word, arguments)) = item.headed() else {
            return Err(self.refuse(&item.span, "an atom is expected", "this is not an atom", ATOM));
        };
        let Some(predicate) = self.vocabulary.find_predicate(word) else {
            if WORDS.contains(&&*folded(word)) {
                return Err(self.refuse(&item.span, "an atom is expected", "this is a formula", ATOM));
            }
            return Err(match self.vocabulary.predicate(self.source, word, &item.span) {
                Err(unknown) => unknown,
                Ok(_) => self.refuse(&item.span, "an atom is expected", "this is not an atom", ATOM),
            });
        };
        if self.vocabulary.predicates[predicate.0].is_derived {
            let message = format!("`{word}` holds at the start, and is derived by rules");
            let help = "what (:derived …) defines follows from everything else; say what it follows from";
            return Err(self.refuse(&item.span, &message, "said to hold here", help));
        }
        self.vocabulary.check_arity(self.source, predicate, arguments.len(), &item.span)?;
        let objects = self.objects(arguments)?;
        let types: Vec<&[TypeId]> =
            objects.iter().map(|object| &*self.vocabulary.objects[object.0].types).collect();
        if let Some(warning) = self.vocabulary.misfit(self.source, predicate, &types, arguments) {
            self.warnings.push(warning);
        }
        Ok((predicate, objects))
    }

    pub(super) fn objects(&self, arguments: &[Expression<'_>]) -> Result<Vec<ObjectId>, Diagnostic> {
        let object = |argument: &Expression<'_>| match argument.word() {
            Some(word) if !word.starts_with('?') => self.vocabulary.object(self.source, word, &argument.span),
            _ => Err(self.refuse(&argument.span, "an object is expected", "this is not an object", ATOM)),
        };
        arguments.iter().map(object).collect()
    }

    /// Removes repeated atoms; the first occurrences stay.
    fn once(&mut self, facts: Vec<(PddlFact, Span)>) -> Vec<PddlFact> {
        let mut order: Vec<usize> = (0..facts.len()).collect();
        sort_by(&mut order, |one, other| facts[*one].0.cmp(&facts[*other].0));
        let mut again: Vec<usize> = order
            .windows(2)
            .filter(|pair| facts[pair[0]].0 == facts[pair[1]].0)
            .map(|pair| pair[1])
            .collect();
        sort(&mut again);
        for index in &again {
            self.warnings.push(
                Diagnostic::warning(self.source, "this is said twice")
                    .at(facts[*index].1.clone(), "this is already listed above")
                    .help("remove it"),
            );
        }
        let mut again = again.into_iter().peekable();
        let kept = facts.into_iter().enumerate();
        kept.filter(|(index, _)| again.next_if_eq(index).is_none()).map(|(_, (fact, _))| fact).collect()
    }
}

const ATOM: &str = "write what holds, with objects as arguments, such as (at truck1 depot); what is not listed does not hold";

fn is_number(word: &str) -> bool {
    word.parse::<f64>().is_ok()
}
