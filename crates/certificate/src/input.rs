//! The bytes of a body: numbers, and where a proof ends.

use crate::refusal::Fault;

/// The most proofs inside each other. Each is about fewer codes than the one around it.
pub const MOST_NESTED: usize = 300;

pub const LOOK: u8 = 0;
pub const SPLIT: u8 = 1;
pub const KNOWN: u8 = 2;
pub const REMEMBER: u8 = 4;
pub const OWN: u8 = 8;

/// Where proofs are read from.
pub trait Input {
    /// The next byte.
    fn byte(&mut self) -> Result<u8, Fault>;

    /// The place of the next byte in the file.
    fn offset(&self) -> u64;

    /// Takes the whole next proof away if it is short enough to be checked elsewhere.
    fn take_short_proof(&mut self) -> Result<Option<Vec<u8>>, Fault>;

    /// A number, seven bits in each byte, the least significant first.
    fn number(&mut self) -> Result<u32, Fault> {
        let mut number = 0u64;
        for shift in (0..35).step_by(7) {
            let byte = self.byte()?;
            number |= u64::from(byte & 0x7F) << shift;
            if byte < 0x80 {
                let is_shortest = byte > 0 || shift == 0;
                let fits = u32::try_from(number).ok().filter(|_| is_shortest);
                return fits.ok_or(Fault::Number);
            }
        }
        Err(Fault::Number)
    }

    /// The first byte of a proof: what kind it is, and what else is said of it.
    fn tag(&mut self) -> Result<u8, Fault> {
        let tag = self.byte()?;
        let is_right = match tag & 3 {
            LOOK | SPLIT => tag < 16,
            KNOWN => tag < 8,
            _ => false,
        };
        match is_right {
            true => Ok(tag),
            false => Err(Fault::Tag(tag)),
        }
    }
}

/// A proof that lies in memory.
pub struct Slice<'a> {
    bytes: &'a [u8],
    place: usize,
    start: u64,
}

impl<'a> Slice<'a> {
    pub fn new(bytes: &'a [u8], start: u64) -> Self {
        Slice {
            bytes,
            place: 0,
            start,
        }
    }
}

impl Input for Slice<'_> {
    fn byte(&mut self) -> Result<u8, Fault> {
        let byte = *self.bytes.get(self.place).ok_or(Fault::Cut)?;
        self.place += 1;
        Ok(byte)
    }

    fn offset(&self) -> u64 {
        self.start + self.place as u64
    }

    fn take_short_proof(&mut self) -> Result<Option<Vec<u8>>, Fault> {
        Ok(None)
    }
}

/// How many bytes the proof at the beginning of `bytes` has, or `Cut` if it does not end there.
///
/// `image` is the number of bytes in which a KNOWN names its symmetry.
pub fn length(bytes: &[u8], image: usize) -> Result<usize, Fault> {
    let mut input = Slice::new(bytes, 0);
    // For each proof that is open: how many entries follow, and how many cells of this entry.
    let mut open: Vec<(u32, u32)> = Vec::new();
    loop {
        let tag = input.tag()?;
        match tag & 3 {
            SPLIT => open.push((input.number()?, 0)),
            KNOWN => input.place += image,
            _ => {}
        }
        if open.len() > MOST_NESTED {
            return Err(Fault::Nested);
        }
        while let Some((entries, cells)) = open.last_mut() {
            if *cells > 0 {
                *cells -= 1;
                input.number()?;
                input.number()?;
                break;
            }
            if *entries == 0 {
                open.pop();
                continue;
            }
            *entries -= 1;
            input.number()?;
            *cells = input.number()?;
        }
        if open.is_empty() {
            return match input.place <= bytes.len() {
                true => Ok(input.place),
                false => Err(Fault::Cut),
            };
        }
    }
}
