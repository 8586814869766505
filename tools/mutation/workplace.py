"""The modules, the mutants that are drawn of them, and the copy of the sources in which these are built and tested."""
from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import zlib
from collections.abc import Container, Iterator, Sequence
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path

from build import sources
from lists import BadInput
from switched import Key, Switched, overlap, switched, written

MODULES = {
    "judge": ["oracles/src"],
    "suite": [f"tools/suite/{folder.name}" for folder in sorted(Path(__file__).parents[1].joinpath("suite").iterdir())
              if folder.is_dir() and folder.name != "test"],
    "commands": ["tools/command"],
    "trees": ["reference/trees/src"],
    "reports": ["reports/src"],
    # The foundations of the exact answer. Their formulas are mutated too. These are sources of the judge as well.
    "oracle": [f"oracles/src/mechanics/{name}.hpp" for name in ("motion", "cholesky", "mechanics", "words", "tree_mechanics")],
}
TARGETS = {  # in whose sources the mutants are
    "judge": ["kintree_oracles"],
    "suite": ["kintree_suite"],
    "commands": ["kintree"],
    "trees": ["kintree_trees"],
    "reports": ["kintree_reports"],
    "oracle": ["kintree_oracles", "test_oracle", "test_judge"],
}
UNITS = {  # the unit tests of a module
    "judge": ["judge", "oracle", "examination", "suite", "diagnosis"],
    "suite": ["suite", "examination", "diagnosis", "refinement", "measurements", "worker", "protocol", "vectors", "command",
              "bad_input", "golden", "reproduce"],
    "commands": ["command", "bad_input", "golden", "reproduce"],
    "trees": ["trees", "vectors"],
    "reports": ["reports"],
    "oracle": ["oracle", "judge"],
}
# Tests that run the command. All modules with other than unit tests run the faulty plugins and a short verify as well.
RUNS = {
    "judge": ["prove.inverse_osim", "verify.float", "forward_dynamics.metamorphic"],
    "suite": ["prove.inverse_osim", "verify.float", "cost.papers_trees", "cost.random_trees", "cost.formulas", "cost.growth.inverse_osim", "reproduce",
              "aba.sign_flip", "forward_dynamics.metamorphic", "isolate", "isolate.prove", "campaign", "search.ranks", "bench", "golden.field", "progress",
              "program.hostile", "program.python", "program.python.prove", "program.vectors"],
    "commands": ["prove.inverse_osim", "cost.papers_trees", "cost.random_trees", "aba.sign_flip", "isolate", "campaign", "search.ranks", "bench", "golden.field",
                 "progress", "program.hostile", "program.vectors"],
}
SLOW = ("prove.inverse_osim", "verify.float", "verify", "unit.diagnosis", "unit.reproduce", "cost.growth.inverse_osim")  # in this order
HERE = Path(__file__).resolve().parent


@dataclass
class Test:
    name: str
    command: list[str]
    passes: list[str]  # expressions as CMake reads them, of which its output must have one; if there are none, exit 0
    folder: str | None = None  # in which it runs
    stamp: int = 0  # of its sources, where it is a case of a unit test
    seconds: float = 0
    processor_seconds: float = 0
    reached: set[int] = field(default_factory=set)  # mutants

    def slow(self) -> bool:
        return self.name.split("/")[0] in SLOW

    def identity(self) -> str:
        return f"{self.name} {self.stamp:x}"


def drawn(source: Path, module: str, seed: int) -> Iterator[Switched]:
    """Operators by turns, none over another. Each has a place of its own in the draw, so that a change of a source draws no
    others in the rest of the module."""
    piles: dict[str, list[Switched]] = {}
    for place in MODULES[module]:
        for path in sorted((source / place).rglob("*.[ch]pp")) or [source / place]:
            if "test" not in path.relative_to(source / place).parts:
                file = str(path.relative_to(source))
                for m in switched(file, path.read_text(), module == "oracle"):
                    piles.setdefault(m.operator, []).append(m)
    for pile in piles.values():
        pile.sort(key=lambda m: sha256(f"{seed}:{module}:{m.key()}".encode()).digest())
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


