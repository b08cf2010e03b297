"""From a request to cells."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from support.places import FAKES, REFERENCE

from agon.errors import UsageError
from agon.platforms.registry import find_all
from agon.results.model import Cell, Experiment, Limits, Plan
from agon.run.experiment import block_order, invocation_id
from agon.run.machine import environment
from agon.run.plan import Request, Wish, plan_experiment
from agon.run.same import same_platform
from agon.workloads.registry import get

RING = {"workers": 5, "tokens": 2, "passes": 12}


def planned(*wishes: Wish) -> Experiment:
    plan = Plan(protocol="agon", seed=1, invocations=3)
    return plan_experiment(Request("test", wishes, plan, Limits(time_s=10)), environment(cgroup=False))


def test_every_combination_is_a_cell_with_a_name_of_its_own() -> None:
    platforms = find_all([str(REFERENCE), f"{FAKES}:hang"])
    experiment = planned(Wish(get("token-ring"), [RING, RING | {"tokens": 3}], platforms, [1]))
    assert len(experiment.cells) == 4
    assert len({cell.id for cell in experiment.cells}) == 4
    assert {cell.variant for cell in experiment.cells} == {"default", "hang"}


def test_fibonacci_brings_its_idle_reference_once() -> None:
    wish = Wish(get("fibonacci"), [{"clients": 3, "requests": 2, "max_n": 5}], find_all([str(REFERENCE)]), [1])
    roles = [(cell.role, cell.params["clients"]) for cell in planned(wish).cells]
    assert roles == [("main", 3), ("idle", 1)]


def test_cells_of_one_wish_may_have_limits_of_their_own() -> None:
    tight, platforms = Limits(time_s=5, memory_bytes=1 << 30), find_all([str(REFERENCE)])
    rounds = Wish(get("service-rounds"), [{"rounds": 3}], platforms, [1], limits=tight)
    experiment = planned(Wish(get("token-ring"), [RING], platforms, [1]), rounds)
    assert [experiment.limits_of(cell) for cell in experiment.cells] == [Limits(time_s=10), tight]


def test_each_number_of_threads_is_a_cell_of_its_own() -> None:
    wish = Wish(get("token-ring"), [RING], find_all([str(REFERENCE)]), [1], threads=(1, 2, 4))
    assert [(cell.cores, cell.threads) for cell in planned(wish).cells] == [(1, 1), (1, 2), (1, 4)]
    alone = Wish(get("token-ring"), [RING], find_all([str(REFERENCE)]), [1])
    assert [(cell.cores, cell.threads) for cell in planned(alone).cells] == [(1, 1)]


def test_what_cannot_run_is_left_out_with_its_reason() -> None:
    platforms = find_all([str(REFERENCE), f"{FAKES}:hang"])
    experiment = planned(Wish(get("chameneos"), [{"creatures": 2, "meetings": 1}], platforms, [1]))
    assert [cell.platform for cell in experiment.cells] == ["reference"]
    assert [(s.platform, s.kind) for s in experiment.skipped] == [("fakes:hang", "not offered")]


def test_a_parameter_that_a_platform_cannot_do_leaves_its_sizes_out(tmp_path: Path) -> None:
    manifest = (REFERENCE / "platform.toml").read_text(encoding="utf-8")
    only = '[workloads.throughput.only]\ntransport = { values = ["inproc", "ipc"], reason = "it has no TCP" }\n'
    (tmp_path / "platform.toml").write_text(manifest.partition("\n[workloads.throughput]")[0] + only, encoding="utf-8")
    ladder = [{"transport": t} for t in ("inproc", "ipc", "tcp")]
    experiment = planned(Wish(get("throughput"), ladder, find_all([str(tmp_path)]), [1]))
    assert [cell.params["transport"] for cell in experiment.cells] == ["inproc", "ipc"]
    assert [(s.kind, s.reason) for s in experiment.skipped] == [("not applicable", "transport=tcp: it has no TCP")]


def test_a_memory_limit_below_what_a_variant_needs_leaves_it_out(tmp_path: Path) -> None:
    manifest = (FAKES / "platform.toml").read_text(encoding="utf-8")
    manifest = manifest.replace("[run]\n", "[run]\nleast_memory_mb_of = { hang = 2048 }\n")
    (tmp_path / "platform.toml").write_text(manifest, encoding="utf-8")
    platforms = find_all([f"{tmp_path}:hang"])
    enough, tight = Limits(time_s=5, memory_bytes=2 << 30), Limits(time_s=5, memory_bytes=1 << 30)
    ring = get("token-ring")
    experiment = planned(
        Wish(ring, [RING], platforms, [1]),
        Wish(ring, [RING], platforms, [1], limits=enough),
        Wish(ring, [RING], platforms, [1], limits=tight),
    )
    assert [cell.limits for cell in experiment.cells] == [None, enough]
    reason = "variant 'hang' needs 2048 MiB of memory, the limit is 1024 MiB"
    assert [(s.kind, s.reason) for s in experiment.skipped] == [("not applicable", reason)]


def test_a_cell_shows_why_it_is_not_ranked_and_of_which_kind_it_is(tmp_path: Path) -> None:
    manifest = (REFERENCE / "platform.toml").read_text(encoding="utf-8")
    of_ring = 'unranked = { default = "it calls instead of sending" }\nkind_of = { default = "one thread" }\n'
    manifest = manifest.replace("[workloads.token-ring]\n", f"[workloads.token-ring]\n{of_ring}")
    (tmp_path / "platform.toml").write_text(manifest, encoding="utf-8")
    (cell,) = planned(Wish(get("token-ring"), [RING], find_all([str(tmp_path)]), [1])).cells
    assert (cell.unranked, cell.kind) == ("it calls instead of sending", "one thread")
    (plain,) = planned(Wish(get("token-ring"), [RING], find_all([str(REFERENCE)]), [1])).cells
    assert (plain.unranked, plain.kind) == ("", "")


def test_the_variant_that_sends_no_messages_is_not_ranked() -> None:
    """fairness: service-rounds counts six messages a round, and agon-actor:primitive calls."""
    ladder = [{"rounds": 3}]
    experiment = planned(
        Wish(get("service-rounds"), ladder, find_all(["agon-actor:messages", "agon-actor:primitive"]), [1])
    )
    assert [bool(cell.unranked) for cell in experiment.cells] == [False, True]


def test_nothing_left_is_an_error_with_its_reason() -> None:
    with pytest.raises(UsageError, match=r"nothing to run.*fakes"):
        planned(Wish(get("chameneos"), [{}], find_all([f"{FAKES}:hang"]), [1]))


def test_more_cores_than_there_are_is_an_error() -> None:
    with pytest.raises(UsageError, match="--cores 4096"):
        planned(Wish(get("token-ring"), [RING], find_all([str(REFERENCE)]), [4096]))


def test_the_platform_is_recorded_as_measured() -> None:
    record = planned(Wish(get("token-ring"), [RING], find_all([str(REFERENCE)]), [1])).platforms[0]
    assert record.version_found.startswith("Python 3")
    assert record.source_gzip["token-ring"] > 100


def test_a_block_holds_every_cell_once_in_an_order_that_the_seed_decides() -> None:
    experiment = planned(
        Wish(get("token-ring"), [RING | {"tokens": t} for t in range(1, 9)], find_all([str(REFERENCE)]), [1])
    )

    def ids(cells: list[Cell]) -> list[str]:
        return [cell.id for cell in cells]

    first, second = block_order(experiment.cells, 7, 0), block_order(experiment.cells, 7, 1)
    assert sorted(ids(first)) == sorted(ids(second)) == sorted(ids(list(experiment.cells)))
    assert ids(first) != ids(second)
    assert ids(first) == ids(block_order(experiment.cells, 7, 0))
    assert ids(first) != ids(block_order(experiment.cells, 8, 0))


def test_the_paths_of_all_cells_are_equally_long() -> None:
    """The length of arguments moves the stack, and with it times."""
    platforms = find_all([str(REFERENCE), f"{FAKES}:too-few-samples"])
    experiment = planned(Wish(get("fibonacci"), [{"clients": 3, "requests": 2, "max_n": 5}], platforms, [1]))
    names = {invocation_id(cell, number) for cell in experiment.cells for number in (1, 9, 10, 999)}
    assert len(names) == 4 * len(experiment.cells)
    assert len({len(name) for name in names}) == 1


def with_runtime(folder: Path) -> Path:
    """The reference platform, which offers a runtime in addition to its own and dates its version."""
    shutil.copytree(REFERENCE, folder)
    toml = folder / "platform.toml"
    more = 'offered = ["3"]\nreleased = { "3" = "2008-12-03" }\nruntimes = ["slow"]\n'
    more += 'runtime_installed = ["echo", "runtime", "{runtime}"]\n'
    text = toml.read_text().replace('offered = ["3"]\n', more)
    toml.write_text(text.replace("commands = []", 'commands = [["true", "{runtime}"]]'))
    return folder


def test_a_platform_is_recorded_with_its_runtime_and_its_release_and_found_again(tmp_path: Path) -> None:
    folder = with_runtime(tmp_path / "reference")
    plain, slow = found = find_all([str(folder), f"{folder}@3+slow"])
    recorded = planned(Wish(get("token-ring"), [RING], found, [1])).platforms
    assert [(p.runtime_asked, p.runtime_found) for p in recorded] == [("", "runtime"), ("slow", "runtime slow")]
    assert [p.released for p in recorded] == ["2008-12-03", "2008-12-03"]
    assert recorded[0].source_digest != recorded[1].source_digest
    assert [same_platform(p) for p in recorded] == [plain, slow]
