#!/usr/bin/env python3
"""kintree search --starts: search_ranks.py KINTREE [MPIRUN]. However many threads, ranks and interruptions there were, the worst of all
hunts is found, the same bytes are written, and nothing is hunted twice."""
from __future__ import annotations

import fcntl
import json
import os
import pty
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from ranks import ENVIRONMENT, ranks_of, refused, refused_by_ranks, run

KINTREE, MPIRUN = sys.argv[1], sys.argv[2:]
STARTS, CASES, SEED = 5, 200, 11
ONE = {"crba": "mass_matrix", "rnea": "inverse_dynamics"}


def words(*more: str, cases: int = CASES, starts: int = STARTS, seed: int = SEED) -> list[str]:
    plugins = [word for plugin in ONE for word in ("--plugin", plugin)]
    return [KINTREE, "search", *plugins, "--bodies", "2", "--cases", str(cases), "--starts", str(starts), "--seed", str(seed), *more]


def finds(folder: Path) -> dict[str, int]:
    return {file.name: file.stat().st_mtime_ns for file in folder.glob("hunt-*.json")}


def on_a_terminal(command: list[str]) -> bytes:
    """The output on a terminal beside the results."""
    ours, its = pty.openpty()
    said = b""
    try:
        subprocess.run(command, stdout=subprocess.DEVNULL, stderr=its, env=ENVIRONMENT, timeout=250, check=True)
        os.close(its)
        while piece := os.read(ours, 1 << 16):  # it comes in pieces
            said += piece
    except OSError:  # the other end is closed
        pass
    finally:
        os.close(ours)
    return said


def stopped(folder: Path, command: list[str], victim, how: int) -> tuple[bool, str]:
    """Returns whether the process that `victim` chooses was stopped while there was work left, and the output."""
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, env=ENVIRONMENT) as process:
        until = time.monotonic() + 120
        while len(finds(folder)) < 2 and process.poll() is None:
            assert time.monotonic() < until, "nothing was found"
            time.sleep(0.002)
        if process.poll() is None:
            os.kill(victim(process), how)
        said = process.communicate(timeout=60)[1]
    return process.returncode != 0 and len(finds(folder)) < STARTS * len(ONE), said


def interrupted(folder: Path, command: list[str], victim, how: int) -> str:
    """The output of a search that was stopped. On a busy machine it may end before that, and another one is started."""
    for _ in range(20):
        while_at_work, said = stopped(folder, command, victim, how)
        if while_at_work:
            return said
        shutil.rmtree(folder)
    raise AssertionError("it always ends before it can be stopped")


def main(top: Path) -> None:
    out = top / "out.json"

    def found(command: list[str]) -> bytes:
        result = run([*command, "--json", str(out)])
        assert result.returncode == 0, result.stderr
        assert result.stderr == "", result.stderr
        hunted = result.stdout.splitlines()  # by one rank alone: a line of names, one for each plugin, and how each was hunted
        assert len(hunted) == 1 + 2 * len(ONE) and hunted[0].startswith("hunted "), result.stdout
        return out.read_bytes()

    expected = found(words("--jobs", "1"))
    alone = {seed: json.loads(found(words(starts=1, seed=seed))) for seed in range(SEED, SEED + STARTS * CASES, CASES)}
    for k, row in enumerate(json.loads(expected)):
        assert row["cases"] == STARTS * CASES, row
        values = {seed: rows[k]["hunted"] for seed, rows in alone.items()}
        worst = max(values, key=values.get)
        assert row["hunted"] == values[worst] and worst != SEED, (row["hunted"], values)
        assert row["command"].endswith(f"--cases {CASES} --seed {worst}"), row["command"]

    assert found(words("--jobs", "3")) == expected, "three threads"
    for starts in (1, 2):  # several hunts at once would write over each other
        assert (b"***" in on_a_terminal(words("--jobs", "2", starts=starts))) == (starts == 1), starts
    folder = top / "folder"
    stored = words("--store", str(folder))
    assert found([*stored, "--jobs", "2"]) == expected, "kept in a folder"
    there = finds(folder)
    assert sorted(there) == sorted(f"hunt-{plugin}-{problem}-{number}.json" for plugin, problem in ONE.items()
                                   for number in range(1, STARTS + 1)), there
    assert found(stored) == expected and finds(folder) == there, "once more"
    assert found(words("--store", str(folder), starts=2)) == found(words(starts=2)), "fewer than there are"
    assert finds(folder) == there
    assert json.loads(found(words("--store", str(folder), "--hours", "1e-9"))) == json.loads(expected), "until a time that is over"
    assert finds(folder) == there

    ended = "has what was done, and the same command goes on\n"
    for how in (signal.SIGKILL, signal.SIGTERM):
        part = top / how.name
        said = interrupted(part, words("--store", str(part), "--jobs", "2"), lambda process: process.pid, how)
        assert said == (f"kintree: this search was ended; {part} {ended}" if how == signal.SIGTERM else ""), said
        assert found(words("--store", str(part))) == expected, how.name

    first = folder / "hunt-crba-mass_matrix-1.json"
    # Several threads read the files: which of them is named depends on which is first.
    refused(words("--store", str(folder), cases=CASES + 8), "hunt-crba-mass_matrix-", "holds what another hunt found, kintree search", f"--cases {CASES}")
    with open(folder / "search.lock", "rb") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        refused(stored, "another search is under way there")
    good = json.loads(first.read_text())
    for text, reason in [(json.dumps(dict(good, commit="another")), "holds what another program found, another built by"),
                         (json.dumps(dict(good, id=dict(good["id"], joints=["nonsense"]))), "unknown joint kind 'nonsense'"),
                         (json.dumps({key: value for key, value in good.items() if key != "model"}), "key 'model' is missing"),
                         ("[" * 100 + "]" * 100, "nested too deeply"), ("{", "not JSON")]:
        first.write_text(text)
        refused(stored, first.name, reason)
    first.write_text(json.dumps(good))
    assert found(stored) == expected

    if not MPIRUN:
        print("on one process alone: MPI was not found")
        return
    mpirun = [*MPIRUN, "--oversubscribe", "-n"]
    for size in (1, 2, 3):
        ranks = top / f"{size} ranks"
        assert found([*mpirun, str(size), *words("--store", str(ranks))]) == expected, ranks.name
        assert len(finds(ranks)) == STARTS * len(ONE), ranks.name
    refused_by_ranks([*mpirun, "2", *words()], "--store: ranks of MPI need a folder for what each of them finds")
    refused_by_ranks([*mpirun, "2", *words("--store", str(folder), cases=CASES + 8)], "holds what another hunt found")
    for victim in (1, 0):
        part = top / f"rank {victim}"
        said = interrupted(part, [*mpirun, "2", *words("--store", str(part))], lambda process: ranks_of(process)[victim],
                           signal.SIGKILL).splitlines()
        assert sum(f"process rank {victim} " in line and "signal 9" in line for line in said) == 1, said
        ours = [line for line in said if line.startswith("kintree: ")]
        assert ours == [f"kintree: this search was ended; {part} {ended.strip()}"] * victim, said
        assert found(words("--store", str(part))) == expected, part.name


with tempfile.TemporaryDirectory() as scratch:
    main(Path(scratch))
