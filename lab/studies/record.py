"""What the studies share: the machine they ran on, shares with intervals, and the record they write."""

from __future__ import annotations

import json
import math
import sys
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from agon import __version__, home
from agon.results.model import Environment
from agon.results.places import Places, here
from agon.run.cgroup import make
from agon.run.machine import environment

RESULTS = home.root() / "docs" / "results"


def this_machine() -> Environment:
    """The machine, as an experiment records it."""
    group = make()
    if group is not None:
        group.remove()
    return environment(cgroup=group is not None)


def wilson(hits: int, n: int) -> tuple[float, float]:
    """95% interval of a share (Wilson 1927)."""
    if n == 0:
        return 0.0, 1.0
    z, p = 1.96, hits / n
    middle = (p + z * z / (2 * n)) / (1 + z * z / n)
    half = z / (1 + z * z / n) * math.sqrt(p * (1 - p) / n + z * z / (4 * n * n))
    return max(0.0, middle - half), min(1.0, middle + half)


def about(machine: Environment, out: Path) -> dict[str, Any]:
    """The head of every record that is written to the folder `out`."""
    return {
        "schema": 1,
        "written": datetime.now(UTC).isoformat(timespec="seconds"),
        "command": [Places(here(out)).hide(word) for word in ("python", *sys.argv)],
        "agon": __version__,
        "machine": machine.model_dump(mode="json", exclude={"toolchains", "handed_over"}),
    }


def machine_line(machine: Environment) -> str:
    """The machine in one line of Markdown."""
    return f"{machine.cpu_model}, {machine.cores_logical} logical cores, {machine.os}, kernel {machine.kernel}" + (
        f", virtualised ({machine.virtualised})" if machine.virtualised not in ("", "none", "no") else ""
    )


def write(folder: Path, name: str, record: dict[str, Any], lines: list[str]) -> None:
    """`name.json` and `name.md` in `folder`."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / f"{name}.json").write_text(json.dumps(record, indent=1) + "\n", encoding="utf-8")
    (folder / f"{name}.md").write_text("\n".join(lines) + "\n", encoding="utf-8")
    print(f"written: {folder / name}.json and .md")
