//! Peg boards for Python: long work runs beside the interpreter, which looks at it every so often.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use num_bigint::BigUint;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyBytes;
use sito_core::hash::InvertibleHash;
use sito_core::pegs::{
    Board, BoardFault, Control, Jump, Level, Moves, Search, Side, Solutions, Stop, Winning,
    count_games,
};

/// How often a caller is asked whether to go on.
const GLANCE: Duration = Duration::from_millis(50);

/// The levels of a search: of each its pegs, its classes up to symmetry and its positions.
type Sizes = Vec<(usize, usize, usize)>;

/// Runs `work` on its own thread and meanwhile handles signals and calls `watch` with the positions done.
///
/// A `watch` that returns true stops the work; so does an exception or Ctrl-C, which is then raised.
fn watched<T: Send>(
    py: Python<'_>,
    watch: Option<&Bound<'_, PyAny>>,
    work: impl FnOnce(&Control) -> Result<T, Stop> + Send,
) -> PyResult<Result<T, Stop>> {
    let control = Control::default();
    let done = AtomicBool::new(false);
    std::thread::scope(|scope| {
        let caller = std::thread::current();
        let worker = scope.spawn({
            let (control, done) = (&control, &done);
            move || {
                let result = work(control);
                done.store(true, Ordering::Release);
                caller.unpark();
                result
            }
        });
        let mut raised = None;
        loop {
            py.detach(|| std::thread::park_timeout(GLANCE));
            // A worker that panics is finished without being done.
            if done.load(Ordering::Acquire) || worker.is_finished() {
                break;
            }
            let look = || -> PyResult<bool> {
                py.check_signals()?;
                watch.map_or(Ok(false), |watch| {
                    watch.call1((control.done(),))?.is_truthy()
                })
            };
            match look() {
                Ok(false) => {}
                Ok(true) => control.stop(),
                Err(error) => {
                    control.stop();
                    raised = Some(error);
                    break;
                }
            }
        }
        let result = py.detach(|| worker.join());
        match (raised, result) {
            (Some(error), _) => Err(error),
            (None, Ok(result)) => Ok(result),
            (None, Err(panic)) => std::panic::resume_unwind(panic),
        }
    })
}

/// The word for a search that ended early.
fn word(stop: Stop) -> &'static str {
    match stop {
        Stop::Asked => "asked",
        Stop::Memory => "memory",
    }
}

fn board_error(faults: &[BoardFault]) -> PyErr {
    PyValueError::new_err(format!("{faults:?}"))
}

fn sizes(side: &Side) -> Sizes {
    let of_level = |level: &Level| level.iter().map(|p| side.group.orbit(p)).sum();
    let pegs = (0..=side.pegs).rev();
    pegs.zip(&side.levels)
        .map(|(pegs, level)| (pegs, level.len(), of_level(level)))
        .collect()
}

fn jump((from, over, to): (u8, u8, u8)) -> Jump {
    Jump { from, over, to }
}

/// A search over the levels of a board, from a start and from its finishes.
#[pyclass(name = "PegSearch", module = "sito._native")]
pub struct PySearch {
    search: Search,
    hash: InvertibleHash,
}

#[pymethods]
impl PySearch {
    #[new]
    fn new(
        holes: usize,
        jumps: Vec<(u8, u8, u8)>,
        symmetries: Vec<Vec<u8>>,
        start: u64,
        finishes: Vec<u64>,
        memory: usize,
    ) -> PyResult<PySearch> {
        let jumps: Vec<Jump> = jumps.into_iter().map(jump).collect();
        let board =
            Board::new(holes, &jumps, &symmetries).map_err(|faults| board_error(&faults))?;
        if start == 0
            || finishes
                .iter()
                .chain([&start])
                .any(|p| p & !board.full() != 0)
        {
            return Err(PyValueError::new_err(
                "a position is empty or outside the board",
            ));
        }
        Ok(PySearch {
            hash: InvertibleHash::new(holes),
            search: Search::new(board, start, &finishes, memory),
        })
    }

    #[getter]
    fn is_met(&self) -> bool {
        self.search.is_met()
    }

