//! Reading the file in which Mallob answers a job.
//!
//! The fields `user` and `name` identify the job. `result.resultcode` is 10 (satisfiable), 20 (unsatisfiable) or 0 (unknown).
//! `result.solution` is a list of numbers: the literals of a model, or the failed assumptions of an incremental job. By default
//! Mallob packs models into a string, and on demand it passes solutions through a named pipe. Neither is read here, and the
//! error names the options.

use serde::Deserialize;
use serde::de::IgnoredAny;

use bmcplan_formula::Lit;

use super::super::answer::abridged;

#[derive(Debug, PartialEq, Eq)]
pub(super) enum JobAnswer {
    /// Satisfiable: the values of all variables. Those not mentioned are false.
    Model(Vec<bool>),
    /// Unsatisfiable: the numbers in the list of failed assumptions, if there is a list.
    Refuted(Option<Vec<i32>>),
    /// Unknown: a limit of the service was reached.
    Unknown,
}

#[derive(Deserialize)]
struct AnswerFile<S> {
    user: String,
    name: String,
    result: ResultField<S>,
}

#[derive(Deserialize)]
struct ResultField<S> {
    resultcode: i64,
    #[serde(default = "Option::default")]
    solution: Option<S>,
}

impl JobAnswer {
    /// Parses the answer in `text` to the job of `user` and `name`, over `n_vars` variables.
    pub(super) fn read(text: &[u8], user: &str, name: &str, n_vars: usize) -> Result<Self, String> {
        let no_answer = |error| format!("its answer cannot be read: {error}");
        let file: AnswerFile<IgnoredAny> = serde_json::from_slice(text).map_err(no_answer)?;
        if (&*file.user, &*file.name) != (user, name) {
            let other = format!("{}.{}", file.user, file.name);
            return Err(format!("its answer to job {user}.{name} is one to job {}", abridged(&other)));
        }
        match file.result.resultcode {
            0 => Ok(Self::Unknown),
            10 => model(
                &solution(text).ok_or_else(|| {
                    "its model is not a list of numbers; start Mallob with `-cm=0`, and without `-ps`"
                        .to_owned()
                })?,
                n_vars,
            ),
            20 => Ok(Self::Refuted(solution(text))),
            other => Err(format!("its result code {other} has no meaning")),
        }
    }
}

fn solution(text: &[u8]) -> Option<Vec<i32>> {
    serde_json::from_slice::<AnswerFile<Vec<i32>>>(text).ok()?.result.solution
}

/// Returns the values of the known variables. Solvers may add further ones, and a 0 fills the place before the first.
fn model(numbers: &[i32], n_vars: usize) -> Result<JobAnswer, String> {
    let mut values = vec![None; n_vars];
    for lit in numbers.iter().copied().filter_map(Lit::from_dimacs) {
        if let Some(value) = values.get_mut(lit.var().index())
            && value.replace(lit.is_positive()) == Some(!lit.is_positive())
        {
            return Err(format!("its model has both {} and {}", lit.to_dimacs(), (!lit).to_dimacs()));
        }
    }
    Ok(JobAnswer::Model(values.into_iter().map(|value| value == Some(true)).collect()))
}

#[cfg(test)]
mod tests {
    use expect_test::{Expect, expect};
    use proptest::prelude::*;

    use super::*;

    fn read(text: &str) -> Result<JobAnswer, String> {
        JobAnswer::read(text.as_bytes(), "me", "job", 3)
    }

    fn check(result: &str, answer: Expect) {
        answer.assert_eq(&match read(&format!(r#"{{"user": "me", "name": "job", "result": {result}}}"#)) {
            Ok(answer) => format!("{answer:?}"),
            Err(wrong) => wrong,
        });
    }

    #[test]
    fn answers() {
        check(r#"{"resultcode": 10, "solution": [0, 1, -2, 3]}"#, expect!["Model([true, false, true])"]);
        check(
            r#"{"resultcode": 10, "solution": [0, -1, 2, -3, 4, 5]}"#,
            expect!["Model([false, true, false])"],
        );
        check(r#"{"resultcode": 10, "solution": []}"#, expect!["Model([false, false, false])"]);
        check(r#"{"resultcode": 20, "solution": [-2]}"#, expect!["Refuted(Some([-2]))"]);
        check(r#"{"resultcode": 20, "solution": []}"#, expect!["Refuted(Some([]))"]);
        check(r#"{"resultcode": 20, "solution-file": "/x.pipe"}"#, expect!["Refuted(None)"]);
        check(r#"{"resultcode": 0, "resultstring": "UNKNOWN", "solution": []}"#, expect!["Unknown"]);
    }

    #[test]
    fn what_is_no_answer() {
        check(
            r#"{"resultcode": 10, "solution": "3:5"}"#,
            expect!["its model is not a list of numbers; start Mallob with `-cm=0`, and without `-ps`"],
        );
        check(
            r#"{"resultcode": 10, "solution-file": "/x.pipe", "solution-size": 9}"#,
            expect!["its model is not a list of numbers; start Mallob with `-cm=0`, and without `-ps`"],
        );
        check(r#"{"resultcode": 10, "solution": [1, -2, 2]}"#, expect!["its model has both 2 and -2"]);
        check(r#"{"resultcode": 30}"#, expect!["its result code 30 has no meaning"]);
        check(r"{}", expect!["its answer cannot be read: missing field `resultcode` at line 1 column 42"]);
        let other = r#"{"user": "me", "name": "\u001b[1m", "result": {"resultcode": 20}}"#;
        assert_eq!(read(other).unwrap_err(), r"its answer to job me.job is one to job me.\u{1b}[1m");
    }

    proptest! {
        #[test]
        fn anything_may_be_written(text: Vec<u8>, numbers: Vec<i32>) {
            let _ = JobAnswer::read(&text, "me", "job", 3);
            for code in [10, 20] {
                let result = format!(r#"{{"user": "me", "name": "job", "result": {{"resultcode": {code}, "solution": {numbers:?}}}}}"#);
                let _ = read(&result);
            }
        }
    }
}
