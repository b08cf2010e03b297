"""Export and import."""

from __future__ import annotations

import io
import tarfile
from pathlib import Path

import pytest
from results.test_store import stored

from agon.errors import AgonError, StoreError, UsageError
from agon.results.store import load
from agon.results.transfer import export, import_file


def test_an_experiment_survives_the_journey_whole(tmp_path: Path) -> None:
    folder = stored(tmp_path / "mine", tmp_path)
    sample = folder / "samples" / load(folder).invocations[0].id / "points.csv"
    sample.write_text("iteration,client,n,value,ns\n")
    export(folder, tmp_path / "out.agon.tar.gz")
    there = import_file(tmp_path / "out.agon.tar.gz", tmp_path / "elsewhere")
    assert there == tmp_path / "elsewhere" / "mine"
    assert load(there).invocations == load(folder).invocations
    assert (there / sample.relative_to(folder)).read_text() == sample.read_text()


def test_nothing_is_overwritten(tmp_path: Path) -> None:
    folder = stored(tmp_path / "mine", tmp_path)
    file = tmp_path / "out.agon.tar.gz"
    export(folder, file)
    with pytest.raises(UsageError, match="exists"):
        export(folder, file)
    import_file(file, tmp_path / "elsewhere")
    with pytest.raises(StoreError, match="exists"):
        import_file(file, tmp_path / "elsewhere")


def archive(path: Path, name: str, data: bytes) -> Path:
    with tarfile.open(path, "w:gz") as tar:
        member = tarfile.TarInfo(name)
        member.size = len(data)
        tar.addfile(member, io.BytesIO(data))
    return path


@pytest.mark.parametrize("name", ["../evil.txt", "/etc/evil.txt", "x/y.txt"])
def test_bad_archives_leave_nothing_behind(tmp_path: Path, name: str) -> None:
    file = archive(tmp_path / "bad.tar.gz", name, b"x")
    with pytest.raises(AgonError):
        import_file(file, tmp_path / "into")
    assert list((tmp_path / "into").iterdir()) == []
    assert not (tmp_path / "evil.txt").exists()


def test_what_is_no_archive_is_refused(tmp_path: Path) -> None:
    (tmp_path / "bad.tar.gz").write_bytes(b"not a tar file")
    with pytest.raises(UsageError, match="not an exported experiment"):
        import_file(tmp_path / "bad.tar.gz", tmp_path / "into")
    with pytest.raises(UsageError, match="no such file"):
        import_file(tmp_path / "gone.tar.gz", tmp_path / "into")
