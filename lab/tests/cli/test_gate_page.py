"""Each command of docs/gate.md runs as it stands there."""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

from support.repositories import BRIEF, UserRepository

from agon import home

PAGE = (home.root() / "docs" / "gate.md").read_text(encoding="utf-8")
COMMANDS = re.findall(r"^ {4}(agon .*)$", PAGE, re.MULTILINE) + re.findall(r"`(agon (?:gate|new) [^`]*)`", PAGE)


def test_each_command_of_the_page_runs(tmp_path: Path) -> None:
    mine = UserRepository(tmp_path / "mine")
    launcher = tmp_path / "bin" / "agon"
    launcher.parent.mkdir()
    brief = shlex.join(BRIEF)
    launcher.write_text(
        f'#!/bin/sh\ncase "$1" in gate) more="{brief} --out {tmp_path}/out/$$" ;; esac\n'
        f'exec "{sys.executable}" -m agon "$@" $more\n'
    )
    launcher.chmod(0o755)
    (tmp_path / "out").mkdir()
    clone = tmp_path / "clone"
    mine.git("clone", "--quiet", f"file://{mine.root}", str(clone))
    mine.root = clone
    mine.git("switch", "--quiet", "--create", "change")
    mine.edit("= 1.0", "= 1.001")
    mine.commit()
    done = []
    for command in sorted(COMMANDS, key=lambda c: "history" in c):
        results = shlex.join(str(folder) for folder in sorted((tmp_path / "out").iterdir()))
        text = command.replace("DIR...", results)
        ran = subprocess.run(
            ["bash", "-c", text],
            cwd=clone,
            env=os.environ | {"PATH": f"{launcher.parent}:{os.environ['PATH']}", "XDG_CACHE_HOME": str(tmp_path)},
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            check=False,
        )
        assert ran.returncode == 0, (text, ran.stdout, ran.stderr)
        done.append(command.split()[1])
    assert {"gate", "new", "history"} <= set(done)
    assert (clone / "comment.md").read_text().startswith("<!-- agon-gate -->")
    assert "<!-- agon-gate -->" in PAGE
    assert (clone / "history.html").exists()


def test_the_page_is_short() -> None:
    assert len(PAGE.split()) <= 500
