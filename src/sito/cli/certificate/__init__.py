"""`sito certificate`: proofs of lower bounds, checked."""
