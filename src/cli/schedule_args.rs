//! The schedule that is looked for: the arguments that `prisoners` and `compare prisoners` share.

use crate::draw::film::FilmStep;
use bmcplan_prisoners::{MAX_PEOPLE, Meets, ScheduleProblem, ScheduleProblemError};
use clap::{Args, ValueEnum};

use super::failure::Failure;

#[derive(Debug, Args)]
#[group(skip)]
pub(crate) struct ScheduleArgs {
    /// The design: prisoners (default), kirkman (schoolgirls) or golfers
    ///
    /// Those meet who are neighbours in a row (prisoners), in one row (kirkman), or in one group (golfers).
    #[arg(long, value_name = "NAME", value_enum, hide_possible_values = true)]
    pub(crate) design: Option<Design>,

    #[arg(long, visible_alias = "people", value_name = "N", help = many())]
    prisoners: Option<usize>,

    /// People in a row [default: 3]
    #[arg(long, value_name = "K")]
    row: Option<usize>,

    /// Number of days [default: until all pairs have met once]
    #[arg(long, value_name = "D")]
    days: Option<usize>,

    /// Groups of golfers
    #[arg(long, value_name = "G", conflicts_with_all = ["prisoners", "row", "days"])]
    groups: Option<usize>,

    /// Golfers in a group
    #[arg(long, value_name = "S", conflicts_with_all = ["prisoners", "row", "days"])]
    size: Option<usize>,

    /// Number of weeks of golfers
    #[arg(long, value_name = "W", conflicts_with_all = ["prisoners", "row", "days"])]
    weeks: Option<usize>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Design {
    // Help of values would spread over lines of their own.
    Prisoners,
    #[value(alias = "schoolgirls")]
    Kirkman,
    Golfers,
}

fn many() -> String {
    format!("Number of people, at most {MAX_PEOPLE} [default: 9; schoolgirls: 15]")
}

impl Design {
    /// Returns the design of a schedule in a file: the one that was `asked` for, or else the one that it looks like. Schoolgirls
    /// walk until all pairs have met, golfers mostly play in fewer weeks.
    pub(crate) fn of(problem: &ScheduleProblem, asked: Option<Self>) -> Result<Self, Failure> {
        let looks = match problem.meets() {
            Meets::Neighbours => Self::Prisoners,
            Meets::Everyone if problem.is_full() => Self::Kirkman,
            Meets::Everyone => Self::Golfers,
        };
        match asked {
            Some(asked) if (asked == Self::Prisoners) != (looks == Self::Prisoners) => {
                let (asked, looks) = (asked.name(), looks.name());
                Err(Failure::Usage(format!("--design {asked}: those who meet in the file are {looks}")))
            }
            asked => Ok(asked.unwrap_or(looks)),
        }
    }

    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Prisoners => "prisoners",
            Self::Kirkman => "kirkman",
            Self::Golfers => "golfers",
        }
    }

    pub(crate) fn many(self, n: usize) -> String {
        format!("{n} {}", self.plural())
    }

    pub(crate) fn plural(self) -> &'static str {
        match self {
            Self::Prisoners => "prisoners",
            Self::Kirkman => "schoolgirls",
            Self::Golfers => "golfers",
        }
    }

    pub(crate) fn day(self) -> &'static str {
        if self == Self::Golfers { "week" } else { "day" }
    }

    /// Returns the kind of step of its pictures.
    pub(crate) fn step(self) -> FilmStep {
        if self == Self::Golfers { FilmStep::Week } else { FilmStep::Day }
    }

    pub(crate) fn row(self) -> &'static str {
        if self == Self::Golfers { "groups" } else { "rows" }
    }
}

impl ScheduleArgs {
    pub(crate) fn design(&self) -> Design {
        self.design.unwrap_or(Design::Prisoners)
    }

    pub(crate) fn problem(&self) -> Result<ScheduleProblem, Failure> {
        let (people, row, days, meets) = match self.design() {
            Design::Golfers => {
                let (Some(groups), Some(size), Some(weeks)) = (self.groups, self.size, self.weeks) else {
                    return Err(Failure::Usage(
                    "--design golfers takes --groups, --size and --weeks, such as --groups 8 --size 4 --weeks 7"
                        .to_owned(),
                ));
                };
                (groups.saturating_mul(size), size, Some(weeks), Meets::Everyone)
            }
            _ if self.groups.or(self.size).or(self.weeks).is_some() => {
                return Err(Failure::Usage(
                "--groups, --size and --weeks are for --design golfers; others take --prisoners, --row and --days"
                    .to_owned(),
            ));
            }
            Design::Prisoners => {
                (self.prisoners.unwrap_or(9), self.row.unwrap_or(3), self.days, Meets::Neighbours)
            }
            Design::Kirkman => {
                (self.prisoners.unwrap_or(15), self.row.unwrap_or(3), self.days, Meets::Everyone)
            }
        };
        let numbers =
            |error: ScheduleProblemError| Failure::Usage(format!("{}: {error}", self.design().plural()));
        let days = match days {
        Some(days) => days,
        None => ScheduleProblem::full_days(people, row, meets).map_err(numbers)?.ok_or_else(|| {
            Failure::Usage(format!(
                "{} in rows of {row}: on no number of days does every pair meet exactly once; give --days",
                self.design().many(people)
            ))
        })?,
    };
        ScheduleProblem::new(people, row, days, meets).map_err(numbers)
    }

    pub(crate) fn options(&self) -> Vec<(String, String)> {
        let design = Some(self.design()).filter(|design| *design != Design::Prisoners);
        let design = design.map(|design| ("design", design.name().to_owned()));
        let numbers = [
            ("prisoners", self.prisoners),
            ("row", self.row),
            ("days", self.days),
            ("groups", self.groups),
            ("size", self.size),
            ("weeks", self.weeks),
        ];
        let numbers = numbers.into_iter().filter_map(|(name, number)| Some((name, number?.to_string())));
        design.into_iter().chain(numbers).map(|(name, value)| (name.to_owned(), value)).collect()
    }
}
