"""Builds mutants one at a time, and runs the suite and unit tests on them."""
from __future__ import annotations

import json
import math
import os
import re
import shlex
import shutil
import subprocess
import time
import zlib
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from threading import Lock

from lists import BadInput

MEMORY = 4 << 20  # KiB that a mutant may take


@dataclass
class Answer:
    code: int  # of the program, or minus the signal that ended it
    out: str
    err: str
    seconds: float = 0

    def ended_by(self) -> str | None:
        """The way in which a program ended without a result, or nothing if it has one."""
        if self.code in (-24, -9, 128 + 24, 128 + 9):
            return "timed out"
        return None if self.code in (0, 1) else "crashed"


def run(command: Sequence[str | os.PathLike[str]], seconds: float = 600.0, memory: int | str = MEMORY) -> Answer:
    """Runs a command for so many seconds of processor time at most."""
    limits = f'ulimit -c 0; ulimit -v {memory}; ulimit -S -t {math.ceil(seconds)}; exec "$@"'
    start = time.monotonic()
    done = subprocess.run(["sh", "-c", limits, "sh", *map(str, command)], capture_output=True, text=True,
                          errors="replace", stdin=subprocess.DEVNULL)
    return Answer(done.returncode, done.stdout, done.stderr, time.monotonic() - start)


def includes(text: str) -> list[str]:
    return re.findall(r'^#include ("[^"]+"|<[^>]+>)', text, flags=re.M)


def sources(entry: dict[str, str]) -> list[Path]:
    """The source of a compile command, or the sources that are compiled together by it (a unity build)."""
    file = Path(entry["file"])
    if file.parent.name != "Unity":
        return [file]
    return [Path(name) for name in re.findall(r'^#include "(.+)"$', file.read_text(), flags=re.M)]


@dataclass
class Toolchain:
    """The compile commands of a build folder that contains `kintree`."""
    source: Path
    build: Path
    scratch: Path
    locks: dict[str, Lock] = field(default_factory=dict)
    guard: Lock = field(default_factory=Lock)

    def __post_init__(self) -> None:
        self.scratch.mkdir(exist_ok=True)
        self.kintree = self.copied("kintree")
        self.equality = self.copied("mutation/equality")
        self.entries = json.loads((self.build / "compile_commands.json").read_text())
        if any("clang" in Path(word).name for word in shlex.split(self.entries[0]["command"])[:2]):
            raise BadInput(f"{self.build}: built by clang; mutants are compared by the assembly that g++ writes")
        self.commands = {file: shlex.split(e["command"]) for e in self.entries for file in sources(e)
                         if file.name != "plugin.cpp" or "/plugin_" in e["command"]}

    def copied(self, name: str) -> Path:
        """A copy of a program: the build folder may be built in meanwhile."""
        copy = self.scratch / Path(name).name
        if not copy.exists():
            shutil.copy2(self.build / name, copy)
        return copy

    def flags(self, file: Path) -> tuple[str, list[str]]:
        """Compiler and flags of a source, quick to build, every warning allowed: mutants are clumsy."""
        if file not in self.commands:
            raise BadInput(f"{self.build}: nothing there compiles {file}; it may be the build folder of another checkout")
        return self.quick(self.commands[file])

    @staticmethod
    def quick(words: list[str]) -> tuple[str, list[str]]:
        words = words[next(k for k, w in enumerate(words) if re.search(r"(\+\+|cc|clang)[\d.-]*$", Path(w).name)):]
        kept = [w for w in words[1:words.index("-o")] if not re.match(r"-W|-O|-D(\w+_EXPORTS|KINTREE_NUMBER_ELSEWHERE)", w)]
        return words[0], [*kept, "-O1", "-w"]

    def link_command(self, target: str, program: Path) -> list[str]:
        """The command that links a target of the build folder, with another output file. It names objects as in the build folder."""
        link = subprocess.run(["ninja", "-C", self.build, "-t", "commands", target], capture_output=True, text=True,
                              check=True).stdout.splitlines()[-1]
        words = shlex.split(link.removeprefix(": && ").removesuffix(" && :"))
        words[words.index("-o") + 1] = str(program)
        return words

    def built(self, word: str) -> str | Path:
        """A word of such a command, from any folder."""
        return self.build / word if (self.build / word).is_file() else word

    def lock(self, name: str) -> Lock:
        with self.guard:
            return self.locks.setdefault(name, Lock())


def boost_test(program: Path, seconds: float) -> Answer:
    done = run([program, "--color_output=no"], seconds, "unlimited")  # the sanitizers map more than there is
    return replace(done, code=1 if done.code in (200, 201) else done.code)  # an exception, a failure


