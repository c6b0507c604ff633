//! Single positions of a search that others lead, and the book of what such searches have learned.

use pyo3::prelude::*;
use pyo3::types::PyBytes;
use sito_core::exact::{
    Asked, Cut, FactBook, Found, Looked, Objective, OpenCells, Planted, Positions, Problem,
};

use crate::error::{Kind, NativeError};
use crate::exact::{Effort, stopped_by};
use crate::rules::PyRules;
use crate::run::{Stopped, Watch, word};
use crate::tree::{NativeTree, packed};

/// The path to a position, the most guesses, what is counted, and the costs that matter.
type Question = (Vec<(u32, u32)>, Option<u8>, bool, u32);
/// What stopped a search, its positions, and what it has learned.
type Spent<'py> = (Option<&'static str>, u64, Bound<'py, PyBytes>);
/// Both bounds, the best guess, and the order of the guesses with the bound of the others.
type Cost = (
    u32,
    Option<u32>,
    Option<u32>,
    Option<(Vec<(u32, u32)>, u32)>,
);
type Cells<'py> = Vec<(
    u32,
    usize,
    u32,
    Bound<'py, PyBytes>,
    Option<Bound<'py, PyBytes>>,
)>;
/// The costs of guesses, and the cells of the one at which the search ended.
type Costs<'py> = (Vec<u32>, Option<(u32, Cells<'py>)>);

/// See `sito_core::exact::FactBook`.
#[pyclass(name = "FactBook", module = "sito._native", frozen)]
pub struct PyFactBook {
    book: FactBook,
}

#[pymethods]
impl PyFactBook {
    #[new]
    fn new() -> Self {
        PyFactBook {
            book: FactBook::default(),
        }
    }

    fn __len__(&self) -> usize {
        self.book.len()
    }

    fn learn(&self, facts: &[u8]) -> PyResult<()> {
        checked(self.book.learn(facts))
    }

    fn since<'py>(&self, py: Python<'py>, start: usize, most: usize) -> Bound<'py, PyBytes> {
        PyBytes::new(py, &py.detach(|| self.book.since(start, most)))
    }

    fn get(&self, key: [u8; 16]) -> Option<(u32, u32, u32)> {
        self.book.get(u128::from_le_bytes(key))
    }

    fn dump<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        PyBytes::new(py, &py.detach(|| self.book.dump()))
    }
}

fn checked(learned: bool) -> PyResult<()> {
    if learned {
        return Ok(());
    }
    Err(NativeError::new(Kind::Journal, "these bytes are no facts").into())
}

/// See `sito_core::exact::Positions`.
#[pyclass(name = "Positions", module = "sito._native", frozen)]
pub struct PyPositions {
    positions: Positions,
}

#[pyfunction]
#[pyo3(signature = (
    rules, *, memory, history=Vec::new(), possible=None, consistent=false, threads=1, watch=Watch::default()
))]
pub fn positions(
    py: Python<'_>,
    rules: &PyRules,
    memory: usize,
    history: Vec<(u32, u32)>,
    possible: Option<Vec<u16>>,
    consistent: bool,
    threads: usize,
    watch: Watch<'_>,
) -> PyResult<Option<PyPositions>> {
    rules.check_moves(&history, None)?;
    if let Some(codes) = &possible {
        rules.check_codes(codes)?;
    }
    let problem = Problem::new(&rules.rules)
        .objective(Objective::Total)
        .history(&history)
        .consistent(consistent);
    let effort = Effort::new(watch, (memory, None), threads, None);
    let (prepared, _) = effort.run(py, |options| Positions::new(&problem, possible, options))?;
    let prepared = prepared.map_err(NativeError::from)?;
    Ok(prepared.map(|positions| PyPositions { positions }))
}

fn asked((path, depth, at_last_guess, budget): Question) -> Asked {
    Asked {
        path,
        depth,
        at_last_guess,
        budget,
    }
}

fn spent<'py, T>(py: Python<'py>, found: &Found<T>, ended: Option<Stopped>) -> Spent<'py> {
    (
        word(stopped_by(ended, found.stopped)),
        found.positions,
        PyBytes::new(py, &found.facts),
    )
}

