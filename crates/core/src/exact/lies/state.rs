//! What is known in a game with lies: the possible codes, each with the lies that it leaves.

/// The most lies that a game may allow.
pub const MOST_LIES: usize = 9;

/// The possible codes, ascending, and for each of them how many more lies the codemaker may tell if it is the secret.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct State {
    pub codes: Vec<u16>,
    pub spare: Vec<u8>,
}

impl FromIterator<(u16, u8)> for State {
    fn from_iter<I: IntoIterator<Item = (u16, u8)>>(codes: I) -> Self {
        let (codes, spare) = codes.into_iter().unzip();
        State { codes, spare }
    }
}

impl State {
    pub fn len(&self) -> usize {
        self.codes.len()
    }

    pub fn push(&mut self, code: u16, spare: u8) {
        self.codes.push(code);
        self.spare.push(spare);
    }

    pub fn iter(&self) -> impl Iterator<Item = (u16, u8)> + Clone {
        self.codes.iter().copied().zip(self.spare.iter().copied())
    }

    /// How many codes leave 0, 1, 2 ... lies.
    pub fn counts(&self) -> [usize; MOST_LIES + 1] {
        let mut counts = [0; MOST_LIES + 1];
        for &spare in &self.spare {
            counts[usize::from(spare)] += 1;
        }
        counts
    }

    /// The most lies that any code leaves.
    pub fn most_spare(&self) -> usize {
        self.spare.iter().copied().max().unwrap_or(0).into()
    }

    /// The state after a guess whose true answers from each secret are `row`, and this answer to it.
    ///
    /// Codes that give the answer stay as they are. For the others it was a lie, so they leave one
    /// lie less, or are ruled out. The guess itself is ruled out, because a hit is never denied.
    pub fn after(&self, row: &[u8], answer: u8, win: u8) -> State {
        let mut after = State {
            codes: Vec::with_capacity(self.len()),
            spare: Vec::with_capacity(self.len()),
        };
        for (code, spare) in self.iter() {
            let truth = row[usize::from(code)];
            if truth == answer {
                after.push(code, spare);
            } else if truth != win && spare > 0 {
                after.push(code, spare - 1);
            }
        }
        after
    }
}
