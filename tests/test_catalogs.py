"""The catalogs of the languages: complete, up to date and compiled; `make locale` does what can be done by itself."""

import ast
import gettext
import io
import re
import string
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog, Message

from tests.catalogs import (
    LANGUAGES,
    LOCALE,
    TEMPLATE,
    catalog_file,
    compiled,
    forms,
    gathered,
    header_of,
    messages_of,
    read_catalog,
    text_of,
    updated,
)

NO_CHANGE = "run: make locale"
PLACE = re.compile(r"\{[^}]*\}")


def identity(message: Message) -> tuple[str | None, tuple[str, ...]]:
    return message.context, forms(message.id)


def places(text: str) -> set[str]:
    """Gives the places of a sentence, with how they are to be written; fails for a brace that is not closed."""
    return {
        f"{name}!{conversion}:{form}"
        for _text, name, form, conversion in string.Formatter().parse(text)
        if name is not None
    }


@pytest.fixture(scope="module")
def template() -> Catalog:
    return gathered()


def test_the_template_has_every_sentence_of_the_source(template: Catalog) -> None:
    kept = {identity(message) for message in messages_of(read_catalog(TEMPLATE))}
    assert {identity(message) for message in messages_of(template)} == kept, NO_CHANGE
    assert len(kept) > 1000


def test_no_sentence_hides_within_an_f_string() -> None:
    """What is gathered for the template is not found there."""
    hidden = [
        f"{file.name}:{call.lineno}"
        for file in sorted((LOCALE.parent).rglob("*.py"))
        for text in ast.walk(ast.parse(file.read_text(encoding="utf-8")))
        if isinstance(text, ast.JoinedStr)
        for call in ast.walk(text)
        if isinstance(call, ast.Call) and isinstance(call.func, ast.Name)
        if call.func.id in {"_", "N_", "ngettext", "pgettext"} and isinstance(call.args[0], ast.Constant)
    ]
    assert not hidden


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_catalog_has_the_sentences_of_the_template(language: str, template: Catalog) -> None:
    kept = {identity(message) for message in messages_of(read_catalog(catalog_file(language), language))}
    assert {identity(message) for message in messages_of(template)} == kept, NO_CHANGE


@pytest.mark.parametrize("language", LANGUAGES)
def test_nothing_is_missing_or_doubtful(language: str) -> None:
    catalog = read_catalog(catalog_file(language), language)
    missing = []
    for message in messages_of(catalog):
        count = catalog.num_plurals if message.pluralizable else 1
        written = forms(message.string)
        if message.fuzzy or len(written) != count or not all(text.strip(" \n") for text in written):
            missing.append(forms(message.id)[0])
    assert missing == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_sentences_keep_their_places(language: str) -> None:
    """A plural form may leave out the count, as a word can say it; nothing else may be left out, and nothing added."""
    wrong = []
    for message in messages_of(read_catalog(catalog_file(language), language)):
        wanted = set().union(*map(places, forms(message.id)))
        needed = wanted - {"count!None:"} if message.pluralizable else wanted
        if any(not needed <= places(text) <= wanted for text in forms(message.string) if text):
            wrong.append(message.string)
    assert wrong == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_blanks_and_ends_of_lines_stay(language: str) -> None:
    wrong = [
        text
        for message in messages_of(read_catalog(catalog_file(language), language))
        for text in forms(message.string)
        if text
        and (
            text.count("\n") != forms(message.id)[0].count("\n")
            or text.startswith(" ") != forms(message.id)[0].startswith(" ")
        )
    ]
    assert wrong == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_options_and_commands_stay_as_they_are_typed(language: str) -> None:
    """What a person types, such as --rules and 'sito keep', is the same in every language."""
    typed = re.compile(r"--[a-z]+(?:-[a-z]+)*|(?<=')sito [a-z]+|SITO_[A-Z]+")
    wrong = []
    for message in messages_of(read_catalog(catalog_file(language), language)):
        wanted = set(typed.findall(" ".join(forms(message.id))))
        wrong += [text for text in forms(message.string) if text and set(typed.findall(text)) != wanted]
    assert wrong == []


@pytest.mark.parametrize("language", ["ja", "ru"])
def test_a_sentence_in_other_letters_has_no_word_of_another_language(language: str) -> None:
    """Latin words are those that the English sentence has: commands, names and the like."""
    wrong = []
    for message in messages_of(read_catalog(catalog_file(language), language)):
        english = " ".join(forms(message.id)).lower()
        for text in forms(message.string):
            words = re.findall("[A-Za-zÀ-ž]{3,}", PLACE.sub("", text))
            wrong += [(text, word) for word in words if word.lower() not in english]
    assert wrong == []


def test_no_sentence_is_the_same_in_two_languages() -> None:
    """Unless it is the English one, or has two words at most."""
    catalogs = {language: read_catalog(catalog_file(language), language) for language in LANGUAGES}
    wrong = []
    for message in messages_of(read_catalog(TEMPLATE)):
        texts = [forms(catalog.get(message.id, message.context).string)[0] for catalog in catalogs.values()]
        long = [
            text for text in texts if len(re.findall(r"\w+", PLACE.sub("", text))) > 2 and text not in forms(message.id)
        ]
        if len(set(long)) < len(long):
            wrong.append(texts)
    assert wrong == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_compiled_catalog_is_that_of_the_text(language: str) -> None:
    catalog = read_catalog(catalog_file(language), language)
    assert catalog_file(language).with_suffix(".mo").read_bytes() == compiled(catalog), NO_CHANGE


@pytest.mark.parametrize("file", [TEMPLATE, *map(catalog_file, LANGUAGES)], ids=lambda file: file.parent.parent.name)
def test_a_catalog_says_nothing_of_dates_and_nobody(file: Path) -> None:
    head = file.read_text(encoding="utf-8").partition("\n\n")[0]
    for odd in ("EMAIL", "FULL NAME", "Date", "Babel", "VERSION", "fuzzy", "LL@"):
        assert odd not in head, NO_CHANGE


def test_writing_a_catalog_again_changes_nothing(template: Catalog) -> None:
    small = Catalog()
    small.add("left", context="codes")
    small.add(("{count} code", "{count} codes"))
    text = 'msgid ""\nmsgstr ""\n"Content-Type: text/plain; charset=utf-8\\n"\n\nmsgid "gone"\nmsgstr "pryč"\n\n'
    text += 'msgctxt "codes"\nmsgid "left"\nmsgstr "zbývá"\n\nmsgid "{count} code"\nmsgid_plural "{count} codes"\n'
    text += 'msgstr[0] "{count} kód"\nmsgstr[1] "{count} kódy"\nmsgstr[2] "{count} kódů"\n'
    from babel.messages.pofile import read_po

    once = text_of(updated(read_po(io.BytesIO(text.encode()), locale="cs"), small))
    assert "zbývá" in once
    assert "pryč" not in once
    assert text_of(updated(read_po(io.BytesIO(once.encode()), locale="cs"), small)) == once
    reader = gettext.GNUTranslations(io.BytesIO(compiled(read_po(io.BytesIO(once.encode()), locale="cs"))))
    assert reader.pgettext("codes", "left") == "zbývá"
    assert [reader.ngettext("{count} code", "{count} codes", n) for n in (1, 2, 5)] == [
        "{count} kód",
        "{count} kódy",
        "{count} kódů",
    ]
    assert reader.info()["language"] == "cs"
    assert "Plural-Forms" not in header_of(template)


def test_the_languages_are_those_that_are_there() -> None:
    assert tuple(sorted(folder.name for folder in LOCALE.iterdir() if folder.is_dir())) == LANGUAGES
