//! The table of modes: how an answer is looked for.

/// A mode: how an answer is looked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ModeRow {
    /// Its name.
    pub name: &'static str,
    /// Must it be given a horizon?
    pub needs_horizon: bool,
    /// Does it always make formulas with the encoding and the solver that were chosen, unless it knows the answer before?
    pub has_formula: bool,
    /// Help in one paragraph; empty for modes that no option of their own chooses.
    pub help: &'static str,
    /// Paragraphs that long help adds.
    pub details: &'static str,
    /// Is it left out of short help?
    pub is_rare: bool,
}

const fn mode(name: &'static str, has_formula: bool, help: &'static str) -> ModeRow {
    ModeRow { name, needs_horizon: false, has_formula, help, details: "", is_rare: false }
}

/// All modes, the usual one first.
pub const MODES: [ModeRow; 8] = [
    mode("auto", true, ""),
    mode("incremental", true, "Ever greater horizons in one SAT solver, as --schedule has them"),
    ModeRow {
        needs_horizon: true,
        ..mode("fixed", true, "One formula: is there a plan of at most N moves?")
    },
    ModeRow {
        needs_horizon: true,
        is_rare: true,
        ..mode("minimize", true, "One formula of N moves, down to the proven minimum")
    },
    mode("search", false, "Explicit search without SAT: breadth-first, or as --heuristic says"),
    ModeRow {
        details: "Property-directed reachability: finds a shortest plan, or proves that none of any length exists.",
        ..mode("pdr", true, "SAT one step at a time; a shortest plan, or a proof that there is none")
    },
    ModeRow {
        details: "Several horizons in turn, with steps of several moves, in a solver of its own that works back from open \
                  goals. --max-horizon counts these steps.",
        ..mode("first", false, "Any plan, as fast as possible; it need not be shortest")
    },
    mode("anytime", true, ""),
];

/// The mode of that name; `horizon` is another name of `fixed`.
pub fn mode_named(name: &str) -> Option<&'static ModeRow> {
    let name = if name == "horizon" { "fixed" } else { name };
    MODES.iter().find(|mode| mode.name == name)
}

/// All of them, by their names.
pub(super) const ALL_MODES: &[&str] =
    &["auto", "incremental", "fixed", "minimize", "search", "pdr", "first", "anytime"];

pub(super) const OF_FORMULAS: &[&str] =
    &["auto", "incremental", "fixed", "minimize", "pdr", "first", "anytime"];

/// The modes that begin with a lower bound.
pub(super) const OF_BOUNDS: &[&str] = &["auto", "incremental", "fixed", "minimize", "first", "anytime"];

/// The modes in which plans are listed and counted.
pub(super) const OF_LISTS: &[&str] = &["auto", "incremental", "minimize", "search", "pdr"];

/// The modes whose answers may be certified.
pub(super) const OF_PROOFS: &[&str] = &["auto", "incremental", "minimize", "search", "pdr", "anytime"];

impl ModeRow {
    /// Its option on a command line.
    pub fn option(&self) -> &'static str {
        if self.name == "fixed" { "horizon" } else { self.name }
    }
}
