//! Rules, codes, answers and games as text: `4x10-distinct`, `CBFF`, `xxo`, `4x6 CBFF:o EAAB:xxo`.
//!
//! These are the canonical texts of Sito, and what the components of the page write. Lies, hard modes and words are not
//! among them.

use std::sync::Arc;

use serde_json::{Value, json};
use sito_core::code::{MAX_COLORS, MAX_MARKED_PEGS, MAX_PEGS};
use sito_core::feedback::black_white;
use sito_core::{Allowed, Code, CodeSpace, FeedbackKind, Knowledge, Rules};

use crate::fault::{Fault, counted, refused, said};

/// The most codes of a game of which they are listed.
pub const MOST_CODES: u128 = 1 << 21;

const KINDS: [&str; 5] = ["black-white", "black", "total", "position", "naive"];
const NOTATIONS: [(&str, usize); 3] = [("letters", 26), ("digits", 36), ("numbers", MAX_COLORS)];
const NAMES: &str =
    "distinct, black-white, black, total, position, naive, letters, digits, numbers";
const DIGITS: &[u8; 36] = b"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ";

/// The rules of a game, and how its codes are written.
#[derive(Debug)]
pub struct Written {
    /// The rules.
    pub rules: Arc<Rules>,
    /// Their canonical text.
    pub text: String,
    /// The kind of their answers.
    pub kind: &'static str,
    /// The symbol of each color.
    pub symbols: Vec<String>,
    /// What stands between the symbols of a code.
    pub separator: &'static str,
}

/// A game as it was noted.
#[derive(Debug)]
pub struct Game {
    /// Its rules.
    pub written: Written,
    /// The guesses, and the numbers of the answers to them.
    pub turns: Vec<(Code, u32)>,
}

fn faults_of<F: ToString>(faults: Vec<F>) -> Fault {
    let lines: Vec<String> = faults.iter().map(ToString::to_string).collect();
    refused(lines.join("; "))
}

fn size_of(part: &str) -> Option<(usize, usize)> {
    let (pegs, colors) = part.split_once('x')?;
    let number = |text: &str| match text.bytes().all(|byte| byte.is_ascii_digit()) {
        true => text.parse::<u32>().ok(),
        false => None,
    };
    Some((number(pegs)? as usize, number(colors)? as usize))
}

impl Written {
    /// Reads rules, whose parts may stand in any order.
    pub fn parse(text: &str) -> Result<Self, Fault> {
        let (mut size, mut distinct, mut kind, mut notation) = (None, None, None, None);
        let name = text.to_lowercase().replace("black-white", "black_white");
        let (mut unknown, mut repeated) = (None, None);
        for part in name.split('-') {
            let part = part.replace('_', "-");
            let before = if let Some(read) = size_of(&part) {
                size.replace(read).is_some()
            } else if part == "distinct" {
                distinct.replace(true).is_some()
            } else if let Some(read) = KINDS.iter().position(|kind| *kind == part) {
                kind.replace(read).is_some()
            } else if let Some(read) = NOTATIONS.iter().position(|(name, _)| *name == part) {
                notation.replace(read).is_some()
            } else {
                unknown.get_or_insert(part);
                continue;
            };
            if before {
                repeated.get_or_insert(part);
            }
        }
        let size = size.ok_or_else(|| {
            said("the rules {text!r} have no size; write PEGSxCOLORS, as in 4x6 or 4x10-distinct")
        });
        let (pegs, colors) = size.map_err(|fault| fault.with("text", text))?;
        if let Some(part) = unknown {
            let fault = said("{part!r} is not known in the rules {text!r}; allowed are {names}");
            return Err(fault
                .with("part", part)
                .with("text", text)
                .with("names", NAMES));
        }
        if let Some(part) = repeated {
            let fault = said("{part!r} is one too many in the rules {text!r}; name each kind once");
            return Err(fault.with("part", part).with("text", text));
        }
        Self::of(
            pegs,
            colors,
            distinct.is_some(),
            kind.unwrap_or(0),
            notation,
        )
    }

