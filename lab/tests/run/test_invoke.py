"""What a program is given besides its arguments."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from support.trials import trials

PLATFORM = """
schema = 1

[platform]
id = "teller"
name = "Teller"
family = "actor"
language = "Python"
homepage = "docs/engine.md"
licence = "Apache-2.0"
summary = "Tells its environment, and fails."

[versions]
default = "1"
offered = ["1"]
installed = ["true"]

[[needs]]
command = "python3"
hint = "install Python"

[run]
command = ["python3", "{source}/tell.py"]
heap = []

[workloads.token-ring]
variants = ["default"]
sources = ["tell.py"]
"""

VARIANTS = """
[variants]
plain = "as it comes"
tuned = "with options"
"""


def test_a_variant_may_have_options_of_its_own(tmp_path: Path) -> None:
    source = tmp_path / "teller"
    source.mkdir()
    run = 'command = ["python3", "{options}", "{source}/tell.py"]\noptions_of = { tuned = ["-X", "dev"] }'
    text = PLATFORM.replace('command = ["python3", "{source}/tell.py"]', run)
    text = text.replace('["default"]', '["plain", "tuned"]')
    (source / "platform.toml").write_text(text + VARIANTS, encoding="utf-8")
    (source / "tell.py").write_text("import sys\nsys.exit(repr(sys.flags.dev_mode))\n", encoding="utf-8")
    with trials(tmp_path) as given:
        told = [given.run(f"{source}:{v}", "token-ring", {}, witness=False).stderr_tail for v in ("plain", "tuned")]
    assert [word.strip() for word in told] == ["False", "True"]


def test_what_is_said_to_the_lab_is_not_said_to_programs_but_for_observing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    source = tmp_path / "teller"
    source.mkdir()
    (source / "platform.toml").write_text(PLATFORM, encoding="utf-8")
    tell = (
        "import json, os, sys\nkeys = [key for key in os.environ if key.startswith(('AGON_', 'JAVA_TOOL', 'GOGC'))]\n"
    )
    (source / "tell.py").write_text(tell + "sys.exit(json.dumps(sorted(keys)))\n", encoding="utf-8")
    monkeypatch.setenv("AGON_OBSERVE", "1")
    monkeypatch.setenv("AGON_PYTHON", "python3")
    monkeypatch.setenv("JAVA_TOOL_OPTIONS", "-Xmx1g")  # what tunes runtimes comes from platform.toml alone
    monkeypatch.setenv("GOGC", "off")
    with trials(tmp_path) as given:
        told = given.run(str(source), "token-ring", {}, witness=False).stderr_tail
    assert json.loads(told) == ["AGON_MARK", "AGON_OBSERVE"]
