"""Holds sources to their modules: modules.py REPOSITORY [PLUGIN=BASE,BASE...]...

Dependencies run one way. MAY lists the modules whose headers each module includes, its tests aside. Inside a module a folder includes itself
and the folders of the floors below (FLOORS). So the oracles share only plain data with a plugin, and the command has no arithmetic. Only the
command uses a command line library (CLI11). In plugins/, a plugin (its test/ aside) includes itself, kernels/, and the plugins that it
names as its bases. kernels/ includes only kernels/. No file in plugins/ includes files that belong to oracles/, reports/ or tools/. Tests of
plugins may include other plugins, as partners. No source that git tracks has more than 400 lines. First every rule is broken once in a
small tree, which must be rejected for just that reason. Exit code 1: a rule is broken.
"""

import re
import subprocess
import sys
import tempfile
from pathlib import Path

INCLUDE = re.compile(r'^[ \t]*#[ \t]*include[ \t]*["<]([^">]+)[">]', re.MULTILINE)
SOURCES = {".hpp", ".h", ".cpp", ".hxx", ".ipp", ".inl"}
LONGEST = 400
LIMITED = SOURCES | {".c", ".cmake", ".f90", ".js", ".mjs", ".py"}
FORBIDDEN = ("oracles", "reports", "tools")
# The folders of kintree/ that each module may include.
MAY = {
    "reference": {"problems", "model", "numbers", "spatial", "arithmetic", "plugin", "trees", "files", "testing"},
    "oracles": {"problems", "model", "oracle"},
    "reports": {"problems", "model", "files", "report"},
    "tools/suite": {"problems", "model", "numbers", "spatial", "arithmetic", "plugin", "trees", "files", "oracle", "report"},
    "tools/command": {"problems", "model", "files", "trees", "report"},
    "tools/python": {"problems", "model", "files", "trees", "report"},
}
# Modules that include the headers of tools/suite, as suite/FOLDER/NAME.
KNOWS_SUITE = {"tools/suite", "tools/command", "tools/python"}
# The folders of modules, from the ground up.
FLOORS = {
    "reference": [{"problems"}, {"model"}, {"numbers", "files", "trees"}, {"spatial", "arithmetic"}, {"plugin"}, {"testing"}],
    "oracles": [{"mechanics"}, {"answers"}, {"judge"}],
    "reports": [{"store"}, {"data"}, {"page"}, {"files"}],
    "tools/suite": [{"support"}, {"execution"}, {"cases"}, {"field"}, {"counting"}, {"verification"}, {"papers"},
                    {"answers", "proof", "timing", "vectors", "worst_cases"}, {"whole_runs", "one_robot"}],
}
# Modules that know the headers of plugins/: the suite reproduces claims of papers about them.
KNOWS_PLUGINS = {"tools/suite"}


def sources(folder: Path) -> list[Path]:
    return sorted(f for f in folder.rglob("*") if f.suffix in SOURCES)


def offered(repository: Path) -> dict[str, str]:
    """The name by which each file of the forbidden modules is included, and its module."""
    names = {}
    for module in FORBIDDEN:
        for file in sources(repository / module):
            parts = file.relative_to(repository / module).parts
            for start in range(len(parts) - 1):  # a bare file name may be anybody's
                names["/".join(parts[start:])] = module
    return names


def goes_up(module: str, file: tuple[str, ...], included: list[str]) -> bool:
    """True if a file of one folder includes another of the module that is not below it."""
    floor = {folder: k for k, folders in enumerate(FLOORS.get(module, [])) for folder in folders}
    own = file[1] if module == "reference" else file[2] if len(file) > 3 else ""
    other = included[0] if module in ("oracles", "reports") else included[1] if included[0] == {"reference": "kintree"}.get(module, "suite") else ""
    if module not in FLOORS or (module in ("oracles", "reports") and other not in floor):  # a library
        return False
    return other != "" and own != other and floor.get(own, -1) <= floor.get(other, len(floor))


def check_suite(repository: Path) -> tuple[int, list[str]]:
    """As check(), of the modules but plugins/."""
    plugins = {f.name for f in (repository / "plugins").iterdir() if f.is_dir()}
    files, wrong = 0, []
    for module, may in MAY.items():
        for file in sources(repository / module):
            if "test" in file.relative_to(repository / module).parts[:-1]:
                continue
            files += 1
            for name in INCLUDE.findall(file.read_text()):
                parts = name.split("/")
                if name == "kintree/field.hpp":  # it is outside the folders, for plugins that do not use them
                    parts[1] = "model"
                if (
                    (parts[0] == "kintree" and parts[1] not in may)
                    or (parts[0] == "CLI" and module != "tools/command")
                    or (parts[0] == "suite" and module not in KNOWS_SUITE)
                    or goes_up(module, file.relative_to(repository).parts, parts)
                    or (len(parts) > 1 and parts[0] in plugins and module not in KNOWS_PLUGINS)
                ):
                    wrong.append(f"{file.relative_to(repository)} includes {name}, which {module}/ may not")
    return files, wrong


