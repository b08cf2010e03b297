"""Experiments out and in: one compressed tar file with the whole result directory, raw data included.

What is exported is for others: in records, reports and standard error, names stand for this machine's folders and for
the user (agon.results.places).
"""

from __future__ import annotations

import io
import json
import shutil
import tarfile
import tempfile
from pathlib import Path

from agon.errors import StoreError, UsageError
from agon.results.store import EXPERIMENT, INVOCATIONS, LOCK, STOPS, disk_errors, load, new_file, places_of

_RECORDS = {EXPERIMENT, INVOCATIONS, STOPS, "damaged.jsonl"}
_TEXTS = _RECORDS | {"stdout.jsonl", "stderr.txt", "report.html", "report.md", "report.tex", "report.csv"}
"""Files in which folders of this machine may be named. All are small enough to be read whole."""
_NAMES = ("USER", "LOGNAME")
MEMBER_LIMIT = 2 << 30
"""Largest single file taken in: an archive may come from elsewhere."""


def export(folder: Path, file: Path) -> None:
    """Write `folder` to `file`. Both directories and file are left as they are if anything fails."""
    load(folder)  # refuses what is no result directory, or damaged
    with new_file(file) as temporary, tarfile.open(temporary, "w:gz") as archive:
        _fill(archive, folder)


def _fill(archive: tarfile.TarFile, folder: Path) -> None:
    top, places = folder.resolve().name, places_of(folder)
    archive.add(folder, arcname=top, recursive=False, filter=_exported)
    for path in sorted(folder.rglob("*")):
        name = f"{top}/{path.relative_to(folder)}"
        if path.is_symlink() or not path.is_file() or path.name not in _TEXTS:
            archive.add(path, arcname=name, recursive=False, filter=_exported)
            continue
        text = path.read_text(encoding="utf-8", errors="surrogateescape")
        if path == folder / EXPERIMENT:
            text = _nameless(text)
        data = places.hide(text).encode("utf-8", errors="surrogateescape")
        member = _exported(archive.gettarinfo(path, arcname=name))
        if member is not None:
            member.size = len(data)
            archive.addfile(member, io.BytesIO(data))


def _nameless(experiment: str) -> str:
    """`experiment.json` without the user's name."""
    data = json.loads(experiment)
    handed_over = data.get("environment", {}).get("handed_over", {})
    handed_over |= {name: f"${name}" for name in _NAMES if name in handed_over}
    return json.dumps(data, indent=1, ensure_ascii=False) + "\n"


def _exported(member: tarfile.TarInfo) -> tarfile.TarInfo | None:
    if Path(member.name).name == LOCK or not (member.isfile() or member.isdir()):
        return None
    member.uid = member.gid = 0
    member.uname = member.gname = ""
    return member


def import_file(file: Path, into: Path) -> Path:
    """Unpack an exported experiment below `into`; returns its directory. Nothing is left behind if the file is bad."""
    if not file.exists():
        raise UsageError(f"{file}: no such file")
    with disk_errors(into):
        into.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=into, prefix=".import-") as scratch:
        try:
            with tarfile.open(file, "r:gz") as archive:
                for member in archive:
                    if member.size > MEMBER_LIMIT:
                        raise UsageError(f"{file}: {member.name} is larger than an experiment's files are")
                    archive.extract(member, scratch, filter="data")
        except (tarfile.TarError, EOFError, OSError) as error:
            raise UsageError(f"{file}: not an exported experiment ({error})") from None
        tops = [path for path in Path(scratch).iterdir() if (path / EXPERIMENT).exists()]
        if len(tops) != 1:
            raise UsageError(f"{file}: holds {len(tops)} experiments, expected one (made by './agon export')")
        (tops[0] / INVOCATIONS).touch()
        load(tops[0])
        target = into / tops[0].name
        if target.exists():
            raise StoreError(f"{target} exists; import somewhere else with --into DIR")
        shutil.move(tops[0], target)
    return target
