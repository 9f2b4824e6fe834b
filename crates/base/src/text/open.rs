//! Sources from files and bytes that should be text.
//!
//! Every fault of a file that is independent of its format is found here: it is missing, a directory, too large, or not UTF-8.

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

use super::{Diagnostic, Source};

/// Greatest size of a hand-written problem, in bytes. A 64×64 board needs some tens of kilobytes in the longest format.
pub const MAX_BYTES: usize = 1 << 20;

/// Greatest size of any input, in bytes: generated problems, and collections. The hardest 2.6 million 6×6 boards have 116
/// megabytes.
pub const MAX_INPUT_BYTES: usize = 1 << 28;

/// The beginnings of files that are no texts, or not plain ones.
const NO_TEXT: [(&[u8], &str); 7] = [
    (b"\x89PNG", "a PNG picture"),
    (b"\xff\xd8\xff", "a JPEG picture"),
    (b"GIF87a", "a GIF picture"),
    (b"GIF89a", "a GIF picture"),
    (b"%PDF-", "a PDF document"),
    (b"{\\rtf", "an RTF document"),
    (b"PK\x03\x04", "a document or an archive in ZIP form"),
];

impl Source {
    /// Builds a source from bytes that should be text. A byte order mark at the start is dropped.
    ///
    /// # Errors
    /// The bytes are more than [`MAX_BYTES`], a picture or a document, or not UTF-8.
    pub fn from_bytes(name: &str, bytes: &[u8]) -> Result<Self, Diagnostic> {
        Self::of_bytes(name, bytes, MAX_BYTES)
    }

    fn of_bytes(name: &str, bytes: &[u8], most: usize) -> Result<Self, Diagnostic> {
        if bytes.len() > most {
            return Err(too_large(name, most));
        }
        if let Some((_, what)) = NO_TEXT.iter().find(|(begin, _)| bytes.starts_with(begin)) {
            return Err(Diagnostic::without_text(name, format!("this is {what}"))
                .help("write a text; a board is drawn as letters, or with the mouse: bmcplan page"));
        }
        let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
        match str::from_utf8(bytes) {
            Ok(text) => Ok(Self::new(name, text)),
            Err(error) => Err(not_utf8(name, bytes, error.valid_up_to())),
        }
    }

    /// Reads a text to its end, of at most `most` bytes: [`MAX_BYTES`], or [`MAX_INPUT_BYTES`] where it may be a collection.
    ///
    /// # Errors
    /// The file cannot be read, is larger, or is not UTF-8.
    pub fn read(name: &str, reader: impl Read, most: usize) -> Result<Self, Diagnostic> {
        let mut bytes = Vec::new();
        // One byte past the limit distinguishes an input that is too large from one that just fits.
        let limit = u64::try_from(most).unwrap_or(u64::MAX).saturating_add(1);
        match reader.take(limit).read_to_end(&mut bytes) {
            Ok(_) => Self::of_bytes(name, &bytes, most),
            Err(error) => Err(unreadable(name, &error)),
        }
    }

    /// Reads the file at `path`.
    ///
    /// # Errors
    /// The file cannot be read (missing, a directory, no permission), or [`Source::from_bytes`] refuses it.
    pub fn open(path: &Path) -> Result<Self, Diagnostic> {
        Self::open_at_most(path, MAX_BYTES)
    }

    /// Reads the file at `path`, of at most `most` bytes.
    pub fn open_at_most(path: &Path, most: usize) -> Result<Self, Diagnostic> {
        let name = path.display().to_string();
        if path.is_dir() {
            return Err(
                Diagnostic::without_text(&name, "this is a directory").help("name one of the files in it")
            );
        }
        match File::open(path) {
            Ok(file) => Ok(Self::read(&name, file, most)?.from_file(path)),
            Err(error) => Err(unreadable(&name, &error)),
        }
    }

    /// Checks that the text has at most `most` bytes.
    pub fn check_size(&self, most: usize) -> Result<(), Diagnostic> {
        if self.text().len() <= most { Ok(()) } else { Err(too_large(self.name(), most)) }
    }
}

fn too_large(name: &str, most: usize) -> Diagnostic {
    Diagnostic::without_text(name, format!("more than {} KiB", most / 1024))
        .help("no problem is nearly as large; is this the right file?")
}

fn unreadable(name: &str, error: &io::Error) -> Diagnostic {
    Diagnostic::without_text(name, format!("cannot read the file: {error}"))
        .help("check the path and its permissions")
}

fn not_utf8(name: &str, bytes: &[u8], offset: usize) -> Diagnostic {
    // Up to the first bad byte the lossy text is the file, byte for byte: offsets in it are offsets in the file.
    let source = Source::new(name, &String::from_utf8_lossy(bytes));
    let value = bytes.get(offset).copied().unwrap_or_default();
    Diagnostic::new(&source, "the file is not UTF-8")
        .at(
            offset..offset + char::REPLACEMENT_CHARACTER.len_utf8(),
            format!("byte 0x{value:02X} at offset {offset}"),
        )
        .help("save the file as UTF-8")
}
