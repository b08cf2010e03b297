"""The digest of what was built."""

from __future__ import annotations

import os
import zipfile
from pathlib import Path

from platforms.test_build import tiny

from agon.platforms.build import build
from agon.platforms.built import built_digest
from agon.platforms.probe import build_folder
from agon.platforms.registry import Platform

SCRIPT = "mkdir -p {build}/lib && echo one > {build}/lib/program && ln -sfn lib {build}/link && touch {build}/a.jsa"


def made(tmp_path: Path) -> tuple[Platform, Path, str]:
    platform = tiny(tmp_path, script=SCRIPT)
    build(platform)
    return platform, build_folder(platform), built_digest(platform)


def test_a_build_with_the_same_files_has_the_same_digest(tmp_path: Path) -> None:
    platform, folder, digest = made(tmp_path)
    build(platform, force=True)
    os.utime(folder / "lib" / "program", (1, 1))
    assert built_digest(platform) == digest


def test_a_changed_file_changes_it(tmp_path: Path) -> None:
    platform, folder, digest = made(tmp_path)
    program = folder / "lib" / "program"
    known = program.stat()
    program.write_text("two\n")  # of the same size, and next of the same time
    os.utime(program, ns=(known.st_atime_ns, known.st_mtime_ns))
    program.write_text("two\n")
    assert built_digest(platform) != digest
    program.write_text("one\n")
    assert built_digest(platform) == digest
    program.chmod(0o755)
    assert built_digest(platform) != digest
    program.chmod(0o644)
    program.unlink()
    assert built_digest(platform) != digest


def test_a_link_that_leads_elsewhere_changes_it(tmp_path: Path) -> None:
    platform, folder, digest = made(tmp_path)
    (folder / "link").unlink()
    (folder / "link").symlink_to("/usr")
    assert built_digest(platform) != digest


def test_logs_archives_and_what_programs_add_do_not(tmp_path: Path) -> None:
    platform, folder, digest = made(tmp_path)
    for name in ("build.log", "a.jsa", ".agon-started-default", "lib/state.db", "lib/program.pyc"):
        (folder / name).write_text("changed")
    assert built_digest(platform) == digest


def test_a_jar_is_known_by_what_is_in_it(tmp_path: Path) -> None:
    platform, folder, _ = made(tmp_path)

    def jar(year: int, text: str) -> str:
        with zipfile.ZipFile(folder / "a.jar", "w") as file:
            file.writestr(zipfile.ZipInfo("A.class", (year, 1, 1, 0, 0, 0)), text)
        (folder / ".agon-files").unlink(missing_ok=True)
        return built_digest(platform)

    assert jar(2020, "one") == jar(2024, "one") != jar(2024, "two")


def test_a_folder_with_no_build_has_one_too(tmp_path: Path) -> None:
    assert built_digest(tiny(tmp_path))