    fn of(
        pegs: usize,
        colors: usize,
        distinct: bool,
        kind: usize,
        notation: Option<usize>,
    ) -> Result<Self, Fault> {
        let most = match KINDS[kind] {
            "position" | "naive" => MAX_MARKED_PEGS,
            _ => MAX_PEGS,
        };
        if !(1..=most).contains(&pegs) {
            let fault = counted(
                "{count} peg was given; a code has 1 to {most}, as in 4x6",
                "{count} pegs were given; a code has 1 to {most}, as in 4x6",
                pegs as u128,
            );
            return Err(fault.with("most", most));
        }
        if !(1..=MAX_COLORS).contains(&colors) {
            let fault = counted(
                "{count} color was given; a game has 1 to {most}, as in 4x6",
                "{count} colors were given; a game has 1 to {most}, as in 4x6",
                colors as u128,
            );
            return Err(fault.with("most", MAX_COLORS));
        }
        if distinct && pegs > colors {
            let fault = counted(
                "{pegs} pegs cannot all differ with {count} color; give at least as many colors as pegs",
                "{pegs} pegs cannot all differ with {count} colors; give at least as many colors as pegs",
                colors as u128,
            );
            return Err(fault.with("pegs", pegs));
        }
        let usual = match colors {
            10 => 1,
            _ => (NOTATIONS.iter().position(|&(_, most)| colors <= most)).unwrap_or(2),
        };
        let written = notation.unwrap_or(usual);
        let (name, most) = NOTATIONS[written];
        if colors > most {
            let fault = counted(
                "{count} color cannot be written as {notation}, which serve for up to {most}; leave it out",
                "{count} colors cannot be written as {notation}, which serve for up to {most}; leave it out",
                colors as u128,
            );
            return Err(fault.with("notation", name).with("most", most));
        }
        let mut text = format!("{pegs}x{colors}");
        let parts = [
            (distinct, "distinct"),
            (kind > 0, KINDS[kind]),
            (written != usual, name),
        ];
        for (_, part) in parts.iter().filter(|(is_told, _)| *is_told) {
            text += "-";
            text += part;
        }
        let symbol = |color: usize| match name {
            "letters" => char::from(b'A' + color as u8).to_string(),
            "digits" => char::from(DIGITS[color]).to_string(),
            _ => (color + 1).to_string(),
        };
        let allowed = match distinct {
            true => Allowed::Distinct,
            false => Allowed::Any,
        };
        let feedback = match kind {
            0 => FeedbackKind::BlackWhite,
            1 => FeedbackKind::Black,
            2 => FeedbackKind::Total,
            3 => FeedbackKind::Position,
            _ => FeedbackKind::Naive,
        };
        Ok(Written {
            rules: Arc::new(Rules::new(pegs, colors, allowed, feedback).map_err(faults_of)?),
            text,
            kind: KINDS[kind],
            symbols: (0..colors).map(symbol).collect(),
            separator: if name == "numbers" { " " } else { "" },
        })
    }

    /// Refuses a game with too many codes to list.
    pub fn check_listed(&self) -> Result<(), Fault> {
        let codes = CodeSpace::secrets(&self.rules).len();
        if codes <= MOST_CODES {
            return Ok(());
        }
        let fault = counted(
            "the game {rules} has {count} code and the sieve holds up to {most}; take fewer pegs or colors, or let \
             colors differ, as in 6x10 or 8x10-distinct",
            "the game {rules} has {count} codes and the sieve holds up to {most}; take fewer pegs or colors, or let \
             colors differ, as in 6x10 or 8x10-distinct",
            codes,
        );
        Err(fault.with("rules", &self.text).with("most", MOST_CODES))
    }

    /// The text of a code.
    pub fn code_text(&self, code: &[u8]) -> String {
        let symbols: Vec<&str> = code
            .iter()
            .map(|&color| &*self.symbols[color as usize])
            .collect();
        symbols.join(self.separator)
    }

    /// A code as JSON.
    pub fn code_json(&self, code: &[u8]) -> Value {
        json!({ "colors": code, "text": self.code_text(code) })
    }

    /// An example of a code.
    pub fn example(&self) -> String {
        let colors = self.rules.colors();
        let code: Vec<u8> = (0..self.rules.pegs())
            .map(|peg| (peg % colors) as u8)
            .collect();
        self.code_text(&code)
    }

