//! Answers of clingo, as text or in JSON: the atoms of the last answer, which is the best one.
//!
//! A text is an answer if the solver's words stand around it (`Answer: 1`, `SATISFIABLE`), or if it consists of atoms alone, one of which
//! names a move: `occurs(action(…),TIME)` of plasp's encodings, `move(TIME,…)` or `executed(TIME,…)`.

use std::ops::Range;

/// Atom of an answer set.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct WrittenAtom {
    /// Text of the atom.
    pub text: String,
    /// Its predicate.
    pub predicate: String,
    /// Its arguments, without spaces around them.
    pub arguments: Vec<String>,
    /// Place in the text, in bytes; `None` for JSON.
    pub place: Option<Range<usize>>,
}

/// Words of solvers for the result, one of which is a line.
const RESULTS: [&str; 6] =
    ["SATISFIABLE", "OPTIMUM FOUND", "OPTIMUM", "UNSATISFIABLE", "INCONSISTENT", "UNKNOWN"];

/// Returns the atoms of the last answer in the output of a solver, or its result if it has none. `None` for any other text.
pub(super) fn atoms_of_text(text: &str) -> Option<Result<Vec<WrittenAtom>, String>> {
    let lines = || text.lines().map(|line| line.trim().trim_start_matches("% "));
    let is_head = |line: &str| line.starts_with("Answer: ") || line == "ANSWER";
    let is_banner = |line: &str| line.starts_with("clingo version ") || line.starts_with("clasp version ");
    let result = lines().find(|line| RESULTS.contains(line));
    if result.is_none() && !lines().any(|line| is_head(line) || is_banner(line)) {
        let all =
            text.lines().try_fold(Vec::new(), |all, line| Some([all, atoms_of_line(text, line)?].concat()));
        return all.filter(|atoms| atoms.iter().any(|atom| atom.time_of_move().is_some())).map(Ok);
    }
    let headed = text.lines().zip(text.lines().skip(1)).filter(|(line, _)| is_head(line.trim()));
    // Without headings (`-V0`), an answer is a line of atoms.
    let bare = || text.lines().rfind(|line| atoms_of_line(text, line).is_some_and(|atoms| !atoms.is_empty()));
    let answer = headed.map(|(_, line)| line).last().or_else(bare);
    let status = result.unwrap_or("UNKNOWN").to_owned();
    Some(answer.and_then(|line| atoms_of_line(text, line)).ok_or(status))
}

/// Returns the atoms in a line of `text` that has nothing else. Each may end with a full stop.
fn atoms_of_line(text: &str, line: &str) -> Option<Vec<WrittenAtom>> {
    let start = |part: &str| part.as_ptr().addr() - text.as_ptr().addr();
    let atom = |part: &str| {
        let part = part.strip_suffix('.').unwrap_or(part);
        let place = Some(start(part)..start(part) + part.len());
        Some(WrittenAtom { place, ..WrittenAtom::of(part)? })
    };
    let parts =
        split(line, |c| c.is_whitespace())?.into_iter().map(str::trim).filter(|part| !part.is_empty());
    parts.map(atom).collect()
}

/// Splits a text at the separators outside of parentheses and quotes. `None` if those are not closed.
fn split(text: &str, is_separator: impl Fn(char) -> bool) -> Option<Vec<&str>> {
    let (mut parts, mut begin) = (Vec::new(), 0);
    let (mut depth, mut is_quoted, mut is_escaped) = (0_usize, false, false);
    for (at, c) in text.char_indices() {
        match c {
            _ if is_escaped => is_escaped = false,
            '\\' if is_quoted => is_escaped = true,
            '"' => is_quoted = !is_quoted,
            _ if is_quoted => {}
            '(' => depth += 1,
            ')' => depth = depth.checked_sub(1)?,
            c if depth == 0 && is_separator(c) => {
                parts.push(&text[begin..at]);
                begin = at + c.len_utf8();
            }
            _ => {}
        }
    }
    parts.push(&text[begin..]);
    (depth == 0 && !is_quoted).then_some(parts)
}

impl WrittenAtom {
    /// Reads an atom or a term with a name: `occurs(A,3)`, `goal`.
    pub fn of(text: &str) -> Option<Self> {
        let (predicate, arguments) = match text.split_once('(') {
            None => (text, Vec::new()),
            Some((predicate, rest)) => (predicate, split(rest.strip_suffix(')')?, |c| c == ',')?),
        };
        let name = predicate.trim_start_matches(['-', '_', '\'']);
        let is_name = name.starts_with(|c: char| c.is_ascii_lowercase())
            && name.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '_' | '\''));
        let arguments = arguments.into_iter().map(|argument| argument.trim().to_owned()).collect();
        let (text, predicate) = (text.to_owned(), predicate.to_owned());
        is_name.then_some(Self { text, predicate, arguments, place: None })
    }

    /// Returns the time of the move that the atom names, by its predicate.
    pub(super) fn time_of_move(&self) -> Option<i64> {
        let time = match (&*self.predicate, &*self.arguments) {
            ("occurs", [_, time]) | ("move", [time, _, _]) | ("executed", [time, _]) => time,
            _ => return None,
        };
        time.parse().ok()
    }

    /// Returns the name of the action in `occurs(ACTION,TIME)`: the texts in quotes within it, or else the term.
    pub(super) fn action(&self) -> Option<String> {
        let ("occurs", [action, _]) = (&*self.predicate, &*self.arguments) else { return None };
        let mut texts = Vec::new();
        let mut rest = action.as_str();
        while let Some((_, quoted)) = rest.split_once('"') {
            let (mut text, mut chars) = (String::new(), quoted.char_indices());
            let end = loop {
                match chars.next()? {
                    (at, '"') => break at,
                    (_, '\\') => text.extend(chars.next().map(|(_, c)| if c == 'n' { ' ' } else { c })),
                    (_, c) => text.push(c),
                }
            };
            texts.push(text);
            rest = &quoted[end + 1..];
        }
        Some(if texts.is_empty() { action.clone() } else { texts.join(" ") })
    }
}
