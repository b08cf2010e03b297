"""The warden is small: what its process imports is little, and its files do not import each other in circles."""

from __future__ import annotations

import ast
import subprocess
import sys
from graphlib import TopologicalSorter
from pathlib import Path

from agon.run.warden.client import SCRIPT

PACKAGE = "agon.run.warden"


def test_it_imports_nothing_outside_the_standard_library() -> None:
    """It is started alone: with the lab's libraries it would take a second to start, and memory of its own."""
    script = f"import runpy, sys; runpy.run_path({str(SCRIPT)!r})['load'](); print(*sys.modules)"
    done = subprocess.run([sys.executable, "-I", "-S", "-c", script], capture_output=True, text=True, check=True)
    names = set(done.stdout.split())
    assert {name for name in names if name.startswith("agon")} == {
        "agon",
        "agon.run",
        "agon.run.warden",
        *(f"agon.run.warden.{path.stem}" for path in SCRIPT.parent.glob("[a-z]*.py") if path.stem != "client"),
    }
    assert {name.partition(".")[0] for name in names} <= {"__main__", "agon", *sys.stdlib_module_names}


def imported(path: Path) -> set[str]:
    """The files of the folder that one of them names."""
    names = (node.module for node in ast.walk(ast.parse(path.read_text())) if isinstance(node, ast.ImportFrom))
    return {name.rpartition(".")[2] for name in names if name is not None and name.startswith(f"{PACKAGE}.")}


def test_no_file_imports_itself_by_way_of_others() -> None:
    graph = {path.stem: imported(path) for path in SCRIPT.parent.glob("*.py")}
    order = [*TopologicalSorter(graph).static_order()]  # raises CycleError
    assert order.index("messages") < order.index("pipe") < order.index("serve") < order.index("__main__")
