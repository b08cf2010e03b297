"""Two experiments at once: the second reports that it waits, and waits."""

from __future__ import annotations

import os
import stat
import threading
from pathlib import Path

import pytest

from agon.errors import AgonError
from agon.run import exclusive
from agon.run.exclusive import alone


def test_the_second_waits_for_the_first_and_names_it(tmp_path: Path) -> None:
    lock = tmp_path / "lock"
    messages: list[str] = []
    entered = threading.Event()

    def second() -> None:
        with alone(messages.append, lock):
            entered.set()

    with alone(messages.append, lock):
        thread = threading.Thread(target=second)
        thread.start()
        assert not entered.wait(0.3)
        assert messages == [
            f"another experiment is running (process {os.getpid()}): waiting, so that neither disturbs the other"
        ]
    thread.join(10)
    assert entered.is_set()


def test_a_lab_that_died_delays_no_other(tmp_path: Path) -> None:
    lock = tmp_path / "lock"
    child = os.fork()
    if child == 0:
        context = alone(lambda _: None, lock)
        context.__enter__()
        os._exit(9)  # no tidying up: the kernel gives the lock back
    os.waitpid(child, 0)
    messages: list[str] = []
    with alone(messages.append, lock):
        assert messages == []


def hold() -> Path:
    """Take the machine as every experiment does; where the lock lay."""
    with alone(lambda _: None):
        return next(f / exclusive.NAME for f in exclusive.folders() if (f / exclusive.NAME).exists())


def private(folder: Path, mode: int = 0o700) -> Path:
    folder.mkdir(parents=True)
    folder.chmod(mode)
    return folder


def test_the_lock_lies_in_a_folder_of_the_users_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(private(tmp_path / "run")))
    lock = hold()
    assert lock == tmp_path / "run" / "agon" / exclusive.NAME
    assert stat.S_IMODE(lock.parent.stat().st_mode) == 0o700
    assert stat.S_IMODE(lock.stat().st_mode) == 0o600


def test_a_runtime_folder_that_others_can_enter_is_passed_over(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(private(tmp_path / "run", 0o777)))
    assert tmp_path / "run" / "agon" not in exclusive.folders()
    (tmp_path / "link").symlink_to(private(tmp_path / "other"))
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(tmp_path / "link"))
    assert tmp_path / "link" / "agon" not in exclusive.folders()


def test_without_a_home_the_lock_lies_with_the_builds(
    tmp_path: Path, own_state: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("XDG_RUNTIME_DIR", raising=False)
    (tmp_path / "file").touch()
    monkeypatch.setenv("HOME", str(tmp_path / "file"))
    if next(exclusive.folders()) != tmp_path / "file/.cache/agon":
        pytest.skip("this machine has a runtime folder")
    assert hold() == own_state / "lock" / exclusive.NAME


def no_home(_: Path) -> Path:
    raise RuntimeError("Could not determine home directory.")


def test_a_user_without_an_entry_in_the_list_of_users_has_a_lock(
    own_state: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("XDG_RUNTIME_DIR", raising=False)
    monkeypatch.setattr(exclusive, "_is_private", lambda _: False)
    monkeypatch.setattr(Path, "expanduser", no_home)
    assert list(exclusive.folders()) == [own_state / "lock"]
    with alone(lambda _: None):
        assert (own_state / "lock" / exclusive.NAME).exists()


def test_a_planted_link_is_not_followed(tmp_path: Path) -> None:
    victim = tmp_path / "precious"
    victim.write_text("data")
    lock = private(tmp_path / "run") / "lock"
    lock.symlink_to(victim)
    with pytest.raises(AgonError, match="cannot open the lock"), alone(lambda _: None, lock):
        pass
    lock.unlink()
    lock.hardlink_to(victim)
    with pytest.raises(AgonError, match="no plain file of yours"), alone(lambda _: None, lock):
        pass
    assert victim.read_text() == "data"


def test_a_linked_folder_and_a_pipe_are_refused(tmp_path: Path) -> None:
    (tmp_path / "link").symlink_to(private(tmp_path / "elsewhere"))
    with pytest.raises(AgonError, match="no folder of your own"), alone(lambda _: None, tmp_path / "link" / "lock"):
        pass
    assert list((tmp_path / "elsewhere").iterdir()) == []
    os.mkfifo(tmp_path / "elsewhere" / "lock")
    with pytest.raises(AgonError, match="no plain file"), alone(lambda _: None, tmp_path / "elsewhere" / "lock"):
        pass


def test_what_stands_in_the_lock_is_named_only_if_it_is_a_process(tmp_path: Path) -> None:
    lock = tmp_path / "lock"
    messages: list[str] = []
    entered = threading.Event()

    def second() -> None:
        with alone(messages.append, lock):
            entered.set()

    with alone(messages.append, lock):
        lock.write_text("\x1b[2Jgone")
        thread = threading.Thread(target=second)
        thread.start()
        assert not entered.wait(0.3)
    thread.join(10)
    assert "(process unknown)" in messages[0]
