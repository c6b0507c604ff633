//! A metric written in Python.

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};

use pyo3::prelude::*;
use sito_core::look_ahead::CustomMetric;

/// Calls a Python function once for each different list of cell sizes. After it has
/// raised, the error is kept, `stop` is set, and it is not called any more.
pub fn call(
    function: Py<PyAny>,
    raised: Arc<Mutex<Option<PyErr>>>,
    stop: Arc<AtomicBool>,
) -> CustomMetric {
    let known: Mutex<HashMap<Vec<u32>, f64>> = Mutex::new(HashMap::new());
    Arc::new(move |sizes| {
        if let Some(&score) = known.lock().expect("no panic").get(sizes) {
            return score;
        }
        if stop.load(Ordering::Relaxed) {
            return 0.0;
        }
        let score = Python::attach(|py| {
            let score = function.call1(py, (sizes.to_vec(),))?;
            score.extract::<f64>(py)
        });
        match score {
            Ok(score) => {
                known
                    .lock()
                    .expect("no panic")
                    .insert(sizes.to_vec(), score);
                score
            }
            Err(error) => {
                raised.lock().expect("no panic").get_or_insert(error);
                stop.store(true, Ordering::Relaxed);
                0.0
            }
        }
    })
}