def check(repository: Path, bases: dict[str, list[str]]) -> tuple[int, list[str]]:
    """The number of files that were read, and the errors in them."""
    plugins = repository / "plugins"
    forbidden = offered(repository)
    folders = {f.name for f in plugins.iterdir() if f.is_dir()}
    used: dict[str, set[str]] = {}
    files, wrong = 0, []
    for file in sources(plugins):
        files += 1
        where = file.relative_to(plugins)
        owner, is_test = where.parts[0], "test" in where.parts[1:-1]
        for name in INCLUDE.findall(file.read_text()):
            module = name.split("/")[0]
            if ".." in Path(name).parts:
                wrong.append(f"plugins/{where} includes {name}: write it from plugins/")
            elif (file.parent / name).exists():
                continue
            elif name in forbidden:
                wrong.append(f"plugins/{where} includes {name} of {forbidden[name]}/")
            elif module in folders and module not in (owner, "kernels") and not is_test:
                used.setdefault(owner, set()).add(module)
                if owner == "kernels":
                    wrong.append(f"plugins/{where} includes {name}: kernels include no plugin")
                elif module not in bases.get(owner, []):
                    wrong.append(f"plugins/{where} includes {name}: {module} is none of its BASES")
    for plugin, named in bases.items():
        for base in named:
            if base not in used.get(plugin, set()):
                wrong.append(f"plugins/{plugin} names {base} as a base and does not include it")
            if plugin in bases.get(base, []):
                wrong.append(f"plugins/{plugin} and {base} are bases of each other")
    if not files:
        wrong.append(f"there is no source in {plugins}")
    return files, wrong


def check_lengths(repository: Path) -> tuple[int, list[str]]:
    """The number of tracked sources, and an error for each that is too long. A copy without git has none."""
    if not (repository / ".git").exists():
        return 0, []
    names = subprocess.run(["git", "ls-files", "-z"], cwd=repository, capture_output=True, text=True, check=True).stdout.split("\0")
    files = [file for file in map(Path, names) if file.suffix in LIMITED or file.name == "CMakeLists.txt"]
    lines = {file: len((repository / file).read_bytes().splitlines()) for file in files if (repository / file).exists()}
    return len(lines), [f"{file} has {count} lines; expected {LONGEST} at most: split it by subject" for file, count in lines.items() if count > LONGEST]


