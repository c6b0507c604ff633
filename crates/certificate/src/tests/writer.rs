//! The true least costs, and a tiny writer of certificates for them, in the plainest way.

use super::*;

/// The cells that a guess makes of a set, by answer.
pub(super) fn cells(game: &Game, set: &[u32], guess: u32) -> Vec<(u8, Vec<u32>)> {
    let mut cells = vec![Vec::new(); game.answers];
    for &code in set {
        cells[usize::from(game.answer(guess, code))].push(code);
    }
    (0..)
        .zip(cells)
        .filter(|(_, cell)| !cell.is_empty())
        .collect()
}

/// The first or the second look at a guess, as the page says it; `most` codes may be looked at again.
pub(super) fn look(
    game: &Game,
    bounds: &Bounds,
    (set, left): (&[u32], u32),
    guess: u32,
    most: usize,
) -> u32 {
    let cells = cells(game, set, guess);
    let wins = cells.last().is_some_and(|cell| cell.0 == game.win());
    if !wins && (cells.len() == 1 || game.only_possible) {
        return INFINITE;
    }
    let left = after_one(left);
    let cost = |(answer, cell): &(u8, Vec<u32>)| match *answer == game.win() {
        true => 0,
        false => u64::from(peek(game, bounds, (cell, left), most)),
    };
    (set.len() as u64 + cells.iter().map(cost).sum::<u64>()).min(u64::from(INFINITE)) as u32
}

/// What a cell costs by its size or, if it has up to `most` codes, by a look at each guess.
pub(super) fn peek(game: &Game, bounds: &Bounds, (cell, left): (&[u32], u32), most: usize) -> u32 {
    let size = bounds.cost(cell.len() as u32, left);
    if cell.len() < 3 || cell.len() > most || left == 0 {
        return size;
    }
    let guesses = 0..game.guesses.len() as u32;
    let looks = guesses.map(|guess| look(game, bounds, (cell, left), guess, 0));
    looks.min().unwrap().max(size)
}

/// A set without a claim.
pub(super) fn node_of(game: &Game, codes: &[u32]) -> Node {
    Node {
        codes: codes.to_vec(),
        answers: None,
        left: UNLIMITED,
        need: INFINITE,
        bounds: Arc::new(Bounds::of(0, |_| 0)),
        path: Path::start(Symmetries::new(game)),
        answer: 0,
    }
}

/// The size bound of a set by itself.
pub(super) fn bounds_of(game: &Game, codes: &[u32]) -> Bounds {
    own_bounds(game, &node_of(game, codes), &NEVER)
}

/// The true least costs, found by trying every guess.
pub(super) struct Truth<'a> {
    game: &'a Game,
    costs: HashMap<(Vec<u32>, u32), u32>,
}

impl Truth<'_> {
    fn cost(&mut self, set: &[u32], left: u32) -> u32 {
        let left = left.min(set.len() as u32);
        if set.len() < 2 || left == 0 {
            return match (set.len(), left) {
                (0, _) => 0,
                (_, 0) => INFINITE,
                _ => 1,
            };
        }
        if let Some(&cost) = self.costs.get(&(set.to_vec(), left)) {
            return cost;
        }
        let mut best = INFINITE;
        for guess in 0..self.game.guesses.len() as u32 {
            let cells = cells(self.game, set, guess);
            let wins = cells.last().is_some_and(|cell| cell.0 == self.game.win());
            if cells.len() < 2 || self.game.only_possible && !wins {
                continue;
            }
            let mut cost = set.len() as u32;
            for (answer, cell) in &cells {
                if *answer != self.game.win() {
                    cost = (cost + self.cost(cell, left - 1)).min(INFINITE);
                }
            }
            best = best.min(cost);
        }
        self.costs.insert((set.to_vec(), left), best);
        best
    }
}

/// Writes a certificate for the true least cost, in the plainest way.
pub(super) struct Writer<'a> {
    truth: Truth<'a>,
    body: Vec<u8>,
    known: HashMap<(Vec<u32>, u32), u32>,
    own: bool,
    remember: bool,
}

