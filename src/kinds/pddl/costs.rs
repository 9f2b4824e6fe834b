//! Action costs: the functions that costs are looked up in, their values, `(increase (total-cost) …)`, the metric, and
//! the cost of a ground action.

use super::diagnostics::{PddlGroundError, PddlWarnings};
use super::file::PddlSection;
use super::initial::InitialReader;
use super::names::{folded, meant, typed_list};
use super::schema::SchemaReader;
use super::syntax::{CostFunction, CostTerm, ObjectId, PddlProblem, PddlTerm};
use super::unsupported;
use super::vocabulary::{Vocabulary, arity_clash};
use crate::task::Operator;
use crate::text::sexpr::Expression;
use crate::text::{Diagnostic, Source, Span};

/// The number that actions increase.
const TOTAL_COST: &str = "total-cost";

/// A function with its arguments.
enum FunctionHead<'e, 'a> {
    /// `(total-cost)`.
    TotalCost,
    /// Another function, by its number, with as many arguments as it takes.
    Function(usize, &'e [Expression<'a>]),
}

impl Vocabulary {
    /// Reads `(:functions …)`.
    pub(super) fn read_functions(
        &mut self,
        source: &Source,
        items: &[Expression<'_>],
    ) -> Result<(), Diagnostic> {
        for group in typed_list(source, items)? {
            if let Some((_, span)) = group.types.iter().find(|(word, _)| folded(word) != "number") {
                let help = "only functions with numbers are read, for costs; a predicate can relate objects";
                return Err(unsupported::refusal(
                    source,
                    "functions with objects as values",
                    span,
                    "this is not `number`",
                    help,
                ));
            }
            for item in group.items {
                let Some((word, parameters)) = item.headed() else {
                    return Err(Diagnostic::new(source, "a function is expected")
                        .at(item.span.clone(), "here")
                        .help("write (total-cost) - number, or (distance ?x ?y - place) - number"));
                };
                let arity = self.parameters(source, parameters)?.len();
                if folded(word) == TOTAL_COST {
                    if 0 < arity {
                        return Err(Diagnostic::new(source, "`total-cost` has parameters")
                            .at(item.span.clone(), "it takes none")
                            .help("write (total-cost) - number: there is one cost, that of the plan"));
                    }
                    continue;
                }
                if self.function_names.add(word).is_err() {
                    return Err(Diagnostic::new(source, format!("the function `{word}` is declared twice"))
                        .at(item.span.clone(), "here again")
                        .help("remove one of them, or give it another name"));
                }
                self.functions.push(CostFunction { name: word.to_owned(), arity, values: Vec::new() });
            }
        }
        Ok(())
    }

    /// Reads a function with its arguments, and checks their number.
    fn function<'e, 'a>(
        &self,
        source: &Source,
        expression: &'e Expression<'a>,
    ) -> Result<FunctionHead<'e, 'a>, Diagnostic> {
        let Some((word, arguments)) = expression.headed() else {
            return Err(Diagnostic::new(source, "a function is expected")
                .at(expression.span.clone(), "here")
                .help("write a declared function with its arguments in parentheses: (total-cost)"));
        };
        let span = &expression.span;
        let (function, arity) = if folded(word) == TOTAL_COST {
            (FunctionHead::TotalCost, 0)
        } else if let Some(number) = self.function_names.find(word) {
            (FunctionHead::Function(number, arguments), self.functions[number].arity)
        } else if matches!(word, "+" | "-" | "*" | "/") {
            let help =
                "write a number, or a function whose values the problem gives; several (increase …) add up";
            return Err(unsupported::refusal(source, "expressions with numbers", span, "this is one", help));
        } else {
            let known = self.functions.iter().map(|function| &*function.name).chain([TOTAL_COST]);
            return Err(Diagnostic::new(source, format!("the function `{word}` is not declared"))
                .at(span.clone(), "it does not stand in (:functions …) of the domain")
                .help(meant(word, known, "declare it: (:functions (name ?x - type …) - number)")));
        };
        if arguments.len() == arity {
            return Ok(function);
        }
        let form: String = (1..=arity).map(|number| format!(" ?x{number}")).collect();
        Err(arity_clash(source, word, arguments.len(), arity, span, &form))
    }
}

impl InitialReader<'_> {
    /// Reads `(= (function object …) 5)`.
    pub(super) fn value(
        &mut self,
        function: &Expression<'_>,
        value: &Expression<'_>,
    ) -> Result<(), Diagnostic> {
        let head = self.vocabulary.function(self.source, function)?;
        let Some(word) = value.word() else {
            let help = "write (= (distance a b) 5)";
            return Err(self.refuse(&value.span, "a number is expected", "this is a list", help));
        };
        match head {
            FunctionHead::TotalCost => {
                if natural(self.source, word, &value.span)? != 0 {
                    self.warnings.push(
                        Diagnostic::warning(self.source, "costs are counted from 0")
                            .at(value.span.clone(), "this is not added to the cost of a plan")
                            .help("write (= (total-cost) 0)"),
                    );
                }
                Ok(())
            }
            FunctionHead::Function(number, arguments) => {
                let objects = self.objects(arguments)?;
                let value = match natural(self.source, word, &value.span) {
                    Err(_) if !self.is_cost[number] => return Ok(()),
                    value => value?,
                };
                self.vocabulary.functions[number].values.push((objects, value));
                Ok(())
            }
        }
    }

