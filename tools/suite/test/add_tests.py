"""kintree_add_tests in projects of a few lines: add_tests.py BUILD REPOSITORY SCRATCH.

The tests of a program by COMMAND, by an executable and with a robot have readable names and pass. A target that cannot be tested is an error when the
project is configured, or a test that fails. Exit code 1: it is not so.
"""

import re
import shutil
import subprocess
import sys
from pathlib import Path

BUILD, REPOSITORY, SCRATCH = (Path(argument).resolve() for argument in sys.argv[1:4])
PROGRAM = REPOSITORY / "tools/template/python/my_aba.py"
ROBOT = REPOSITORY / "tools/template/ctest/pendulum.urdf"
EXECUTABLE = f"""file(WRITE ${{CMAKE_BINARY_DIR}}/my_program "#!/bin/sh\\nexec python3 '{PROGRAM}'\\n")
file(CHMOD ${{CMAKE_BINARY_DIR}}/my_program PERMISSIONS OWNER_READ OWNER_EXECUTE)
add_executable(my_program IMPORTED)
set_target_properties(my_program PROPERTIES IMPORTED_LOCATION ${{CMAKE_BINARY_DIR}}/my_program)
"""
COMMAND = f"COMMAND python3 {PROGRAM} TREES 2 BODIES 3"
# A module library that contains the plugin aba under the name of another.
MISNAMED = f"""file(COPY_FILE {BUILD}/plugins/kintree_plugin_aba.so ${{CMAKE_BINARY_DIR}}/kintree_plugin_mine.so)
add_library(mine MODULE IMPORTED)
set_target_properties(mine PROPERTIES OUTPUT_NAME kintree_plugin_mine IMPORTED_LOCATION ${{CMAKE_BINARY_DIR}}/kintree_plugin_mine.so)
kintree_add_tests(mine)"""
# The lines of the project, the names of its tests, and whether they pass; or the error of CMake. A third text is in the output of ctest.
PROJECTS = [
    (f"kintree_add_tests(mine {COMMAND} FAMILIES chain star)", ["my_aba.forward_dynamics.chain", "my_aba.forward_dynamics.star"], True),
    (f"kintree_add_tests(mine {COMMAND} PROBLEMS forward_dynamics MODEL {ROBOT})\n"
     f"kintree_add_tests(mine {COMMAND} FAMILIES chain OPTIONS --joints revolute SEED 0)",
     ["my_aba.forward_dynamics.pendulum", "my_aba.forward_dynamics.chain"], True),
    (EXECUTABLE + "kintree_add_tests(my_program FAMILIES chain TREES 2 BODIES 3)", ["my_aba.forward_dynamics.chain"], True),
    (f"kintree_add_tests(mine {COMMAND} PROBLEMS mass_matrix FAMILIES chain)", ["my_aba.mass_matrix.chain"], False),
    (f"kintree_add_tests(mine {COMMAND} FAMILIES chian)", ["my_aba.forward_dynamics.chian"], False),
    ("kintree_add_tests(mine COMMAND false)", ["plugins.not_listed"], False, "list: exit code 2: kintree: program ''false'': no description"),
    (MISNAMED, ["mine.not_listed"], False, "kintree_plugin_mine.so contains the plugin 'aba'; expected 'mine'"),
    (f"kintree_add_tests(mine {COMMAND.replace('2', 'two')})", "TREES is two; expected a number", False),
    (f"kintree_add_tests(mine {COMMAND} MODEL r.urdf)", "MODEL is .*/r.urdf; expected a file that exists", False),
    ("kintree_add_tests(mine)", "not a target; expected a module library or an executable, or COMMAND", False),
    ("add_library(mine INTERFACE)\nkintree_add_tests(mine)", "the target has type INTERFACE_LIBRARY", False),
    ("add_library(mine MODULE IMPORTED)\nkintree_add_tests(mine)", "expected kintree_plugin_NAME", False),
    (f"kintree_add_tests(mine {COMMAND} FAMILY chain)", "unknown, or without a value", False),
    (f"kintree_add_tests(mine {COMMAND} SEED)", "unknown, or without a value: .*SEED", False),
]


def run(*words: str | Path) -> tuple[int, str]:
    done = subprocess.run(words, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    return done.returncode, done.stdout


def wrong(folder: Path, lines: str, expected: list[str] | str, passes: bool, reason: str = "") -> str:
    folder.mkdir(parents=True)
    (folder / "CMakeLists.txt").write_text("cmake_minimum_required(VERSION 3.25)\nproject(mine LANGUAGES NONE)\nenable_testing()\n"
                                           f"find_package(kintree 0.1 REQUIRED)\n{lines}\n")
    code, text = run("cmake", "-S", folder, "-B", folder / "build", f"-Dkintree_DIR={BUILD}")
    if isinstance(expected, str):
        return "" if code and re.search(expected, " ".join(text.split())) else f"no error '{expected}': {text}"
    if code:
        return text
    code, text = run("ctest", "--test-dir", folder / "build", "--output-on-failure")
    found = sorted(set(re.findall(r"Start +\d+: (\S+)", text)))
    if found == sorted(expected) and (code == 0) == passes and reason in text:
        return ""
    return f"expected {expected}, which {'pass' if passes else 'fail'}, and '{reason}': {text}"


def main() -> int:
    shutil.rmtree(SCRATCH, ignore_errors=True)
    findings = [f"{project[0]}: {text}" for k, project in enumerate(PROJECTS) if (text := wrong(SCRATCH / str(k), *project))]
    print(*findings, f"{len(PROJECTS)} projects, {len(findings)} wrong", sep="\n")
    return 1 if findings else 0


if __name__ == "__main__":
    sys.exit(main())
