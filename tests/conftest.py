"""Settings shared by all tests."""

from hypothesis import settings

# These machines are shared and differ, so no example may fail for being slow.
settings.register_profile("sito", deadline=None)
settings.load_profile("sito")
