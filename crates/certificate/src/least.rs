//! The least first look at a cell: what the best guess at it costs at least.

use crate::bounds::INFINITE;

/// What guesses at a cell cost at least that find one of its codes, or that do not.
#[derive(Clone, Copy)]
pub struct Costs<'a> {
    pub size: usize,
    pub wins: bool,
    /// What a part of the cell costs by its size.
    pub inner: &'a [u64],
    /// The largest parts that cost one guess for a code and two for each other; or none.
    pub plain: usize,
    /// The winning answer.
    pub win: u8,
}

impl Costs<'_> {
    /// What a guess costs at least that makes so many cells, the winning one not counted: as much as if they were
    /// of the same size, for each code of a cell costs as much as the one before, or more.
    ///
    /// If no cell can be larger than `plain`, this is what it costs, whatever their sizes are.
    fn least_of(&self, cells: usize) -> u64 {
        let (small, large) = (self.codes() / cells, self.codes() % cells);
        let mut least = self.size as u64 + (cells - large) as u64 * self.inner[small];
        if large > 0 {
            least += large as u64 * self.inner[small + 1];
        }
        least.min(u64::from(INFINITE))
    }

    /// How many codes are not found at once.
    fn codes(&self) -> usize {
        self.size - usize::from(self.wins)
    }
}

/// Finds the least first look among many.
pub struct Least<'a> {
    /// What the best guess so far costs; only guesses that cost less count.
    pub most: u32,
    /// How many different answers a guess needs to cost less; if none is enough, more than there are codes.
    pub enough: u8,
    costs: Costs<'a>,
}

impl<'a> Least<'a> {
    pub fn new(costs: Costs<'a>, most: u32) -> Least<'a> {
        let mut least = Least {
            most,
            enough: 1 + u8::from(costs.wins),
            costs,
        };
        least.improve(most);
        least
    }

    /// Looks at a guess that makes so many cells of the codes; the answers are asked for only if that does not tell
    /// what it costs.
    #[inline]
    pub fn look_if_enough<L>(&mut self, cells: u8, labels: impl FnOnce() -> L)
    where
        L: Iterator<Item = u8>,
    {
        if cells < self.enough {
            return;
        }
        let others = usize::from(cells) - usize::from(self.costs.wins);
        let largest = self.costs.codes() + 1 - others;
        match largest <= self.costs.plain && (self.costs.wins || others > 1) {
            true => self.improve(self.costs.least_of(others) as u32),
            false => self.look(labels()),
        }
    }

    /// Looks at a guess to which the codes of the cell give these answers.
    pub fn look(&mut self, labels: impl Iterator<Item = u8>) {
        let mut sizes = [0u8; 256];
        labels.for_each(|label| sizes[usize::from(label)] += 1);
        sizes[usize::from(self.costs.win)] = 0;
        if sizes.contains(&(self.costs.size as u8)) {
            return; // it tells nothing
        }
        let parts = sizes
            .iter()
            .map(|&size| self.costs.inner[usize::from(size)]);
        let cost = self.costs.size as u64 + parts.sum::<u64>();
        self.improve(cost.min(u64::from(INFINITE)) as u32);
    }

    fn improve(&mut self, cost: u32) {
        self.most = self.most.min(cost);
        while let others = usize::from(self.enough) - usize::from(self.costs.wins)
            && others <= self.costs.codes()
            && self.costs.least_of(others) >= u64::from(self.most)
        {
            self.enough += 1;
        }
    }
}
