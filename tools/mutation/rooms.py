"""Mutants of the judge and of the suite's own code, on which the tests run. All are put into one copy of the sources, which is built
once. The environment chooses which of them is on (switch.hpp). Each case of a unit test, and each paper of `reproduce`, is a test of
its own. A first run of each test records the mutants that it reaches. A mutant then runs only in the tests that reach it, the quickest
first. The slow ones (SLOW) follow one after another, for the mutants that are left. A pass is kept, unless the test's sources change."""
from __future__ import annotations

import json
import math
import os
import re
import resource
import shutil
import signal
import subprocess
import sys
import time
import zlib
from collections.abc import Container, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache
from hashlib import sha256
from pathlib import Path

from build import sources
from lists import BadInput, Lists
from scores import Result, Score
from switched import Key, Switched, overlap, switched, written

ROOMS = {
    "judge": ["oracles/src"],
    "suite": [f"tools/suite/{folder.name}" for folder in sorted(Path(__file__).parents[1].joinpath("suite").iterdir())
              if folder.is_dir() and folder.name != "test"],
    "commands": ["tools/command"],
    "trees": ["reference/trees/src"],
    "reports": ["reports/src"],
    # The foundations of the exact answer. Their formulas are mutated too. These are sources of the judge as well.
    "oracle": [f"oracles/src/{name}.hpp" for name in ("motion", "cholesky", "mechanics", "words", "tree_mechanics")],
}
TARGETS = {  # the mutants are in their sources
    "judge": ["kintree_oracles"],
    "suite": ["kintree_suite"],
    "commands": ["kintree"],
    "trees": ["kintree_trees"],
    "reports": ["kintree_reports"],
    "oracle": ["kintree_oracles", "test_oracle", "test_judge"],
}
UNITS = {  # the unit tests of a room
    "judge": ["judge", "oracle", "examination", "suite", "diagnosis"],
    "suite": ["suite", "examination", "diagnosis", "refinement", "measurements", "worker", "protocol", "vectors", "command",
              "bad_input", "golden", "reproduce"],
    "commands": ["command", "bad_input", "golden", "reproduce"],
    "trees": ["trees", "vectors"],
    "reports": ["reports"],
    "oracle": ["oracle", "judge"],
}
# Tests that run the command. All rooms with other than unit tests run the offenders and a short verify as well.
RUNS = {
    "judge": ["prove", "verify.float", "aba.metamorphic"],
    "suite": ["prove", "verify.float", "cost.papers_trees", "cost.random_trees", "cost.formulas", "cost.growth", "reproduce",
              "aba.sign_flip", "aba.metamorphic", "isolate", "isolate.prove", "campaign", "search.ranks", "bench", "golden.field", "progress",
              "program.hostile", "program.python", "program.python.prove", "program.vectors"],
    "commands": ["prove", "cost.papers_trees", "cost.random_trees", "aba.sign_flip", "isolate", "campaign", "search.ranks", "bench", "golden.field",
                 "progress", "program.hostile", "program.vectors"],
}
SLOW = ("prove", "verify.float", "verify", "unit.diagnosis", "unit.reproduce", "cost.growth")  # in this order
HERE = Path(__file__).resolve().parent


@dataclass
class Test:
    name: str
    command: list[str]
    passes: list[str]  # its output must match one of these CMake expressions; if there are none, exit 0
    folder: str | None = None  # in which it runs
    stamp: int = 0  # of its sources, where it is a case of a unit test
    seconds: float = 0
    processor_seconds: float = 0
    reached: set[int] = field(default_factory=set)  # mutants

    def slow(self) -> bool:
        return self.name.split("/")[0] in SLOW

    def identity(self) -> str:
        return f"{self.name} {self.stamp:x}"


def drawn(source: Path, room: str, seed: int) -> Iterator[Switched]:
    """Operators by turns, none over another. Each has a place of its own in the draw, so that a change of a source draws no
    others in the rest of the room."""
    piles: dict[str, list[Switched]] = {}
    for place in ROOMS[room]:
        for path in sorted((source / place).rglob("*.[ch]pp")) or [source / place]:
            if "test" not in path.relative_to(source / place).parts:
                file = str(path.relative_to(source))
                for m in switched(file, path.read_text(), room == "oracle"):
                    piles.setdefault(m.operator, []).append(m)
    for pile in piles.values():
        pile.sort(key=lambda m: sha256(f"{seed}:{room}:{m.key()}".encode()).digest())
    chosen: list[Switched] = []
    while piles:
        for operator in sorted(piles):
            while piles[operator]:
                m = piles[operator].pop()
                if not any(overlap(m, other) for other in chosen):
                    chosen.append(m)
                    yield m
                    break
            else:
                del piles[operator]


