"""The result directory: append-only, locked, repaired after a crash."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from support.result_sets import write_result_set

from agon.errors import StoreError
from agon.results.model import Stop
from agon.results.store import EXPERIMENT, INVOCATIONS, Store, load


def stored(folder: Path, tmp_path: Path, count: int = 3) -> Path:
    """A directory with the first `count` invocations of a synthetic experiment."""
    source = write_result_set(tmp_path / "synthetic")
    with Store(folder) as store:
        store.create(source.experiment)
        for invocation in source.invocations[:count]:
            store.append(invocation)
            store.samples(invocation.id).mkdir(parents=True)
    return folder


def test_what_is_written_is_read_back(tmp_path: Path) -> None:
    folder = stored(tmp_path / "r", tmp_path)
    with Store(folder) as store:
        store.stop(Stop(cell="x", why="enough"))
    results = load(folder)
    assert len(results.invocations) == 3
    assert results.stops == (Stop(cell="x", why="enough"),)


def test_two_labs_writing_into_one_directory_are_refused(tmp_path: Path) -> None:
    folder = stored(tmp_path / "r", tmp_path)
    with Store(folder), pytest.raises(StoreError, match="another lab"), Store(folder):
        pass
    with Store(folder):
        pass


def test_a_directory_holds_one_experiment(tmp_path: Path) -> None:
    folder = stored(tmp_path / "r", tmp_path)
    with Store(folder) as store, pytest.raises(StoreError, match="already holds"):
        store.create(load(folder).experiment)


def test_half_a_line_and_half_an_invocation_are_set_aside(tmp_path: Path) -> None:
    folder = stored(tmp_path / "r", tmp_path)
    whole = (folder / INVOCATIONS).read_bytes()
    with (folder / INVOCATIONS).open("ab") as handle:
        handle.write(b'{"schema_version":1,"id":"half')
    flight = folder / "samples" / "in-flight-1"
    flight.mkdir()
    (flight / "stdout.jsonl").write_text("partial")
    assert len(load(folder).invocations) == 3, "readers pass over half a line"
    with Store(folder) as store:
        store.repair()
        store.repair()
    assert (folder / INVOCATIONS).read_bytes() == whole
    assert (folder / "damaged.jsonl").read_text().startswith('{"schema_version":1,"id":"half')
    assert (folder / "interrupted" / "in-flight-1.1" / "stdout.jsonl").read_text() == "partial"
    assert not flight.exists()


def test_a_damaged_line_is_named(tmp_path: Path) -> None:
    folder = stored(tmp_path / "r", tmp_path)
    with (folder / INVOCATIONS).open("ab") as handle:
        handle.write(b"{}{\n")
    with pytest.raises(StoreError, match="line 4 is damaged"):
        load(folder)


def test_a_newer_schema_is_refused(tmp_path: Path) -> None:
    folder = stored(tmp_path / "r", tmp_path)
    path = folder / EXPERIMENT
    path.write_text(path.read_text().replace('"schema_version": 1', '"schema_version": 99', 1))
    with pytest.raises(StoreError, match="newer Agon"):
        load(folder)


def test_a_place_without_experiment_is_named(tmp_path: Path) -> None:
    with pytest.raises(StoreError, match="no experiment there"):
        load(tmp_path)


def test_a_file_in_the_way_is_a_clear_error(tmp_path: Path) -> None:
    (tmp_path / "r").write_text("")
    with pytest.raises(StoreError, match="cannot write there"), Store(tmp_path / "r"):
        pass


def test_the_message_on_a_full_disk_states_that_nothing_is_lost(tmp_path: Path) -> None:
    full = Path("/dev/full")
    if not full.exists():
        pytest.skip("no /dev/full here")
    folder = stored(tmp_path / "r", tmp_path)
    invocation = load(folder).invocations[0]
    (folder / INVOCATIONS).rename(folder / "kept.jsonl")
    (folder / INVOCATIONS).symlink_to(full)
    with Store(folder) as store, pytest.raises(StoreError, match=r"disk is full.*agon resume"):
        store.append(invocation)
    assert len((folder / "kept.jsonl").read_text().splitlines()) == 3


def _every_code_point() -> Iterator[str]:
    """In chunks, each character by itself: a half of a pair before its other half would be one character."""
    for begin in range(0, 0x110000, 0x4000):
        yield "|".join(map(chr, range(begin, begin + 0x4000)))


def test_every_code_point_comes_back_from_a_record(tmp_path: Path) -> None:
    source = write_result_set(tmp_path / "synthetic")
    first, texts = source.invocations[0], list(_every_code_point())
    with Store(tmp_path / "r") as store:
        store.create(source.experiment.model_copy(update={"command": texts[:4]}))
        for text in texts:
            store.append(first.model_copy(update={"stderr_tail": text}))
            store.stop(Stop(cell="x", why=text))
        store.repair()
    results = load(tmp_path / "r", as_recorded=True)
    assert [i.stderr_tail for i in results.invocations] == texts
    assert [stop.why for stop in results.stops] == texts
    assert results.experiment.command == texts[:4]


@pytest.mark.parametrize("character", ["\x85", "\u2028", "\u2029", "\x0b", "\x0c", "\x1c", "\r"])
def test_records_of_earlier_labs_hold_line_separators_as_they_are(tmp_path: Path, character: str) -> None:
    folder = stored(tmp_path / "r", tmp_path)
    path = folder / INVOCATIONS
    lines = path.read_bytes().splitlines()
    raw = json.loads(lines[1]) | {"stderr_tail": f"a{character}b"}
    lines[1] = json.dumps(raw, ensure_ascii=False).encode()
    path.write_bytes(b"\n".join(lines) + b"\n")
    assert load(folder, as_recorded=True).invocations[1].stderr_tail == f"a{character}b"
