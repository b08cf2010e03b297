"""The files between the lab and a program: its input, CSV files, and what agents print."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path

from harness.parameters import UsageError, integer_of


def read_integers(path: Path, greatest: int) -> list[list[int]]:
    """The integers of each line of the lab's file; none may lie outside 0..greatest."""
    try:
        lines = path.read_text(encoding="ascii").splitlines()
    except OSError as error:
        raise UsageError(f"input={path}: {error.strerror}") from None
    except UnicodeDecodeError:
        raise UsageError(f"input={path}: not plain text") from None
    return [[_read(path, number, word, greatest) for word in line.split()] for number, line in enumerate(lines, 1)]


def _read(path: Path, line: int, word: str, greatest: int) -> int:
    value = integer_of(word)
    if value is None or value > greatest:
        raise UsageError(f"{path}:{line}: '{word}' is no integer from 0 to {greatest}")
    return value


class Samples:
    """A CSV file for the lab, begun with its header."""

    def __init__(self, folder: Path, name: str, header: str) -> None:
        self._path = folder / name
        self._path.write_text(f"{header}\n", encoding="ascii")

    def append(self, rows: Iterable[Sequence[int]]) -> None:
        """Add the rows."""
        with self._path.open("a", encoding="ascii") as file:
            file.writelines(",".join(map(str, row)) + "\n" for row in rows)


PRINT_BUFFER = 64 << 10
"""The least that docs/protocol.md asks of the printer's buffer."""


def clear_print(path: Path) -> None:
    """Make the file print=PATH empty."""
    try:
        path.write_bytes(b"")
    except OSError as error:
        raise UsageError(f"print={path}: {error.strerror}") from None


class Lines:
    """Writes lines to the file print=PATH, which exists. Several may write to one file: each holds whole lines back and
    gives them to the file's end in one write, or `at_once`, line by line."""

    def __init__(self, path: Path, *, at_once: bool = False) -> None:
        # A terminal has no end to which one could append.
        self._file = path.open("wb" if at_once else "ab", buffering=0)
        self._most = 0 if at_once else PRINT_BUFFER
        self._held: list[str] = []
        self._length = 0

    def line(self, text: str) -> None:
        """Write one line of plain ASCII."""
        self._held.append(text)
        self._length += len(text) + 1
        if self._length >= self._most:
            self._flush()

    def close(self) -> None:
        """Write what is held back, and close the file."""
        self._flush()
        self._file.close()

    def _flush(self) -> None:
        if self._held:
            self._held.append("")
            self._file.write("\n".join(self._held).encode("ascii"))
            self._held.clear()
            self._length = 0
