"""What the studies share: the machine they ran on, shares with intervals, the data they write and its page.

A study measures, and what it measured is its data. The page is made of the data alone, so that `pages.py` can write it
again.
"""

from __future__ import annotations

import gzip
import json
import os
import sys
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from agon import __version__, home
from agon.results.model import Environment
from agon.results.places import Places, here
from agon.results.record import compressed
from agon.run.cgroup import make
from agon.run.machine import environment

DATA = Path(__file__).parent / "data"
PAGES = home.root() / "docs" / "results"

Data = dict[str, Any]
Page = Callable[[Data, str], list[str]]
"""Makes a page's lines of a study's data and of the link to it."""


def this_machine() -> Environment:
    """The machine, as an experiment records it."""
    group = make()
    if group is not None:
        group.remove()
    return environment(cgroup=group is not None)


def about(machine: Environment, out: Path | None) -> Data:
    """The head of the data of a study that is written to the folder `out`."""
    places = Places(here(out or PAGES))
    return {
        "schema": 2,
        "written": datetime.now(UTC).isoformat(timespec="seconds"),
        "command": [places.hide(word) for word in ("python", *sys.argv)],
        "agon": __version__,
        "machine": machine.model_dump(mode="json", exclude={"toolchains", "handed_over"}),
    }


def machine_line(data: Data) -> str:
    """The machine of a study in one line of Markdown."""
    machine = Environment.model_validate(data["machine"])
    return f"{machine.cpu_model}, {machine.cores_logical} logical cores, {machine.os}, kernel {machine.kernel}" + (
        f", virtualised ({machine.virtualised})" if machine.virtualised not in ("", "none", "no") else ""
    )


def as_columns(rows: list[dict[str, Any]]) -> dict[str, list[Any]]:
    """The rows as one list for each key: they compress to half the size."""
    return {key: [row[key] for row in rows] for key in rows[0]} if rows else {}


def as_rows(columns: dict[str, list[Any]]) -> list[dict[str, Any]]:
    """What `as_columns` was given."""
    return [dict(zip(columns, values, strict=True)) for values in zip(*columns.values(), strict=True)]


def file_of(name: str, folder: Path = DATA) -> Path:
    """Where the data of a study lies."""
    return folder / f"{name}.json.gz"


def read(name: str, folder: Path = DATA) -> Data:
    """The data of a study."""
    return json.loads(gzip.decompress(file_of(name, folder).read_bytes()))


def text_of(page: Page, name: str, data: Data, folders: tuple[Path, Path] = (DATA, PAGES)) -> str:
    """The page as Markdown. `folders`: where the data lies, and where the page does."""
    link = Path(os.path.relpath(file_of(name, folders[0]), folders[1])).as_posix()
    return "\n".join(page(data, f"[{file_of(name).name}]({link})")) + "\n"


def write(out: Path | None, name: str, data: Data, page: Page) -> str:
    """Write the data and the page, both to the folder `out` where one is given. Returns the page."""
    folders = (out, out) if out else (DATA, PAGES)
    for folder in folders:
        folder.mkdir(parents=True, exist_ok=True)
    file_of(name, folders[0]).write_bytes(compressed(json.dumps(data, separators=(",", ":")) + "\n"))
    text = text_of(page, name, data, folders)
    (folders[1] / f"{name}.md").write_text(text, encoding="utf-8")
    print(f"written: {file_of(name, folders[0])} and {folders[1] / name}.md")
    return text
