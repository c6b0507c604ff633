"""The typed face of the native core."""

VERSION: str
