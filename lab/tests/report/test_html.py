"""The page as a document: whole, self-contained, every chart with its table, nothing hostile gets through."""

from __future__ import annotations

import json
import re
from collections import Counter
from dataclasses import replace
from html.parser import HTMLParser
from pathlib import Path

import altair
import pytest
import vl_convert
from support.result_sets import Options, write_result_set

from agon.analysis.conclusions import Analysis
from agon.analysis.judged import Judged
from agon.report import html
from agon.report.contents import gather
from agon.report.parts import Figure, Spec
from agon.results.model import MemoryPoint
from agon.results.summary import ResultSet

HOSTILE = "</script><script>window.stolen=1</script><img src=x onerror='window.stolen=1'>\u2028<!--{{7*7}}"
VOID = {"meta", "link", "img", "br", "hr", "input", "circle", "path"}
LOADING = {"src", "srcset", "data", "poster", "action", "formaction", "background", "xlink:href"}


class Page(HTMLParser):
    """What a browser would see of a page's structure."""

    def __init__(self, text: str) -> None:
        super().__init__(convert_charrefs=True)
        self.elements: list[tuple[str, dict[str, str | None], tuple[str, ...]]] = []
        self.scripts: dict[str, str] = {}
        self.text = ""
        self._open: list[str] = []
        self._figures: list[str] = []
        self.tables_in: Counter[str] = Counter()
        self.feed(text)
        self.close()
        assert self._open == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        known = dict(attrs)
        self.elements.append((tag, known, tuple(self._open)))
        if tag == "figure":
            self._figures.append(known["id"] or "")
        if tag == "tr" and "tbody" in self._open and self._figures:
            self.tables_in[self._figures[-1]] += 1
        if tag not in VOID:
            self._open.append(tag)
            if tag == "script":
                self._script = known.get("id") or f"script-{len(self.scripts)}"
                self.scripts[self._script] = ""

    def handle_endtag(self, tag: str) -> None:
        if tag in VOID:
            return
        assert self._open and self._open[-1] == tag, f"</{tag}> closes {self._open[-3:]}"
        self._open.pop()
        if tag == "figure":
            self._figures.pop()

    def handle_data(self, data: str) -> None:
        if self._open and self._open[-1] == "script":
            self.scripts[self._script] += data
        elif "style" not in self._open:
            self.text += data

    def of(self, tag: str) -> list[dict[str, str | None]]:
        return [attrs for name, attrs, _ in self.elements if name == tag]


@pytest.fixture(scope="module")
def parsed(page: str) -> Page:
    return Page(page)


def test_is_well_formed_and_of_reasonable_size(page: str, parsed: Page) -> None:
    assert page.startswith("<!doctype html>")
    assert len(page.encode()) < 3_000_000
    assert [a.get("lang") for a in parsed.of("html")] == ["en"]
    assert len(parsed.of("h1")) == 1


def test_ids_are_unique_and_links_lead_somewhere(parsed: Page) -> None:
    ids = Counter(a["id"] for _, a, _ in parsed.elements if a.get("id"))
    assert [i for i, n in ids.items() if n > 1] == []
    targets = [a["href"] for a in parsed.of("a") if (a.get("href") or "").startswith("#")]
    assert len(targets) > 10
    assert [t for t in targets if t and t[1:] not in ids] == []
    labelled = [a["aria-labelledby"] for _, a, _ in parsed.elements if a.get("aria-labelledby")]
    assert labelled and all(i in ids for i in labelled)


def test_loads_nothing_from_anywhere(page: str, parsed: Page) -> None:
    for tag, attrs, _ in parsed.elements:
        assert not LOADING & set(attrs), (tag, attrs)
        if tag == "link":
            assert attrs["href"] == "data:,"
    policy = [a["content"] or "" for a in parsed.of("meta") if a.get("http-equiv") == "Content-Security-Policy"]
    assert len(policy) == 1 and policy[0].startswith("default-src 'none'")
    assert "unsafe-eval" not in policy[0]
    style = page.split("<style>")[1].split("</style>", maxsplit=1)[0]
    assert "url(" not in style and "@import" not in style
    assert "http" not in parsed.scripts["specs"]


def test_every_chart_has_its_drawing_and_its_table(field: ResultSet, analysis: Analysis, parsed: Page) -> None:
    contents = gather(Judged(field), analysis)
    specs = json.loads(parsed.scripts["specs"])
    plots = {a["id"]: a for a in parsed.of("div") if "plot" in (a.get("class") or "").split()}
    assert set(specs) == set(plots)
    assert all(a["aria-label"] and a["role"] == "img" for a in plots.values())
    assert {f.id for f in contents.figures} == set(parsed.tables_in)
    for figure in contents.figures:
        assert parsed.tables_in[figure.id] == len(figure.table.rows) > 0


def test_it_contains_everything_it_must(field: ResultSet, parsed: Page) -> None:
    text = " ".join(parsed.text.split())
    for words in (
        "AMD EPYC 7543", "5 of 5 failed", "time limit: still running after 60 s", "2 of 5 failed",
        "meetings sum to 99998, not 100000", "badmatch", "over the quick budget", "not obtainable",
        "The hypervisor took",
        "+S {threads}:{threads}", "one scheduler a thread asked for", "25.2.3",
        "4f0c2d9b7a1e5c3d8f6b2a9e0d7c4b1a3f5e8d2c",
        "--seed 7", "All that ran on them counts", "does not hold", "inconclusive", "holds", "Kendall's tau is -0.33",
        "Intel Xeon E5645",
        "too short to say: 8 iterations", "not offered",
        "interval within 2% after 5 invocations", "Drawn are about 500 of up to",
        "on an idle server", "gzip --fast",
    ):  # fmt: skip
        assert words in text, words
    assert field.experiment.title in text


