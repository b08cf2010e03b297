"""The `unsafe` of a Rust crate, counted by module, and the table of it in docs/engine.md.

Rewrites the table: PYTHONPATH=lab/tests .venv/bin/python -m support.rust_unsafe
"""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

from support.rust_source import code_of, without_tests

from agon import home

PAGE = home.root() / "docs" / "engine.md"
SOURCES = home.root() / "engine" / "actor" / "src"
FENCES = ("<!-- unsafe: begin -->\n", "<!-- unsafe: end -->\n")

KINDS = {"blocks": r"\{", "functions": r"(?:extern\s+)?fn\s+\w", "impls": r"impl\b", "traits": r"trait\b"}
"""What may follow the word. A type of function (`unsafe fn(`) is none of these: it promises nothing yet."""


def count(code: str) -> Counter[str]:
    """How often each kind stands in code without comments and literals."""
    return Counter({kind: len(re.findall(rf"\bunsafe\s+{what}", code)) for kind, what in KINDS.items()})


def by_module(root: Path) -> dict[str, Counter[str]]:
    """For each folder at the root (what lies next to them: `(root)`) its files, those with `unsafe`, and the counts."""
    modules: dict[str, Counter[str]] = {}
    for path in sorted(root.rglob("*.rs")):
        first, *inner = path.relative_to(root).parts
        found = count(without_tests(code_of(path.read_text(encoding="utf-8"))))
        module = modules.setdefault(first if inner else "(root)", Counter())
        module.update(found)
        module.update({"files": 1, "files with unsafe": bool(+found)})
    return dict(sorted(modules.items()))


def table(modules: dict[str, Counter[str]]) -> str:
    """As Markdown, the whole crate in the last line."""
    columns = ["files", "files with unsafe", *KINDS]
    total: Counter[str] = sum(modules.values(), Counter())
    rows = [("module", *columns), ("---", *("---:" for _ in columns))]
    rows += [(f"`{module}`", *(str(found[c]) for c in columns)) for module, found in modules.items()]
    rows.append(("all", *(str(total[c]) for c in columns)))
    return "".join(f"| {' | '.join(row)} |\n" for row in rows)


def with_table(page: str) -> str:
    """The page with the table of the sources as they are."""
    begin, end = FENCES
    before, rest = page.split(begin)
    return before + begin + table(by_module(SOURCES)) + end + rest.split(end)[1]


if __name__ == "__main__":
    PAGE.write_text(with_table(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
