//! Sheets that are filled row by row, and sheets that are turned over.

use crate::exact::kernels::{LANES, Line, Sheet};
use crate::exact::problem::Fault;
use crate::exact::watch::Stopped;
use crate::threads;

/// Called from time to time while answers are tabulated; an error ends the tabulation.
pub(super) type Poll<'p> = &'p dyn Fn() -> Result<(), Stopped>;

/// Why there is no matrix.
#[derive(Debug)]
pub(in crate::exact) enum NoMatrix {
    Fault(Fault),
    Stopped,
}

impl NoMatrix {
    /// What was made; `None` if the making was stopped.
    pub fn or_none<T>(made: Result<T, NoMatrix>) -> Result<Option<T>, Fault> {
        match made {
            Ok(made) => Ok(Some(made)),
            Err(NoMatrix::Stopped) => Ok(None),
            Err(NoMatrix::Fault(fault)) => Err(fault),
        }
    }
}

impl From<Fault> for NoMatrix {
    fn from(fault: Fault) -> Self {
        NoMatrix::Fault(fault)
    }
}

impl From<Stopped> for NoMatrix {
    fn from(_: Stopped) -> Self {
        NoMatrix::Stopped
    }
}

/// Polls after every few rows whether to stop.
pub(super) fn poll_now_and_then(row: usize, poll: Poll) -> Result<(), Stopped> {
    const OFTEN: usize = 16;
    if row.is_multiple_of(OFTEN) {
        poll()?;
    }
    Ok(())
}

/// A sheet that is filled 64 rows at a time, by all threads: `fill` gets the first row and the lines of all.
pub(super) fn filled(
    (rows, columns): (usize, usize),
    threads: usize,
    poll: Poll,
    fill: &(dyn Fn(usize, &mut [Line]) + Sync),
) -> Result<Sheet, NoMatrix> {
    let threads = threads.max(1);
    let mut sheet = Sheet::with_capacity(rows, columns)?;
    let lines_per_row = sheet.lines_per_row();
    for start in (0..rows).step_by(LANES * threads) {
        poll()?;
        let new = sheet.add_rows((rows - start).min(LANES * threads), 0);
        let parts = new.chunks_mut(LANES * lines_per_row);
        let parts = (start..).step_by(LANES).zip(parts);
        if threads == 1 {
            parts.for_each(|(row, lines)| fill(row, lines));
        } else {
            threads::in_place_scope(|scope| {
                parts.for_each(|(row, lines)| scope.spawn(move |_| fill(row, lines)));
            });
        }
    }
    Ok(sheet)
}

/// The sheet whose rows are the columns of another one; `rest` fills up its last lines.
pub(super) fn transposed(
    sheet: &Sheet,
    (rows, columns): (usize, usize),
    rest: u8,
    threads: usize,
    poll: Poll,
) -> Result<Sheet, NoMatrix> {
    // Blocks of 64 x 64 keep both sides in the cache.
    filled((columns, rows), threads, poll, &|first, lines| {
        let lines_per_row = rows.div_ceil(LANES);
        for row in (0..rows).step_by(EIGHT) {
            let eight: [Words; EIGHT] = std::array::from_fn(|more| {
                if row + more < rows {
                    bytemuck::must_cast(sheet.row(row + more)[first / LANES])
                } else {
                    [u64::from_ne_bytes([rest; EIGHT]); EIGHT]
                }
            });
            let turned = turned(eight);
            let lines = lines.iter_mut().skip(row / LANES).step_by(lines_per_row);
            for (column, line) in lines.enumerate() {
                let word = turned[column % EIGHT][column / EIGHT];
                line.0[row % LANES..][..EIGHT].copy_from_slice(&word.to_le_bytes());
            }
        }
        // Lines past the last eight rows.
        for line in lines.chunks_exact_mut(lines_per_row) {
            line[lines_per_row - 1].0[(rows - 1) % LANES + 1..].fill(rest);
        }
    })
}

const EIGHT: usize = 8;

/// The bytes of a line, eight by eight.
type Words = [u64; EIGHT];

/// Turns over eight rows: byte `r` of word `w` of line `c` is then what byte `c` of word `w` of row `r` was.
fn turned(mut rows: [Words; EIGHT]) -> [Words; EIGHT] {
    for row in &mut rows {
        *row = row.map(u64::from_le);
    }
    // Blocks of 4 x 4 bytes change places, then those of 2 x 2, and then single bytes.
    for (half, low) in [
        (4, u64::MAX / 0x1_0000_0001),
        (2, u64::MAX / 0x1_0001),
        (1, u64::MAX / 0x101),
    ] {
        let shift = 8 * half;
        for row in (0..EIGHT).filter(|row| row & half == 0) {
            let (upper, lower) = (rows[row], rows[row + half]);
            for word in 0..EIGHT {
                rows[row][word] = upper[word] & low | (lower[word] & low) << shift;
                rows[row + half][word] = upper[word] >> shift & low | lower[word] & !low;
            }
        }
    }
    rows
}
