"""The pieces: sizes, standings, noise, thinning, colours, axes."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support.measured import Made, measured
from support.result_sets import Options, write_result_set

from agon.analysis.judged import Judged
from agon.analysis.samples import Cloud
from agon.analysis.sizes import Layout
from agon.errors import AgonError, UsageError
from agon.report import build
from agon.report.axes import size_axis, value_axis
from agon.report.colours import Palette
from agon.report.headline import verdict_sentence, winners
from agon.report.matrix import matrix
from agon.report.parts import Column, Item, Table
from agon.results.summary import ResultSet
from agon.workloads.registry import all_workloads


def test_platforms_are_ranked_at_the_largest_size_that_most_reach(field: ResultSet) -> None:
    layout = Layout.of(field, "token-ring")
    assert layout.varying == ("tokens",)
    assert layout.constant == "workers = 500, passes = 5003, cores = 2"
    assert layout.reference is not None
    assert layout.words(layout.reference) == "tokens = 750"


def test_ranking_shows_who_is_tied(field: ResultSet) -> None:
    ranking = Judged(field).ranking("token-ring", "elapsed")
    assert ranking is not None
    assert [p.label for p in ranking.places] == ["agon-actor", "go", "erlang", "akka", "pekko", "jason:pool"]
    assert [p.label for p in ranking.leaders] == ["agon-actor"]
    assert ranking.places[1].behind == pytest.approx(7.1, rel=0.05)
    source = Judged(field).ranking("fibonacci", "elapsed")
    assert source is not None
    by_label = {p.label: p for p in source.places}
    # akka and pekko run the same program: their intervals overlap, but not that of the best.
    assert not by_label["akka"].leads and not by_label["pekko"].leads


def test_one_invocation_decides_nothing(tmp_path: Path) -> None:
    results = write_result_set(tmp_path, Options(flaws=False, workloads=("chameneos",), invocations=1))
    judged = Judged(results)
    layout, ranking = judged.layout("chameneos"), judged.ranking("chameneos", "elapsed")
    assert ranking is not None and not ranking.decided
    assert "but 1 invocation each cannot rank platforms: at least 5 are needed" in verdict_sentence(
        layout, judged.ranking("chameneos")
    )
    won = winners(Judged(results), all_workloads()).rows[0]
    assert won[1].text == "agon-actor (inconclusive)" and won[1].tone != "best"
    assert not [i for row in matrix(layout, "elapsed", "", ranking).rows for i in row if i.tone == "best"]


def test_platforms_that_cannot_be_distinguished_are_tied(tmp_path: Path) -> None:
    options = Options(flaws=False, workloads=("fibonacci",), platforms=("akka", "pekko", "jason:pool"))
    results = write_result_set(tmp_path, options)
    judged = Judged(results)
    sentence = verdict_sentence(judged.layout("fibonacci"), judged.ranking("fibonacci"))
    assert "akka and pekko are fastest" in sentence or "pekko and akka are fastest" in sentence
    assert "with no difference shown between them" in sentence
    assert winners(Judged(results), all_workloads()).rows[0][2].text in (
        "akka, pekko (no difference shown)",
        "pekko, akka (no difference shown)",
    )


def test_higher_is_better_for_rates(field: ResultSet) -> None:
    ranking = Judged(field).ranking("token-ring", "message_rate", "higher")
    assert ranking is not None
    assert ranking.places[0].label == "agon-actor"
    assert all(p.behind >= 1 for p in ranking.places)


@settings(max_examples=30, deadline=None)
@given(st.integers(1, 5000), st.integers(1, 40), st.integers(0, 2**32 - 1))
def test_thinning_is_small_repeatable_and_keeps_extremes(count: int, values: int, seed: int) -> None:
    rng = np.random.default_rng(seed)
    cloud = Cloud(rng.integers(0, values, count).astype(float), rng.exponential(1000.0, count), np.zeros(count), "ns")
    kept = cloud.thinned(200)
    assert kept == cloud.thinned(200)
    assert len(kept) <= 200 + 2 * values
    assert set(kept) <= set(zip(cloud.x.tolist(), cloud.y.tolist(), strict=True))
    for x in np.unique(cloud.x):
        own = [b for a, b in kept if a == x]
        assert min(own) == cloud.y[cloud.x == x].min() and max(own) == cloud.y[cloud.x == x].max()


def test_percentiles_rest_on_all_points_of_an_invocation() -> None:
    invocation = np.repeat([0.0, 1.0, 2.0], [401, 401, 50])
    y = np.concatenate((np.arange(401.0), np.arange(401.0) + 2, np.arange(50.0)))
    cloud = Cloud(np.repeat(1.0, 852), y, invocation, "ns")
    (found,) = cloud.percentile(0.99)
    assert (found.x, found.value.median, found.value.n, found.points) == (1.0, 397.0, 2, 852)
    assert found.value.low < 396 and found.value.high > 398
    assert cloud.percentile(0.5)[0].value.n == 3
    assert cloud.percentile(0.999) == []
    assert cloud.too_few(0.999) == "too few for a 99.9th percentile: 401 times, it takes 3688"
    assert cloud.too_few(0.99) == ""


def test_colours_and_shapes_distinguish_56_platforms() -> None:
    labels = [f"p{i}" for i in range(56)]
    palette = Palette.of(labels)
    assert len({(palette.hue(p), palette.shape(p)) for p in labels}) == 56
    assert len({palette.hue(p) for p in labels[:8]}) == 8


@given(st.lists(st.floats(1e-9, 1e5), min_size=1), st.booleans())
def test_an_axis_holds_all_its_values(values: list[float], log: bool) -> None:
    axis = value_axis(values, "s", log=log)
    assert axis.low is not None and axis.high is not None
    assert all(axis.low * 0.9999 <= v * axis.factor <= axis.high * 1.0001 for v in values)
    assert len(axis.ticks) <= 20
    if log:
        assert len(axis.ticks) >= 1 and all(axis.low <= t <= axis.high for t in axis.ticks)


def test_a_zero_has_no_place_on_a_logarithmic_axis() -> None:
    assert not value_axis([0.0, 3.0], "meetings", log=True).log
    assert not value_axis([], "s", log=True).log


def test_sizes_that_multiply_get_a_logarithmic_axis() -> None:
    assert size_axis([5, 50, 500]).log
    assert not size_axis([1, 250, 500, 750, 1000]).log
    assert size_axis([7]).low != size_axis([7]).high


def test_a_table_with_a_crooked_row_is_refused() -> None:
    with pytest.raises(ValueError, match="a row has 1 items, not 2"):
        Table("t", (Column("a"), Column("b")), ((Item("x"),),))


def test_write_replaces_whole_files_and_names_what_is_wrong(field: ResultSet, tmp_path: Path) -> None:
    path = tmp_path / "report.csv"
    build.write(Judged(field), "csv", path)
    assert path.read_text(encoding="utf-8").startswith("experiment,machine,platform")
    assert [p.name for p in tmp_path.glob("*report*")] == ["report.csv"]
    with pytest.raises(UsageError, match="choose one of html, md, latex, csv"):
        build.write(Judged(field), "pdf", path)
    with pytest.raises(AgonError, match="choose another place with --out"):
        build.write(Judged(field), "csv", tmp_path / "missing" / "report.csv")


def test_who_has_too_few_invocations_does_not_keep_the_others_from_their_places(tmp_path: Path) -> None:
    def ring(platform: str, seconds: float, invocations: int = 5) -> Made:
        return Made(platform, "token-ring", {"tokens": 1}, work_s=seconds, invocations=invocations)

    judged = Judged(measured(tmp_path, [ring("go", 1.0), ring("erlang", 2.0), ring("akka", 0.5, 2)]))
    layout, ranking = judged.layout("token-ring"), judged.ranking("token-ring", "elapsed")
    assert ranking is not None and ranking.decided
    assert [p.label for p in ranking.places] == ["go", "erlang"]
    assert "Too few invocations to rank: akka (2 invocations)." in verdict_sentence(
        layout, judged.ranking("token-ring")
    )
    assert [i.text for row in matrix(layout, "elapsed", "", ranking).rows for i in row if i.tone == "best"] == [
        "1.00 s [0.99, 1.01]"
    ]