    /// Reads a code.
    pub fn code(&self, text: &str) -> Result<Code, Fault> {
        let text = text.trim();
        let symbols: Vec<String> = match self.separator {
            "" => (text.chars().filter(|letter| !letter.is_whitespace()))
                .map(String::from)
                .collect(),
            _ => text
                .split([' ', ','])
                .filter(|part| !part.is_empty())
                .map(String::from)
                .collect(),
        };
        if symbols.len() != self.rules.pegs() {
            let fault = counted(
                "{text!r} has {count} peg; it needs {pegs}, as in {example}",
                "{text!r} has {count} pegs; it needs {pegs}, as in {example}",
                symbols.len() as u128,
            );
            let fault = fault.with("text", text).with("pegs", self.rules.pegs());
            return Err(fault.with("example", self.example()));
        }
        let mut colors = Vec::with_capacity(symbols.len());
        for symbol in &symbols {
            let color = (self.symbols.iter()).position(|known| known.eq_ignore_ascii_case(symbol));
            let Some(color) = color else {
                let fault = counted(
                    "{symbols!r} in {text!r} is not a color; the colors are {colors}",
                    "{symbols!r} in {text!r} are not colors; the colors are {colors}",
                    1,
                );
                let known = self.symbols.join(self.separator);
                return Err(fault
                    .with("symbols", symbol)
                    .with("text", text)
                    .with("colors", known));
            };
            if *self.rules.allowed() == Allowed::Distinct && colors.contains(&(color as u8)) {
                let fault = counted(
                    "the color {colors} repeats in {text!r}; all must differ, as in {example}",
                    "the colors {colors} repeat in {text!r}; all must differ, as in {example}",
                    1,
                );
                let fault = fault.with("colors", symbol).with("text", text);
                return Err(fault.with("example", self.example()));
            }
            colors.push(color as u8);
        }
        Ok(Code::new(&colors))
    }

    /// The marks of an answer per position, or its black and white pegs; of a total, all as white ones.
    fn parts(&self, answer: u32) -> (Vec<u32>, usize, usize) {
        let pegs = self.rules.pegs();
        match self.rules.feedback() {
            FeedbackKind::Position | FeedbackKind::Naive => {
                let mark = |place: usize| answer / 3u32.pow((pegs - 1 - place) as u32) % 3;
                ((0..pegs).map(mark).collect(), 0, 0)
            }
            FeedbackKind::BlackWhite => {
                let total = (0..=pegs)
                    .rfind(|&total| black_white(0, total) <= answer)
                    .unwrap_or(0);
                let black = (answer - black_white(0, total)) as usize;
                (Vec::new(), black, total - black)
            }
            FeedbackKind::Total => (Vec::new(), 0, (answer as usize).min(pegs)),
            _ => (Vec::new(), answer as usize, 0),
        }
    }

    /// The slip by which one answer may have been noted for another, and how often it is to blame, as `sito.playing.repairs`
    /// weighs it.
    pub fn slip(&self, noted: u32, right: u32) -> (Option<&'static str>, u64) {
        const SLIPS: [(Option<&str>, u64); 3] = [
            (Some("mixed-up"), 30),
            (Some("overlooked"), 25),
            (Some("too-many"), 12),
        ];
        let none = (None, 1);
        if right == self.rules.win() {
            return none;
        }
        let ((marks, black, white), (right_marks, right_black, right_white)) =
            (self.parts(noted), self.parts(right));
        let mut changed = marks
            .iter()
            .zip(&right_marks)
            .filter(|(mark, right)| mark != right);
        if let Some((&mark, &right_mark)) = changed.next() {
            return match (changed.next(), mark, right_mark) {
                (Some(_), ..) => none,
                (None, 0, _) => SLIPS[1],
                (None, _, 0) => SLIPS[2],
                _ => SLIPS[0],
            };
        }
        let missing = |count: usize, right: usize| right as isize - count as isize;
        match (missing(black, right_black), missing(white, right_white)) {
            (1, -1) | (-1, 1) => SLIPS[0],
            (1, 0) | (0, 1) => SLIPS[1],
            (-1, 0) | (0, -1) => SLIPS[2],
            _ => none,
        }
    }

