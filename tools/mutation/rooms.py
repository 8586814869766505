"""Mutants of the judge and of the suite's own code, asked by the tests. All are put into one copy of the sources, which is built
once; the environment chooses which of them is on (switch.hpp). Each test first says which mutants it reaches at all, and only
those tests are asked, the quickest first."""
from __future__ import annotations

import json
import os
import random
import re
import resource
import shutil
import signal
import subprocess
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from lists import BadInput, Lists
from scores import Result, Score
from switched import Switched, overlap, switched, written

ROOMS = {
    "judge": ["oracles/src"],
    "suite": ["tools/suite/src"],
    "commands": ["tools/command"],
    "trees": ["reference/trees/src"],
    "reports": ["reports/src"],
}
TARGETS = {"judge": "kintree_oracles", "suite": "kintree_suite", "commands": "kintree", "trees": "kintree_trees",
           "reports": "kintree_reports"}
UNITS = {  # the unit tests of a room, nearest first; offenders and a short verify are asked about all but trees and reports
    "judge": ["judge", "oracle", "examination", "suite"],
    "suite": ["suite", "examination", "diagnosis", "refinement", "measurements", "worker", "command", "bad_input", "golden"],
    "commands": ["command", "bad_input", "golden"],
    "trees": ["trees"],
    "reports": ["reports"],
}
RUNS = {  # tests that run the command
    "suite": ["verify.float", "prove", "reproduce", "cost.papers_trees", "cost.formulas", "cost.growth", "aba.sign_flip",
              "papers.errata"],
    "commands": ["cost.papers_trees", "aba.sign_flip"],
}
HERE = Path(__file__).resolve().parent


@dataclass
class Test:
    name: str
    command: list[str]
    passes: list[str]  # expressions as CMake reads them, of which its output must have one; if there are none, exit 0
    seconds: float = 0


def draw(source: Path, room: str, count: int, seed: int) -> list[Switched]:
    """So many, operators by turns, none over another."""
    piles: dict[str, list[Switched]] = {}
    for folder in ROOMS[room]:
        for path in sorted((source / folder).rglob("*.[ch]pp")):
            if "test" not in path.relative_to(source / folder).parts:
                file = str(path.relative_to(source))
                for m in switched(file, path.read_text()):
                    piles.setdefault(m.operator, []).append(m)
    random_ = random.Random(f"{seed}:{room}")
    for operator in sorted(piles):
        random_.shuffle(piles[operator])
    chosen: list[Switched] = []
    while piles and len(chosen) < count:
        for operator in sorted(piles):
            while piles[operator]:
                m = piles[operator].pop()
                if not any(overlap(m, other) for other in chosen):
                    chosen.append(m)
                    break
            else:
                del piles[operator]
    return chosen[:count]


class Workplace:
    """A copy of the sources with all mutants of the rooms in it, and its build."""

    def __init__(self, source: Path, build: Path, folder: Path, mutants: dict[int, Switched],
                 rooms: Sequence[str], jobs: int) -> None:
        self.jobs = jobs
        self.changed = [TARGETS[room] for room in rooms]
        self.units = sorted({unit for room in rooms for unit in UNITS[room]})
        self.runs = {run for room in rooms for run in RUNS.get(room, [])}
        self.verifies = not set(rooms) <= {"trees", "reports"}
        self.source, self.original_build, self.folder, self.mutants = source, build, folder, mutants
        self.build = folder / "build"
        self.stillborn: set[int] = set()

    def prepare(self) -> None:
        files = subprocess.run(["git", "-C", self.source, "ls-files", "-z", "-c", "-o", "--exclude-standard"], capture_output=True,
                               text=True, check=True).stdout.split("\0")
        for file in filter(None, files):
            if (self.source / file).is_file():
                self.put(file, (self.source / file).read_bytes())
        self.put("switch.hpp", (HERE / "switch.hpp").read_bytes())
        # Tests take long without optimization, the build with all of it.
        lines = "".join(f"target_compile_options({t} PRIVATE -O1 -w)\n" for t in self.changed)
        self.put("CMakeLists.txt", (self.source / "CMakeLists.txt").read_bytes() + lines.encode())
        cache = (self.original_build / "CMakeCache.txt").read_text()
        kept = re.findall(r"^(CMAKE_CXX_COMPILER(?:_LAUNCHER)?):\w+=(.+)$", cache, flags=re.M)
        self.run(["cmake", "--preset", "release", "-S", self.folder, "-B", self.build, *(f"-D{k}={v}" for k, v in kept)])
        for _ in range(8):
            for file in {m.file for m in self.mutants.values()}:
                there = {k: m for k, m in self.mutants.items() if m.file == file and k not in self.stillborn}
                text = (self.source / file).read_text()
                self.put(file, (written(text, there, str(self.folder / "switch.hpp")) if there else text).encode())
            done = subprocess.run(["ninja", "-C", self.build, "-k", "0", "-j", str(self.jobs), *self.targets()], capture_output=True, text=True)
            if done.returncode == 0:
                return
            found = self.culprits(done.stdout + done.stderr)
            if not found:
                raise BadInput(f"the copy in {self.folder} does not build:\n{done.stdout[-2000:]}")
            self.stillborn |= found
        raise BadInput(f"the copy in {self.folder} does not build")

    def targets(self) -> list[str]:
        units = [f"test_{unit}" for unit in self.units]
        return [*units, "kintree", "sign_flip_aba", "tools/suite/test/offenders/all"] if self.verifies else units

    def culprits(self, messages: str) -> set[int]:
        found: set[int] = set()
        for path, line in re.findall(r"^(\S+?):(\d+):\d+: (?:fatal )?error:", messages, flags=re.M):
            for k, m in self.mutants.items():
                lines = m.both.count("\n")
                if path.endswith(m.file) and m.line <= int(line) <= m.line + lines:
                    found.add(k)
        return found - self.stillborn

    def put(self, file: str, content: bytes) -> None:
        """What is the same stays as it is, so that it is not built again."""
        target = self.folder / file
        if not target.exists() or target.read_bytes() != content:
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(content)
            if os.access(self.source / file, os.X_OK):
                target.chmod(0o755)

    def run(self, words: Sequence[object]) -> None:
        done = subprocess.run([str(w) for w in words], capture_output=True, text=True)
        if done.returncode != 0:
            raise BadInput(f"{words[0]}: {done.stderr[-2000:]}")

    def tests(self) -> list[Test]:
        for plugin in (self.original_build / "plugins").glob("*.so"):  # whose tests ctest lists when it starts
            copy = self.build / "plugins" / plugin.name
            if not copy.exists():
                copy.parent.mkdir(exist_ok=True)
                shutil.copy2(plugin, copy)
        listed = subprocess.run(["ctest", "--test-dir", self.build, "--show-only=json-v1"], capture_output=True, text=True)
        if listed.returncode != 0:
            raise BadInput(f"ctest: {listed.stderr[-2000:]}")
        found = []
        for t in json.loads(listed.stdout)["tests"]:
            near = (t["name"] in {f"unit.{unit}" for unit in self.units} | self.runs
                    or self.verifies and t["name"].startswith("offender."))
            if near and "command" in t:
                passes = [v for p in t["properties"] if p["name"] == "PASS_REGULAR_EXPRESSION" for v in p["value"]]
                found.append(Test(t["name"], t["command"], passes))
        if not self.verifies:
            return found
        plugins = self.original_build / "plugins"
        few = [f"--plugin={name}" for name in ("aba", "crba", "rnea", "ltdl", "efpa", "innovations", "crba_ltdl",
                                                   "fijany_featherstone", "divide_and_conquer")]
        found.append(Test("verify", [str(self.build / "kintree"), "verify", "--plugin-path", str(plugins), *few, "--trees=42"], []))
        return found


