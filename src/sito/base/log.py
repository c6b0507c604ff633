"""The log of the library: the logger `sito` of the standard library, which shows nothing until a program asks for it.

What runs long says at level DEBUG that it begins and ends; INFO tells that a store was brought up to date, WARNING what
went wrong and was got over.
"""

from __future__ import annotations

import logging

log = logging.getLogger("sito")
log.addHandler(logging.NullHandler())
