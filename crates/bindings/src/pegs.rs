//! Peg boards.

use std::sync::{Arc, Mutex};

use num_bigint::BigUint;
use pyo3::prelude::*;
use pyo3::types::PyBytes;
use sito_core::pegs::{
    Board, Control, Jump, Level, Moves, Search, Side, Solutions, Stop, Winning, count_games,
};

use crate::error::{Kind, NativeError};
use crate::run::{Stopped, Watch, word};

/// The levels of a search: of each its pegs, its classes up to symmetry and its positions.
type Sizes = Vec<(usize, usize, usize)>;

/// The result of a computation, if it was finished, and what stopped it.
type Made<T> = (Option<T>, Option<&'static str>);

/// Runs a computation on the levels; the watch is called with the positions finished in the
/// current level.
///
/// A computation that is finished before it can be stopped returns both its result and the reason
/// to stop.
fn run<T: Send>(
    py: Python<'_>,
    watch: &Watch<'_>,
    work: impl FnOnce(&Control) -> Result<T, Stop> + Send,
) -> PyResult<Made<T>> {
    let control = Control::default();
    let (result, asked) = watch.run(py, || control.stop(), || control.done(), || work(&control))?;
    let (made, stopped) = match result {
        Ok(made) => (Some(made), asked),
        Err(Stop::Memory) => (None, asked.or(Some(Stopped::Memory))),
        Err(Stop::Asked) => (None, asked.or(Some(Stopped::Asked))),
    };
    Ok((made, word(stopped)))
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
///
/// A step makes a new search, which shares the levels, and replaces the old one with it. So
/// everything can be read while a step is running, and a step that is stopped changes nothing.
#[pyclass(name = "PegSearch", module = "sito._native", frozen)]
pub struct PySearch {
    newest: Mutex<Arc<Search>>,
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
        let board = Board::new(holes, &jumps, &symmetries).map_err(NativeError::from)?;
        if start == 0
            || finishes
                .iter()
                .chain([&start])
                .any(|p| p & !board.full() != 0)
        {
            let message = "a position is empty or outside the board";
            return Err(NativeError::new(Kind::Board, message).into());
        }
        Ok(PySearch {
            newest: Mutex::new(Arc::new(Search::new(board, start, &finishes, memory))),
        })
    }

    #[getter]
    fn is_met(&self) -> bool {
        self.newest().is_met()
    }

    /// Whether everything that can be reached has been.
    #[getter]
    fn is_exhausted(&self) -> bool {
        self.newest().forward().exhausted
    }

    #[getter]
    fn level_count(&self) -> usize {
        let search = self.newest();
        let of_side = |side: &Side| side.levels.len();
        of_side(search.forward()) + search.own_backward().map_or(0, of_side)
    }

    #[getter]
    fn forward_sizes(&self, py: Python<'_>) -> Sizes {
        py.detach(|| sizes(self.newest().forward()))
    }

    /// The levels from the finish, by number of pegs, unless they are the complements of those
    /// from the start.
    #[getter]
    fn backward_sizes(&self, py: Python<'_>) -> Option<Sizes> {
        let search = self.newest();
        let holes = search.board().holes();
        let side = search.own_backward()?;
        let sizes = py.detach(|| sizes(side));
        Some(
            sizes
                .into_iter()
                .map(|(pegs, classes, all)| (holes - pegs, classes, all))
                .collect(),
        )
    }

    /// One level further from the smaller side; says what stopped it, if anything did.
    #[pyo3(signature = (watch=Watch::default()))]
    fn step(&self, py: Python<'_>, watch: Watch<'_>) -> PyResult<Option<&'static str>> {
        self.stepped(py, &watch, Search::step)
    }

    /// One level further from the start; says what stopped it, if anything did.
    #[pyo3(signature = (watch=Watch::default()))]
    fn step_forward(&self, py: Python<'_>, watch: Watch<'_>) -> PyResult<Option<&'static str>> {
        self.stepped(py, &watch, Search::step_forward)
    }

    /// The positions of the last level from the start that have no jumps and are no finish.
    fn stuck(&self, py: Python<'_>) -> Vec<u64> {
        py.detach(|| self.newest().stuck())
    }

    fn last_positions(&self, py: Python<'_>) -> Vec<u64> {
        py.detach(|| self.newest().last_positions())
    }

    /// The winning positions with the fewest moves of each, for these finishes or the search's own.
    #[pyo3(signature = (finishes=None, watch=Watch::default()))]
    fn winning(
        &self,
        py: Python<'_>,
        finishes: Option<Vec<u64>>,
        watch: Watch<'_>,
    ) -> PyResult<Made<PyWinning>> {
        let search = self.newest();
        run(py, &watch, |control| {
            let winning = match &finishes {
                Some(finishes) => search.winning_to(finishes, control)?,
                None => search.winning(control)?,
            };
            PyWinning::new(winning, control)
        })
    }

    /// The same from no more than `width` positions of each level from the start: what it finds is an upper bound.
    #[pyo3(signature = (width, watch=Watch::default()))]
    fn sample(&self, py: Python<'_>, width: usize, watch: Watch<'_>) -> PyResult<Made<PyWinning>> {
        let search = self.newest();
        run(py, &watch, |control| {
            PyWinning::new(search.sample(width, control)?.winning(control)?, control)
        })
    }

    /// How many games there are, once everything that can be reached has been.
    #[pyo3(signature = (watch=Watch::default()))]
    fn games(&self, py: Python<'_>, watch: Watch<'_>) -> PyResult<Made<BigUint>> {
        let search = self.newest();
        run(py, &watch, |control| count_games(search.forward(), control))
    }

    /// The levels found from the start or from the finish, from a number on, as bytes for a checkpoint.
    fn dump<'py>(&self, py: Python<'py>, backward: bool, start: usize) -> Vec<Bound<'py, PyBytes>> {
        let search = self.newest();
        let side = if backward {
            search.own_backward()
        } else {
            Some(search.forward())
        };
        let levels = side.map_or(&[][..], |side| &side.levels[start.min(side.levels.len())..]);
        levels
            .iter()
            .map(|level| PyBytes::new(py, &py.detach(|| level.to_bytes())))
            .collect()
    }

    /// Continues from the levels that an earlier search of the same problem dumped, all but the first of each side.
    fn restore(
        &self,
        py: Python<'_>,
        forward: Vec<Vec<u8>>,
        backward: Vec<Vec<u8>>,
    ) -> PyResult<()> {
        py.detach(|| {
            let mut search = (*self.newest()).clone();
            if !search.restore(&forward, &backward) {
                return Err(NativeError::new(Kind::Level, "a level is damaged").into());
            }
            *self.newest.lock().expect("no panic") = Arc::new(search);
            Ok(())
        })
    }
}

