"""Mutants of plugins. They are compared in the finite field first, many at a time. Those that are equal there go to `kintree verify`
with its default options, and then to the plugin's unit tests."""
from __future__ import annotations

import random
import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from pathlib import Path

from batch import Batch
from build import Answer, Plugin, Toolchain
from lists import BadInput, Lists
from operators import Mutant, mutants, one_line
from scores import KILLED, Result, Score
from typical import Partners, Typical

AT_ONCE = 48  # mutants in one library
TYPICAL = 6  # mutants of a plugin for which the typical test runs


@dataclass
class Options:
    count: int  # of mutants that compile and are another algorithm
    seed: int
    verify: list[str]  # options of kintree verify
    typical: bool


def candidates(plugin: Plugin, lists: Lists, seed: int, source: Path) -> Iterator[Mutant]:
    """The named mutants, then those of its own headers and of the kernels that it includes, then those of the other headers of
    plugins, nearest first. They are drawn from the operators in turn."""
    named = lists.named.get(plugin.name, [])
    yield from named
    seen = {(m.file, m.text) for m in named}
    draw = random.Random(f"{seed}:{plugin.name}")
    yield from by_turns(plugin.own, seen, draw, source)
    for file in plugin.headers:
        if file not in plugin.own:
            yield from by_turns([file], seen, draw, source)


def by_turns(files: list[str], seen: set[tuple[str, str]], draw: random.Random, source: Path) -> Iterator[Mutant]:
    piles: dict[str, list[Mutant]] = {}
    for file in files:
        for m in mutants(file, (source / file).read_text()):
            if (m.file, m.text) not in seen:
                piles.setdefault(m.operator, []).append(m)
    for pile in piles.values():
        draw.shuffle(pile)
    while piles:
        for operator in list(piles):
            yield piles[operator].pop()
            if not piles[operator]:
                del piles[operator]


def first_failure(answer: Answer) -> str:
    match = re.search(r"^FAILED (\S+) (\S+): (?:case (\S+)-\d+ \(seed (\d+).*verdict (\w?): (.*)|(.*))$", answer.out,
                      flags=re.M)
    if not match:
        said = re.sub(r"/tmp/[\w-]+/|\x1b\[[\d;]*m", "", answer.out + answer.err)  # the same in every run, without colours
        test = re.search(r'error: in "([^"]+)": (.*)', said)
        return f"{test.group(1)}: {test.group(2)}"[:200] if test else one_line(answer.err)[:200]
    if not match.group(3):
        return f"{match.group(2)}: {match.group(7)}"
    return f"{match.group(2)}, {match.group(3)}, seed {match.group(4)}: {match.group(5)}, {match.group(6)}"


class Subject:
    """A plugin, and the tests of it that have been seen to pass."""

    def __init__(self, plugin: Plugin, lists: Lists, options: Options, score: Score, partners: Partners) -> None:
        self.plugin, self.lists, self.options, self.score = plugin, lists, options, score
        plugin.folder.mkdir(parents=True, exist_ok=True)
        self.batch = Batch(plugin)
        self.original = plugin.original()
        plugin.link()
        baseline = plugin.verify(3600, options.verify)
        if baseline.code != 0:
            raise BadInput(f"{plugin.name} itself fails: {first_failure(baseline)}")
        self.seconds = 10 + 4 * baseline.seconds
        self.sound: set[str] = set()
        self.typical = Typical(plugin.tools, plugin.name, partners) if options.typical else None
        if self.typical is not None and self.typical.against:
            score.against, score.tolerance = self.typical.against, self.typical.tolerance
        else:
            self.typical = None

    def ask(self, some: list[Mutant]) -> None:
        for mutant, (verdict, by) in zip(some, self.batch.ask(some), strict=True):
            result = Result.of(mutant, verdict, by)
            why = self.lists.why_equivalent(self.plugin.name, mutant)
            if verdict in ("equal", "undecided"):
                self.let_through(mutant, result, why)
            if self.typical is not None and result.verdict in ("survived", *KILLED) and self.score.asked() < TYPICAL:
                result.typical = "killed" if self.typical.kills(mutant) else "survived"
            if result.verdict in KILLED and why is not None:
                raise BadInput(f"equivalent.json: {mutant.file}: {mutant.old!r} -> {mutant.new!r} is none of "
                               f"{self.plugin.name}: {result.by}")
            self.score.results.append(result)

    def let_through(self, mutant: Mutant, result: Result, why: str | None) -> None:
        """Tests a mutant that is equal in the field or cannot be compared there."""
        built = self.plugin.compile(mutant.file, mutant.text)
        if built is None or built == self.original:
            result.verdict = "stillborn" if built is None else "identical"
            return
        self.plugin.link()
        answer = self.plugin.verify(self.seconds, self.options.verify)
        if answer.code != 0:
            result.verdict, result.by = "verify", first_failure(answer) or answer.ended_by() or ""
        elif why is not None:
            result.verdict, result.by = "equivalent", why
        else:
            result.verdict = "equal" if result.verdict == "equal" else "survived"
            if result.verdict == "survived":
                self.ask_unit_tests(mutant, result)

    def ask_unit_tests(self, mutant: Mutant, result: Result) -> None:
        for test in self.plugin.unit_tests(mutant.file):
            if test not in self.sound:
                self.plugin.change(self.plugin.own[0], (self.plugin.tools.source / self.plugin.own[0]).read_text())
                before = self.plugin.unit_test(test, 300)
                if before.code != 0:
                    raise BadInput(f"{test} fails before anything is changed: {first_failure(before)}")
                self.sound.add(test)
                self.plugin.change(mutant.file, mutant.text)
            answer = self.plugin.unit_test(test, 300)
            if answer.code != 0:
                result.verdict, result.by = "test", f"{test}: {first_failure(answer)}"
                return


def measure_plugin(tools: Toolchain, name: str, lists: Lists, partners: Partners, options: Options) -> Score:
    score = Score(name, options.seed)
    subject = Subject(Plugin(tools, name), lists, options, score, partners)
    drawn = candidates(subject.plugin, lists, options.seed, tools.source)
    while score.alive() < options.count:
        some = list(islice(drawn, max(4, min(AT_ONCE, options.count - score.alive()))))
        if not some:
            break
        subject.ask(some)
    return score
