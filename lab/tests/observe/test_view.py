"""What a system looks like on a terminal."""

from __future__ import annotations

import io
from typing import Any

from rich.console import Console
from support.systems import line, snapshot

from agon.observe.snapshot import Change, read
from agon.observe.view import picture, running


def shown(
    now: dict[str, Any],
    *,
    by: str = "handled",
    height: int | None = None,
    width: int = 200,
    before: dict[str, Any] | None = None,
) -> list[str]:
    out = io.StringIO()
    change = Change(read(line(before or snapshot(0)), "before"), read(line(now), "now"))
    Console(file=out, width=width).print(picture(change, by=by, height=height))
    return [text.rstrip() for text in out.getvalue().splitlines()]


def row(lines: list[str], first: str) -> list[str]:
    return next(text.split() for text in lines if text.startswith(first + " "))


def test_workers_and_actors_with_rates() -> None:
    lines = shown(snapshot(2))
    assert lines[0].startswith(
        "office  process 4711, system 1, pool, up 1 min 02 s; 300 messages/s; 3 actors; 12 queued"
    )
    assert row(lines, "0") == [
        "0",
        "running",
        "200",
        "3",
        "12",
        "1",
        "µs",
        "900",
        "µs",
        "50",
        "1",
        "1/2",
        "3",
        "5",
        "6",
        "4",
    ]
    assert row(lines, "1") == ["1", "silent", "100", "?", "?", "-", "-", "0", "0", "1/2", "3", "5", "6", "4"]
    assert row(lines, "#1.2.1") == ["#1.2.1", "typist", "office::Typist", "0", "ready", "20", "940", "2"]
    assert row(lines, "#1.3.1") == ["#1.3.1", "-", "office::Notary", "0", "away", "80", "260", "10"]


def test_what_actors_report_of_themselves_has_columns_of_its_own() -> None:
    system = snapshot(1)
    typist, notary = system["actors"]
    typist["numbers"] = {"beliefs": 12_345, "\x1b[31mgoals": 2}
    notary["numbers"] = {"beliefs": 7}
    lines = shown(system)
    header = next(text for text in lines if text.startswith("actor "))
    assert header.split()[-3:] == ["queued", "beliefs", "\\u001b[31mgoals"]
    assert row(lines, "#1.2.1")[-3:] == ["2", "12.3k", "2"]
    assert row(lines, "#1.3.1")[-3:] == ["10", "7", "-"]


def test_what_the_program_shows_of_itself_is_a_table_with_rates() -> None:
    def nodes(received: int) -> list[dict[str, Any]]:
        far = {"name": "\x1b[31mb", "state": "here", "totals": {"in": received}, "numbers": {"unacked": 7}}
        own = {"name": "a", "state": "this one", "totals": {}, "numbers": {"dropped": 0}}
        return [{"table": "node", "rows": [own, far]}]

    before, now = snapshot(0, tables=nodes(100)), snapshot(2, tables=nodes(700))
    lines = shown(now, before=before)
    header = next(text for text in lines if text.startswith("node "))
    assert header.split() == ["node", "state", "in/s", "dropped", "unacked"]
    assert row(lines, "a") == ["a", "this", "one", "-", "0", "-"]
    assert next(text for text in lines if "[31mb" in text).split()[-4:] == ["here", "300", "-", "7"]
    assert len(shown(now, before=before, height=14)) <= 14


def test_trouble_is_in_the_headline_only_if_there_is_some() -> None:
    assert "panics" not in shown(snapshot(1))[0]
    counters = snapshot(1)["counters"] | {"panics": 12, "dead_letters": 1_234_567}
    head = shown(snapshot(1, counters=counters, away=2))[0]
    assert "2 in long handlers; 12 panics; 1.23M dead letters" in head


def test_the_picture_is_never_higher_than_the_screen() -> None:
    many = snapshot(1)
    many["workers"] = [many["workers"][0] | {"worker": n, "handled": 700 + n} for n in range(500)]
    many["actors"] = [many["actors"][0] | {"id": f"#1.{n}.1"} for n in range(100)]
    for height in (24, 50):
        lines = shown(many, height=height)
        assert height - 4 <= len(lines) <= height
        assert any("workers that handle less" in text for text in lines)
        assert any(text.startswith("#1.") for text in lines)
    assert len(shown(many)) > 600


def test_a_program_cannot_steer_the_terminal() -> None:
    evil = snapshot(1, name="\x1b[2Jname")
    evil["actors"][0] |= {"name": "\x1b]0;title\x07", "status": "\x1b[31m", "type": "[bold]T\n"}
    text = "\n".join(shown(evil))
    assert "\x1b" not in text
    assert "\x07" not in text
    assert "[bold]T" in text, "nor is it taken for markup"


def test_a_list_of_systems() -> None:
    out = io.StringIO()
    systems = [("/run/a.sock", read(line(snapshot(3)), "a")), ("/run/b.sock", read(line(snapshot(name="shop")), "b"))]
    Console(file=out, width=120).print(running(systems))
    lines = out.getvalue().splitlines()
    assert lines[2].split() == ["/run/a.sock", "office", "pool", "1", "min", "03", "s", "2", "3", "1900"]
    assert lines[3].split()[:2] == ["/run/b.sock", "shop"]
