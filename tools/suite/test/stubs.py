"""Stubs of every problem in each language: stubs.py BUILD_FOLDER REPOSITORY SCRATCH COMPILER PROBLEMS LANGUAGE...

`kintree new-plugin` makes a plugin of stubs for the problems: "all", or names with commas between them. It builds and runs, and `kintree
verify` finds every problem of it wrong. Beside a stub the mass matrix, which has an algorithm, is found right. Exit code 1: it is not so.
"""

import re
import shutil
import subprocess
import sys
import time
from pathlib import Path

BUILD, REPOSITORY, SCRATCH = (Path(argument).resolve() for argument in sys.argv[1:4])
COMPILER, LANGUAGES = sys.argv[4], sys.argv[6:]
DESCRIBED = REPOSITORY / "reference/problems/include/kintree/problems/described"
PROBLEMS = sorted(file.stem for file in DESCRIBED.glob("*.hpp")) if sys.argv[5] == "all" else sys.argv[5].split(",")
# A chain whose end-effectors can all move in six directions at once, so that J-bar exists; most have too many. Its kinds of joint are those
# that the templates in C and Fortran know. A tree with contacts comes second: without constraints, an empty K is right.
CASES = "--family chain --family contacts --joints revolute,prismatic --bodies 12 --seed 45 --trees 2"
BUILDS = {
    "c++": f"cmake -G Ninja -S . -B build -DCMAKE_CXX_COMPILER={COMPILER} -DCMAKE_BUILD_TYPE=Debug -Dkintree_DIR={BUILD} && cmake --build build"
    " && mv build/*.so .",
    "c": f"cc -O2 -Wall -Wextra -Wpedantic -Werror -fPIC -shared -I {REPOSITORY}/reference/plugin/include NAME.c -o kintree_plugin_NAME.so -lm",
    "fortran": "gfortran -O2 -Wall -Werror -fPIC -shared kintree_plugin.f90 NAME.f90 -o kintree_plugin_NAME.so",
}
RUNS = {"python": "--exec 'python3 NAME.py'", "node": "--exec 'node NAME.mjs'"}


def run(command: str, folder: Path) -> tuple[int, str]:
    done = subprocess.run(command, shell=True, cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    return done.returncode, done.stdout


def verified(language: str, name: str, options: str) -> tuple[int, str]:
    """The exit code and output of the plugin's checks, or of the step that failed before them."""
    code, text = run(f"{BUILD}/kintree new-plugin {name} --language {language} {options} --out {language}/{name}", SCRATCH)
    folder = SCRATCH / language / name
    if code == 0 and language in BUILDS:
        code, text = run(BUILDS[language].replace("NAME", name), folder)
    if code != 0:
        return code, text
    plugin = RUNS.get(language, "--plugin-path . --plugin NAME").replace("NAME", name)
    return run(f"{BUILD}/kintree verify {plugin} {CASES}", folder)


def not_wrong(name: str, problems: list[str], text: str) -> list[str]:
    """The problems without a wrong answer, or with a failure of another kind."""
    return [p for p in problems if not re.search(rf"^failed: {name} {p}: \d+ silently wrong$", text, re.MULTILINE)]


def check(language: str) -> list[str]:
    code, text = verified(language, "stubs", "--empty " + " ".join(f"--problem {p}" for p in PROBLEMS))
    wrong = []
    if code != 1 or not_wrong("stubs", PROBLEMS, text):
        wrong.append(f"{language}: stubs of {not_wrong('stubs', PROBLEMS, text)} are not found wrong; exit code {code}:\n{text}")
    pair = ["mass_matrix", "coriolis_matrix"]
    code, text = verified(language, "pair", " ".join(f"--problem {p}" for p in pair))
    if code != 1 or not_wrong("pair", pair, text) != ["mass_matrix"] or "failed: pair mass_matrix" in text:
        wrong.append(f"{language}: the mass matrix is not found right beside a stub; exit code {code}:\n{text}")
    return wrong


def main() -> int:
    shutil.rmtree(SCRATCH, ignore_errors=True)
    wrong = []
    for language in LANGUAGES:
        (SCRATCH / language).mkdir(parents=True)
        start = time.monotonic()
        wrong += check(language)
        print(f"{language}: {time.monotonic() - start:.1f} s", flush=True)
    print("\n".join(wrong) or f"{len(PROBLEMS)} problems in {', '.join(LANGUAGES)}: stubs run, and are found wrong")
    return 1 if wrong or not LANGUAGES or not PROBLEMS else 0


if __name__ == "__main__":
    sys.exit(main())
