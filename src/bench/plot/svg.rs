//! A drawing as SVG, shape by shape. Text in it is text: it can be searched, copied and read aloud.

use std::fmt::Write as _;

/// Where a text stands relative to its point.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Anchor {
    Start,
    Middle,
    End,
}

/// How much room a character takes, on average, at [`FONT_SIZE`].
pub(super) const CHARACTER: f64 = 6.4;

/// In pixels.
pub(super) const FONT_SIZE: f64 = 12.0;

pub(super) const INK: &str = "#222222";

/// Shapes; lengths are pixels, from the upper left corner.
#[derive(Debug, Default, Clone)]
pub(super) struct SvgShapes(String);

impl SvgShapes {
    /// A rectangle, which is only outlined if it is hollow.
    pub(super) fn rectangle(&mut self, [x, y, width, height]: [f64; 4], colour: &str, hollow: bool) {
        let fill = if hollow {
            format!(r#"fill="none" stroke="{colour}" stroke-dasharray="4 3""#)
        } else {
            format!(r#"fill="{colour}""#)
        };
        self.put(format_args!(
            r#"<rect x="{x:.1}" y="{y:.1}" width="{width:.1}" height="{height:.1}" {fill}/>"#
        ));
    }

    pub(super) fn line(&mut self, from: (f64, f64), to: (f64, f64), colour: &str) {
        self.put(format_args!(
            r#"<line x1="{:.1}" y1="{:.1}" x2="{:.1}" y2="{:.1}" stroke="{colour}"/>"#,
            from.0, from.1, to.0, to.1
        ));
    }

    pub(super) fn path(&mut self, points: &[(f64, f64)], colour: &str, dashed: bool) {
        let points: Vec<String> = points.iter().map(|(x, y)| format!("{x:.1},{y:.1}")).collect();
        let dashes = if dashed { r#" stroke-dasharray="6 4""# } else { "" };
        self.put(format_args!(
            r#"<polyline points="{}" fill="none" stroke="{colour}" stroke-width="2"{dashes}/>"#,
            points.join(" ")
        ));
    }

    pub(super) fn dot(&mut self, (x, y): (f64, f64), colour: &str) {
        self.put(format_args!(r#"<circle cx="{x:.1}" cy="{y:.1}" r="3" fill="{colour}"/>"#));
    }

    pub(super) fn text(&mut self, (x, y): (f64, f64), anchor: Anchor, text: &str) {
        self.words((x, y), anchor, "", text);
    }

    pub(super) fn heading(&mut self, (x, y): (f64, f64), text: &str) {
        self.words((x, y), Anchor::Start, r#" font-weight="bold""#, text);
    }

    fn words(&mut self, (x, y): (f64, f64), anchor: Anchor, more: &str, text: &str) {
        let anchor = match anchor {
            Anchor::Start => "start",
            Anchor::Middle => "middle",
            Anchor::End => "end",
        };
        let text = escaped(text);
        self.put(format_args!(r#"<text x="{x:.1}" y="{y:.1}" text-anchor="{anchor}"{more}>{text}</text>"#));
    }

    fn put(&mut self, shape: std::fmt::Arguments<'_>) {
        // Writing to a string does not fail.
        let _ = writeln!(self.0, "{shape}");
    }

    /// These shapes, moved down.
    pub(super) fn add_below(&mut self, other: &Self, y: f64) {
        self.put(format_args!("<g transform=\"translate(0 {y:.1})\">\n{}</g>", other.0));
    }

    /// The whole file; `title` is what is read aloud.
    pub(super) fn document(&self, width: f64, height: f64, title: &str) -> String {
        let title = escaped(title);
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width:.0}\" height=\"{height:.0}\" \
             viewBox=\"0 0 {width:.0} {height:.0}\" role=\"img\" font-family=\"sans-serif\" \
             font-size=\"{FONT_SIZE:.0}\" fill=\"{INK}\">\n<title>{title}</title>\n\
             <rect width=\"100%\" height=\"100%\" fill=\"#ffffff\"/>\n{}</svg>\n",
            self.0
        )
    }
}

fn escaped(text: &str) -> String {
    let text: String = text.chars().filter(|c| !c.is_control()).collect();
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_is_no_markup() {
        let mut shapes = SvgShapes::default();
        shapes.text((0.0, 0.0), Anchor::End, "<a> & \u{1}b");
        assert!(shapes.0.contains(r#"text-anchor="end">&lt;a&gt; &amp; b</text>"#), "{}", shapes.0);
    }
}
