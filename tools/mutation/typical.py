"""The test that a typical library ships: two routines against each other on one robot in one state."""
from __future__ import annotations

import json
import math
import random
from dataclasses import replace
from pathlib import Path
from threading import Lock
from xml.etree import ElementTree

from build import Answer, Plugin, Toolchain, run
from operators import Mutant

ROBOTS = ["humanoid", "quadruped"]  # the first in the plugin's domain
PARTNERS = {
    "qdd": ["aba", "crba_ltdl"],
    "tau": ["rnea", "composite_inverse_dynamics"],
    "H": ["crba", "unit_vector"],
    "H_inverse": ["innovations", "fijany_featherstone"],
    "lambda_inv": ["efpa", "dense_osim"],
    "x": ["ltdl", "cholesky"],
}

Numbers = dict[str, list[float]]


def robot_file(tools: Toolchain, robot: str) -> Path:
    return tools.source / "testdata" / "robots" / f"{robot}.urdf"


def state_file(tools: Toolchain, robot: str) -> Path:
    """A random state on a floating base, end-effectors on all leaves."""
    path = tools.scratch / f"{robot}.state.json"
    with tools.lock(str(path)):
        if path.exists():
            return path
        root = ElementTree.parse(robot_file(tools, robot)).getroot()
        moving = [j.get("name") for j in root.iter("joint") if j.get("type") not in (None, "fixed")]
        parents = {p.get("link") for p in root.iter("parent")}
        leaves = [link.get("name") for link in root.findall("link") if link.get("name") not in parents]
        draw = random.Random(robot)

        def vector(size: int) -> list[float]:
            return [draw.gauss(0, 1) for _ in range(size)]

        quaternion = vector(4)
        length = math.hypot(*quaternion)
        state: dict[str, object] = {"floating_base": True, "end_effectors": leaves}
        state["q"] = {"floating_base": vector(3) + [x / length for x in quaternion], **{j: vector(1) for j in moving}}
        for key in ("v", "tau", "qdd"):
            state[key] = {"floating_base": vector(6), **{j: vector(1) for j in moving}}
        path.write_text(json.dumps(state))
    return path


def numbers(answer: Answer) -> Numbers | None:
    """The numbers that `solve` printed, matrices as one list. L and D are left out, since two routines may differ in them."""
    if answer.code != 0:
        return None

    def flat(value: object) -> list[float]:
        if isinstance(value, list):
            return [x for part in value for x in flat(part)]
        return [math.nan if value is None else float(value)]  # type: ignore[arg-type]
    printed = json.loads(answer.out)
    return {key: flat(printed[key]) for key in PARTNERS if key in printed}


def distance(a: Numbers, b: Numbers) -> float:
    """The largest of ||a - b|| / min(||a||, ||b||), as in Eigen's isApprox, over the outputs that both have."""
    worst = 0.0
    for key in a.keys() & b.keys():
        apart = math.dist(a[key], b[key]) / max(min(math.hypot(*a[key]), math.hypot(*b[key])), 1e-300)
        if not apart <= worst:
            worst = apart
    return worst


def in_double(tools: Toolchain, name: str) -> Plugin:
    """A plugin to be built for double alone, which is quicker."""
    plugin = Plugin(replace(tools, scratch=tools.scratch / "typical"), name)
    plugin.flags.append("-DKINTREE_DOUBLE_ONLY")
    plugin.folder.mkdir(parents=True, exist_ok=True)
    return plugin


class Partners:
    """The routines that plugins are compared with, as they are."""

    def __init__(self, tools: Toolchain) -> None:
        self.tools = tools
        self.lock = Lock()
        self.known: dict[tuple[str, str], Numbers | None] = {}

    def solution(self, name: str, robot: str) -> Numbers | None:
        with self.lock:
            if (name, robot) not in self.known:
                plugin = in_double(self.tools, name)
                plugin.original()
                plugin.link()
                self.known[name, robot] = numbers(solve(plugin, robot, 60))
            return self.known[name, robot]


def solve(plugin: Plugin, robot: str, seconds: float) -> Answer:
    return run([plugin.tools.kintree, "solve", "--model", robot_file(plugin.tools, robot), "--state",
                state_file(plugin.tools, robot), "--plugin", plugin.name, "--plugin-path", plugin.folder / "plugins"], seconds)


class Typical:
    """The test of one plugin, at 1e-12 or, where the originals are further apart, the next power of ten."""

    def __init__(self, tools: Toolchain, name: str, partners: Partners) -> None:
        self.plugin = in_double(tools, name)
        self.against = ""  # partners and robot; empty if no robot is in the plugin's domain
        self.tolerance = 1e-12
        self.plugin.original()
        self.plugin.link()
        for self.robot in ROBOTS:
            own = numbers(solve(self.plugin, self.robot, 60))
            if own is None:
                continue
            self.expected: Numbers = {}
            names: list[str] = []
            for key in own:
                partner = next(p for p in PARTNERS[key] if p != name)
                other = partners.solution(partner, self.robot)
                if other is not None and key in other:
                    self.expected[key] = other[key]
                    names.append(partner)
            while not distance(own, self.expected) <= self.tolerance:
                self.tolerance *= 10
            self.against = f"{' and '.join(dict.fromkeys(names))}, {self.robot}"
            return

    def kills(self, mutant: Mutant) -> bool:
        if self.plugin.compile(mutant.file, mutant.text) is None:
            return True
        self.plugin.link()
        found = numbers(solve(self.plugin, self.robot, 60))
        return found is None or not distance(found, self.expected) <= self.tolerance