impl Writer<'_> {
    fn number(&mut self, mut number: u32) {
        while number >= 0x80 {
            self.body.push(number as u8 | 0x80);
            number >>= 7;
        }
        self.body.push(number as u8);
    }

    fn proof(&mut self, set: &[u32], left: u32, need: u32, bounds: &Bounds, path: &Symmetries) {
        let game = self.truth.game;
        let key = (
            set.to_vec(),
            if left as usize >= set.len() {
                UNLIMITED
            } else {
                left
            },
        );
        if self.known.get(&key).is_some_and(|&known| known >= need) {
            self.body.push(KNOWN);
            if !game.is_words {
                self.body.extend(0..game.pegs as u8);
                self.body.extend(0..game.colors as u8);
            }
            return;
        }
        let mut flags = if self.remember { REMEMBER } else { 0 };
        let mut bounds = bounds.clone();
        if self.own && set.len() > 3 {
            flags |= OWN;
            bounds = bounds.or_greater(&bounds_of(game, set));
        }
        let mut entries = Vec::new();
        let mut listed: Vec<(Vec<u8>, bool)> = Vec::new();
        for guess in 0..game.guesses.len() as u32 {
            let cells = cells(game, set, guess);
            let wins = cells.last().is_some_and(|cell| cell.0 == game.win());
            if left == 0 || cells.len() < 2 && !wins || game.only_possible && !wins {
                continue;
            }
            let least = |cell: &[u32]| bounds.cost(cell.len() as u32, after_one(left));
            let look = look(game, &bounds, (set, left), guess, 64);
            let division: Vec<u8> = set.iter().map(|&code| game.answer(guess, code)).collect();
            let is_known = listed
                .iter()
                .any(|(other, won)| make_same_cells(other, &division) && *won >= wins);
            if look >= need || is_known || !path.is_least(&game.guesses[guess as usize]) {
                continue;
            }
            listed.push((division, wins));
            let mut proven = Vec::new();
            for cell in &cells {
                let truth = self.truth.cost(&cell.1, after_one(left));
                let peek = peek(game, &bounds, (&cell.1, after_one(left)), 64);
                if cell.0 != game.win() && truth > peek {
                    proven.push((cell.clone(), truth - least(&cell.1), truth));
                }
            }
            entries.push((guess, proven));
        }
        if entries.is_empty() {
            self.body.push(LOOK | flags);
        } else {
            self.body.push(SPLIT | flags);
            self.number(entries.len() as u32);
            let mut last = 0;
            for (guess, proven) in entries {
                self.number(guess - last);
                last = guess;
                self.number(proven.len() as u32);
                for ((answer, cell), gain, truth) in proven {
                    self.number(u32::from(answer));
                    self.number(gain);
                    let path = path.fixing(&game.guesses[guess as usize]);
                    self.proof(&cell, after_one(left), truth, &bounds, &path);
                }
            }
        }
        if self.remember {
            self.known.insert(key, need);
        }
    }
}

/// A certificate of the true least cost of a game, and this cost.
pub(super) fn write(
    rules: &str,
    depth: Option<u32>,
    guesses: &str,
    own: bool,
    remember: bool,
) -> (Vec<u8>, u32) {
    let game = game_of(&header(rules, depth, guesses, None));
    let all: Vec<u32> = (0..game.secrets.len() as u32).collect();
    let left = depth.unwrap_or(UNLIMITED);
    let mut truth = Truth {
        game: &game,
        costs: HashMap::new(),
    };
    let need = truth.cost(&all, left);
    let bounds = bounds_of(&game, &all);
    let mut writer = Writer {
        truth,
        body: Vec::new(),
        known: HashMap::new(),
        own,
        remember,
    };
    writer.proof(&all, left, need, &bounds, &Symmetries::new(&game));
    let lower = Some(need).filter(|&need| need < INFINITE);
    let header = header(rules, depth, guesses, lower);
    (file(&header, &writer.body), need)
}
