#!/usr/bin/env python3
"""kintree campaign: campaign.py KINTREE [MPIRUN]. However many threads, ranks, ranges and interruptions there were, the merged store
has the same bytes, and nothing is verified twice."""
from __future__ import annotations

import contextlib
import csv
import fcntl
import hashlib
import math
import os
import resource
import shutil
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from ranks import ENVIRONMENT, ranks_of, refused, refused_by_ranks, run

KINTREE, MPIRUN = sys.argv[1], sys.argv[2:]
CASES = 120


def words(folder: Path, *more: str, cases: int = CASES) -> list[str]:
    return [KINTREE, "campaign", "--store", str(folder), "--cases", str(cases), "--bodies", "8", "--plugin", "rnea", "--plugin", "crba",
            *more]


def digest(folder: Path) -> str:
    return hashlib.sha256((folder / "campaign.sqlite").read_bytes()).hexdigest()


def rows(folder: Path) -> dict[str, list[tuple]]:
    with contextlib.closing(sqlite3.connect(folder / "campaign.sqlite")) as store:
        tables = [name for (name,) in store.execute("SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name")]
        return {table: store.execute(f"SELECT * FROM {table}").fetchall() for table in tables}


def difference(one: Path, other: Path) -> str:
    """The first row in which two merged stores differ."""
    for table, here in rows(one).items():
        there = rows(other)[table]
        for k, pair in enumerate(zip(here, there)):
            if pair[0] != pair[1]:
                return f"{table}, row {k}: {pair[0]} and {pair[1]}"
        if len(here) != len(there):
            return f"{table}: {len(here)} rows and {len(there)}"
    return "no row differs"


def check_quantiles(folder: Path) -> None:
    """alpha.csv has the values of the store: of rank ceil(p n), to half a bin of 1/32 of an octave and to the three digits printed."""
    with contextlib.closing(sqlite3.connect(folder / "campaign.sqlite")) as store:
        found = store.execute("SELECT plugin, problem, family, alpha FROM records WHERE alpha IS NOT NULL").fetchall()
    with open(folder / "alpha.csv") as file:
        lines = list(csv.DictReader(file))
    assert {(line["plugin"], line["family"]) for line in lines} == {(row[0], family) for row in found for family in ("", row[2])}
    for line in lines:
        of = sorted(row[3] for row in found if row[:2] == (line["plugin"], line["problem"]) and line["family"] in ("", row[2]))
        value = of[math.ceil(float(line["quantile"]) * len(of)) - 1]
        assert int(line["values"]) == len(of), line
        assert abs(float(line["alpha"]) - value) <= (1 / 64 + 0.005) * value, (line, value)
        assert float(line["low"] or 0) <= float(line["alpha"]) <= float(line["high"] or "inf"), line


def cases_in_parts(folder: Path) -> int:
    total = 0
    for part in folder.glob("part-*.sqlite"):
        try:
            with contextlib.closing(sqlite3.connect(f"file:{part}?mode=ro", uri=True)) as store:
                total += store.execute("SELECT coalesce(sum(cases), 0) FROM runs").fetchone()[0]
        except sqlite3.Error:  # it is just being made
            pass
    return total


def killed(folder: Path, command: list[str], victim) -> bool:
    """Returns true if the process that `victim` chooses was killed while there was work left."""
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env=ENVIRONMENT) as process:
        until = time.monotonic() + 120
        while cases_in_parts(folder) < 10 and process.poll() is None:
            assert time.monotonic() < until, "no cases came"
            time.sleep(0.002)
        if process.poll() is None:
            os.kill(victim(process), signal.SIGKILL)
        ended = process.wait(60)
    return ended != 0 and cases_in_parts(folder) < CASES


def interrupted(folder: Path, command: list[str], victim) -> None:
    """A campaign that was killed, and goes on afterwards. On a busy machine it may end before it is killed: then another one."""
    attempts = 0
    while not killed(folder, command, victim):
        attempts += 1
        assert attempts < 20, "it always ends before it can be killed"
        shutil.rmtree(folder)
    there = cases_in_parts(folder)
    assert there >= 10, f"{there} cases when it was killed"
    result = run(words(folder, "--jobs", "2"))
    assert result.returncode == 0, result.stderr
    assert cases_in_parts(folder) == CASES, "cases were lost, or verified twice"


