"""Robots and states come from pipes and the standard input as from files: pipes.py KINTREE TESTDATA"""
import json
import os
import pathlib
import shlex
import subprocess
import sys
import tempfile
import threading
import time

kintree, testdata = map(os.path.abspath, sys.argv[1:])
robot = testdata + "/robots/arm.urdf"
STATE = '{"q": {}}'


def run(command, **options):
    """Runs a command of bash, in which K is kintree."""
    text = command.replace("K ", shlex.quote(kintree) + " ", 1)
    done = subprocess.run(["bash", "-c", text], capture_output=True, timeout=300, check=False, **options)
    return done.returncode, done.stdout.decode(), done.stderr.decode()


def check(condition, what):
    if not condition:
        sys.exit(f"pipes.py: {what}")


def same_as_file(command, expected, **options):
    code, out, err = run(command, **options)
    check(code == 0 and out == expected and not err, f"{command}: exit code {code}, {err}{out[:200]}")


def rejected(command, fragment, **options):
    code, out, err = run(command, **options)
    check(code == 2 and not out and err.count("\n") == 1 and fragment in err,
          f"{command}: exit code {code}, {err!r} without {fragment!r}")


with tempfile.TemporaryDirectory() as folder:
    os.chdir(folder)
    pathlib.Path("s.json").write_text(STATE)
    text = pathlib.Path(robot).read_text()
    pathlib.Path("r.urdf").write_text(text)
    os.mkfifo("fifo")
    _, answer, _ = run("K solve --problem forward_dynamics --model r.urdf --state s.json")
    check("qdd" in json.loads(answer), "the answer has no qdd")

    # Robot, state or both from pipes.
    same_as_file("K solve --problem forward_dynamics --model - --state s.json < r.urdf", answer)
    same_as_file("cat r.urdf | K solve --problem forward_dynamics --model - --state s.json", answer)
    same_as_file("cat r.urdf | K solve --problem forward_dynamics --model /dev/stdin --state s.json", answer)
    same_as_file("K solve --problem forward_dynamics --model=- --state s.json < r.urdf", answer)
    same_as_file("cat s.json | K solve --problem forward_dynamics --model r.urdf --state -", answer)
    same_as_file("K solve --problem forward_dynamics --model <(cat r.urdf) --state <(cat s.json)", answer)
    same_as_file("cat s.json | K solve --problem forward_dynamics --model <(cat r.urdf) --state -", answer)
    same_as_file("(head -c 1000 r.urdf; sleep 1; tail -c +1001 r.urdf) | K solve --problem forward_dynamics --model - --state s.json", answer)

    # A named pipe is waited for.
    def write_later():
        time.sleep(1)
        pathlib.Path("fifo").write_text(text)
    writer = threading.Thread(target=write_later)
    writer.start()
    same_as_file("K solve --problem forward_dynamics --model fifo --state s.json", answer)
    writer.join()

    # The other subcommands; those that read the robot more than once too.
    for command in ("verify --plugin crba --trees 2", "cost --plugin crba", "power --plugin crba --trials 1 --trees 1 --degrees-of-freedom 6",
                    "golden --trees 1 --out golden", "verify --plugin crba --state s.json --shrink small"):
        code, out, err = run(f"K {command} --model - < r.urdf")
        check(code == 0 and not err, f"{command}: exit code {code}, {err}")
    bench = "bench --plugin crba --problem mass_matrix --states 2 --rounds 2 --min-time 0.01 --judged 0"
    for command, name in ((f"K {bench} --processes 2 --model - --out - < r.urdf", "stdin"),
                          (f"K {bench} --processes 2 --model <(cat r.urdf) --out -", "6")):
        code, out, err = run(command)
        check(code == 0 and json.loads(out)["benchmarks"][0]["name"].find(name) >= 0, f"{command}: exit code {code}, {err}{out[:300]}")

    # Input that is no robot or that has no end.
    both = "--model and --state: only one of them can be the standard input"
    rejected("K solve --model - --state - < r.urdf", both)
    rejected("K solve --model - --state /dev/stdin < r.urdf", both)
    rejected("K verify --model /dev/stdin --state - < r.urdf", both)
    rejected("K solve --model - --state s.json < /dev/zero", "standard input: a device; expected a file or a pipe")
    rejected("K solve --model - --state s.json < /dev/null", "standard input: a device; expected a file or a pipe")
    rejected("K solve --model /dev/zero --state s.json", "/dev/zero: a device; expected a file or a pipe")
    rejected("K solve --model . --state s.json", ".: a folder; expected a file or a pipe")
    rejected("K solve --model - --state s.json < .", "standard input: a folder; expected a file or a pipe")
    rejected("K solve --model - --state s.json <&-", "standard input: cannot be opened")
    rejected("yes | K solve --model - --state s.json", "standard input: larger than 64 MiB")
    rejected("K solve --model r.urdf --state <(yes)", ": larger than 64 MiB")
    rejected("true | K solve --model - --state s.json", "standard input: line 1: the file is empty")
    rejected("head -c 500 r.urdf | K solve --model - --state s.json", "standard input: line ")
    rejected("echo '{\"q\": {\"elbow\": 1}}' | K solve --model r.urdf --state -", "standard input: line 1: q: joint 'elbow'")
    rejected("K verify --worst - < s.json", "standard input: ")
    rejected("echo | K vectors --plugin rnea --vectors -", "standard input: ")
