//! The header of a certificate: which game, and what is claimed.

use std::collections::HashSet;

use serde::Deserialize;
use sha2::{Digest, Sha256};

use crate::game::{Code, MOST_ANSWERS, MOST_GUESSES, MOST_SECRETS};
use crate::own::Own;

/// The first line of a certificate. Every field but `words` must be there, and no other.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Header {
    /// The most guesses that a secret may need; `None` for any number.
    pub depth: Option<u32>,
    /// The name and version of the form.
    pub form: String,
    /// Which guesses are allowed: `any`, or `possible` ones only.
    pub guesses: String,
    /// The guesses made before, each with its answer.
    pub history: Vec<(String, String)>,
    /// What every strategy costs at least; `None` if there is no strategy.
    pub lower: Option<u32>,
    /// The text of the rules.
    pub rules: String,
    /// The words of a word game, or the codes and answers of a game of one's own.
    #[serde(default)]
    pub words: Option<Words>,
}

/// The words of a game.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Words {
    /// The words that may be the secret.
    pub secrets: Vec<String>,
    /// The words that may be guessed.
    pub guesses: Vec<String>,
    /// The answers of a game of one's own, in the order of their numbers.
    #[serde(default)]
    pub answers: Option<Vec<String>>,
    /// The number of the answer to each guess, a row for each guess.
    #[serde(default)]
    pub table: Option<Vec<Vec<u32>>>,
}

impl Words {
    /// The first twelve digits of the SHA-256 of all words, or of the game of one's own.
    pub(crate) fn digest(&self) -> String {
        let mut hash = Sha256::new();
        let mut texts = vec![self.secrets.join("\n"), self.guesses.join("\n")];
        if let Some(answers) = &self.answers {
            texts.push(answers.join("\n") + "\n");
        }
        hash.update(texts.join("\n\n"));
        for number in self.table.iter().flatten().flatten() {
            hash.update((*number as u16).to_le_bytes());
        }
        let digest = hash.finalize();
        digest[..6]
            .iter()
            .map(|byte| format!("{byte:02x}"))
            .collect()
    }
}

impl Header {
    /// Reads the first line of a certificate, which must be written in the one way that there is.
    pub fn read(line: &[u8]) -> Result<Header, String> {
        let header: Header = serde_json::from_slice(line).map_err(|error| error.to_string())?;
        match header.line().as_bytes() == line {
            true => Ok(header),
            false => Err(format!("it must be written as {}", header.line())),
        }
    }

