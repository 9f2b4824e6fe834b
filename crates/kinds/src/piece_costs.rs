//! The table `cost` of boards in TOML: the cost of each move of a piece, by the name of the piece.
//!
//! ```toml
//! cost = { A = 3, b1 = 0 }
//! ```
//!
//! Pieces without an entry cost 1. A board with this table asks for plans of least cost.

use std::collections::BTreeMap;

use itertools::Itertools as _;
use toml::{Spanned, Value};

use bmcplan_base::ordered::Map;
use bmcplan_base::text::toml::written_key;
use bmcplan_base::text::{Diagnostic, Source, Span};

pub(super) type CostTable = BTreeMap<Spanned<String>, Spanned<Value>>;

/// Cost of a piece without an entry.
const DEFAULT_COST: u64 = 1;

/// Costs of pieces by their names, each with the place of the name.
#[derive(Debug, Default)]
pub(super) struct PieceCosts(Map<String, (u64, Span)>);

impl PieceCosts {
    pub(super) fn read(source: &Source, table: CostTable) -> Result<Self, Diagnostic> {
        let mut costs = Map::new();
        for (name, value) in table {
            let cost = value.get_ref().as_integer().and_then(|cost| u64::try_from(cost).ok());
            let Some(cost) = cost else {
                let written = source.text().get(value.span()).unwrap_or_default();
                let message = format!("`{written}` is not a cost of piece '{}'", name.get_ref());
                return Err(Diagnostic::new(source, message)
                    .at(value.span(), format!("not a whole number from 0 to {}", i64::MAX))
                    .help("for fractions, multiply all costs, also the cost 1 of the pieces that are not in the table"));
            };
            let span = name.span();
            costs.insert(name.into_inner(), (cost, span));
        }
        Ok(Self(costs))
    }

    /// Returns the costs of the pieces `names`, in their order.
    pub(super) fn of(&self, source: &Source, names: &[String]) -> Result<Vec<u64>, Diagnostic> {
        if let Some((name, (_, span))) = self.0.iter().find(|(name, _)| !names.contains(name)) {
            return Err(Diagnostic::new(source, format!("there is no piece '{name}'"))
                .at(span.clone(), "but it has a cost here")
                .help("a cost is that of a piece of the board, under the same name: cost = { A = 3 }"));
        }
        Ok(names.iter().map(|name| self.0.get(name).map_or(DEFAULT_COST, |(cost, _)| *cost)).collect())
    }

    pub(super) fn span(&self, name: &str) -> Option<Span> {
        self.0.get(name).map(|(_, span)| span.clone())
    }
}

/// Formats the table for pieces with these names and costs, as a line that ends in a line feed. Default costs are left out.
pub(super) fn written<'a>(costs: impl Iterator<Item = (&'a str, u64)>) -> String {
    let entries = costs.filter(|(_, cost)| *cost != DEFAULT_COST);
    let entries = entries.map(|(name, cost)| format!("{} = {cost}", written_key(name)));
    format!("cost = {{ {} }}\n", entries.format(", "))
}