impl PySearch {
    fn newest(&self) -> Arc<Search> {
        self.newest.lock().expect("no panic").clone()
    }

    fn stepped(
        &self,
        py: Python<'_>,
        watch: &Watch<'_>,
        step: impl FnOnce(&mut Search, &Control) -> Result<(), Stop> + Send,
    ) -> PyResult<Option<&'static str>> {
        let before = self.newest();
        let (after, stopped) = run(py, watch, |control| {
            let mut search = (*before).clone();
            step(&mut search, control)?;
            Ok(search)
        })?;
        if let Some(after) = after {
            let mut newest = self.newest.lock().expect("no panic");
            // Another thread may have made the same step.
            if Arc::ptr_eq(&newest, &before) {
                *newest = Arc::new(after);
            }
        }
        Ok(stopped)
    }
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

    /// How many jump sequences lead from the start to the finish.
    #[pyo3(signature = (watch=Watch::default()))]
    fn solutions_count(&self, py: Python<'_>, watch: Watch<'_>) -> PyResult<Made<BigUint>> {
        run(py, &watch, |control| self.winning.count_solutions(control))
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
        PySolutions(Mutex::new(Solutions::new(
            self.winning.clone(),
            moves,
            first,
        )))
    }
}

#[pyclass(name = "PegSolutions", module = "sito._native", frozen)]
pub struct PySolutions(Mutex<Solutions>);

#[pymethods]
impl PySolutions {
    fn __iter__(this: PyRef<'_, Self>) -> PyRef<'_, Self> {
        this
    }

    /// Moves, each the holes that its peg stands on; numbers, not bytes, on the Python side.
    fn __next__(&self) -> Option<Vec<Vec<u16>>> {
        let wide = |holes: Vec<u8>| holes.into_iter().map(u16::from).collect();
        let next = self.0.lock().expect("no panic").next()?;
        Some(next.into_iter().map(wide).collect())
    }
}
