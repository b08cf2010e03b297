"""Nothing that is shared shows where it was made."""

from __future__ import annotations

import tarfile
from pathlib import Path

import pytest
from results.test_store import stored

from agon import home
from agon.analysis.judged import Judged
from agon.report.build import FORMATS, render
from agon.results.places import Places, here
from agon.results.store import EXPERIMENT, INVOCATIONS, load, read_experiment
from agon.results.transfer import export, import_file

ADA = Places([("/home/ada", "$HOME"), ("/home/ada/agon", "$AGON_ROOT"), ("/home/ada/r", "$RESULTS"), ("/", "$X")])


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("samples=/home/ada/r/samples/1", "samples=$RESULTS/samples/1"),
        ("/home/ada/agon/.agon/build:/home/ada", "$AGON_ROOT/.agon/build:$HOME"),
        ("file:///home/ada/x and '/home/ada'.", "file://$HOME/x and '$HOME'."),
        ("-I/home/ada/include", "-I$HOME/include"),
        ("/home/adam /home/ada-2 /home/ada.old /mnt/home/ada", "/home/adam /home/ada-2 /home/ada.old /mnt/home/ada"),
        ("at Main (/home/ada/r)", "at Main ($RESULTS)"),
        ("no path", "no path"),
    ],
)
def test_folders_have_names(text: str, shown: str) -> None:
    assert ADA.hide(text) == shown
    assert ADA.hide(shown) == shown


def test_names_are_folders_again() -> None:
    assert ADA.expand("$AGON_ROOT/platforms/akka") == "/home/ada/agon/platforms/akka"
    assert ADA.expand("$HOME") == "/home/ada"
    assert ADA.expand("/opt/x") == "/opt/x"
    assert ADA.expand("$HOMELY/x") == "$HOMELY/x"


def test_without_any_folder_nothing_is_hidden() -> None:
    assert Places([("/", "$HOME"), ("", "$X")]).hide("/home/ada") == "/home/ada"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A result directory of Ada's, who has moved since; every record names her folders."""
    monkeypatch.setenv("HOME", str(tmp_path / "houses/now"))
    folder = stored(tmp_path / "houses/now/mine", tmp_path, count=360)
    invocations = (folder / INVOCATIONS).read_text()
    words = f'"{home.state()}/build/x","/home/ada/agon/.agon/y","samples=/home/ada/old/mine/samples/1"'
    invocations = invocations.replace('"argv":[', f'"argv":[{words},')
    invocations = invocations.replace("badmatch", f"badmatch in {folder}/samples/1 of /home/ada/.m2")
    (folder / INVOCATIONS).write_text(invocations)
    experiment = (folder / EXPERIMENT).read_text()
    experiment = experiment.replace('"platforms/erlang"', '"/home/ada/agon/platforms/erlang"')
    experiment = experiment.replace('"--seed"', f'"--out",\n"{home.root()}/r","--seed"')
    experiment = experiment.replace(
        '"handed_over": {}', '"handed_over": {"HOME": "/home/ada", "USER": "ada", "PATH": "/bin:/home/ada/bin"}'
    )
    (folder / EXPERIMENT).write_text(experiment)
    (folder / "samples" / load(folder).invocations[0].id / "stderr.txt").write_bytes(b"\xff in /home/ada/x")
    return folder


def forbidden(folder: Path) -> list[str]:
    return ["/home/ada", *(path for path, _ in here(folder))]


@pytest.mark.parametrize("fmt", FORMATS)
def test_no_report_contains_where_it_was_made(folder: Path, fmt: str) -> None:
    assert "/home/ada" in (folder / EXPERIMENT).read_text()
    text = render(Judged(load(folder)), fmt)
    assert [path for path in forbidden(folder) if path in text] == []
    if fmt in ("html", "md"):
        assert "samples=$RESULTS/samples/1" in text.replace("\\", "")


def test_no_archive_contains_it_and_the_experiment_is_the_same(folder: Path, tmp_path: Path) -> None:
    file = tmp_path / "out.agon.tar.gz"
    export(folder, file)
    with tarfile.open(file) as archive:
        for member in archive:
            data = archive.extractfile(member)
            text = data.read().decode(errors="replace") if data else ""
            assert [path for path in forbidden(folder) if path in text] == [], member.name
            assert '"ada"' not in text
    there = import_file(file, tmp_path / "elsewhere")
    assert load(there).invocations == load(folder).invocations
    assert load(there).experiment.cells == load(folder).experiment.cells
    sample = next(there.glob("samples/*/stderr.txt"))
    assert sample.read_bytes() == b"\xff in $HOME/x"


def test_who_goes_on_with_it_reads_what_was_recorded(folder: Path) -> None:
    erlang = next(p for p in read_experiment(folder).platforms if p.id == "erlang")
    assert erlang.folder == "/home/ada/agon/platforms/erlang"
    assert load(folder, as_recorded=True).experiment == read_experiment(folder)
    shown = next(p for p in load(folder).experiment.platforms if p.id == "erlang")
    assert shown.folder == "$AGON_ROOT/platforms/erlang"


def test_without_a_home_the_other_folders_have_their_names(monkeypatch: pytest.MonkeyPatch) -> None:
    def no_home(_: Path) -> Path:
        raise RuntimeError("Could not determine home directory.")

    monkeypatch.setattr(Path, "expanduser", no_home)
    assert {name for _, name in here()} == {"$AGON_STATE", "$AGON_ROOT"}