    /// Sorts the values of functions; none may have two.
    pub(super) fn sort_values(&mut self) -> Result<(), Diagnostic> {
        for function in &mut self.vocabulary.functions {
            function.values.sort_unstable();
            function.values.dedup();
            let same = |pair: &[(Vec<ObjectId>, u64)]| pair[0].0 == pair[1].0;
            if let Some([(objects, one), (_, other)]) = function.values.windows(2).find(|pair| same(pair)) {
                let names =
                    objects.iter().map(|object| format!(" {}", self.vocabulary.objects[object.0].name));
                let of = format!("({}{})", function.name, names.collect::<String>());
                return Err(Diagnostic::new(self.source, format!("{of} has two values"))
                    .at(0..0, format!("{one} and {other}, in this file"))
                    .help("remove one of them: costs do not change"));
            }
        }
        Ok(())
    }
}

impl SchemaReader<'_> {
    /// Reads `(increase (total-cost) …)`: the term that is added.
    pub(super) fn cost(
        &self,
        counter: &Expression<'_>,
        amount: &Expression<'_>,
    ) -> Result<CostTerm, Diagnostic> {
        match self.vocabulary.function(self.source, counter)? {
            FunctionHead::TotalCost => {}
            FunctionHead::Function(..) => {
                return Err(unsupported::number(
                    self.source,
                    &counter.span,
                    "only (total-cost) may be increased",
                ));
            }
        }
        if let Some(word) = amount.word() {
            return natural(self.source, word, &amount.span).map(CostTerm::Number);
        }
        match self.vocabulary.function(self.source, amount)? {
            FunctionHead::TotalCost => Err(unsupported::number(
                self.source,
                &amount.span,
                "what an action costs depends on what was spent before",
            )),
            FunctionHead::Function(function, arguments) => {
                let terms = arguments.iter().map(|argument| self.term(argument));
                Ok(CostTerm::Function(function, terms.collect::<Result<_, _>>()?))
            }
        }
    }
}

/// A natural number, perhaps written with decimals that are all 0.
fn natural(source: &Source, word: &str, span: &Span) -> Result<u64, Diagnostic> {
    let whole = match word.split_once('.') {
        Some((whole, decimals)) if decimals.bytes().all(|digit| digit == b'0') => whole,
        _ => word,
    };
    let refuse = |label: &str| {
        Err(Diagnostic::new(source, format!("`{word}` is no cost")).at(span.clone(), label).help(
            "costs are whole numbers, none of them negative; multiply all of them where parts are needed",
        ))
    };
    match whole.parse() {
        Ok(number) if !whole.starts_with('+') => Ok(number),
        _ if !whole.is_empty() && whole.bytes().all(|digit| digit.is_ascii_digit()) => {
            refuse("larger than any that is read, which is 4294967295")
        }
        _ => refuse("a whole number is to stand here"),
    }
}

