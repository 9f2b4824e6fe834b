//! The table of modes: how an answer is looked for. A new mode is a row, and its engine in the planner.

use bmcplan_planner::{Mode, Strategy};

/// A mode: how an answer is looked for.
#[derive(Debug, Clone, Copy)]
pub struct ModeRow {
    /// Its name.
    pub name: &'static str,
    /// The planner's mode, for a horizon where the mode must be given one.
    pub planner: fn(usize) -> Mode,
    /// One line of help; empty for modes that no option of their own chooses.
    pub help: &'static str,
    /// Is it left out of short help?
    pub is_rare: bool,
    /// Must it be given a horizon?
    pub needs_horizon: bool,
    /// Does it always make formulas with the chosen encoding and solver, unless it knows the answer before? Then these are compared in it.
    pub has_formula: bool,
    /// Does it make formulas at all?
    pub makes_formulas: bool,
    /// Does it choose horizons by a schedule?
    pub has_schedule: bool,
    /// Does it take a number of threads?
    pub has_threads: bool,
    /// Does it begin with a lower bound?
    pub has_bound: bool,
    /// Does it find plans of least cost?
    pub has_costs: bool,
    /// Are plans listed and counted in it?
    pub has_lists: bool,
    /// May its answers be certified?
    pub has_proofs: bool,
}

/// What a mode has unless its row says otherwise.
const MODE: ModeRow = ModeRow {
    name: "",
    planner: |_| Mode::Auto,
    help: "",
    is_rare: false,
    needs_horizon: false,
    has_formula: true,
    makes_formulas: true,
    has_schedule: false,
    has_threads: false,
    has_bound: true,
    has_costs: true,
    has_lists: true,
    has_proofs: true,
};

/// All modes, the usual one first.
pub const MODES: [ModeRow; 8] = [
    ModeRow { name: "auto", has_formula: false, has_schedule: true, has_threads: true, ..MODE },
    ModeRow {
        name: "incremental",
        planner: |_| Mode::Formula(Strategy::Incremental),
        help: "Try growing horizons in one SAT solver, as --schedule says",
        has_schedule: true,
        has_threads: true,
        ..MODE
    },
    ModeRow {
        name: "fixed",
        planner: |horizon| Mode::Formula(Strategy::Fixed(horizon)),
        help: "Ask one formula for a plan of at most N moves",
        needs_horizon: true,
        has_costs: false,
        has_lists: false,
        has_proofs: false,
        ..MODE
    },
    ModeRow {
        name: "minimize",
        planner: |horizon| Mode::Formula(Strategy::Minimize(horizon)),
        help: "Shorten one plan of at most N moves to the proven minimum",
        is_rare: true,
        needs_horizon: true,
        has_costs: false,
        ..MODE
    },
    ModeRow {
        name: "search",
        planner: |_| Mode::Search,
        help: "Search states without SAT (breadth-first, or --heuristic)",
        has_formula: false,
        makes_formulas: false,
        has_threads: true,
        has_bound: false,
        ..MODE
    },
    ModeRow {
        name: "pdr",
        planner: |_| Mode::Formula(Strategy::Pdr),
        help: "Property-directed reachability; proves unsolvability, too",
        has_bound: false,
        has_costs: false,
        ..MODE
    },
    ModeRow {
        name: "first",
        planner: |_| Mode::Formula(Strategy::First),
        help: "Find any plan, as fast as possible; it may not be shortest",
        has_formula: false,
        has_lists: false,
        has_proofs: false,
        ..MODE
    },
    ModeRow { name: "anytime", planner: |_| Mode::Anytime, has_formula: false, has_lists: false, ..MODE },
];

/// Other names of modes: of the option, and of the Rush Hour ASP document.
pub const MODE_ALIASES: [(&str, &str); 2] = [("horizon", "fixed"), ("multishot", "incremental")];

/// Returns the mode of that name, or other name.
pub fn mode_named(name: &str) -> Option<&'static ModeRow> {
    let alias = MODE_ALIASES.iter().find(|(alias, _)| *alias == name);
    let name = alias.map_or(name, |(_, name)| name);
    MODES.iter().find(|mode| mode.name == name)
}

impl ModeRow {
    /// Returns its option on a command line.
    pub fn option(&self) -> &'static str {
        if self.name == "fixed" { "horizon" } else { self.name }
    }
}
