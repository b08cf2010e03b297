"""Fixtures for all tests: no test touches the user's builds or waits for their measurements."""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from agon.platforms.probe import probe
from agon.platforms.registry import find

sys.path.insert(0, str(Path(__file__).parent))

pytest_plugins = ("support.browsing", "support.measured_sets")


@pytest.fixture(autouse=True, scope="session")
def interruptible() -> None:
    """Ctrl-C works in tests and in what they start, even where the tests themselves run in the background of a shell,
    which has its background processes ignore it."""
    signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.fixture(autouse=True, scope="session")
def no_columns() -> None:
    """The library readline, which pytest loads, gives COLUMNS to child processes, and os.environ does not show it."""
    os.environ["COLUMNS"] = "120"
    del os.environ["COLUMNS"]


@pytest.fixture(autouse=True)
def no_launcher(monkeypatch: pytest.MonkeyPatch) -> None:
    """A test begins when it begins, not when the launcher of all tests did."""
    monkeypatch.delenv("AGON_BEGAN", raising=False)


@pytest.fixture(autouse=True)
def _platform(request: pytest.FixtureRequest) -> None:
    """Skip a test by the name of the platform that it needs, where that is not ready."""
    if marker := request.node.get_closest_marker("platform"):
        platform = find(marker.args[0])
        if mend := probe(platform).mend:
            pytest.skip(f"needs {platform.label}: {mend}")


@pytest.fixture(autouse=True)
def own_state(_platform: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A state folder of the test's own: builds and learnt rates go there."""
    state = tmp_path / "agon-state"
    monkeypatch.setenv("AGON_STATE", str(state))
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(tmp_path))  # the lock: tests do not wait for what the user measures
    yield state
