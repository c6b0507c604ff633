//! What a certificate claims, who takes its bytes, and what was written.

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
