"""Fixtures for all tests: no test touches the user's builds or waits for their measurements."""

from __future__ import annotations

import signal
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from agon.platforms.probe import probe
from agon.platforms.registry import find
from agon.results.summary import ResultSet

sys.path.insert(0, str(Path(__file__).parent))

pytest_plugins = ("support.browsing",)


@pytest.fixture(autouse=True, scope="session")
def interruptible() -> None:
    """Ctrl-C works in tests and in what they start, even where the tests themselves run in the background of a shell,
    which has its background processes ignore it."""
    signal.signal(signal.SIGINT, signal.default_int_handler)


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


@pytest.fixture(scope="session")
def field(tmp_path_factory: pytest.TempPathFactory) -> ResultSet:
    """Six platforms on three workloads, with failures, noise and cells left out."""
    from support.result_sets import write_result_set

    return write_result_set(tmp_path_factory.mktemp("field"))


@pytest.fixture(scope="session")
def small(tmp_path_factory: pytest.TempPathFactory) -> ResultSet:
    """Three platforms on chameneos: small enough to read as a whole."""
    from support.result_sets import Options, write_result_set

    options = Options(
        workloads=("chameneos",), platforms=("erlang", "pekko", "agon-actor"), invocations=5, iterations=4
    )
    return write_result_set(tmp_path_factory.mktemp("small"), options)
