"""Files that a document shows: a fence below `<!-- file: PATH -->` holds the file, and is rewritten from it.

Rewrites all fences: PYTHONPATH=lab/tests .venv/bin/python -m support.included
"""

from __future__ import annotations

import re
from pathlib import Path

from agon import home

_FENCE = re.compile(r"^<!-- file: (?P<path>\S+) -->\n+```(?P<language>\w+)\n.*?^```\n", re.MULTILINE | re.DOTALL)
_TESTS = "\n#[cfg(test)]\n"


def pages() -> list[Path]:
    """The documents, those of the engine's crates included."""
    root = home.root()
    return sorted([*root.glob("*.md"), *(root / "docs").glob("*.md"), *(root / "engine").glob("*/*.md")])


def shown(path: Path) -> str:
    """A file without the tests at its end."""
    return path.read_text(encoding="utf-8").partition(_TESTS)[0].rstrip() + "\n"


def with_files(page: str) -> str:
    """The page with the files as they are."""

    def fence(found: re.Match[str]) -> str:
        text = shown(home.root() / found["path"])
        return f"<!-- file: {found['path']} -->\n```{found['language']}\n{text}```\n"

    return _FENCE.sub(fence, page)


def files_of(page: str) -> list[str]:
    """The paths of the files that a page shows."""
    return [found["path"] for found in _FENCE.finditer(page)]


if __name__ == "__main__":
    for page in pages():
        text = page.read_text(encoding="utf-8")
        if files_of(text):
            page.write_text(with_files(text), encoding="utf-8")