/// Reads `(:metric minimize (total-cost))`: is the cost minimised?
pub(super) fn minimises_cost(
    source: &Source,
    section: &PddlSection<'_, '_>,
    warnings: &mut PddlWarnings,
) -> Result<bool, Diagnostic> {
    if let [direction, what] = section.items
        && direction.word().map(folded).as_deref() == Some("minimize")
    {
        let counter =
            what.word().or_else(|| what.headed().filter(|(_, rest)| rest.is_empty()).map(|(word, _)| word));
        match counter.map(folded).as_deref() {
            Some(TOTAL_COST) => return Ok(true),
            Some("total-time") => {
                warnings.push(
                    Diagnostic::warning(source, "there is no time to minimise")
                        .at(section.span.clone(), "this is not looked at")
                        .help("remove it: the number of steps is minimised"),
                );
                return Ok(false);
            }
            _ => {}
        }
    }
    let help = "write (:metric minimize (total-cost)), or leave it out";
    Err(unsupported::refusal(source, "other metrics than costs", &section.span, "this is one", help))
}

/// The cost of an action with those objects: the sum of its terms if the problem asks for a cheapest plan, otherwise 1.
pub(super) fn cost(problem: &PddlProblem, action: usize, objects: &[u32]) -> Result<u64, PddlGroundError> {
    if !problem.minimises_cost {
        return Ok(1);
    }
    let action = &problem.actions[action];
    let mut sum = 0_u64;
    for term in &action.costs {
        let part = match term {
            CostTerm::Number(number) => *number,
            CostTerm::Function(function, arguments) => {
                let arguments = arguments.iter().map(|argument| match argument {
                    PddlTerm::Object(object) => Some(*object),
                    PddlTerm::Variable(variable) => {
                        objects.get(*variable).map(|object| ObjectId(*object as usize))
                    }
                });
                let arguments: Option<Vec<ObjectId>> = arguments.collect();
                let value = arguments.as_ref().and_then(|arguments| {
                    let values = &problem.functions[*function].values;
                    let place = values.binary_search_by(|(known, _)| known.cmp(arguments)).ok()?;
                    Some(values[place].1)
                });
                value.ok_or_else(|| {
                    let names = arguments.iter().flatten().map(|object| &*problem.objects[object.0].name);
                    let names: Vec<&str> = names.collect();
                    let function = &problem.functions[*function].name;
                    let call = [&[&**function][..], &names].concat().join(" ");
                    let message =
                        format!("({call}) has no value, and the cost of {} depends on it", action.name);
                    PddlGroundError::refused(message)
                        .at(action.span.clone(), "this action")
                        .help(&format!("write (= ({call}) 1), or another number, into :init"))
                })?
            }
        };
        sum = sum.checked_add(part).ok_or_else(|| {
            PddlGroundError::refused(format!("{} costs more than {}", action.name, Operator::GREATEST_COST))
                .at(action.span.clone(), "this action")
                .help("divide all costs by the same number")
        })?;
    }
    Ok(sum)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn costs_are_whole_numbers() {
        let read = |word: &str| natural(&Source::new("f", word), word, &(0..word.len())).ok();
        assert_eq!(
            ["5", "5.0", "007", "4294967295", "0."].map(read),
            [Some(5), Some(5), Some(7), Some(u32::MAX), Some(0)]
        );
        assert_eq!(["", "5.5", "-1", "+1", "1e3", ".0", ".", "4294967296", "?x"].map(read), [None; 9]);
    }
}
