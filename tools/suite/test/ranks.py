"""Functions for the tests of campaigns and searches on the ranks of MPI."""
from __future__ import annotations

import os
import subprocess
from pathlib import Path

ENVIRONMENT = dict(os.environ, SOURCE_DATE_EPOCH="1700000000", OMPI_ALLOW_RUN_AS_ROOT="1", OMPI_ALLOW_RUN_AS_ROOT_CONFIRM="1")


def run(command: list[str], **how) -> subprocess.CompletedProcess:
    return subprocess.run(command, capture_output=True, text=True, timeout=250, **{"env": ENVIRONMENT, **how})


def ranks_of(mpirun: subprocess.Popen) -> list[int]:
    """The processes that mpirun started, rank 0 first."""
    ranks = {}
    for status in Path("/proc").glob("[0-9]*/environ"):
        try:
            environ = dict(entry.split(b"=", 1) for entry in status.read_bytes().split(b"\0") if b"=" in entry)
            parent = int((status.parent / "stat").read_text().rsplit(")", 1)[1].split()[1])
        except (OSError, ValueError):
            continue
        if parent == mpirun.pid and b"OMPI_COMM_WORLD_RANK" in environ:
            ranks[int(environ[b"OMPI_COMM_WORLD_RANK"])] = int(status.parent.name)
    return [ranks[rank] for rank in sorted(ranks)]


def refused(command: list[str], *parts: str, **how) -> None:
    result = run(command, **how)
    assert result.returncode == 2, (result.returncode, result.stderr)
    assert len(result.stderr.splitlines()) == 1, result.stderr
    for part in parts:
        assert part in result.stderr, (part, result.stderr)


def refused_by_ranks(command: list[str], part: str) -> None:
    """MPI adds lines of its own, but one is ours."""
    result = run(command)
    assert result.returncode == 2, (result.returncode, result.stderr)
    lines = [line for line in result.stderr.splitlines() if line.startswith("kintree: ")]
    assert len(lines) == 1 and part in lines[0], result.stderr
