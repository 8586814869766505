"""Compares many mutants of one plugin with the exact answer in the finite field. Each is in a namespace of its own, and all are in
one library, built for Number alone. So their common code is compiled once, the exact answers are computed once, and a mutant takes
about a tenth of a second."""
from __future__ import annotations

import re
import shutil
from collections.abc import Sequence
from pathlib import Path

from build import Answer, Plugin, run
from operators import Mutant

# The result for one mutant. "not equal", "crashed" and "timed out" are results in the field. "stillborn" does not compile.
Verdict = tuple[str, str]  # verdict, and the first wrong answer or the number of answers

DATA = re.compile(r"\t\.(long|quad|value|byte|zero|string|ascii|double)\b")
HERE = Path(__file__).resolve().parent


class Batch:
    def __init__(self, plugin: Plugin, seconds: int = 2) -> None:
        self.plugin, self.seconds = plugin, seconds
        self.tools = plugin.tools
        self.folder = plugin.folder / "batch"
        self.files = [f"plugins/{plugin.name}/plugin.cpp", *plugin.headers]
        self.texts = {file: (self.tools.source / file).read_text() for file in self.files}
        self.flags = [*(f for f in plugin.flags if not f.startswith("-O")), "-O0"]
        self.precompiled = plugin.precompiled(self.flags, (HERE / "number_plugin.hpp").read_text())

    def ask(self, mutants: Sequence[Mutant]) -> list[Verdict]:
        """A verdict for each. RuntimeError if the unchanged plugin does not compile in this way, or is not equal."""
        verdicts: dict[int, Verdict] = {}
        alive = list(range(len(mutants)))
        shutil.rmtree(self.folder, ignore_errors=True)
        self.write(0, None)
        for k in alive:
            self.write(k + 1, mutants[k])
        while True:
            failed = self.compile([0, *(k + 1 for k in alive)])
            if not failed:
                break
            if 0 in failed:
                raise RuntimeError(f"{self.plugin.name} does not compile in a namespace of its own")
            for number in failed:
                verdicts[number - 1] = ("stillborn", "")
            alive = [k for k in alive if k not in verdicts]
        same = self.identical()
        answer = self.run(len(alive) + 1)
        lines = [line.split("\t", 2) for line in answer.out.splitlines()]
        if answer.code != 0 or len(lines) != len(alive) + 1 or lines[0][1] != "equal":
            raise RuntimeError(f"{self.plugin.name}: {answer.err or answer.out}")
        for k, (_, verdict, detail) in zip(alive, lines[1:], strict=True):
            if k + 1 in same and verdict != "equal":
                raise RuntimeError(f"{mutants[k].file}:{mutants[k].line}: the same code, but {verdict}: {mutants[k].new}")
            verdicts[k] = ("identical", "") if k + 1 in same else (verdict, detail)
        return [verdicts[k] for k in range(len(mutants))]

    def run(self, count: int) -> Answer:
        return run([self.tools.equality, self.folder / "batch.so", str(count), str(self.seconds)], 3600,
                   "unlimited")

    def write(self, number: int, mutant: Mutant | None) -> None:
        """The plugin's headers, one of them mutated, in namespace kintree::m<number>, where they find each other."""
        space = f"kintree::m{number:03}"
        for file, original in self.texts.items():
            text = mutant.text if mutant is not None and mutant.file == file else original
            text = re.sub(r"\bkintree::(?=\w)", f"{space}::", text)
            text = re.sub(r"\bnamespace kintree \{", f"namespace {space} {{ using namespace kintree;", text)
            text = re.sub(r'^#include "([^"]+)"',
                          lambda m: f'#include "m{number:03}/{m[1]}"' if f"plugins/{m[1]}" in self.texts else m[0], text, flags=re.M)
            if file == self.files[0]:
                text = text.replace("KINTREE_PLUGIN(", f"namespace {space} {{ KINTREE_PLUGIN(") + "}\n"
            target = self.folder / f"m{number:03}" / file.removeprefix("plugins/")
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_text(text)

    def compile(self, numbers: Sequence[int]) -> set[int]:
        """Builds the library. Returns the numbers of the mutants that do not compile; if there are any, there is no library."""
        source, target = self.folder / "batch.cpp", self.folder / "batch.s"
        text = "".join(f'#include "m{k:03}/{self.plugin.name}/plugin.cpp"\n' for k in numbers)
        text += "extern \"C\" __attribute__((visibility(\"default\"))) const kintree::Plugin* kintree_mutant(int k) {\n"
        text += "  switch (k) {\n"
        text += "".join(f"    case {at}: return kintree::m{k:03}::plugin();\n" for at, k in enumerate(numbers))
        source.write_text(text + "  }\n  return nullptr;\n}\n")
        done = run([self.plugin.compiler, "-I", self.folder, *self.flags, "-include", self.precompiled, "-S", source, "-o", target],
                   memory="unlimited")
        if done.code != 0:
            failed = {int(k) for k in re.findall(rf"{re.escape(str(self.folder))}/m(\d+)/", done.err)}
            failed = self.culprits(done.err) & set(numbers) or failed & set(numbers)
            if not failed:
                raise RuntimeError(done.err[:2000])
            return failed
        data = self.tools.build / "reference/model/libkintree_model.a"
        done = run([self.plugin.compiler, "-shared", target, data, "-lmpfr", "-lgmp", "-o", self.folder / "batch.so"])
        if done.code != 0:
            raise RuntimeError(done.err[:2000])
        return set()

    def identical(self) -> set[int]:
        """The numbers of the mutants with the code of the unchanged plugin, instruction by instruction."""
        code: dict[str, dict[str, list[str]]] = {}  # by number and name
        constants: dict[str, str] = {}
        label, lines = "", []
        for line in (self.folder / "batch.s").read_text().splitlines():
            if line.endswith(":") and line.startswith(("_Z", ".LC", "C.")):
                label, lines = line[:-1], []
                if found := re.search(r"4m(\d{3})", label):
                    code.setdefault(found[1], {})[label.replace(found[0], "4m")] = lines
            elif line.startswith(".LFE"):
                label = ""
            elif label.startswith((".LC", "C.")):
                if line.startswith("\t.") and DATA.match(line):
                    constants[label] = constants.get(label, "") + line
                else:
                    label = ""
            elif label and (not line.startswith("\t.") or DATA.match(line)):
                lines.append(line)

        def same(a: dict[str, list[str]], number: str, b: dict[str, list[str]]) -> bool:
            return a.keys() == b.keys() and all(len(a[k]) == len(b[k]) for k in a) and all(
                plain(a[k], number) == plain(b[k], "000") for k in a)

        def plain(lines: list[str], number: str) -> str:
            labels: dict[str, str] = {}
            text = re.sub(r"\.L\w+|\bC\.\d+\.\d+", lambda m: constants.get(m[0]) or labels.setdefault(m[0], f".L{len(labels)}"), "\n".join(lines))
            return text.replace(f"m{number}", "m")
        return {int(number) for number, functions in code.items() if number != "000" and same(functions, number, code["000"])}

    def culprits(self, messages: str) -> set[int]:
        """The mutant that contains each error; for an error in another place, the mutants that the messages before it name."""
        mutant = re.compile(rf"{re.escape(str(self.folder))}/m(\d+)/")
        found: set[int] = set()
        led: set[int] = set()
        for line in messages.splitlines():
            here = {int(k) for k in mutant.findall(line)}
            if re.search(r": (fatal )?error: ", line):
                found |= here or led
                led = set()
            elif "required from" in line or "In instantiation of" in line or "In function" in line or "In member function" in line:
                led |= here
        return found
