"""A sample repository of tools/template in an empty folder, with an installed prefix: samples.py BUILD SCRATCH COMPILER PYTHON PYTHON_FOLDER SAMPLE.

The commands of its README must pass. After one mistake in its algorithm they must fail, with a message that names the verdict and the
worst entry by joint. PYTHON is the interpreter, and PYTHON_FOLDER is the folder of Python packages below a prefix. Exit code 1: it is not so.
"""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

BUILD, SCRATCH = (Path(argument).resolve() for argument in sys.argv[1:3])
COMPILER, PYTHON, PYTHON_FOLDER, SAMPLE = sys.argv[3:7]
# The file, a text that is in it once, and what replaces it.
MISTAKES = {
    "ctest": ("my_crba.cpp", "composite_[p] += ", "composite_[p] = "),
    "gtest": ("pendulum.hpp", "2 * coupling", "coupling"),
    "catch2": ("pendulum.hpp", "2 * coupling", "coupling"),
    "pytest": ("pendulum.py", "2 * coupling", "coupling"),
}
PASSED = {"ctest": "100% tests passed", "gtest": "100% tests passed", "catch2": "100% tests passed", "pytest": "4 passed"}


def run(folder: Path) -> tuple[int, str]:
    commands = re.search(r"```sh\n(.*?)```", (folder / "README.md").read_text(), re.S)[1]
    environment = {key: value for key, value in os.environ.items() if not key.startswith(("KINTREE", "CMAKE"))}
    environment |= {"PATH": f"{SCRATCH / 'prefix/bin'}:{Path(PYTHON).parent}:{environment['PATH']}", "CXX": COMPILER, "PYTHONDONTWRITEBYTECODE": "1",
                    "PYTHONPATH": str(SCRATCH / "prefix" / PYTHON_FOLDER)}
    done = subprocess.run(["sh", "-ec", commands], cwd=folder, env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    return done.returncode, done.stdout


def main() -> int:
    shutil.rmtree(SCRATCH, ignore_errors=True)
    subprocess.run(["cmake", "--install", BUILD, "--prefix", SCRATCH / "prefix"], check=True, stdout=subprocess.DEVNULL)
    folder = SCRATCH / SAMPLE
    shutil.copytree(SCRATCH / "prefix/share/kintree/template" / SAMPLE, folder)
    code, text = run(folder)
    if code or PASSED[SAMPLE] not in text:
        print(f"{SAMPLE}: exit code {code}, and not '{PASSED[SAMPLE]}':\n{text}")
        return 1
    name, right, wrong = MISTAKES[SAMPLE]
    source = (folder / name).read_text()
    assert source.count(right) == 1, (name, right)
    (folder / name).write_text(source.replace(right, wrong))
    code, text = run(folder)
    if code == 0 or not re.search(r"verdict F.*\n*.*joint '\w+'", text):
        print(f"{SAMPLE} with '{wrong}' in {name}: exit code {code}; expected a failure with verdict and joint:\n{text}")
        return 1
    print(f"{SAMPLE}: passes, and fails with '{wrong}' in {name}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
