"""Every platform on every workload before a measurement: the word and its reason."""

from __future__ import annotations

from pathlib import Path

from agon.platforms.offers import Outlook, outlook
from agon.platforms.probe import jar_folder, probe
from agon.platforms.registry import Platform, find

HEAD = """
schema = 1
[platform]
id = "tiny"
name = "Tiny"
family = "agent"
language = "sh"
homepage = "https://example.org"
licence = "MIT"
[versions]
default = "1"
"""
WORKLOADS = """
[run]
command = ["sh"]
[workloads.token-ring]
[workloads.fibonacci]
not_applicable = "it cannot count"
"""
JAR = """
[supply]
where = "https://example.org/tiny"
jar = "tiny-1.jar"
"""


def outlooks(tmp_path: Path, tail: str) -> dict[str, Outlook]:
    readiness = probe(tiny(tmp_path, tail))
    return {w: outlook(readiness, w) for w in ("token-ring", "chameneos", "fibonacci")}


def tiny(tmp_path: Path, tail: str) -> Platform:
    (tmp_path / "platform.toml").write_text(HEAD + tail)
    return find(str(tmp_path))


def test_what_it_offers_what_is_not_written_and_what_it_cannot(tmp_path: Path) -> None:
    assert outlooks(tmp_path, WORKLOADS) == {
        "token-ring": Outlook("ok"),
        "chameneos": Outlook("not offered"),
        "fibonacci": Outlook("not applicable", "it cannot count"),
    }


def test_a_missing_jar_is_named_with_the_command_until_it_is_there(tmp_path: Path) -> None:
    found = outlooks(tmp_path, JAR + WORKLOADS)
    assert found["token-ring"].word == "not obtainable"
    assert "./agon install tiny --jar FILE" in str(found["token-ring"])
    assert [found[w].word for w in ("chameneos", "fibonacci")] == ["not offered", "not applicable"]
    folder = jar_folder(tiny(tmp_path, JAR + WORKLOADS))
    folder.mkdir(parents=True)
    (folder / "tiny-1.jar").touch()
    assert outlooks(tmp_path, JAR + WORKLOADS)["token-ring"] == Outlook("ok")


def test_a_row_without_programs_is_obtainable_for_no_workload(tmp_path: Path) -> None:
    found = outlooks(tmp_path, '[supply]\nwhere = "https://example.org/tiny"\n')
    assert {o.word for o in found.values()} == {"not obtainable"}
    assert "https://example.org/tiny" in found["chameneos"].reason


def test_an_offer_names_its_restriction(tmp_path: Path) -> None:
    only = '[workloads.throughput.only]\ntransport = { values = ["inproc"], reason = "it has no sockets" }\n'
    found = outlook(probe(tiny(tmp_path, WORKLOADS + "[workloads.throughput]\n" + only)), "throughput")
    assert str(found) == "ok (only transport=inproc: it has no sockets)"
