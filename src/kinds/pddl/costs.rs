//! Functions with numbers, as far as costs need them.

use super::names::{folded, meant};
use super::syntax::CostFunction;
use super::typed_list::typed_list;
use super::unsupported;
use super::vocabulary::{Vocabulary, arity_clash};
use crate::text::sexpr::Expression;
use crate::text::{Diagnostic, Source, Span};

/// The number that actions increase.
const TOTAL_COST: &str = "total-cost";

/// A function with its arguments.
pub(super) enum FunctionHead<'e, 'a> {
    /// `(total-cost)`.
    TotalCost,
    /// Another one, by its number, with as many arguments as it takes.
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

    /// The function that an expression is, with the right number of arguments.
    pub(super) fn function<'e, 'a>(
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

/// A natural number, perhaps written with decimals that are all 0.
pub(super) fn natural(source: &Source, word: &str, span: &Span) -> Result<u32, Diagnostic> {
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
