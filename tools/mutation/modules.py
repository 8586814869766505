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
import signal
import subprocess
import sys
import time
import zlib
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path

from lists import BadInput, Lists
from scores import Result, Score
from switched import Key, Switched
from workplace import SLOW, Test, Workplace, draw


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

    def note(self, module: str, m: Switched, result: Result, let_through: list[str]) -> None:
        with self.file.open("a") as out:
            out.write(json.dumps({"key": m.key(), "module": module, "line": m.line, "verdict": result.verdict, "by": result.by,
                                  "let_through": let_through}) + "\n")


class Asked:
    """A mutant, while the tests run on it."""

    def __init__(self, module: str, number: int, m: Switched, log: Log) -> None:
        self.module, self.number, self.mutant, self.log = module, number, m, log
        self.why = log.lists.why_equivalent(module, m)
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
            raise BadInput(f"equivalent.json: {m.file}: {m.old!r} -> {m.new!r} is none of {self.module}: {by}")
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
        print(f"{self.module}: {m.file}:{m.line}: {m.operator}: {said}", file=sys.stderr, flush=True)
        self.log.note(self.module, m, self.result, self.let_through)


def measure_modules(source: Path, build: Path, folder: Path, modules: Sequence[str], lists: Lists, counts: dict[str, int],
                  seed: int, jobs: int) -> Iterator[Score]:
    """Measures one module after another. Earlier results for the same mutants are in results.jsonl in the folder."""
    if "oracle" in modules and len(modules) > 1:  # the judge's mutants and its own can be in one place
        for some in ([module for module in modules if module != "oracle"], ["oracle"]):
            yield from measure_modules(source, build, folder, some, lists, counts, seed, jobs)
        return
    place = Workplace(source, build, folder, modules, jobs)
    place.prepare()
    noted = folder / "stillborn.json"
    stillborn: set[Key] = set(map(tuple, json.loads(noted.read_text()))) if noted.exists() else set()
    while True:
        of = {module: draw(source, module, counts[module], seed, stillborn) for module in modules}
        failed = place.compile({number: m for drawn in of.values() for number, m in drawn.items() if m.key() not in stillborn})
        if not failed:
            break
        stillborn |= {drawn[number].key() for drawn in of.values() for number in failed & drawn.keys()}
        noted.write_text(json.dumps(sorted(stillborn)))
    log = Log(folder / "results.jsonl", lists)
    for module in modules:
        asked = [Asked(module, number, m, log) for number, m in of[module].items() if m.key() not in stillborn]
        tests = place.tests([module]) if any(not one.decided for one in asked) else []
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
        score = Score(module, seed, results=[one.result for one in asked])
        score.results += [Result(m.file, m.line, m.operator, m.old, m.new, "stillborn") for m in of[module].values()
                          if m.key() in stillborn]
        yield score
