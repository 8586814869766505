"""Each fault of hostile.py is a failed row with its reason. The rows of another plugin exist and pass, and no process is left:

    hostile_test.py KINTREE TEMPLATES
"""

import json
import os
import subprocess
import sys
import time
from pathlib import Path

KINTREE, TEMPLATES = sys.argv[1:3]
PROGRAM = Path(__file__).with_name("hostile.py")
MARK = f"KINTREE_HOSTILE_{os.getpid()}"
# The reason that fails the row, the detail, and the harm.
FAULTS = {
    "crash": ("crashed", "SIGSEGV", "crashed"),
    "exit": ("exits", "exit code 0", "crashed"),
    "exception": ("exits", "exit code 1, and says: ValueError: the joint is unheard of", "crashed"),
    "forks_away": ("leaves_processes", "1 of them", "crashed"),
    "memory": ("out_of_memory", "MemoryError", "crashed"),
    "hang": ("timed_out", "", "crashed"),
    "deaf": ("timed_out", "", "crashed"),
    "closes": ("exits", "it closes its standard output", "crashed"),
    "garbage": ("garbled", "no JSON", "refused"),
    "deep": ("garbled", "no JSON", "refused"),
    "flood": ("garbled", "the answer to 'forward_dynamics' has the id ", "refused"),
    "other_id": ("garbled", "the answer to 'forward_dynamics' has the id ", "refused"),
    "twice": ("garbled", "the answer to 'forward_dynamics' has the id ", "refused"),
    "text": ("garbled", "holds what is no number", "refused"),
    "wrong_name": ("garbled", "there is no 'qdd' in it; it has ", "refused"),
    "truncated": ("truncated", "after", "refused"),
    "endless": ("endless_output", "without an end", "refused"),
    "prints": ("stray_output", "'solving", "refused"),
    "reports": ("reports_error", "no\\x0asuch joint", "refused"),
    "wrong_size": ("wrong_size", "qdd has", "refused"),
    "nan": ("not_finite", "", "refused"),
    "differs": ("not_repeatable", "", "silently wrong"),
    "wrong": ("beyond_bounds", "", "silently wrong"),
    "wrong_in_field": ("not_equal", "", "silently wrong"),
}


def verify(fault, *options, trees=2, bodies=4):
    command = f"python3 '{PROGRAM}' '{TEMPLATES}' {fault}"
    return subprocess.run(
        [KINTREE, "verify", "--exec", command, "--plugin", "hostile", "--plugin", "rnea", "--family", "chain", "--trees", str(trees),
         "--bodies", str(bodies), "--seed", "1", "--time-limit", "2", "--memory-limit", "256", *options],
        env={**os.environ, MARK: "1"}, capture_output=True, text=True, timeout=240,
    )


def processes_left():
    left = []
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            if MARK.encode() in (folder / "environ").read_bytes():
                left.append(folder.name)
        except OSError:
            pass
    return left


def none_is_left():
    for _ in range(50):
        if not processes_left():
            return True
        time.sleep(0.1)
    return False


def main():
    wrong = []

    def check(holds, text):
        if not holds:
            wrong.append(text)
            print("WRONG", text)

    for fault, (reason, detail, harm) in FAULTS.items():
        run = verify(fault, "--json", "-")
        check(run.returncode == 1, f"{fault}: exit code {run.returncode}: {run.stderr[-400:]}")
        records = json.loads(run.stdout) if run.returncode == 1 else []
        hostile = [r for r in records if r["plugin"] == "hostile" and r["standing"] != "unsupported"]
        good = [r for r in records if r["plugin"] == "rnea" and r["problem"] == "inverse_dynamics"]
        check(len(hostile) >= 1 and len(good) == 2, f"{fault}: {len(hostile)} rows, {len(good)} good ones")
        check(all(r["passed"] for r in good), f"{fault}: a good row fails")
        check(all(not r["passed"] and r["reason"] == reason for r in hostile), f"{fault}: {[(r['reason'], r['detail']) for r in hostile]}")
        check(any(detail in r["detail"] for r in hostile), f"{fault}: {[r['detail'] for r in hostile]}")
        check(f" {harm}" in run.stderr, f"{fault}: not {harm}: {run.stderr[-800:]}")
        check(none_is_left(), f"{fault}: processes are left: {processes_left()}")
        print(fault, hostile[0]["reason"] if hostile else None, hostile[0]["detail"] if hostile else None, flush=True)

    sound = verify("none")
    check(sound.returncode == 0 and "all passed" in sound.stdout, "without a fault it fails: " + sound.stdout + sound.stderr)
    stays = verify("leaves_a_process")
    check(stays.returncode == 0, "whoever starts a process and answers fails: " + stays.stdout + stays.stderr)
    check(none_is_left(), f"leaves_a_process: {processes_left()}")

    # The worst comes first.
    mixed = verify("mixed", trees=12, bodies=2)
    failures = [line for line in mixed.stdout.splitlines() if line.startswith("FAILED")]
    crashes = ["the plugin crashed" in line for line in failures]
    check(True in crashes and False in crashes and crashes == sorted(crashes), f"not in the order of harm: {failures}")

    # When the suite itself is killed nothing is left either.
    command = f"python3 '{PROGRAM}' '{TEMPLATES}' hang"
    killed = subprocess.Popen([KINTREE, "verify", "--exec", command, "--time-limit", "60"], env={**os.environ, MARK: "1"},
                              stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    for _ in range(200):
        if len(processes_left()) < 3:  # the suite, the supervisor, the program
            time.sleep(0.1)
    check(len(processes_left()) >= 3, "the program is not running")
    killed.kill()
    killed.wait()
    check(none_is_left(), f"after the suite was killed: {processes_left()}")

    print(f"{len(FAULTS)} faults, {len(wrong)} wrong")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
