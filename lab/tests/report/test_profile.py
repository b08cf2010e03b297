"""One platform's page: its variants together, its places with ties, its failures, its programs."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from support.measured import Made, measured

from agon.analysis.judged import Judged
from agon.report.profile import PlatformSection, profiles
from agon.results.summary import ResultSet

RING = {"tokens": 1}


def rows(section: PlatformSection) -> list[list[str]]:
    return [[i.text for i in row] for row in section.results.rows]


def test_variants_share_a_page_and_keep_their_places(tmp_path: Path) -> None:
    cells = [
        Made("erlang", "token-ring", RING, work_s=1.0),
        Made("akka", "token-ring", RING, work_s=2.0),
        Made("akka:safe", "token-ring", RING, work_s=4.0),
    ]
    erlang, akka = profiles(Judged(measured(tmp_path, cells)))
    assert (erlang.anchor, akka.anchor, akka.labels) == ("platform-erlang", "platform-akka", ("akka", "akka:safe"))
    assert [[*r[1:4], r[5]] for r in rows(akka)] == [
        ["akka", "ok", "2 of 3", "2.00"],
        ["akka:safe", "ok", "3 of 3", "4.00"],
    ]


def test_who_cannot_be_distinguished_shares_the_place(tmp_path: Path) -> None:
    cells = [Made(p, "token-ring", RING, work_s=s) for p, s in (("erlang", 1.0), ("go", 1.005))]
    found = [section.results.rows[0][3] for section in profiles(Judged(measured(tmp_path, cells)))]
    assert [(i.text, i.detail) for i in found] == [("1 of 2", "no difference shown")] * 2


def test_one_invocation_gives_no_place(tmp_path: Path) -> None:
    cells = [Made(p, "token-ring", RING, work_s=s, invocations=1) for p, s in (("erlang", 1.0), ("go", 2.0))]
    assert [s.results.rows[0][3].detail for s in profiles(Judged(measured(tmp_path, cells)))] == ["inconclusive"] * 2


def test_a_failure_has_its_reason_and_no_number(tmp_path: Path) -> None:
    cells = [Made("erlang", "token-ring", RING), Made("go", "token-ring", RING, failed="still running")]
    _, go = profiles(Judged(measured(tmp_path, cells)))
    assert rows(go)[0][2:] == ["1 of 1 cells failed", *["\u2013"] * 7]
    assert "still running" in go.results.rows[0][2].detail


def with_folder(results: ResultSet, label: str, folder: Path, sources: dict[str, list[str]]) -> ResultSet:
    platforms = [
        p.model_copy(update={"folder": str(folder), "sources": sources}) if p.label == label else p
        for p in results.experiment.platforms
    ]
    return replace(results, experiment=results.experiment.model_copy(update={"platforms": platforms}))


def test_programs_are_named_from_the_platforms_folder_on(tmp_path: Path) -> None:
    results = measured(tmp_path, [Made("akka", "token-ring", RING, gzip=812)])
    sources = {"token-ring": ["src/Ring.java", "../jvm/Harness.java"]}
    (akka,) = profiles(Judged(with_folder(results, "akka", tmp_path / "akka", sources)))
    (program,) = akka.programs
    assert program.size == "812 B"
    assert program.named == (
        ("akka/src/Ring.java", tmp_path / "akka/src/Ring.java"),
        ("jvm/Harness.java", tmp_path / "jvm/Harness.java"),
    )


def test_two_folders_of_one_name_have_a_page_each(tmp_path: Path) -> None:
    results = measured(tmp_path, [Made("akka", "token-ring", RING), Made("akka@2", "token-ring", RING)])
    platforms = [p.model_copy(update={"id": "akka"}) for p in results.experiment.platforms]
    results = replace(results, experiment=results.experiment.model_copy(update={"platforms": platforms}))
    apart = with_folder(results, "akka@2", tmp_path / "other", {})
    assert [s.anchor for s in profiles(Judged(apart))] == ["platform-akka", "platform-akka-2"]