    /// The line: keys in order, a blank after each colon and comma.
    pub fn line(&self) -> String {
        let text = |text: &String| serde_json::Value::from(text.as_str()).to_string();
        let number =
            |number: Option<u32>| number.map_or("null".into(), |number| number.to_string());
        let texts = |texts: &[String]| list(&mut texts.iter().map(text));
        let turn =
            |(guess, answer): &(String, String)| list(&mut [guess, answer].into_iter().map(text));
        let mut line = format!(
            r#"{{"depth": {}, "form": {}, "guesses": {}, "history": {}, "lower": {}, "rules": {}"#,
            number(self.depth),
            text(&self.form),
            text(&self.guesses),
            list(&mut self.history.iter().map(turn)),
            number(self.lower),
            text(&self.rules),
        );
        if let Some(words) = &self.words {
            let (guesses, secrets) = (texts(&words.guesses), texts(&words.secrets));
            let answers = words.answers.as_deref().map_or(String::new(), |answers| {
                format!(r#""answers": {}, "#, texts(answers))
            });
            let row = |row: &Vec<u32>| list(&mut row.iter().map(u32::to_string));
            let table = words.table.as_deref().map_or(String::new(), |rows| {
                format!(r#", "table": {}"#, list(&mut rows.iter().map(row)))
            });
            line += &format!(
                r#", "words": {{{answers}"guesses": {guesses}, "secrets": {secrets}{table}}}"#
            );
        }
        line + "}"
    }
}

#[inline(never)] // once in the module for browsers
fn list(values: &mut dyn Iterator<Item = String>) -> String {
    format!("[{}]", values.collect::<Vec<_>>().join(", "))
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Feedback {
    BlackWhite,
    Black,
    Total,
    Position,
    /// Each peg of the guess is marked by itself.
    Naive,
    /// A table, whose answers are never found from the codes.
    Own,
}

impl Feedback {
    /// One more than the greatest number of an answer, or more than is checked.
    pub fn answers(self, pegs: usize) -> usize {
        match self {
            Feedback::BlackWhite => (pegs + 1) * (pegs + 2) / 2,
            Feedback::Black => pegs + 1,
            Feedback::Total => pegs + 2,
            Feedback::Position | Feedback::Naive => 3usize.saturating_pow(pegs as u32),
            Feedback::Own => 0,
        }
    }

    /// The number of the answer with so many black pegs, and black and white ones together.
    #[inline]
    pub fn number(self, pegs: usize, black: u8, total: u8) -> u8 {
        match self {
            Feedback::BlackWhite => {
                (u16::from(total) * (u16::from(total) + 1) / 2 + u16::from(black)) as u8
            }
            Feedback::Total => total + u8::from(usize::from(black) == pegs),
            Feedback::Black | Feedback::Position | Feedback::Naive | Feedback::Own => black,
        }
    }

    /// How an answer is written.
    pub fn text(self, pegs: usize, number: u8) -> String {
        let number = usize::from(number);
        match self {
            Feedback::BlackWhite => {
                let total = (0..=pegs).rfind(|t| t * (t + 1) / 2 <= number).unwrap_or(0);
                let black = number - total * (total + 1) / 2;
                match total {
                    0 => "-".into(),
                    _ => "x".repeat(black) + &"o".repeat(total.saturating_sub(black)),
                }
            }
            Feedback::Position | Feedback::Naive => (0..pegs as u32)
                .rev()
                .map(|place| ['-', 'y', 'g'][number / 3usize.pow(place) % 3])
                .collect(),
            Feedback::Total if number == pegs + 1 => format!("{pegs}!"),
            Feedback::Black | Feedback::Total | Feedback::Own => number.to_string(),
        }
    }
}

/// The rules of a game, and how its codes are written.
pub struct Rules {
    pub pegs: usize,
    pub colors: usize,
    pub feedback: Feedback,
    pub codes: Codes,
    symbols: Vec<String>,
    between: &'static str,
}

pub enum Codes {
    Any,
    Distinct,
    Words {
        secrets: Vec<Code>,
        guesses: Vec<Code>,
    },
    Own(Own),
}

impl Rules {
    /// Reads rules such as `4x10-distinct-black`, or takes the words of the header.
    pub fn read(header: &Header) -> Result<Rules, String> {
        let unknown = || format!("the rules {:?} are not known here", header.rules);
        let rules = match &header.words {
            Some(words) => {
                let (head, list) = header.rules.split_once(':').ok_or_else(unknown)?;
                let (name, digest) = list.rsplit_once('@').ok_or_else(unknown)?;
                if !is_name(name) || digest != words.digest() {
                    return Err(unknown());
                }
                let mut parts = head.split('-');
                if let ("own", Some(answers), Some(table)) = (head, &words.answers, &words.table) {
                    return Rules::of_table(words, answers, table);
                }
                let is_own = words.answers.is_some() || words.table.is_some();
                if parts.next() != Some("words") || is_own {
                    return Err(unknown());
                }
                let feedback = feedback(parts.collect::<Vec<_>>().join("-").as_str());
                Rules::of_words(words, feedback.ok_or_else(unknown)?)?
            }
            None => Rules::of_codes(&header.rules).ok_or_else(unknown)?,
        };
        if rules.feedback.answers(rules.pegs) > MOST_ANSWERS || rules.pegs > 16 {
            return Err("its codes are too long for this checker".into());
        }
        Ok(rules)
    }

    fn of_codes(text: &str) -> Option<Rules> {
        let mut parts = text.split('-');
        let (pegs, colors) = parts.next()?.split_once('x')?;
        let (pegs, colors): (usize, usize) = (pegs.parse().ok()?, colors.parse().ok()?);
        let is_plain = text.starts_with(&format!("{pegs}x{colors}"));
        if !(1..=9).contains(&pegs) || !(1..=64).contains(&colors) || !is_plain {
            return None;
        }
        let mut rest: Vec<&str> = parts.collect();
        let distinct = take(&mut rest, "distinct");
        let count = (0..pegs).try_fold(1usize, |count, place| {
            let free = if distinct {
                colors.checked_sub(place)?
            } else {
                colors
            };
            Some(count * free).filter(|&count| (1..=MOST_SECRETS).contains(&count))
        });
        count?;
        let kind = ["black", "total", "position", "naive"]
            .into_iter()
            .find(|kind| take(&mut rest, kind));
        let default = match colors {
            10 | 27..=36 => "digits",
            1..=26 => "letters",
            _ => "numbers",
        };
        let named = ["letters", "digits", "numbers"]
            .into_iter()
            .find(|notation| take(&mut rest, notation));
        if !rest.is_empty() || named == Some(default) {
            return None;
        }
        let notation = named.unwrap_or(default);
        let symbol = |color: usize| match notation {
            "letters" => {
                char::from_digit(color as u32 + 10, 36).map(|c| c.to_ascii_uppercase().into())
            }
            "digits" => char::from_digit(color as u32, 36).map(|c| c.to_ascii_uppercase().into()),
            _ => Some((color + 1).to_string()),
        };
        Some(Rules {
            pegs,
            colors,
            feedback: feedback(kind.unwrap_or(""))?,
            codes: if distinct {
                Codes::Distinct
            } else {
                Codes::Any
            },
            symbols: (0..colors).map(symbol).collect::<Option<_>>()?,
            between: if notation == "numbers" { " " } else { "" },
        })
    }

    fn of_table(words: &Words, answers: &[String], table: &[Vec<u32>]) -> Result<Rules, String> {
        let codes = Codes::Own(Own::read(words, answers, table)?);
        Ok(Rules {
            pegs: 0,
            colors: 0,
            feedback: Feedback::Own,
            codes,
            symbols: Vec::new(),
            between: "",
        })
    }

    fn of_words(words: &Words, feedback: Feedback) -> Result<Rules, String> {
        if words.secrets.len() > MOST_SECRETS || words.guesses.len() > MOST_GUESSES {
            return Err("it has too many words".into());
        }
        let pegs = words.guesses.first().map_or(0, |word| word.chars().count());
        let mut letters: Vec<char> = Vec::new(); // ascending
        for letter in words.guesses.iter().flat_map(|word| word.chars()) {
            if let Err(place) = letters.binary_search(&letter) {
                letters.insert(place, letter);
            }
        }
        // A mark that follows a letter belongs to it in Sito; where such marks occur, this checker
        // would cut words otherwise.
        let is_single = |letter: &char| {
            letter.is_alphanumeric() && !is_spacing_mark(*letter) && is_capital(*letter)
        };
        if pegs == 0 || letters.len() > 255 || !letters.iter().all(is_single) {
            return Err("this checker does not know some of the letters".into());
        }
        let read = |list: &[String]| -> Result<Vec<Code>, String> {
            let code = |word: &String| -> Code {
                word.chars()
                    .filter_map(|letter| letters.binary_search(&letter).ok())
                    .map(|color| color as u8)
                    .collect()
            };
            let codes: Vec<Code> = list.iter().map(code).collect();
            match codes.windows(2).all(|pair| pair[0] < pair[1])
                && codes.iter().all(|code| code.len() == pegs)
            {
                true => Ok(codes),
                false => Err("a word is not in its place, or has another length".into()),
            }
        };
        Ok(Rules {
            pegs,
            colors: letters.len(),
            feedback,
            codes: Codes::Words {
                secrets: read(&words.secrets)?,
                guesses: read(&words.guesses)?,
            },
            symbols: letters.iter().map(char::to_string).collect(),
            between: "",
        })
    }

    /// How a code is written.
    pub fn text(&self, code: &[u8]) -> String {
        let symbols: Vec<&str> = code
            .iter()
            .map(|&color| self.symbols[usize::from(color)].as_str())
            .collect();
        symbols.join(self.between)
    }
}

fn feedback(name: &str) -> Option<Feedback> {
    match name {
        "" => Some(Feedback::BlackWhite),
        "black" => Some(Feedback::Black),
        "total" => Some(Feedback::Total),
        "position" => Some(Feedback::Position),
        "naive" => Some(Feedback::Naive),
        _ => None,
    }
}

/// Takes the first part away if it is this one: a canonical text has its parts in this order.
fn take(parts: &mut Vec<&str>, name: &str) -> bool {
    let found = parts.first() == Some(&name);
    if found {
        parts.remove(0);
    }
    found
}

/// Whether a list is called so: bytes that cannot stand in the text of rules are escaped, and no others.
fn is_name(name: &str) -> bool {
    let is_plain =
        |byte: u8| byte.is_ascii_alphanumeric() || br"_.-~+/\:,;=()[]!'&$*?".contains(&byte);
    let mut parts = name.split('%');
    let first = parts.next().unwrap_or_default();
    let escaped = |part: &str| {
        let digits = part
            .get(..2)
            .filter(|digits| !digits.contains(|c: char| c.is_ascii_lowercase()));
        let byte = digits.and_then(|digits| u8::from_str_radix(digits, 16).ok());
        byte.is_some_and(|byte| !is_plain(byte)) && part[2..].bytes().all(is_plain)
    };
    !name.is_empty() && first.bytes().all(is_plain) && parts.all(escaped)
}

/// Whether a letter is as word lists have it: capital, unless its capitals are several letters.
fn is_capital(letter: char) -> bool {
    let mut capitals = letter.to_uppercase();
    letter != 'ß' && (capitals.len() > 1 || capitals.next() == Some(letter))
}

/// Vowel signs of the scripts of India and its neighbours, which count as letters in Unicode.
fn is_spacing_mark(letter: char) -> bool {
    matches!(letter, '\u{0900}'..='\u{109F}' | '\u{1700}'..='\u{1AFF}' | '\u{1B00}'..='\u{1C4F}' | '\u{A800}'..='\u{ABFF}' | '\u{11000}'..='\u{11FFF}' | '\u{0300}'..='\u{036F}' | '\u{0590}'..='\u{06FF}')
}

/// Whether no code or text occurs twice.
pub fn differ<'a>(mut texts: impl Iterator<Item = &'a [u8]>) -> bool {
    let mut seen = HashSet::new();
    texts.all(|text| seen.insert(text))
}
