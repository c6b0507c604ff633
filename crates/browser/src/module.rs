//! What pages call: a question is written at [`room`], asked with [`ask`], and its answer read at [`answer`].

use std::sync::Mutex;

/// The question as it comes in, and the answer as it goes out.
static QUESTION: Mutex<Vec<u8>> = Mutex::new(Vec::new());
static ANSWER: Mutex<Vec<u8>> = Mutex::new(Vec::new());

/// Where a question of so many bytes is to be written.
#[unsafe(no_mangle)]
pub extern "C" fn room(bytes: usize) -> *mut u8 {
    let mut question = QUESTION.lock().expect("one thread");
    *question = vec![0; bytes];
    question.as_mut_ptr()
}

/// Answers the question that was written, and says how many bytes the answer has.
#[unsafe(no_mangle)]
pub extern "C" fn ask() -> usize {
    let question = std::mem::take(&mut *QUESTION.lock().expect("one thread"));
    let mut answer = ANSWER.lock().expect("one thread");
    *answer = crate::answered(&question).to_string().into_bytes();
    answer.len()
}

/// Where the answer is.
#[unsafe(no_mangle)]
pub extern "C" fn answer() -> *const u8 {
    ANSWER.lock().expect("one thread").as_ptr()
}
