"""."""
def register(app): pass
