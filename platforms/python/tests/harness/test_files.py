"""The lab's file, CSV files, and the file that agents print to."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from harness.files import Lines, Samples, clear_print, read_integers
from harness.parameters import UsageError


def test_each_line_is_a_list_of_integers(tmp_path: Path) -> None:
    path = tmp_path / "in.txt"
    path.write_text("1 2 3\n\n4\n", encoding="ascii")
    assert read_integers(path, 4) == [[1, 2, 3], [], [4]]
    with pytest.raises(UsageError, match=r"in\.txt:3: '4' is no integer from 0 to 3"):
        read_integers(path, 3)


def test_a_file_that_cannot_be_read_is_refused(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="No such file"):
        read_integers(tmp_path / "gone", 3)
    (tmp_path / "in.txt").write_bytes(b"\xff\n")
    with pytest.raises(UsageError, match="not plain text"):
        read_integers(tmp_path / "in.txt", 3)


def test_samples_follow_their_header(tmp_path: Path) -> None:
    samples = Samples(tmp_path, "points.csv", "a,b")
    samples.append([(1, 2)])
    samples.append([(3, 4), (5, 6)])
    assert (tmp_path / "points.csv").read_text(encoding="ascii") == "a,b\n1,2\n3,4\n5,6\n"


def test_lines_of_several_writers_stay_whole(tmp_path: Path) -> None:
    path = tmp_path / "print.txt"
    clear_print(path)
    writers = [Lines(path), Lines(path)]
    for _ in range(3000):
        writers[0].line("a" * 96)
        writers[1].line("b" * 30)
    for writer in writers:
        writer.close()
    assert Counter(path.read_text(encoding="ascii").splitlines()) == {"a" * 96: 3000, "b" * 30: 3000}


def test_the_print_begins_empty(tmp_path: Path) -> None:
    path = tmp_path / "print.txt"
    path.write_text("old\n", encoding="ascii")
    clear_print(path)
    Lines(path).close()
    assert path.read_bytes() == b""
    with pytest.raises(UsageError, match="print="):
        clear_print(tmp_path)
