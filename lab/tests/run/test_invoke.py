"""What a program is given besides its arguments."""

from __future__ import annotations

import ctypes
import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from support.trials import trials

from agon.run.stack import EVEN, PAD, PAGE

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
        output = [given.run(f"{source}:{v}", "token-ring", {}, witness=False).stderr_tail for v in ("plain", "tuned")]
    assert [word.strip() for word in output] == ["False", "True"]


def test_settings_of_the_lab_are_not_passed_to_programs_but_for_observing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    source = tmp_path / "teller"
    source.mkdir()
    (source / "platform.toml").write_text(PLATFORM, encoding="utf-8")
    program = (
        "import json, os, sys\nkeys = [key for key in os.environ if key.startswith(('AGON_', 'JAVA_TOOL', 'GOGC'))]\n"
    )
    (source / "tell.py").write_text(program + "sys.exit(json.dumps(sorted(keys)))\n", encoding="utf-8")
    monkeypatch.setenv("AGON_OBSERVE", "1")
    monkeypatch.setenv("AGON_PYTHON", "python3")
    monkeypatch.setenv("JAVA_TOOL_OPTIONS", "-Xmx1g")  # what tunes runtimes comes from platform.toml alone
    monkeypatch.setenv("GOGC", "off")
    with trials(tmp_path) as given:
        output = given.run(str(source), "token-ring", {}, witness=False).stderr_tail
    assert [key for key in json.loads(output) if key not in (PAD, EVEN)] == ["AGON_MARK", "AGON_OBSERVE"]


ADDR_NO_RANDOMIZE = 0x0040000
"""personality(2): addresses are not drawn at random."""
BEGIN_OF_STACK = 25
"""In /proc/self/stat, counted behind the name."""


@pytest.fixture
def not_randomised() -> Iterator[None]:
    libc = ctypes.CDLL(None)
    before = libc.personality(0xFFFFFFFF)
    if libc.personality(before | ADDR_NO_RANDOMIZE) == -1:
        pytest.skip("the kernel lets nobody turn the randomising of addresses off here")
    yield
    libc.personality(before)


@pytest.mark.usefixtures("not_randomised")
def test_the_stack_begins_at_the_same_place_in_a_page_however_long_the_words_are(tmp_path: Path) -> None:
    starts: set[int] = set()
    program = "import sys\nstat = open('/proc/self/stat').read().rpartition(')')[2].split()\n"
    program += f"sys.exit(stat[{BEGIN_OF_STACK}])\n"
    for folder in ("a", "a-much-longer-name-of-a-folder"):
        source = tmp_path / folder
        source.mkdir()
        run = 'command = ["python3", "{options}", "{source}/tell.py"]\noptions_of = { tuned = ["-B"] }'
        text = PLATFORM.replace('command = ["python3", "{source}/tell.py"]', run)
        (source / "platform.toml").write_text(text.replace('["default"]', '["plain", "tuned"]') + VARIANTS)
        (source / "tell.py").write_text(program)
        with trials(tmp_path) as given:
            for variant in ("plain", "tuned"):
                for passes in (1, 1000):
                    params = {"workers": 3, "tokens": 1, "passes": passes}
                    output = given.run(f"{source}:{variant}", "token-ring", params, witness=False).stderr_tail
                    starts.add(int(output) % PAGE)
    assert len(starts) == 1