def ask(test: Test, seconds: float, number: int = 0, reached: Path | None = None) -> str | None:
    """Why it fails, or nothing."""
    def limit() -> None:
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        resource.setrlimit(resource.RLIMIT_FSIZE, (1 << 28, 1 << 28))

    more = {"KINTREE_MUTANT": str(number)}
    if reached is not None:
        more["KINTREE_REACHED"] = str(reached)
    started = subprocess.Popen(test.command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, stdin=subprocess.DEVNULL, text=True,
                               errors="replace", env={**os.environ, **more}, start_new_session=True, preexec_fn=limit)
    try:
        out, _ = started.communicate(timeout=seconds)
    except subprocess.TimeoutExpired:
        os.killpg(started.pid, signal.SIGKILL)
        started.communicate()
        return "timed out"
    passed = any(re.search(p, out, re.DOTALL) for p in test.passes) if test.passes else started.returncode == 0
    if passed:
        return None
    error = re.search(r'error: in "([^"]+)": (.*)', out)
    return f"{error[1]}: {error[2]}"[:200] if error else f"exit {started.returncode}"


def measure_rooms(source: Path, build: Path, folder: Path, rooms: Sequence[str], lists: Lists, count: int, seed: int,
                  jobs: int) -> list[Score]:
    """What was asked before, of the same mutants, is in results.jsonl in the folder, and is not asked again."""
    mutants: dict[int, Switched] = {}
    of: dict[int, str] = {}
    for room in rooms:
        for m in draw(source, room, count, seed):
            of[len(mutants) + 1] = room
            mutants[len(mutants) + 1] = m
    place = Workplace(source, build, folder, mutants, rooms, jobs)
    place.prepare()
    tests = place.tests()
    reached: dict[str, set[int]] = {}
    for test in tests:
        file = folder / f"reached-{test.name}"
        file.unlink(missing_ok=True)
        start = time.monotonic()
        why = ask(test, 1200, 0, file)
        test.seconds = time.monotonic() - start
        if why is not None:
            raise BadInput(f"{test.name} fails before anything is changed: {why}")
        reached[test.name] = {int(k) for k in file.read_text().split()} if file.exists() else set()
    tests.sort(key=lambda t: t.seconds)
    log = folder / "results.jsonl"
    known = {tuple(r["key"]): r for r in map(json.loads, log.read_text().splitlines())} if log.exists() else {}
    scores = {room: Score(room, seed) for room in rooms}
    for number, m in mutants.items():
        result = Result(m.file, m.line, m.operator, m.old, m.new, "survived")
        before = known.get(m.key())
        if number in place.stillborn:
            result.verdict = "stillborn"
        elif before and before["verdict"] == "test":
            result.verdict, result.by = before["verdict"], before["by"]
        else:
            why = lists.reason(m.file, m.old, m.new)
            result.by = "" if any(number in r for r in reached.values()) else "reached by no test"
            for test in tests:
                if number in reached[test.name] and (failed := ask(test, 20 + 4 * test.seconds, number)):
                    result.verdict, result.by = "test", f"{test.name}: {failed}"
                    break
            if result.verdict == "test" and why:
                raise BadInput(f"equivalent.json: {m.file}: {m.old!r} -> {m.new!r} is none: {result.by}")
            if result.verdict == "survived" and why:
                result.verdict, result.by = "equivalent", why
            with log.open("a") as out:
                out.write(json.dumps({"key": m.key(), "room": of[number], "line": m.line, "operator": m.operator,
                                      "verdict": result.verdict, "by": result.by}) + "\n")
        scores[of[number]].results.append(result)
    return list(scores.values())