def draw(source: Path, room: str, count: int, seed: int, stillborn: Container[Key] = ()) -> dict[int, Switched]:
    """`count` mutants, and those among them that are known not to compile, by numbers that no other room has."""
    first = 1 + 800 * list(ROOMS).index(room)  # switch.hpp has room for all
    mutants: dict[int, Switched] = {}
    for m in drawn(source, room, seed):
        if count == 0 or len(mutants) == 800:
            break
        mutants[first + len(mutants)] = m
        count -= m.key() not in stillborn
    return mutants


def units_of(rooms: Sequence[str]) -> list[str]:
    return sorted({unit for room in rooms for unit in UNITS[room]})


def command_is_in(rooms: Sequence[str]) -> bool:
    """True if tests of the command run, and not unit tests alone."""
    return not set(rooms) <= {"trees", "reports", "oracle"}


class Workplace:
    """A copy of the sources with all mutants of the rooms in it, and its build."""

    def __init__(self, source: Path, build: Path, folder: Path, rooms: Sequence[str], jobs: int) -> None:
        self.jobs = jobs
        self.rooms = rooms
        self.source, self.original_build, self.folder = source, build, folder
        self.build = folder / "build"
        self.files: set[str] = set()  # with mutants in them

    def prepare(self) -> None:
        """Copies the sources, with other flags. A file with mutants in it stays until `compile` writes it again."""
        files = subprocess.run(["git", "-C", self.source, "ls-files", "-z", "-c", "-o", "--exclude-standard"], capture_output=True,
                               text=True, check=True).stdout.split("\0")
        for file in filter(None, files):
            target = self.folder / file
            mutated = target.exists() and target.read_bytes().startswith(f'#include "{self.folder}/switch.hpp"'.encode())
            if (self.source / file).is_file() and not mutated:
                self.put(file, (self.source / file).read_bytes())
            elif mutated:
                self.files.add(file)
        self.put("switch.hpp", (HERE / "switch.hpp").read_bytes())
        # Tests take long without optimization, and the build with all of it. Eigen and the standard library check their
        # arguments, as they do under the sanitizers, since a read beyond an end is not always seen otherwise.
        flags = "-O1 -w -UNDEBUG -D_GLIBCXX_ASSERTIONS"
        lines = "".join(f"target_compile_options({t} PRIVATE {flags})\n" for room in self.rooms for t in TARGETS[room])
        self.put("CMakeLists.txt", (self.source / "CMakeLists.txt").read_bytes() + lines.encode())
        cache = (self.original_build / "CMakeCache.txt").read_text()
        kept = re.findall(r"^(CMAKE_CXX_COMPILER(?:_LAUNCHER)?):\w+=(.+)$", cache, flags=re.M)
        self.run(["cmake", "--preset", "release", "-S", self.folder, "-B", self.build, *(f"-D{k}={v}" for k, v in kept)])

    def compile(self, mutants: dict[int, Switched]) -> set[int]:
        """Builds the copy with all mutants. Returns the numbers of mutants that do not compile."""
        self.files |= {m.file for m in mutants.values()}
        for file in self.files:
            there = {k: m for k, m in mutants.items() if m.file == file}
            text = (self.source / file).read_text()
            self.put(file, (written(text, there, str(self.folder / "switch.hpp")) if there else text).encode())
        done = subprocess.run(["ninja", "-C", self.build, "-k", "0", "-j", str(self.jobs), *self.targets()], capture_output=True, text=True)
        if done.returncode == 0:
            return set()
        found = self.culprits(done.stdout + done.stderr, mutants)
        if not found:
            raise BadInput(f"the copy in {self.folder} does not build:\n{done.stdout[-2000:]}")
        return found

    def targets(self) -> list[str]:
        units = [f"test_{unit}" for unit in units_of(self.rooms)]
        return [*units, "kintree", "sign_flip_aba", "tools/suite/test/offenders/all"] if command_is_in(self.rooms) else units

    @staticmethod
    def culprits(messages: str, mutants: dict[int, Switched]) -> set[int]:
        """The mutants whose lines have errors. If there are none, those whose lines require the code with the error."""
        for what in (r"(?:fatal )?error:", r"  required from"):
            places = set(re.findall(rf"^(\S+?):(\d+):\d+: {what}", messages, flags=re.M))
            if found := {k for k, m in mutants.items() if any(p.endswith(m.file) and int(n) == m.line for p, n in places)}:
                return found
        return set()

    def put(self, file: str, content: bytes) -> None:
        """Writes a file, unless it has this content already, so that it is not built again."""
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

    def tests(self, rooms: Sequence[str]) -> list[Test]:
        """The tests of these rooms alone."""
        near = {f"unit.{unit}" for unit in units_of(rooms)} | {run for room in rooms for run in RUNS.get(room, [])}
        # Plugins, whose tests ctest lists when it starts, and what campaigns load under MPI.
        for library in [*self.original_build.glob("plugins/*.so"), *self.original_build.glob("libkintree_mpi.so")]:
            copy = self.build / library.relative_to(self.original_build)
            if not copy.exists():
                copy.parent.mkdir(exist_ok=True)
                shutil.copy2(library, copy)
        listed = subprocess.run(["ctest", "--test-dir", self.build, "--show-only=json-v1"], capture_output=True, text=True)
        if listed.returncode != 0:
            raise BadInput(f"ctest: {listed.stderr[-2000:]}")
        found = []
        for t in json.loads(listed.stdout)["tests"]:
            offender = command_is_in(rooms) and t["name"].startswith("offender.")
            if (t["name"] in near or offender) and "command" in t:
                properties = {p["name"]: p["value"] for p in t["properties"]}
                passes, environment = (properties.get(name, []) for name in ("PASS_REGULAR_EXPRESSION", "ENVIRONMENT"))
                folder = properties["WORKING_DIRECTORY"]
                if environment:
                    t["command"] = ["env", *environment, *t["command"]]
                if t["name"].startswith("unit."):
                    found += self.cases(t["name"], t["command"][0], folder)
                elif t["name"] == "reproduce":
                    found += [Test(f"reproduce/{paper.stem}", [*t["command"], paper.stem], passes, folder)
                              for paper in sorted((self.folder / "testdata/papers").glob("*.json"))]
                else:
                    found.append(Test(t["name"], t["command"], passes, folder))
        if not command_is_in(rooms):
            return found
        plugins = self.original_build / "plugins"
        few = [f"--plugin={name}" for name in ("aba", "crba_columns", "rnea_points", "ltdl_path_rows", "efpa", "innovations", "crba_ltdl",
                                                   "fijany_featherstone", "divide_and_conquer")]
        found.append(Test("verify", [str(self.build / "kintree"), "verify", "--plugin-path", str(plugins), *few, "--trees=42"], [], str(self.build)))
        return found

    def cases(self, name: str, program: str, folder: str) -> Iterator[Test]:
        entries = json.loads((self.build / "compile_commands.json").read_text())
        own = sorted({str(file) for e in entries if f"/{Path(program).name}.dir/" in e["command"] for file in sources(e)})
        stamp = zlib.crc32("".join(Path(file).read_text() for file in own).encode())
        listed = subprocess.run([program, "--list_content=HRF", "--color_output=no"], capture_output=True, text=True, check=True)
        path: list[str] = []
        lines = [line for line in listed.stderr.splitlines() if line.strip()]
        for line, after in zip(lines, [*lines[1:], ""], strict=True):
            depth = (len(line) - len(line.lstrip())) // 4
            path[depth:] = [line.strip().split(":")[0].removesuffix("*")]
            if "*" in line and (len(after) - len(after.lstrip())) // 4 <= depth:
                case = "/".join(path)
                yield Test(f"{name}/{case}", [program, "--color_output=no", f"--run_test={case}"], [], folder, stamp)