SOUND = {
    "oracles/include/kintree/oracle/judge.hpp": "",
    "reports/include/kintree/report/page.hpp": "",
    "tools/suite/verification/verify.hpp": "",
    "reference/model/include/kintree/model/model.hpp": "",
    "plugins/kernels/block.hpp": '#include "kintree/model/model.hpp"\n',
    "plugins/kernels/bodies.hpp": '#include "kernels/block.hpp"\n',
    "plugins/aba/aba.hpp": '#include "kernels/bodies.hpp"\n',
    "plugins/aba/plugin.cpp": '#include "aba/aba.hpp"\n',
    "plugins/aba/test/aba.cpp": '#include "aba/aba.hpp"\n#include "rnea/rnea.hpp"\n#include "calls.hpp"\n',
    "plugins/rnea/rnea.hpp": "",
    "plugins/refined/refined.hpp": '#include "rnea/rnea.hpp"\n',
}
BASES = {"refined": ["rnea"]}
# The planted offences: the file, the text and the named bases, with the expected error.
WRONG_INCLUDES = {
    "reference/plugin/src/loader.cpp": "kintree/oracle/judge.hpp",
    "reference/numbers/include/kintree/numbers/pack.hpp": "kintree/spatial/joint.hpp",
    "oracles/src/mechanics/mechanics.hpp": "kintree/spatial/spatial.hpp",
    "oracles/src/answers/solve.cpp": "judge/problem.hpp",
    "oracles/include/kintree/oracle/judge.hpp": "aba/aba.hpp",
    "reports/src/page/page.cpp": "suite/verification/verify.hpp",
    "reports/src/data/summary.cpp": "kintree/trees/topology.hpp",
    "reports/src/data/tables.cpp": "page/page.hpp",
    "tools/suite/verification/verify.cpp": "CLI/CLI.hpp",
    "tools/suite/execution/worker.cpp": "suite/verification/verify.hpp",
    "tools/suite/timing/run.cpp": "suite/proof/prove.hpp",
    "tools/command/solve.cpp": "kintree/oracle/judge.hpp",
    "tools/command/verify.cpp": "kintree/spatial/spatial.hpp",
    "tools/command/cost.cpp": "kintree/plugin/plugin.hpp",
    "tools/python/src/checks.cpp": "kintree/oracle/judge.hpp",
}
WRONG_PLUGINS = [
    ({"plugins/aba/plugin.cpp": '#include "rnea/rnea.hpp"'}, BASES, "rnea is none of its BASES"),
    ({"plugins/aba/aba.hpp": "  #  include <rnea/rnea.hpp>"}, BASES, "rnea is none of its BASES"),
    ({"plugins/aba/more/part.hpp": '#include "rnea/rnea.hpp"'}, BASES, "rnea is none of its BASES"),
    ({"plugins/aba/aba.hpp": '#include "../rnea/rnea.hpp"'}, BASES, "write it from plugins/"),
    ({"plugins/kernels/bodies.hpp": '#include "aba/aba.hpp"'}, BASES, "kernels include no plugin"),
    ({"plugins/aba/aba.hpp": '#include "kintree/oracle/judge.hpp"'}, BASES, "of oracles/"),
    ({"plugins/kernels/block.hpp": '#include "kintree/report/page.hpp"'}, BASES, "of reports/"),
    ({"plugins/aba/test/aba.cpp": '#include "suite/verification/verify.hpp"'}, BASES, "of tools/"),
    ({"plugins/refined/refined.hpp": ""}, BASES, "names rnea as a base and does not include it"),
    ({"plugins/rnea/rnea.hpp": '#include "refined/refined.hpp"'}, {**BASES, "rnea": ["refined"]}, "bases of each other"),
]


def plant(folder: Path, files: dict[str, str]) -> None:
    for name, text in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text)


def check_the_check() -> None:
    with tempfile.TemporaryDirectory() as scratch:
        folder = Path(scratch) / "sound"
        plant(folder, SOUND)
        assert check(folder, BASES) == (7, []), check(folder, BASES)
        assert check_suite(folder) == (4, []), check_suite(folder)
        for number, (file, name) in enumerate(WRONG_INCLUDES.items()):
            folder = Path(scratch) / f"suite{number}"
            plant(folder, SOUND | {file: f'#include "{name}"\n'})
            assert check_suite(folder)[1] == [f"{file} includes {name}, which {'/'.join(file.split('/')[: 2 if file.startswith('tools') else 1])}/ may not"]
        for number, (files, bases, said) in enumerate(WRONG_PLUGINS):
            folder = Path(scratch) / str(number)
            plant(folder, SOUND | files)
            wrong = check(folder, bases)[1]
            assert wrong and all(said in line for line in wrong[:1]), (files, wrong)
        folder = Path(scratch) / "long"
        plant(folder, {"a/short.cpp": "\n" * LONGEST, "a/long.py": "\n" * (LONGEST + 1), "a/long.md": "\n" * (LONGEST + 1), "b/CMakeLists.txt": "x\n" * 500})
        assert check_lengths(folder) == (0, []), "files are read without git"
        subprocess.run("git init -q . && git add . && touch untracked.py", shell=True, cwd=folder, check=True)
        long = [f"{file} has {count} lines; expected 400 at most: split it by subject" for file, count in [("a/long.py", 401), ("b/CMakeLists.txt", 500)]]
        assert check_lengths(folder) == (3, long), check_lengths(folder)
        empty = Path(scratch) / "empty"
        (empty / "plugins").mkdir(parents=True)
        assert check(empty, {})[1], "an empty folder passes"


def main() -> int:
    check_the_check()
    bases = {plugin: named.split(",") for plugin, named in (a.split("=") for a in sys.argv[2:])}
    files, wrong = check(Path(sys.argv[1]), bases)
    more, wrong_modules = check_suite(Path(sys.argv[1]))
    tracked, too_long = check_lengths(Path(sys.argv[1]))
    files, wrong = files + more, wrong + wrong_modules + too_long
    for line in wrong:
        print(line)
    print(f"{files} files, {tracked} lengths, {len(WRONG_PLUGINS) + len(WRONG_INCLUDES) + 2} planted mistakes refused, {len(wrong)} wrong")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