class Plugin:
    """One plugin, built from plugin.cpp with a header of its own or of another plugin changed."""

    def __init__(self, tools: Toolchain, name: str) -> None:
        self.tools, self.name = tools, name
        self.main = tools.source / "plugins" / name / "plugin.cpp"
        self.folder = tools.scratch / name
        self.compiler, self.flags = tools.flags(self.main)
        self.headers, self.others = self.reached()
        own = [h for h in self.headers if h.startswith(f"plugins/{name}/")]
        own = own or self.headers[:1]  # of an instance of another plugin's template: that
        self.own = own + [h for h in self.headers if h.startswith("plugins/kernels/") and h not in own]

    def reached(self) -> tuple[list[str], list[str]]:
        """The headers of plugins that it includes, nearest first, and all other headers."""
        headers: list[str] = []
        others: set[str] = set()
        queue = [f"plugins/{self.name}/plugin.cpp"]
        for file in queue:
            for name in includes((self.tools.source / file).read_text()):
                path = f"plugins/{name[1:-1]}"
                if (self.tools.source / path).exists():
                    if path not in queue:
                        queue.append(path)
                        headers.append(path)
                else:
                    others.add(name)
        return headers, sorted(others)

    def precompiled(self, flags: Sequence[str] | None = None, more: str = "") -> Path:
        """All that is not the plugins' own, and more, as one precompiled header."""
        flags = self.flags if flags is None else flags
        text = "".join(f"#include {name}\n" for name in self.others) + more
        stem = self.tools.scratch / f"common-{zlib.crc32(repr((text, flags)).encode()):x}.hpp"
        with self.tools.lock(str(stem)):
            if not stem.exists():
                stem.write_text(text)
                done = run([self.compiler, *flags, "-x", "c++-header", stem, "-o", f"{stem}.gch"])
                if done.code != 0:
                    raise RuntimeError(done.err)
        return stem

    def change(self, file: str, text: str) -> None:
        shutil.rmtree(self.folder / "mutated", ignore_errors=True)
        header = self.folder / "mutated" / file.removeprefix("plugins/")
        header.parent.mkdir(parents=True)
        header.write_text(text)

    def compile(self, file: str, text: str) -> bytes | None:
        """The object with `text` instead of a header, or nothing if that does not compile."""
        self.change(file, text)
        target = self.folder / "plugin.o"
        done = run([self.compiler, "-I", self.folder / "mutated", *self.flags, "-include", self.precompiled(),
                    "-c", self.main, "-o", target])
        return target.read_bytes() if done.code == 0 else None

    def link(self) -> Path:
        """The folder of the plugin of the last object."""
        folder = self.folder / "plugins"
        folder.mkdir(exist_ok=True)
        data = self.tools.build / "reference/model/libkintree_model.a"
        done = run([self.compiler, "-shared", self.folder / "plugin.o", data, "-lmpfr", "-lgmp", "-o",
                    folder / f"kintree_plugin_{self.name}.so"])
        if done.code != 0:
            raise RuntimeError(done.err)
        return folder

    def original(self) -> bytes:
        file = self.own[0]
        done = self.compile(file, (self.tools.source / file).read_text())
        if done is None:
            raise RuntimeError(f"{self.name} does not compile")
        return done

    def verify(self, seconds: float, options: Sequence[str] = ()) -> Answer:
        return run([self.tools.kintree, "verify", "--plugin", self.name, "--plugin-path", self.folder / "plugins",
                    "--fail-fast", "--jobs", "1", *options], seconds)

    def unit_tests(self, file: str) -> list[str]:
        """The test programs of its folder, or else those that name its header; for a mutant of a kernel the kernels' as well."""
        def target(entry: dict[str, str]) -> str | None:
            match = re.search(r"-o \S*/(test_\w+)\.dir/", entry["command"])
            return match and match.group(1)
        plugins = self.tools.source / "plugins"
        tests = [(target(e), source) for e in self.tools.entries if target(e) for source in sources(e)
                 if source.is_relative_to(plugins)]
        own = [t for t in tests if t[1].parent.parent.name == self.name]
        naming = [t for t in tests if f'"{self.name}/' in t[1].read_text()]
        kernels = [t for t in tests if "plugins/kernels/" in file and t[1].parent.parent.name == "kernels"]
        return sorted({str(name) for name, _ in (own or naming) + kernels})

    def unit_test(self, name: str, seconds: float) -> Answer:
        """Runs a test with the mutant of the last object, under the sanitizers. A test that does not compile counts as failed."""
        sanitize = ["-fsanitize=address,undefined", "-fno-sanitize-recover=all"]
        objects: dict[str, Path] = {}
        for entry in self.tools.entries:
            if match := re.search(rf"-o (\S*/{name}\.dir/\S+)", entry["command"]):
                compiler, flags = self.tools.quick(shlex.split(entry["command"]))
                objects[match.group(1)] = target = self.folder / f"test{len(objects)}.o"
                done = run([compiler, "-I", self.folder / "mutated", *flags, *sanitize, "-O0", "-c", entry["file"], "-o", target])
                if done.code != 0:
                    return replace(done, code=1)
        words = self.tools.link_command(name, self.folder / "test")
        here = [objects.get(w) or self.tools.built(w) for w in words]
        done = run([*here, *sanitize])
        if done.code != 0:
            raise RuntimeError(done.err)
        return boost_test(self.folder / "test", seconds)
