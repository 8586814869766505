"""The Debian packages that cpack makes, without installing them: packages.py BUILD SCRATCH.

Their fields, the files of each, and a root folder with all of them unpacked: the command, the Python module and the sample for CTest work
from there. Exit code 1: it is not so.
"""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

BUILD, SCRATCH = (Path(argument).resolve() for argument in sys.argv[1:3])
ROOT = SCRATCH / "root"
# Section, packages that it must depend on, and a file.
PACKAGES = {
    "kintree": ("science", ["libmpfr6", "libnlopt-cxx0", "libstdc++6"], "usr/bin/kintree"),
    "libkintree-dev": ("libdevel", ["kintree", "libboost-dev"], "usr/include/kintree/testing/gtest.hpp"),
    "python3-kintree": ("python", ["kintree", "python3", "python3-numpy"], "usr/lib/python3/dist-packages/kintree/__init__.py"),
}


def run(*words: str | Path, folder: Path = SCRATCH) -> str:
    environment = {key: value for key, value in os.environ.items() if not key.startswith(("KINTREE", "CMAKE", "PYTHON"))}
    environment |= {"PATH": f"{ROOT / 'usr/bin'}:/usr/bin:/bin", "PYTHONPATH": str(ROOT / "usr/lib/python3/dist-packages"), "HOME": str(SCRATCH)}
    done = subprocess.run(words, cwd=folder, env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    if done.returncode:
        sys.exit(f"{' '.join(map(str, words))}: exit code {done.returncode}\n{done.stdout}")
    return done.stdout


def check_package(name: str, file: Path) -> set[str]:
    """Returns the files of the package."""
    section, needed, present = PACKAGES[name]
    fields = dict(re.findall(r"^([\w-]+): (.*)$", run("dpkg-deb", "-f", file), re.M))
    depends = fields["Depends"].split(", ")
    wrong = [f"not a dependency: {each}" for each in depends if not re.fullmatch(r"[a-z0-9.+-]+( \((=|>=|<<) \d[\w.+~:-]*\))?", each)]
    depends = [each.split()[0] for each in depends]
    files = {line.split(maxsplit=5)[5].removeprefix("./") for line in run("dpkg-deb", "-c", file).splitlines() if not line.startswith("d")}
    wrong += [f"no dependency on {other}" for other in needed if other not in depends]
    wrong += [] if present in files and f"usr/share/doc/{name}/copyright" in files else [f"no {present} or copyright"]
    wrong += [] if (fields["Package"], fields["Section"]) == (name, section) else [str(fields)]
    if wrong or not fields["Description"].startswith("Checks algorithms"):
        sys.exit(f"{file.name}: {wrong} {fields}")
    run("dpkg-deb", "-x", file, ROOT)
    return files


def main() -> None:
    shutil.rmtree(SCRATCH, ignore_errors=True)
    ROOT.mkdir(parents=True)
    run("cpack", "--config", BUILD / "CPackConfig.cmake", "-B", SCRATCH / "packages")
    found = {file.name.partition("_")[0]: file for file in (SCRATCH / "packages").glob("*.deb")}
    if set(found) != set(PACKAGES):
        sys.exit(f"packages: {sorted(found)}")
    files = [check_package(name, file) for name, file in found.items()]
    if len(set.union(*files)) != sum(map(len, files)):
        sys.exit("a file is in two packages")
    print(run("kintree", "--version"), run("kintree", "verify", "--plugin", "aba", "--trees", "5"))
    print(run("/usr/bin/python3", "-c", "import kintree; print(kintree.__file__, len({row.plugin for row in kintree.plugins()}), 'plugins')"))
    shutil.copytree(ROOT / "usr/share/kintree/template/ctest", SCRATCH / "sample")
    run("cmake", "-S", "sample", "-B", "sample/build", f"-Dkintree_DIR={ROOT / 'usr/lib/cmake/kintree'}")
    run("cmake", "--build", "sample/build")
    print(re.search(r".* tests passed.*", run("ctest", "--test-dir", "sample/build"))[0])


main()
