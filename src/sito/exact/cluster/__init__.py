"""The exact search on many workers, which share what they learn."""
