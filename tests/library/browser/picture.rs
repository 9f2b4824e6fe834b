//! Pictures of the page against a stored one, as other versions of the browser and other fonts would have it, too.

use std::fs;
use std::io::Cursor;
use std::path::Path;

/// The mean difference of two pictures of equal size: 0 is equal, 255 is black and white.
pub(crate) fn difference(left: &[u8], right: &[u8]) -> f64 {
    let ((left_size, left), (right_size, right)) = (decode(left), decode(right));
    assert_eq!(left_size, right_size, "pictures of different sizes");
    let sum: u64 = left.iter().zip(&right).map(|(left, right)| u64::from(left.abs_diff(*right))).sum();
    f64::from(u32::try_from(sum).unwrap()) / f64::from(u32::try_from(left.len()).unwrap())
}

/// Fails if a picture differs from the stored one by more than this. With `UPDATE_EXPECT` set, as for texts, it is stored
/// instead.
pub(crate) fn check(picture: &[u8], stored: &Path, tolerance: f64) {
    if std::env::var_os("UPDATE_EXPECT").is_some() {
        fs::write(stored, picture).unwrap();
    }
    let difference = difference(picture, &fs::read(stored).unwrap());
    if tolerance < difference {
        let seen = Path::new(env!("CARGO_TARGET_TMPDIR")).join(stored.file_name().unwrap());
        fs::write(&seen, picture).unwrap();
        panic!("{} differs from {} by {difference:.2}", seen.display(), stored.display());
    }
}

/// Width and height, and the red, green and blue of all pixels.
fn decode(picture: &[u8]) -> ((u32, u32), Vec<u8>) {
    let mut decoder = png::Decoder::new(Cursor::new(picture));
    decoder.set_transformations(png::Transformations::normalize_to_color8() | png::Transformations::ALPHA);
    let mut reader = decoder.read_info().unwrap();
    let mut pixels = vec![0; reader.output_buffer_size().unwrap()];
    let info = reader.next_frame(&mut pixels).unwrap();
    pixels.truncate(info.buffer_size());
    let colours = pixels.chunks_exact(4).flat_map(|pixel| pixel[..3].to_vec()).collect();
    ((info.width, info.height), colours)
}
