"""Gathers the sentences of Sito, brings the catalogs up to date and compiles them: `make locale`.

What it writes depends on the sentences and the translations alone: there are no dates, no
names and no version of Babel in it, so that nothing changes where nothing was changed.
"""

import io
import struct
from collections.abc import Iterator
from pathlib import Path

from babel.messages.catalog import Catalog, Message
from babel.messages.extract import extract_from_dir
from babel.messages.pofile import read_po, write_po

SOURCE = Path(__file__).parent.parent / "src"
LOCALE = SOURCE / "sito" / "locale"
TEMPLATE = LOCALE / "sito.pot"
LANGUAGES = ("cs", "ja", "pl", "ru")

_KEYWORDS = {
    "_": None,
    "N_": None,
    "NN_": (1, 2),
    "ngettext": (1, 2),
    "pgettext": ((1, "c"), 2),
    "NC_": ((1, "c"), 2),
}
# A fault has one sentence, or one for each grammatical number: then the second has places, too.
_ONE = {"Fault": None, "said": None}
_EACH_NUMBER = {"Fault": (1, 2), "said": (1, 2)}
_TOP = {
    None: "# The sentences of Sito, for its translators; see docs/translating.md.",
    "cs": "# Sito in Czech; see docs/translating.md.",
    "ja": "# Sito in Japanese; see docs/translating.md.",
    "pl": "# Sito in Polish; see docs/translating.md.",
    "ru": "# Sito in Russian; see docs/translating.md.",
}


def catalog_file(language: str) -> Path:
    """Names the catalog of a language."""
    return LOCALE / language / "LC_MESSAGES" / "sito.po"


def gathered() -> Catalog:
    """Gathers the sentences from the source."""
    template = Catalog()
    for keywords in (_KEYWORDS, _ONE, _EACH_NUMBER):
        found = extract_from_dir(
            str(SOURCE / "sito"), [("**.py", "python")], keywords=keywords, comment_tags=("Translators:",)
        )
        for name, _line, message, comments, context in found:
            if keywords is _EACH_NUMBER and "{" not in message[1]:
                continue  # the second text is a value
            template.add(message, None, [(f"src/sito/{name}", 0)], auto_comments=comments, context=context)
    return template


def read_catalog(file: Path, language: str | None = None) -> Catalog:
    """Reads a catalog, or the template."""
    with file.open("rb") as stream:
        return read_po(stream, locale=language)


def updated(catalog: Catalog, template: Catalog) -> Catalog:
    """Brings a catalog up to date; nothing is guessed, and what is no longer said is left out."""
    catalog.update(template, no_fuzzy_matching=True)
    catalog.obsolete.clear()
    return catalog


def header_of(catalog: Catalog) -> str:
    """Gives what a catalog says of itself."""
    lines = ["Project-Id-Version: Sito"]
    if catalog.locale is not None:
        lines += [f"Language: {catalog.locale}", f"Plural-Forms: {catalog.plural_forms}"]
    lines += ["MIME-Version: 1.0", "Content-Type: text/plain; charset=utf-8", "Content-Transfer-Encoding: 8bit"]
    return "".join(f"{line}\n" for line in lines)


def text_of(catalog: Catalog) -> str:
    """Writes a catalog as the text of its file."""
    stream = io.BytesIO()
    write_po(stream, catalog, width=0, omit_header=True, sort_by_file=True, include_lineno=False)
    top = _TOP.get(None if catalog.locale is None else str(catalog.locale), "# Sito; see docs/translating.md.")
    header = "".join('"' + line + '\\n"\n' for line in header_of(catalog).splitlines())
    return f'{top}\nmsgid ""\nmsgstr ""\n{header}\n{stream.getvalue().decode("utf-8").strip()}\n'


def messages_of(catalog: Catalog) -> Iterator[Message]:
    """Yields the messages, without the header."""
    return (message for message in catalog if message.id)


def forms(text: str | list[str] | tuple[str, ...] | None) -> tuple[str, ...]:
    """Gives the forms of a message: one, or one for each grammatical number."""
    return (text or "",) if isinstance(text, str | None) else tuple(text)


def compiled(catalog: Catalog) -> bytes:
    """Compiles a catalog: what is translated in full and not marked as fuzzy."""
    texts = {"": header_of(catalog)}
    for message in messages_of(catalog):
        translation = forms(message.string)
        if all(translation) and not message.fuzzy:
            context = "" if message.context is None else message.context + "\4"
            texts[context + "\0".join(forms(message.id))] = "\0".join(translation)
    return compiled_texts(texts)


def compiled_texts(texts: dict[str, str]) -> bytes:
    """Makes a .mo file: a header, two tables of length and offset, the texts (GNU gettext manual, 10.3)."""
    pairs = sorted((key.encode(), value.encode()) for key, value in texts.items())
    offset = 28 + 16 * len(pairs)
    tables: list[bytes] = []
    written: list[bytes] = []
    for column in (0, 1):
        for pair in pairs:
            tables.append(struct.pack("<II", len(pair[column]), offset))
            written.append(pair[column] + b"\0")
            offset += len(written[-1])
    head = struct.pack("<7I", 0x950412DE, 0, len(pairs), 28, 28 + 8 * len(pairs), 0, 0)
    return head + b"".join(tables) + b"".join(written)


def main() -> None:
    """Writes the template, the catalogs and their compiled forms."""
    template = gathered()
    TEMPLATE.write_text(text_of(template), encoding="utf-8")
    for language in LANGUAGES:
        file = catalog_file(language)
        file.parent.mkdir(parents=True, exist_ok=True)
        catalog = read_catalog(file, language) if file.exists() else Catalog(locale=language)
        updated(catalog, template)
        file.write_text(text_of(catalog), encoding="utf-8")
        file.with_suffix(".mo").write_bytes(compiled(catalog))
        missing = sum(not all(forms(message.string)) for message in messages_of(catalog))
        print(f"{language}: {missing} of {sum(1 for _ in messages_of(catalog))} sentences are not translated")


if __name__ == "__main__":
    main()
