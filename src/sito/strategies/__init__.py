"""The strategies of this package, one file per idea; `sito.strategies.strategy` finds them by their text."""
