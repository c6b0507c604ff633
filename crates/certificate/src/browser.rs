//! The checker as a WebAssembly module: a file goes in at [`room`], the verdict comes out at [`answer`], as JSON; on the way
//! [`tell`] says how far it is.

use std::io::Cursor;
use std::sync::Mutex;

use serde_json::json;

use crate::{Options, Progress, check};

static FILE: Mutex<Vec<u8>> = Mutex::new(Vec::new());
static VERDICT: Mutex<Vec<u8>> = Mutex::new(Vec::new());

mod page {
    unsafe extern "C" {
        /// What the page gives: it is told how far the check is.
        pub fn tell(bytes: f64);
    }
}

/// Tells the page where in the body the check is.
pub fn tell(bytes: u64) {
    // SAFETY: the page takes any number.
    unsafe { page::tell(bytes as f64) }
}

/// Where a file of so many bytes is to be written.
#[unsafe(no_mangle)]
pub extern "C" fn room(bytes: usize) -> *mut u8 {
    let mut file = FILE.lock().expect("there is one thread");
    *file = vec![0; bytes];
    file.as_mut_ptr()
}

/// Checks the file that was written, and says how many bytes the verdict has: whether it is accepted, and what it proves
/// or why it proves nothing.
#[unsafe(no_mangle)]
pub extern "C" fn ask() -> usize {
    let file = std::mem::take(&mut *FILE.lock().expect("there is one thread"));
    let options = Options {
        threads: 1,
        table: 1 << 28,
    };
    let claim = check(Box::new(Cursor::new(file)), &options, &Progress::default());
    let text = match &claim {
        Ok(claim) => claim.sentence(),
        Err(error) => error.to_string(),
    };
    let mut verdict = VERDICT.lock().expect("there is one thread");
    *verdict = json!({"accepted": claim.is_ok(), "text": text})
        .to_string()
        .into_bytes();
    verdict.len()
}

/// Where the verdict is.
#[unsafe(no_mangle)]
pub extern "C" fn answer() -> *const u8 {
    VERDICT.lock().expect("there is one thread").as_ptr()
}