    /// The text of an answer.
    pub fn answer_text(&self, answer: u32) -> String {
        let (marks, black, white) = self.parts(answer);
        match self.kind {
            "position" | "naive" => marks
                .iter()
                .map(|&mark| ["-", "y", "g"][mark as usize])
                .collect(),
            "black-white" if answer == 0 => "-".to_owned(),
            "black-white" => "x".repeat(black) + &"o".repeat(white),
            "total" if answer == self.rules.win() => format!("{}!", self.rules.pegs()),
            _ => answer.to_string(),
        }
    }

    /// An answer as JSON.
    pub fn answer_json(&self, answer: u32) -> Value {
        let (marks, black, white) = self.parts(answer);
        let text = self.answer_text(answer);
        match self.kind {
            "position" | "naive" => json!({ "text": text, "marks": marks }),
            "total" => json!({ "text": text, "total": white }),
            "black" => json!({ "text": text, "black": black }),
            _ => json!({ "text": text, "black": black, "white": white }),
        }
    }

    /// Reads an answer: marks, or counts, as in `xxo`, `2 1`, `3`, `4!` and `gy--`.
    pub fn answer(&self, text: &str) -> Result<u32, Fault> {
        let (cleaned, pegs) = (text.trim().to_lowercase(), self.rules.pegs());
        let is_of = |letters: &str| {
            !cleaned.is_empty() && cleaned.chars().all(|letter| letters.contains(letter))
        };
        let number = if self.rules.feedback().marks_pegs() {
            let mark = |letter| "-yg".find(letter).unwrap_or(0) as u32;
            let is_read = is_of("-yg") && cleaned.len() == pegs;
            is_read.then(|| {
                cleaned
                    .chars()
                    .fold(0, |number, letter| 3 * number + mark(letter))
            })
        } else if let Some((black, white)) = self.counts(&cleaned, is_of("xo")) {
            let count = black.saturating_add(white);
            if count > pegs {
                let fault = counted(
                    "{text!r} is impossible: it counts {count} peg and the code has {pegs}",
                    "{text!r} is impossible: it counts {count} pegs and the code has {pegs}",
                    count as u128,
                );
                return Err(fault.with("text", text).with("pegs", pegs));
            }
            Some(match self.kind {
                "black-white" => black_white(black, white),
                _ => (count + usize::from(self.kind == "total" && black == pegs)) as u32,
            })
        } else {
            None
        };
        let number = number.ok_or_else(|| self.unreadable().with("text", text))?;
        if self.rules.feedback().nobody_gives(pegs, number) {
            let fault = said(
                "{text!r} is impossible: if all other pegs are in place, the last one cannot be right in another place",
            );
            return Err(fault.with("text", text));
        }
        Ok(number)
    }

    /// Reads black and white pegs; those of a total are white, but for the hit.
    fn counts(&self, text: &str, is_marks: bool) -> Option<(usize, usize)> {
        let count = |letter: &str| text.matches(letter).count();
        let parts = text
            .split([' ', ',', 'b', 'w'])
            .filter(|part| !part.is_empty());
        let numbers: Option<Vec<usize>> = parts.map(|part| part.parse().ok()).collect();
        let numbers = numbers.unwrap_or_default();
        let pair = match &numbers[..] {
            &[black, white] => Some((black, white)),
            _ if is_marks => Some((count("x"), count("o"))),
            _ => (text == "-").then_some((0, 0)),
        };
        match (self.kind, &numbers[..]) {
            ("black", &[count]) => Some((count, 0)),
            ("black", _) => pair.filter(|&(_, white)| white == 0),
            ("total", &[count]) => Some((0, count)),
            ("total", _) if text == "!" || text == format!("{}!", self.rules.pegs()) => {
                Some((self.rules.pegs(), 0))
            }
            _ => pair,
        }
    }

    fn unreadable(&self) -> Fault {
        match self.kind {
            "black-white" => said(
                "the answer {text!r} cannot be read; write x for right place and o for other place, as in xxo, \
                 or counts, as in 2 1 or 2b1w; - for none",
            ),
            "black" => said(
                "the answer {text!r} cannot be read; write how many pegs are in the right place, as in 2",
            ),
            "total" => said(
                "the answer {text!r} cannot be read; write how many pegs have a right color, as in 3, \
                 or 4! for the secret itself (with its number of pegs)",
            ),
            _ => said(
                "the answer {text!r} cannot be read; write g (green), y (yellow) or - (grey) for each peg, as in gy--",
            ),
        }
    }
}

