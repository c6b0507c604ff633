//! What a certificate claims, who takes its bytes, and its body as it is written: numbers, records, and what they sum up to.

use crate::exact::watch::Stopped;

/// What a certificate proves: no strategy within the depth costs less.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CertificateClaim {
    /// The number of guesses summed over the secrets; `None` if no strategy keeps to the depth.
    pub lower: Option<u32>,
    /// The greatest number of guesses that any secret may need, if there is a limit.
    pub depth: Option<u8>,
}

/// Takes a certificate as it is written: first the claim, then the body piece by piece.
pub trait CertificateSink: Send {
    /// Takes the claim; the writing ends if this returns false.
    fn claim(&mut self, claim: CertificateClaim) -> bool;

    /// Takes some bytes of the body; the writing ends if this returns false.
    fn bytes(&mut self, bytes: &[u8]) -> bool;
}

/// How much was written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Written {
    /// Bytes of the body.
    pub bytes: u64,
    /// Records that every guess looks too costly.
    pub looks: u64,
    /// Records that give a reason for each guess that does not.
    pub splits: u64,
    /// Records that refer to earlier ones.
    pub known: u64,
}

/// So many bytes are passed on at once.
const CHUNK: usize = 1 << 18;

/// The kinds of records, and the marks that are added to them.
#[derive(Clone, Copy)]
pub(super) enum Kind {
    Look = 0,
    Split = 1,
    Known = 2,
}

/// The record may be used by later ones.
pub(super) const REMEMBER: u8 = 1 << 2;
/// The record, and all in it, use the size bound of its own set.
pub(super) const OWN: u8 = 1 << 3;

/// Bytes on their way to the sink.
pub(super) struct Output<'s> {
    sink: &'s mut dyn CertificateSink,
    chunk: Vec<u8>,
    pub written: Written,
}

impl<'s> Output<'s> {
    pub fn new(sink: &'s mut dyn CertificateSink) -> Self {
        Output {
            sink,
            chunk: Vec::with_capacity(CHUNK + 64),
            written: Written::default(),
        }
    }

    /// Begins a record.
    pub fn record(&mut self, kind: Kind, marks: u8) -> Result<(), Stopped> {
        match kind {
            Kind::Look => self.written.looks += 1,
            Kind::Split => self.written.splits += 1,
            Kind::Known => self.written.known += 1,
        }
        self.byte(kind as u8 | marks);
        if self.chunk.len() >= CHUNK {
            self.pass_on()?;
        }
        Ok(())
    }

    pub fn byte(&mut self, byte: u8) {
        self.chunk.push(byte);
        self.written.bytes += 1;
    }

    /// A number, seven bits to a byte, the lowest first; all bytes but the last have their highest bit set.
    pub fn number(&mut self, mut number: u32) {
        while number >= 1 << 7 {
            self.byte(number as u8 | 1 << 7);
            number >>= 7;
        }
        self.byte(number as u8);
    }

    /// Passes on what has not been yet.
    pub fn pass_on(&mut self) -> Result<(), Stopped> {
        let accepted = self.chunk.is_empty() || self.sink.bytes(&self.chunk);
        self.chunk.clear();
        if accepted { Ok(()) } else { Err(Stopped) }
    }
}
