"""A problem is one file: adds the kinetic energy to a copy of the sources, with a plugin, and asks every command about it.

    toy_problem.py SOURCES SCRATCH COMPILER

The code is that of reference/adding_a_problem.md. The copy differs by one file in reference/problems/ and two folders in plugins/, one of a
plugin that is wrong. Exit code 1: a command does not know the problem, or a wrong
plugin passes.
"""

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

SOURCES, SCRATCH, COMPILER = Path(sys.argv[1]), Path(sys.argv[2]), sys.argv[3]
COPY, BUILD = SCRATCH / "sources", SCRATCH / "build"
PROBLEM = "kinetic_energy"

DESCRIPTION, PLUGIN = re.findall(r"```cpp\n(.*?)```", (SOURCES / "reference/adding_a_problem.md").read_text(), re.DOTALL)

PENDULUM = """<robot name="pendulum"><link name="base"/><link name="rod"><inertial><mass value="2"/>
<origin xyz="0 0 -1"/><inertia ixx="1" iyy="1" izz="1" ixy="0" ixz="0" iyz="0"/></inertial></link>
<joint name="hinge" type="continuous"><parent link="base"/><child link="rod"/><axis xyz="0 1 0"/></joint></robot>"""

failures = []


def run(command: list[str], code: int = 0, has: str = "") -> str:
    done = subprocess.run([str(part) for part in command], cwd=SCRATCH, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    if done.returncode != code or has not in done.stdout:
        failures.append(f"{' '.join(map(str, command))}: exit code {done.returncode}, expected {code} and '{has}'\n{done.stdout[-2000:]}")
    return done.stdout


def write(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)


def build() -> None:
    for name in ("reference", "plugins", "oracles", "testdata", "reports", "tools"):
        shutil.copytree(SOURCES / name, COPY / name, ignore=shutil.ignore_patterns("node_modules", "__pycache__"), symlinks=True)
    for file in SOURCES.glob("[A-Z]*"):
        if file.is_file():
            shutil.copy(file, COPY)
    write(COPY / f"reference/problems/include/kintree/problems/described/{PROBLEM}.hpp", DESCRIPTION)
    for name, factor in (("energy", "S(0.5)"), ("half_energy", "S(0.25)")):
        write(COPY / f"plugins/{name}/plugin.cpp", PLUGIN.replace('"energy"', f'"{name}"').replace("S(0.5)", factor))
        write(COPY / f"plugins/{name}/CMakeLists.txt", f"kintree_add_plugin({name})\n")
        write(COPY / f"plugins/{name}/README.md", f"# {name}\n")
    run(["cmake", "-G", "Ninja", "-S", COPY, "-B", BUILD, f"-DCMAKE_CXX_COMPILER={COMPILER}", "-DCMAKE_BUILD_TYPE=Release",
         "-DCMAKE_CXX_FLAGS_RELEASE=-O1 -DNDEBUG", "-DBUILD_TESTING=OFF"])
    run(["ninja", "-C", BUILD, "kintree", "plugin_energy", "plugin_half_energy"])


def ask() -> None:
    kintree = BUILD / "kintree"
    mine = ["--plugin", "energy", "--problem", PROBLEM]
    write(SCRATCH / "pendulum.urdf", PENDULUM)
    write(SCRATCH / "state.json", json.dumps({"q": {"hinge": 0.5}, "v": {"hinge": 3}}))
    run([kintree, "list"], has=PROBLEM)
    run([kintree, "verify", *mine, "--trees", "200"], has="passed")
    run([kintree, "verify", *mine, "--trees", "20", "--metamorphic"], has="passed")
    run([kintree, "verify", "--plugin", "half_energy", "--trees", "20"], code=1, has="wrong")
    run([kintree, "prove", *mine, "--bodies", "2"], has=PROBLEM)
    run([kintree, "cost", "--plugin", "energy"], has=PROBLEM)
    run([kintree, "bench", *mine, "--quick"], has=PROBLEM)
    # T = (1 + 2) 3^2 / 2
    run([kintree, "solve", "--model", "pendulum.urdf", "--state", "state.json", "--problem", PROBLEM], has="13.5")
    run([kintree, "golden", "--family", "chain", "--trees", "1", "--out", SCRATCH / "golden"])
    for file in [*(SCRATCH / "golden").glob("*.json")] or [None]:
        if file is None or not json.loads(file.read_text())["answers"].get("T"):
            failures.append("golden: no kinetic energy in a file")
    run([kintree, "vectors", "--write", SCRATCH / "vectors"])
    for language in ("c++", "c", "fortran", "python", "node"):
        run([kintree, "new-plugin", f"mine_in_{language.replace('+', 'p')}", "--language", language, "--problem", PROBLEM])
    run([kintree, "report", *mine, "--trees", "20", "--out", SCRATCH / "report", "--skip", "large_trees", "power", "proofs"])
    page = (SCRATCH / "report/index.html").read_text() if (SCRATCH / "report/index.html").exists() else ""
    if PROBLEM not in page:
        failures.append("the page does not show the kinetic energy")


def main() -> int:
    shutil.rmtree(SCRATCH, ignore_errors=True)
    SCRATCH.mkdir(parents=True)
    os.environ.pop("KINTREE_PLUGIN_PATH", None)
    build()
    if not failures:
        ask()
    print("\n".join(failures) or "the kinetic energy is asked of every command")
    if not failures:
        shutil.rmtree(SCRATCH)
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
