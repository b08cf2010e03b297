"""The result directory: one experiment, append-only.

    experiment.json      what is measured, where, with what; written once, before anything runs
    invocations.jsonl    one line an invocation, on disk before the next one starts
    stops.jsonl          why a cell was not measured further
    inputs/              what all platforms read
    samples/<id>/        an invocation's standard output, standard error and CSV files
    interrupted/         what an invocation in flight had written when the lab died
    .lock                held while a lab writes

A line that a dying lab left unfinished is moved to `damaged.jsonl` when the directory is next opened for writing;
readers pass over it.
"""

from __future__ import annotations

import errno
import fcntl
import json
import os
import shutil
from collections.abc import Generator
from contextlib import contextmanager
from io import TextIOWrapper
from pathlib import Path
from types import TracebackType
from typing import Any, TypeVar

from pydantic import BaseModel, ValidationError

from agon.errors import StoreError, UsageError
from agon.printable import all_printable
from agon.results import places
from agon.results.model import SCHEMA_VERSION, Experiment, Invocation, Stop
from agon.results.places import Places
from agon.results.summary import ResultSet

EXPERIMENT = "experiment.json"
INVOCATIONS = "invocations.jsonl"
STOPS = "stops.jsonl"
LOCK = ".lock"
_Record = TypeVar("_Record", bound=BaseModel)


@contextmanager
def disk_errors(path: Path) -> Generator[None]:
    """Turns a full or read-only disk into a StoreError with what to do."""
    try:
        yield
    except OSError as error:
        if error.errno in (errno.ENOSPC, errno.EDQUOT):
            hint = f"make room, then: ./agon resume {path}"
            raise StoreError(f"{path}: the disk is full; what was measured is kept: {hint}") from None
        if error.errno in (errno.EROFS, errno.EACCES, errno.EPERM, errno.ENOTDIR, errno.EEXIST):
            raise StoreError(f"{path}: cannot write there ({error.strerror}); choose another --out") from None
        raise


def _sync(path: Path) -> None:
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


@contextmanager
def whole(path: Path) -> Generator[Path]:
    """A file next to `path` to be written: it becomes `path` when the block ends. After a crash `path` is there whole
    or not at all, and after an error nothing is left."""
    temporary = path.with_name(f".{path.name}.new")
    try:
        yield temporary
        _sync(temporary)
        temporary.replace(path)
        _sync(path.parent)
    finally:
        temporary.unlink(missing_ok=True)


@contextmanager
def new_file(path: Path) -> Generator[Path]:
    """As `whole`, for a file that a user names: it is not there yet, and its folder is made."""
    if path.exists():
        raise UsageError(f"{path} exists; choose another name")
    with disk_errors(path.parent):
        path.parent.mkdir(parents=True, exist_ok=True)
        with whole(path) as temporary:
            yield temporary


def write_atomically(path: Path, text: str) -> None:
    """Write a file so that after a crash it is there whole or not at all."""
    with whole(path) as temporary:
        temporary.write_text(text, encoding="utf-8")


def _parse(record: type[_Record], data: object, where: str, names: Places | None = None) -> _Record:
    """The record; with `names` fit to be shown: programs wrote names, reasons, standard error."""
    known: Any = data if names is None else all_printable(data, names.hide)
    version = data.get("schema_version", 0) if isinstance(data, dict) else 0  # pyright: ignore[reportUnknownMemberType, reportUnknownVariableType]
    if isinstance(version, int) and version > SCHEMA_VERSION:
        raise StoreError(
            f"{where}: written by a newer Agon (schema {version}, this one reads {SCHEMA_VERSION}): update it"
        )
    try:
        return record.model_validate(known)
    except ValidationError as error:
        first = error.errors()[0]
        key = ".".join(str(part) for part in first["loc"])
        raise StoreError(f"{where}: damaged at '{key}': {first['msg']}") from None


def _whole_lines(path: Path) -> tuple[list[str], bytes]:
    """Complete lines, and what stands after the last line end: the byte `\\n`, and no other character."""
    if not path.exists():
        return [], b""
    *lines, rest = path.read_bytes().split(b"\n")
    return [line.decode("utf-8", errors="replace") for line in lines], rest


def _json(record: BaseModel, indent: int | None = None) -> str:
    """In ASCII, so that every string comes back as it was: halves of surrogate pairs have no encoding of their own."""
    separators = (",", ":") if indent is None else None
    return json.dumps(record.model_dump(mode="json"), indent=indent, separators=separators) + "\n"


def _read_lines(
    record: type[_Record], path: Path, names: Places | None = None, *, limit: int | None = None
) -> list[_Record]:
    lines, _ = _whole_lines(path)
    found: list[_Record] = []
    for number, line in enumerate(lines[:limit], 1):
        try:
            data = json.loads(line)
        except ValueError:
            raise StoreError(f"{path}: line {number} is damaged; move it out of the file to read the rest") from None
        found.append(_parse(record, data, f"{path}: line {number}", names))
    return found


