//! The picture that a GIF shows at any time.

use bmcplan::draw::palette::Rgb;
use gif::{ColorOutput, DecodeOptions, Repeat};

/// A picture, and when it is no longer shown, in hundredths of a second.
pub(crate) struct Picture {
    pub until: u32,
    /// The width and the height of what differs from the picture before.
    pub changed: (u16, u16),
    pixels: Vec<Rgb>,
}

/// A GIF, decoded.
pub(crate) struct Screen {
    pub width: usize,
    pub height: usize,
    pub repeat: Repeat,
    pub pictures: Vec<Picture>,
}

impl Screen {
    pub(crate) fn of(bytes: &[u8]) -> Self {
        let mut options = DecodeOptions::new();
        options.set_color_output(ColorOutput::RGBA);
        let mut decoder = options.read_info(bytes).unwrap();
        let (width, height) = (usize::from(decoder.width()), usize::from(decoder.height()));
        let mut pixels: Vec<Option<Rgb>> = vec![None; width * height];
        let (mut pictures, mut until): (Vec<Picture>, _) = (Vec::new(), 0);
        while let Some(frame) = decoder.read_next_frame().unwrap() {
            assert!(frame.palette.is_none(), "one palette for all");
            let (left, top) = (usize::from(frame.left), usize::from(frame.top));
            for (row, line) in frame.buffer.chunks(4 * usize::from(frame.width)).enumerate() {
                for (column, pixel) in line.chunks(4).enumerate() {
                    if pixel[3] != 0 {
                        pixels[(top + row) * width + left + column] = Some([pixel[0], pixel[1], pixel[2]]);
                    }
                }
            }
            until += u32::from(frame.delay);
            let pixels = pixels.iter().map(|pixel| pixel.expect("nothing shines through")).collect();
            pictures.push(Picture { until, changed: (frame.width, frame.height), pixels });
        }
        Self { width, height, repeat: decoder.repeat(), pictures }
    }

    /// The picture that is shown at a time, in hundredths of a second.
    pub(crate) fn at(&self, time: u32) -> &Picture {
        self.pictures.iter().find(|picture| time < picture.until).expect("the film is not over")
    }

    pub(crate) fn pixel(&self, picture: &Picture, x: usize, y: usize) -> Rgb {
        picture.pixels[y * self.width + x]
    }

    /// The duration of the film, in hundredths of a second.
    pub(crate) fn length(&self) -> u32 {
        self.pictures.last().unwrap().until
    }
}
