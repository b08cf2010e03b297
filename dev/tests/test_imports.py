"""The choice of the lab's tests after a change: by imports, direct, indirect and by name."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import pytest
from agon import home
from dev import imports

FILES = {
    "lab/src/agon/__init__.py": "def load():\n    from agon.lazy import load",
    "lab/src/agon/lazy.py": "",
    "lab/src/agon/program.py": "",
    "lab/src/agon/low.py": "program = 'program.py'",
    "lab/src/agon/high/__init__.py": "",
    "lab/src/agon/high/top.py": "from agon import low",
    "lab/src/agon/high/page.css": "",
    "lab/src/agon/cli/__init__.py": "",
    "lab/src/agon/cli/main.py": "from importlib import import_module\nfor v in ('a',): import_module(f'agon.cli.{v}')",
    "lab/src/agon/cli/verb.py": "def run():\n    import agon.high.top",
    "lab/studies/script.py": "from shared import page",
    "lab/studies/shared.py": "from agon.low import x",
    "lab/tests/conftest.py": "",
    "lab/tests/support/shared.py": "",
    "lab/tests/test_low.py": "from agon.low import x",
    "lab/tests/test_load.py": "import agon",
    "lab/tests/high/near.py": "",
    "lab/tests/high/test_top.py": "from agon.high.top import y\nfrom near import z",
    "lab/tests/studies/test_script.py": "script: object = module('script')",
    "lab/tests/cli/test_verbs.py": 'from support.shared import t\nrun = ["-m", "agon"]',
}
TOP, LOW, VERBS, LOAD = "tests/high/test_top.py", "tests/test_low.py", "tests/cli/test_verbs.py", "tests/test_load.py"
SCRIPT = "tests/studies/test_script.py"


@pytest.fixture
def root(tmp_path: Path) -> Path:
    return written(tmp_path, FILES)


def written(root: Path, files: Mapping[str, str]) -> Path:
    for name, text in files.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return root


@pytest.mark.parametrize(
    ("changed", "tests"),
    [
        ("lab/src/agon/high/top.py", [TOP]),
        ("lab/src/agon/low.py", [TOP, SCRIPT, LOW]),
        ("lab/src/agon/cli/verb.py", [VERBS]),
        ("lab/src/agon/high/page.css", [TOP]),
        ("lab/src/agon/program.py", [TOP, SCRIPT, LOW]),
        ("lab/src/agon/lazy.py", [LOAD]),
        ("lab/src/agon/__init__.py", [TOP, SCRIPT, LOAD, LOW]),
        ("lab/tests/high/near.py", [TOP]),
        ("lab/tests/support/shared.py", [VERBS]),
        ("lab/studies/shared.py", [SCRIPT]),
        ("lab/tests/conftest.py", [VERBS, TOP, SCRIPT, LOAD, LOW]),
        (f"lab/{LOW}", [LOW]),
    ],
)
def test_the_tests_that_import_it_are_chosen(root: Path, changed: str, tests: list[str]) -> None:
    assert imports.tests_for(root, [changed]) == tests


def test_several_changes_add_up(root: Path) -> None:
    assert imports.tests_for(root, ["lab/tests/high/near.py", f"lab/{LOW}"]) == [TOP, LOW]


@pytest.mark.parametrize("changed", ["docs/guide.md", "lab/pyproject.toml", "platforms/go/platform.toml"])
def test_what_is_no_module_concerns_all_tests(root: Path, changed: str) -> None:
    assert imports.tests_for(root, [f"lab/{LOW}", changed]) is None


def test_a_program_that_is_started_by_its_path_and_the_verbs_have_tests() -> None:
    for module, test in {
        "run/warden/group.py": "tests/run/test_warden.py",
        "run/warden/__main__.py": "tests/run/test_fakes.py",
        "run/warden/invocation.py": "tests/run/test_fakes.py",
        "cli/demo.py": "tests/cli/test_demo.py",
        "stats/comparison.py": "tests/studies/test_pages.py",
    }.items():
        found = imports.tests_for(home.root(), [f"lab/src/agon/{module}"])
        assert found is not None
        assert test in found
        assert "tests/stats/test_ranks.py" not in found
