"""."""


def register(app):
    pass