def read_experiment(folder: Path, names: Places | None = None) -> Experiment:
    """The experiment of a result directory: as it was recorded, or, with `names`, as it is shown."""
    path = folder / EXPERIMENT
    if not path.exists():
        raise StoreError(f"{folder}: no experiment there (no {EXPERIMENT}); results lie in the folder that --out named")
    try:
        data = json.loads(path.read_text(encoding="utf-8"))
    except ValueError:
        raise StoreError(f"{path}: damaged: not JSON") from None
    return _parse(Experiment, data, str(path), names)


def places_of(folder: Path) -> Places:
    """The folders of this machine that stand in the records of a result directory."""
    first = next(iter(_read_lines(Invocation, folder / INVOCATIONS, limit=1)), None)
    return places.of(folder, read_experiment(folder), first.argv if first else ())


def load(folder: Path, *, as_recorded: bool = False) -> ResultSet:
    """Everything measured so far. Reads while another lab writes.

    What is read is fit to be shown and shared: printable, without folders of this machine. With `as_recorded` it is
    not: that is for who goes on with the experiment.
    """
    names = None if as_recorded else places_of(folder)
    experiment = read_experiment(folder, names)
    invocations = _read_lines(Invocation, folder / INVOCATIONS, names)
    return ResultSet(folder, experiment, tuple(invocations), tuple(_read_lines(Stop, folder / STOPS, names)))


def refuse_taken(folder: Path) -> None:
    """StoreError if the directory already holds an experiment."""
    if (folder / EXPERIMENT).exists():
        raise StoreError(f"{folder} already holds an experiment: './agon resume {folder}', or choose another --out")


class Store:
    """A result directory opened for writing; at most one at a time. Use as a context manager."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._lock: TextIOWrapper | None = None

    def __enter__(self) -> Store:
        with disk_errors(self.folder):
            self.folder.mkdir(parents=True, exist_ok=True)
            handle = (self.folder / LOCK).open("a+", encoding="utf-8")
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            handle.seek(0)
            holder = handle.read().strip() or "unknown"
            handle.close()
            raise StoreError(
                f"{self.folder}: another lab (process {holder}) is writing there; wait for it or choose another --out"
            ) from None
        with disk_errors(self.folder):
            handle.truncate(0)
            handle.write(str(os.getpid()))
            handle.flush()
        self._lock = handle
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._lock is not None:
            self._lock.close()
            self._lock = None

    def create(self, experiment: Experiment) -> None:
        """Begin an experiment here. StoreError if the directory already holds one."""
        refuse_taken(self.folder)
        with disk_errors(self.folder):
            write_atomically(self.folder / EXPERIMENT, _json(experiment, indent=1))

    def repair(self) -> None:
        """Set aside what a lab that died had not finished: half a line, and the samples of the one in flight."""
        with disk_errors(self.folder):
            for name in (INVOCATIONS, STOPS):
                path = self.folder / name
                _, rest = _whole_lines(path)
                if rest:
                    with (self.folder / "damaged.jsonl").open("ab") as handle:
                        handle.write(rest + b"\n")
                    with path.open("r+b") as handle:
                        handle.truncate(path.stat().st_size - len(rest))
                        os.fsync(handle.fileno())
            recorded = {i.id for i in _read_lines(Invocation, self.folder / INVOCATIONS)}
            for sample in sorted((self.folder / "samples").glob("*")):
                if sample.name not in recorded:
                    self._set_aside(sample)

    def _set_aside(self, sample: Path) -> None:
        aside = self.folder / "interrupted"
        aside.mkdir(exist_ok=True)
        number = 1
        while (aside / f"{sample.name}.{number}").exists():
            number += 1
        shutil.move(sample, aside / f"{sample.name}.{number}")

    def append(self, invocation: Invocation) -> None:
        """Record an invocation; on disk when this returns."""
        self._append(INVOCATIONS, invocation)

    def stop(self, stop: Stop) -> None:
        """Record why a cell is not measured further."""
        self._append(STOPS, stop)

    def _append(self, name: str, record: BaseModel) -> None:
        if not (self.folder / EXPERIMENT).exists():
            # Gone, or made again by a process that needed a folder in it: what would be appended could not be read
            # again.
            raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT), str(self.folder / EXPERIMENT))
        with disk_errors(self.folder), (self.folder / name).open("ab") as handle:
            handle.write(_json(record).encode("ascii"))
            handle.flush()
            os.fsync(handle.fileno())

    def samples(self, invocation_id: str) -> Path:
        """The folder for an invocation's files."""
        return self.folder / "samples" / invocation_id
