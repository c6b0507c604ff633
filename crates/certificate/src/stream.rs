//! The file as a stream: unpacked if it is packed, with the digest of all that was read.

use std::io::{self, Read};

use flate2::read::MultiGzDecoder;
use sha2::{Digest, Sha256};

use crate::input::{Input, length};
use crate::refusal::{Error, Fault, Refusal};

/// The bytes of the digest, with which the file ends.
pub const DIGEST: usize = 32;
/// A proof of at most so many bytes is handed over whole.
const SHORT: usize = 1 << 16;
const LONGEST_HEADER: usize = 1 << 26;

/// A window that moves over the file. The last 32 bytes of what was read are kept back, because they
/// may be the digest.
pub struct Stream {
    source: Box<dyn Read + Send>,
    window: Vec<u8>,
    place: usize,
    /// The number of bytes before the window, and before the body.
    before: u64,
    header: u64,
    hash: Sha256,
    failed: Option<io::Error>,
    ended: bool,
    image: usize,
}

impl Stream {
    /// Begins to read; a file that begins as gzip files do is unpacked.
    pub fn new(mut source: Box<dyn Read + Send>) -> Result<Stream, Error> {
        let mut start = Vec::new();
        (&mut source)
            .take(2)
            .read_to_end(&mut start)
            .map_err(Error::Unreadable)?;
        let is_packed = start == [0x1F, 0x8B];
        let whole = io::Cursor::new(start).chain(source);
        Ok(Stream {
            source: match is_packed {
                true => Box::new(MultiGzDecoder::new(whole)),
                false => Box::new(whole),
            },
            window: Vec::new(),
            place: 0,
            before: 0,
            header: 0,
            hash: Sha256::new(),
            failed: None,
            ended: false,
            image: 0,
        })
    }

    /// The first line, without its end.
    pub fn line(&mut self) -> Result<Vec<u8>, Error> {
        let mut line = Vec::new();
        loop {
            match self.byte() {
                Ok(b'\n') => {
                    self.header = line.len() as u64 + 1;
                    return Ok(line);
                }
                Ok(byte) if line.len() < LONGEST_HEADER => line.push(byte),
                Ok(_) => return Err(self.refused(Fault::Header("it is too long".into()))),
                Err(fault) => return Err(self.refused(fault)),
            }
        }
    }

    /// Says how many bytes a symmetry has.
    pub fn set_image(&mut self, image: usize) {
        self.image = image;
    }

    /// Sees that nothing but the right digest follows, and gives it, and the digest of the whole file, this one included.
    pub fn finish(mut self) -> Result<[[u8; DIGEST]; 2], Error> {
        self.fill(1);
        if let Some(error) = self.failed.take() {
            return Err(Error::Unreadable(error)); // such as what follows after the end of a packed file
        }
        if self.place + DIGEST != self.window.len() {
            let fault = match self.place + DIGEST < self.window.len() {
                true => Fault::Trailing,
                false => Fault::Cut,
            };
            return Err(self.refused(fault));
        }
        self.hash.update(&self.window[..self.place]);
        let digest: [u8; DIGEST] = self.hash.clone().finalize().into();
        match self.window[self.place..] == digest {
            true => Ok([digest, self.hash.chain_update(digest).finalize().into()]),
            false => Err(self.refused(Fault::Digest)),
        }
    }

    /// What to say of a fault here: that the file cannot be read, if that is the reason.
    pub fn refused(&mut self, fault: Fault) -> Error {
        let offset = self.offset();
        self.why(Refusal {
            offset,
            path: Vec::new(),
            fault,
        })
    }

    /// The same for a fault that was found elsewhere.
    pub fn why(&mut self, refusal: Refusal) -> Error {
        match self.failed.take() {
            Some(error) => Error::Unreadable(error),
            None => Error::Refused(refusal),
        }
    }

    /// Reads on until so many bytes are ahead, or all that there are.
    fn fill(&mut self, ahead: usize) {
        if self.ended || self.window.len() >= self.place + ahead + DIGEST {
            return;
        }
        self.hash.update(&self.window[..self.place]);
        self.before += self.place as u64;
        self.window.drain(..self.place);
        self.place = 0;
        let more = (ahead.max(SHORT) + DIGEST) * 4;
        match (&mut self.source)
            .take(more as u64)
            .read_to_end(&mut self.window)
        {
            Ok(read) => self.ended = read < more,
            Err(error) => {
                self.failed = Some(error);
                self.ended = true;
            }
        }
    }

    fn ahead(&self) -> &[u8] {
        let end = self.window.len().saturating_sub(DIGEST).max(self.place);
        &self.window[self.place..end]
    }
}

impl Input for Stream {
    fn byte(&mut self) -> Result<u8, Fault> {
        self.fill(1);
        let byte = *self.ahead().first().ok_or(Fault::Cut)?;
        self.place += 1;
        Ok(byte)
    }

    fn offset(&self) -> u64 {
        self.before + self.place as u64 - self.header
    }

    fn take_short_proof(&mut self) -> Result<Option<Vec<u8>>, Fault> {
        self.fill(SHORT);
        let ahead = self.ahead();
        let within = &ahead[..ahead.len().min(SHORT)];
        match length(within, self.image) {
            Ok(length) => {
                let proof = within[..length].to_vec();
                self.place += length;
                Ok(Some(proof))
            }
            Err(Fault::Cut) => Ok(None),
            Err(fault) => Err(fault),
        }
    }
}
