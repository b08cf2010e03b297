"""Result sets that many tests read: made once a session."""

from __future__ import annotations

import pytest
from support.result_sets import Options, write_result_set

from agon.results.summary import ResultSet


@pytest.fixture(scope="session")
def field(tmp_path_factory: pytest.TempPathFactory) -> ResultSet:
    """Six platforms on three workloads, with failures, noise and cells left out."""
    return write_result_set(tmp_path_factory.mktemp("field"))


@pytest.fixture(scope="session")
def small(tmp_path_factory: pytest.TempPathFactory) -> ResultSet:
    """Three platforms on chameneos: small enough to read as a whole."""
    options = Options(
        workloads=("chameneos",), platforms=("erlang", "pekko", "agon-actor"), invocations=5, iterations=4
    )
    return write_result_set(tmp_path_factory.mktemp("small"), options)
