//! Action costs: functions and their values, `(increase (total-cost) …)`, and the metric.
//!
//! Costs may have decimals. They are read exactly, and all costs of a problem are multiplied by the same power of ten.

use std::fmt;

use bmcplan_base::ordered::sort;
use bmcplan_base::text::sexpr::Expression;
use bmcplan_base::text::{Diagnostic, Source, Span};
use bmcplan_task::Operator;

use super::diagnostics::PddlWarnings;
use super::file::PddlSection;
use super::initial::{InitialReader, WrittenCost};
use super::names::{folded, suggestion, typed_list};
use super::schema::SchemaReader;
use super::syntax::{CostFunction, CostNumber, CostTerm, ObjectId, PddlEffect, PddlProblem};
use super::unsupported;
use super::vocabulary::{Vocabulary, arity_clash};

/// Name of the number that actions increase.
const TOTAL_COST: &str = "total-cost";

enum FunctionHead<'e, 'a> {
    TotalCost,
    /// Another function, by its number, with the right number of arguments.
    Function(usize, &'e [Expression<'a>]),
}

impl Vocabulary {
    pub(super) fn read_functions(
        &mut self,
        source: &Source,
        items: &[Expression<'_>],
    ) -> Result<(), Diagnostic> {
        for group in typed_list(source, items, None)? {
            if let Some((_, span)) = group.types.iter().find(|(word, _)| folded(word) != "number") {
                let help = "only functions with numbers are read, for costs; a predicate can relate objects";
                return Err(unsupported::feature(
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
                self.functions.push(CostFunction {
                    name: word.to_owned(),
                    arity,
                    values: Vec::new(),
                    faults: Vec::new(),
                });
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
            return Err(unsupported::feature(source, "expressions with numbers", span, "this is one", help));
        } else {
            let known = self.functions.iter().map(|function| &*function.name).chain([TOTAL_COST]);
            return Err(Diagnostic::new(source, format!("the function `{word}` is not declared"))
                .at(span.clone(), "it does not stand in (:functions …) of the domain")
                .help(suggestion(word, known, "declare it: (:functions (name ?x - type …) - number)")));
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
                if number(self.source, word, &value.span)? != CostNumber::default() {
                    self.warnings.push(
                        Diagnostic::warning(self.source, "costs are counted from 0")
                            .at(value.span.clone(), "this is not added to the cost of a plan")
                            .help("write (= (total-cost) 0)"),
                    );
                }
                Ok(())
            }
            FunctionHead::Function(function, arguments) => {
                let objects = self.objects(arguments)?;
                let amount = match number(self.source, word, &value.span) {
                    Err(_) if !self.is_cost[function] => return Ok(()),
                    amount => amount?,
                };
                if self.is_cost[function] {
                    self.costs.push((self.source, value.span.clone(), amount));
                }
                self.vocabulary.functions[function].values.push((objects, amount));
                Ok(())
            }
        }
    }

    /// Sorts the values of functions, and rejects a second value for the same arguments.
    pub(super) fn sort_values(&mut self) -> Result<(), Diagnostic> {
        for function in &mut self.vocabulary.functions {
            sort(&mut function.values);
            function.values.dedup();
            let same = |pair: &[(Vec<ObjectId>, CostNumber)]| pair[0].0 == pair[1].0;
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
    /// Reads the added term of `(increase (total-cost) …)`.
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
            return number(self.source, word, &amount.span).map(CostTerm::Number);
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

/// Parses a non-negative number, such as `5` or `2.50`.
fn number(source: &Source, word: &str, span: &Span) -> Result<CostNumber, Diagnostic> {
    let refuse = |label: &str, help: &str| {
        Err(Diagnostic::new(source, format!("`{word}` is not a cost")).at(span.clone(), label).help(help))
    };
    let (whole, decimals) = word.split_once('.').unwrap_or((word, ""));
    if whole.is_empty() || !whole.bytes().chain(decimals.bytes()).all(|byte| byte.is_ascii_digit()) {
        return refuse(
            "a non-negative number is expected here",
            "write a whole number, or one with decimals: 5, or 2.50",
        );
    }
    let decimals = decimals.trim_end_matches('0');
    let digits = format!("{whole}{decimals}");
    match (digits.parse(), u32::try_from(decimals.len())) {
        (Ok(digits), Ok(n_decimals)) if digits <= Operator::GREATEST_COST => {
            Ok(CostNumber { digits, n_decimals })
        }
        _ if decimals.is_empty() => refuse(
            &format!("larger than the greatest number that is read, {}", Operator::GREATEST_COST),
            "divide all costs by the same number",
        ),
        _ => refuse("too many digits", "costs are not rounded; write fewer digits"),
    }
}

/// Returns the least power of ten that makes all costs whole.
pub(super) fn scale(costs: &[WrittenCost<'_>]) -> Result<u64, Diagnostic> {
    let Some((finest, span, number)) = costs.iter().rev().max_by_key(|(.., number)| number.n_decimals) else {
        return Ok(1);
    };
    let refuse = |source: &Source, span: &Span, label: String| {
        Err(Diagnostic::new(source, "costs of too many digits").at(span.clone(), label).help(
            "costs with decimals are multiplied by a power of ten; write fewer decimals, or divide all of them",
        ))
    };
    let Some(scale) = 10_u64.checked_pow(number.n_decimals) else {
        return refuse(finest, span, format!("{} decimals", number.n_decimals));
    };
    match costs.iter().find(|(.., number)| number.times(scale).is_none()) {
        Some((source, span, _)) => {
            let label = format!("times {scale}, this is more than {}", Operator::GREATEST_COST);
            refuse(source, span, label)
        }
        None => Ok(scale),
    }
}

impl CostNumber {
    /// Returns the number multiplied by `scale`, a power of ten; `None` if that is not whole, or exceeds the greatest cost.
    pub fn times(self, scale: u64) -> Option<u64> {
        let whole = 10_u64.checked_pow(self.n_decimals).filter(|whole| scale.is_multiple_of(*whole))?;
        self.digits.checked_mul(scale / whole).filter(|cost| *cost <= Operator::GREATEST_COST)
    }
}

impl fmt::Display for CostNumber {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let n_decimals = self.n_decimals as usize;
        let digits = format!("{:0>1$}", self.digits, n_decimals + 1);
        let (whole, decimals) = digits.split_at(digits.len() - n_decimals);
        if decimals.is_empty() { f.write_str(whole) } else { write!(f, "{whole}.{decimals}") }
    }
}

impl PddlProblem {
    pub(super) fn has_costs(&self) -> bool {
        let mut has_costs = false;
        let mut see = |effect: &PddlEffect| has_costs |= matches!(effect, PddlEffect::Increase(..));
        self.actions.iter().for_each(|action| action.effect.visit(&mut see));
        has_costs
    }
}

/// Reads `(:metric minimize (total-cost))`, and returns whether costs are minimised. `has_costs` is true if some action has a
/// cost.
pub(super) fn minimises_cost(
    source: &Source,
    section: &PddlSection<'_, '_>,
    has_costs: bool,
    warnings: &mut PddlWarnings,
) -> Result<bool, Diagnostic> {
    if let [direction, what] = section.items
        && direction.word().map(folded).as_deref() == Some("minimize")
    {
        let counter =
            what.word().or_else(|| what.headed().filter(|(_, rest)| rest.is_empty()).map(|(word, _)| word));
        match counter.map(folded).as_deref() {
            Some(TOTAL_COST) => {
                if !has_costs {
                    warnings.push(
                        Diagnostic::warning(source, "no action costs anything")
                            .at(section.span.clone(), "so every plan costs 0, and is a cheapest one")
                            .help(
                                "write (increase (total-cost) …) into the effects of actions, or remove this",
                            ),
                    );
                }
                return Ok(true);
            }
            Some("total-time") => {
                warnings.push(
                    Diagnostic::warning(source, "there is no time to minimise")
                        .at(section.span.clone(), "this is ignored")
                        .help("remove it: the number of steps is minimised"),
                );
                return Ok(false);
            }
            _ => {}
        }
    }
    let is_greatest = section.items.first().and_then(|direction| direction.word()).map(folded).as_deref()
        == Some("maximize");
    let help = match is_greatest {
        true => {
            "leave it out for fewest actions; or count as (total-cost) what a plan loses, and minimize that"
        }
        false => "write (:metric minimize (total-cost)), or leave it out",
    };
    Err(unsupported::feature(source, "other metrics than costs", &section.span, "this is one", help))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(word: &str) -> Option<CostNumber> {
        number(&Source::new("f", word), word, &(0..word.len())).ok()
    }

    #[test]
    fn costs_are_numbers_that_are_not_negative() {
        let greatest = Operator::GREATEST_COST;
        for (word, digits, n_decimals) in [
            ("5", 5, 0),
            ("5.0", 5, 0),
            ("007", 7, 0),
            ("0.", 0, 0),
            ("2.50", 25, 1),
            ("0.007", 7, 3),
            (greatest.to_string().as_str(), greatest, 0),
        ] {
            assert_eq!(read(word), Some(CostNumber { digits, n_decimals }), "{word}");
        }
        let too_large = (greatest + 1).to_string();
        for word in ["", "-1", "+1", "1e3", ".0", ".", "1.2.3", "1.-2", &too_large, "?x"] {
            assert_eq!(read(word), None, "{word}");
        }
    }

    #[test]
    fn costs_are_scaled_exactly() {
        let source = Source::new("f", "");
        let scale = |words: &[&str]| {
            let costs: Vec<WrittenCost<'_>> =
                words.iter().map(|word| (&source, 0..0, read(word).unwrap())).collect();
            scale(&costs).ok()
        };
        assert_eq!(scale(&[]), Some(1));
        assert_eq!(scale(&["3", "4.0"]), Some(1));
        assert_eq!(scale(&["3", "0.25", "1.5"]), Some(100));
        assert_eq!(scale(&["9223372036854775808", "1"]), Some(1));
        assert_eq!(scale(&["922337203685477580.8"]), Some(10));
        assert_eq!(scale(&["9223372036854775808", "0.1"]), None);
        assert_eq!(scale(&["0.00000000000000000001"]), None);
        assert_eq!(read("1.5").unwrap().times(100), Some(150));
        assert_eq!(read("1.25").unwrap().times(10), None);
        assert_eq!(["7", "2.50", "0.007"].map(|word| read(word).unwrap().to_string()), ["7", "2.5", "0.007"]);
    }
}
