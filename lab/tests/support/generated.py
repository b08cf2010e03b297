"""Parts of documents that are written from the sources: what stands between `<!-- generated: NAME -->` and its end.

Rewrites all of them: PYTHONPATH=lab/tests .venv/bin/python -m support.generated
"""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

from support import ladders, manifest_keys, options, own_results

from agon import home

END = "<!-- generated: end -->\n"
_PART = re.compile(rf"^<!-- generated: (?P<name>[a-z-]+) -->\n.*?^{END}", re.MULTILINE | re.DOTALL)

PARTS: dict[str, Callable[[], str]] = {
    "options": options.sections,
    "ladders": ladders.table,
    "platform-toml": manifest_keys.table,
    "own-results": own_results.machines,
    "own-suites": own_results.suites,
}
"""What writes each part."""


def pages() -> list[Path]:
    """The documents that may have such parts."""
    return sorted([*home.root().glob("*.md"), *(home.root() / "docs").rglob("*.md")])


def parts_of(page: str) -> list[str]:
    """The names of a page's generated parts, in their order."""
    return [found["name"] for found in _PART.finditer(page)]


def with_parts(page: str) -> str:
    """The page with each part as the sources have it now."""

    def part(found: re.Match[str]) -> str:
        name = found["name"]
        return f"<!-- generated: {name} -->\n{PARTS[name]()}{END}"

    return _PART.sub(part, page)


if __name__ == "__main__":
    for path in pages():
        text = path.read_text(encoding="utf-8")
        if parts_of(text):
            path.write_text(with_parts(text), encoding="utf-8")
