//! Reading a solver's output, in the format of the SAT competitions.
//!
//! A line `s SATISFIABLE`, `s UNSATISFIABLE` or `s UNKNOWN`; after the first, lines `v` with the literals of a model and a 0 at
//! its end; lines `c` are comments. Lines of other kinds are skipped, since some solvers print greetings or warnings, but the
//! lines `s` and `v` must be complete.
//!
//! MiniSat and Glucose write a file of another form: a line `SAT`, `UNSAT` or `INDET`; after the first, a line with the
//! literals of the model and a 0.
//!
//! Solvers that minimise costs write `s OPTIMUM FOUND`, and models with or without a 0 at the end. These may name variables as in
//! `-x3`, or be one word with a digit, 0 or 1, for each variable.

use bmcplan_formula::Lit;

use super::super::answer::abridged;

/// Answer as printed, unchecked.
#[derive(Debug, PartialEq, Eq)]
pub enum ClaimedAnswer {
    /// Satisfiable: the values of all variables. Those not mentioned are false.
    Satisfiable(Vec<bool>),
    /// The formula has no model.
    Unsatisfiable,
}

/// Parses the unchecked answer in `output` to a formula of `n_vars` variables.
///
/// # Errors
/// The fault of the output, as the end of a sentence about the solver: `it gave up: …`.
pub fn read_output(output: &[u8], n_vars: usize) -> Result<ClaimedAnswer, String> {
    let mut status: Option<&str> = None;
    // Behind a line `SAT`, lines of literals belong to the model.
    let mut is_file = false;
    let mut model = PartialModel { values: vec![None; n_vars], complete: false, is_named: false };
    let text = String::from_utf8_lossy(output);
    for line in text.lines() {
        let (kind, rest) = line.split_once([' ', '\t']).unwrap_or((line, ""));
        match kind {
            "s" => {
                let said = rest.trim();
                if let Some(before) = status.filter(|&before| before != said) {
                    return Err(format!("it says `s {before}`, and then `s {said}`"));
                }
                status = Some(said);
            }
            "v" => rest.split_whitespace().try_for_each(|word| model.add(word))?,
            "SAT" | "UNSAT" | "INDET" if rest.is_empty() && status.is_none() => {
                is_file = kind == "SAT";
                status = Some(match kind {
                    "SAT" => "SATISFIABLE",
                    "UNSAT" => "UNSATISFIABLE",
                    _ => "UNKNOWN",
                });
            }
            _ if is_file && !model.complete && kind.parse::<i64>().is_ok() => {
                line.split_whitespace().try_for_each(|word| model.add(word))?;
            }
            _ => {}
        }
    }
    match status {
        Some("SATISFIABLE" | "OPTIMUM FOUND") => {
            if !model.complete && is_file {
                return Err("it says `SAT`, but its model (the next line) does not end with 0".to_owned());
            }
            let said = status.unwrap_or_default();
            let needs_end = said == "SATISFIABLE" && !model.is_named;
            if !model.complete && (needs_end || model.values.iter().all(Option::is_none)) {
                return Err(format!("it says `s {said}`, but its model (lines `v`) does not end with 0"));
            }
            Ok(ClaimedAnswer::Satisfiable(
                model.values.into_iter().map(|value| value == Some(true)).collect(),
            ))
        }
        Some("UNSATISFIABLE") => Ok(ClaimedAnswer::Unsatisfiable),
        Some("UNKNOWN") => Err("it gave up: `s UNKNOWN`".to_owned()),
        Some(other) => Err(format!("it says `s {}`, which is no answer", abridged(other))),
        None => Err("it printed no line `s SATISFIABLE` or `s UNSATISFIABLE`".to_owned()),
    }
}

struct PartialModel {
    values: Vec<Option<bool>>,
    complete: bool,
    /// True if variables are named as in `x3`. Then no 0 ends the model.
    is_named: bool,
}