def main(top: Path) -> None:
    one = top / "one thread"
    result = run(words(one, "--jobs", "1", "--range", "10"))
    assert result.returncode == 0, result.stderr
    assert (one / "alpha.csv").read_text().startswith("plugin,problem,family,values,quantile,alpha,low,high\n")
    check_quantiles(one)
    assert f"{CASES} cases, " in result.stdout and "all passed" in result.stdout, result.stdout
    assert "continuing" not in result.stderr, result.stderr
    assert [part.name for part in one.glob("part-*.sqlite")] == ["part-0-0.sqlite"], "one thread, one part"
    expected = digest(one)
    page = run([KINTREE, "report", "--from", str(one / "campaign.sqlite"), "--out", str(top / "page")])
    assert " judged, 0 failed\n" in page.stdout, page.stdout + page.stderr

    def check(folder: Path, what: str) -> None:
        assert digest(folder) == expected, f"{what}: not the same bytes: {difference(one, folder)}"
        assert cases_in_parts(folder) == CASES, f"{what}: {cases_in_parts(folder)} cases"

    many = top / "threads"
    assert run(words(many, "--jobs", "3", "--range", "7")).returncode == 0
    check(many, "three threads")
    result = run(words(many, "--jobs", "1"))  # all is there
    assert result.returncode == 0, result.stderr
    assert f"continuing a campaign: of {CASES} cases {CASES} are in finished ranges" in result.stderr, result.stderr
    check(many, "once more")
    all_threads = top / "all threads"
    assert run(words(all_threads, "--range", "1")).returncode == 0
    check(all_threads, "as many threads as there are processors")
    parts = list(all_threads.glob("part-*.sqlite"))
    assert (len(parts) > 1) == ((os.cpu_count() or 1) > 1), parts

    killed = top / "killed"
    interrupted(killed, words(killed, "--jobs", "2", "--range", "20"), lambda process: process.pid)
    check(killed, "killed")

    many_parts = top / "many parts"
    assert run(words(many_parts, "--jobs", "40", "--range", "3")).returncode == 0
    unfinished = list(many_parts.glob("part-*.sqlite"))
    for part in unfinished:
        with contextlib.closing(sqlite3.connect(part)) as store, store:
            store.execute("UPDATE runs SET finished = ''")
    files = len(unfinished) + 10
    assert files < 3 * len(unfinished), "a store has three files"
    result = run(words(many_parts, "--jobs", "1"), preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_NOFILE, (files, files)))
    assert result.returncode == 0, result.stderr
    check(many_parts, "more parts than files may be open")

    full = top / "full"

    def small_disk() -> None:
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (200_000, 200_000))

    refused(words(full, "--jobs", "1"), "part-0-0.sqlite", preexec_fn=small_disk)
    assert cases_in_parts(full) < CASES
    assert run(words(full, "--jobs", "1")).returncode == 0
    check(full, "a full disk")

    refused(words(one, cases=CASES + 1), "holds cases of another campaign", f"--cases {CASES}")
    with open(one / "campaign.lock", "rb") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        refused(words(one), "another campaign is under way there")
    refused(words(top / "when"), "SOURCE_DATE_EPOCH", "'noon'", env=dict(ENVIRONMENT, SOURCE_DATE_EPOCH="noon"))
    part = one / "part-0-0.sqlite"
    with contextlib.closing(sqlite3.connect(part)) as store, store:
        commit = store.execute('SELECT "commit" FROM runs').fetchone()[0]
        store.execute("UPDATE runs SET \"commit\" = 'another'")
    refused(words(one), "part-0-0.sqlite", "holds cases of another program, another")
    with contextlib.closing(sqlite3.connect(part)) as store, store:
        store.execute('UPDATE runs SET "commit" = ?', [commit])
    with contextlib.closing(sqlite3.connect(part)) as store:
        store.execute("PRAGMA user_version = 9")
    before = part.read_bytes()
    refused(words(one), "part-0-0.sqlite", "schema version 9")
    assert part.read_bytes() == before

    if not MPIRUN:
        refused(words(top / "no MPI"), "libkintree_mpi.so", "not there, but a launcher", env=dict(ENVIRONMENT, PMI_SIZE="2"))
        print("on one process alone: MPI was not found")
        return
    mpirun = [*MPIRUN, "--oversubscribe", "-n"]
    refused_by_ranks([*mpirun, "2", *words(many, cases=CASES + 1)], "holds cases of another campaign")
    ranks = top / "ranks"
    result = run([*mpirun, "3", *words(ranks, "--range", "10")])
    assert result.returncode == 0, result.stderr
    check(ranks, "three ranks")
    for victim in (1, 0):
        folder = top / f"rank {victim}"
        interrupted(folder, [*mpirun, "2", *words(folder, "--range", "20")], lambda process: ranks_of(process)[victim])
        check(folder, f"rank {victim} killed")


with tempfile.TemporaryDirectory() as scratch:
    main(Path(scratch))