def without_folders(text: str) -> str:
    """Reduces files to their names: a score does not depend on the machine."""
    return re.sub(r"/[\w.+/-]*/", "", text)


@cache
def alone() -> list[str]:
    """The words that start a command in a process namespace of its own, since a mutant's kill(-1) would end all of the user's processes
    otherwise. The shell is its first process, and returns the command's exit code. When it ends, all other processes are killed."""
    user = [] if os.geteuid() == 0 else ["--user", "--map-current-user"]
    start = ["unshare", *user, "--pid", "--fork", "--mount-proc", "--kill-child", "sh", "-c", '"$@"; exit $?', "sh"]
    tried = subprocess.run([*start, "true"], capture_output=True, text=True)
    if tried.returncode == 0:
        return start
    print(f"mutate: {tried.stderr.strip()}: a mutant can end other processes of this user", file=sys.stderr)
    return []


def ask(test: Test, number: int = 0, reached: Path | None = None) -> str | None:
    """Runs a test. Returns why it fails, or nothing. Without a mutant, it notes how long the test takes."""
    processor = math.ceil(20 + 4 * test.processor_seconds) if number else 1200  # a busy machine is no reason to fail

    def limit() -> None:
        resource.setrlimit(resource.RLIMIT_CORE, (0, resource.getrlimit(resource.RLIMIT_CORE)[1]))  # a test raises it
        resource.setrlimit(resource.RLIMIT_FSIZE, (1 << 28, 1 << 28))
        resource.setrlimit(resource.RLIMIT_CPU, (processor, resource.RLIM_INFINITY))  # tests lower it themselves

    more = {"KINTREE_MUTANT": str(number)}
    if reached is not None:
        more["KINTREE_REACHED"] = str(reached)
    start, before = time.monotonic(), resource.getrusage(resource.RUSAGE_CHILDREN)
    started = subprocess.Popen([*alone(), *test.command], stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                               stdin=subprocess.DEVNULL, text=True, errors="replace", env={**os.environ, **more},
                               start_new_session=True, preexec_fn=limit, cwd=test.folder)
    out = None
    for _ in range(math.ceil(60 + 10 * test.seconds if number else 3600)):  # a second in which all were stopped counts as one
        try:
            out, _ = started.communicate(timeout=1)
            break
        except subprocess.TimeoutExpired:
            pass
    if out is None:
        os.killpg(started.pid, signal.SIGKILL)
        started.communicate()
        return "timed out"
    if number == 0:
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        test.seconds = time.monotonic() - start
        test.processor_seconds = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    passed = any(re.search(p, out, re.DOTALL) for p in test.passes) if test.passes else started.returncode == 0
    if passed:
        return None
    if started.returncode in (-signal.SIGXCPU, 128 + signal.SIGXCPU):
        return "timed out"
    error = re.search(r'error: in "([^"]+)": (.*)', out)
    last = out.strip().rsplit("\n", 1)[-1]
    return without_folders(f"{error[1]}: {error[2]}" if error else f"exit {started.returncode}: {last}")[:200]


