"""The table of platforms: what is known of a version's age and runtime, and no column where nothing is."""

from __future__ import annotations

import dataclasses
from pathlib import Path

from support.result_sets import Options, write_result_set

from agon.analysis.judged import Judged
from agon.report.background import platforms
from agon.report.parts import Table
from agon.report.profile import profiles
from agon.results.summary import ResultSet

SMALL = Options(workloads=("token-ring",), platforms=("erlang", "go"), flaws=False, invocations=5)


def measured(folder: Path, **known: str) -> ResultSet:
    """Of erlang is known what is given, of go nothing."""
    results = write_result_set(folder, SMALL)
    records = [
        p.model_copy(update=known) if p.label == "erlang" else p.model_copy(update=dict.fromkeys(known, ""))
        for p in results.experiment.platforms
    ]
    experiment = results.experiment.model_copy(update={"platforms": records, "created": "2026-11-24T10:00:00+00:00"})
    return dataclasses.replace(results, experiment=experiment)


def column(table: Table, name: str) -> dict[str, str]:
    at = [c.name for c in table.columns].index(name)
    return {row[0].text: row[at].text for row in table.rows}


def test_a_version_stands_with_the_month_of_its_release_and_its_age_when_measured(tmp_path: Path) -> None:
    table = platforms(measured(tmp_path, released="2022-05-18"))
    assert column(table, "released") == {"erlang": "2022-05 (4.5 years)", "go": ""}


def test_a_version_stands_with_the_runtime_that_it_ran_on(tmp_path: Path) -> None:
    results = measured(tmp_path, runtime_found="openjdk 25.0.2")
    assert column(platforms(results), "runtime") == {"erlang": "openjdk 25.0.2", "go": ""}
    erlang, go = profiles(Judged(results))
    assert ("runtime", "openjdk 25.0.2") in erlang.facts
    assert "runtime" not in dict(go.facts)


def test_results_that_know_neither_have_no_such_columns(tmp_path: Path) -> None:
    names = {c.name for c in platforms(measured(tmp_path, released="")).columns}
    assert names.isdisjoint({"released", "runtime"})