    /// Whether everything that can be reached has been.
    #[getter]
    fn is_exhausted(&self) -> bool {
        self.search.forward().exhausted
    }

    #[getter]
    fn level_count(&self) -> usize {
        let of_side = |side: &Side| side.levels.len();
        of_side(self.search.forward()) + self.search.own_backward().map_or(0, of_side)
    }

    #[getter]
    fn forward_sizes(&self, py: Python<'_>) -> Sizes {
        py.detach(|| sizes(self.search.forward()))
    }

    /// The levels from the finish, by pegs, if they are not the complements of those from the start.
    #[getter]
    fn backward_sizes(&self, py: Python<'_>) -> Option<Sizes> {
        let holes = self.search.board().holes();
        let side = self.search.own_backward()?;
        let sizes = py.detach(|| sizes(side));
        Some(
            sizes
                .into_iter()
                .map(|(pegs, classes, all)| (holes - pegs, classes, all))
                .collect(),
        )
    }

    /// One level further from the smaller side; a word if it could not be finished.
    #[pyo3(signature = (watch=None))]
    fn step(
        &mut self,
        py: Python<'_>,
        watch: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Option<&'static str>> {
        let search = &mut self.search;
        Ok(watched(py, watch, |control| search.step(control))?
            .err()
            .map(word))
    }

    /// One level further from the start; a word if it could not be finished.
    #[pyo3(signature = (watch=None))]
    fn step_forward(
        &mut self,
        py: Python<'_>,
        watch: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Option<&'static str>> {
        let search = &mut self.search;
        Ok(watched(py, watch, |control| search.step_forward(control))?
            .err()
            .map(word))
    }

    /// The positions of the last level from the start that have no jumps and are no finish.
    fn stuck(&self, py: Python<'_>) -> Vec<u64> {
        py.detach(|| self.search.stuck())
    }

    fn last_positions(&self, py: Python<'_>) -> Vec<u64> {
        py.detach(|| self.search.last_positions())
    }

    /// The winning positions with the fewest moves of each, for these finishes or the search's own; none if stopped.
    #[pyo3(signature = (finishes=None, watch=None))]
    fn winning(
        &self,
        py: Python<'_>,
        finishes: Option<Vec<u64>>,
        watch: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Option<PyWinning>> {
        let search = &self.search;
        let found = watched(py, watch, |control| {
            let winning = match &finishes {
                Some(finishes) => search.winning_to(finishes, control)?,
                None => search.winning(control)?,
            };
            PyWinning::new(winning, control)
        })?;
        Ok(found.ok())
    }

    /// The same from no more than `width` positions of each level from the start: what it finds is an upper bound.
    #[pyo3(signature = (width, watch=None))]
    fn sample(
        &self,
        py: Python<'_>,
        width: usize,
        watch: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Option<PyWinning>> {
        let search = &self.search;
        let found = watched(py, watch, |control| {
            PyWinning::new(search.sample(width, control)?.winning(control)?, control)
        })?;
        Ok(found.ok())
    }

    /// How many games there are, once everything that can be reached has been; none if stopped.
    #[pyo3(signature = (watch=None))]
    fn games(&self, py: Python<'_>, watch: Option<&Bound<'_, PyAny>>) -> PyResult<Option<BigUint>> {
        let side = self.search.forward();
        Ok(watched(py, watch, |control| count_games(side, control))?.ok())
    }

    /// The levels found from the start or from the finish, from a number on, as bytes for a checkpoint.
    fn dump<'py>(&self, py: Python<'py>, backward: bool, start: usize) -> Vec<Bound<'py, PyBytes>> {
        let side = if backward {
            self.search.own_backward()
        } else {
            Some(self.search.forward())
        };
        let levels = side.map_or(&[][..], |side| &side.levels[start.min(side.levels.len())..]);
        levels
            .iter()
            .map(|level| PyBytes::new(py, &bytes_of(level)))
            .collect()
    }

