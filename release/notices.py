"""Gathers the licenses of what is linked into the native module and into `sito-certificate`: crates, Rust's library,
and what Zig links.

    python -m release.notices        writes the folder licenses (`make notices`)
"""

import importlib.util
import json
import re
from html.parser import HTMLParser
from pathlib import Path

from release.checks import ROOT, ask

FOLDER = ROOT / "licenses"
LINKED = ("sito-bindings", "sito-certificate")
RULE = "\n" + "-" * 100 + "\n"


def crates() -> list[dict[str, str]]:
    """Lists the crates that are linked on any machine, without macros and tools that only the compiler runs."""
    tree = ["cargo", "tree", "--locked", "--target=all", "--edges=normal,no-proc-macro", "--prefix=none"]
    linked = {tuple(line.split()[:2]) for line in ask(*tree, *(f"--package={name}" for name in LINKED)).splitlines()}
    packages = json.loads(ask("cargo", "metadata", "--format-version=1", "--locked"))["packages"]
    found = [one for one in packages if one["source"] and (one["name"], f"v{one['version']}") in linked]
    return sorted(found, key=lambda package: (package["name"], package["version"]))


def license_files(package: dict[str, str]) -> list[Path]:
    """Gives the license texts that lie beside the manifest of a crate; a crate without one is refused."""
    names = ("LICENSE", "LICENCE", "COPYING", "COPYRIGHT", "NOTICE", "UNLICENSE")
    folder = Path(package["manifest_path"]).parent
    files = sorted(file for file in folder.iterdir() if file.name.upper().startswith(names))
    if not files:
        raise SystemExit(f"release: the crate {folder.name} comes without a license text")
    return files


def crates_text() -> str:
    """Writes the crates with their licenses, and each text once, with all the crates that it comes with."""
    packages = crates()
    texts: dict[str, tuple[str, list[str]]] = {}
    for package in packages:
        for file in license_files(package):
            text = file.read_text(encoding="utf-8")
            _, owners = texts.setdefault(" ".join(text.split()), (text.strip("\n"), []))
            if package["name"] not in owners:
                owners.append(package["name"])
    lines = [f"{package['name']} {package['version']}: {package['license']}" for package in packages]
    head = "Sito's native module and its program sito-certificate contain these Rust crates, under these licenses:\n"
    return "\n".join([head, *lines, *(f"{RULE}{', '.join(owners)}\n\n{text}" for text, owners in texts.values()), ""])


class Plain(HTMLParser):
    """Reads the text of a page; what stands in <pre> a second time is said to stand above."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.text = ""
        self.seen: set[str] = set()
        self.tag = ""
        self.feed(page)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tag = tag

    def handle_endtag(self, tag: str) -> None:
        self.tag = ""

    def handle_data(self, data: str) -> None:
        words = " ".join(data.split())
        if self.tag == "pre" and words in self.seen:
            data = "(as above)"
        elif self.tag == "pre":
            self.seen.add(words)
        if self.tag not in ("style", "title"):
            self.text += data


def library_text() -> str:
    """Writes what a Rust toolchain says about the licenses of its own library, which is linked as well."""
    folder = Path(ask("rustc", "--print", "sysroot").strip(), "share", "doc", "rust")
    page = Plain((folder / "COPYRIGHT-library.html").read_text(encoding="utf-8")).text
    lines = (line.rstrip() for line in page.strip().splitlines() if not line.strip().startswith("URL:"))
    unicode_text = (folder / "licenses" / "Unicode-3.0.txt").read_text(encoding="utf-8")
    return re.sub(r"\n{3,}", "\n\n", "\n".join(lines)) + f"\n{RULE}Unicode-3.0\n\n{unicode_text}"


def zig_text() -> str:
    """Writes the licenses of what Zig links into wheels for Linux and into the static programs."""
    found = importlib.util.find_spec("ziglang")
    if found is None or found.origin is None:
        raise SystemExit("release: Zig is not here; `make notices` installs it")
    folder = Path(found.origin).parent
    parts = {
        "Zig's library for compiled code": "LICENSE",
        "libunwind, of LLVM": "lib/libunwind/LICENSE.TXT",
        "musl, in the static programs": "lib/libc/musl/COPYRIGHT",
    }
    return RULE.join(f"{name}\n\n{(folder / file).read_text(encoding='utf-8')}" for name, file in parts.items())


if __name__ == "__main__":
    for name, text in (("crates", crates_text()), ("rust-library", library_text()), ("zig", zig_text())):
        (FOLDER / f"{name}.txt").write_text(text, encoding="utf-8")
