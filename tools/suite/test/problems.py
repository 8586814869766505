"""Few files know a problem by its name: problems.py REPOSITORY.

A problem is described in reference/problems/. Code that decides by the name of a problem, and not by its description, must be changed for
every new problem. Plugins and samples of them claim problems, papers are about some, and tests request some, so these may name them. MOST other files may do so
as well. First a file that names one is added to a small tree, and must be counted. Exit code 1: too many files name a problem.
"""

import re
import sys
import tempfile
from pathlib import Path

MOST = 8
DESCRIBED = Path("reference/problems/include/kintree/problems/described")
MAY_NAME = ("plugins/", "tools/suite/papers/", "tools/template/")


def naming(repository: Path) -> list[str]:
    """The files that name a problem and are not allowed to."""
    problems = sorted(f.stem for f in (repository / DESCRIBED).glob("*.hpp"))
    name = re.compile(r"\bProblem::(" + "|".join(problems) + r")\b")
    files = []
    for module in ("reference", "oracles", "reports", "tools"):
        for file in (repository / module).rglob("*.[ch]pp"):
            where = file.relative_to(repository)
            if "test" not in where.parts and not str(where).startswith(MAY_NAME) and name.search(file.read_text()):
                files.append(str(where))
    return sorted(files)


def check_the_check() -> None:
    with tempfile.TemporaryDirectory() as scratch:
        folder = Path(scratch)
        texts = {
            DESCRIBED / "kinetic_energy.hpp": "",
            "oracles/src/judge.cpp": "return Problem::kinetic_energy;",
            "oracles/test/judge.cpp": "return Problem::kinetic_energy;",
            "tools/suite/papers/jain.cpp": "return Problem::kinetic_energy;",
            "tools/template/ctest/my_plugin.cpp": "return Problem::kinetic_energy;",
            "reports/src/page/page.hpp": "return Problem::kinetic_energy_of_a_body;",
        }
        for name, text in texts.items():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            (folder / name).write_text(text)
        assert naming(folder) == ["oracles/src/judge.cpp"], naming(folder)


def main() -> int:
    check_the_check()
    files = naming(Path(sys.argv[1]))
    print(f"{len(files)} files name a problem, {MOST} at most:", *files, sep="\n")
    return 1 if len(files) > MOST else 0


if __name__ == "__main__":
    sys.exit(main())