def figure_of(field: ResultSet, analysis: Analysis, name: str) -> Figure:
    return next(f for f in gather(Judged(field), analysis).figures if f.id == name)


def test_a_failed_cell_has_no_number_anywhere(field: ResultSet, analysis: Analysis) -> None:
    figure = figure_of(field, analysis, "token-ring-elapsed")
    row = next(r for r in figure.table.rows if r[0].text == "jason:pool")
    assert (row[-1].text, row[-1].tone) == ("5 of 5 failed", "failed")
    assert row[-1].detail == "time limit: still running after 60 s"
    drawn = [d for d in figure.panels[0].spec["data"]["values"] if (d["p"], d["x"]) == ("jason:pool", 1000)]
    assert drawn == [{"p": "jason:pool", "x": 1000, "y": None}]
    assert any("jason:pool at tokens = 1000: 5 of 5 failed" in note for note in figure.notes)
    for other in gather(Judged(field), analysis).figures:
        if other.id.startswith("chameneos"):
            for panel in other.panels:
                if panel.title == "creatures = 500":
                    assert "pekko" not in {d["p"] for d in panel.spec["data"]["values"]}


def test_hostile_text_stays_text(tmp_path: Path, state_of_session: Path) -> None:
    assert state_of_session.exists()
    results = write_result_set(tmp_path, Options(stderr=HOSTILE, title=HOSTILE, workloads=("chameneos",)))
    experiment = results.experiment
    label = f"pekko{HOSTILE}"
    platforms = [p.model_copy(update={"label": label}) if p.label == "pekko" else p for p in experiment.platforms]
    cells = [c.model_copy(update={"platform": label}) if c.platform == "pekko" else c for c in experiment.cells]
    hostile = replace(results, experiment=experiment.model_copy(update={"platforms": platforms, "cells": cells}))
    parsed = Page(html.render(Judged(hostile), Analysis()))
    assert len(parsed.of("script")) == 4
    assert parsed.of("img") == []
    assert not [a for _, a, _ in parsed.elements if any(name.startswith("on") for name in a)]
    assert parsed.text.count("window.stolen=1") >= 4
    assert "49" not in parsed.of("title")[0]
    specs = json.loads(parsed.scripts["specs"])
    assert any(label in {d.get("p") for d in s["data"]["values"]} for s in specs.values())
    assert not re.search(r"[<>&\u2028]", parsed.scripts["specs"])


def shape(spec: Spec) -> str:
    return json.dumps([layer["mark"] for layer in spec["layer"]], sort_keys=True)


@pytest.mark.filterwarnings("ignore::DeprecationWarning:altair")
def test_drawings_are_valid_vega_lite(field: ResultSet, analysis: Analysis) -> None:
    specs = [p.spec for f in gather(Judged(field), analysis).figures for p in f.panels]
    kinds = {shape(s): s for s in specs}
    assert len(kinds) >= 6
    for spec in kinds.values():
        altair.LayerChart.from_dict(spec)
        assert vl_convert.vegalite_to_vega(spec)["marks"]


@pytest.mark.parametrize(
    "options",
    [
        Options(stop_after=0),
        Options(stop_after=9),
        Options(workloads=("token-ring",), platforms=("erlang",), flaws=False),
        Options(workloads=("token-ring", "fibonacci"), platforms=("erlang", "go"), cores=(1, 2), invocations=2),
    ],
    ids=["nothing measured", "interrupted", "one platform", "two numbers of cores"],
)
def test_every_kind_of_result_set_makes_a_page(tmp_path: Path, options: Options, state_of_session: Path) -> None:
    assert state_of_session.exists()
    results = write_result_set(tmp_path, options)
    parsed = Page(html.render(Judged(results), Analysis()))
    if options.stop_after == 0:
        assert "agon resume" in parsed.text and parsed.of("figure")[-1]["id"] == "source-size"
    if options.cores == (1, 2):
        assert "cores = 1" in parsed.text


def test_a_missing_or_damaged_sample_file_costs_one_panel_only(tmp_path: Path, analysis: Analysis) -> None:
    results = write_result_set(tmp_path, Options(workloads=("fibonacci",), platforms=("erlang", "go"), invocations=2))
    for path in tmp_path.glob("samples/fibonacci-go-100-50-24*/points.csv"):
        path.write_text("iteration,client\nrubbish")
    figures = gather(Judged(results), analysis).figures
    points = next(f for f in figures if f.id == "fibonacci-ns-points")
    assert [p.title for p in points.panels] == ["erlang"]


def test_the_last_reading_of_an_ended_process_is_not_its_memory(small: ResultSet, analysis: Analysis) -> None:
    ended = []
    for invocation in small.invocations:
        r = invocation.resources
        assert r is not None
        gone = MemoryPoint(at_ns=r.process_elapsed_ns, bytes=0)
        more = r.model_copy(update={"memory_over_time": [*r.memory_over_time, gone]})
        ended.append(invocation.model_copy(update={"resources": more}))
    figure = figure_of(replace(small, invocations=tuple(ended)), analysis, "chameneos-memory-over-time")
    for panel in figure.panels:
        assert min(d["y"] for d in panel.spec["data"]["values"]) > 0
        assert panel.spec["layer"][0]["encoding"]["y"]["scale"]["type"] == "log"


def test_how_to_read_names_the_margin_that_was_asked_for(small: ResultSet, analysis: Analysis) -> None:
    page = Page(html.render(Judged(replace(small, margin=0.05)), analysis))
    assert "larger than the margin (5%)" in page.text
