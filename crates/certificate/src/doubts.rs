//! Which guesses need no closer look, by the number of their cells alone.

/// With which numbers of cells a guess could cost less than is needed.
pub struct Doubts {
    /// For no winning cell and for one, for each number of cells and of those with several codes.
    table: Vec<bool>,
    /// The fewest cells with which it could.
    pub fewest: u32,
    side: usize,
}

impl Doubts {
    /// `cost` is what cells of each size cost. It grows faster with each code, so among several cells the
    /// rest of the codes costs least if they are of the same size.
    pub fn new(answers: usize, cost: &[u64], need: u64) -> Doubts {
        let (size, side) = (cost.len() - 1, answers + 1);
        let mut table = vec![false; 2 * side * side];
        let mut fewest = u32::MAX;
        for wins in 0..2 {
            for cells in 1..=answers.min(size) {
                for several in 0..=cells.min(size - cells) {
                    let single = cells - several;
                    if single < wins || several == 0 && single < size {
                        continue;
                    }
                    let (rest, cells_of_rest) = (size - single, several.max(1));
                    let (small, large) = (rest / cells_of_rest, rest % cells_of_rest);
                    let mut least = size as u64 + (single - wins) as u64 * cost[1];
                    least += (cells_of_rest - large) as u64 * cost[small];
                    least += if large > 0 {
                        large as u64 * cost[small + 1]
                    } else {
                        0
                    };
                    if least < need {
                        table[(wins * side + cells) * side + several] = true;
                        fewest = fewest.min(cells as u32);
                    }
                }
            }
        }
        Doubts {
            table,
            fewest,
            side,
        }
    }

    pub fn has(&self, wins: u32, cells: u32, several: u32) -> bool {
        self.table[(wins as usize * self.side + cells as usize) * self.side + several as usize]
    }
}
