"""What records hold of each other."""

from __future__ import annotations

from pathlib import Path

import pytest
from support.result_sets import Options, write_result_set

SMALL = Options(workloads=("token-ring",), platforms=("erlang",), flaws=False, invocations=5)


@pytest.mark.parametrize(
    ("runtime", "other", "same"),
    [("25.0.2", "25.0.2", True), ("25.0.2", "17.0.15", False), ("", "17.0.15", True), ("", "", True)],
)
def test_on_another_runtime_it_is_another_version_where_both_are_known(
    tmp_path: Path, runtime: str, other: str, same: bool
) -> None:
    (record,) = write_result_set(tmp_path, SMALL).experiment.platforms
    a, b = (record.model_copy(update={"runtime_found": found}) for found in (runtime, other))
    assert a.same_version(b) is same
    assert not a.same_version(b.model_copy(update={"version_found": "26"}))
