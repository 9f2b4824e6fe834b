//! Aligned columns of text.

/// On which side of its column a cell stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Align {
    /// Words.
    Left,
    /// Numbers.
    Right,
}

/// Where a table is read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Style {
    /// Columns with two spaces between them.
    Terminal,
    /// Columns with lines between them, as GitHub reads them.
    Markdown,
}

/// Lines of cells as text, the first line being the head. Cells that are missing are empty.
pub fn lay_out(lines: &[Vec<String>], aligns: &[Align], style: Style) -> String {
    let shown: Vec<Vec<String>> =
        lines.iter().map(|line| line.iter().map(|cell| escaped(cell, style)).collect()).collect();
    let width = |column: usize| {
        let widths = shown.iter().filter_map(|line| line.get(column)).map(|cell| cell.chars().count());
        widths.max().unwrap_or(0)
    };
    let widths: Vec<usize> = (0..aligns.len()).map(width).collect();
    let mut text = String::new();
    for (number, line) in shown.iter().enumerate() {
        let cells = aligns.iter().zip(&widths).enumerate().map(|(column, (align, width))| {
            let cell = line.get(column).map_or("", |cell| cell.as_str());
            match align {
                Align::Left => format!("{cell:<width$}"),
                Align::Right => format!("{cell:>width$}"),
            }
        });
        let cells: Vec<String> = cells.collect();
        match style {
            Style::Terminal => text.push_str(cells.join("  ").trim_end()),
            Style::Markdown => text.push_str(&format!("| {} |", cells.join(" | "))),
        }
        text.push('\n');
        if number == 0 && style == Style::Markdown {
            text.push_str(&rule(aligns, &widths));
        }
    }
    text
}

/// The line under a head of Markdown.
fn rule(aligns: &[Align], widths: &[usize]) -> String {
    let dashes = aligns.iter().zip(widths).map(|(align, width)| match align {
        Align::Left => format!("|-{}-", "-".repeat(*width)),
        Align::Right => format!("|-{}:", "-".repeat(*width)),
    });
    format!("{}|\n", dashes.collect::<String>())
}

/// Without what would end the cell.
fn escaped(cell: &str, style: Style) -> String {
    let line = cell.replace(['\n', '\r'], " ");
    match style {
        Style::Terminal => line,
        Style::Markdown => line.replace('|', "\\|"),
    }
}