def find_reach(tests: Sequence[Test], folder: Path) -> None:
    """Finds which mutants each test reaches, and how long it takes. All must pass. The results are kept in the folder."""
    kept = folder / "reached.json"
    known = json.loads(kept.read_text()) if kept.exists() else {}
    programs: dict[str, int] = {}
    for test in tests:
        program = test.command[0] if test.stamp else str(folder / "build/kintree")
        if program not in programs:
            programs[program] = zlib.crc32(Path(program).read_bytes())
        stamp = f"{programs[program]:x} {test.command}"
        if known.get(test.name, {}).get("stamp") != stamp:
            file = folder / "reached"
            file.unlink(missing_ok=True)
            if (why := ask(test, 0, file)) is not None:
                raise BadInput(f"{test.name} fails before anything is changed: {why}")
            reached = sorted({int(k) for k in file.read_text().split()}) if file.exists() else []
            known[test.name] = {"stamp": stamp, "seconds": test.seconds, "processor_seconds": test.processor_seconds,
                                "reached": reached}
            kept.write_text(json.dumps(known))
        test.seconds, test.processor_seconds = known[test.name]["seconds"], known[test.name]["processor_seconds"]
        test.reached = set(known[test.name]["reached"])


class Log:
    """The mutants that were run so far, and their results."""

    def __init__(self, file: Path, lists: Lists) -> None:
        self.file, self.lists = file, lists
        lines = file.read_text().splitlines() if file.exists() else []
        self.before = {tuple(r["key"]): r for r in map(json.loads, lines)}

    def note(self, room: str, m: Switched, result: Result, let_through: list[str]) -> None:
        with self.file.open("a") as out:
            out.write(json.dumps({"key": m.key(), "room": room, "line": m.line, "verdict": result.verdict, "by": result.by,
                                  "let_through": let_through}) + "\n")


