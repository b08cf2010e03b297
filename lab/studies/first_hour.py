"""How long does a stranger's path through the documentation take?

A clone of the committed state, in a folder of its own, and the commands of the pages in their order: the first answer,
a platform, its gate, one table of a source, an agent project, an actor. Each step is timed by the user's clock and must
end with status 0. What the package managers have cached stays; nothing is built before.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import tempfile
import time
from dataclasses import asdict, dataclass
from pathlib import Path

from record import Data, about, as_columns, as_rows, machine_line, this_machine, write

from agon import home

NAME = "first-hour"


@dataclass(frozen=True)
class Step:
    """One thing that a newcomer does: shell commands, in the folder `where` of the path's folder."""

    what: str
    page: str
    commands: str
    where: str = "agon"


MANIFEST = """[package]
name = "first-actor"
version = "0.1.0"
edition = "2024"

[dependencies]
agon-actor = { path = "../agon/engine/actor" }

[workspace]
"""
FIRST_PROGRAM = "awk '/^```/ { if (on) exit; on = 1; next } on' ../agon/engine/actor/README.md > src/main.rs"
IDENTITY = "git config user.name stranger && git config user.email stranger@example.org"

STEPS = (
    Step("First answer", "README.md", "./agon demo"),
    Step("What is ready here", "docs/tutorial.md", "./agon doctor"),
    Step("A platform of one's own", "docs/tutorial.md", "./agon new platform my-platform --language python"),
    Step("It conforms", "docs/tutorial.md", "./agon check ./my-platform"),
    Step(
        "It is compared with Go",
        "docs/tutorial.md",
        "./agon run token-ring -p ./my-platform,go --preset demo --invocations 5",
    ),
    Step("Two platforms for a table", "docs/guide.md", "./agon install erlang akka"),
    Step("One table of a source", "docs/guide.md", "./agon reproduce agere13 -p erlang,akka --table table1"),
    Step("An agent project", "docs/jason-projects.md", "./agon new agents market"),
    Step("Its first run, which builds", "docs/jason-projects.md", "./agon exec market/market.mas2j --until-idle"),
    Step("Its second run", "docs/jason-projects.md", "./agon exec market/market.mas2j --until-idle"),
    Step(
        "A repository with a platform, its workflow",
        "docs/gate.md",
        f"git init -q -b main . && {IDENTITY} && ../agon/agon new platform mine --language go && git add -A && "
        "git commit -qm one && ../agon/agon new gate agon-gate && git checkout -qb change && git add -A && "
        "git commit -qm two",
        "repository",
    ),
    Step(
        "The gate of a change",
        "docs/gate.md",
        "../agon/agon gate main token-ring -p ./mine --on-undecided pass --comment comment.md",
        "repository",
    ),
    Step("A first actor", "engine/actor/README.md", f"mkdir -p src && {FIRST_PROGRAM} && cargo run", "first-actor"),
)


@dataclass(frozen=True)
class Taken:
    """How a step went."""

    seconds: float
    status: int


def go(step: Step, folder: Path) -> Taken:
    """Take the step in the path's folder."""
    place = folder / step.where
    place.mkdir(exist_ok=True)
    if step.where == "first-actor":
        (place / "Cargo.toml").write_text(MANIFEST, encoding="utf-8")
    began = time.monotonic()
    done = subprocess.run(["bash", "-c", step.commands], cwd=place, check=False)
    return Taken(round(time.monotonic() - began, 1), done.returncode)


def page(data: Data, link: str) -> list[str]:
    """The lines of the study's page."""
    rows = as_rows(data["steps"])
    lines = [
        f"| {step.what} | [{Path(step.page).name}](../../{step.page}) | {row['seconds']:.1f} s |"
        + ("" if row["status"] == 0 else f" failed with status {row['status']} |")
        for step, row in zip(STEPS, rows, strict=True)
    ]
    minutes = sum(row["seconds"] for row in rows) / 60
    return [
        "# The first hour",
        "",
        f"Written by `lab/studies/first_hour.py`, which has the commands; the times are in {link}.",
        f"Machine: {machine_line(data)}, quiet.",
        "",
        "A clone in an empty folder, nothing built before, the commands of the pages in their order, timed by the "
        "user's clock.",
        f"All take {minutes:.0f} minutes; reading comes on top.",
        "",
        "| step | page | time |",
        "|---|---|---:|",
        *lines,
    ]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--out", type=Path, help="folder of data and page; without it the recorded ones are replaced")
    given = parser.parse_args()
    taken: list[Taken] = []
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place)
        subprocess.run(["git", "clone", "-q", str(home.root()), str(folder / "agon")], check=True)
        for step in STEPS:
            taken.append(go(step, folder))
            print(f"{step.what}: {taken[-1].seconds:.1f} s, status {taken[-1].status}", flush=True)
    steps = as_columns([asdict(t) for t in taken])
    write(given.out, NAME, about(this_machine(), given.out) | {"steps": steps}, page)
    return 1 if any(t.status for t in taken) else 0


if __name__ == "__main__":
    sys.exit(main())
