//! Readers and writers that a check works with: one that ends when it is stopped, one that compares.

use std::io::{self, Read, Write};

use crate::stop::Stop;

/// A reader that fails once the flag is raised.
pub(super) struct Stoppable<'a, R> {
    pub(super) bytes: R,
    pub(super) stop: &'a Stop,
}

impl<R: Read> Read for Stoppable<'_, R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.stop.is_raised() { Err(io::Error::other("stopped")) } else { self.bytes.read(buffer) }
    }
}

/// A writer that takes only what stands in a file.
pub(super) struct Comparison<'a, R> {
    file: R,
    buffer: Vec<u8>,
    stop: &'a Stop,
}

impl<'a, R: Read> Comparison<'a, R> {
    pub(super) fn with(file: R, stop: &'a Stop) -> Self {
        Self { file, buffer: Vec::new(), stop }
    }

    /// Is the end reached?
    pub(super) fn is_at_end(&mut self) -> io::Result<bool> {
        Ok(self.file.read(&mut [0])? == 0)
    }
}

impl<R: Read> Write for Comparison<'_, R> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if self.stop.is_raised() {
            return Err(io::Error::other("stopped"));
        }
        self.buffer.resize(bytes.len(), 0);
        let differs = || io::Error::from(io::ErrorKind::InvalidData);
        self.file.read_exact(&mut self.buffer).map_err(|_| differs())?;
        if self.buffer == bytes { Ok(bytes.len()) } else { Err(differs()) }
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
