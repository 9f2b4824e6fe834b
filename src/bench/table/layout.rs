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

/// Lines of cells as text, the first line being the head; every line has a cell for each alignment.
pub fn lay_out(lines: &[Vec<String>], aligns: &[ColumnAlign], style: TableStyle) -> String {
    let is_markdown = style == TableStyle::Markdown;
    // What would end a cell is taken out of it.
    let escaped = |cell: &String| {
        let line = cell.replace(['\n', '\r'], " ");
        if is_markdown { line.replace('|', "\\|") } else { line }
    };
    let lines: Vec<Vec<String>> = lines.iter().map(|line| line.iter().map(escaped).collect()).collect();
    let width = |column: usize| lines.iter().map(|line| line[column].chars().count()).max().unwrap_or(0);
    let columns: Vec<(usize, ColumnAlign)> =
        aligns.iter().enumerate().map(|(column, align)| (width(column), *align)).collect();
    let mut text = String::new();
    for (number, line) in lines.iter().enumerate() {
        let cells = line.iter().zip(&columns).map(|(cell, (width, align))| {
            // Formatting pads to 65,535 characters only, and panics beyond.
            let padding = " ".repeat(width - cell.chars().count());
            match align {
                ColumnAlign::Left => format!("{cell}{padding}"),
                ColumnAlign::Right => format!("{padding}{cell}"),
            }
        });
        let cells: Vec<String> = cells.collect();
        if is_markdown {
            text.push_str(&format!("| {} |\n", cells.join(" | ")));
        } else {
            text.push_str(cells.join("  ").trim_end());
            text.push('\n');
        }
        if number == 0 && is_markdown {
            let rule = columns.iter().map(|(width, align)| match align {
                ColumnAlign::Left => format!("|-{}-", "-".repeat(*width)),
                ColumnAlign::Right => format!("|-{}:", "-".repeat(*width)),
            });
            text.push_str(&format!("{}|\n", rule.collect::<String>()));
        }
    }
    text
}
