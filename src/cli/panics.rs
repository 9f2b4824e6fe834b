//! The panic hook: a panic is a bug, reported in one sentence, with the exit code for internal errors.

use std::panic::{self, UnwindSafe};

use super::exit::Exit;
use super::terminal;

/// From here on a panic is reported without a backtrace, unless `RUST_BACKTRACE` asks for one.
pub(crate) fn describe() {
    if std::env::var_os("RUST_BACKTRACE").is_some() {
        return;
    }
    panic::set_hook(Box::new(|info| {
        let payload = info.payload();
        let what = payload.downcast_ref::<&str>().copied();
        let what =
            what.or_else(|| payload.downcast_ref::<String>().map(|text| &**text)).unwrap_or("no message");
        let place = info.location().map(|location| format!(" ({location})")).unwrap_or_default();
        report_bug(&format!("{what}{place}"));
    }));
}

/// Reports an internal error.
pub(crate) fn report_bug(what: &str) {
    terminal::print_error(&format!(
        "internal error: {what}\n\
         This is a bug in bmcplan {}. Please report it, with the command line and the input.",
        env!("CARGO_PKG_VERSION")
    ));
}

/// Runs it; a panic ends it with [`Exit::Internal`].
pub(crate) fn contain(run: impl FnOnce() -> Exit + UnwindSafe) -> Exit {
    panic::catch_unwind(run).unwrap_or(Exit::Internal)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_panic_is_an_internal_error() {
        assert_eq!(contain(|| Exit::NoPlanWithin), Exit::NoPlanWithin);
        assert_eq!(contain(|| panic!("a test of panics")), Exit::Internal);
    }
}
