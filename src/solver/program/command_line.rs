//! The command that starts a solver, split into words as a POSIX shell would.

use std::fmt;
use std::str::FromStr;

/// A program and its arguments. Words are split at blanks; quotes and backslashes keep them together, as in a
/// shell; there are no variables, patterns or pipes.
///
/// Displayed with quotes where needed, so that it reads back as the same words.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct CommandLine {
    program: String,
    arguments: Vec<String>,
}

impl CommandLine {
    /// The program: a path, or a name to be searched for in `PATH`.
    pub fn program(&self) -> &str {
        &self.program
    }

    /// The arguments.
    pub fn arguments(&self) -> &[String] {
        &self.arguments
    }
}

/// A text that is no command.
#[derive(Clone, PartialEq, Eq, thiserror::Error)]
pub enum CommandError {
    /// No words.
    #[error("`cmd:` needs a program after it, such as cmd:'kissat -q'")]
    Empty,
    /// A quotation without end, or a backslash at the end.
    #[error("`cmd:{0}`: a quote or a backslash has nothing after it that it could belong to")]
    Open(String),
    /// A NUL, which no argument can have.
    #[error("`cmd:`: a command cannot have a NUL in it")]
    Nul,
}

debug_is_message!(CommandError);

impl FromStr for CommandLine {
    type Err = CommandError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        if text.contains('\0') {
            return Err(CommandError::Nul);
        }
        let mut words = shlex::split(text).ok_or_else(|| CommandError::Open(text.to_owned()))?.into_iter();
        let program = words.next().filter(|program| !program.is_empty()).ok_or(CommandError::Empty)?;
        Ok(Self { program, arguments: words.collect() })
    }
}

impl fmt::Display for CommandLine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let words = [&self.program].into_iter().chain(&self.arguments).map(String::as_str);
        f.write_str(&shlex::try_join(words).map_err(|_| fmt::Error)?)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn words() {
        let line: CommandLine = r#" a/b 'c d'"e"  --f=\ g '' "#.parse().unwrap();
        assert_eq!(line.program(), "a/b");
        assert_eq!(line.arguments(), ["c de", "--f= g", ""]);
        assert_eq!(" \t".parse::<CommandLine>(), Err(CommandError::Empty));
        assert_eq!("''".parse::<CommandLine>(), Err(CommandError::Empty));
        assert_eq!("a 'b".parse::<CommandLine>(), Err(CommandError::Open("a 'b".to_owned())));
        assert_eq!("a\0b".parse::<CommandLine>(), Err(CommandError::Nul));
    }

    proptest! {
        #[test]
        fn what_is_displayed_reads_back(program in "[^\0]{1,8}", arguments in prop::collection::vec("[^\0]{0,8}", 0..4)) {
            let line = CommandLine { program, arguments };
            prop_assert_eq!(line.to_string().parse(), Ok(line));
        }
    }
}
