"""The documents: links lead somewhere, and the reference knows every verb and its options."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
import typer
from support.included import files_of, pages, with_files

from agon import home
from agon.cli.main import app
from agon.errors import Exit

LINK = re.compile(r"\]\(([^)\s]+)\)")
HEADING = re.compile(r"^#+ +(.*?)\s*$", re.MULTILINE)
FENCED = re.compile(r"^```.*?^```", re.MULTILINE | re.DOTALL)
PATTERNS = ("*.md", "docs/**/*.md", "lab/*.md", "lab/studies/*.md", "dev/*.md", ".github/*.md")
PAGES = sorted(page for pattern in PATTERNS for page in home.root().glob(pattern))


def text_of(page: Path) -> str:
    """Without what stands in fences: there a bracket is no link and a `#` no heading."""
    return FENCED.sub("", page.read_text(encoding="utf-8"))


def anchors(page: Path) -> set[str]:
    """Of the headings, as the usual renderers make them."""
    headings = HEADING.findall(text_of(page))
    return {re.sub(r"[^\w\- ]", "", h.lower()).replace(" ", "-") for h in headings}


def broken(page: Path) -> list[str]:
    """The page's links into the tree that lead nowhere."""
    found: list[str] = []
    for link in LINK.findall(text_of(page)):
        if re.match(r"[a-z]+:", link):
            continue
        path, _, anchor = link.partition("#")
        target = (page.parent / path).resolve() if path else page
        if not target.exists() or (anchor and target.suffix == ".md" and anchor not in anchors(target)):
            found.append(link)
    return found


@pytest.mark.parametrize("page", PAGES, ids=lambda p: str(p.relative_to(home.root())))
def test_links_lead_somewhere(page: Path) -> None:
    assert broken(page) == []


def test_a_link_that_leads_nowhere_is_found(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text("# One thing\n[a](#one-thing) [b](#two) [c](gone.md) [d](https://x.org) [e](page.md#one-thing)\n")
    assert broken(page) == ["#two", "gone.md"]


@pytest.mark.parametrize("page", [p for p in pages() if files_of(p.read_text(encoding="utf-8"))], ids=lambda p: p.name)
def test_files_shown_are_the_files(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    assert text == with_files(text), "write them anew: PYTHONPATH=lab/tests .venv/bin/python -m support.included"


def test_a_file_that_has_changed_is_seen() -> None:
    old = "<!-- file: docs/coming-from/store.erl -->\n```erlang\n-module(store).\n```\n"
    assert files_of(old) == ["docs/coming-from/store.erl"]
    assert with_files(old) != old
    assert with_files(with_files(old)) == with_files(old)


def commands() -> dict[str, Any]:
    """Every verb, those within verbs as `asl check`."""
    root: Any = typer.main.get_command(app)
    found: dict[str, Any] = {}
    for name, command in root.commands.items():
        inner = getattr(command, "commands", None)
        found |= {f"{name} {n}": c for n, c in inner.items()} if inner else {name: command}
    return found


@pytest.mark.parametrize("name", commands())
def test_the_reference_knows_every_verb_and_its_options(name: str) -> None:
    known = (home.root() / "docs" / "reference.md").read_text(encoding="utf-8")
    verb, *parts = name.split()
    assert f"`{verb}" in known or f"agon {verb}" in known
    assert all(part in known for part in parts)
    options = [max(p.opts, key=len) for p in commands()[name].params if p.opts[0].startswith("-")]
    assert [o for o in options if o != "--help" and o not in known] == []


def test_the_help_and_the_reference_list_every_exit_code() -> None:
    codes = {str(int(code)) for code in Exit}
    _, _, listed = str(typer.main.get_command(app).epilog).partition("Exit codes: ")
    assert set(re.findall(r"\b(\d+) ", listed)) == codes
    reference = (home.root() / "docs" / "reference.md").read_text(encoding="utf-8")
    table = reference.partition("## Exit codes\n")[2].partition("\n## ")[0]
    assert set(re.findall(r"^\| (\d+) \|", table, re.MULTILINE)) == codes


def test_contributing_fits_on_two_screens() -> None:
    lines = (home.root() / "CONTRIBUTING.md").read_text(encoding="utf-8").splitlines()
    assert len(lines) <= 90
    assert [line for line in lines if len(line) > 100] == []
