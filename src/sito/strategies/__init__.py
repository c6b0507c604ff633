"""The strategies of this package, one file per idea; `sito.strategy` finds them by their text."""
