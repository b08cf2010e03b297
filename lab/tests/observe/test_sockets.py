"""Systems are found by their sockets, and asked."""

from __future__ import annotations

import os
import socket
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from support.systems import lively, serving

from agon.errors import AgonError, MissingError, UsageError
from agon.observe import sockets
from agon.observe.sockets import EndedError, Observer, Place, choose, folders, places


@pytest.fixture(autouse=True)
def folder(monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Where systems are looked for: a short path, as sockets need."""
    with TemporaryDirectory(prefix="agon-") as name:
        monkeypatch.setattr(sockets, "folders", lambda: [Path(name)])
        yield Path(name)


def test_programs_put_their_sockets_here(monkeypatch: pytest.MonkeyPatch) -> None:
    plain = Path(f"/tmp/agon-{os.geteuid()}/top")
    monkeypatch.delenv("XDG_RUNTIME_DIR", raising=False)
    assert folders() == [plain]
    monkeypatch.setenv("XDG_RUNTIME_DIR", "/run/user/7")
    assert folders() == [Path("/run/user/7/agon/top"), plain]


def test_only_those_that_listen_are_found_in_order(folder: Path) -> None:
    with socket.socket(socket.AF_UNIX) as dead:
        dead.bind(str(folder / "1-1.sock"))
    (folder / "notes.sock").touch()
    with (
        serving(folder / "10-1.sock", lively) as last,
        serving(folder / "9-2.sock", lively) as second,
        serving(folder / "9-1.sock", lively) as first,
    ):
        assert [place.path for place in places()] == [first, second, last]
        assert [place.pid for place in choose("9")] == [9, 9]
        assert choose(str(last)) == [Place(last)]
        assert len(choose(None)) == 3
    assert places() == []


def test_what_cannot_be_observed_is_named_with_its_remedy(folder: Path) -> None:
    with pytest.raises(MissingError, match="no system to look at: start the program with AGON_OBSERVE=1"):
        choose(None)
    with pytest.raises(MissingError, match=f"process {os.getpid()} cannot be looked at: start the program with"):
        choose(str(os.getpid()))
    with pytest.raises(MissingError, match="there is no process 4294967295"):
        choose("4294967295")
    with pytest.raises(UsageError, match="no such socket"):
        choose(str(folder / "nothing.sock"))
    (folder / "text").touch()
    with pytest.raises(UsageError, match="is not a socket"):
        choose(str(folder / "text"))


def test_an_observer_asks_for_as_many_actors_as_it_wants(folder: Path) -> None:
    asked: list[bytes] = []

    def answer(number: int, request: bytes) -> bytes:
        asked.append(request)
        return lively(number, request)

    with serving(folder / "7-1.sock", answer) as path, Observer(Place(path)) as observer:
        assert observer.snapshot(3).counters.handled == 1_300
        assert observer.snapshot(500).counters.handled == 1_600
    assert asked == [b"", b"3\n", b"500\n"]


def test_a_long_line_comes_in_pieces(folder: Path) -> None:
    def padded(number: int, request: bytes) -> bytes:
        return lively(number, request)[:-2] + b', "padding": "' + b"x" * 300_000 + b'"}\n'

    with serving(folder / "7-1.sock", padded) as path, Observer(Place(path)) as observer:
        assert len(observer.snapshot(3).line) > 300_000


def test_the_end_is_distinguished_from_a_failure(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def ends(number: int, request: bytes) -> bytes | None:
        return lively(number, request) if number < 2 else None

    with serving(folder / "7-1.sock", ends) as path, Observer(Place(path)) as observer:
        observer.snapshot(1)
        with pytest.raises(EndedError, match="the system has ended"):
            observer.snapshot(1)
    with pytest.raises(MissingError, match="the program has ended"), Observer(Place(path)):
        pass

    monkeypatch.setattr(sockets, "PATIENCE_S", 0.1)
    with (
        serving(folder / "8-1.sock", lambda *_: b"") as path,
        Observer(Place(path)) as observer,
        pytest.raises(AgonError, match="does not answer"),
    ):
        observer.snapshot(1)

    monkeypatch.setattr(sockets, "PATIENCE_S", 10.0)
    monkeypatch.setattr(sockets, "LONGEST_LINE", 1 << 20)
    with (
        serving(folder / "9-1.sock", lambda *_: b"x" * (2 << 20)) as path,
        Observer(Place(path)) as observer,
        pytest.raises(AgonError, match="lines without end"),
    ):
        observer.snapshot(1)