impl Game {
    /// Reads a game.
    pub fn parse(text: &str) -> Result<Self, Fault> {
        let mut parts = text.split_whitespace();
        let Some(head) = parts.next() else {
            return Err(said(
                "the game is empty; write the rules and the turns, as in 4x6 CBFF:o EAAB:xxo",
            ));
        };
        if head.contains(':') {
            let fault = said(
                "the game begins with the turn {turn!r}; write its rules first, as in 4x6 CBFF:o EAAB:xxo",
            );
            return Err(fault.with("turn", head));
        }
        let written = Written::parse(head)?;
        let turn = |part: &str| match part.rsplit_once(':') {
            Some((guess, answer)) => Ok((written.code(guess)?, written.answer(answer)?)),
            None => {
                let fault = said(
                    "{text!r} has no answer; write GUESS:ANSWER, as in {text}:{answer}, and {text}:{none} for none",
                );
                let answer = written.answer_text(1);
                Err(fault
                    .with("text", part)
                    .with("answer", answer)
                    .with("none", written.answer_text(0)))
            }
        };
        let turns = parts.map(turn).collect::<Result<_, _>>()?;
        Ok(Game { written, turns })
    }

    /// The game as text, with these turns.
    pub fn text(&self, turns: &[(Code, u32)]) -> String {
        let mut text = self.written.text.clone();
        for (guess, answer) in turns {
            let guess = self.written.code_text(guess).replace(' ', ",");
            text += &format!(" {guess}:{}", self.written.answer_text(*answer));
        }
        text
    }

    /// How many codes are possible before the first guess and after each answer, and what is known in the end.
    pub fn known(&self) -> Result<(Vec<usize>, Knowledge), Fault> {
        self.written.check_listed()?;
        let mut known = Knowledge::new(self.written.rules.clone()).map_err(refused)?;
        let mut left = vec![known.len()];
        for (guess, answer) in &self.turns {
            known = known.after(guess, *answer);
            left.push(known.len());
        }
        Ok((left, known))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn games_are_read_and_written() {
        let again = |text: &str| {
            let game = Game::parse(text).unwrap();
            game.text(&game.turns)
        };
        for text in [
            "4x6 CBFF:o EAAB:xxo",
            "4x10-distinct 0123:xx",
            "4x6-total AABB:3 AABC:4! AABC:4",
            "3x40 1,40,3:x",
            "2x30 0T:-",
            "4x6-position AABB:gy--",
            "4x6-naive AABB:gggy",
            "3x8-distinct-black-digits 012:1",
        ] {
            assert_eq!(again(text), text);
        }
        assert_eq!(Written::parse("black-3X8").unwrap().text, "3x8-black");
        assert_eq!(
            again("5x8-numbers 1,2,3,4,5:2,1"),
            "5x8-numbers 1,2,3,4,5:xxo"
        );
    }

    #[test]
    fn what_is_wrong_is_said() {
        let said = |text: &str| Game::parse(text).unwrap_err().json()["fault"][0].to_string();
        for (text, part) in [
            ("", "is empty"),
            ("CBFF:o", "begins with the turn"),
            ("4-6", "no size"),
            ("4x6-lies1", "is not known"),
            ("4x6-black-total", "one too many"),
            ("0x6", "peg was given"),
            ("4x99", "color was given"),
            ("4x3-distinct", "cannot all differ"),
            ("4x27-letters", "cannot be written"),
            ("4x6 CBFF", "has no answer"),
            ("4x6 CBF:o", "it needs"),
            ("4x6 CBFG:o", "is not a color"),
            ("4x6-distinct AABC:o", "repeats"),
            ("4x6 CBFF:q", "cannot be read"),
            ("4x6 CBFF:9,9", "it counts"),
            ("4x6 CBFF:xxxxx", "it counts"),
            ("4x6-black CBFF:7", "it counts"),
            ("4x6-total CBFF:5", "it counts"),
            ("4x6 CBFF:xxxo", "if all other pegs"),
            ("4x6-position CBFF:gggy", "if all other pegs"),
        ] {
            assert!(said(text).contains(part), "{text}: {}", said(text));
        }
        let large = Game::parse("8x8").unwrap().known().unwrap_err().json();
        assert_eq!(large["values"]["count"], 16_777_216);
    }
}
