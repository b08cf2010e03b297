"""What programs write is shown, and steers nothing: terminals, pages, documents, JSON."""

from __future__ import annotations

import json
import unicodedata
from pathlib import Path

import pytest
import typer
from report.test_html import Page
from support.result_sets import Options, write_result_set

from agon.analysis.judged import Judged
from agon.cli import campaign
from agon.cli.jsonout import print_json
from agon.cli.main import print_error
from agon.cli.tables import console, tabulate
from agon.printable import all_printable, printable
from agon.report.build import FORMATS, render
from agon.results.store import load

HOSTILE = (
    "\x1b[2J\x1b]0;title\x07 \x9b31m\x9d8;;file:///etc\x9c \u202eexe.fdp\u2066\u200b\ufeff"
    "</pre><script>window.stolen=1</script><img src=x onerror='window.stolen=1'>[bold]x[/bold]"
)
HIDDEN = {chr(c) for c in range(0x110000) if unicodedata.category(chr(c)) in ("Cc", "Cf", "Cs", "Zl", "Zp")}


def unseen(text: str) -> set[str]:
    return HIDDEN & set(text) - {"\n", "\t"}


def test_every_character_that_cannot_be_seen_is_written_out() -> None:
    for character in sorted(HIDDEN):
        made = printable(character)
        assert made.isascii() and made.isprintable()
        assert json.loads(f'"{made}"') == character
    seen = 'Grüße, 世界 \xa0\u202f🎭 \\ " <b> µ'
    assert printable(seen) == seen


def test_lines_stay_where_they_are_wanted() -> None:
    assert printable("a\r\nb\tc\rd", lines=True) == "a\nb\tc\nd"
    assert printable("a\nb\tc\r") == r"a\nb\tc\r"
    assert all_printable({"k\x1b": ["\x9b", 1, None, {"x": "a\nb"}]}) == {
        r"k\u001b": [r"\u009b", 1, None, {"x": "a\nb"}]
    }


def test_the_terminal_is_not_steered(capsys: pytest.CaptureFixture[str]) -> None:
    campaign.note(HOSTILE)
    print_error(HOSTILE)
    console().print(HOSTILE, markup=False, soft_wrap=True)
    console().print(tabulate((HOSTILE,), [(HOSTILE,)], title="x\x1b[31m"))
    printed = capsys.readouterr()
    assert unseen(printed.out + printed.err) == set()
    assert "[bold]x[/bold]" in printed.err


def test_json_is_the_same_data_without_them(capsys: pytest.CaptureFixture[str]) -> None:
    print_json({HOSTILE: [HOSTILE]})
    out = capsys.readouterr().out
    assert unseen(out) == set()
    assert json.loads(out) == {HOSTILE: [HOSTILE]}


def hostile_set(tmp_path: Path) -> Path:
    """Every word that a program or an archive may bring is hostile."""
    results = write_result_set(tmp_path, Options(stderr=HOSTILE, title=HOSTILE, workloads=("chameneos", "token-ring")))
    for name in ("experiment.json", "invocations.jsonl"):
        path = results.root / name
        bad = json.dumps(f"pekko{HOSTILE}")[1:-1]
        text = path.read_text().replace('"platform":"pekko"', f'"platform":"{bad}"')
        text = text.replace('"platform": "pekko"', f'"platform": "{bad}"').replace(
            '"label": "pekko"', f'"label": "{bad}"'
        )
        path.write_text(text.replace("badmatch", f"badmatch{bad}").replace("meetings sum", f"{bad}meetings sum"))
    return results.root


@pytest.mark.parametrize("fmt", FORMATS)
def test_no_report_holds_them(tmp_path: Path, fmt: str) -> None:
    text = render(Judged(load(hostile_set(tmp_path))), fmt)
    assert unseen(text) == set()
    assert "stolen" in text
    if fmt == "html":
        page = Page(text)
        assert len(page.of("script")) == 4 and page.of("img") == []
        for drawing in json.loads(page.scripts["specs"]).values():
            assert unseen(json.dumps(drawing, ensure_ascii=False)) == set()


def test_the_end_of_an_experiment_shows_reasons_as_text(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = hostile_set(tmp_path)
    with pytest.raises(typer.Exit):  # cells have failed
        campaign.conclude(folder, True)
    printed = capsys.readouterr()
    assert "stolen" in printed.out and "failed" in printed.out
    assert unseen(printed.out + printed.err) == set()
    assert unseen((folder / "report.html").read_text()) == set()
