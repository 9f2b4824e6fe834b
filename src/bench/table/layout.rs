//! Aligned columns of text.

/// On which side of its column a cell stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ColumnAlign {
    /// Words.
    Left,
    /// Numbers.
    Right,
}

/// Where a table is read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TableStyle {
    /// Columns with two spaces between them.
    Terminal,
    /// Columns with lines between them, as GitHub reads them.
    Markdown,
}

/// Lines of cells as text, the first line being the head. Cells that are missing are empty.
pub fn lay_out(lines: &[Vec<String>], aligns: &[ColumnAlign], style: TableStyle) -> String {
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
                ColumnAlign::Left => format!("{cell:<width$}"),
                ColumnAlign::Right => format!("{cell:>width$}"),
            }
        });
        let cells: Vec<String> = cells.collect();
        match style {
            TableStyle::Terminal => text.push_str(cells.join("  ").trim_end()),
            TableStyle::Markdown => text.push_str(&format!("| {} |", cells.join(" | "))),
        }
        text.push('\n');
        if number == 0 && style == TableStyle::Markdown {
            text.push_str(&rule(aligns, &widths));
        }
    }
    text
}

/// The line under a head of Markdown.
fn rule(aligns: &[ColumnAlign], widths: &[usize]) -> String {
    let dashes = aligns.iter().zip(widths).map(|(align, width)| match align {
        ColumnAlign::Left => format!("|-{}-", "-".repeat(*width)),
        ColumnAlign::Right => format!("|-{}:", "-".repeat(*width)),
    });
    format!("{}|\n", dashes.collect::<String>())
}

/// Without what would end the cell.
fn escaped(cell: &str, style: TableStyle) -> String {
    let line = cell.replace(['\n', '\r'], " ");
    match style {
        TableStyle::Terminal => line,
        TableStyle::Markdown => line.replace('|', "\\|"),
    }
}