class Asked:
    """A mutant, while the tests run on it."""

    def __init__(self, room: str, number: int, m: Switched, log: Log) -> None:
        self.room, self.number, self.mutant, self.log = room, number, m, log
        self.why = log.lists.why_equivalent(room, m)
        self.result = Result(m.file, m.line, m.operator, m.old, m.new, "survived")
        known = log.before.get(m.key(), {"verdict": "", "by": "", "let_through": []})
        self.let_through: list[str] = known["let_through"]
        self.reached = False
        self.decided = known["verdict"] == "test" or known["verdict"] == "equivalent" and self.why is not None
        if self.decided:
            self.decide(known["verdict"], known["by"] if known["verdict"] == "test" else self.why)

    def decide(self, verdict: str, by: str) -> None:
        m = self.mutant
        if verdict == "test" and self.why is not None:
            raise BadInput(f"equivalent.json: {m.file}: {m.old!r} -> {m.new!r} is none of {self.room}: {by}")
        self.result.verdict, self.result.by = verdict, by
        self.decided = True

    def ask(self, tests: Sequence[Test]) -> None:
        """Runs the tests that reach it, except those that passed before."""
        near = [test for test in tests if self.number in test.reached]
        self.reached = self.reached or bool(near)
        for test in near:
            if test.identity() in self.let_through:
                continue
            if failed := ask(test, self.number):
                self.decide("test", f"{test.name}: {failed}")
                break
            self.let_through.append(test.identity())
        if near:
            self.note()

    def finish(self) -> None:
        """Decides a mutant when no tests are left."""
        if self.decided:
            return
        by = self.why or ("" if self.reached else "reached by no test")
        self.decide("survived" if self.why is None else "equivalent", by)
        self.note()

    def note(self) -> None:
        m = self.mutant
        said = f"{self.result.verdict}: {self.result.by}" if self.decided else "let through so far"
        print(f"{self.room}: {m.file}:{m.line}: {m.operator}: {said}", file=sys.stderr, flush=True)
        self.log.note(self.room, m, self.result, self.let_through)


def measure_rooms(source: Path, build: Path, folder: Path, rooms: Sequence[str], lists: Lists, counts: dict[str, int],
                  seed: int, jobs: int) -> Iterator[Score]:
    """Measures one room after another. Earlier results for the same mutants are in results.jsonl in the folder."""
    if "oracle" in rooms and len(rooms) > 1:  # the judge's mutants and its own can be in one place
        for some in ([room for room in rooms if room != "oracle"], ["oracle"]):
            yield from measure_rooms(source, build, folder, some, lists, counts, seed, jobs)
        return
    place = Workplace(source, build, folder, rooms, jobs)
    place.prepare()
    noted = folder / "stillborn.json"
    stillborn: set[Key] = set(map(tuple, json.loads(noted.read_text()))) if noted.exists() else set()
    while True:
        of = {room: draw(source, room, counts[room], seed, stillborn) for room in rooms}
        failed = place.compile({number: m for drawn in of.values() for number, m in drawn.items() if m.key() not in stillborn})
        if not failed:
            break
        stillborn |= {drawn[number].key() for drawn in of.values() for number in failed & drawn.keys()}
        noted.write_text(json.dumps(sorted(stillborn)))
    log = Log(folder / "results.jsonl", lists)
    for room in rooms:
        asked = [Asked(room, number, m, log) for number, m in of[room].items() if m.key() not in stillborn]
        tests = place.tests([room]) if any(not one.decided for one in asked) else []
        quick = [test for test in tests if not test.slow()]
        find_reach(quick, folder)
        quick.sort(key=lambda t: t.seconds)
        for one in asked:
            if not one.decided:
                one.ask(quick)
                if one.why is not None:
                    one.finish()  # the slow tests do not run on mutants that are listed as equivalent
        for test in sorted((t for t in tests if t.slow()), key=lambda t: SLOW.index(t.name.split("/")[0])):
            left = [one for one in asked if not one.decided]
            if left:
                find_reach([test], folder)
            for one in left:
                one.ask([test])
        for one in asked:
            one.finish()
        score = Score(room, seed, results=[one.result for one in asked])
        score.results += [Result(m.file, m.line, m.operator, m.old, m.new, "stillborn") for m in of[room].values()
                          if m.key() in stillborn]
        yield score
