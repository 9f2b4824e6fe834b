//! An allocator that ends the process with a report when the system has no more memory, instead of aborting it.
//!
//! A failed allocation in Rust is not returned to its caller, so the allocator is the only place where it can be noticed.
//! Memory that solvers written in other languages ask for is their own affair.

use std::alloc::{GlobalAlloc, Layout, System};
use std::io::{self, Write as _};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

use super::exit::Exit;
use crate::ask::Answer;

static REPORT: OnceLock<Answer> = OnceLock::new();

pub(crate) fn prepare() {
    // Its buffer is made when it is first asked for.
    drop(io::stdout().lock());
}

/// Sets the report that is printed as JSON when memory runs out: it is written without taking any.
pub(crate) fn report_with(report: Answer) {
    let _ = REPORT.set(report);
}

/// The system's allocator; when the system refuses memory, the process ends with exit code 12. The program makes it its
/// global allocator.
#[derive(Debug, Clone, Copy)]
pub struct OrEnd;

#[expect(
    unsafe_code,
    reason = "there is no other way to hear of it. Each call is handed on as it is, and so is what comes of it: \
              whoever keeps the promises of `GlobalAlloc` to this allocator keeps them to the system's"
)]
unsafe impl GlobalAlloc for OrEnd {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        given(unsafe { System.alloc(layout) })
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        given(unsafe { System.alloc_zeroed(layout) })
    }

    unsafe fn realloc(&self, memory: *mut u8, layout: Layout, new_size: usize) -> *mut u8 {
        given(unsafe { System.realloc(memory, layout, new_size) })
    }

    unsafe fn dealloc(&self, memory: *mut u8, layout: Layout) {
        unsafe { System.dealloc(memory, layout) }
    }
}

fn given(memory: *mut u8) -> *mut u8 {
    if memory.is_null() {
        end();
    }
    memory
}

#[cold]
#[expect(clippy::exit, reason = "nothing can go on without memory")]
fn end() {
    static IS_ENDING: AtomicBool = AtomicBool::new(false);
    if IS_ENDING.swap(true, Ordering::Relaxed) {
        thread::sleep(Duration::from_millis(100));
    } else {
        let _ = io::stderr().write_all(b"out of memory: the system has no more to give\n");
        if let Some(report) = REPORT.get() {
            let mut stdout = io::stdout().lock();
            let _ = serde_json::to_writer(&mut stdout, report);
            let _ = stdout.write_all(b"\n").and_then(|()| stdout.flush());
        }
    }
    std::process::exit(Exit::Stopped.code().into());
}