    /// Continues from the levels that an earlier search of the same problem dumped, all but the first of each side.
    fn restore(&mut self, forward: Vec<Vec<u8>>, backward: Vec<Vec<u8>>) -> PyResult<()> {
        let read = |levels: Vec<Vec<u8>>| -> PyResult<Vec<Level>> {
            levels.iter().map(|bytes| self.level_of(bytes)).collect()
        };
        let (forward, backward) = (read(forward)?, read(backward)?);
        self.search.restore(forward, backward);
        Ok(())
    }
}

impl PySearch {
    fn level_of(&self, bytes: &[u8]) -> PyResult<Level> {
        let (words, rest) = bytes.as_chunks::<8>();
        let keys: Vec<u64> = words.iter().map(|&word| u64::from_le_bytes(word)).collect();
        if rest.is_empty() && keys.is_sorted_by(|a, b| a < b) {
            Ok(Level::from_keys(self.hash, &keys))
        } else {
            Err(PyValueError::new_err("a level is damaged"))
        }
    }
}

fn bytes_of(level: &Level) -> Vec<u8> {
    level
        .keys(0..level.len())
        .flat_map(u64::to_le_bytes)
        .collect()
}

/// The winning positions of a problem and the fewest moves from each.
#[pyclass(name = "PegWinning", module = "sito._native", frozen)]
pub struct PyWinning {
    winning: Arc<Winning>,
    moves: Arc<Moves>,
}

impl PyWinning {
    fn new(winning: Winning, control: &Control) -> Result<PyWinning, Stop> {
        let moves = Arc::new(winning.moves(control)?);
        Ok(PyWinning {
            winning: Arc::new(winning),
            moves,
        })
    }
}

#[pymethods]
impl PyWinning {
    /// The fewest moves from a position to the finish, perhaps with the first jump given; none if it loses.
    #[pyo3(signature = (position, first=None))]
    fn fewest(&self, position: u64, first: Option<(u8, u8, u8)>) -> Option<u8> {
        self.winning.index_of(position)?;
        let fewest = self
            .winning
            .fewest_from(position, first.map(jump), &self.moves);
        (fewest < u8::MAX).then_some(fewest)
    }

    /// How many jump sequences solve a winning position in the fewest moves.
    #[pyo3(signature = (position, first=None))]
    fn shortest(&self, py: Python<'_>, position: u64, first: Option<(u8, u8, u8)>) -> BigUint {
        py.detach(|| {
            self.winning
                .count_shortest(position, first.map(jump), &self.moves)
        })
    }

    /// How many jump sequences lead from the start to the finish; none if stopped.
    #[pyo3(signature = (watch=None))]
    fn solutions_count(
        &self,
        py: Python<'_>,
        watch: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Option<BigUint>> {
        Ok(watched(py, watch, |control| self.winning.count_solutions(control))?.ok())
    }

    /// The winning positions by pegs.
    #[getter]
    fn sizes(&self, py: Python<'_>) -> Sizes {
        py.detach(|| {
            let group = self.winning.group();
            let of_level = |level: &Level| level.iter().map(|p| group.orbit(p)).sum();
            let levels = self.winning.levels().iter().enumerate().rev();
            let filled = levels.filter(|(_, level)| !level.is_empty());
            filled
                .map(|(pegs, level)| (pegs, level.len(), of_level(level)))
                .collect()
        })
    }

    /// The solutions, one after the other: those with the fewest moves, or `every` one; `first` is (from, to).
    #[pyo3(signature = (first=None, every=false))]
    fn solutions(&self, first: Option<(u8, u8)>, every: bool) -> PySolutions {
        let moves = (!every).then(|| self.moves.clone());
        PySolutions(Solutions::new(self.winning.clone(), moves, first))
    }
}

#[pyclass(name = "PegSolutions", module = "sito._native")]
pub struct PySolutions(Solutions);

#[pymethods]
impl PySolutions {
    fn __iter__(this: PyRef<'_, Self>) -> PyRef<'_, Self> {
        this
    }

    /// Moves, each the holes that its peg stands on; numbers, not bytes, on the Python side.
    fn __next__(&mut self) -> Option<Vec<Vec<u16>>> {
        let wide = |holes: Vec<u8>| holes.into_iter().map(u16::from).collect();
        Some(self.0.next()?.into_iter().map(wide).collect())
    }
}
