#!/usr/bin/env python3
"""A campaign on two hosts: campaign_hosts.py KINTREE MPIRUN. The hosts are network namespaces of this machine, which see each other
over a bridge, and nothing else of each other but the folder. The merged store has the bytes of a campaign on one thread. Exit code 77,
which is a skipped test: namespaces take root and iproute2."""
from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

KINTREE, MPIRUN = sys.argv[1:]
WORDS = ["--cases", "200", "--bodies", "8", "--plugin", "rnea", "--plugin", "aba"]
NAME = f"kt{os.getpid()}"  # of the bridge; hosts are NAMEa and NAMEb, at 10.77.0.1 and 10.77.0.2
SUBNET = "10.77.0"
ENVIRONMENT = dict(os.environ, SOURCE_DATE_EPOCH="1700000000", OMPI_ALLOW_RUN_AS_ROOT="1", OMPI_ALLOW_RUN_AS_ROOT_CONFIRM="1")


def run(*command: str) -> str:
    result = subprocess.run(command, capture_output=True, text=True, env=ENVIRONMENT, timeout=250)
    assert result.returncode == 0, f"{' '.join(command)}: {result.stdout}{result.stderr}"
    return result.stdout


def connect() -> None:
    run("ip", "link", "add", NAME, "type", "bridge")
    run("ip", "link", "set", NAME, "up")
    for number, host in enumerate("ab", 1):
        space, cable = NAME + host, f"{NAME}v{host}"
        run("ip", "netns", "add", space)
        run("ip", "link", "add", cable, "type", "veth", "peer", "name", "eth0", "netns", space)
        run("ip", "link", "set", cable, "master", NAME, "up")
        run("ip", "-n", space, "addr", "add", f"{SUBNET}.{number}/24", "dev", "eth0")
        for device in ("eth0", "lo"):
            run("ip", "-n", space, "link", "set", device, "up")


def disconnect() -> None:
    for words in (["netns", "del", NAME + "a"], ["netns", "del", NAME + "b"], ["link", "del", NAME]):
        subprocess.run(["ip", *words], capture_output=True)


def main(top: Path) -> None:
    # Replaces ssh, with namespaces as hosts. Its arguments are the options, the host and the command.
    shell = top / "shell"
    shell.write_text(
        "#!/bin/sh\n"
        'while case $1 in -*) true;; *) false;; esac; do shift; done\n'
        f'case $1 in {SUBNET}.1) host={NAME}a;; {SUBNET}.2) host={NAME}b;; *) exit 1;; esac\n'
        "shift\n"
        'exec ip netns exec $host sh -c "$*"\n')
    shell.chmod(0o755)
    one, two = top / "one", top / "two"
    run(KINTREE, "campaign", "--store", str(one), *WORDS, "--jobs", "1")
    out = run("ip", "netns", "exec", NAME + "a", MPIRUN, "--mca", "plm_rsh_agent", str(shell),
              "--mca", "oob_tcp_if_include", f"{SUBNET}.0/24", "--mca", "btl", "tcp,self", "--mca", "btl_tcp_if_include", f"{SUBNET}.0/24",
              "-H", f"{SUBNET}.1:1,{SUBNET}.2:1", "--oversubscribe", "-x", "SOURCE_DATE_EPOCH", "--tag-output",
              "sh", "-c", 'ip -4 -o addr show eth0; exec "$0" "$@"',
              KINTREE, "campaign", "--store", str(two), *WORDS, "--range", "10")
    for rank in (0, 1):
        assert f"{SUBNET}.{rank + 1}/24" in "".join(l for l in out.splitlines() if l.startswith(f"[1,{rank}]")), out
    assert {p.name for p in two.glob("part-*.sqlite")} == {"part-0-0.sqlite", "part-1-0.sqlite"}, "a host did no work"
    digests = [hashlib.sha256((folder / "campaign.sqlite").read_bytes()).hexdigest() for folder in (one, two)]
    assert digests[0] == digests[1], "not the same bytes"


if os.geteuid() != 0 or shutil.which("ip") is None:
    print("network namespaces take root and iproute2")
    sys.exit(77)
disconnect()
try:
    connect()
    with tempfile.TemporaryDirectory() as scratch:
        main(Path(scratch))
finally:
    disconnect()