fn bytes_of(py: Python<'_>, key: u128) -> Bound<'_, PyBytes> {
    PyBytes::new(py, &key.to_le_bytes())
}

fn cells(py: Python<'_>, cells: OpenCells) -> Cells<'_> {
    let cells = cells.into_iter().map(|(answer, size, lower, own, form)| {
        let form = form.map(|form| bytes_of(py, form));
        (answer, size, lower, bytes_of(py, own), form)
    });
    cells.collect()
}

type Tree<'py> = Option<NativeTree<'py>>;

fn tree(py: Python<'_>, planted: Option<Planted>) -> Tree<'_> {
    let (tree, histogram) = planted?;
    let nodes = py.detach(|| packed(&tree));
    Some((PyBytes::new(py, &nodes), histogram))
}

#[pymethods]
impl PyPositions {
    #[getter]
    fn memory(&self) -> usize {
        self.positions.memory()
    }

    #[getter]
    fn remaining(&self) -> usize {
        self.positions.remaining()
    }

    fn forgetful(&self, bytes: usize) -> Self {
        PyPositions {
            positions: self.positions.forgetful(bytes),
        }
    }

    fn learn(&self, py: Python<'_>, facts: &[u8]) -> PyResult<()> {
        checked(py.detach(|| self.positions.learn(facts)))
    }

    #[pyo3(signature = (question, *, positions=None, threads=1, watch=Watch::default()))]
    fn cost<'py>(
        &self,
        py: Python<'py>,
        question: Question,
        positions: Option<u64>,
        threads: usize,
        watch: Watch<'py>,
    ) -> PyResult<(Cost, Spent<'py>)> {
        let effort = self.effort(watch, positions, threads);
        let asked = asked(question);
        let (found, ended) = effort.run(py, |options| self.positions.cost(&asked, options))?;
        let spent = spent(py, &found, ended);
        let Cut {
            lower,
            cost,
            guess,
            order,
        } = found.shown;
        Ok(((lower, cost, guess, order), spent))
    }

    #[pyo3(signature = (question, guesses, *, positions=None, threads=1, watch=Watch::default()))]
    fn evaluate<'py>(
        &self,
        py: Python<'py>,
        question: Question,
        guesses: Vec<u32>,
        positions: Option<u64>,
        threads: usize,
        watch: Watch<'py>,
    ) -> PyResult<(Costs<'py>, Spent<'py>)> {
        let effort = self.effort(watch, positions, threads);
        let asked = asked(question);
        let (found, ended) = effort.run(py, |options| {
            self.positions.evaluate(&asked, &guesses, options)
        })?;
        let spent = spent(py, &found, ended);
        let Looked { costs, open } = found.shown;
        let open = open.map(|(lower, open)| (lower, cells(py, open)));
        Ok(((costs, open), spent))
    }

    #[pyo3(signature = (*, first=None, depth=None, threads=1, watch=Watch::default()))]
    fn first_tree<'py>(
        &self,
        py: Python<'py>,
        first: Option<u32>,
        depth: Option<u8>,
        threads: usize,
        watch: Watch<'py>,
    ) -> PyResult<(Tree<'py>, Spent<'py>)> {
        let effort = self.effort(watch, None, threads);
        let (found, ended) = effort.run(py, |options| {
            self.positions.first_tree(first, depth, options)
        })?;
        let found = found.map_err(NativeError::from)?;
        let spent = spent(py, &found, ended);
        Ok((tree(py, found.shown), spent))
    }

    #[pyo3(signature = (question, guess=None, *, threads=1, watch=Watch::default()))]
    fn tree<'py>(
        &self,
        py: Python<'py>,
        question: Question,
        guess: Option<u32>,
        threads: usize,
        watch: Watch<'py>,
    ) -> PyResult<(Tree<'py>, Spent<'py>)> {
        let effort = self.effort(watch, None, threads);
        let asked = asked(question);
        let (found, ended) =
            effort.run(py, |options| self.positions.tree(&asked, guess, options))?;
        let spent = spent(py, &found, ended);
        Ok((tree(py, found.shown), spent))
    }
}

impl PyPositions {
    fn effort<'a, 'py>(
        &self,
        watch: Watch<'py>,
        positions: Option<u64>,
        threads: usize,
    ) -> Effort<'a, 'py> {
        Effort::new(watch, (self.positions.memory(), positions), threads, None)
    }
}
