"""Lists a crate's public interface from the pages that rustdoc makes of it: python3 api.py target/doc/CRATE

One line an item, a member or an implementation, as rustdoc writes it. What is read are the pages of the stable rustdoc:
its JSON is for nightly compilers only.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path

AUTO_TRAITS = ("Send", "Sync", "Unpin", "UnwindSafe", "RefUnwindSafe")
"""Others are newer than some compilers."""

KINDS = {"struct", "enum", "union", "trait", "type", "fn", "constant", "static", "macro"}
VOID = {"br", "hr", "img", "input", "link", "meta", "wbr"}
BREAKING = {"br", "div"}
SKIPPED = {"a.src", "a.anchor", "span.since", "a.doc-anchor"}


class Page(HTMLParser):
    """The declaration of a page's item, and the headers of its members and implementations, each with its place."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[tuple[str, str]] = []
        """Where (the ids of what is around it), and the text."""
        self._open: list[tuple[str, set[str], str]] = []
        self._text: list[str] | None = None
        self._from = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        if tag in BREAKING and self._text is not None:
            self._text.append(" ")
        if tag in VOID:
            return
        self._open.append((tag, set(given.get("class", "").split()), given.get("id", "")))
        if self._text is None and self._open[-1][1] & {"item-decl", "code-header"}:
            self._text, self._from = [], len(self._open)

    def handle_endtag(self, tag: str) -> None:
        if tag in VOID:
            return
        if tag in BREAKING and self._text is not None:
            self._text.append(" ")
        if self._text is not None and len(self._open) == self._from:
            where = " ".join(name for _, _, name in self._open if name)
            foreign = "blanket" in where or "StructuralPartialEq" in "".join(self._text)  # of all types; of derives
            if not foreign and not any("trait-impl" in classes for _, classes, _ in self._open):
                self.found.append((where, re.sub(r"\s+", " ", "".join(self._text)).strip()))
            self._text = None
        while self._open and self._open.pop()[0] != tag:
            pass

    def handle_data(self, data: str) -> None:
        skipped = any(f"{tag}.{name}" in SKIPPED for tag, classes, _ in self._open for name in classes)
        if self._text is not None and not skipped:
            self._text.append(re.sub(r"// (Required|Provided) .*|ⓘ", "", data))


def lines(page: Path) -> Iterator[str]:
    """The item, its parts, then each implementation with what is in it: sorted, so that files may be cut otherwise."""
    parser = Page()
    parser.feed(page.read_text(encoding="utf-8"))
    if not parser.found:
        return
    item, *members = parser.found
    parts: list[str] = [item[1]]
    implementations: dict[str, list[str]] = {}
    into = parts
    for where, text in members:
        if not re.match(r"(unsafe )?impl\b", text):
            into.append(f"    {text}")
        elif "synthetic" not in where or re.search(rf"\b({'|'.join(AUTO_TRAITS)}) for ", text):
            into = implementations.setdefault(text, [])
    yield from parts
    for text, inside in sorted(implementations.items()):
        yield from (f"    {text}", *(f"    {line}" for line in sorted(inside)))


def main(folder: Path) -> None:
    for page in sorted(folder.rglob("*.html")):
        kind = page.name.partition(".")[0]
        found = list(lines(page)) if kind in KINDS else []
        if found:  # items of private modules have pages that only lead to the public ones
            name = page.relative_to(folder).with_suffix("").as_posix()
            print("\n".join([name, *(f"    {line}" for line in found), ""]))


if __name__ == "__main__":
    main(Path(sys.argv[1]))