def draw(source: Path, module: str, count: int, seed: int, stillborn: Container[Key] = ()) -> dict[int, Switched]:
    """So many, and those among them that are known not to compile, by numbers that no other module has."""
    first = 1 + 800 * list(MODULES).index(module)  # switch.hpp has numbers for all
    mutants: dict[int, Switched] = {}
    for m in drawn(source, module, seed):
        if count == 0 or len(mutants) == 800:
            break
        mutants[first + len(mutants)] = m
        count -= m.key() not in stillborn
    return mutants


def units_of(modules: Sequence[str]) -> list[str]:
    return sorted({unit for module in modules for unit in UNITS[module]})


def command_is_in(modules: Sequence[str]) -> bool:
    """True if tests of the modules run the command, and not only unit tests."""
    return not set(modules) <= {"trees", "reports", "oracle"}


class Workplace:
    """A copy of the sources with all mutants of the modules in it, and its build."""

    def __init__(self, source: Path, build: Path, folder: Path, modules: Sequence[str], jobs: int) -> None:
        self.jobs = jobs
        self.modules = modules
        self.source, self.original_build, self.folder = source, build, folder
        self.build = folder / "build"
        self.files: set[str] = set()  # with mutants in them

    def prepare(self) -> None:
        """Copies the sources, and configures their build with other flags. A file with mutants stays until `compile` writes it again."""
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
        # Tests take long without optimization, the build with all of it. Eigen and the standard library check
        # their arguments, as under the sanitizers, since a read beyond an end may have no other effect.
        flags = "-O1 -w -UNDEBUG -D_GLIBCXX_ASSERTIONS"
        lines = "".join(f"target_compile_options({t} PRIVATE {flags})\n" for module in self.modules for t in TARGETS[module])
        self.put("CMakeLists.txt", (self.source / "CMakeLists.txt").read_bytes() + lines.encode())
        cache = (self.original_build / "CMakeCache.txt").read_text()
        kept = re.findall(r"^(CMAKE_CXX_COMPILER(?:_LAUNCHER)?):\w+=(.+)$", cache, flags=re.M)
        self.run(["cmake", "--preset", "release", "-S", self.folder, "-B", self.build, *(f"-D{k}={v}" for k, v in kept)])

    def compile(self, mutants: dict[int, Switched]) -> set[int]:
        """Builds with all mutants. Returns the numbers of the mutants that do not compile."""
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
        units = [f"test_{unit}" for unit in units_of(self.modules)]
        return [*units, "kintree", "sign_flip_aba", "tools/suite/test/faulty_plugins/all"] if command_is_in(self.modules) else units

    @staticmethod
    def culprits(messages: str, mutants: dict[int, Switched]) -> set[int]:
        """Those in whose lines there are errors; if none are, those that need what has one."""
        for what in (r"(?:fatal )?error:", r"  required from"):
            places = set(re.findall(rf"^(\S+?):(\d+):\d+: {what}", messages, flags=re.M))
            if found := {k for k, m in mutants.items() if any(p.endswith(m.file) and int(n) == m.line for p, n in places)}:
                return found
        return set()

    def put(self, file: str, content: bytes) -> None:
        """An equal file is not written, so that it is not built again."""
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

    def tests(self, modules: Sequence[str]) -> list[Test]:
        """The tests of these modules."""
        near = {f"unit.{unit}" for unit in units_of(modules)} | {run for module in modules for run in RUNS.get(module, [])}
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
            is_faulty_plugin = command_is_in(modules) and t["name"].startswith("faulty.")
            is_near = any(t["name"] == n or t["name"].startswith(n + ".") for n in near)
            if (is_near or is_faulty_plugin) and "command" in t:
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
        if not command_is_in(modules):
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
