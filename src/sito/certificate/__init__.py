"""Certificates: proofs of lower bounds that a program checks which shares no code with the search."""
