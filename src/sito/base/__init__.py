"""What everything may use and which knows no game: limits, files, places, stores, workers, plug-ins, drawings."""
