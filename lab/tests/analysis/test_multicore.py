"""compute, echo-all and mass-reception in the report: speed-ups, lines by cores, percentiles, findings in words."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from support.measured import Made, measured

from agon.analysis.judged import Judged
from agon.analysis.multicore import findings
from agon.analysis.sizes import Layout
from agon.report.charts import workload_figures
from agon.report.colours import Palette
from agon.report.parts import Figure
from agon.results.summary import ResultSet
from agon.stats import ranking
from agon.workloads.registry import get


def figures(results: ResultSet, workload: str) -> dict[str, Figure]:
    palette = Palette.of([p.label for p in results.experiment.platforms])
    made = workload_figures(results, Layout.of(results, workload), get(workload), palette)
    assert len({f.id for f in made}) == len(made)
    return {f.id: f for f in made}


def sentences(results: ResultSet, workload: str) -> tuple[str, ...]:
    return findings(Judged(results), Layout.of(results, workload))


def echo(platform: str, agents: int, rtt: float, *, cores: int = 2, **more: object) -> Made:
    """A cell in the closed loop, in which all agents always wait."""
    metrics = {"rtt_mean": rtt, "rtt_p99": 2 * rtt, "request_rate": agents / rtt}
    return Made(platform, "echo-all", {"agents": agents, "rate": more.pop("rate", 0)}, work_s=100 * rtt,
                metrics=metrics, cores=cores, **more)  # type: ignore[arg-type]  # fmt: skip


def test_speed_up_is_each_against_itself_on_one_core(tmp_path: Path) -> None:
    cells = [
        Made("erlang", "compute", {"agents": n}, work_s=8 / cores, metrics={"cpu_speed_up": cores}, cores=cores)
        for n in (1, 16)
        for cores in (1, 2, 4)
    ]
    found = figures(measured(tmp_path, cells), "compute")
    figure = found["compute-elapsed-speed-up"]
    assert [p.label for p in figure.panels] == ["erlang"]
    rows = figure.panels[0].spec["data"]["values"]
    assert {(d["s"], d["x"]): round(d["y"], 2) for d in rows} == {
        ("2 cores", 1): 2, ("2 cores", 16): 2, ("4 cores", 1): 4, ("4 cores", 16): 4,
    }  # fmt: skip
    assert [c.name for c in figure.table.columns][1:3] == ["agents = 1, 2 cores", "agents = 1, 4 cores"]
    assert figure.table.rows[0][1].text.startswith("2.00 [")
    by_cores = found["compute-cpu-speed-up-by-cores"].panels[0].spec["data"]["values"]
    assert {d["s"] for d in by_cores} == {"1 core", "2 cores", "4 cores"}


def warming(label: str, workload: str, params: dict[str, int], seconds: float, **more: object) -> Made:
    """A cell whose first iteration takes 9 s, whatever the later ones take."""
    return Made(label, workload, params, process_s=99, work_s=seconds, cold_s=9, iterations=12, settles=True, **more)  # type: ignore[arg-type]


def test_what_repeats_has_the_speed_up_of_its_steady_state(tmp_path: Path) -> None:
    cells = [warming("erlang", "compute", {"agents": n}, 8 / cores, cores=cores) for n in (1, 16) for cores in (1, 2)]
    found = figures(measured(tmp_path, cells), "compute")
    figure = found["compute-elapsed-steady-speed-up"]
    assert figure.title == "Speed-up, after warm-up"
    assert {round(d["y"], 2) for d in figure.panels[0].spec["data"]["values"]} == {2}
    assert found["compute-elapsed-steady"].title == "Elapsed time in the program, after warm-up"
    assert found["compute-elapsed"].title == "Elapsed time in the program, first iteration"


def test_the_mode_for_the_total_time_is_judged_in_steady_state(tmp_path: Path) -> None:
    cells = [warming(f"jason:{mode}", "echo-all", {"agents": 64}, s) for mode, s in (("thread", 0.4), ("pool", 0.7))]
    results = measured(tmp_path, cells)
    assert "the shortest total time has thread (400 ms [" in sentences(results, "echo-all")[-1]


def test_without_one_core_there_is_no_speed_up(tmp_path: Path) -> None:
    found = figures(measured(tmp_path, [echo("go", n, 0.001 * n) for n in (8, 64)]), "echo-all")
    assert not [name for name in found if "speed-up" in name or "by-cores" in name]


def test_one_run_has_a_speed_up_without_an_interval(tmp_path: Path) -> None:
    cells = [echo("go", n, 0.002 / c, cores=c, invocations=1) for n in (8, 64) for c in (1, 2)]
    figure = figures(measured(tmp_path, cells), "echo-all")["echo-all-elapsed-speed-up"]
    assert figure.table.rows[0][1].text == "2.00 [n = 1]"


def test_each_series_of_mass_reception_has_figures_of_its_own(tmp_path: Path) -> None:
    pairs = [(8, 1), (8, 8), (256, 1), (256, 16), (256, 256)]
    cells = [
        Made(p, "mass-reception", {"senders": n, "receivers": m}, cores=c, metrics={"rtt_mean": n / m / 1000})
        for p in ("go", "jason")
        for n, m in pairs
        for c in (1, 2)
    ]
    found = figures(measured(tmp_path, cells), "mass-reception")
    titles = {f.title: f for f in found.values()}
    one, many = titles["Round-trip time, mean, one receiver"], titles["Round-trip time, mean, 256 senders"]
    pairs_only = titles["Round-trip time, mean, as many receivers as senders"]
    assert [p.title for p in one.panels] == ["cores = 1", "cores = 2"]
    assert [d["x"] for d in one.panels[0].spec["data"]["values"]] == [8, 8, 256, 256]
    assert [p.title for p in pairs_only.panels] == ["cores = 1", "cores = 2"]
    assert sorted({d["x"] for d in many.panels[0].spec["data"]["values"]}) == [1, 16, 256]
    swept = titles["Round-trip time by cores, as many receivers as senders"]
    assert [p.label for p in swept.panels] == ["go", "jason"]
    # a line of one point each, for 16 receivers, is left to the table
    memory = titles["Peak memory"]
    assert all("receivers = 16" not in p.title for p in memory.panels)


def test_percentiles_of_both_loops_are_in_one_table(tmp_path: Path) -> None:
    closed, late = [1000] * 3999 + [1_000_000], [1000] * 2000 + list(range(1000, 501_000, 250))
    cells = [echo("go", 64, 0.001, times=closed), echo("go", 64, 0.001, rate=6_400, times=late)]
    cells += [echo("go", 256, 0.001, times=closed)]
    figure = figures(measured(tmp_path, cells), "echo-all")["echo-all-percentiles"]
    assert [p.title for p in figure.panels] == ["closed loop", "6400 requests a second, constant"]
    assert figure.notes[0] == "At agents = 64."
    rows = {row[1].text: [item.text for item in row] for row in figure.table.rows}
    same = "1.0000 µs [1.0000, 1.0000]"
    assert rows["closed loop"][2:] == [same, same, same, same, "1.00 ms", "20\u202f000"]
    medians = [text.partition(" [")[0] for text in rows["6400 requests a second, constant"][2:5]]
    assert medians == ["1.0000 µs", "400.75 µs", "491 µs"]
    drawn = figure.panels[1].spec["data"]["values"]
    assert max(d["x"] for d in drawn) == pytest.approx(1000)
    assert all(d["l"] <= d["y"] <= d["h"] for d in drawn)


def offered(platform: str, rate: int, capacity: int) -> Made:
    """A server that answers so many requests a second, in half a second of an open loop."""
    answered = min(rate, capacity)
    late = max(0.0, 0.5 * rate / capacity - 0.5)
    metrics = {"request_rate": answered * 0.99, "rtt_p50": 1e-4 + late / 2, "rtt_p99": 2e-4 + late, "rtt_mean": 1e-4}
    params = {"agents": 64, "rate": rate, "messages": rate // 128}
    return Made(platform, "echo-all", params, work_s=0.5, metrics=metrics)


def test_the_knee_of_each_platform_is_named_and_drawn(tmp_path: Path) -> None:
    rates = (1280, 2560, 5120, 10_240)
    cells = [offered(p, rate, c) for p, c in (("go", 3000), ("erlang", 20_000), ("jason", 1000)) for rate in rates]
    results = measured(tmp_path, cells)
    (knee,) = [s for s in sentences(results, "echo-all") if s.startswith("Of the requests due each second")]
    assert "go keeps up with 2560, is saturated at 5120: it answers 2970, the median round trip takes 177 ms" in knee
    assert "erlang keeps up with 10\u202f240, the most offered" in knee
    assert "jason keeps up with none, is saturated at 1280: it answers 990" in knee
    titles = {f.title: f for f in figures(results, "echo-all").values()}
    for title in ("Round-trip time, median", "Round-trip time, 99th percentile", "Requests answered a second"):
        chart = titles[f"{title}, against offered load"]
        assert len(chart.panels) == 1
        assert sorted({d["x"] for d in chart.panels[0].spec["data"]["values"]}) == list(rates)


def test_one_rate_has_no_curve(tmp_path: Path) -> None:
    results = measured(tmp_path, [offered(p, 1280, 3000) for p in ("go", "erlang")])
    assert not [t for t in figures(results, "echo-all").values() if "offered load" in t.title]
    assert not [s for s in sentences(results, "echo-all") if "due each second" in s]


def test_a_percentile_beyond_the_sample_is_not_quoted(tmp_path: Path) -> None:
    cells = [echo("go", 64, 0.001, times=list(range(1, 501))), echo("akka", 64, 0.001, times=[1000] * 4000)]
    figure = figures(measured(tmp_path, cells), "echo-all")["echo-all-percentiles"]
    rows = {row[0].text: row for row in figure.table.rows}
    assert (rows["go"][5].text, rows["go"][5].detail) == (
        "too few", "too few for a 99.9th percentile: 500 times, it takes 3688",
    )  # fmt: skip
    assert "too few" not in rows["go"][4].text and "too few" not in rows["akka"][5].text
    assert figure.notes[-1] == "Not shown: go (closed loop): too few for a 99.9th percentile: 500 times, it takes 3688."
    drawn = {p: max(d["x"] for d in figure.panels[0].spec["data"]["values"] if d["p"] == p) for p in rows}
    assert drawn == {"go": pytest.approx(100), "akka": pytest.approx(1000)}


def test_a_99th_percentile_that_times_are_too_few_for_has_its_reason(tmp_path: Path) -> None:
    cells = [echo("go", n, 0.001) for n in (8, 64)]
    cells[0] = replace(cells[0], metrics={"rtt_mean": 0.001, "rtt_p50": 0.001})
    figure = figures(measured(tmp_path, cells), "echo-all")["echo-all-rtt-p99"]
    assert "Not shown: go at agents = 8: too few for a 99th percentile, it takes 368." in figure.notes
    assert [item.text for item in figure.table.rows[0]][1] == "too few"


def test_the_words_name_who_saturates_where(tmp_path: Path) -> None:
    cells = [echo("jason", n, 0.0001 * n) for n in (8, 64, 256)]
    cells += [echo("go", n, 0.001) for n in (8, 64, 256)]
    results = measured(tmp_path, cells)
    machine, saturated = sentences(results, "echo-all")
    assert machine == "The source's machine had 16 cores; this one has 2 cores, and nothing is claimed here of more."
    assert saturated == (
        "On 2 cores: throughput rises by no more than 10% beyond 8 agents with jason*; it still rises at 256 agents "
        "with go (*: from there on the round-trip time grows in proportion to the agents)."
    )
    large = measured(tmp_path / "large", cells, logical_cores=16)
    assert len(sentences(large, "echo-all")) == 1


def test_the_words_name_the_mode_for_latency_and_the_mode_for_speed(tmp_path: Path) -> None:
    cells = [
        Made(f"jason:{mode}", "echo-all", {"agents": 64}, work_s=work, metrics={"rtt_mean": rtt}, cores=cores)
        for cores in (1, 2)
        for mode, rtt, work in (("thread", 0.004, 0.4), ("pool", 0.002, 0.7), ("synchronous", 0.009, 0.4))
    ]
    results = measured(tmp_path, cells)
    sentence = sentences(results, "echo-all")[-1]
    assert sentence.startswith("Modes of jason at cores = 2: the shortest round trips has pool (2.00 ms [")
    assert "the shortest total time has thread and synchronous, with no difference shown (400 ms [" in sentence


def test_modes_differ_only_where_the_ranking_of_all_platforms_shows_it(tmp_path: Path) -> None:
    """By themselves the two are shown to differ; corrected over the table of six they are not."""
    times = {"thread": (1.0, 1.01, 0.99, 1.0, 1.01), "pool": (1.0395, 1.05, 1.05, 1.0605, 1.05)}
    modes = [echo(f"jason:{mode}", 64, 0.01, each_s=each) for mode, each in times.items()]
    others = [echo(p, 64, s) for p, s in (("go", 0.0102), ("akka", 0.0104), ("erlang", 0.0106), ("caf", 0.0103))]
    two, six = measured(tmp_path / "two", modes), measured(tmp_path / "six", [*modes, *others])
    assert "the shortest total time has thread (1.00 s [" in sentences(two, "echo-all")[-1]
    sentence = sentences(six, "echo-all")[-1]
    assert "the shortest total time has thread and pool, with no difference shown (1.00 s [" in sentence
    found = Judged(six).ranking("echo-all")
    assert found is not None
    verdict = found.between("jason:pool", "jason:thread")
    assert verdict is not None and not verdict.decided


def test_the_words_are_judged_once_for_all_pages(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    cells = [echo(f"jason:{mode}", 64, 0.01 * n, threads=t) for n, mode in ((1, "thread"), (2, "pool")) for t in (1, 2)]
    results = measured(tmp_path, cells)
    judged, layout = Judged(results), Layout.of(results, "echo-all")
    first = findings(judged, layout)

    def never(*_: object, **__: object) -> None:
        raise AssertionError("judged twice")

    monkeypatch.setattr(ranking, "judge", never)
    assert findings(judged, layout) == first
    assert len(first) == 4  # the machine, the modes, the threads of either


def test_the_words_name_the_best_pool(tmp_path: Path) -> None:
    cells = [echo("jason:pool", 64, 0.001 * rtt, threads=t) for t, rtt in ((1, 3), (2, 1), (4, 2))]
    results = measured(tmp_path, cells)
    sentence = sentences(results, "echo-all")[-1]
    assert sentence.startswith("Threads of jason:pool on 2 cores: the shortest round trips with 2 threads (1.00 ms [")
    assert "the shortest total time with 2 threads" in sentence


def test_other_workloads_have_no_part_on_cores(tmp_path: Path) -> None:
    results = measured(tmp_path, [Made("go", "token-ring", {"tokens": t}) for t in (1, 250)])
    assert sentences(results, "token-ring") == ()
