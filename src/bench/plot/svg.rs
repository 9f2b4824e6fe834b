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

/// The class of letters and of thin lines over bars.
pub(super) const INK: &str = "ink";

/// The class of lines that are only for orientation, and that of axes.
pub(super) const GRID: &str = "grid";
pub(super) const AXIS: &str = "axis";

/// The classes of what is compared. Their colours are such that people with any kind of colour vision tell them apart (Okabe &
/// Ito, *Color universal design*, 2008), without the yellow that is hard to see on white; on dark ground they are lighter.
pub(super) const COLOURS: [&str; 7] = ["c0", "c1", "c2", "c3", "c4", "c5", "c6"];

/// Each class with its colour on light ground and on dark.
const PALETTE: [(&str, [&str; 2]); 11] = [
    ("paper", ["#ffffff", "#16181d"]),
    (INK, ["#222222", "#e8e8ea"]),
    (GRID, ["#dddddd", "#363a45"]),
    (AXIS, ["#888888", "#9b9da6"]),
    (COLOURS[0], ["#0072b2", "#56a8e0"]),
    (COLOURS[1], ["#e69f00", "#e69f00"]),
    (COLOURS[2], ["#009e73", "#2cc295"]),
    (COLOURS[3], ["#cc79a7", "#e39ac4"]),
    (COLOURS[4], ["#56b4e9", "#9ad4f5"]),
    (COLOURS[5], ["#d55e00", "#f07f3c"]),
    (COLOURS[6], ["#000000", "#ffffff"]),
];

/// The patterns of lines: lengths of dashes and of gaps between them.
const DASHES: [&str; 4] = ["", "8 4", "2 3", "10 3 2 3"];

/// The rules of the style sheet for a light figure or a dark one: what is filled, and what is drawn as a line.
fn rules(theme: usize) -> String {
    let rule = |(class, colours): &(&str, [&str; 2])| {
        let colour = colours[theme];
        format!(".{class}{{fill:{colour}}}.line-{class}{{fill:none;stroke:{colour}}}\n")
    };
    PALETTE.iter().map(rule).collect()
}

/// Shapes; lengths are pixels, from the upper left corner.
#[derive(Debug, Default, Clone)]
pub(super) struct SvgShapes(String);

impl SvgShapes {
    /// A rectangle, which is only outlined if it is hollow.
    pub(super) fn rectangle(&mut self, [x, y, width, height]: [f64; 4], colour: &str, hollow: bool) {
        let fill = if hollow {
            format!(r#"class="line-{colour}" stroke-dasharray="4 3""#)
        } else {
            format!(r#"class="{colour}""#)
        };
        self.put(format_args!(
            r#"<rect x="{x:.1}" y="{y:.1}" width="{width:.1}" height="{height:.1}" {fill}/>"#
        ));
    }

    pub(super) fn line(&mut self, from: (f64, f64), to: (f64, f64), colour: &str) {
        self.put(format_args!(
            r#"<line x1="{:.1}" y1="{:.1}" x2="{:.1}" y2="{:.1}" class="line-{colour}"/>"#,
            from.0, from.1, to.0, to.1
        ));
    }

    /// A line through points; its pattern is that of this number, 0 for a whole one.
    pub(super) fn path(&mut self, points: &[(f64, f64)], colour: &str, pattern: usize) {
        let points: Vec<String> = points.iter().map(|(x, y)| format!("{x:.1},{y:.1}")).collect();
        let dashes = match DASHES[pattern % DASHES.len()] {
            "" => String::new(),
            dashes => format!(r#" stroke-dasharray="{dashes}""#),
        };
        self.put(format_args!(
            r#"<polyline points="{}" class="line-{colour}" stroke-width="2"{dashes}/>"#,
            points.join(" ")
        ));
    }

    pub(super) fn dot(&mut self, (x, y): (f64, f64), colour: &str) {
        self.put(format_args!(r#"<circle cx="{x:.1}" cy="{y:.1}" r="3" class="{colour}"/>"#));
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
        self.put(format_args!(
            r#"<text x="{x:.1}" y="{y:.1}" class="{INK}" text-anchor="{anchor}"{more}>{text}</text>"#
        ));
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
             font-size=\"{FONT_SIZE:.0}\">\n<title>{title}</title>\n<style>\n{}\
             @media (prefers-color-scheme:dark){{\n{}}}\n</style>\n\
             <rect width=\"100%\" height=\"100%\" class=\"paper\"/>\n{}</svg>\n",
            rules(0),
            rules(1),
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
    fn a_figure_is_light_or_dark() {
        let drawn = SvgShapes::default().document(1.0, 1.0, "t");
        let (light, dark) = drawn.split_once("@media (prefers-color-scheme:dark){").unwrap();
        assert!(light.contains(".paper{fill:#ffffff}") && dark.contains(".paper{fill:#16181d}"), "{drawn}");
        for (class, _) in PALETTE {
            assert_eq!(drawn.matches(&format!(".{class}{{")).count(), 2, "{class}");
        }
    }

    #[test]
    fn text_is_no_markup() {
        let mut shapes = SvgShapes::default();
        shapes.text((0.0, 0.0), Anchor::End, "<a> & \u{1}b");
        assert!(
            shapes.0.contains(r#"class="ink" text-anchor="end">&lt;a&gt; &amp; b</text>"#),
            "{}",
            shapes.0
        );
    }
}