impl PartialModel {
    fn add(&mut self, word: &str) -> Result<(), String> {
        if self.complete {
            return Err(format!("its model goes on after 0 with `{}`", abridged(word)));
        }
        if word == "0" {
            self.complete = true;
            return Ok(());
        }
        // A digit for each variable: literals are shorter, and do not begin with 0.
        if 1 < word.len()
            && word.len() == self.values.len()
            && word.bytes().all(|digit| matches!(digit, b'0' | b'1'))
        {
            self.values = word.bytes().map(|digit| Some(digit == b'1')).collect();
            self.complete = true;
            return Ok(());
        }
        let (sign, name) = word.strip_prefix('-').map_or(("", word), |name| ("-", name));
        let number = name.strip_prefix('x').map(|name| format!("{sign}{name}"));
        self.is_named |= number.is_some();
        let lit = number.as_deref().unwrap_or(word).parse().ok().and_then(Lit::from_dimacs);
        let lit = lit.ok_or_else(|| format!("its model has `{}`, which is no literal", abridged(word)))?;
        let value = self.values.get_mut(lit.var().index());
        let value = value.ok_or_else(|| format!("its model has {word}, but there is no such variable"))?;
        if value.replace(lit.is_positive()) == Some(!lit.is_positive()) {
            return Err(format!("its model has both {word} and {}", (!lit).to_dimacs()));
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use expect_test::{Expect, expect};
    use proptest::prelude::*;

    use super::*;

    fn check(output: &str, answer: Expect) {
        answer.assert_eq(&match read_output(output.as_bytes(), 3) {
            Ok(claim) => format!("{claim:?}"),
            Err(wrong) => wrong,
        });
    }

    #[test]
    fn answers() {
        check("c hello\ns UNSATISFIABLE\n", expect!["Unsatisfiable"]);
        check(
            "Greetings\r\ns SATISFIABLE\r\nv 1 -2\r\nv 3 0\r\n",
            expect!["Satisfiable([true, false, true])"],
        );
        check("v -1 3\nv\nv 0\ns SATISFIABLE", expect!["Satisfiable([false, false, true])"]);
        check("s SATISFIABLE\nv 0\n", expect!["Satisfiable([false, false, false])"]);
        check("s SATISFIABLE\ns SATISFIABLE\nv 2 2 0\n", expect!["Satisfiable([false, true, false])"]);
    }

    #[test]
    fn files_of_minisat() {
        check("SAT\n1 -2 3 0\n", expect!["Satisfiable([true, false, true])"]);
        check("Restarts: 1\r\nSAT\r\n-1\r\n2 0\r\n7\r\n", expect!["Satisfiable([false, true, false])"]);
        check("c hello\nUNSAT\n", expect!["Unsatisfiable"]);
        check("INDET\n", expect!["it gave up: `s UNKNOWN`"]);
        check("SAT\n1 -2 3\n", expect!["it says `SAT`, but its model (the next line) does not end with 0"]);
        check("SAT\n4 0\n", expect!["its model has 4, but there is no such variable"]);
        check("SAT\n1 x 0\n", expect!["its model has `x`, which is no literal"]);
        check("SAT\ns UNSATISFIABLE\n", expect!["it says `s SATISFIABLE`, and then `s UNSATISFIABLE`"]);
        check("s SATISFIABLE\nSAT\nv 1 0\n", expect!["Satisfiable([true, false, false])"]);
    }

    #[test]
    fn output_of_cryptominisat() {
        let output = "c CryptoMiniSat version 5\nc -- clauses added: 2\ns SATISFIABLE\nv 1\nv -2\nc time: 1 0\nv 3 0\n";
        check(output, expect!["Satisfiable([true, false, true])"]);
    }

    #[test]
    fn output_of_solvers_that_minimise() {
        check("o 7\ns OPTIMUM FOUND\nv 101\n", expect!["Satisfiable([true, false, true])"]);
        check("s OPTIMUM FOUND\nv 1 -2 3 0\n", expect!["Satisfiable([true, false, true])"]);
        check("s OPTIMUM FOUND\nv x1 -x2\nv x3\n", expect!["Satisfiable([true, false, true])"]);
        check("s SATISFIABLE\nv x1 -x4\n", expect!["its model has -x4, but there is no such variable"]);
        check("s SATISFIABLE\nv 1010\n", expect!["its model has 1010, but there is no such variable"]);
        check("s OPTIMUM FOUND\nv 101\nv 101\n", expect!["its model goes on after 0 with `101`"]);
        check(
            "s OPTIMUM FOUND\n",
            expect!["it says `s OPTIMUM FOUND`, but its model (lines `v`) does not end with 0"],
        );
    }

    #[test]
    fn what_is_no_answer() {
        check("", expect!["it printed no line `s SATISFIABLE` or `s UNSATISFIABLE`"]);
        check("SATISFIABLE\n1 2 3 0\n", expect!["it printed no line `s SATISFIABLE` or `s UNSATISFIABLE`"]);
        check("s UNKNOWN\n", expect!["it gave up: `s UNKNOWN`"]);
        check("s MAYBE\n", expect!["it says `s MAYBE`, which is no answer"]);
        check("s\n", expect!["it says `s `, which is no answer"]);
        check(
            "s UNSATISFIABLE\ns SATISFIABLE\nv 0\n",
            expect!["it says `s UNSATISFIABLE`, and then `s SATISFIABLE`"],
        );
    }

    #[test]
    fn what_is_no_model() {
        check(
            "s SATISFIABLE\nv 1 2\n",
            expect!["it says `s SATISFIABLE`, but its model (lines `v`) does not end with 0"],
        );
        check("s SATISFIABLE\nv 1 x\n", expect!["its model has `x`, which is no literal"]);
        check(
            "s SATISFIABLE\nv 99999999999 0\n",
            expect!["its model has `99999999999`, which is no literal"],
        );
        check("s SATISFIABLE\nv 4 0\n", expect!["its model has 4, but there is no such variable"]);
        check("s SATISFIABLE\nv 1 -2 2 0\n", expect!["its model has both 2 and -2"]);
        check("s SATISFIABLE\nv 1 0\nv 2 0\n", expect!["its model goes on after 0 with `2`"]);
    }

    proptest! {
        #[test]
        fn anything_may_be_printed(output: Vec<u8>, lines in prop::collection::vec("([svc] ?|SAT|)[-0-9SATUN ]{0,12}", 0..4)) {
            let _ = read_output(&output, 3);
            let _ = read_output(lines.join("\n").as_bytes(), 3);
        }
    }
}
